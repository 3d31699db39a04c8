//! Files of version 0.1 keep loading: records replay, and every player spec is read or refused because it was removed.

use crate::common;

use common::{Folder, good, typing};
use players::{AnyGame, GAMES, Spec};
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

/// A spec is read, or a part of it was removed on purpose. Says which.
fn check_spec(game: &'static dyn AnyGame, text: &str) -> Option<String> {
    let sentence = Spec::parse_for_depth(game, text, 4).err()?.to_string();
    let key = sentence.strip_prefix('\'').and_then(|rest| rest.strip_suffix("' was removed in 0.2.0"));
    assert!(key.is_some(), "{} {text}: {sentence}", game.name());
    key.map(str::to_owned)
}

#[test]
fn records_replay_and_name_players_that_are_known() {
    let path = data("records-0.1.jsonl");
    let records = arena::read_records(&path).unwrap();
    assert_eq!(records.len(), 23);
    let mut removed = Vec::new();
    for record in records {
        let game = GAMES.find(&record.header.game).unwrap();
        arena::replay(&record, game).unwrap();
        removed.extend(record.header.players.iter().filter_map(|text| check_spec(game, text)));
    }
    assert_eq!(removed, ["rave", "etc"], "only the last record names settings that are gone");
}

#[test]
fn a_saved_game_is_resumed() {
    let saved = data("saved-0.1.json");
    let run = typing(&["play", "--resume", saved.to_str().unwrap()], "undo\nmoves b1\nquit\n");
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("b1-c3"), "{}", run.out);
}

#[test]
fn a_tournament_is_played() {
    let folder = Folder::new();
    let file = folder.file("tournament.toml");
    fs::copy(data("tournament-0.1.toml"), &file).unwrap();
    assert!(good(&["tournament", &file]).contains("random"));
}

/// All files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// The specs in a text: an algorithm, a colon and settings.
fn specs(text: &str) -> BTreeSet<&str> {
    let in_spec = |c: char| c.is_ascii_alphanumeric() || ":.,=^/+_-".contains(c);
    let names = ["alphabeta", "dfpns", "pns", "mcts", "combined", "level", "best"];
    let is_spec = |word: &&str| {
        word.split_once(':').is_some_and(|(name, rest)| names.contains(&name) && !rest.is_empty())
    };
    let words = text.split(|c| !in_spec(c)).map(|word| word.trim_end_matches(['.', ',', ':', '-']));
    words.filter(is_spec).collect()
}

#[test]
fn every_spec_in_the_results_is_known() {
    let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results");
    let (mut found, mut switched) = (0, 0);
    for path in files(&results) {
        let name = path.file_stem().unwrap().to_str().unwrap();
        let text = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
        let Some(game) = GAMES.iter().find(|game| name.split(['-', '.']).any(|word| word == game.name()))
        else {
            // The report quotes commands of all games.
            for spec in specs(&text) {
                let is_known = GAMES.iter().any(|game| Spec::parse_for_depth(game, spec, 4).is_ok());
                assert!(is_known, "{}: '{spec}' is known to no game", path.display());
            }
            continue;
        };
        for spec in specs(&text) {
            check_spec(game, spec);
            found += 1;
        }
        // The first column of an ablation names settings.
        if let Some(algorithm) = name.strip_prefix("ablation-").and_then(|rest| rest.split('-').next())
            && path.extension().is_some_and(|extension| extension == "csv")
        {
            for line in text.lines().skip(1) {
                let word = line.split(',').next().unwrap();
                if !word.contains(' ') {
                    check_spec(game, &format!("{algorithm}:{word}"));
                    switched += 1;
                }
            }
        }
    }
    assert!(found > 30 && switched > 100, "only {found} specs and {switched} switches");
}
