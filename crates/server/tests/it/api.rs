//! The interface for programs: what it answers, that its description is true, and that the page is all there.

use crate::common;

use common::{Site, encoded};
use serde_json::{Value, json};

#[test]
fn every_game_of_the_registry_is_there_with_its_levels_in_order() {
    let site = Site::new();
    let catalogue = site.get("/catalogue").json(200);
    let names: Vec<&str> =
        catalogue["games"].as_array().unwrap().iter().map(|g| g["name"].as_str().unwrap()).collect();
    let registered: Vec<&str> = players::GAMES.iter().map(|g| g.name()).collect();
    assert_eq!(names, registered);
    for game in catalogue["games"].as_array().unwrap() {
        assert!(game["levels"].as_array().unwrap().len() >= 2, "{game}");
        let board = site.get(&format!("/board?game={}", game["name"].as_str().unwrap())).json(200);
        assert!(!board["partial"]["next"].as_array().unwrap().is_empty());
        let example = encoded(game["position_example"].as_str().unwrap());
        site.get(&format!("/board?game={}&position={example}", game["name"].as_str().unwrap())).json(200);
    }
}

#[test]
fn a_server_has_the_games_it_was_started_with_and_no_others() {
    let only = players::Games::new(&[players::GAMES.find("tzaar").unwrap()]);
    let site = Site::serving(only, server::Limits::for_cores(2));
    let games = site.get("/catalogue").json(200)["games"].clone();
    assert_eq!((games.as_array().unwrap().len(), &games[0]["name"]), (1, &json!("tzaar")));
    assert_eq!(site.get("/board?game=tzaar").status, 200);
    assert!(site.get("/board?game=arimaa").refused(404).contains("'arimaa' is not a game; known: tzaar"));
    let wish = json!({ "game": "arimaa", "seats": ["person", "person"] });
    assert_eq!(site.post("/games", &wish).status, 404);
}

#[test]
fn partial_turns_are_asked_for_without_keeping_anything() {
    let site = Site::new();
    let path = "/board?game=tzaar&turns=A5xA4";
    let start = site.get(path).json(200);
    let first = start["partial"]["next"][0]["text"].as_str().unwrap().to_string();
    let half = site.get(&format!("{path}&partial={}", encoded(&first))).json(200);
    assert_eq!(half["partial"]["text"], first);
    assert_eq!(half["partial"]["complete"], false);
    assert_ne!(half["partial"]["scene"]["state"], start["partial"]["scene"]["state"]);
    assert_eq!(half["to_move"], 1);
    let whole = site.get(&format!("{path}&partial={},-", encoded(&first))).json(200);
    assert_eq!(whole["partial"]["complete"], true);
    assert_eq!(site.get("/games").json(200)["games"], json!([]));
}

#[test]
fn typing_has_three_states() {
    let site = Site::new();
    let state = |text: &str| site.get(&format!("/typed?game=knightthrough&text={}", encoded(text))).json(200);
    assert_eq!(state("b1-c")["state"], "incomplete");
    assert_eq!(state("b1-c3"), json!({ "state": "valid", "word": "b1-c3" }));
    assert_eq!(state("b1-b2")["state"], "invalid");
    assert!(state("b1-b2")["sentence"].as_str().unwrap().starts_with("'b1-b2'"));
}

#[test]
fn pasted_text_is_read_or_answered_with_the_offending_word() {
    let site = Site::new();
    let read = |text: &str| site.post("/import", &json!({ "game": "knightthrough", "text": text }));
    assert_eq!(read("b1-c3 b8-c6").json(200)["turns"], json!(["b1-c3", "b8-c6"]));
    assert_eq!(read("1. b1c3 b8c6 2. c3-d5 *").json(200)["turns"], json!(["b1-c3", "b8-c6", "c3-d5"]));
    let position = "nnnn/nnnn/4/4/NNNN/NNNN w";
    assert_eq!(read(position).json(200)["start"], position);
    assert_eq!(read(&format!("{position} moves b2-c4")).json(200)["turns"], json!(["b2-c4"]));
    let wrong = read("b1-c3 b8-b7").refused(422);
    assert!(wrong.contains("'b8-b7'"), "{wrong}");
    assert_eq!(read("{\"x\": 1").status, 400);
    assert_eq!(read(" ").status, 400);
}

#[test]
fn records_of_other_servers_and_programs_are_read() {
    let site = Site::new();
    let read = |game: &str, text: &str| site.post("/import", &json!({ "game": game, "text": text }));
    let boardspace = "(;GM[Tzaar]VV[1]SU[tzaar-standard];P0[0 Start P0];P0[1 Capture A 5 A 4];P0[2 Done])";
    let game = read("tzaar", boardspace).json(200);
    assert_eq!((&game["turns"], &game["form"]), (&json!(["A5xA4"]), &json!("record")));
    let wrong = read("tzaar", &boardspace.replace("A 5 A 4", "A 5 E 5")).refused(422);
    assert!(wrong.contains("E 5"), "{wrong}");
    assert!(read("tzaar", "(;GM[Tzaar]SU[tzaar-standard]").refused(422).contains("never closed"));
    let setup = |letter: char, side: char, rows: [char; 2]| {
        let pieces = if side == 'g' { "RRRRRRRRHDCMECDH" } else { "rrrrrrrrhdcmecdh" };
        let (far, near) = (rows[0], rows[1]);
        let at = |n: usize| format!("{}{}", (b'a' + (n % 8) as u8) as char, if n < 8 { far } else { near });
        let words: Vec<String> = pieces.chars().enumerate().map(|(n, p)| format!("{p}{}", at(n))).collect();
        format!("1{letter} {}", words.join(" "))
    };
    for [gold, silver] in [['g', 's'], ['w', 'b']] {
        let moves = format!(
            "{}\n{}\n2{gold} Ee2n Ee3n Ee4n Ee5n\n3{gold}",
            setup(gold, 'g', ['1', '2']),
            setup(silver, 's', ['8', '7'])
        );
        // The mark at the end is of the wrong side, and is named.
        let wrong = read("arimaa", &moves).refused(422);
        assert!(wrong.contains(&format!("'3{gold}")), "{wrong}");
        let game = read("arimaa", moves.trim_end_matches(&format!("\n3{gold}"))).json(200);
        let turns = game["turns"].as_array().unwrap();
        assert_eq!((turns.len(), &game["form"]), (3, &json!("record")), "{game}");
        assert_eq!(turns[2], "Ee2n,Ee3n,Ee4n,Ee5n");
    }
    let waltz = read("tzaar", "1 0 0 0 0 0").refused(422);
    assert!(waltz.contains("163"), "{waltz}");
}

#[test]
fn an_edited_position_is_judged() {
    let site = Site::new();
    let arrange = |pieces: Value| {
        site.post(
            "/arrange",
            &json!({ "game": "knightthrough", "variant": "4x6", "pieces": pieces, "side": 0 }),
        )
    };
    let good = arrange(
        json!([{ "point": "a1", "side": 0, "kind": "knight" }, { "point": "d6", "side": 1, "kind": "knight" }]),
    );
    assert_eq!(good.json(200)["position"], "3n/4/4/4/4/N3 w");
    assert!(arrange(json!([])).refused(422).contains("no knights"));
    assert!(
        arrange(json!([{ "point": "h8", "side": 0, "kind": "knight" }])).refused(422).starts_with("'h8'")
    );
    let rabbits = json!([{ "point": "a4", "side": 0, "kind": "rabbit" }, { "point": "h5", "side": 1, "kind": "rabbit" }]);
    let phase = |phase: &str| {
        site.post("/arrange", &json!({ "game": "arimaa", "pieces": rabbits, "side": 0, "phase": phase }))
    };
    assert!(phase("left=2").json(200)["position"].as_str().unwrap().ends_with("left=2"));
    assert!(!phase("left=4").json(200)["position"].as_str().unwrap().contains("left"));
    assert!(phase("left=9").refused(422).contains("'left=9'"));
    let palette = site.get("/palette?game=tzaar").json(200);
    assert_eq!(
        (palette["pieces"].as_array().unwrap().len(), palette["phases"].as_array().unwrap().len()),
        (6, 4)
    );
}

#[test]
fn the_description_names_every_address_and_only_those() {
    let site = Site::new();
    let document = site.get("/openapi.json").json(200);
    assert_eq!(document["openapi"], "3.1.0");
    let described = document["paths"].as_object().unwrap();
    let source = concat!(include_str!("../../src/routes.rs"), include_str!("../../src/club/routes.rs"));
    let routed: Vec<&str> =
        source.lines().filter_map(|l| l.trim().strip_prefix(".route(\"")?.split('"').next()).collect();
    let mut names: Vec<&str> = described.keys().map(String::as_str).collect();
    let mut expected = routed.clone();
    names.sort_unstable();
    expected.sort_unstable();
    assert_eq!(names, expected);
    for (path, methods) in described {
        let line = source.lines().find(|l| l.contains(&format!(".route(\"{path}\""))).unwrap();
        for method in methods.as_object().unwrap().keys() {
            assert!(line.contains(&format!("{method}(")), "{path} is described with {method}");
        }
    }
    let wrong_way = site.post("/status", &json!({}));
    assert_eq!(wrong_way.status, 405);
}

#[test]
fn the_page_is_small_and_makes_no_third_party_requests() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("web");
    let mut scripts = Vec::new();
    let mut files = vec![folder.clone()];
    while let Some(path) = files.pop() {
        if path.is_dir() {
            files.extend(std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        if path.extension().is_some_and(|ending| ending == "js") {
            scripts.push(path.file_name().unwrap().to_string_lossy().into_owned());
        }
        for address in
            text.match_indices("http").filter_map(|(at, _)| text[at..].split(['"', '\'', ' ', ')']).next())
        {
            let allowed = !address.starts_with("http:") && !address.starts_with("https:")
                || address == "http://www.w3.org/2000/svg";
            assert!(allowed, "{} names {address}", path.display());
        }
    }
    let site = Site::new();
    let get = |path: &str| {
        site.raw(
            format!("GET {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", site.address).as_bytes(),
        )
    };
    // Before compression; what is really sent is measured in the browser.
    let sent: usize = scripts.iter().map(|name| get(&format!("/js/{name}")).body.len()).sum();
    assert!(sent > 50_000 && sent < 250_000, "{sent} bytes");
    for view in ["/", "/play/abc", "/analyse?game=tzaar", "/watch", "/watch/lab/tzaar-size", "/club/game/abc"]
    {
        assert!(get(view).body.contains("<main"), "{view}");
    }
    assert_eq!(get("/js/main.js").status, 200);
    assert_eq!(get("/js/none.js").status, 404);
    // The page says that there is nothing.
    let nowhere = get("/no/such/place");
    assert_eq!(nowhere.status, 404);
    assert!(nowhere.body.contains("<main"));
}
