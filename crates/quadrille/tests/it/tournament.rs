//! Tournaments at the command line: their tables, their files, kills at any moment, and bad descriptions.

use crate::common;

use common::{Folder, command, games_without_times, good, quadrille, refused};
use std::{
    fs,
    process::Stdio,
    time::{Duration, Instant},
};

/// Writes a description and answers with its name.
fn describe(folder: &Folder, name: &str, lines: &[&str]) -> String {
    let file = folder.file(name);
    fs::write(&file, lines.join("\n")).unwrap();
    file
}

const SMALL: &str = "game = \"knightthrough:4x5\"\nlimit = \"nodes=30\"";

#[test]
fn everybody_meets_everybody_and_the_table_is_kept() {
    let folder = Folder::new();
    let players = "players = [\"random\", \"alphabeta:tt=1M\", \"mcts:memory=1M\"]";
    let file = describe(&folder, "small.toml", &[SMALL, players, "games = 4", "concurrency = 2"]);
    let table = good(&["tournament", &file]);
    let lines: Vec<&str> = table.lines().collect();
    assert!(lines[0].starts_with("Rank ") && lines[3].contains("random"), "{table}");
    assert_eq!(lines.iter().filter(|line| line.contains(" vs ")).count(), 3, "{table}");
    let games = folder.0.join("small.games");
    assert_eq!(fs::read_to_string(games.join("table.txt")).unwrap(), table);
    for number in 1..=3 {
        let records = games.join(format!("encounter-{number:03}.jsonl"));
        assert_eq!(games_without_times(records.to_str().unwrap()).len(), 4);
        good(&["convert", "knightthrough", records.to_str().unwrap()]);
    }
    assert_eq!(good(&["tournament", &file]), table, "nothing is played again");
}

#[test]
fn gauntlets_and_ladders_have_their_pairings() {
    let folder = Folder::new();
    let players = "players = [\"alphabeta:tt=1M\", \"random\", \"mcts:memory=1M\"]";
    let out = format!("out = {:?}", folder.file("somewhere"));
    let file = describe(&folder, "g.toml", &[SMALL, "format = \"gauntlet\"", players, "games = 2", &out]);
    let table = good(&["tournament", &file]);
    let met: Vec<&str> = table.lines().filter(|line| line.contains(" vs ")).collect();
    assert!(met.len() == 2 && met.iter().all(|line| line.starts_with("alphabeta:tt=1M vs ")), "{table}");
    assert!(folder.0.join("somewhere/table.txt").exists());

    let file = describe(&folder, "l.toml", &[SMALL, "format = \"ladder\"", "games = 2"]);
    let table = good(&["tournament", &file]);
    assert!(table.contains("level:beginner vs level:intermediate: "), "{table}");
    assert!(table.contains("level:expert vs level:unbeatable: "), "{table}");
}

#[test]
fn other_terms_live_tables_and_failures() {
    let folder = Folder::new();
    let players = "players = [\"alphabeta:tt=1M\", \"mcts:memory=1M\"]";
    let terms = [SMALL, players, "games = 10", "colours = \"random\"", "adjudicate = 20000"];
    let file = describe(&folder, "terms.toml", &terms);
    let run = quadrille(&["tournament", &file, "--ratinginterval", "4"]);
    assert_eq!(run.code, 0, "{}", run.err);
    for so_far in ["after 4 of 10 games:\nRank ", "after 8 of 10 games:\nRank "] {
        assert!(run.err.contains(so_far), "{}", run.err);
    }
    let games = games_without_times(&folder.file("terms.games/encounter-001.jsonl"));
    assert!(games.iter().all(|game| game["colours"] == "random"), "{games:?}");
    assert!(games.iter().any(|game| game["reason"] == "proof"), "{games:?}");

    let failing = "players = [\"random\", \"ugi:exit 3\"]";
    let file = describe(&folder, "failing.toml", &[SMALL, failing, "games = 10"]);
    let run = quadrille(&["tournament", &file, "--no-recover"]);
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(run.err.contains("a player failed") && run.err.contains("after 1 of 10 games"), "{}", run.err);
    let table = good(&["tournament", &file]);
    assert!(table.contains("random vs ugi:exit 3: +10 -0 =0"), "{table}");
}

/// A tournament that is killed at random moments and resumed each time ends with the same table and the same games as one
/// that runs undisturbed.
#[test]
fn a_tournament_that_is_killed_repeatedly_ends_with_the_same_table() {
    let folder = Folder::new();
    let games_each = 20 * testkit::scale() as usize;
    let all_games = 10 * games_each;
    let players = "players = [\"random\", \"alphabeta:tt=64K\", \"alphabeta:plain,id,tt=64K\", \"mcts:memory=1M\", \"alphabeta:depth=1,tt=64K\"]";
    let description = |name: &str, concurrency: &str| {
        describe(&folder, name, &[SMALL, players, &format!("games = {games_each}"), "seed = 3", concurrency])
    };
    let whole = description("whole.toml", "concurrency = 2");
    let table = good(&["tournament", &whole]);

    let mut random: u64 = 0x9e37_79b9_7f4a_7c15;
    for kill in 0..10 * testkit::scale() as usize {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // The number of games at once may change from run to run.
        let pieces = description("pieces.toml", ["concurrency = 1", "concurrency = 2"][kill % 2]);
        let mut child =
            command(&["tournament", &pieces]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // Each run adds some of the games, and then has a random moment more.
        let target = recorded(&folder) + (random >> 40) % 10;
        let begun = Instant::now();
        while recorded(&folder) < target && begun.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_micros((random >> 20) % 8_000));
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(recorded(&folder) < all_games as u64, "killed too late the {kill}th time");
    }
    let pieces = folder.file("pieces.toml");
    assert_eq!(good(&["tournament", &pieces]), table);
    assert_eq!(fs::read_to_string(folder.file("pieces.games/table.txt")).unwrap(), table);
    let mut total = 0;
    for number in 1..=10 {
        let games = |name: &str| {
            let mut games =
                games_without_times(&folder.file(&format!("{name}.games/encounter-{number:03}.jsonl")));
            // After a kill with two games at once, one may be recorded behind its place.
            games.sort_by_key(|game| (game["pair"].as_u64(), game["leg"].as_u64()));
            games
        };
        assert_eq!(games("pieces"), games("whole"), "encounter {number}");
        total += games("whole").len();
    }
    assert_eq!(total, all_games);
}

/// Games recorded so far by the tournament that is killed.
fn recorded(folder: &Folder) -> u64 {
    let Ok(files) = fs::read_dir(folder.file("pieces.games")) else { return 0 };
    let lines = |path| fs::read(path).map_or(0, |bytes| bytes.iter().filter(|&&b| b == b'\n').count());
    files.flatten().filter(|file| file.file_name() != "table.txt").map(|file| lines(file.path()) as u64).sum()
}

#[test]
fn wrong_descriptions_are_refused_and_make_nothing() {
    let folder = Folder::new();
    let two = "players = [\"random\", \"alphabeta\"]";
    for (lines, token) in [
        (&["game = \"chess\"", "limit = \"nodes=5\"", two][..], "'chess'"),
        (&["game = \"knightthrough\"", two], "limit"),
        (&["game = \"knightthrough\"", "limit = \"soon\"", two], "'soon'"),
        (&["game = \"knightthrough:9x9\"", "limit = \"nodes=5\"", two], "'9x9'"),
        (&[SMALL, "players = [\"random\"]"], "'1'"),
        (&[SMALL], "'0'"),
        (&[SMALL, "players = [\"random\", \"random\"]"], "'random'"),
        (&[SMALL, "players = [\"random\", \"psychic\"]"], "'psychic'"),
        (&[SMALL, "players = [\"random\", \"ugi:\"]"], "'ugi:'"),
        (&[SMALL, two, "games = 3"], "'3'"),
        (&[SMALL, two, "format = \"swiss\""], "'swiss'"),
        (&[SMALL, two, "openings = \"random:0\""], "'0'"),
        (&[SMALL, two, "openings = \"no-such-file\""], "no-such-file"),
        (&[SMALL, two, "concurrency = 0"], "'0'"),
        (&[SMALL, two, "concurrency = 65"], "'65'"),
        (&[SMALL, two, "maxturns = 0"], "'0'"),
        (&[SMALL, two, "colour = 3"], "colour"),
        (&[SMALL, two, "colours = \"green\""], "'green'"),
        (&[SMALL, two, "adjudicate = 0"], "'0'"),
        (&["= ="], "bad.toml"),
    ] {
        let file = describe(&folder, "bad.toml", lines);
        let message = refused(&["tournament", &file], token);
        assert_eq!(message.trim_end().lines().count(), 1, "{message}");
        assert!(!folder.0.join("bad.games").exists(), "{lines:?}");
    }
    refused(&["tournament", &folder.file("nowhere.toml")], "nowhere.toml");
}
