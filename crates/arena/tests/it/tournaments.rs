//! Whole tournaments: interrupted anywhere and resumed, the table is the same to the byte.

use crate::common;

use arena::{Format, MatchEnd, Tournament, read_records};
use common::{Nim, plan, threads};
use std::{
    fs,
    path::PathBuf,
    sync::atomic::{AtomicBool, Ordering},
};

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("arena-test-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn tournament(nim: &'static Nim, folder: &Folder, format: Format) -> Tournament {
    let players = ["perfect", "random", "crash@2", "illegal@3"].map(|text| nim.player(text)).to_vec();
    Tournament { config: plan(nim, "perfect", "random", 10), players, format, folder: folder.0.clone() }
}

/// Plays until that many further games are recorded, as a program that is killed then.
fn play(tournament: &Tournament, nim: &'static Nim, most: u64) -> (MatchEnd, String) {
    let stop = AtomicBool::new(false);
    let mut games = 0;
    let standings = tournament.run(&nim.time, &stop, &mut |_| {
        games += 1;
        stop.store(games >= most, Ordering::Relaxed);
    });
    let standings = standings.unwrap();
    (standings.end, standings.table())
}

#[test]
fn an_interrupted_tournament_ends_with_the_same_table() {
    let nim = Nim::new();
    let whole = Folder::new("whole");
    let (end, table) = play(&tournament(nim, &whole, Format::RoundRobin), nim, u64::MAX);
    assert_eq!(end, MatchEnd::Complete);
    assert!(table.lines().nth(1).unwrap().contains("perfect"), "{table}");
    assert_eq!(table.lines().count(), 1 + 4 + 6, "{table}");

    let pieces = Folder::new("pieces");
    let mut tournament = tournament(nim, &pieces, Format::RoundRobin);
    for (round, most) in [1, 7, 13, 20, 2, 33].into_iter().enumerate() {
        tournament.config.concurrency = threads(1 + round % 2);
        assert_eq!(play(&tournament, nim, most).0, MatchEnd::Stopped);
        // A program that is killed while it writes leaves a torn line.
        let last = (0..6).rev().map(|n| tournament.file(n)).find(|path| path.exists()).unwrap();
        let mut bytes = fs::read(&last).unwrap();
        bytes.truncate(bytes.len().saturating_sub(10));
        fs::write(&last, bytes).unwrap();
    }
    assert_eq!(play(&tournament, nim, u64::MAX), (MatchEnd::Complete, table.clone()));
    assert_eq!(play(&tournament, nim, u64::MAX), (MatchEnd::Complete, table), "nothing is played twice");
    for number in 0..6 {
        let records = read_records(&tournament.file(number)).unwrap();
        let mut games: Vec<(u64, u8)> = records.iter().map(|r| (r.header.pair, r.header.leg)).collect();
        games.sort_unstable();
        let expected: Vec<(u64, u8)> = (0..10).flat_map(|pair| [(pair, 1), (pair, 2)]).collect();
        assert_eq!(games, expected);
    }
}

#[test]
fn a_gauntlet_rates_players_who_never_met() {
    let nim = Nim::new();
    let folder = Folder::new("gauntlet");
    let (end, table) = play(&tournament(nim, &folder, Format::Gauntlet), nim, u64::MAX);
    assert_eq!(end, MatchEnd::Complete);
    assert_eq!(table.lines().filter(|line| line.starts_with("perfect vs ")).count(), 3, "{table}");
}
