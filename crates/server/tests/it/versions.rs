//! Changes that name a version: each is made to that version or refused, and the same request gets the same answer.

use crate::common::{Site, eager};
use serde_json::{Value, json};
use std::sync::Barrier;

fn new_game(site: &Site) -> String {
    let wish = json!({ "game": "knightthrough", "seats": ["person", "person"] });
    format!("/games/{}", site.post("/games", &wish).json(201)["id"].as_str().unwrap())
}

fn words(site: &Site, path: &str) -> Vec<String> {
    let game = site.get(path).json(200);
    game["turns"].as_array().unwrap().iter().map(|turn| turn["word"].as_str().unwrap().into()).collect()
}

/// Sends all requests at the same time and returns their answers.
fn at_once<const N: usize>(site: &Site, requests: [(String, Value); N]) -> [u16; N] {
    let start = Barrier::new(N);
    std::thread::scope(|scope| {
        requests
            .map(|(path, body)| {
                let start = &start;
                scope.spawn(move || {
                    start.wait();
                    site.post(&path, &body).status
                })
            })
            .map(|thread| thread.join().unwrap())
    })
}

#[test]
fn a_turn_for_a_later_version_never_removes_one() {
    let site = Site::with(eager());
    for trial in 0..100 * testkit::scale() {
        let game = new_game(&site);
        let turn =
            |version: u64, turn: &str| (format!("{game}/turns"), json!({ "version": version, "turn": turn }));
        let answers = at_once(&site, [turn(1, "b1-c3"), turn(2, "b8-c6")]);
        let expected: &[&str] = match answers {
            [200, 200] => &["b1-c3", "b8-c6"],
            [200, 409] => &["b1-c3"],
            other => panic!("trial {trial}: {other:?}"),
        };
        assert_eq!(words(&site, &game), expected, "trial {trial}");
    }
}

#[test]
fn a_resignation_for_a_later_version_never_removes_a_turn() {
    let site = Site::with(eager());
    for trial in 0..50 * testkit::scale() {
        let game = new_game(&site);
        let turn = (format!("{game}/turns"), json!({ "version": 1, "turn": "b1-c3" }));
        let resign = (format!("{game}/resign"), json!({ "version": 2, "side": 0 }));
        let [played, resigned] = at_once(&site, [turn, resign]);
        assert_eq!(played, 200, "trial {trial}");
        assert_eq!(words(&site, &game), ["b1-c3"], "trial {trial}");
        let is_over = !site.get(&game).json(200)["outcome"].is_null();
        assert_eq!(is_over, resigned == 200, "trial {trial}: {resigned}");
    }
}

#[test]
fn every_command_is_refused_for_another_version() {
    let site = Site::new();
    let game = new_game(&site);
    site.post(&format!("{game}/turns"), &json!({ "version": 1, "turn": "b1-c3" })).json(200);
    for version in [0, 1, 3, u64::MAX >> 1, u64::MAX] {
        for (command, turn) in [("turns", Some("b8-c6")), ("undo", None), ("resign", None)] {
            let mut body = json!({ "version": version });
            turn.into_iter().for_each(|turn| body["turn"] = turn.into());
            let answer = site.post(&format!("{game}/{command}"), &body);
            assert!(answer.refused(409).contains("it is at version 2 now"), "{command} {version}");
        }
        let delete = site.ask("DELETE", &format!("{game}?version={version}"), "");
        assert!(delete.refused(409).contains("it is at version 2 now"), "delete {version}");
    }
    assert_eq!(words(&site, &game), ["b1-c3"]);
    assert_eq!(site.ask("DELETE", &format!("{game}?version=2"), "").status, 204);
    assert_eq!(site.get(&game).status, 404);
}

#[test]
fn a_repeated_undo_or_resignation_gets_the_same_answer() {
    let mut site = Site::new();
    let game = new_game(&site);
    site.post(&format!("{game}/turns"), &json!({ "version": 1, "turn": "b1-c3" })).json(200);
    let undo = json!({ "version": 2, "request": "u" });
    let first = site.post(&format!("{game}/undo"), &undo).json(200);
    assert_eq!(first["version"], 3);
    let resign = json!({ "version": 3, "request": "r", "side": 1 });
    let last = site.post(&format!("{game}/resign"), &resign).json(200);
    for _ in 0..2 {
        assert_eq!(site.post(&format!("{game}/undo"), &undo).json(200), first);
        assert_eq!(site.post(&format!("{game}/resign"), &resign).json(200), last);
        assert_eq!(site.get(&game).json(200)["version"], 4, "nothing happened twice");
        site.restart();
    }
}

#[test]
fn the_same_request_twice_at_once_happens_once() {
    let site = Site::with(eager());
    for trial in 0..30 * testkit::scale() {
        let game = new_game(&site);
        let turn = (format!("{game}/turns"), json!({ "version": 1, "request": "x", "turn": "b1-c3" }));
        assert_eq!(at_once(&site, [turn.clone(), turn.clone(), turn]), [200; 3], "trial {trial}");
        assert_eq!(words(&site, &game), ["b1-c3"], "trial {trial}");
    }
}

#[test]
fn a_request_name_belongs_to_one_request() {
    let site = Site::new();
    let game = new_game(&site);
    site.post(&format!("{game}/turns"), &json!({ "version": 1, "request": "x", "turn": "b1-c3" })).json(200);
    for (command, body) in [
        ("turns", json!({ "version": 2, "request": "x", "turn": "b8-c6" })),
        ("turns", json!({ "version": 1, "request": "x", "turn": "g1-f3" })),
        ("undo", json!({ "version": 2, "request": "x" })),
        ("resign", json!({ "version": 2, "request": "x" })),
    ] {
        let sentence = site.post(&format!("{game}/{command}"), &body).refused(409);
        assert_eq!(sentence, "another request has used this request name", "{command}");
    }
    for name in [String::new(), "x".repeat(65)] {
        let body = json!({ "version": 2, "request": name });
        assert!(site.post(&format!("{game}/undo"), &body).refused(400).contains("1 to 64"));
    }
    assert_eq!(words(&site, &game), ["b1-c3"]);
}
