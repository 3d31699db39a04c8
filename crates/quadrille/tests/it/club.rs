//! The club as a program: where it listens, its administration, and what survives when it is killed.

use crate::common::{self, Folder, good, quadrille, refused};
use serde_json::{Value, json};
use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Child, ChildStdout, Stdio},
    sync::atomic::{AtomicU32, Ordering},
    thread,
    time::{Duration, Instant},
};

pub struct Club {
    pub child: Child,
    pub address: String,
    /// Kept open: a program whose reader has gone away ends.
    _output: BufReader<ChildStdout>,
}

impl Club {
    pub fn start(data: &str) -> Club {
        Club::start_at(data, "127.0.0.1:0")
    }

    pub fn start_at(data: &str, address: &str) -> Club {
        let mut command = common::command(&["serve", "--addr", address, "--data", data, "--club"]);
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut line).unwrap();
        let address = line.trim().rsplit("http://").next().unwrap().to_string();
        Club { child, address, _output: output }
    }
}

impl Drop for Club {
    fn drop(&mut self) {
        // The hardest end: a signal that cannot be caught.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Status and body of an answer; `None` if the server has gone, so that what happened is unknown.
pub fn ask(address: &str, token: &str, method: &str, path: &str, body: &Value) -> Option<(u16, Value)> {
    let mut stream = TcpStream::connect(address).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(20))).ok()?;
    let body = if method == "GET" { String::new() } else { body.to_string() };
    let head = format!(
        "{method} /api/v1{path} HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {token}\r\ncontent-type: application/json\r\n\
         connection: close\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).ok()?;
    let mut text = String::new();
    stream.read_to_string(&mut text).ok()?;
    let (head, body) = text.split_once("\r\n\r\n")?;
    Some((head.split_whitespace().nth(1)?.parse().ok()?, serde_json::from_str(body).ok()?))
}

pub fn token(data: &str, name: &str) -> String {
    good(&["club", "user", "add", name, "--data", data]);
    good(&["club", "user", "token", name, "--data", data]).trim().to_string()
}

#[test]
fn beyond_this_machine_only_a_club_listens_and_only_with_a_word_about_encryption() {
    let folder = Folder::new();
    let data = folder.file("data");
    let serve = |more: &[&str]| {
        let args = [&["serve", "--addr", "0.0.0.0:0", "--data", &data], more].concat();
        refused(&args, "'0.0.0.0:0'")
    };
    assert!(serve(&[]).contains("add --club"));
    assert!(serve(&["--host", "club.example"]).contains("add --club"));
    assert!(serve(&["--club"]).contains("--public-url"));
    refused(&["serve", "--club", "--public-url", "club.example", "--data", &data], "'club.example'");
    refused(&["serve", "--club", "--registration", "maybe", "--data", &data], "'maybe'");
    refused(&["serve", "--public-url", "https://club.example"], "--club");
    refused(&["serve", "--club", "--mail", "/nowhere/mail.toml", "--data", &data], "'/nowhere/mail.toml'");
    for allowed in [
        &["--insecure-http"][..],
        &["--public-url", "https://club.example"],
        &["--trusted-proxy", "10.0.0.1"],
    ] {
        let mut command = common::command(&["serve", "--club", "--addr", "0.0.0.0:0", "--data", &data]);
        let mut child = command.args(allowed).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(line.starts_with("Quadrille is at"), "{allowed:?}: {line}");
    }
}

#[test]
fn members_are_administered_on_the_command_line_while_the_club_runs() {
    let folder = Folder::new();
    let data = folder.file("data");
    let club = Club::start(&data);
    let user = |args: &[&str]| quadrille(&[&["club", "user"], args, &["--data", &data]].concat());
    let password = user(&["add", "ann", "--role", "admin", "--email", "ann@club.example"]).out;
    let login = |password: &str| {
        ask(
            &club.address,
            "",
            "POST",
            "/account/login",
            &json!({ "name": "ann", "password": password.trim() }),
        )
    };
    assert_eq!(login(&password).unwrap().0, 200);
    assert_eq!(user(&["add", "waltz", "--robot"]).code, 0);
    assert_eq!(
        user(&["list"]).out,
        "ann                  admin     active   ann@club.example\nwaltz                robot     active   -\n"
    );
    for (args, words) in [
        (&["add", "ann"][..], "'ann' is taken"),
        (&["add", "<b>"], "'<b>' is not a name"),
        (&["add", "bob", "--email", "x"], "'x' is not a mail address"),
        (&["add", "bob", "--role", "king"], "'king'"),
        (&["role", "nobody", "admin"], "'nobody'"),
        (&["reset", "nobody"], "'nobody'"),
        (&["disable", "nobody"], "'nobody'"),
    ] {
        let run = user(args);
        assert!(run.code == 2 && run.err.contains(words), "{args:?}: {}", run.err);
    }
    let new = user(&["reset", "ann"]).out;
    assert_eq!((login(&password).unwrap().0, login(&new).unwrap().0), (401, 200));
    assert_eq!(user(&["disable", "ann"]).code, 0);
    assert_eq!(login(&new).unwrap().0, 403);
    assert_eq!(user(&["disable", "ann", "--undo"]).code, 0);
    assert_eq!(good(&["club", "code", "--uses", "3", "--data", &data]).trim().len(), 12);
    let log = good(&["club", "log", "--data", &data]);
    let actions: Vec<&str> = log.lines().map(|line| line.split(": ").nth(1).unwrap()).collect();
    assert_eq!(actions, ["create code", "enable", "disable", "reset password", "add user", "add user"]);
    let backup = folder.file("backup.sqlite");
    good(&["club", "backup", &backup, "--data", &data]);
    let run = quadrille(&["club", "restore", &backup, "--data", &data]);
    assert!(run.code == 1 && run.err.contains("in use by another server"), "{}", run.err);
    drop(club);
    assert!(good(&["club", "restore", &backup, "--data", &data]).contains("what was there before"));
    assert_eq!(user(&["list"]).out.lines().count(), 2);
}

/// Killed between and during turns of ten live games: no turn is lost or doubled, and the clocks did not run while the club was down.
#[test]
fn a_club_that_is_killed_loses_no_turn_and_no_time() {
    const GAMES: usize = 10;
    const DOWN: Duration = Duration::from_millis(700);
    const TURNS: [&str; 12] = [
        "b1-c3", "b8-c6", "g1-f3", "g8-f6", "a2-b4", "a7-b5", "h2-g4", "h7-g5", "c3-d5", "c6-d4", "f3-e5",
        "f6-e4",
    ];
    let folder = Folder::new();
    let data = folder.file("data");
    let tokens = [token(&data, "ann"), token(&data, "bob")];
    let mut club = Club::start(&data);
    let wish = json!({ "to": "bob", "side": "first", "game": "knightthrough", "rated": true, "clock": { "initial": 600, "increment": 0 } });
    let ids: Vec<String> = (0..GAMES)
        .map(|_| {
            let made = ask(&club.address, &tokens[0], "POST", "/challenges", &wish).unwrap().1;
            let path = format!("/challenges/{}/accept", made["id"].as_str().unwrap());
            let begun = ask(&club.address, &tokens[1], "POST", &path, &json!({})).unwrap().1;
            begun["game_id"].as_str().unwrap().to_string()
        })
        .collect();
    let began = Instant::now();
    let (mut down, mut kills) = (Duration::ZERO, 0);
    // What each game has reached; a turn that got no answer is sent again under the same name.
    let reached: Vec<AtomicU32> = ids.iter().map(|_| AtomicU32::new(0)).collect();
    while reached.iter().any(|turns| (turns.load(Ordering::SeqCst) as usize) < TURNS.len()) {
        let address = club.address.clone();
        thread::scope(|scope| {
            for (id, turns) in ids.iter().zip(&reached) {
                let (address, tokens) = (&address, &tokens);
                scope.spawn(move || {
                    while let number = turns.load(Ordering::SeqCst) as usize
                        && number < TURNS.len()
                    {
                        let body = json!({ "version": number + 1, "turn": TURNS[number], "request": format!("turn {number}") });
                        let path = format!("/club/games/{id}/turns");
                        let Some((status, answer)) = ask(address, &tokens[number % 2], "POST", &path, &body) else { return };
                        assert_eq!((status, answer["version"].as_u64()), (200, Some(number as u64 + 2)), "{answer}");
                        turns.fetch_add(1, Ordering::SeqCst);
                        thread::sleep(Duration::from_millis(10));
                    }
                });
            }
            thread::sleep(Duration::from_millis(20 + 37 * (kills % 5)));
            club.child.kill().unwrap();
        });
        club.child.wait().unwrap();
        kills += 1;
        let ended = Instant::now();
        thread::sleep(DOWN);
        club = Club::start(&data);
        down += ended.elapsed().min(DOWN);
        assert!(kills < 100, "the games never end");
    }
    let up = began.elapsed() - down;
    assert!(kills >= 2, "it was killed {kills} times");
    for id in &ids {
        let (_, game) =
            ask(&club.address, &tokens[0], "GET", &format!("/club/games/{id}"), &Value::Null).unwrap();
        let state = &game["state"];
        assert_eq!((&state["turns"], &state["version"]), (&json!(TURNS.join(" ")), &json!(TURNS.len() + 1)));
        let spent: u64 =
            ["first_ms", "second_ms"].iter().map(|side| 600_000 - state[side].as_u64().unwrap()).sum();
        assert!(u128::from(spent) <= up.as_millis(), "{spent} ms were taken in {up:?}");
    }
    // One of them ends; killed again, the end is counted once.
    let resign = json!({ "version": TURNS.len() + 1, "request": "enough" });
    let path = format!("/club/games/{}/resign", ids[0]);
    let answer = ask(&club.address, &tokens[0], "POST", &path, &resign).unwrap();
    assert_eq!(answer.0, 200);
    drop(club);
    let club = Club::start(&data);
    assert_eq!(ask(&club.address, &tokens[0], "POST", &path, &resign).unwrap(), answer, "the same answer");
    let (_, bob) = ask(&club.address, &tokens[1], "GET", "/members/bob", &Value::Null).unwrap();
    assert_eq!(bob["ratings"]["knightthrough"]["wins"], 1);
}
