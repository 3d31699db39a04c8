//! Matches at the command line: tests that end them, games that do not depend on how many are played at once, and bad input.

use crate::common;

use common::{Folder, command, finish, games_without_times, good, quadrille, refused};
use std::{
    fs,
    process::{Command, Stdio},
};

/// A short match on a small board, with more options.
fn small<'a>(first: &'a str, second: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["match", "knightthrough:4x6", first, second, "--nodes", "100"], more].concat()
}

#[test]
fn a_test_of_strength_ends_the_match() {
    let folder = Folder::new();
    let out = folder.file("games.jsonl");
    let test = ["--games", "400", "--sprt", "elo0=0,elo1=100", "--concurrency", "2", "--out", &out];
    let text = good(&small("alphabeta:tt=1M", "random", &test));
    assert!(text.contains("LLR: ") && text.contains("(-2.94, 2.94) [0.00, 100.00]"), "{text}");
    assert!(text.contains("SPRT: H1 was accepted after "), "{text}");
    let played = games_without_times(&out).len();
    assert!((10..400).contains(&played), "{played} games");

    // The test is decided, so nothing is played when the match is resumed, and it says the same.
    let again = good(&small("alphabeta:tt=1M", "random", &[&test[..], &["--resume"]].concat()));
    let verdict = |text: &str| text.lines().find(|line| line.starts_with("SPRT: ")).unwrap().to_owned();
    assert_eq!(verdict(&again), verdict(&text));
    assert!(again.contains(&format!("0 games played now, {played} before")), "{again}");

    let text = good(&small("random", "alphabeta:tt=1M", &test[..4]));
    assert!(text.contains("SPRT: H0 was accepted after "), "{text}");
    let text = good(&small("random", "random", &["--games", "4", "--sprt", "elo0=0,elo1=5,model=logistic"]));
    assert!(text.contains("SPRT: undecided after 2 pairs"), "{text}");
}

#[test]
fn wrong_tests_and_limits_are_refused() {
    for (text, token) in [
        ("", "''"),
        ("elo0=0", "'elo0=0'"),
        ("elo0=5,elo1=5", "'5'"),
        ("elo0=0,elo1=x", "'x'"),
        ("elo0=0,elo1=10,alpha=2", "'2'"),
        ("elo0=0,elo1=10,gamma=0.1", "'gamma'"),
        ("elo0=0,elo1=10,model=bayes", "'bayes'"),
        ("elo0", "'elo0'"),
    ] {
        let message = refused(&small("random", "random", &["--games", "4", "--sprt", text]), token);
        assert_eq!(message.lines().count(), 1, "{message}");
    }
    let bad = |more: &[&str], token: &str| refused(&small("random", "random", more), token);
    bad(&["--games", "0"], "'0'");
    bad(&["--rounds", "0"], "'0'");
    bad(&["--rounds", "2", "--games", "4"], "--games");
    bad(&["--concurrency", "0"], "'0'");
    bad(&["--maxturns", "0"], "'0'");
    bad(&["--ratinginterval", "0"], "'0'");
    bad(&["--seed", "-1"], "'-1'");
    bad(&["--time", "1s"], "--time");
    bad(&["--colours", "green"], "'green'");
    bad(&["--adjudicate=0"], "'0'");
    bad(&["--adjudicate=many"], "'many'");
    bad(&["--resume"], "--out");
}

#[test]
fn the_number_of_games_at_once_changes_nothing() {
    let folder = Folder::new();
    let play = |concurrency: &str| {
        let out = folder.file(concurrency);
        let more = ["--games", "20", "--seed", "9", "--concurrency", concurrency, "--out", &out];
        good(&small("alphabeta:tt=1M", "mcts:memory=1M", &more));
        games_without_times(&out)
    };
    let alone = play("1");
    assert_eq!(alone.len(), 20);
    assert_eq!(play("2"), alone);
}

#[test]
fn openings_come_from_a_file() {
    let folder = Folder::new();
    let (file, out) = (folder.file("openings.txt"), folder.file("games.jsonl"));
    let position = "nnnn/4/4/4/NNN1/NNNN w";
    let lines = ["# a comment", "moves b1-c3", "", position, &format!("{position} moves a1-b3 a6-b4")];
    fs::write(&file, lines.join("\n")).unwrap();
    let text =
        good(&small("alphabeta:tt=1M", "random", &["--rounds", "4", "--openings", &file, "--out", &out]));
    assert!(text.contains("Games: 8, "), "{text}");
    let games = games_without_times(&out);
    let of = |field: &str| games.iter().map(|game| game[field].to_string()).collect::<Vec<_>>();
    let ids = ["2", "2", "4", "4", "5", "5", "2", "2"].map(|line| format!("\"openings.txt:{line}\""));
    assert_eq!(of("opening"), ids, "every opening twice, and from the beginning again");
    assert_eq!(of("opening_turns")[0], "[\"b1-c3\"]");
    assert_eq!(of("opening_turns")[4], "[\"a1-b3\",\"a6-b4\"]");
    assert!(of("start")[2].contains(position), "{:?}", of("start"));
    for (line, token) in
        [("moves b1-b2", "'b1-b2'"), ("nonsense", "'nonsense'"), ("N3/4/4/3n/4/4 b", "finished")]
    {
        fs::write(&file, format!("moves b1-c3\n{line}\n")).unwrap();
        let message = refused(&small("random", "random", &["--openings", &file]), token);
        assert!(message.contains("openings.txt, line 2: "), "{message}");
    }
}

#[test]
fn one_sided_results_are_bounds() {
    let play = |first: &str, second: &str| {
        good(&["match", "knightthrough:4x6", first, second, "--nodes", "3000", "--games", "10"])
    };
    let text = play("alphabeta:tt=1M", "random");
    assert!(text.contains("Games: 10, Wins: 10") && text.contains("LOS: 98.44%"), "{text}");
    assert!(text.contains("Elo: at least ") && text.contains(", nElo: at least "), "{text}");
    let text = play("random", "alphabeta:tt=1M");
    assert!(text.contains("Elo: at most -"), "{text}");
}

/// Games that df-pn decides are shorter than those that are played out, and end with the same result.
#[test]
fn proofs_end_games() {
    let folder = Folder::new();
    let play = |name: &str, more: &[&str]| {
        let out = folder.file(name);
        let base = ["--games", "10", "--openings", "random:2", "--out", &out];
        good(&small("alphabeta:tt=1M", "alphabeta:plain,id,depth=3", &[&base[..], more].concat()));
        good(&["convert", "knightthrough", &out]);
        games_without_times(&out)
    };
    let (whole, proved) = (play("whole", &[]), play("proved", &["--adjudicate=20000"]));
    let mut decided = 0;
    for (whole, proved) in whole.iter().zip(&proved) {
        let [long, short] = [whole, proved].map(|game| game["turns"].as_array().unwrap());
        assert_eq!(short[..], long[..short.len()], "the game is the same as far as it goes");
        if proved["reason"] == "proof" {
            decided += 1;
            assert_eq!(proved["result"], whole["result"], "{proved}");
            assert!(
                proved["detail"].as_str().unwrap().starts_with("dfpns:tt=16M proved it with "),
                "{proved}"
            );
        }
    }
    assert!(decided >= 5, "{decided} of 10 games were proved");
}

#[test]
fn colours_can_be_drawn_by_lot() {
    let folder = Folder::new();
    let out = folder.file("games.jsonl");
    let more = ["--games", "20", "--openings", "start", "--colours", "random", "--out", &out];
    let text = good(&small("random", "alphabeta:tt=1M", &more));
    assert!(text.contains("Games: 20, ") && text.contains("Ptnml(0-2): ["), "{text}");
    let games = games_without_times(&out);
    let begun = games.iter().filter(|game| game["players"][0] == "random").count();
    assert!((3..18).contains(&begun), "random began {begun} of 20 games");
    let again = good(&small("random", "alphabeta:tt=1M", &[&more[..], &["--resume"]].concat()));
    assert!(again.contains("0 games played now, 20 before"), "{again}");
    let swapped = [&more[..4], &["--out", &out, "--resume"]].concat();
    refused(&small("random", "alphabeta:tt=1M", &swapped), "its colours is \"random\"");
}

/// A file that may not grow stands for a full disk: a file size limit makes writing fail in the same way.
#[test]
fn a_full_disk_is_an_error_and_earlier_games_are_kept() {
    let folder = Folder::new();
    let out = folder.file("games.jsonl");
    let play = small("random", "random", &["--games", "200", "--out", &out]);
    let program = env!("CARGO_BIN_EXE_quadrille");
    // The signal that comes with the error is ignored, as a full disk sends none; the limit counts 512 bytes.
    let limited = "trap '' XFSZ; ulimit -f 40; exec \"$@\"";
    let mut run = Command::new("sh");
    run.args(["-c", limited, "sh", program]).args(&play).stdin(Stdio::null());
    let run = finish(run.output().unwrap());
    assert_eq!(run.code, 1, "{} {}", run.out, run.err);
    assert!(run.err.starts_with("error: ") && run.err.contains("games.jsonl"), "{}", run.err);
    let kept = games_without_times(&out);
    assert!(!kept.is_empty() && kept.len() < 200, "{} games", kept.len());
    good(&["convert", "knightthrough", &out]);

    // When there is room again, the match goes on, and nothing is lost or doubled.
    good(&[&play[..], &["--resume"]].concat());
    let whole = folder.file("whole.jsonl");
    good(&small("random", "random", &["--games", "200", "--out", &whole]));
    assert_eq!(games_without_times(&out), games_without_times(&whole));
}

#[test]
fn an_interrupted_match_says_how_to_go_on() {
    let folder = Folder::new();
    let out = folder.file("games.jsonl");
    let play = small("random", "random", &["--games", "1000000", "--out", &out]);
    let child = command(&play).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let begun = std::time::Instant::now();
    while fs::metadata(&out).map_or(0, |data| data.len()) == 0 {
        assert!(begun.elapsed().as_secs() < 60, "the match does not begin");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let run = finish(child.wait_with_output().unwrap());
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(
        run.err.contains("of 1000000 games; resume with --out ") && run.err.contains("--resume"),
        "{}",
        run.err
    );
    assert!(!games_without_times(&out).is_empty());
    // A match of other players is not mixed in.
    let other = small("random", "alphabeta:tt=1M", &["--games", "1000000", "--out", &out, "--resume"]);
    refused(&other, "is of another match: its players is");
    let fewer = small("random", "random", &["--games", "2", "--out", &out, "--resume"]);
    let run = quadrille(&fewer);
    assert!(run.code == 2 && run.err.contains("this match has 1"), "{}", run.err);
}

/// A limit for the size of files is met in the middle of a record, as the end of a disk is.
#[test]
fn a_full_disk_is_reported_and_what_was_recorded_is_kept() {
    let folder = Folder::new();
    let (whole, out) = (folder.file("whole.jsonl"), folder.file("games.jsonl"));
    let with_out = |out: &str| -> Vec<String> {
        let args = small("random", "alphabeta:tt=64K", &["--games", "60", "--seed", "4", "--out", out]);
        args.into_iter().map(String::from).collect()
    };
    good(&with_out(&whole).iter().map(String::as_str).collect::<Vec<_>>());
    // Without the signal, a write beyond the limit fails like any other. Blocks have 512 bytes.
    let script = "trap '' XFSZ; ulimit -f 40; exec \"$@\"";
    let limited = |args: &[String]| {
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", script, "sh", env!("CARGO_BIN_EXE_quadrille")]).args(args);
        finish(shell.output().unwrap())
    };
    let run = limited(&with_out(&out));
    assert_eq!(run.code, 1, "{} {}", run.out, run.err);
    assert!(run.err.contains("games.jsonl: ") && run.err.trim_end().lines().count() == 1, "{}", run.err);
    let kept = games_without_times(&out);
    assert!(!kept.is_empty() && kept.len() < 60, "{} games", kept.len());
    good(&["convert", "knightthrough", &out]);
    let mut resume = with_out(&out);
    resume.push("--resume".into());
    good(&resume.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(games_without_times(&out), games_without_times(&whole));
}

#[test]
fn an_edited_result_is_refused_on_resume() {
    let folder = Folder::new();
    let out = folder.file("games.jsonl");
    let args = small("random", "alphabeta:tt=64K", &["--games", "4", "--seed", "4", "--out", &out]);
    good(&args);
    let text = fs::read_to_string(&out).unwrap();
    let line = text.lines().nth(1).unwrap();
    let swapped = match line.contains("\"1-0\"") {
        true => line.replace("\"1-0\"", "\"0-1\""),
        false => line.replace("\"0-1\"", "\"1-0\""),
    };
    let resume = [&args[..], &["--resume"]].concat();
    for (edited, problem) in [
        (swapped.clone(), "is damaged: its checksum is "),
        // A record of an older program has no checksum, and the rules decide.
        (format!("{}}}", swapped.rsplit_once(",\"crc32\":").unwrap().0), "the result is "),
    ] {
        fs::write(&out, text.replace(line, &edited)).unwrap();
        let message = refused(&resume, "games.jsonl, line 2: ");
        assert!(message.contains(problem), "{message}");
    }
    fs::write(&out, &text).unwrap();
    assert!(good(&resume).contains("0 games played now, 4 before"));
}

/// Two games decide nothing.
#[test]
fn few_games_have_no_interval() {
    let text = good(&small("alphabeta:tt=64K", "random", &["--games", "2", "--seed", "4"]));
    assert!(text.contains("Games: 2, Wins: 2"), "{text}");
    assert!(text.contains("Elo: too few games for an interval\n"), "{text}");
}
