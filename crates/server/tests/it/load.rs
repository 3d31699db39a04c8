//! Many at once: 200 connections, 50 games, for a while. Every move is answered, quickly, and memory does not grow.
//!
//! A few seconds in CI; `cargo xtask soak` makes it the full minute that releases are held to. Times are compared with a calibration
//! loop that runs beside the load, so that a slow or busy machine gets as much more time as it needs.
#![allow(clippy::print_stdout, reason = "what was measured is shown with --nocapture")]

use crate::common;

use common::{Live, Site, eager, ran_alone, resident};
use serde_json::json;
use server::Limits;
use std::{
    fs::File,
    io::Write,
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

const GAMES: usize = 50;
const WATCHERS: usize = 150;

/// Most of the moves are answered within this time on a machine of its own.
const GOAL: Duration = Duration::from_millis(100);

/// Knights that go out and come home would be a draw by repetition in other games; here a game just ends, and another begins.
const TURNS: [&str; 8] = ["b1-c3", "b8-c6", "g1-f3", "g8-f6", "a2-b4", "a7-b5", "h2-g4", "h7-g5"];

/// What a turn costs, without the server: some computing and a write that reaches the disk. About 10 ms on a quiet machine with
/// two cores.
fn calibration_loop(file: &mut File) -> Duration {
    let began = Instant::now();
    let mut number = 1;
    for _ in 0..2_000_000 {
        number = testkit::mix(&[number]);
    }
    file.write_all(&number.to_le_bytes()).and_then(|()| file.sync_data()).unwrap();
    began.elapsed()
}

/// How much slower than a quiet machine this one is, from the slowest of the loops that ran beside the load; at least 1. Few
/// loops stand for many moves, so that even the slowest one is no outlier.
fn slowdown(loops: &[Duration]) -> f64 {
    let slowest = loops.iter().max().map_or(0.0, Duration::as_secs_f64);
    (slowest / 0.010).max(1.0)
}

#[test]
fn many_people_play_and_watch_for_a_while() {
    if ran_alone("load::many_people_play_and_watch_for_a_while") {
        return;
    }
    let seconds = u64::from(3 * testkit::scale());
    let site = Site::with(Limits { games: 1_000_000, ..eager() });
    let mut file = File::create(site.folder.join("calibration")).unwrap();
    let mut loops = Vec::new();
    let make = || {
        let wish = json!({ "game": "knightthrough", "seats": ["person", "person"] });
        site.post("/games", &wish).json(201)["id"].as_str().unwrap().to_string()
    };
    // The game at each table; when it is over another begins there, and the watchers of the table go on with it.
    let tables: Vec<Mutex<String>> = (0..GAMES).map(|_| Mutex::new(make())).collect();
    let at_table = |table: usize| tables[table].lock().unwrap().clone();
    let over = AtomicBool::new(false);
    let (seen, moves) = (AtomicU64::new(0), AtomicU64::new(0));
    let mut times: Vec<Duration> = Vec::new();
    let mut warm = 0;
    thread::scope(|scope| {
        for watcher in 0..WATCHERS {
            let (site, over, seen, at_table) = (&site, &over, &seen, &at_table);
            scope.spawn(move || {
                while !over.load(Ordering::Relaxed) {
                    // A game that is deleted before it is found has been followed by another.
                    let mut live: Live = site.follow(&format!("/games/{}/events", at_table(watcher % GAMES)));
                    while let Some((name, _)) = live.next() {
                        seen.fetch_add(u64::from(name == "change"), Ordering::Relaxed);
                        if name == "gone" || over.load(Ordering::Relaxed) {
                            break;
                        }
                    }
                }
            });
        }
        let players: Vec<_> = tables
            .iter()
            .map(|table| {
                let (site, over, moves, make) = (&site, &over, &moves, &make);
                scope.spawn(move || {
                    let mut times = Vec::new();
                    let mut id = table.lock().unwrap().clone();
                    while !over.load(Ordering::Relaxed) {
                        for (number, turn) in TURNS.iter().enumerate() {
                            let body = json!({ "version": number + 1, "turn": turn });
                            let began = Instant::now();
                            site.post(&format!("/games/{id}/turns"), &body).json(200);
                            times.push(began.elapsed());
                            moves.fetch_add(1, Ordering::Relaxed);
                            // People think; fifty who each move four times a second are many.
                            thread::sleep(Duration::from_millis(250));
                        }
                        let last = std::mem::replace(&mut id, make());
                        table.lock().unwrap().clone_from(&id);
                        assert_eq!(site.ask("DELETE", &format!("/games/{last}"), "").status, 204);
                    }
                    times
                })
            })
            .collect();
        let began = Instant::now();
        while began.elapsed() < Duration::from_secs(seconds) {
            thread::sleep(Duration::from_millis(100));
            loops.push(calibration_loop(&mut file));
            if warm == 0 && began.elapsed() > Duration::from_secs(seconds) / 4 {
                warm = resident();
            }
        }
        over.store(true, Ordering::Relaxed);
        players.into_iter().for_each(|player| times.extend(player.join().unwrap()));
        // Watchers of a deleted game are told so, and its stream ends.
        (0..GAMES).for_each(|table| {
            assert_eq!(site.ask("DELETE", &format!("/games/{}", at_table(table)), "").status, 204);
        });
    });
    times.sort();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    let (moves, seen, after, slower) = (moves.into_inner(), seen.into_inner(), resident(), slowdown(&loops));
    println!(
        "{moves} moves, {seen} news seen, p50 {:?}, p99 {:?}, slowest {:?}, slowdown {slower:.1}, memory {warm} then {after}",
        at(0.5),
        at(0.99),
        at(1.0)
    );
    // Three people watch every game; one who comes late misses some moves.
    assert!(moves > GAMES as u64 && seen > moves, "{moves} moves, {seen} news");
    assert!(at(0.99) < GOAL.mul_f64(slower), "p99 {:?} with a slowdown of {slower:.1}", at(0.99));
    assert!(after < warm + warm / 4 + (16 << 20), "memory grew from {warm} to {after}");
}

/// As many games as a busy month brings, one after the other: nothing of them stays in memory.
#[test]
fn games_that_come_and_go_leave_nothing_behind() {
    if ran_alone("load::games_that_come_and_go_leave_nothing_behind") {
        return;
    }
    let site = Site::with(eager());
    let churn = |games: u32| {
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..games / 4 {
                        let wish = json!({ "game": "knightthrough", "seats": ["person", "person"] });
                        let made = site.post("/games", &wish).json(201);
                        let path = format!("/games/{}", made["id"].as_str().unwrap());
                        let mut live = site.follow(&format!("{path}/events"));
                        live.until("game");
                        for (number, turn) in TURNS.iter().enumerate() {
                            let body = json!({ "version": number + 1, "turn": turn, "request": turn });
                            site.post(&format!("{path}/turns"), &body).json(200);
                        }
                        live.until("change");
                        assert_eq!(site.ask("DELETE", &path, "").status, 204);
                        live.until("gone");
                    }
                });
            }
        });
        resident()
    };
    let warm = churn(60);
    let after = churn(120 * testkit::scale());
    assert!(after < warm + (16 << 20), "memory grew from {warm} to {after}");
    let began = Instant::now();
    loop {
        let status = site.get("/status").json(200);
        if (&status["connections"], &status["watched"]) == (&json!(1), &json!(0)) {
            break;
        }
        assert!(began.elapsed() < Duration::from_secs(10), "{status}");
        thread::sleep(Duration::from_millis(20));
    }
}
