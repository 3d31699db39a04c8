//! Stored games: what is acknowledged stays, of two changes at once one happens, and engines answer.

use crate::common;

use common::Site;
use serde_json::{Value, json};
use server::Limits;
use std::{
    sync::atomic::{AtomicU32, Ordering},
    thread,
};

fn new_game(site: &Site, seats: &Value) -> Value {
    let wish = json!({ "game": "knightthrough", "variant": "4x6", "seats": seats, "seed": 1 });
    site.post("/games", &wish).json(201)
}

fn id(game: &Value) -> String {
    game["id"].as_str().unwrap().to_string()
}

/// The first legal turn of a stored game.
fn some_turn(site: &Site, game: &Value) -> String {
    let turns: Vec<&str> =
        game["turns"].as_array().unwrap().iter().map(|t| t["word"].as_str().unwrap()).collect();
    let path = format!(
        "/board?game={}&position={}&turns={}",
        game["game"].as_str().unwrap(),
        common::encoded(game["start"].as_str().unwrap()),
        common::encoded(&turns.join(" "))
    );
    let mut word = String::new();
    loop {
        let view = site.get(&format!("{path}&partial={}", common::encoded(&word))).json(200);
        if view["partial"]["complete"] == true {
            return word;
        }
        let next = view["partial"]["next"][0]["text"].as_str().unwrap().to_string();
        word = if word.is_empty() { next } else { format!("{word},{next}") };
    }
}

#[test]
fn a_person_and_an_engine_play_to_the_end() {
    for (game, variant) in [("knightthrough", "4x6"), ("tzaar", "random=3")] {
        let site = Site::new();
        let wish = json!({ "game": game, "variant": variant, "seats": ["person", { "engine": "level:beginner" }], "seed": 7 });
        let mut view = site.post("/games", &wish).json(201);
        let id = id(&view);
        while view["outcome"].is_null() {
            let turn = some_turn(&site, &view);
            let body = json!({ "version": view["version"], "turn": turn, "request": format!("r{}", view["version"]) });
            site.post(&format!("/games/{id}/turns"), &body).json(200);
            view =
                site.wait(&id, |g| !g["outcome"].is_null() || g["to_move"] == 0 && g["is_thinking"] == false);
        }
        let reason = view["outcome"]["reason"].as_str().unwrap();
        assert!(["goal", "elimination", "no capture", "no move"].contains(&reason), "{reason}");
        let late = json!({ "version": view["version"], "turn": "a1-b3" });
        assert_eq!(site.post(&format!("/games/{id}/turns"), &late).refused(409), "the game is over");
        let answered = view["turns"].as_array().unwrap().iter().filter(|t| !t["thought"].is_null()).count();
        assert!(answered > 0, "the engine's thoughts are kept");
    }
}

#[test]
fn of_two_turns_at_once_one_is_played() {
    // A quick machine asks for more than the usual rate.
    let site = Site::with(Limits { rate: 1e6, burst: 1e6, ..Limits::for_cores(2) });
    for trial in 0..100 * testkit::scale() {
        let game = new_game(&site, &json!(["person", "person"]));
        let id = id(&game);
        let (played, refused) = (AtomicU32::new(0), AtomicU32::new(0));
        thread::scope(|scope| {
            for turn in ["a1-b3", "b1-c3", "c1-d3", "d1-c3"] {
                let (site, id, played, refused) = (&site, &id, &played, &refused);
                scope.spawn(move || {
                    let answer =
                        site.post(&format!("/games/{id}/turns"), &json!({ "version": 1, "turn": turn }));
                    match answer.status {
                        200 => played.fetch_add(1, Ordering::Relaxed),
                        409 => refused.fetch_add(1, Ordering::Relaxed),
                        other => panic!("{other}: {}", answer.body),
                    };
                });
            }
        });
        assert_eq!((played.into_inner(), refused.into_inner()), (1, 3), "trial {trial}");
        assert_eq!(site.get(&format!("/games/{id}")).json(200)["turns"].as_array().unwrap().len(), 1);
    }
}

#[test]
fn the_same_request_gets_the_same_answer() {
    let site = Site::new();
    let game = new_game(&site, &json!(["person", "person"]));
    let path = format!("/games/{}/turns", id(&game));
    let body = json!({ "version": 1, "request": "once", "turn": "b1-c3" });
    let first = site.post(&path, &body).json(200);
    assert_eq!(first["version"], 2);
    assert_eq!(site.post(&path, &body).json(200), first, "not played twice");
    let other = json!({ "version": 1, "request": "twice", "turn": "b1-c3" });
    assert!(site.post(&path, &other).refused(409).contains("has changed"));
    let again = site.get(&format!("/games/{}", id(&game))).json(200);
    assert_eq!(again["turns"].as_array().unwrap().len(), 1);
}

#[test]
fn turns_out_of_turn_and_illegal_ones_are_refused() {
    let site = Site::new();
    // The engine has the first side and thinks until it is told to move: the full board is not solved in a moment.
    let seats = json!([{ "engine": "alphabeta:tt=1M" }, "person"]);
    let game = site.post("/games", &json!({ "game": "knightthrough", "seats": seats })).json(201);
    let path = format!("/games/{}", id(&game));
    let body = json!({ "version": 1, "turn": "b1-c3" });
    assert!(site.post(&format!("{path}/turns"), &body).refused(409).contains("engine"));
    site.post(&format!("{path}/move-now"), &json!({})).json(200);
    let now = site.wait(&id(&game), |g| g["to_move"] == 1);
    let illegal = json!({ "version": now["version"], "turn": "z9-z9" });
    let sentence = site.post(&format!("{path}/turns"), &illegal).refused(422);
    assert!(sentence.starts_with("'z9"), "{sentence}");
}

#[test]
fn turns_are_taken_back_and_games_given_up() {
    let site = Site::new();
    let game = new_game(&site, &json!(["person", { "engine": "random" }]));
    let (id, path) = (id(&game), format!("/games/{}", id(&game)));
    let nothing = site.post(&format!("{path}/undo"), &json!({ "version": 1 })).refused(409);
    assert!(nothing.contains("no turn to take back"), "{nothing}");
    site.post(&format!("{path}/turns"), &json!({ "version": 1, "turn": "b1-c3" })).json(200);
    let answered = site.wait(&id, |g| g["turns"].as_array().unwrap().len() == 2);
    site.post(&format!("{path}/undo"), &json!({ "version": answered["version"] })).json(200);
    let back = site.get(&path).json(200);
    assert_eq!(back["turns"], json!([]));
    let not_mine = json!({ "version": back["version"], "side": 1 });
    assert!(site.post(&format!("{path}/resign"), &not_mine).refused(409).contains("does not resign"));
    site.post(&format!("{path}/resign"), &json!({ "version": back["version"], "side": 0 })).json(200);
    assert_eq!(
        site.get(&path).json(200)["outcome"],
        json!({ "winner": 1, "reason": "resigned", "by": 0, "words": "resigned" })
    );
    // A resigned game can be resumed by undo.
    assert_eq!(site.ask("DELETE", &path, "").status, 204);
    assert_eq!(site.get(&path).status, 404);
}

#[test]
fn games_survive_a_restart_and_clocks_stand_still_meanwhile() {
    let mut site = Site::new();
    let wish = json!({
        "game": "knightthrough", "seats": ["person", "person"], "clock": "1s+0s", "name": "over night <b>",
    });
    let game = site.post("/games", &wish).json(201);
    let path = format!("/games/{}", id(&game));
    site.post(&format!("{path}/turns"), &json!({ "version": 1, "turn": "b1-c3" })).json(200);
    site.end();
    thread::sleep(std::time::Duration::from_millis(1300));
    site.restart();
    let again = site.get(&path).json(200);
    assert_eq!(again["turns"][0]["word"], "b1-c3");
    assert_eq!(again["name"], "over night <b>");
    assert!(again["outcome"].is_null(), "the clock did not run while the server was down: {again}");
    // It runs again now.
    let ended = site.wait(&id(&game), |g| !g["outcome"].is_null());
    assert_eq!(
        ended["outcome"],
        json!({ "winner": 0, "reason": "time forfeit", "by": 1, "words": "ran out of time" })
    );
}

#[test]
fn an_engine_whose_turn_it_was_goes_on_after_a_restart() {
    let mut site = Site::new();
    let seats = json!([{ "engine": "alphabeta:tt=1M" }, "person"]);
    let game = site.post("/games", &json!({ "game": "knightthrough", "seats": seats })).json(201);
    site.restart();
    let path = format!("/games/{}", id(&game));
    assert_eq!(site.get(&path).json(200)["is_thinking"], true);
    site.post(&format!("{path}/move-now"), &json!({})).json(200);
    assert_eq!(site.wait(&id(&game), |g| g["to_move"] == 1)["turns"].as_array().unwrap().len(), 1);
}

#[test]
fn watchers_see_the_game_and_the_thinking() {
    let site = Site::new();
    let game = new_game(&site, &json!(["person", { "engine": "alphabeta:tt=1M,nodes=200000" }]));
    let path = format!("/games/{}", id(&game));
    let mut live = site.follow(&format!("{path}/events"));
    assert_eq!(live.until("game")["version"], 1);
    site.post(&format!("{path}/turns"), &json!({ "version": 1, "turn": "b1-c3" })).json(200);
    let change = live.until("change");
    assert_eq!((change["version"].as_u64(), change["keep"].as_u64()), (Some(2), Some(0)));
    assert_eq!((&change["turn"]["word"], &change["is_thinking"]), (&json!("b1-c3"), &json!(true)));
    assert!(change["turns"].is_null(), "only what is new: {change}");
    let info = live.until("thought");
    assert_eq!(info["version"], 2, "search info names the position it is about");
    assert!(info["thought"]["depth"].as_u64().unwrap() >= 1);
    let after = live.until("change");
    assert_eq!((after["version"].as_u64(), after["to_move"].as_u64()), (Some(3), Some(0)));
    assert!(after["turn"]["thought"]["nodes"].as_u64().unwrap() > 0, "{after}");
    site.post(&format!("{path}/undo"), &json!({ "version": 3 })).json(200);
    let back = live.until("change");
    assert_eq!((back["keep"].as_u64(), &back["turn"]), (Some(0), &Value::Null));
    site.post(&format!("{path}/resign"), &json!({ "version": 4, "side": 0 })).json(200);
    assert_eq!(
        live.until("change")["outcome"],
        json!({ "winner": 1, "reason": "resigned", "by": 0, "words": "resigned" })
    );
    assert_eq!(site.ask("DELETE", &path, "").status, 204);
    live.until("gone");
    assert!(live.next().is_none(), "the stream ends with the game");
}

#[test]
fn exported_games_can_be_read_again() {
    let site = Site::new();
    let wish = json!({
        "game": "tzaar", "seats": ["person", "person"], "turns": ["A5xA4", "F4xF5,F5+F6"], "name": "a \"name\"]",
    });
    let game = site.post("/games", &wish).json(201);
    let words = json!(["A5xA4", "F4xF5,F5+F6"]);
    for (format, form) in [("json", "saved game"), ("text", "turns")] {
        let text = site.get(&format!("/games/{}/export?format={format}", id(&game)));
        assert_eq!(text.status, 200);
        let read = site.post("/import", &json!({ "game": "tzaar", "text": text.body })).json(200);
        assert_eq!((&read["turns"], read["form"].as_str()), (&words, Some(form)), "{}", text.body);
        assert_eq!(read["start"], game["start"]);
    }
    let bad = site.get(&format!("/games/{}/export?format=exe", id(&game))).refused(400);
    assert_eq!(bad, "'exe' is not a format; known: json, text, position");
}
