//! Our engine as a controller of UGI meets it, and the checker of engines at the command line.

use crate::common;

use common::{Folder, good, own_engine, quadrille, refused, typing};

/// What the engine answers to these lines, after which its input ends.
fn session(game: &str, lines: &[&str]) -> Vec<String> {
    session_of("alphabeta:tt=1M", game, lines)
}

fn session_of(player: &str, game: &str, lines: &[&str]) -> Vec<String> {
    let args = ["engine", "--protocol", "ugi", "--game", game, "--player", player, "--seed", "1"];
    let run = typing(&args, &(lines.join("\n") + "\n"));
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{lines:?}");
    run.out.lines().map(String::from).collect()
}

/// The lines that begin like this.
fn beginning<'a>(lines: &'a [String], word: &str) -> Vec<&'a str> {
    lines.iter().filter(|line| line.starts_with(word)).map(String::as_str).collect()
}

#[test]
fn it_introduces_itself_and_is_ready() {
    let lines = session("knightthrough", &["ugi", "isready", "quit"]);
    assert!(lines[0].starts_with("id name Quadrille "), "{lines:?}");
    let end: Vec<&str> = lines[lines.len() - 2..].iter().map(String::as_str).collect();
    assert_eq!(end, ["ugiok", "readyok"]);
}

#[test]
fn it_answers_with_one_word_in_every_game() {
    for game in ["knightthrough", "tzaar", "amazons:6x6", "arimaa"] {
        let lines = session(game, &["uginewgame", "position startpos", "go nodes 300"]);
        let best = beginning(&lines, "bestmove ");
        assert_eq!(best.len(), 1, "{game}: {lines:?}");
        let turn = best[0].strip_prefix("bestmove ").unwrap();
        assert_eq!(turn.split_whitespace().count(), 1, "{game}: {turn}");
        good(&["show", game, "--moves", turn]);
    }
}

#[test]
fn it_follows_positions_and_turns_and_answers_queries() {
    let lines = session(
        "knightthrough",
        &[
            "position startpos moves b1-c3",
            "query p1turn",
            "query gameover",
            "position fen 8/8/3N4/8/8/7n/n7/8 w",
            "query p1turn",
            "go depth 4",
            "isready",
        ],
    );
    assert_eq!(beginning(&lines, "response "), ["response false", "response false", "response true"]);
    // The input has ended, so the answer is given at once; what it rests on is told all the same.
    assert!(
        lines.iter().any(|line| line.starts_with("info depth ") && line.contains(" pv d6-")),
        "{lines:?}"
    );
    assert_eq!(beginning(&lines, "bestmove ").len(), 1);
    let over = session(
        "knightthrough",
        &["position fen N7/8/8/8/8/8/7n/8 b", "query result", "query gameover", "go"],
    );
    assert_eq!(beginning(&over, "response "), ["response p1win", "response true"]);
    assert!(over.iter().any(|line| line.contains("the game is over")), "{over:?}");
}

#[test]
fn it_survives_what_it_does_not_understand() {
    let lines = session(
        "knightthrough",
        &[
            "xyzzy",
            "position startpos moves b1-c9",
            "position fen nonsense",
            "setoption name psychic value 3",
            "setoption name hash value none",
            "go nodes many",
            "stop",
            "query weather",
            "isready",
        ],
    );
    for token in ["'xyzzy'", "'b1-c9'", "'nonsense'", "'psychic'", "'none'", "'many'", "'stop'", "'weather'"]
    {
        assert!(
            lines.iter().any(|l| l.starts_with("info string ") && l.contains(token)),
            "{token}: {lines:?}"
        );
    }
    assert_eq!(lines.last().unwrap(), "readyok");
}

/// Memory and threads are options of every search; what cannot be granted changes nothing.
#[test]
fn every_search_has_the_same_options() {
    for player in ["alphabeta:tt=1M", "mcts:memory=1M", "best:tt=1M"] {
        let lines = session_of(
            player,
            "knightthrough",
            &[
                "setoption name hash value 2",
                "setoption name threads value 2",
                "setoption name threads value 1000000",
                "go nodes 2000",
            ],
        );
        let remarks = beginning(&lines, "info string ");
        assert!(remarks.len() == 1 && remarks[0].contains("'1000000'"), "{player}: {lines:?}");
        assert_eq!(beginning(&lines, "bestmove ").len(), 1, "{player}: {lines:?}");
    }
}

#[test]
fn wrong_arguments_are_refused() {
    refused(&["engine", "--protocol", "ugi", "--game", "chess"], "'chess'");
    refused(&["engine", "--protocol", "ugi", "--game", "knightthrough:9x9"], "'9x9'");
    refused(&["engine", "--protocol", "ugi", "--game", "tzaar", "--player", "psychic"], "'psychic'");
    refused(&["engine", "--protocol", "uci"], "'uci'");
    refused(&["engine", "--protocol", "aei", "--game", "tzaar"], "'tzaar'");
}

#[test]
fn our_engines_pass_the_checker() {
    for game in ["knightthrough", "tzaar"] {
        let text = good(&["compliance", &own_engine(game, "best:tt=1M"), "--game", game]);
        assert!(
            text.lines().count() >= 8 && text.lines().all(|line| line.starts_with("ok ")),
            "{game}: {text}"
        );
    }
    let program = env!("CARGO_BIN_EXE_quadrille");
    let aei = format!("exec '{program}' engine --protocol aei --player best:tt=1M");
    let text = good(&["compliance", &aei, "--protocol", "aei"]);
    assert!(text.lines().all(|line| line.starts_with("ok ")), "{text}");
}

#[test]
fn the_checker_names_what_is_wrong() {
    let folder = Folder::new();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/mock_engine.sh");
    let pids = folder.file("pids");
    for (mode, step, token) in [
        ("illegal", "it plays legal turns in time", "'z9-z8'"),
        ("crash", "it plays legal turns in time", "exit status: 7"),
        ("close-stdout", "it plays legal turns in time", "output ended"),
    ] {
        let run = quadrille(&["compliance", &format!("exec sh '{script}' {mode} '{pids}'")]);
        assert_eq!(run.code, 1, "{mode}: {}", run.err);
        let wrong: Vec<&str> = run.out.lines().filter(|line| line.starts_with("WRONG ")).collect();
        assert!(wrong[0].contains(step) && wrong[0].contains(token), "{mode}: {}", run.out);
        assert!(run.err.contains("went wrong"), "{mode}: {}", run.err);
    }
    let run = quadrille(&["compliance", "/no/such/program"]);
    assert_eq!((run.code, run.out.lines().count()), (1, 1), "{}", run.out);
    assert!(run.out.starts_with("WRONG ") && run.out.contains("127"), "{}", run.out);
}

#[test]
fn what_cannot_be_checked_is_refused() {
    refused(&["compliance", "", "--game", "tzaar"], "'ugi:'");
    refused(&["compliance", "x", "--game", "chess"], "'chess'");
    refused(&["compliance", "x", "--protocol", "aei", "--game", "tzaar"], "'aei:x'");
    refused(&["compliance", "x", "--protocol", "waltz"], "'waltz'");
}
