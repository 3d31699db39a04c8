//! What goes wrong around the server: its files disappear, its clients stop reading, the time of day jumps.

use crate::common::{Live, SetClocks, Site, eager, resident};
use serde_json::{Value, json};
use server::Limits;
use std::{
    collections::HashMap,
    fs,
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

fn new_game(site: &Site, clock: Option<&str>) -> String {
    let wish = json!({ "game": "knightthrough", "seats": ["person", "person"], "clock": clock });
    format!("/games/{}", site.post("/games", &wish).json(201)["id"].as_str().unwrap())
}

fn play(site: &Site, game: &str, version: u64, turn: &str) -> crate::common::Answer {
    site.post(&format!("{game}/turns"), &json!({ "version": version, "turn": turn }))
}

/// Every file whose loss would lose games or let a second server in.
#[test]
fn nothing_is_acknowledged_without_the_files_of_the_data_folder() {
    for file in ["quadrille.sqlite", "quadrille.sqlite-wal", "quadrille.lock"] {
        let mut site = Site::new();
        let game = new_game(&site, None);
        play(&site, &game, 1, "b1-c3").json(200);
        let (path, aside) = (site.folder.join(file), site.folder.join("aside"));
        fs::rename(&path, &aside).unwrap();
        for replaced in [false, true] {
            if replaced {
                fs::copy(&aside, &path).unwrap();
            }
            let sentence = play(&site, &game, 2, "b8-c6").refused(503);
            assert!(sentence.contains(&format!("'{file}' was deleted")), "{sentence}");
            let wish = json!({ "game": "tzaar", "seats": ["person", "person"] });
            assert_eq!(site.post("/games", &wish).status, 503);
            assert_eq!(site.ask("DELETE", &game, "").status, 503);
        }
        assert_eq!(site.get("/status").status, 200, "it still answers");
        // The file that is put back is the one that is open.
        fs::rename(&aside, &path).unwrap();
        play(&site, &game, 2, "b8-c6").json(200);
        site.restart();
        assert_eq!(site.get(&game).json(200)["turns"].as_array().unwrap().len(), 2, "{file}");
    }
}

#[test]
fn a_deleted_data_folder_is_noticed() {
    let mut site = Site::new();
    let game = new_game(&site, None);
    fs::remove_dir_all(&site.folder).unwrap();
    assert!(play(&site, &game, 1, "b1-c3").refused(503).contains("restart the server"));
    site.restart();
    assert_eq!(site.get("/games").json(200)["games"], Value::Array(Vec::new()), "a new folder");
    let game = new_game(&site, None);
    play(&site, &game, 1, "b1-c3").json(200);
}

/// The clock of the machine is set; games count the time that the server has been running.
#[test]
fn a_jump_of_the_time_of_day_costs_no_time() {
    const HOUR: u64 = 3_600_000;
    let time = Arc::new(SetClocks::default());
    time.time_of_day.store(1000 * HOUR, Ordering::SeqCst);
    let mut site = Site::timed(players::GAMES, Limits::for_cores(2), time.clone());
    let game = new_game(&site, Some("5s+0s"));
    let elapsed = |site: &Site| site.get(&game).json(200)["clock"]["elapsed_ms"].as_u64().unwrap();
    time.time_of_day.fetch_add(HOUR, Ordering::SeqCst);
    time.running.fetch_add(1500, Ordering::SeqCst);
    assert_eq!(elapsed(&site), 1500, "an hour forward");
    time.time_of_day.fetch_sub(5 * HOUR, Ordering::SeqCst);
    time.running.fetch_add(500, Ordering::SeqCst);
    assert_eq!(elapsed(&site), 2000, "and five hours back");
    play(&site, &game, 1, "b1-c3").json(200);
    let shown = site.get(&game).json(200);
    assert_eq!(
        (&shown["turns"][0]["ms"], &shown["clock"]["remaining_ms"]),
        (&json!(2000), &json!([3000, 5000]))
    );
    // A restart: what the server did not run counts for nothing, and the turn begins again.
    time.running.fetch_add(4000, Ordering::SeqCst);
    site.end();
    time.running.store(0, Ordering::SeqCst);
    site.restart();
    assert_eq!(elapsed(&site), 0);
    time.running.store(5001, Ordering::SeqCst);
    assert_eq!(
        site.get(&game).json(200)["outcome"],
        json!({ "winner": 0, "reason": "time forfeit", "by": 1, "words": "ran out of time" })
    );
}

/// Turns of a long game: three pieces of each side walk about their own rows, never to a third occurrence.
pub fn walk(number: usize) -> (String, Vec<String>) {
    let mut pieces = [[('E', 4, 1), ('H', 1, 1), ('D', 6, 1)], [('e', 4, 6), ('h', 1, 6), ('d', 6, 6)]];
    let mut squares = vec![' '; 64];
    for &(piece, file, row) in pieces.iter().flatten().chain(&[('R', 0, 0), ('r', 0, 7)]) {
        squares[(7 - row) * 8 + file] = piece;
    }
    let start = format!("g [{}]", squares.iter().collect::<String>());
    let (mut turns, mut seen, mut state) = (Vec::new(), HashMap::from([((pieces, 1), 1)]), 1);
    while turns.len() < number {
        let side = turns.len() % 2;
        let rows = [0..3, 5..8][side].clone();
        state = testkit::mix(&[state]);
        let (which, direction) = ((state % 3) as usize, (state >> 8) as usize % 4);
        let (piece, file, row) = pieces[side][which];
        let (dx, dy) = [(0, 1), (0, -1), (1, 0), (-1, 0)][direction];
        let (to_file, to_row) = (file as i32 + dx, row as i32 + dy);
        let is_free = !pieces.iter().flatten().any(|&(_, f, r)| (f as i32, r as i32) == (to_file, to_row))
            && ![(0, 0), (0, 7), (2, 2), (5, 2), (2, 5), (5, 5)].contains(&(to_file, to_row));
        if !(0..8).contains(&to_file) || !rows.contains(&to_row) || !is_free {
            continue;
        }
        pieces[side][which] = (piece, to_file as usize, to_row as usize);
        let count = seen.entry((pieces, side)).or_insert(0);
        if *count == 2 {
            pieces[side][which] = (piece, file, row);
            continue;
        }
        *count += 1;
        turns.push(format!(
            "{piece}{}{}{}",
            (b'a' + file as u8) as char,
            row + 1,
            ['n', 's', 'e', 'w'][direction]
        ));
    }
    (start, turns)
}

/// A long game that many follow and few read: an event has a bounded size, and one who reads too late is told to read the game.
#[test]
fn slow_watchers_of_a_long_game_cost_little_and_are_told_to_reload() {
    if crate::common::ran_alone("chaos::slow_watchers_of_a_long_game_cost_little_and_are_told_to_reload") {
        return;
    }
    let site = Site::with(Limits { write_timeout: Duration::from_secs(600), ..eager() });
    let (start, turns) = walk(4150);
    let (first, rest) = turns.split_at(4000);
    let seats = json!(["person", "person"]);
    let wish = json!({ "game": "arimaa", "seats": seats, "position": start, "turns": first });
    let made = site.post("/games", &wish).json(201);
    let game = format!("/games/{}", made["id"].as_str().unwrap());
    let mut quick = site.follow(&format!("{game}/events"));
    assert_eq!(quick.until("game")["turns"].as_array().unwrap().len(), 4000);
    let mut slow: Vec<Live> =
        (0..60).map(|n| site.follow_from(2 + n % 3, &format!("{game}/events"))).collect();
    while site.get("/status").json(200)["connections"].as_u64().unwrap() < 62 {
        std::thread::sleep(Duration::from_millis(10));
    }
    let before = resident();
    for (number, turn) in rest.iter().enumerate() {
        play(&site, &game, number as u64 + 1, turn).json(200);
        let change = quick.until("change");
        assert!(change["turn"]["word"].as_str().unwrap().starts_with(turn), "{change}");
        assert_eq!(change["keep"], 4000 + number);
        assert!(change.to_string().len() < 2000, "{change}");
    }
    // Whole games for 60 watchers at each of 150 turns would be 2 GB.
    let grown = resident().saturating_sub(before);
    assert!(grown < 64 << 20, "{} MB for watchers who do not read", grown >> 20);
    // Reading through such a small buffer takes seconds.
    slow.truncate(2);
    for live in &mut slow {
        assert_eq!(live.until("game")["version"], 1);
        assert_eq!(live.until("reload"), json!({}), "some changes were missed");
        while live.until("change")["version"] != 151 {}
    }
}
