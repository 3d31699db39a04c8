//! Clients that mean harm or do not know better: everything gets an answer, nothing gets through, and others are served.

use crate::common;

use common::{Site, eager};
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
    for more in [
        "origin: http://evil.test\r\n",
        "origin: null\r\n",
        "sec-fetch-site: cross-site\r\n",
        "sec-fetch-site: same-site\r\n",
    ] {
        assert_eq!(ask("POST", games, &own, more).status, 403, "{more}");
        // Looking costs time too, and an analysis costs all of it.
        for path in [
            "/api/v1/analysis?game=tzaar",
            "/api/v1/regions?game=amazons",
            "/api/v1/review?game=tzaar",
            games,
        ] {
            assert_eq!(ask("GET", path, &own, more).status, 403, "{path} {more}");
        }
    }
    assert_eq!(site.searches(), 0, "no search was started");
    for more in ["sec-fetch-site: same-origin\r\n", "sec-fetch-site: none\r\n"] {
        assert_eq!(ask("GET", games, &own, more).status, 200, "{more}");
    }
    let link = "sec-fetch-site: cross-site\r\nsec-fetch-mode: navigate\r\n";
    assert_eq!(ask("GET", "/play/x", &own, link).status, 200, "a link to the page");
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
    let site = Site::with(Limits { request_timeout: Duration::from_millis(400), ..limits() });
    let mut slow: Vec<_> = (0..500).filter_map(|_| site.connect_from(2).ok()).collect();
    slow.iter_mut().for_each(|stream| drop(stream.write_all(b"GET /api/v1/sta")));
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

/// Of two thousand connections of one client most are refused, and another client notices nothing.
#[test]
fn one_client_does_not_lock_out_another() {
    let files = rustix::process::getrlimit(rustix::process::Resource::Nofile);
    let raised = rustix::process::Rlimit { current: files.maximum, maximum: files.maximum };
    let _ = rustix::process::setrlimit(rustix::process::Resource::Nofile, raised);
    let most = rustix::process::getrlimit(rustix::process::Resource::Nofile).current.unwrap_or(1 << 20);
    let hostile = (most.saturating_sub(2000) as usize).clamp(600, 2000);
    let site = Site::with(Limits { write_timeout: Duration::from_secs(600), ..limits() });
    let wish = json!({ "game": "knightthrough", "seats": ["person", "person"] });
    let game = format!("/games/{}", site.post("/games", &wish).json(201)["id"].as_str().unwrap());
    let host = site.address;
    let attacks = [
        format!("GET /api/v1{game}/events HTTP/1.1\r\nhost: {host}\r\n\r\n"),
        format!("GET /api/v1/openapi.json HTTP/1.1\r\nhost: {host}\r\n\r\n").repeat(50),
        "GET /api/v1/sta".to_string(),
        String::new(),
    ];
    let mut crowd: Vec<std::net::TcpStream> = Vec::new();
    for number in 0..hostile {
        // A connection that is refused at once fails here or later.
        if let Ok(mut stream) = site.connect_from(2) {
            let _ = stream.set_write_timeout(Some(Duration::from_millis(100)));
            let _ = stream.write_all(attacks[number % attacks.len()].as_bytes());
            crowd.push(stream);
        }
    }
    let open = site.get("/status").json(200)["connections"].as_u64().unwrap();
    assert!(open <= 1 + limits().connections_per_client as u64, "{open} connections");
    for version in 1..=4 {
        let began = Instant::now();
        let page = format!("GET / HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
        assert_eq!(site.raw(page.as_bytes()).status, 200);
        assert!(began.elapsed() < Duration::from_secs(1), "{:?}", began.elapsed());
        let turn = ["b1-c3", "b8-c6", "g1-f3", "g8-f6"][version - 1];
        site.post(&format!("{game}/turns"), &json!({ "version": version, "turn": turn })).json(200);
        site.follow(&format!("{game}/events")).until("game");
    }
    // The client itself is told why, a few of its connections at a time.
    wait_until("it is refused", || {
        let refused = site.ask_from(2, "GET", "/status", "");
        refused.status == 503
            && refused.body.contains("too many open connections")
            && refused.head.to_lowercase().contains("retry-after")
    });
    drop(crowd);
    wait_until("its places are free again", || site.ask_from(2, "GET", "/status", "").status == 200);
}

#[test]
fn a_full_server_serves_newcomers_at_the_cost_of_the_greediest() {
    let site = Site::with(Limits { connections: 40, connections_per_client: 20, ..limits() });
    let _crowd: Vec<_> = (0..60).map(|n| site.connect_from(2 + n / 20).unwrap()).collect();
    wait_until("forty are open", || site.get("/status").json(200)["connections"].as_u64().unwrap() >= 39);
    for newcomer in 10..20 {
        assert_eq!(site.ask_from(newcomer, "GET", "/status", "").status, 200);
    }
}

#[test]
fn clients_that_read_nothing_are_cut_off() {
    let site = Site::with(Limits { write_timeout: Duration::from_millis(300), ..limits() });
    let mut deaf = site.connect_from(2).unwrap();
    deaf.set_write_timeout(Some(Duration::from_millis(100))).unwrap();
    let asks = format!("GET /api/v1/openapi.json HTTP/1.1\r\nhost: {}\r\n\r\n", site.address).repeat(300);
    let _ = deaf.write_all(asks.as_bytes());
    wait_until("it is cut off", || site.get("/status").json(200)["connections"] == 1);
}

#[test]
fn event_streams_of_a_client_are_limited() {
    let site = Site::with(Limits { streams_per_client: 3, ..limits() });
    let wish = json!({ "game": "knightthrough", "seats": ["person", "person"] });
    let events = format!("/games/{}/events", site.post("/games", &wish).json(201)["id"].as_str().unwrap());
    let mut open: Vec<_> = (0..3).map(|_| site.follow(&events)).collect();
    open.iter_mut().for_each(|live| drop(live.until("game")));
    let fourth = site.get(&events);
    assert!(fourth.refused(429).contains("you follow 3 streams"), "{}", fourth.body);
    assert!(fourth.head.to_lowercase().contains("retry-after"), "{}", fourth.head);
    site.follow_from(2, &events).until("game");
    drop(open);
    wait_until("they are closed", || site.get("/status").json(200)["connections"] == 1);
    site.follow(&events).until("game");
}

/// Five analyses of the strongest player by one client used to take all the memory that searches have.
#[test]
fn one_client_leaves_searches_and_memory_to_others() {
    let site = Site::with(limits());
    let path = "/analysis?game=tzaar&spec=alphabeta:tt=512M";
    let mut greedy: Vec<_> = (0..2).map(|_| site.follow_from(2, path)).collect();
    greedy.iter_mut().for_each(|live| drop(live.until("hello")));
    let third = site.ask_from(2, "GET", path, "");
    assert!(third.refused(429).contains("1200M that one client may use"), "{}", third.body);
    site.follow(path).until("hello");
    drop(greedy);
    wait_until("searches of those who left end", || site.searches() == 0);
    let small = "/analysis?game=tzaar&spec=alphabeta:tt=1M";
    let most = limits().searches_per_client;
    let mut many: Vec<_> = (0..most).map(|_| site.follow_from(3, small)).collect();
    many.iter_mut().for_each(|live| drop(live.until("hello")));
    assert!(site.ask_from(3, "GET", small, "").refused(429).contains("of them yours"));
    site.follow(small).until("hello");
    // Engines of stored games count for the client that plays against them.
    let wish = json!({ "game": "tzaar", "seats": [{ "engine": "alphabeta:tt=1M" }, "person"] });
    let body = wish.to_string();
    let waits = site.ask_from(3, "POST", "/games", &body).json(201)["id"].as_str().unwrap().to_string();
    let made = site.post("/games", &wish).json(201);
    wait_until("the engine of another client thinks", || {
        let searches = site.get("/status").json(200)["searches"].clone();
        searches.as_array().unwrap().iter().filter(|search| search["what"] == "play").count() == 1
    });
    drop(many);
    for id in [waits.as_str(), made["id"].as_str().unwrap()] {
        wait_until("both engines move", || {
            // An engine that waits for its turn to search has no turn to play yet.
            site.post(&format!("/games/{id}/move-now"), &json!({}));
            site.get(&format!("/games/{id}")).json(200)["to_move"] == 1
        });
    }
}

/// A body or a query without end is refused, and the server goes on.
#[test]
fn texts_without_end_are_refused() {
    let site = Site::with(eager());
    let (deep, digits) = ("[".repeat(10_000), "9".repeat(1_000_000));
    let turns = "b1-c3 ".repeat(1_000_000);
    let position = "N".repeat(10_000_000);
    let nul = "{\"game\":\"tzaar\u{0}\",\"seats\":[\"person\",\"person\"]}";
    let text = |value: serde_json::Value| value.to_string();
    for (body, is_too_large) in [
        (deep, false),
        (format!("{{\"seed\":{digits}}}"), true),
        (digits[..60_000].to_string(), false),
        (nul.to_string(), false),
        (text(json!({ "game": "tzaar\u{0}", "seats": ["person", "person"] })), false),
        (text(json!({ "game": "knightthrough", "seats": ["person", "person"], "position": position })), true),
        (text(json!({ "game": "knightthrough", "text": turns })), true),
        (text(json!({ "game": "knightthrough", "text": &turns[..60_000] })), false),
    ] {
        for path in ["/games", "/import", "/arrange", "/matches"] {
            let status = site.ask("POST", path, &body).status;
            // A client that is still sending when it is refused may not hear why.
            let is_refused =
                if is_too_large { [0, 413].contains(&status) } else { (400..500).contains(&status) };
            assert!(is_refused, "{path} {body:.40}: {status}");
        }
    }
    for query in [format!("position={}", &position[..40_000]), format!("turns={}", "b1-c3+".repeat(9_000))] {
        let answer = site.get(&format!("/board?game=knightthrough&{query}"));
        assert!([413, 414, 431].contains(&answer.status), "{}", answer.status);
    }
    // A head that is longer than any buffer is cut off, with or without a word.
    let endless = site.get(&format!("/board?game=knightthrough&position={position}"));
    assert!([0, 413, 414, 431].contains(&endless.status), "{}", endless.status);
    assert_eq!(site.get("/status").status, 200, "still there");
}

/// Compressing takes long, on the threads that serve everyone.
#[test]
fn only_short_answers_are_compressed() {
    let site = Site::new();
    let is_compressed = |path: &str| {
        let head = format!("GET {path} HTTP/1.1\r\nhost: {}\r\n", site.address);
        let answer = site.raw(format!("{head}accept-encoding: gzip\r\nconnection: close\r\n\r\n").as_bytes());
        assert_eq!(answer.status, 200, "{path}");
        answer.head.to_lowercase().contains("content-encoding: gzip")
    };
    assert!(is_compressed("/js/board.js") && is_compressed("/api/v1/board?game=tzaar"));
    let (start, turns) = crate::chaos::walk(1500);
    let wish = json!({ "game": "arimaa", "seats": ["person", "person"], "position": start, "turns": turns });
    let game = site.post("/games", &wish);
    assert!(game.body.len() > 64 << 10, "{} bytes", game.body.len());
    let path = format!("/api/v1/games/{}", game.json(201)["id"].as_str().unwrap());
    assert!(!is_compressed(&path), "{} bytes", game.body.len());
}

/// The address that is used unless another one is given reaches this machine only.
#[test]
fn only_this_machine_is_served_by_default() {
    let address: std::net::SocketAddr = server::Config::DEFAULT_ADDRESS.parse().unwrap();
    assert!(address.ip().is_loopback());
    assert!(server::Config::new(players::GAMES, "x".into()).address.ip().is_loopback());
}

/// A link in the data folder leads nowhere: no name of a request becomes a name of a file.
#[test]
fn links_in_the_data_folder_are_not_followed() {
    let site = Site::new();
    let outside = site.folder.with_extension("outside");
    std::fs::create_dir_all(&outside).unwrap();
    std::fs::write(outside.join("secret.json"), "secret").unwrap();
    for name in ["0123456789abcdef01", "games", "tzaar-table-4.16"] {
        std::os::unix::fs::symlink(&outside, site.folder.join(name)).unwrap();
        for path in [
            format!("/games/{name}"),
            format!("/matches/{name}"),
            format!("/experiments/{name}/results/own/table"),
        ] {
            let answer = site.get(&path);
            assert_eq!(answer.status, 404, "{path}: {}", answer.body);
        }
        assert_eq!(site.ask("DELETE", &format!("/games/{name}"), "").status, 404);
    }
    assert_eq!(std::fs::read_to_string(outside.join("secret.json")).unwrap(), "secret");
    std::fs::remove_dir_all(&outside).unwrap();
}

fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < Duration::from_secs(10), "{what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}
