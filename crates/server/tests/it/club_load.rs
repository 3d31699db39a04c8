//! Many members at once: 500 members, 200 live games and 50 robots with instant players. Every turn is answered, quickly, and
//! is on disk.
//!
//! A small form of it in CI; `cargo xtask soak` makes it the whole club. Times are compared with a calibration loop that runs beside
//! the load, as in `load.rs`.
#![allow(clippy::print_stdout, reason = "what was measured is shown with --nocapture")]

use crate::common::{
    Site,
    club::{Guest, PASSWORD, begin, club_with, open_club},
    ran_alone,
};
use serde_json::{Value, json};
use server::{AddedMember, ClubAdmin, Role};
use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    thread,
    time::{Duration, Instant},
};

/// 99 of 100 turns are answered within this time on a machine of its own.
const GOAL: Duration = Duration::from_millis(150);

/// The pause before each turn of a person. Robots answer at once.
const THINKING: Duration = Duration::from_millis(500);

/// A connection that is used for many requests, as browsers and robots do.
struct Talk<'a> {
    site: &'a Site,
    guest: &'a Guest,
    stream: Option<BufReader<TcpStream>>,
}

impl Talk<'_> {
    fn post(&mut self, path: &str, body: &Value) -> (u16, Value) {
        let body = body.to_string();
        let stream = self.stream.get_or_insert_with(|| BufReader::new(self.site.connect()));
        let text = format!(
            "POST /api/v1{path} HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {}\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            self.site.address,
            self.guest.token,
            body.len()
        );
        stream.get_mut().write_all(text.as_bytes()).unwrap();
        let (mut status, mut length) = (0, 0);
        loop {
            let mut line = String::new();
            stream.read_line(&mut line).unwrap();
            let lower = line.to_lowercase();
            if let Some(rest) = lower.strip_prefix("http/1.1 ") {
                status = rest[..3].parse().unwrap();
            } else if let Some(rest) = lower.strip_prefix("content-length:") {
                length = rest.trim().parse().unwrap();
            } else if line.trim().is_empty() {
                break;
            }
        }
        let mut body = vec![0; length];
        stream.read_exact(&mut body).unwrap();
        (status, serde_json::from_slice(&body).unwrap_or_default())
    }
}

/// Turns of a game that both sides play over and over; then it is given up, and another begins.
const TURNS: [&str; 8] = ["b1-c3", "b8-c6", "g1-f3", "g8-f6", "a2-b4", "a7-b5", "h2-g4", "h7-g5"];

fn calibration_loop(file: &mut std::fs::File) -> Duration {
    let began = Instant::now();
    let mut number = 1;
    for _ in 0..2_000_000 {
        number = testkit::mix(&[number]);
    }
    file.write_all(&number.to_le_bytes()).and_then(|()| file.sync_data()).unwrap();
    began.elapsed()
}

#[test]
fn a_whole_club_plays_for_a_while() {
    if ran_alone("club_load::a_whole_club_plays_for_a_while") {
        return;
    }
    // Three seconds with a tenth of the club in CI; the soak runs all of it for minutes.
    let scale = testkit::scale() as usize;
    let (members, games, robots) = ((50 * scale).min(500), (20 * scale).min(200), (5 * scale).min(50));
    let seconds = if scale == 1 { 3 } else { 300 };
    let mut site = club_with(open_club());
    site.end();
    site.limits.connections = 4096;
    site.limits.connections_per_client = 2048;
    site.limits.streams_per_client = 1024;
    site.begin();
    let mut admin = ClubAdmin::open(&site.folder, open_club().hashing).unwrap();
    let guests: Vec<Guest> = (0..members)
        .map(|number| {
            let name = format!("member{number}");
            let robot = number < robots;
            let new =
                AddedMember { name: &name, email: None, role: Role::Member, robot, password: Some(PASSWORD) };
            admin.add(&new).unwrap();
            let token = admin.token(&name).unwrap();
            Guest { name, token, ..Guest::default() }
        })
        .collect();
    drop(admin);
    let wish =
        json!({ "game": "knightthrough", "rated": true, "clock": { "initial": 10_000, "increment": 1 } });
    // A game has a member that thinks and, in turn, a robot or another member.
    let pair = |game: usize| {
        let first = &guests[robots + game % (members - robots)];
        let second =
            if game < robots { &guests[game] } else { &guests[robots + (game * 7 + 1) % (members - robots)] };
        if first.name == second.name { (first, &guests[game % robots]) } else { (first, second) }
    };
    let over = AtomicBool::new(false);
    let (finished, seen) = (AtomicU64::new(0), AtomicU64::new(0));
    let mut file = std::fs::File::create(site.folder.join("calibration")).unwrap();
    let mut loops = Vec::new();
    let mut times: Vec<Duration> = Vec::new();
    thread::scope(|scope| {
        // Robots follow their events.
        for robot in &guests[..robots] {
            let (site, seen) = (&site, &seen);
            scope.spawn(move || {
                let mut live = robot.follow(site, "/stream/event?since=0");
                while let Some(line) = live.line() {
                    seen.fetch_add(1, Ordering::Relaxed);
                    if line["type"] == "gameFinish" && line["game"]["reason"] == "aborted" {
                        return;
                    }
                }
            });
        }
        let players: Vec<_> = (0..games)
            .map(|game| {
                let (site, over, wish, finished) = (&site, &over, &wish, &finished);
                let (first, second) = pair(game);
                let is_robot = game < robots;
                scope.spawn(move || {
                    let mut times = Vec::new();
                    let mut talks = [first, second].map(|guest| Talk { site, guest, stream: None });
                    thread::sleep(THINKING * game as u32 / games as u32);
                    while !over.load(Ordering::Relaxed) {
                        let id = begin(site, first, second, wish);
                        for (number, turn) in TURNS.iter().enumerate() {
                            if !is_robot || number % 2 == 0 {
                                thread::sleep(THINKING);
                            }
                            let body = json!({ "version": number + 1, "turn": turn, "request": format!("t{number}") });
                            let began = Instant::now();
                            let (status, answer) = talks[number % 2].post(&format!("/club/games/{id}/turns"), &body);
                            times.push(began.elapsed());
                            assert_eq!(status, 200, "{answer}");
                            if over.load(Ordering::Relaxed) {
                                break;
                            }
                        }
                        let state = site.get(&format!("/club/games/{id}")).json(200)["state"]["version"].clone();
                        let (status, answer) = talks[0].post(&format!("/club/games/{id}/resign"), &json!({ "version": state }));
                        assert_eq!(status, 200, "{answer}");
                        finished.fetch_add(1, Ordering::Relaxed);
                    }
                    times
                })
            })
            .collect();
        let began = Instant::now();
        while began.elapsed() < Duration::from_secs(seconds) {
            thread::sleep(Duration::from_millis(200));
            loops.push(calibration_loop(&mut file));
        }
        over.store(true, Ordering::Relaxed);
        times = players.into_iter().flat_map(|player| player.join().unwrap()).collect();
        // An aborted game tells each robot's stream that this is the end.
        for robot in &guests[..robots] {
            let id = begin(&site, &guests[robots], robot, &wish);
            guests[robots].post(&site, &format!("/club/games/{id}/abort"), &json!({})).json(200);
        }
    });
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    let slowdown = (loops.iter().max().unwrap().as_secs_f64() / 0.010).max(1.0);
    println!(
        "{members} members, {games} games at once, {robots} robots, {seconds} s: {} turns, {} games finished, {} events; median {:?}, \
         p99 {:?}, most {:?}; machine {slowdown:.1} times slower than a quiet one",
        times.len(),
        finished.load(Ordering::Relaxed),
        seen.load(Ordering::Relaxed),
        at(0.5),
        at(0.99),
        at(1.0),
    );
    let status = site.get("/club").json(200);
    assert_eq!(status["playing"], 0, "every game was finished");
    assert_eq!(status["games"].as_u64(), Some(finished.load(Ordering::Relaxed) + robots as u64));
    assert!(
        at(0.99) < GOAL.mul_f64(slowdown),
        "p99 {:?}, machine {slowdown:.1} times slower than a quiet one",
        at(0.99)
    );
}
