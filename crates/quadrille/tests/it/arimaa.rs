//! Arimaa from the command line: setups, counts, play, analysis, matches and records, and bad input.

use crate::common;

use common::{Folder, good, quadrille, refused, typing};
use serde_json::Value;

const CLASSIC: &str = "g [rrrrrrrrhdcemcdh                                HDCMECDHRRRRRRRR]";
/// Gold has a rabbit two steps from goal with nothing in its way.
const GOAL_IN_TWO: &str = "g [               r   R            e           E           R       ]";
/// Gold's rabbit is blocked, and its cat freezes when the camel comes one step nearer.
const NEARLY_STUCK: &str = "s [                                        m             erC     dR]";

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&good(args)).unwrap()
}

#[test]
fn perft_counts_steps_turns_and_setups() {
    let counted = good(&["perft", "arimaa", "--position", CLASSIC, "--depth", "4"]);
    assert_eq!(counted, "1 8\n2 100\n3 1408\n4 22370\n");
    assert_eq!(good(&["perft", "arimaa:classic", "--depth", "1", "--turns"]), "1 3353\n");
    let dense = "g [r  rr  r rh  dr  cDEM c   mrH    eHdR h    R  r DR C CR R R  R R]";
    assert_eq!(good(&["perft", "arimaa", "--position", dense, "--depth", "3"]), "1 24\n2 570\n3 13519\n");
    assert_eq!(good(&["perft", "arimaa", "--depth", "2", "--turns"]), "1 64864800\n2 4207442279040000\n");
    refused(
        &["perft", "arimaa:classic", "--depth", "5"],
        "'5' is too deep: sequences are counted to depth 4",
    );
    refused(&["perft", "arimaa", "--depth", "3", "--turns"], "'3' is too deep");
    refused(&["perft", "arimaa", "--depth", "1"], "'1' is too deep");
}

#[test]
fn setups_come_by_name_by_letters_and_by_chance() {
    let position = |game: &str| json(&["show", game, "--format", "json"])["position"].clone();
    assert_eq!(position("arimaa:classic"), CLASSIC);
    assert_eq!(position("arimaa:random=7"), position("arimaa:random=7"));
    assert_ne!(position("arimaa:random=7"), position("arimaa:random=8"));
    let own = "arimaa:setup=RRRRRRRRHDCMECDH/HDCEMCDHRRRRRRRR";
    assert_eq!(position(own), CLASSIC);
    let moves = "Ra1,Rb1,Rc1,Rd1,Re1,Rf1,Rg1,Rh1,Ha2,Db2,Cc2,Md2,Ee2,Cf2,Dg2,Hh2 \
                 ha7,db7,cc7,ed7,me7,cf7,dg7,hh7,ra8,rb8,rc8,rd8,re8,rf8,rg8,rh8";
    assert_eq!(json(&["show", "arimaa", "--moves", moves, "--format", "json"])["position"], CLASSIC);
    for variant in ["nonsense", "random=x", "setup=RRR", "random=-1"] {
        refused(&["show", &format!("arimaa:{variant}")], "'");
    }
}

#[test]
fn a_setup_is_played_without_search() {
    let answer = json(&["analyze", "arimaa", "--json", "--lines", "3"]);
    assert_eq!(answer["actions"].as_array().unwrap().len(), 16);
    assert_eq!((&answer["nodes"], &answer["score"]), (&Value::from(0), &Value::Null));
    let solved = json(&["solve", "arimaa", "--json"]);
    assert_eq!(solved["result"], "unknown");
    let turn = answer["turn"].as_str().unwrap();
    good(&["analyze", "arimaa", "--moves", turn, "--player", "level:beginner"]);
}

#[test]
fn goals_are_found_and_proven() {
    for command in ["analyze", "solve"] {
        let answer = json(&[command, "arimaa", "--position", GOAL_IN_TWO, "--nodes", "20000", "--json"]);
        assert_eq!(answer["result"], "win", "{command}: {answer}");
        // Only a search without selective techniques knows that a win is the shortest.
        assert_eq!(answer["length"], if command == "solve" { 3.into() } else { Value::Null });
        let turn = answer["turn"].as_str().unwrap();
        let shown = json(&["show", "arimaa", "--position", GOAL_IN_TWO, "--moves", turn, "--format", "json"]);
        assert_eq!((&shown["winner"], &shown["ending"]), (&"Gold".into(), &"goal".into()));
    }
    let lines =
        json(&["analyze", "arimaa", "--position", GOAL_IN_TWO, "--lines", "3", "--depth", "4", "--json"]);
    assert_eq!(lines["lines"].as_array().unwrap().len(), 3);
    assert_eq!(lines["lines"][0]["pv"].as_array().unwrap().len(), 1);
}

#[test]
fn immobilisation_ends_the_game() {
    let shown = json(&["show", "arimaa", "--position", NEARLY_STUCK, "--moves", "ma3s", "--format", "json"]);
    assert_eq!((&shown["winner"], &shown["ending"]), (&"Silver".into(), &"immobilisation".into()), "{shown}");
}

/// Two elephants step to and fro: the position after Gold's first turn comes a third time, which is not allowed.
#[test]
fn a_third_repetition_is_refused() {
    let start = "g [r      e                                                 E     R]";
    let cycle = "Eb1n,pass eh8s,pass Eb2s,pass eh7n,pass";
    let twice = format!("{cycle} {cycle}");
    let args = |moves: &str| ["show", "arimaa", "--position", start, "--moves", moves].map(String::from);
    let run = |moves: &str| quadrille(&args(moves).iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(run(cycle).code, 0, "{}", run(cycle).err);
    let third = run(&twice);
    assert_eq!(third.code, 2);
    assert!(third.err.contains("would repeat a position too often"), "{}", third.err);
    // A player that has been through it does something else.
    let once_more = format!("{cycle} Eb1n,pass eh8s,pass Eb2s,pass");
    let answer =
        json(&["analyze", "arimaa", "--position", start, "--moves", &once_more, "--nodes", "2000", "--json"]);
    assert_ne!(answer["turn"], "eh7n,pass");
}

#[test]
fn positions_and_turns_must_make_sense() {
    let short = "g [rrr]";
    refused(&["show", "arimaa", "--position", short], "'rrr' has 3 characters");
    let nine = "g [rrrrrrrrr                                               RRRRRRRR]";
    refused(&["analyze", "arimaa", "--position", nine, "--depth", "1"], "9 silver rabbits");
    for (moves, said) in [
        ("Ee2s", "'Ee2s' leads to e1, which is taken"),
        ("Ee3n", "'Ee3n' names a gold elephant, but e3 is empty"),
        ("ee7n", "names a silver elephant"),
        ("Ee2n,Ee3s", "would leave the board as it was"),
        ("Ee2n,Ee3n,Ee4n,Ee5n,Md2n", "'Md2n' comes after the end of the turn"),
        ("quack", "'quack' is not a step"),
    ] {
        let message = refused(&["show", "arimaa:classic", "--moves", moves], said);
        assert_eq!(message.trim_end().lines().count(), 1, "{message}");
    }
    refused(&["analyze", "arimaa", "--moves", "Ra1", "--depth", "1"], "all sixteen squares need a piece");
    refused(
        &["analyze", "arimaa:classic", "--player", "alphabeta:eval=fairy"],
        "'fairy' is not an evaluation",
    );
    refused(&["match", "arimaa", "level:rabbocop", "random", "--nodes", "9"], "'rabbocop' is not a level");
}

#[test]
fn a_person_can_set_up_list_and_play() {
    let script = "moves\nRa1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2\nmoves Ee2n\nmoves\n\
                  nonsense\nEe2n Ee3n\nundo\nEe2n\nquit\n";
    let run = typing(&["play", "arimaa", "--level", "beginner", "--seed", "3"], script);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("too many turns to list; this one may begin with Ra1  Ca1"), "{}", run.out);
    assert!(run.out.contains("Ee2n,pass") && run.out.contains("more; `moves` with a beginning lists fewer"));
    assert!(run.out.contains("'nonsense' is not a step"), "{}", run.out);
    assert_eq!(run.out.matches("Silver played").count(), 3, "the setup and two answers: {}", run.out);
}

#[test]
fn matches_from_setups_are_recorded_replayed_and_converted() {
    let folder = Folder::new();
    for (nth, (game, openings)) in
        [("arimaa", "random:2"), ("arimaa", "start"), ("arimaa:random=5", "random:1")].iter().enumerate()
    {
        let file = folder.file(&format!("{nth}.jsonl"));
        let args = [
            "match",
            game,
            "best:tt=1M",
            "alphabeta:eval=plain,tt=1M",
            "--games",
            "2",
            "--nodes",
            "200",
            "--openings",
            openings,
            "--out",
            &file,
        ];
        let out = good(&args);
        assert!(out.contains("Games: 2"), "{out}");
        let records = std::fs::read_to_string(&file).unwrap();
        for record in records.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()) {
            let reason = record["reason"].as_str().unwrap();
            assert!(["goal", "elimination", "immobilisation"].contains(&reason), "{reason}");
        }
        let text = good(&["convert", "arimaa", &file]);
        assert_eq!(text.matches("[Game \"arimaa\"]").count(), 2, "{text}");
        assert_eq!(good(&["convert", "arimaa", &file, "--to", "jsonl"]).trim_end(), records.trim_end());
        // The official lists lead to the ends of the games; those that begin with a setup need nothing else.
        let lists = good(&["convert", "arimaa", &file, "--to", "moves"]);
        let lists: Vec<&str> = lists.split("\n\n").filter(|list| !list.trim().is_empty()).collect();
        assert_eq!(lists.len(), 2);
        for (list, record) in lists.iter().zip(records.lines()) {
            let record: Value = serde_json::from_str(record).unwrap();
            let from_setup = *game == "arimaa";
            assert!(list.starts_with(if from_setup { "1g " } else { "2g " }), "{list}");
            if from_setup {
                let played = folder.file("list.txt");
                std::fs::write(&played, list).unwrap();
                let shown = json(&["show", "arimaa", "--file", &played, "--format", "json"]);
                assert_eq!(shown["ending"], record["reason"], "{list}");
            }
        }
    }
}

#[test]
fn openings_from_a_file_keep_the_blanks_of_a_board() {
    let folder = Folder::new();
    let openings = folder.file("openings.txt");
    std::fs::write(&openings, format!("{CLASSIC} moves Ee2n,pass\n{CLASSIC}\n")).unwrap();
    let out = good(&[
        "match",
        "arimaa",
        "random",
        "random",
        "--games",
        "4",
        "--nodes",
        "9",
        "--openings",
        &openings,
        "--maxturns",
        "9",
    ]);
    assert!(out.contains("Games: 4"), "{out}");
}
