//! What the commands print when all is well.

use crate::common;

use common::{Folder, good, quadrille, typing};
use serde_json::Value;

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&good(args)).unwrap()
}

#[test]
fn perft_counts_sequences_and_turns() {
    assert_eq!(good(&["perft", "knightthrough", "--depth", "4"]), "1 40\n2 1600\n3 63520\n4 2521306\n");
    assert_eq!(good(&["perft", "knightthrough", "--depth", "2", "--turns"]), "1 40\n2 1600\n");
    let middle = "BB.BBBBBBB....BB.B.B.....B..B..........W...WW.WWWWWWW..WWWW..W.. B";
    assert_eq!(
        good(&["perft", "knightthrough", "--position", middle, "--depth", "3"]),
        "1 38\n2 1328\n3 50337\n"
    );
}

#[test]
fn bench_gives_the_same_total_twice_and_on_two_threads() {
    let total = |args: &[&str]| {
        let text = good(args);
        text.lines().find(|l| l.starts_with("Bench: ")).unwrap().to_owned()
    };
    let first = total(&["bench", "knightthrough"]);
    assert_eq!(total(&["bench", "knightthrough"]), first);
    assert_eq!(total(&["bench", "--concurrency", "2"]), total(&["bench"]));
}

#[test]
fn analyze_has_the_fields_of_the_contract() {
    let answer = json(&["analyze", "knightthrough", "--depth", "4", "--json"]);
    let fields: Vec<&str> = answer.as_object().unwrap().keys().map(String::as_str).collect();
    let contract = ["turn", "actions", "score", "result", "length", "depth", "nodes", "time_ms", "nps", "pv"];
    assert_eq!(fields, contract);
    assert_eq!(answer["result"], "unknown");
    assert_eq!(answer["depth"], 4);
    assert_eq!(answer["pv"].as_array().unwrap().len(), 4);
    assert_eq!(answer["pv"][0], answer["turn"]);
    assert_eq!(answer["actions"][0], answer["turn"]);
    let lines = json(&["analyze", "knightthrough", "--depth", "3", "--lines", "3", "--json"]);
    assert_eq!(lines["lines"].as_array().unwrap().len(), 3);
}

#[test]
fn analyze_takes_positions_files_and_moves_alike() {
    let folder = Folder::new();
    let file = folder.file("position.txt");
    let position = "nnnnnnnn/n1nnnnnn/2n5/8/8/2N5/NNNNNNNN/N1NNNNNN w\n";
    std::fs::write(&file, position).unwrap();
    let by_file = json(&["analyze", "knightthrough", "--file", &file, "--depth", "4", "--json"]);
    let by_text =
        json(&["analyze", "knightthrough", "--position", position.trim(), "--depth", "4", "--json"]);
    for field in ["turn", "score", "nodes", "pv"] {
        assert_eq!(by_file[field], by_text[field], "{field}");
    }
    let shown = good(&["show", "knightthrough", "--moves", "b1-c3 B8C6"]);
    assert!(shown.contains("nnnnnnnn") && shown.contains("White to move"), "{shown}");
}

#[test]
fn a_win_in_one_is_called_so() {
    let answer = json(&["analyze", "knightthrough", "--position", "8/8/3N4/8/8/7n/n7/8 w", "--json"]);
    assert_eq!((answer["result"].as_str(), answer["pv"].as_array().unwrap().len()), (Some("win"), 1));
    let exact = "alphabeta:plain,id,depth=6";
    let answer = json(&[
        "analyze",
        "knightthrough",
        "--position",
        "8/8/3N4/8/8/7n/n7/8 w",
        "--json",
        "--player",
        exact,
    ]);
    assert_eq!(answer["length"], 1);
}

#[test]
fn solve_proves_small_boards() {
    let answer = json(&["solve", "knightthrough:4x6", "--json"]);
    assert_eq!((answer["result"].as_str(), answer["length"].as_u64()), (Some("win"), Some(13)));
    assert_eq!(answer["pv"].as_array().unwrap().len(), 13);
    let answer = json(&["solve", "knightthrough:3x6", "--json"]);
    assert_eq!((answer["result"].as_str(), answer["length"].as_u64()), (Some("loss"), Some(14)));
    assert!(good(&["solve", "knightthrough:4x5"]).starts_with("White, to move, wins in 5"));
}

#[test]
fn show_draws_text_svg_and_json() {
    assert!(good(&["show", "knightthrough:6x6"]).contains("White to move"));
    let svg = good(&["show", "knightthrough", "--format", "svg"]);
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    let object = json(&["show", "knightthrough", "--format", "json"]);
    assert_eq!(object["actions"].as_array().unwrap().len(), 40);
    assert_eq!(object["finished"], false);
}

#[test]
fn players_lists_levels_and_settings() {
    let text = good(&["players", "knightthrough"]);
    for word in
        ["level:beginner", "level:unbeatable", "level:ser-prunes-a-lot", "tt-scheme", "random", "eval="]
    {
        assert!(text.contains(word), "{word}");
    }
}

#[test]
fn a_match_counts_its_games_and_its_records_replay() {
    let folder = Folder::new();
    let out = folder.file("games.jsonl");
    let text = good(&[
        "match",
        "knightthrough:6x6",
        "alphabeta",
        "random",
        "--games",
        "6",
        "--nodes",
        "500",
        "--out",
        &out,
        "--concurrency",
        "2",
    ]);
    assert!(text.contains("Results of alphabeta vs random"), "{text}");
    assert!(text.contains("Games: 6, Wins: 6, Losses: 0"), "{text}");
    assert!(text.contains("Ptnml(0-2): [0, 0, 0, 0, 3]"), "{text}");
    let games = good(&["convert", "knightthrough", &out]);
    assert_eq!(games.matches("[Result ").count(), 6);
    let records = good(&["convert", "knightthrough", &out, "--to", "jsonl"]);
    assert_eq!(records, std::fs::read_to_string(&out).unwrap());
}

#[test]
fn a_person_can_play_a_whole_game_from_a_pipe() {
    // The level answers at once, so a person who always takes the hint plays the game to its end.
    let script = "help\nmoves b1\nnonsense\n".to_owned();
    let run = typing(&["play", "knightthrough:4x5", "--level", "beginner"], &script);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("undo") && run.out.contains("'nonsense'"), "{}", run.out);
    for level in ["beginner", "intermediate", "expert"] {
        let run = quadrille(&["play", "knightthrough:6x6", "--level", level, "--side", "none"]);
        assert_eq!(run.code, 0, "{}", run.err);
        assert!(run.out.trim_end().ends_with("(goal)") || run.out.contains("wins ("), "{}", run.out);
    }
}

#[test]
fn undo_takes_back_both_turns_and_a_saved_game_goes_on() {
    let folder = Folder::new();
    let file = folder.file("game.json");
    let script = format!("b1-c3\nundo\nundo\nc1-b3\nsave {file}\nsave\nquit\n");
    let run = typing(&["play", "knightthrough", "--level", "beginner", "--seed", "4"], &script);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("there is nothing to take back") && run.out.contains("saved to"), "{}", run.out);
    let saved: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(saved["turns"][0], "c1-b3");
    assert_eq!(saved["turns"].as_array().unwrap().len(), 2);
    let resumed = typing(&["play", "--resume", &file], "resign\n");
    assert!(resumed.out.contains("Black wins (resigned)"), "{}", resumed.out);
    // A game that does not replay is refused.
    std::fs::write(&file, saved.to_string().replace("c1-b3", "c1-c8")).unwrap();
    common::refused(&["play", "--resume", &file], "'c1-c8'");
}
