//! Thousands of malformed requests: each gets an answer that is no 5xx, nothing panics, and nothing changes that should not.
//!
//! The other attacks are tested beside what they attack: games of others in `club_games.rs`; sessions, tokens, CSRF, guessing, who is a
//! member, secrets in files and forged proxy headers in `club_accounts.rs`; texts with scripts, and secrets in what the server writes,
//! in `tests/browser/club.test.mjs`.

use crate::common::{
    Site,
    club::{Guest, begin, club, live},
};
use serde_json::{Value, json};
use std::{
    io::{Read, Write},
    net::TcpStream,
};

/// A generator of numbers from a seed.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        self.0 = testkit::mix(&[self.0]);
        (self.0 >> 11) as usize % most
    }

    fn one_of<'a, T: ?Sized>(&mut self, list: &[&'a T]) -> &'a T {
        list[self.below(list.len())]
    }
}

/// Values that are often forgotten.
const VALUES: [&str; 24] = [
    "null",
    "true",
    "0",
    "-1",
    "1e308",
    "9223372036854775808",
    "\"\"",
    "\"ann\"",
    "\"bob\"",
    "\"<script>\"",
    "[]",
    "{}",
    "[[]]",
    "\"\\u0000\"",
    "\"\\ud83d\"",
    "\"../../etc/passwd\"",
    "\"' OR 1=1 --\"",
    "\"%s%n\"",
    "\"tzaar\"",
    "{\"days\":2}",
    "{\"initial\":-5}",
    "\"b1-c3\"",
    "[\"read\"]",
    "1.5",
];

const FIELDS: [&str; 24] = [
    "name", "password", "email", "code", "old", "new", "scopes", "to", "game", "variant", "side", "rated",
    "clock", "version", "turn", "request", "text", "about", "game_id", "note", "hours", "disabled", "days",
    "up_to",
];

fn body(numbers: &mut Numbers) -> String {
    let fields =
        (0..numbers.below(5)).map(|_| format!("\"{}\":{}", numbers.one_of(&FIELDS), numbers.one_of(&VALUES)));
    let whole = format!("{{{}}}", fields.collect::<Vec<_>>().join(","));
    match numbers.below(8) {
        0 => whole[..numbers.below(whole.len() + 1)].to_string(),
        1 => "[".repeat(numbers.below(3000)),
        2 => whole.replace('"', "'"),
        3 => format!("{whole}{whole}"),
        _ => whole,
    }
}

/// A path of the club with something in the place of its parameters.
fn path(numbers: &mut Numbers, paths: &[(String, Vec<String>)], game: &str) -> (String, String) {
    let (path, methods) = &paths[numbers.below(paths.len())];
    let value = numbers.one_of(&[
        game,
        "ann",
        "bob",
        "tzaar",
        "0",
        "..",
        "%2e%2e%2f",
        "%00",
        "%ff%fe",
        "a%20b",
        "'",
        "deleted-1",
        "0123456789abcdef01",
        "\u{fffd}",
    ]);
    let mut path = path.replace("{id}", value).replace("{name}", value).replace("{game}", value);
    if numbers.below(3) == 0 {
        let query = [
            "?since=-1",
            "?since=x",
            "?limit=0&before=99999999999999999999",
            "?%00=1",
            "?running=maybe",
            "?limit=4294967296",
        ];
        path += query[numbers.below(query.len())];
    }
    (methods[numbers.below(methods.len())].to_uppercase(), path)
}

fn head(numbers: &mut Numbers, site: &Site, guests: &[&Guest]) -> String {
    let guest = guests[numbers.below(guests.len())];
    let mut head = format!("host: {}\r\n", site.address);
    match numbers.below(10) {
        0 => head += "authorization: Bearer \r\n",
        1 => head += "authorization: Basic YW5uOng=\r\n",
        2 => head += "cookie: quadrille_session\r\n",
        3 => {
            head += &format!(
                "cookie: quadrille_session={}; quadrille_session=x\r\n",
                "y".repeat(numbers.below(4000))
            )
        }
        4 => head += "x-forwarded-for: 1.2.3.4, ,,\r\n",
        _ => {
            if !guest.cookie.is_empty() {
                head += &format!("cookie: {}\r\nx-csrf-token: {}\r\n", guest.cookie, guest.csrf);
            }
            if !guest.token.is_empty() {
                head += &format!("authorization: Bearer {}\r\n", guest.token);
            }
        }
    }
    head
}

/// The status of a request, read without waiting for the end of a stream.
fn status(site: &Site, bytes: &[u8]) -> u16 {
    let mut stream: TcpStream = site.connect();
    let _ = stream.write_all(bytes);
    let mut start = Vec::new();
    let mut buffer = [0; 64];
    while start.len() < 13 {
        match stream.read(&mut buffer) {
            Ok(read) if read > 0 => start.extend_from_slice(&buffer[..read]),
            _ => break,
        }
    }
    let text = String::from_utf8_lossy(&start);
    text.split_whitespace().nth(1).and_then(|word| word.parse().ok()).unwrap_or(0)
}

/// 10,000 requests at the scale of a release, a part of them in CI.
#[test]
fn malformed_requests_are_refused_and_change_nothing() {
    let site = club();
    let [ann, bob, eve] = ["ann", "bob", "eve"].map(|name| Guest::join(&site, name));
    let game = begin(&site, &ann, &bob, &live("knightthrough"));
    let token = eve.with_token(&site, &["read", "challenge", "play"]);
    let document = site.get("/openapi.json").json(200);
    let described = document["paths"].as_object().unwrap().iter();
    // Ending her own session and account, and starting programs, is not what this is about.
    let left_out =
        ["/account", "/account/logout", "/analysis", "/review", "/regions", "/matches", "/experiments"];
    let paths: Vec<(String, Vec<String>)> = described
        .filter(|(path, _)| !left_out.contains(&path.as_str()))
        .map(|(path, methods)| (path.clone(), methods.as_object().unwrap().keys().cloned().collect()))
        .collect();
    let guests = [&eve, &token, &Guest::default()];
    let full = |name: &str| site.get(&format!("/members/{name}")).json(200)["ratings"].clone();
    let ratings = full("ann");
    let mut numbers = Numbers(20);
    let mut seen = std::collections::BTreeMap::<u16, u32>::new();
    let requests = 1500 * testkit::scale().min(7);
    for number in 0..requests {
        let (method, path) = path(&mut numbers, &paths, &game);
        let (head, body) = (head(&mut numbers, &site, &guests), body(&mut numbers));
        let kind = if numbers.below(10) == 0 { "text/html" } else { "application/json" };
        let mut bytes = format!(
            "{method} /api/v1{path} HTTP/1.1\r\n{head}content-type: {kind}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
            body.len()
        )
        .into_bytes();
        // Some are damaged as a whole.
        if numbers.below(6) == 0 {
            let at = numbers.below(bytes.len());
            match numbers.below(3) {
                0 => bytes[at] = numbers.below(256) as u8,
                1 => bytes.truncate(at.max(1)),
                _ => bytes.insert(at, numbers.below(256) as u8),
            }
            // A request that is cut short waits for its rest; closing the connection ends it.
            let mut stream = site.connect();
            let _ = stream.write_all(&bytes);
            let _ = stream.shutdown(std::net::Shutdown::Write);
            let mut rest = [0; 1];
            let _ = stream.set_read_timeout(Some(std::time::Duration::from_millis(50)));
            let _ = stream.read(&mut rest);
            continue;
        }
        let status = status(&site, &bytes);
        assert!((200..500).contains(&status), "request {number} got {status}: {method} {path} {body}");
        *seen.entry(status).or_default() += 1;
    }
    assert!(seen.keys().filter(|&&status| status >= 400).count() >= 5, "many kinds of refusals: {seen:?}");
    let now = site.get(&format!("/club/games/{game}")).json(200)["state"].clone();
    assert_eq!(
        (&now["turns"], &now["status"]),
        (&json!(""), &json!("started")),
        "a game of others is as it was"
    );
    assert_eq!(full("ann"), ratings);
    assert_eq!(ann.get(&site, "/account/tokens").json(200)["tokens"], Value::Array(Vec::new()));
    for guest in [&ann, &bob] {
        assert_eq!(guest.get(&site, "/account").status, 200);
    }
}
