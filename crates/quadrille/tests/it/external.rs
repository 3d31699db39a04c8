//! External engines at the command line: the games end with the right reason, the match goes
//! on within its memory, and no process is left behind.

use crate::common;

use common::{Folder, command, finish, games_without_times, good, own_engine, quadrille, refused};
use serde_json::Value;
use std::{
    fs,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

/// What a runner of matches may use, in kB.
const MOST_MEMORY: u64 = 200 << 10;

/// A mock that misbehaves like this, and the file with its process numbers.
fn mock(mode: &str, folder: &Folder) -> (String, String) {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/mock_engine.sh");
    let pids = folder.file("pids");
    let healthy = own_engine("knightthrough:4x5", "alphabeta:tt=1M,nodes=200").replacen("exec ", "", 1);
    // Without `exec` the shell around it would keep the output open when the mock closes it.
    (format!("ugi:exec sh '{script}' {mode} '{pids}' {healthy}"), pids)
}

/// Every process whose number stands in the file is gone.
fn assert_gone(pids: &str, at_least: usize) {
    let text = fs::read_to_string(pids).unwrap();
    let numbers: Vec<&str> = text.lines().collect();
    assert!(numbers.len() >= at_least, "{numbers:?}");
    for number in numbers {
        let status = || fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
        // A killed grandchild may wait for init to reap it; it does nothing any more.
        let dead = |status: &str| status.is_empty() || status.contains(") Z ") || status.contains(") X ");
        let deadline = Instant::now() + Duration::from_secs(5);
        while !dead(&status()) && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(10));
        }
        assert!(dead(&status()), "process {number} is alive: {}", status());
    }
}

/// Greatest memory of a running process so far, in kB; `None` when it has gone.
fn peak_memory(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// Runs the program and watches its memory.
fn watched(args: &[&str]) -> common::Run {
    let child = command(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let number = child.id();
    let watch = std::thread::spawn(move || {
        let mut peak = 0;
        while let Some(now) = peak_memory(number) {
            peak = now;
            std::thread::sleep(Duration::from_millis(5));
        }
        peak
    });
    let run = finish(child.wait_with_output().unwrap());
    let peak = watch.join().unwrap();
    assert!(peak > 0 && peak < MOST_MEMORY, "{args:?} took {peak} kB");
    run
}

/// Plays four games against `random`, all of which the mock loses for this reason; answers with the details.
fn forfeits(mode: &str, limit: [&str; 2], reason: &str) -> Vec<String> {
    let folder = Folder::new();
    let (spec, pids) = mock(mode, &folder);
    let out = folder.file("games.jsonl");
    let [option, value] = limit;
    let run = watched(&[
        "match",
        "knightthrough:4x5",
        &spec,
        "random",
        "--games",
        "4",
        "--concurrency",
        "2",
        "--engine-timeout",
        "1s",
        option,
        value,
        "--out",
        &out,
    ]);
    assert_eq!(run.code, 0, "{mode}: {}", run.err);
    assert!(run.out.contains("Games: 4, Wins: 0, Losses: 4, Draws: 0"), "{mode}: {}", run.out);
    assert_gone(&pids, 4);
    // The records replay, and say who failed and how.
    good(&["convert", "knightthrough", &out]);
    let detail = |record: Value| {
        assert_eq!(record["reason"], reason, "{mode}: {record}");
        let detail = record["detail"].as_str().unwrap().to_owned();
        assert!(detail.chars().count() <= 200 && !detail.chars().any(char::is_control), "{detail:?}");
        detail
    };
    games_without_times(&out).into_iter().map(detail).collect()
}

#[test]
fn a_crash_costs_every_game_and_is_named() {
    for detail in forfeits("crash", ["--nodes", "50"], "crashed") {
        assert!(detail.contains("exit status: 7") && detail.contains("broken on purpose"), "{detail}");
    }
}

#[test]
fn a_hang_ends_within_its_deadline() {
    let begun = Instant::now();
    assert!(forfeits("hang", ["--nodes", "50"], "stalled")[0].contains("no turn came in time"));
    // Two games at a time, each with a second of timeout and five seconds of grace.
    assert!(begun.elapsed() < Duration::from_secs(2 * 6), "{:?}", begun.elapsed());
}

/// Two games at a time, each with the engine, its child, and a child of that which has left its session.
#[test]
fn processes_that_have_left_their_session_end_with_the_game() {
    let begun = Instant::now();
    assert!(forfeits("daemon", ["--nodes", "50"], "stalled")[0].contains("no turn came in time"));
    assert!(begun.elapsed() < Duration::from_secs(2 * 6), "{:?}", begun.elapsed());
}

#[test]
fn an_empty_answer_is_an_illegal_turn() {
    assert_eq!(forfeits("empty", ["--time", "60s"], "illegal turn")[0], "the move after 'bestmove' is empty");
}

/// Nothing can be cleaned up by a process that is killed in this way, so another one has to.
#[test]
fn engines_end_with_a_match_that_is_killed() {
    const MARK: &str = "QUADRILLE_TEST_MARK";
    for (mode, processes) in [("hang", 2), ("daemon", 4), ("ignore-stop", 2)] {
        let folder = Folder::new();
        let (spec, pids) = mock(mode, &folder);
        let args = ["match", "knightthrough:4x5", &spec, "random", "--games", "2", "--nodes", "50"];
        let mut child = command(&args).env(MARK, &pids).stdout(Stdio::null()).spawn().unwrap();
        let begun = Instant::now();
        while fs::read_to_string(&pids).unwrap_or_default().lines().count() < processes {
            assert!(begun.elapsed() < Duration::from_secs(60), "the mock does not start");
            std::thread::sleep(Duration::from_millis(10));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        assert_gone(&pids, processes);
        // Neither is anything else left that was started by the match, such as a supervisor.
        let mark = format!("{MARK}={pids}");
        let deadline = Instant::now() + Duration::from_secs(5);
        while !marked(&mark).is_empty() && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(10));
        }
        assert_eq!(marked(&mark), Vec::<String>::new(), "{mode}");
    }
}

/// The command lines of all processes with this variable.
fn marked(mark: &str) -> Vec<String> {
    let has_mark = |process: &std::path::PathBuf| {
        let variables = fs::read(process.join("environ")).unwrap_or_default();
        variables.split(|&byte| byte == 0).any(|variable| variable == mark.as_bytes())
    };
    let processes = fs::read_dir("/proc").unwrap().flatten().map(|entry| entry.path()).filter(has_mark);
    processes.map(|path| fs::read_to_string(path.join("cmdline")).unwrap_or_default()).collect()
}

#[test]
fn illegal_turns_and_garbage_are_quoted_and_cut() {
    assert!(forfeits("illegal", ["--nodes", "50"], "illegal turn")[0].contains("'z9-z8'"));
    assert!(forfeits("garbage", ["--nodes", "50"], "illegal turn")[0].contains("nonsense"));
}

#[test]
fn a_flood_is_dammed() {
    assert!(forfeits("flood", ["--nodes", "50"], "flooded")[0].contains("without end"));
}

#[test]
fn closed_output_is_a_crash() {
    assert!(forfeits("close-stdout", ["--nodes", "50"], "crashed")[0].contains("output ended"));
}

#[test]
fn late_answers_lose_on_time() {
    assert!(forfeits("late", ["--time", "100ms"], "time forfeit")[0].starts_with("the turn took 1"));
}

/// A short clock, in games of two processes at once: a thousand of them in a soak test.
#[test]
fn a_healthy_engine_keeps_a_short_clock() {
    let folder = Folder::new();
    let out = folder.file("games.jsonl");
    let engine = format!("ugi:{}", own_engine("knightthrough:4x5", "alphabeta:tt=1M"));
    let games = (50 * testkit::scale()).to_string();
    let args = ["match", "knightthrough:4x5", &engine, "random", "--tc", "200ms+2ms", "--games", &games];
    good(&[&args[..], &["--concurrency", "2", "--seed", "6", "--out", &out]].concat());
    let records = games_without_times(&out);
    let failed: Vec<&Value> = records.iter().filter(|record| !record["detail"].is_null()).collect();
    assert!(failed.len() <= 1, "{} of {} games: {:?}", failed.len(), records.len(), failed[0]["detail"]);
}

#[test]
fn giving_up_loses_and_is_no_failure() {
    forfeits("resign", ["--nodes", "50"], "resigned");
}

#[test]
fn who_ignores_stop_is_killed() {
    let folder = Folder::new();
    let (spec, pids) = mock("ignore-stop", &folder);
    let args = ["match", "knightthrough:4x5", &spec, "random", "--games", "2", "--nodes", "50"];
    let child = command(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let begun = Instant::now();
    // The mock and its child have written their numbers when it thinks.
    while fs::read_to_string(&pids).unwrap_or_default().lines().count() < 2 {
        assert!(begun.elapsed() < Duration::from_secs(60), "the mock does not start");
        std::thread::sleep(Duration::from_millis(10));
    }
    let interrupted = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(interrupted.success());
    let asked = Instant::now();
    let run = finish(child.wait_with_output().unwrap());
    assert!(asked.elapsed() < Duration::from_secs(5), "{:?}", asked.elapsed());
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(run.err.contains("stopped after 0 of 2 games"), "{}", run.err);
    assert_gone(&pids, 2);
}

#[test]
fn starting_slowly_costs_no_time_and_never_starting_stalls() {
    let folder = Folder::new();
    let (slow, pids) = mock("slow-start", &folder);
    let out = folder.file("slow.jsonl");
    let with = |spec: &str, start: &str, out: &str| {
        let args = ["match", "knightthrough:4x5", spec, "random", "--games", "2", "--time", "2s"];
        good(&[&args[..], &["--concurrency", "2", "--engine-start", start, "--out", out]].concat())
    };
    let text = with(&slow, "30s", &out);
    assert!(text.contains("Games: 2, Wins: 2"), "{text}");
    assert!(games_without_times(&out).iter().all(|record| record["detail"].is_null()), "{text}");
    assert_gone(&pids, 2);
    let (never, pids) = mock("never-start", &folder);
    let out = folder.file("never.jsonl");
    with(&never, "300ms", &out);
    assert!(games_without_times(&out).iter().all(|record| record["reason"] == "stalled"));
    assert_gone(&pids, 4);
}

#[test]
fn the_match_ends_with_the_first_failure_if_told_so() {
    let folder = Folder::new();
    let (spec, pids) = mock("crash", &folder);
    let out = folder.file("games.jsonl");
    let args = ["match", "knightthrough:4x5", &spec, "random", "--games", "20", "--nodes", "50"];
    let run = quadrille(&[&args[..], &["--no-recover", "--out", &out]].concat());
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(run.err.contains("a player failed and --no-recover was given"), "{}", run.err);
    assert_eq!(games_without_times(&out).len(), 1);
    assert_gone(&pids, 1);
}

#[test]
fn our_engine_plays_the_same_games_in_another_process() {
    let folder = Folder::new();
    let play = |spec: &str, name: &str| {
        let out = folder.file(name);
        let args = ["match", "knightthrough:4x6", spec, "random", "--games", "6", "--nodes", "300"];
        good(&[&args[..], &["--concurrency", "2", "--seed", "5", "--out", &out]].concat());
        // Turns with scores, depths and nodes: nothing is lost on the way.
        let turns = |record: &Value| {
            assert_eq!(record["detail"], Value::Null, "{record}");
            record["turns"].clone()
        };
        games_without_times(&out).iter().map(turns).collect::<Vec<_>>()
    };
    let inside = play("alphabeta:tt=1M", "inside.jsonl");
    let outside = format!("ugi:{}", own_engine("knightthrough:4x6", "alphabeta:tt=1M"));
    assert_eq!(play(&outside, "outside.jsonl"), inside);
}

#[test]
fn our_engines_keep_to_clocks_and_play_by_files() {
    let tzaar = format!("ugi:{}", own_engine("tzaar", "alphabeta:tt=1M"));
    let folder = Folder::new();
    let out = folder.file("games.jsonl");
    let args = ["match", "tzaar", &tzaar, "random", "--games", "2", "--tc", "3s+20ms"];
    good(&[&args[..], &["--concurrency", "2", "--out", &out]].concat());
    let program = env!("CARGO_BIN_EXE_quadrille");
    let waltz = format!("waltz:exec '{program}' tzaar -a 40");
    let files = folder.file("files.jsonl");
    // After twelve turns a game does not last long any more.
    let args =
        ["match", "tzaar", &waltz, "random", "--games", "2", "--time", "5s", "--openings", "random:12"];
    good(&[&args[..], &["--concurrency", "2", "--out", &files]].concat());
    for record in games_without_times(&out).into_iter().chain(games_without_times(&files)) {
        assert_eq!(record["detail"], Value::Null, "{record}");
    }
}

#[test]
fn what_engines_complain_of_is_kept() {
    let folder = Folder::new();
    let (spec, _) = mock("crash", &folder);
    let log = folder.file("log/of/engines");
    let args = ["match", "knightthrough:4x5", &spec, "random", "--games", "2", "--nodes", "50"];
    good(&[&args[..], &["--engine-log", &log]].concat());
    let texts: Vec<String> =
        fs::read_dir(&log).unwrap().map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap()).collect();
    assert_eq!(texts, ["broken on purpose\n"; 2]);
}

#[test]
fn wrong_engines_are_refused_before_anything_starts() {
    let folder = Folder::new();
    let out = folder.file("games.jsonl");
    let with = |game: &str, spec: &str, more: &[&str], token: &str| {
        let args = ["match", game, spec, "random", "--games", "2", "--out", &out];
        refused(&[&args[..], more].concat(), token);
        assert!(folder.is_empty(), "{spec}");
    };
    let nodes = ["--nodes", "50"];
    with("knightthrough", "ugi:", &nodes, "'ugi:'");
    with("knightthrough", "uci:stockfish", &nodes, "'uci'");
    with("knightthrough", "aei:simple_engine", &["--time", "1s"], "'aei:simple_engine'");
    with("arimaa", "aei:simple_engine", &nodes, "'aei:simple_engine'");
    with("arimaa", "waltz:x", &["--time", "2s"], "'waltz:x'");
    with("tzaar", "waltz:x", &nodes, "'waltz:x'");
    with("tzaar", "waltz:x", &["--time", "1s"], "'waltz:x'");
    with("tzaar", "ugi:x", &["--nodes", "5", "--engine-start", "soon"], "'soon'");
    with("tzaar", "ugi:x", &["--nodes", "5", "--engine-timeout", "0s"], "'0s'");
}
