//! A game from outside gets the laws, the arena and the page of the workbench.

use breakthrough::{Breakthrough, Definition, game};
use quadrille::{
    arena::{MatchConfig, Progress, TimeControl, WallClock, run_match},
    game::GameDefinition,
    players::Games,
    server::{Config, start},
    testkit::{self, Plays, laws},
};
use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpStream},
    ops::ControlFlow,
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

#[test]
fn the_laws_hold() {
    let starts = [Breakthrough::start_position()];
    laws::check(&starts, Plays::new(20, 1));
    laws::notation(&starts, Plays::new(5, 2));
    laws::setup::<Breakthrough>();
    for name in Definition::EVALUATIONS {
        laws::heuristics(&starts, Plays::new(10, 3), &Definition::heuristics(name).unwrap());
    }
    laws::picture(&game().start("").unwrap().svg_board(&["a2".into()]));
}

#[test]
fn perft_agrees_with_the_file() {
    assert_eq!(testkit::perft::check_file::<Breakthrough>(include_str!("perft.txt"), 1_000_000), 4);
}

#[test]
fn the_best_player_beats_the_random_one() {
    let player = |text: &str| game().spec(text).unwrap().into();
    let players = [player("best:tt=1M"), player("random")];
    let config = MatchConfig { pairs: 5, ..MatchConfig::new(game(), players, TimeControl::Nodes(1000)) };
    let never = AtomicBool::new(false);
    let observer = &mut |_: Progress<'_>| ControlFlow::Continue(());
    let summary = run_match(&config, &WallClock::start(), None, &[], &never, observer).unwrap();
    assert_eq!((summary.tally.games(), summary.tally.losses()), (10, 0));
}

/// What the page's API answers.
fn ask(host: SocketAddr, method: &str, path: &str, body: &str) -> String {
    let (mut stream, length) = (TcpStream::connect(host).unwrap(), body.len());
    let head = format!(
        "{method} /api/v1{path} HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\n\
         content-length: {length}\r\nconnection: close\r\n\r\n{body}"
    );
    stream.write_all(head.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn a_person_plays_on_the_page() {
    let data = std::env::temp_dir().join(format!("breakthrough-{}", std::process::id()));
    let server = start(Config::new(Games::new(&[game()]), data.clone())).unwrap();
    let ask = |method: &str, path: &str, body: &str| ask(server.address(), method, path, body);
    assert!(ask("GET", "/catalogue", "").contains(r#""name":"breakthrough""#));
    assert!(ask("GET", "/board?game=breakthrough", "").contains(r#""kind":"pawn""#));
    let body = r#"{"game":"breakthrough","seats":["person",{"engine":"level:beginner"}],"seed":1}"#;
    let made = ask("POST", "/games", body);
    let id = made.split(r#""id":""#).nth(1).and_then(|rest| rest.split('"').next()).unwrap().to_owned();
    let played = ask("POST", &format!("/games/{id}/turns"), r#"{"version":1,"turn":"b2-b3"}"#);
    assert!(played.starts_with("HTTP/1.1 200"), "{played}");
    let began = Instant::now();
    while ask("GET", &format!("/games/{id}"), "").matches(r#""word":""#).count() < 2 {
        assert!(began.elapsed() < Duration::from_secs(30), "the engine did not answer");
        std::thread::sleep(Duration::from_millis(20));
    }
    server.stop();
    std::fs::remove_dir_all(data).unwrap();
}
