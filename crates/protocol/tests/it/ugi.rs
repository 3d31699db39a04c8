//! Messages of UGI: what is written reads back, dialects are understood, nonsense is quoted.

use protocol::ugi::{FromEngine, Info, Score, Start, ToEngine};

fn to(line: &str) -> ToEngine {
    ToEngine::parse(line).unwrap_or_else(|e| panic!("{line}: {e}")).unwrap()
}

fn from(line: &str) -> FromEngine {
    FromEngine::parse(line).unwrap_or_else(|e| panic!("{line}: {e}")).unwrap()
}

#[test]
fn what_a_controller_says_reads_back() {
    for line in [
        "ugi",
        "isready",
        "uginewgame",
        "stop",
        "quit",
        "setoption name threads value 2",
        "setoption name clear table",
        "position startpos",
        "position startpos moves b1-c3 b8-c6",
        "position fen 3q2q3/10 w moves d1-d7/g7",
        "position fen g [rrr   RRR] moves Ee2n,Ee3n",
        "go",
        "go movetime 100",
        "go depth 5",
        "go nodes 10000",
        "go infinite",
        "go p1time 60000 p2time 59000 p1inc 500 p2inc 0",
        "query gameover",
        "query p1turn",
        "query result",
    ] {
        let message = to(line);
        assert_eq!(message.to_string(), line);
        assert_eq!(to(&message.to_string()), message);
    }
    let ToEngine::Go(go) = to("go p2time -30 p1time 5") else { panic!("go") };
    assert_eq!(go.to_string(), "go p1time 5 p2time 0 p1inc 0 p2inc 0");
    let ToEngine::Position { start, turns } = to("position fen a b moves c d,e") else { panic!("position") };
    assert_eq!((start, turns), (Start::Position("a b".into()), vec!["c".into(), "d,e".into()]));
}

#[test]
fn what_an_engine_says_reads_back() {
    for line in [
        "id name Quadrille",
        "id author no one in particular",
        "option name threads type spin",
        "ugiok",
        "readyok",
        "bestmove b1-c3",
        "info depth 5 time 12 nodes 1000 nps 80000 score cp -12 pv b1-c3 b8-c6",
        "info score win 3",
        "info score loss 0",
        "info string hello world",
        "response true",
    ] {
        assert_eq!(from(line).to_string(), line);
    }
    assert_eq!(from("bestmove a1 ponder b2"), FromEngine::BestMove("a1".into()));
    assert_eq!(from("bestmove"), FromEngine::BestMove(String::new()));
    let score = |line: &str| match from(line) {
        FromEngine::Info(info) => info.score,
        other => panic!("{other}"),
    };
    assert_eq!(score("info score 7"), Some(Score::Estimate(7)));
    assert_eq!(score("info score mate 2"), Some(Score::Win(2)));
    assert_eq!(score("info score mate -2"), Some(Score::Loss(2)));
    assert_eq!(score("info score cp x depth"), None);
    assert_eq!(from("info currmove a1 strange"), FromEngine::Info(Info::default()));
}

#[test]
fn nonsense_is_quoted() {
    for (line, token) in [
        ("hello", "'hello'"),
        ("isready now", "'now'"),
        ("position", "''"),
        ("position fen", "'fen'"),
        ("position startpos b1-c3", "'startpos b1-c3'"),
        ("go fast", "'fast'"),
        ("go nodes many", "'many'"),
        ("go nodes", "''"),
        ("go depth -3", "'-3'"),
        ("go movetime 1e3", "'1e3'"),
        ("query weather", "'weather'"),
        ("setoption threads 2", "'threads 2'"),
        ("setoption name value 2", "'name value 2'"),
    ] {
        let message = ToEngine::parse(line).unwrap_err().to_string();
        assert!(message.starts_with(token), "{line}: {message}");
    }
    for (line, token) in [("ugiok 1", "'1'"), ("id rank 3", "'rank'"), ("\u{1b}x", "'x'")] {
        let message = FromEngine::parse(line).unwrap_err().to_string();
        assert!(message.starts_with(token), "{line}: {message}");
    }
    assert_eq!(ToEngine::parse("  \t "), Ok(None));
    assert_eq!(FromEngine::parse(""), Ok(None));
}

#[test]
fn control_characters_separate_words() {
    for line in [
        "position startpos moves a\u{1}b",
        "position fen a\u{1}b moves c\u{1b}d",
        "position fen a\u{1}moves b",
        "setoption name a\u{1}b value c\u{7f}d",
    ] {
        let message = to(line);
        assert_eq!(to(&message.to_string()), message, "{line:?}");
    }
    for line in ["info pv a\u{1}b", "info string a\u{1}b", "info depth\u{1}3"] {
        let message = from(line);
        assert_eq!(from(&message.to_string()), message, "{line:?}");
    }
}

#[test]
fn nothing_breaks_out_of_its_line() {
    let sneaky = FromEngine::BestMove("a1\nquit".into()).to_string();
    assert_eq!(sneaky, "bestmove a1 quit");
    let position = ToEngine::Position { start: Start::Position("a\nb".into()), turns: vec!["c\rd".into()] };
    assert_eq!(position.to_string(), "position fen a b moves c d");
}
