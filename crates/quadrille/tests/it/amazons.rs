//! The Amazons on the command line: what the commands print, and what they refuse.

use crate::common;

use common::{Folder, good, refused, typing};
use serde_json::Value;

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&good(args)).unwrap()
}

#[test]
fn perft_counts_moves_arrows_and_turns() {
    assert_eq!(good(&["perft", "amazons", "--depth", "3"]), "1 80\n2 2176\n3 168420\n");
    assert_eq!(good(&["perft", "amazons", "--depth", "1", "--turns"]), "1 2176\n");
    assert_eq!(good(&["perft", "amazons:5x6", "--depth", "2", "--turns"]), "1 410\n2 129436\n");
    let in_middle = "Q2/3/2q w a3";
    assert_eq!(good(&["perft", "amazons", "--position", in_middle, "--depth", "1"]), "1 5\n");
}

#[test]
fn show_draws_boards_of_any_size() {
    let text = good(&["show", "amazons:6x6", "--moves", "b1-b4/b2"]);
    assert!(text.contains("1q2q1/q4q/1Q4/6/Q#3Q/4Q1 b") && text.contains("Black to move"), "{text}");
    assert!(text.contains("[Q]") && text.contains("[#]"), "the last turn stands out: {text}");
    let svg = good(&["show", "amazons", "--format", "svg"]);
    assert!(svg.starts_with("<svg") && svg.contains("Amazons, 10 by 10: White to move"));
    let facts = json(&["show", "amazons", "--position", "..#o|.x#.|###.|o.#x b", "--format", "json"]);
    assert_eq!(facts["facts"]["regions"], 3);
    assert_eq!(facts["facts"]["contested_regions"], 1);
    assert_eq!(facts["facts"]["black_territory"], 3);
    assert_eq!(facts["to_move"], "Black");
}

#[test]
fn analyze_answers_with_a_move_and_an_arrow() {
    let answer = json(&["analyze", "amazons", "--nodes", "3000", "--json"]);
    let turn = answer["turn"].as_str().unwrap();
    assert!(turn.contains('-') && turn.contains('/'), "{turn}");
    assert_eq!(answer["actions"].as_array().unwrap().len(), 2);
    assert_eq!(answer["result"], "unknown");
    good(&["show", "amazons", "--moves", turn]);
    let joined = answer["actions"].as_array().unwrap();
    let joined: Vec<&str> = joined.iter().map(|a| a.as_str().unwrap()).collect();
    good(&["show", "amazons", "--moves", &joined.join(",")]);
    let lines = json(&["analyze", "amazons", "--depth", "2", "--lines", "3", "--json"]);
    assert_eq!(lines["lines"].as_array().unwrap().len(), 3);
}

#[test]
fn analyze_shows_the_regions_of_a_board_that_falls_apart() {
    let position = "#.###..|.#x#.o.|o.###..|#######|x...#o. w";
    let args = ["analyze", "amazons", "--position", position, "--nodes", "2000"];
    let text = good(&args);
    assert!(
        text.starts_with("regions that cannot influence each other; means are for Black (x)\n"),
        "{text}"
    );
    for line in [
        "          x... (3 empty): Black alone, mean 3, temperature -1\n",
        "  hottest #.#|.#x|o.# (3 empty): both sides, mean 3/4, temperature 5/4\n",
    ] {
        assert!(text.contains(line), "{text}");
    }
    let answer = json(&[&args[..], &["--json"]].concat());
    assert_eq!(answer["regions"]["left"], "Black");
    let parts = answer["regions"]["parts"].as_array().unwrap();
    let hot: Vec<&Value> = parts.iter().filter(|part| part["hottest"] == true).collect();
    assert_eq!(hot.len(), 1);
    assert_eq!((hot[0]["mean"].as_str(), hot[0]["temperature"].as_str()), (Some("3/4"), Some("5/4")));
    assert_eq!(hot[0]["squares"], serde_json::json!(["a3", "b3", "a4", "c4", "b5"]));
    assert_eq!(hot[0]["left_wall"][0][1], "-1");
    // Too few nodes: unknown and never a number, and then nothing is sure to be the hottest.
    let poor = json(&[&args[..], &["--region-nodes", "1", "--json"]].concat());
    let parts = poor["regions"]["parts"].as_array().unwrap();
    assert!(parts.iter().any(|part| part["temperature"].is_null() && part["holder"] == "both"), "{poor}");
    assert!(parts.iter().all(|part| part["hottest"] == false), "{poor}");
    // A whole board has no regions to show, and other games have none at all.
    for game in ["amazons:6x6", "knightthrough"] {
        assert!(json(&["analyze", game, "--nodes", "500", "--json"])["regions"].is_null());
    }
    refused(&[&args[..], &["--region-nodes", "many"]].concat(), "'many'");
}

#[test]
fn dialects_are_read() {
    let expected = good(&["show", "amazons", "--moves", "d1-d7/g7"]);
    for moves in ["D1-D7/G7", "d1-d7(g7)", "d1-d7xg7", "d1d7,d7g7"] {
        assert_eq!(good(&["show", "amazons", "--moves", moves]), expected, "{moves}");
    }
}

/// Müller 2001: 4 by 4 is a win for the second player. Separated sides are counted without search.
#[test]
fn solve_knows_small_boards_and_counts_territories() {
    let answer = json(&["solve", "amazons:4x4", "--nodes", "3e6", "--json"]);
    assert_eq!(answer["result"], "loss");
    let walled = "q9/10/10/10/10/##########/10/10/10/9Q b";
    let answer = json(&["solve", "amazons", "--position", walled, "--nodes", "20000", "--json"]);
    assert_eq!(answer["result"], "win", "White has 39 turns, Black 49");
}

#[test]
fn matches_are_played_and_resumed() {
    let folder = Folder::new();
    let out = folder.file("games.jsonl");
    let args = [
        "match",
        "amazons:5x5",
        "best",
        "random",
        "--games",
        "4",
        "--nodes",
        "300",
        "--seed",
        "1",
        "--out",
        &out,
    ];
    let text = good(&args);
    assert!(text.contains("Games: 4, Wins: 4"), "{text}");
    let records = std::fs::read_to_string(&out).unwrap();
    assert_eq!(records.lines().count(), 4);
    assert!(records.contains("\"no move\""), "{records}");
    let people = good(&["convert", "amazons", &out]);
    assert!(people.contains("[Game \"amazons:5x5\"]") || people.contains("[Game \"amazons\"]"), "{people}");
}

#[test]
fn a_person_plays_a_turn() {
    let run = typing(&["play", "amazons:4x4", "--level", "beginner", "--side", "first"], "b1-b3/b2\nquit\n");
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("[#]") && run.out.contains("Black played"), "{}", run.out);
}

#[test]
fn bad_input_is_refused_in_one_sentence() {
    for variant in ["2x8", "12x9", "8x", "x", "8x8x8", "-1x4", "3x99999999999999999999"] {
        refused(&["show", &format!("amazons:{variant}")], &format!("'{variant}'"));
    }
    for position in ["", "3/4 w", "3/3", "..#|.x", "Q2/3 w b1", "12/12 w", "K2/3 w", "\u{1b}[31m w"] {
        refused(&["show", "amazons", "--position", position], "'");
        refused(&["analyze", "amazons", "--position", position, "--depth", "1"], "'");
    }
    for moves in ["d1-d7", "d1-e3/e1", "d1-d7/d7", "d1-d10/d1", "pass", "é", "d1-d7/g7 d1-d7/g7"] {
        refused(&["show", "amazons", "--moves", moves], "'");
    }
    refused(&["analyze", "amazons", "--position", "Q#/#q w"], "finished");
    refused(&["analyze", "amazons", "--player", "alphabeta:eval=report", "--depth", "1"], "'report'");
}
