//! Players that are kept between their turns: built once for a game, dropped when memory is needed, rebuilt from the
//! database.

use crate::common::Site;
use serde_json::{Value, json};
use server::Limits;

fn new_game(site: &Site, spec: &str) -> String {
    let seats = json!(["person", { "engine": spec }]);
    let wish = json!({ "game": "knightthrough", "seats": seats, "seed": 5 });
    site.post("/games", &wish).json(201)["id"].as_str().unwrap().to_string()
}

/// Plays a turn and returns the engine's answer.
fn exchange(site: &Site, id: &str, turn: &str) -> String {
    let path = format!("/games/{id}");
    let game = site.get(&path).json(200);
    let number = game["turns"].as_array().unwrap().len();
    site.post(&format!("{path}/turns"), &json!({ "version": game["version"], "turn": turn })).json(200);
    let after =
        site.wait(id, |g| g["turns"].as_array().unwrap().len() == number + 2 && g["is_thinking"] == false);
    after["turns"][number + 1]["word"].as_str().unwrap().to_string()
}

fn status(site: &Site) -> Value {
    site.get("/status").json(200)
}

#[test]
fn a_game_uses_one_player_and_is_replayed_once() {
    let site = Site::new();
    let id = new_game(&site, "alphabeta:tt=1M,nodes=500");
    for turn in ["b1-c3", "g1-f3", "a1-b3"] {
        exchange(&site, &id, turn);
    }
    let now = status(&site);
    assert_eq!(now["players"], json!({ "kept": 1, "memory": 1 << 20, "built": 1 }));
    assert_eq!(now["replays"], 1, "only when the game was created");
    let game = site.get(&format!("/games/{id}")).json(200);
    site.post(&format!("/games/{id}/undo"), &json!({ "version": game["version"] })).json(200);
    assert_eq!(status(&site)["players"]["kept"], 0, "it has seen a turn that was taken back");
    exchange(&site, &id, "a2-b4");
    assert_eq!(status(&site)["players"]["built"], 2);
    let game = site.get(&format!("/games/{id}")).json(200);
    site.post(&format!("/games/{id}/resign"), &json!({ "version": game["version"], "side": 0 })).json(200);
    assert_eq!(status(&site)["players"]["kept"], 0, "the game is over");
}

#[test]
fn the_player_idle_longest_is_dropped_when_memory_is_needed() {
    let site = Site::with(Limits { memory: 80 << 20, ..Limits::for_cores(2) });
    let games = [0; 3].map(|_| new_game(&site, "alphabeta:tt=32M,nodes=500"));
    for (id, kept, built) in [(0, 1, 1), (1, 2, 2), (2, 2, 3)] {
        exchange(&site, &games[id], "b1-c3");
        let players = &status(&site)["players"];
        assert_eq!((&players["kept"], &players["built"]), (&json!(kept), &json!(built)), "game {id}");
    }
    exchange(&site, &games[2], "g1-f3");
    exchange(&site, &games[1], "g1-f3");
    assert_eq!(status(&site)["players"]["built"], 3, "these two were kept");
    exchange(&site, &games[0], "g1-f3");
    assert_eq!(status(&site)["players"]["built"], 4, "the first one was dropped");
    // An analysis needs the memory too, and is not refused because of players that are idle.
    let done = site.follow("/analysis?game=knightthrough&spec=alphabeta:tt=64M&nodes=100").until("done");
    assert!(done["thought"]["nodes"].as_u64().unwrap() > 0);
    assert_eq!(status(&site)["players"]["kept"], 0);
}

/// A copy of the database is what a killed server leaves behind.
#[test]
fn a_killed_server_goes_on_from_the_database_alone() {
    let site = Site::new();
    // Without anything to reuse, a player that is built again answers alike: its noise depends on the game's seed.
    let id = new_game(&site, "alphabeta:plain,depth=2,eval-noise=500");
    exchange(&site, &id, "b1-c3");
    let mut killed = Site::new();
    killed.end();
    for file in std::fs::read_dir(&site.folder).unwrap().map(|file| file.unwrap()) {
        if file.file_name().to_string_lossy().starts_with("quadrille.sqlite") {
            std::fs::copy(file.path(), killed.folder.join(file.file_name())).unwrap();
        }
    }
    killed.restart();
    assert_eq!(exchange(&killed, &id, "g1-f3"), exchange(&site, &id, "g1-f3"));
    assert_eq!(status(&killed)["players"]["built"], 1);
    assert_eq!(status(&killed)["replays"], 1);
}
