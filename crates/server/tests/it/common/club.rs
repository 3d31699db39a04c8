//! A club for tests, and members that talk to it.

use super::{Answer, Live, SetClocks, Site, converse, eager};
use serde_json::{Value, json};
use server::{ClubConfig, Hashing, Registration, SystemClocks, TimeSource};
use std::{
    io::Write,
    sync::{Arc, atomic::Ordering},
};

pub const PASSWORD: &str = "correct horse";

/// A club that anyone may join, with passwords that are hashed quickly.
pub fn open_club() -> ClubConfig {
    ClubConfig {
        registration: Registration::Open,
        hashing: Hashing { memory: 64, passes: 1, ..Hashing::default() },
        account_rate: 1e6,
        account_burst: 1e6,
        ..ClubConfig::default()
    }
}

/// A club that anyone may join.
pub fn club() -> Site {
    club_with(open_club())
}

pub fn club_with(config: ClubConfig) -> Site {
    Site::open(players::GAMES, eager(), Arc::new(SystemClocks::default()), Some(config))
}

/// A club whose clocks the test sets.
pub fn timed_club(config: ClubConfig) -> (Site, Arc<SetClocks>) {
    let clocks = Arc::new(SetClocks::default());
    // Long after the first of January 1970, so that what is older exists.
    clocks.time_of_day.store(1_800_000_000_000, Ordering::SeqCst);
    clocks.running.store(1_000_000, Ordering::SeqCst);
    let time: Arc<dyn TimeSource> = Arc::<SetClocks>::clone(&clocks);
    (Site::open(players::GAMES, eager(), time, Some(config)), clocks)
}

/// How someone signs in.
#[derive(Clone, Default)]
pub struct Guest {
    pub name: String,
    pub cookie: String,
    pub csrf: String,
    pub token: String,
}

impl Guest {
    /// Registers and signs in.
    pub fn join(site: &Site, name: &str) -> Guest {
        let body = json!({ "name": name, "password": PASSWORD });
        assert_eq!(site.post("/account/register", &body).json(202)["state"], "active");
        Guest::sign_in(site, name)
    }

    pub fn sign_in(site: &Site, name: &str) -> Guest {
        let body = json!({ "name": name, "password": PASSWORD });
        let answer = site.post("/account/login", &body);
        let csrf = answer.json(200)["csrf"].as_str().unwrap().to_string();
        Guest { name: name.into(), cookie: cookie_of(&answer), csrf, token: String::new() }
    }

    /// The same member with a token instead of a session.
    pub fn with_token(&self, site: &Site, scopes: &[&str]) -> Guest {
        let made = self.post(site, "/account/tokens", &json!({ "name": "test", "scopes": scopes })).json(201);
        Guest { name: self.name.clone(), token: made["token"].as_str().unwrap().into(), ..Guest::default() }
    }

    fn head(&self, site: &Site, method: &str, path: &str, length: usize) -> String {
        let mut head = format!("{method} /api/v1{path} HTTP/1.1\r\nhost: {}\r\n", site.address);
        if !self.cookie.is_empty() {
            head += &format!("cookie: theme=dark; {}\r\n", self.cookie);
        }
        if !self.csrf.is_empty() {
            head += &format!("x-csrf-token: {}\r\n", self.csrf);
        }
        if !self.token.is_empty() {
            head += &format!("authorization: Bearer {}\r\n", self.token);
        }
        if length > 0 {
            head += "content-type: application/json\r\n";
        }
        head + &format!("content-length: {length}\r\n")
    }

    pub fn ask(&self, site: &Site, method: &str, path: &str, body: &str) -> Answer {
        let head = self.head(site, method, path, body.len());
        converse(site.connect(), format!("{head}connection: close\r\n\r\n{body}").as_bytes())
    }

    pub fn get(&self, site: &Site, path: &str) -> Answer {
        self.ask(site, "GET", path, "")
    }

    pub fn post(&self, site: &Site, path: &str, body: &Value) -> Answer {
        self.ask(site, "POST", path, &body.to_string())
    }

    /// Follows a stream of lines.
    pub fn follow(&self, site: &Site, path: &str) -> Live {
        let mut stream = site.connect();
        stream.write_all(format!("{}\r\n", self.head(site, "GET", path, 0)).as_bytes()).unwrap();
        Live::new(stream)
    }
}

/// The session cookie that an answer sets, as a browser would send it back.
pub fn cookie_of(answer: &Answer) -> String {
    let line = answer.head.lines().find(|line| line.to_lowercase().starts_with("set-cookie:")).unwrap();
    line.split_once(':').unwrap().1.split(';').next().unwrap().trim().to_string()
}

/// A running game of two members; the first one named plays the first side.
pub fn begin(site: &Site, first: &Guest, second: &Guest, wish: &Value) -> String {
    let mut wish = wish.clone();
    wish["to"] = json!(second.name);
    wish["side"] = json!("first");
    let challenge = first.post(site, "/challenges", &wish).json(201);
    let path = format!("/challenges/{}/accept", challenge["id"].as_str().unwrap());
    second.post(site, &path, &json!({})).json(200)["game_id"].as_str().unwrap().to_string()
}

/// Five minutes each.
pub fn live(game: &str) -> Value {
    json!({ "game": game, "rated": true, "clock": { "initial": 300, "increment": 2 } })
}

/// Some turn, chosen by a number.
pub fn some_turn(board: &dyn players::Board, number: u64) -> String {
    let mut actions = Vec::new();
    loop {
        let partial = board.partial(&actions).unwrap();
        if partial.complete || partial.next.is_empty() {
            return partial.word;
        }
        let at = testkit::mix(&[number, actions.len() as u64]) as usize % partial.next.len();
        actions.push(partial.next[at].text.clone());
    }
}
