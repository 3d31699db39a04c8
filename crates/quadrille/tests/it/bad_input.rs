//! Bad input of every kind: one clear sentence that quotes the token, exit code 2, nothing written.

use crate::common;

use common::{Folder, good, quadrille, refused};

#[test]
fn games_and_variants_must_exist() {
    let message = refused(&["perft", "chess", "--depth", "1"], "'chess'");
    assert!(message.contains("knightthrough"), "the known games are listed: {message}");
    for variant in ["2x8", "9x9", "8x", "x", "8x8x8", "-1x4", "3x99999999999999999999"] {
        refused(&["show", &format!("knightthrough:{variant}")], &format!("'{variant}'"));
    }
}

#[test]
fn positions_must_be_possible() {
    let seventeen = "nnnnnnnn/nnnnnnnn/8/8/8/N7/NNNNNNNN/NNNNNNNN w";
    let short = "BB.BBBBBBB....BB.B.B.....B..B..........W...WW.WWWWWWW..WWWW..W. B";
    for position in
        [seventeen, short, "", "8/8", "nnnnnnnn/9/8/8/8/8/NNNNNNNN/NNNNNNNN w", "x w", "\u{1b}[31m w"]
    {
        refused(&["show", "knightthrough", "--position", position], "'");
        refused(&["analyze", "knightthrough", "--position", position, "--depth", "1"], "'");
    }
    let message = refused(&["show", "knightthrough", "--position", seventeen], "17");
    assert_eq!(message.lines().count(), 1, "{message}");
    refused(&["show", "knightthrough", "--position", short], "63");
    let finished = "N7/8/8/8/8/8/7n/8 b";
    refused(&["analyze", "knightthrough", "--position", finished], "finished");
    refused(&["solve", "knightthrough", "--position", finished], "finished");
}

#[test]
fn moves_must_be_legal() {
    for moves in ["a1-a8", "b1-c3 b1-c3", "b1-c3 b8-c6 xyz", "b1xc3", "é", "b1-c3,b8-c6"] {
        refused(&["show", "knightthrough", "--moves", moves], "'");
    }
}

#[test]
fn numbers_must_be_in_range() {
    refused(&["perft", "knightthrough", "--depth", "0"], "'0'");
    refused(&["analyze", "knightthrough", "--depth", "0"], "'0'");
    refused(&["analyze", "knightthrough", "--depth", "-3"], "'-3'");
    refused(&["analyze", "knightthrough", "--nodes", "0"], "'0'");
    refused(&["analyze", "knightthrough", "--nodes", "many"], "'many'");
    refused(&["analyze", "knightthrough", "--lines", "0", "--depth", "1"], "'0'");
    refused(&["analyze", "knightthrough", "--threads", "0", "--depth", "1"], "'0'");
    for time in ["0s", "-1s", "NaN", "soon", "99999999999s"] {
        refused(&["analyze", "knightthrough", "--time", time], &format!("'{time}'"));
    }
}

#[test]
fn specs_must_make_sense() {
    let analyze = |spec: &str, token: &str| {
        refused(&["analyze", "knightthrough", "--depth", "1", "--player", spec], token)
    };
    for value in ["0", "10T", "-1", "", "1.5M", "2^99e"] {
        let message = analyze(&format!("alphabeta:tt={value}"), &format!("'{value}'"));
        assert!(message.contains("1K to 64G"), "{message}");
    }
    let message = analyze("alphabeta:histroy", "'histroy'");
    assert!(message.contains("history") && message.contains("lmr"), "known keys are listed: {message}");
    analyze("gammadelta", "'gammadelta'");
    analyze("level:grandmaster", "'grandmaster'");
    analyze("alphabeta:eval=psychic", "'psychic'");
    analyze("random:depth=3", "'depth=3'");
    analyze("alphabeta:-id", "'id'");
    analyze("alphabeta:threads=0", "'0'");
}

#[test]
fn files_must_be_there_and_be_text() {
    let folder = Folder::new();
    let missing = folder.file("nowhere.txt");
    refused(&["show", "knightthrough", "--file", &missing], "nowhere.txt");
    refused(&["play", "--resume", &missing], "nowhere.txt");
    refused(&["convert", "knightthrough", &missing], "nowhere.txt");
    let binary = folder.file("binary");
    std::fs::write(&binary, [0xFF, 0xFE, 0, 1]).unwrap();
    refused(&["show", "knightthrough", "--file", &binary], "binary");
    refused(&["play", "--resume", &binary], "binary");
    let nonsense = folder.file("nonsense.json");
    for text in ["", "{", "[]", "{\"version\": 2}", "{\"version\": 1, \"side\": \"first\"}"] {
        std::fs::write(&nonsense, text).unwrap();
        refused(&["play", "--resume", &nonsense], "nonsense.json");
    }
}

#[test]
fn a_match_that_cannot_be_played_writes_nothing() {
    let folder = Folder::new();
    let out = folder.file("games.jsonl");
    let with = |extra: &[&str], token: &str| {
        let mut args = vec!["match", "knightthrough"];
        args.extend_from_slice(extra);
        args.extend_from_slice(&["--out", &out]);
        refused(&args, token);
        assert!(folder.is_empty(), "{extra:?}");
    };
    with(&["best", "worst", "--nodes", "10"], "'worst'");
    with(&["best", "random", "--nodes", "10", "--games", "3"], "'3'");
    with(&["best", "random"], "--time");
    with(&["best", "random", "--tc", "soon"], "'soon'");
    with(&["best", "random", "--nodes", "10", "--openings", "random:x"], "'x'");
    with(&["best", "random", "--nodes", "10", "--openings", "no-such-file"], "no-such-file");
    with(&["best", "alphabeta:tt=10T", "--nodes", "10"], "'10T'");
}

#[test]
fn a_record_cut_in_the_middle_is_refused_and_only_resume_forgives_it() {
    let folder = Folder::new();
    let out = folder.file("games.jsonl");
    let play =
        ["match", "knightthrough:4x6", "random", "random", "--nodes", "10", "--games", "4", "--out", &out];
    good(&play);
    let whole = std::fs::read_to_string(&out).unwrap();
    assert_eq!(whole.lines().count(), 4);
    good(&["convert", "knightthrough", &out]);

    refused(&play, "exists already");
    assert_eq!(std::fs::read_to_string(&out).unwrap(), whole, "an existing file is left alone");

    let torn = &whole[..whole.len() - 40];
    std::fs::write(&out, torn).unwrap();
    refused(&["convert", "knightthrough", &out], "line 4");
    assert_eq!(std::fs::read_to_string(&out).unwrap(), torn);

    let mut again = play.to_vec();
    again.push("--resume");
    let run = quadrille(&again);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.err.contains("warning:") && run.err.contains("line 4"), "{}", run.err);
    let without_times = |text: &str| -> Vec<serde_json::Value> {
        let mut records: Vec<serde_json::Value> =
            text.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
        for record in &mut records {
            for turn in record["turns"].as_array_mut().unwrap() {
                turn["ms"] = 0.into();
            }
        }
        records
    };
    let resumed = std::fs::read_to_string(&out).unwrap();
    assert_eq!(without_times(&resumed), without_times(&whole), "no game lost, none doubled");

    let middle_broken = whole.replacen("\"result\"", "\"res", 1);
    std::fs::write(&out, &middle_broken).unwrap();
    refused(&again, "line 1");
    assert_eq!(std::fs::read_to_string(&out).unwrap(), middle_broken);
}

#[test]
fn every_subcommand_has_help_with_an_example() {
    let help = good(&["--help"]);
    let commands: Vec<&str> = help
        .lines()
        .skip_while(|l| !l.starts_with("Commands:"))
        .skip(1)
        .take_while(|l| !l.is_empty())
        .filter_map(|l| l.strip_prefix("  ").filter(|l| !l.starts_with(' ')))
        .filter_map(|l| l.split_whitespace().next())
        .filter(|&name| name != "help")
        .collect();
    assert!(commands.len() >= 8, "{commands:?}");
    for command in commands {
        let help = good(&[command, "--help"]);
        assert!(help.contains("Example"), "{command}: {help}");
    }
    refused(&["frobnicate"], "'frobnicate'");
}

/// Every option with a number, a file or a name, asked for what cannot be.
#[test]
fn every_command_refuses_what_cannot_be() {
    let folder = Folder::new();
    let here = folder.0.display().to_string();
    let table = folder.file("boards.csv");
    std::fs::write(&table, "board,mean,temperature\nx..|o..,soon,0\n").unwrap();
    let cases: &[(&[&str], &str)] = &[
        (&["analyze", "knightthrough", "--region-nodes", "-1"], "'-1'"),
        (&["analyze", "knightthrough", "--nodes", "1e999"], "'1e999'"),
        (&["analyze", "knightthrough", "--depth", "NaN"], "'NaN'"),
        (&["analyze", "knightthrough", "--player", ""], "''"),
        (&["analyze", "knightthrough", "--file", &here], &here),
        (&["bench", "chess"], "'chess'"),
        (&["bench", "--concurrency", "99999999999999999999"], "'99999999999999999999'"),
        (&["cgt"], "subcommand"),
        (&["cgt", "born", "9"], "day 9"),
        (&["cgt", "born", "NaN"], "'NaN'"),
        (&["cgt", "hunt", "amazons", "--file", &here], &here),
        (&["cgt", "hunt", "chess", "--file", &table], "'chess'"),
        (&["cgt", "hunt", "amazons", "--file", &table, "--finest", "21"], "'21'"),
        (&["cgt", "sum", "match", "hybrid", "nonsense"], "'nonsense'"),
        (&["cgt", "sum", "match", "hybrid", "hybrid", "--size", "9x9"], "'9x9'"),
        (&["cgt", "sum", "match", "hybrid", "hybrid", "--size", "2x2", "--burnt", "3"], "'3'"),
        (&["cgt", "temperature", "amazons", "--file", &table], "'soon'"),
        (&["cgt", "temperature", "amazons", "--position", "x..|o..", "--above", "NaN"], "'NaN'"),
        (&["cgt", "temperature", "amazons", "--position", "x..|o..", "--method", "guess"], "'guess'"),
        (&["cgt", "temperature", "amazons", "--position", "x..|o..", "--time", "NaN"], "'NaN'"),
        (&["cgt", "value", "--game", "{1|"], "'"),
        (&["cgt", "value", "amazons"], "--position"),
        (&["cgt", "database", "probe", "--file", &here, "--position", "x"], &here),
        (&["cgt", "database", "build", "9x9", "--file", &table], "'9x9'"),
        (&["cgt", "database", "build", "2x2", "--file", &table, "--mem", "lots"], "'lots'"),
        (&["compliance", "cat", "--game", "chess"], "'chess'"),
        (&["compliance", "cat", "--engine-start", "0s"], "'0s'"),
        (&["convert", "chess", &table], "'chess'"),
        (&["convert", "knightthrough", &here], &here),
        (&["convert", "knightthrough", &table, "--to", "pdf"], "'pdf'"),
        (&["engine", "--protocol", "uci"], "'uci'"),
        (&["engine", "--protocol", "aei", "--game", "tzaar"], "'tzaar'"),
        (&["engine", "--protocol", "ugi", "--game", "chess"], "'chess'"),
        (&["engine", "--protocol", "ugi", "--player", "nonesuch"], "'nonesuch'"),
        (&["engine", "--protocol", "ugi", "--seed", "NaN"], "'NaN'"),
        (&["lab", "run", "no-such-experiment"], "'no-such-experiment'"),
        (&["lab", "run", "all", "--concurrency", "0"], "'0'"),
        (&["lab", "report", "--out", &folder.file("nowhere")], "nowhere"),
        (&["lab", "tune", "fit", "knightthrough", "--prior", "NaN"], "'NaN'"),
        (&["lab", "tune", "fit", "knightthrough", "--prior", "-1"], "'-1'"),
        (&["lab", "tune", "fit", "knightthrough", "--blend", "2"], "'2'"),
        (&["lab", "tune", "fit", "knightthrough", "--name", "../x"], "'../x'"),
        (&["lab", "tune", "spsa", "knightthrough", "best", "--param", "w.knight=1"], "'w.knight=1'"),
        (
            &["lab", "tune", "spsa", "knightthrough", "best", "--param", "tt=1:0:2:1", "--rate", "inf"],
            "'inf'",
        ),
        (&["lab", "tune", "grid", "knightthrough", "best", "--param", "tt"], "'tt'"),
        (&["lab", "tune", "confirm", "knightthrough", "best", "worst"], "'worst'"),
        (&["match", "knightthrough", "best", "random", "--nodes", "1", "--sprt", "elo0=NaN,elo1=5"], "'NaN'"),
        (
            &["match", "knightthrough", "best", "random", "--nodes", "1", "--sprt", "elo0=0,elo1=5,alpha=2"],
            "'2'",
        ),
        (&["match", "knightthrough", "best", "random", "--tc", "-1s"], "'-1s'"),
        (&["match", "knightthrough", "best", "random", "--nodes", "1", "--adjudicate=0"], "'0'"),
        (&["match", "knightthrough", "best", "random", "--nodes", "1", "--openings", &here], &here),
        (&["match", "knightthrough", "best", "random", "--nodes", "1", "--colours", "green"], "'green'"),
        (&["match", "knightthrough", "best", "random", "--nodes", "1", "--ratinginterval", "0"], "'0'"),
        (&["perft", "knightthrough", "--depth", "1e3"], "'1e3'"),
        (&["perft", "knightthrough"], "--depth"),
        (&["play", "knightthrough", "--level", "god"], "'god'"),
        (&["play", "knightthrough", "--side", "third"], "'third'"),
        (&["play", "--resume", &here], &here),
        (&["play"], "GAME"),
        (&["players", "chess"], "'chess'"),
        (&["properties", "tzaar", "--seed", "-1"], "'-1'"),
        (&["serve", "--addr", "nowhere"], "'nowhere'"),
        (&["serve", "--addr", "127.0.0.1:99999"], "'127.0.0.1:99999'"),
        (&["show", "knightthrough", "--format", "png"], "'png'"),
        (&["solve", "knightthrough", "--time", "1e999s"], "'1e999s'"),
        (&["tournament", &here], &here),
        (&["tournament", &table], "boards.csv"),
        (&["tzaar", "-b", &here], &here),
        (&["tzaar", "-b", &table, "-t", "0"], "'0'"),
        (&["tzaar", "-b", &table, "-a", "NaN"], "'NaN'"),
        (&["--frobnicate"], "'--frobnicate'"),
    ];
    for (args, token) in cases {
        let message = refused(args, token);
        assert_eq!(message.lines().count(), 1, "{args:?}: {message}");
        assert!(!message.contains("Usage:") && !message.contains("For more"), "{args:?}: {message}");
    }
}

#[test]
fn tournaments_must_make_sense() {
    let folder = Folder::new();
    let file = folder.file("t.toml");
    let good = "game = 'knightthrough'\nplayers = ['best', 'random']\nlimit = 'nodes=10'\n";
    for (from, to, token) in [
        ("knightthrough", "chess", "'chess'"),
        ("'best', 'random'", "'best'", "'1'"),
        ("'random'", "'best'", "'best'"),
        ("'random'", "7", "7"),
        ("nodes=10", "nodes=-1", "-1"),
        ("nodes=10", "NaN", "'NaN'"),
        ("limit =", "limits =", "limits"),
        ("limit =", "games = 3\nlimit =", "'3'"),
        ("limit =", "games = -2\nlimit =", "-2"),
        ("limit =", "seed = -1\nlimit =", "-1"),
        ("limit =", "seed = nan\nlimit =", "nan"),
        ("limit =", "concurrency = 65\nlimit =", "'65'"),
        ("limit =", "maxturns = 0\nlimit =", "'0'"),
        ("limit =", "adjudicate = 0\nlimit =", "0"),
        ("limit =", "openings = 'nowhere.txt'\nlimit =", "nowhere.txt"),
    ] {
        let text = good.replace(from, to);
        assert_ne!(text, good);
        std::fs::write(&file, text).unwrap();
        let message = refused(&["tournament", &file], token);
        assert_eq!(message.lines().count(), 1, "{message}");
    }
    assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 1, "nothing was written");
}

/// What belongs to another user cannot be read. The administrator can read everything, so the test needs another user.
#[test]
#[cfg(unix)]
fn files_must_be_readable() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let secret = folder.file("secret.txt");
    std::fs::write(&secret, "8/8").unwrap();
    std::fs::set_permissions(&secret, std::fs::Permissions::from_mode(0o000)).unwrap();
    if std::fs::read(&secret).is_err() {
        refused(&["show", "knightthrough", "--file", &secret], "secret.txt");
        refused(&["convert", "knightthrough", &secret], "secret.txt");
    }
}
