//! What goes wrong around the server: its files disappear, its clients stop reading, the time of day jumps.

use crate::common::Site;
use serde_json::{Value, json};
use std::fs;

fn new_game(site: &Site, clock: Option<&str>) -> String {
    let wish = json!({ "game": "knightthrough", "seats": ["person", "person"], "clock": clock });
    format!("/games/{}", site.post("/games", &wish).json(201)["id"].as_str().unwrap())
}

fn play(site: &Site, game: &str, version: u64, turn: &str) -> crate::common::Answer {
    site.post(&format!("{game}/turns"), &json!({ "version": version, "turn": turn }))
}

/// Every file whose loss would lose games or let a second server in.
#[test]
fn nothing_is_acknowledged_without_the_files_of_the_data_folder() {
    for file in ["quadrille.sqlite", "quadrille.sqlite-wal", "quadrille.lock"] {
        let mut site = Site::new();
        let game = new_game(&site, None);
        play(&site, &game, 1, "b1-c3").json(200);
        let (path, aside) = (site.folder.join(file), site.folder.join("aside"));
        fs::rename(&path, &aside).unwrap();
        for replaced in [false, true] {
            if replaced {
                fs::copy(&aside, &path).unwrap();
            }
            let sentence = play(&site, &game, 2, "b8-c6").refused(503);
            assert!(sentence.contains(&format!("'{file}' was deleted")), "{sentence}");
            let wish = json!({ "game": "tzaar", "seats": ["person", "person"] });
            assert_eq!(site.post("/games", &wish).status, 503);
            assert_eq!(site.ask("DELETE", &game, "").status, 503);
        }
        assert_eq!(site.get("/status").status, 200, "it still answers");
        // The file that is put back is the one that is open.
        fs::rename(&aside, &path).unwrap();
        play(&site, &game, 2, "b8-c6").json(200);
        site.restart();
        assert_eq!(site.get(&game).json(200)["turns"].as_array().unwrap().len(), 2, "{file}");
    }
}

#[test]
fn a_deleted_data_folder_is_noticed() {
    let mut site = Site::new();
    let game = new_game(&site, None);
    fs::remove_dir_all(&site.folder).unwrap();
    assert!(play(&site, &game, 1, "b1-c3").refused(503).contains("restart the server"));
    site.restart();
    assert_eq!(site.get("/games").json(200)["games"], Value::Array(Vec::new()), "a new folder");
    let game = new_game(&site, None);
    play(&site, &game, 1, "b1-c3").json(200);
}
