//! Clients that mean harm or do not know better: everything gets an answer, nothing gets through, and others are served.

use crate::common;

use common::Site;
use serde_json::json;
use server::Limits;
use std::{
    io::{Read, Write},
    time::{Duration, Instant},
};

fn limits() -> Limits {
    Limits::for_cores(2)
}

#[test]
fn bodies_are_bounded_and_have_to_be_json() {
    let site = Site::new();
    let host = site.address;
    let large = format!(
        "POST /api/v1/games HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\ncontent-length: 10000000\r\n\r\n{{"
    );
    // Refused by its announced length, long before it has arrived.
    let mut stream = site.connect();
    stream.write_all(large.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 413"), "{answer}");
    let fat = json!({ "game": "tzaar", "seats": ["person", "person"], "position": "x".repeat(100_000) });
    assert_eq!(site.post("/games", &fat).status, 413);
    let nested = "[".repeat(10_000);
    assert_eq!(site.ask("POST", "/games", &nested).status, 400);
    let pasted = json!({ "game": "tzaar", "text": format!("{{\"a\":{nested}") });
    assert!(site.post("/import", &pasted).refused(400).contains("recursion"));
    assert_eq!(site.ask("POST", "/games", &"9".repeat(60_000)).status, 400);
    let mut bytes = format!(
        "POST /api/v1/games HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: 4\r\n\r\n"
    )
    .into_bytes();
    bytes.extend([0xff, 0xfe, 0x00, 0x80]);
    assert_eq!(site.raw(&bytes).status, 400);
    let form = format!(
        "POST /api/v1/games HTTP/1.1\r\nhost: {host}\r\ncontent-type: text/plain\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{{}}"
    );
    assert_eq!(site.raw(form.as_bytes()).status, 415, "what a foreign form can send is not taken");
    assert!(
        site.ask("POST", "/games", "{\"game\":\"tzaar\",\"seats\":[],\"x\":1}").refused(400).contains("body")
    );
    assert_eq!(site.get("/status").status, 200, "still there");
}

#[test]
fn long_and_strange_texts_are_refused_quickly() {
    let site = Site::new();
    let moves = "b1-c3%20".repeat(6000);
    let began = Instant::now();
    for path in [
        format!("/board?game=knightthrough&turns={moves}"),
        format!("/board?game=tzaar&position={}", "t".repeat(30_000)),
        "/board?game=tzaar&position=%00%ff".to_string(),
        "/board?game=tzaar&partial=%1b%5b31m".to_string(),
        format!("/typed?game=tzaar&text={}", "E".repeat(5000)),
        "/board?game=..%2f..%2fetc&position=x".to_string(),
        "/board".to_string(),
        "/nothing".to_string(),
    ] {
        let answer = site.get(&path);
        assert!((400..500).contains(&answer.status), "{path:.60}: {}", answer.status);
        assert!(!answer.body.contains('\u{1b}'), "control characters are escaped: {}", answer.body);
    }
    assert!(began.elapsed() < Duration::from_secs(5));
    assert_eq!(site.get("/status").status, 200);
}

#[test]
fn names_lead_to_nothing_outside_the_database() {
    let site = Site::new();
    let secret = site.folder.join("secret.txt");
    std::fs::write(&secret, "secret").unwrap();
    let long = "a".repeat(300);
    for name in [
        "..",
        "../secret.txt",
        "..%2fsecret.txt",
        "%2e%2e%2f",
        "CON",
        "/etc/passwd",
        "%00",
        long.as_str(),
        "g'; --",
    ] {
        for answer in [
            site.get(&format!("/games/{name}")),
            site.ask("DELETE", &format!("/games/{}", common::encoded(name)), ""),
            site.get(&format!("/matches/{name}")),
        ] {
            assert!((400..500).contains(&answer.status), "{name}: {} {}", answer.status, answer.body);
            assert!(!answer.body.contains("secret\n"), "{name}");
        }
        let plain = format!("GET /js/{name} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", site.address);
        assert!((400..500).contains(&site.raw(plain.as_bytes()).status), "{name} is no file of the page");
    }
    assert_eq!(std::fs::read_to_string(secret).unwrap(), "secret");
}

#[test]
fn absurd_budgets_are_refused_with_the_range() {
    let site = Site::new();
    for (spec, token) in [
        ("alphabeta:tt=10T", "tt"),
        ("alphabeta:tt=32G", "at most 640M"),
        ("combined:tt=400M,pn.tt=400M", "at most 640M"),
        ("level:beginner,tt=2^40e", "tt"),
        ("pns:tree=16G", "at most 640M"),
        ("mcts:memory=16G", "at most 640M"),
        ("mcts:memory=0", "is not a value of memory"),
        ("alphabeta:tt=-1", "is not a value of tt"),
        ("alphabeta:tt=NaN", "is not a value of tt"),
        ("alphabeta:tt=9223372036854775808", "is not a value of tt"),
        ("combined:tt=300M,opening=50", "at most 640M"),
        ("alphabeta:threads=0", "is not a value of threads"),
        ("alphabeta:threads=-1", "is not a value of threads"),
        ("alphabeta:threads=64", "asks for 64 threads; at most 2 are allowed"),
        ("alphabeta:threads=9223372036854775808", "is not a value of threads"),
        ("alphabeta:depth=NaN", "depth"),
        ("alphabeta:time=-1s", "time"),
        ("aei:rm -rf x", "is not a player of tzaar"),
        ("ugi:sh", "is not a player of tzaar"),
        ("/bin/sh", "is not a player of tzaar"),
        ("", "is not a player of tzaar"),
    ] {
        let wish = json!({ "game": "tzaar", "seats": ["person", { "engine": spec }] });
        let answer = site.post("/games", &wish);
        assert!((400..500).contains(&answer.status), "{spec}: {}", answer.status);
        let sentence = answer.refused(answer.status);
        assert!(sentence.contains(token), "{spec}: {sentence}");
    }
    for query in [
        "lines=0",
        "lines=6",
        "lines=-1",
        "ms=0",
        "ms=9223372036854775808",
        "nodes=0",
        "depth=0",
        "depth=201",
        "depth=NaN",
    ] {
        assert_eq!(site.get(&format!("/analysis?game=tzaar&{query}")).status, 400, "{query}");
    }
    for clock in ["0s", "NaN", "depth=3", "1h", "-5m"] {
        let wish = json!({ "game": "tzaar", "seats": ["person", "person"], "clock": clock });
        assert!((400..500).contains(&site.post("/games", &wish).status), "{clock}");
    }
    for games in [0, 3, 1_000_000] {
        let plan =
            json!({ "game": "tzaar", "players": ["random", "random"], "games": games, "control": "nodes=1" });
        assert!(site.post("/matches", &plan).refused(400).contains("even number"));
    }
    let file = json!({ "game": "tzaar", "players": ["random", "random"], "games": 2, "control": "nodes=1", "openings": "/etc/passwd" });
    assert!(site.post("/matches", &file).refused(400).contains("random:K"));
}

#[test]
fn too_many_requests_and_searches_are_told_to_wait() {
    let site = Site::with(Limits { rate: 1.0, burst: 5.0, searches_per_client: 2, ..limits() });
    let wish = json!({ "game": "tzaar", "seats": ["person", "person"] });
    let answers: Vec<_> = (0..8).map(|_| site.post("/games", &wish)).collect();
    assert_eq!(answers.iter().filter(|a| a.status == 201).count(), 5);
    let refused = answers.last().unwrap();
    assert_eq!(refused.status, 429);
    assert!(refused.head.to_lowercase().contains("retry-after: 1"), "{}", refused.head);
    assert_eq!(site.get("/status").status, 200, "looking is not limited");
    let mut running: Vec<_> =
        (0..2).map(|_| site.follow("/analysis?game=tzaar&spec=alphabeta:tt=1M")).collect();
    running.iter_mut().for_each(|live| drop(live.until("hello")));
    let third = site.get("/analysis?game=tzaar&spec=alphabeta:tt=1M");
    assert_eq!(third.status, 429);
    assert!(third.head.to_lowercase().contains("retry-after"), "{}", third.head);
    drop(running);
    wait_until("searches of those who left end", || site.searches() == 0);
}

#[test]
fn all_searches_together_have_a_bounded_memory() {
    let site = Site::with(Limits { memory: 100 << 20, ..limits() });
    let mut first = site.follow("/analysis?game=knightthrough&spec=alphabeta:tt=64M");
    first.until("hello");
    assert!(site.get("/analysis?game=knightthrough&spec=alphabeta:tt=64M").refused(429).contains("100M"));
    site.follow("/analysis?game=knightthrough&spec=alphabeta:tt=16M").until("hello");
}

#[test]
fn other_sites_can_neither_change_nor_read_anything() {
    let site = Site::new();
    let body = "{\"game\":\"tzaar\",\"seats\":[\"person\",\"person\"]}";
    let ask = |method: &str, path: &str, host: &str, more: &str| {
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {host}\r\n{more}content-type: application/json\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        );
        site.raw(head.as_bytes())
    };
    let own = site.address.to_string();
    let games = "/api/v1/games";
    assert_eq!(ask("POST", games, &own, "").status, 201, "a script on this machine");
    assert_eq!(ask("POST", games, &own, &format!("origin: http://{own}\r\n")).status, 201, "the page");
    for more in ["origin: http://evil.test\r\n", "origin: null\r\n", "sec-fetch-site: cross-site\r\n"] {
        assert_eq!(ask("POST", games, &own, more).status, 403, "{more}");
    }
    // A foreign name that points at this machine.
    for host in ["evil.test", "evil.test:80", "localhost.evil.test", "127.0.0.1.evil.test"] {
        assert_eq!(ask("GET", games, host, "").status, 403, "{host}");
        assert_eq!(ask("GET", "/", host, "").status, 403, "{host}");
    }
    for host in ["localhost", "localhost:1", "[::1]:7878", "quadrille.test"] {
        assert_eq!(ask("GET", games, host, "").status, 200, "{host}");
    }
    let page = ask("GET", "/", &own, "");
    let head = page.head.to_lowercase();
    assert!(head.contains("content-security-policy: default-src 'none'; script-src 'self'"), "{head}");
    assert!(head.contains("x-content-type-options: nosniff") && head.contains("x-frame-options: deny"));
    assert!(!head.contains("access-control-allow"));
}

#[test]
fn names_with_signs_of_power_stay_texts() {
    let site = Site::new();
    for name in ["<script>alert(1)</script>", "\u{1b}[31mred", &"n".repeat(81)] {
        let wish = json!({ "game": "tzaar", "seats": ["person", "person"], "name": name });
        let answer = site.post("/games", &wish);
        if name.starts_with('<') {
            let id = answer.json(201)["id"].as_str().unwrap().to_string();
            let shown = site.get(&format!("/games/{id}"));
            assert!(shown.head.to_lowercase().contains("content-type: application/json"), "{}", shown.head);
        } else {
            assert!(answer.refused(400).contains("a name has"), "{}", answer.body);
        }
    }
}

#[test]
fn slow_clients_are_cut_off_and_others_served() {
    let site =
        Site::with(Limits { request_timeout: Duration::from_millis(400), connections: 64, ..limits() });
    let mut slow: Vec<_> = (0..40).map(|_| site.connect()).collect();
    slow.iter_mut().for_each(|stream| stream.write_all(b"GET /api/v1/sta").unwrap());
    let began = Instant::now();
    assert_eq!(site.get("/status").status, 200);
    assert!(began.elapsed() < Duration::from_secs(1), "{:?}", began.elapsed());
    for stream in &mut slow {
        let mut rest = Vec::new();
        // Cut off, with or without a word.
        let _ = stream.read_to_end(&mut rest);
    }
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
    assert_eq!(site.get("/status").status, 200);
}

fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < Duration::from_secs(10), "{what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}
