//! External engines in matches: the game ends with the right reason, the match goes on, and no process is
//! left behind.

use crate::common;

use arena::{
    AfterCrash, Contestant, EngineSettings, GameRecord, MatchConfig, MatchEnd, MatchSummary, OpeningSource,
    TimeControl, reason, replay, run_match,
};
use common::{Nim, Scratch, plan, threads};
use std::{
    fs,
    ops::ControlFlow,
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

fn settings() -> EngineSettings {
    EngineSettings {
        start: Duration::from_secs(5),
        overtime: Duration::from_secs(3),
        timeout: Duration::from_secs(1),
        log: None,
    }
}

fn mock(mode: &str, pids: Option<&Path>) -> String {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/mock_engine.sh");
    let pids = pids.map_or(String::new(), |path| format!(" '{}'", path.display()));
    // Without `exec` the shell around it would keep the output open when the mock closes it.
    format!("ugi:exec sh '{script}' {mode}{pids}")
}

/// A match of an engine against the perfect player.
fn against_perfect(nim: &'static Nim, engine: &str, pairs: u64, settings: EngineSettings) -> MatchConfig {
    let mut plan = plan(nim, "perfect", "perfect", pairs);
    plan.players[0] = Contestant::parse(nim, engine, &settings).unwrap();
    plan
}

/// Plays pairs between a mock and the perfect player.
fn games(spec: &str, pairs: u64, control: &str, settings: EngineSettings) -> (MatchSummary, Vec<GameRecord>) {
    let nim = Nim::new();
    let mut plan = against_perfect(nim, spec, pairs, settings);
    plan.control = control.parse().unwrap();
    plan.concurrency = threads(2);
    let clock = arena::WallClock::start();
    let never = AtomicBool::new(false);
    let mut records = Vec::new();
    let summary = run_match(&plan, &clock, None, &[], &never, &mut |progress| {
        records.push(progress.record.clone());
        ControlFlow::Continue(())
    })
    .unwrap();
    for record in &records {
        replay(record, nim).unwrap();
    }
    (summary, records)
}

/// Every process whose number stands in the file is gone.
fn assert_gone(pids: &Path, at_least: usize) {
    let text = fs::read_to_string(pids).unwrap();
    let numbers: Vec<&str> = text.lines().collect();
    assert!(numbers.len() >= at_least, "{numbers:?}");
    for number in numbers {
        let status = || fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
        // A killed grandchild may wait for init to reap it; it does nothing any more.
        let dead = |status: &str| status.is_empty() || status.contains(") Z ") || status.contains(") X ");
        // On a busy machine a process that has been killed still needs a moment of it to die.
        let deadline = Instant::now() + Duration::from_secs(5);
        while !dead(&status()) && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(10));
        }
        assert!(dead(&status()), "process {number} is alive: {}", status());
    }
}

#[test]
fn a_healthy_program_plays_whole_games() {
    let pids = Scratch::new("healthy.pids");
    // The mock starts other programs for every turn, which takes its time on a busy machine.
    let patient = EngineSettings { timeout: Duration::from_secs(30), ..settings() };
    let (summary, records) = games(&mock("healthy", Some(&pids.0)), 2, "nodes=100", patient);
    assert_eq!((summary.end, records.len()), (MatchEnd::Complete, 4));
    for record in &records {
        assert_eq!(record.played.reason, "nothing left", "{:?}", record.played.detail);
        let side = record.side_of_first_player().index();
        assert!(record.header.players[side].starts_with("ugi:exec sh "));
        let own = record.played.turns.iter().filter(|turn| turn.nodes == 42).collect::<Vec<_>>();
        assert!(!own.is_empty() && own.iter().all(|turn| turn.depth == 3 && turn.score == Some(17)));
    }
    assert_gone(&pids.0, 4);
}

/// The mock loses every game for this reason; answers with the details.
fn loses_by(mode: &str, control: &str, why: &str) -> Vec<String> {
    let pids = Scratch::new(&format!("{mode}.pids"));
    let (summary, records) = games(&mock(mode, Some(&pids.0)), 2, control, settings());
    assert_eq!((summary.end, summary.tally.losses()), (MatchEnd::Complete, 4), "{mode}: the match goes on");
    assert_gone(&pids.0, 4);
    let details = |record: &GameRecord| {
        assert_eq!(record.played.reason, why, "{mode}: {:?}", record.played.detail);
        record.played.detail.clone().unwrap_or_default()
    };
    let details: Vec<String> = records.iter().map(details).collect();
    assert!(details.iter().all(|detail| detail.chars().count() <= 200), "{details:?}");
    details
}

#[test]
fn a_crash_is_named_with_its_status_and_last_words() {
    for detail in loses_by("crash", "nodes=100", reason::CRASHED) {
        assert!(detail.contains("exit status: 7") && detail.contains("broken on purpose"), "{detail}");
    }
}

#[test]
fn a_program_that_does_not_exist_crashes() {
    let (_, records) = games("ugi:/no/such/program --at all", 1, "nodes=100", settings());
    assert!(records.iter().all(|r| r.played.reason == reason::CRASHED), "{records:?}");
    assert!(records[0].played.detail.as_ref().unwrap().contains("127"), "{:?}", records[0].played.detail);
}

#[test]
fn a_hang_ends_within_its_deadline_and_its_children_with_it() {
    let begun = Instant::now();
    let details = loses_by("hang", "nodes=100", reason::STALLED);
    assert!(details[0].contains("no turn came in time"), "{details:?}");
    assert!(begun.elapsed() < Duration::from_secs(20));
}

/// An engine that floods never answers: at this rate a million lines would take hours.
#[test]
fn chatter_does_not_put_off_the_deadline() {
    let details = loses_by("chatter", "nodes=100", reason::STALLED);
    assert!(details[0].contains("no turn came in time"), "{details:?}");
}

#[test]
fn illegal_turns_and_garbage_are_quoted() {
    assert!(loses_by("illegal", "nodes=100", reason::ILLEGAL_TURN)[0].contains("'z9'"));
    let details = loses_by("garbage", "nodes=100", reason::ILLEGAL_TURN);
    assert!(details[0].contains("nonsense") && !details[0].contains('\u{1b}'), "{details:?}");
    assert!(loses_by("only-garbage", "nodes=100", reason::STALLED)[0].contains("'qwertz'"));
}

/// The answer is there, so nothing is waited for.
#[test]
fn an_empty_answer_is_reported_at_once() {
    let patient = EngineSettings { timeout: Duration::from_secs(600), ..settings() };
    let begun = Instant::now();
    let (_, records) = games(&mock("empty", None), 1, "nodes=100", patient);
    assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
    for record in records {
        assert_eq!(record.played.reason, reason::ILLEGAL_TURN);
        assert_eq!(record.played.detail.as_deref(), Some("the move after 'bestmove' is empty"));
    }
}

#[test]
fn floods_are_dammed() {
    let before = peak_memory();
    loses_by("flood", "nodes=100", reason::FLOODED);
    let grown = peak_memory().saturating_sub(before);
    assert!(grown < 100 << 10, "the match took {grown} kB");
    // Endless short lines are read until the deadline, or until they are too many.
    let (_, records) = games(&mock("flood-lines", None), 1, "nodes=100", settings());
    let reasons = [reason::FLOODED, reason::STALLED];
    assert!(records.iter().all(|r| reasons.contains(&r.played.reason.as_str())), "{records:?}");
}

/// Greatest memory of this process so far, in kB.
fn peak_memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

#[test]
fn late_answers_lose_on_time() {
    let details = loses_by("late", "100ms", reason::TIME_FORFEIT);
    assert!(details[0].starts_with("the turn took 1"), "{details:?}");
}

#[test]
fn closed_output_is_a_crash_and_giving_up_is_not() {
    assert!(loses_by("close-stdout", "nodes=100", reason::CRASHED)[0].contains("output ended"));
    loses_by("resign", "nodes=100", reason::RESIGNED);
}

#[test]
fn starting_slowly_costs_no_time_and_never_starting_stalls() {
    // It takes longer to start than it has for a turn.
    let patient = EngineSettings { start: Duration::from_secs(30), ..settings() };
    let (_, records) = games(&mock("slow-start", None), 1, "2s", patient);
    assert!(records.iter().all(|r| r.played.reason == "nothing left"), "{records:?}");
    let short = EngineSettings { start: Duration::from_millis(300), ..settings() };
    let pids = Scratch::new("never-start.pids");
    let (_, records) = games(&mock("never-start", Some(&pids.0)), 1, "300ms", short);
    assert!(records.iter().all(|r| r.played.reason == reason::STALLED), "{records:?}");
    assert_gone(&pids.0, 2);
}

#[test]
fn a_noisy_standard_error_blocks_nothing_and_is_kept_in_a_log() {
    let folder = std::env::temp_dir().join(format!("arena-test-{}-log", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let logged = EngineSettings { log: Some(folder.clone()), timeout: Duration::from_secs(20), ..settings() };
    let nim = Nim::new();
    let mut plan = against_perfect(nim, &mock("noisy", None), 1, logged);
    (plan.openings, plan.variant) = (OpeningSource::Start, "1/1".into());
    let never = AtomicBool::new(false);
    let clock = arena::WallClock::start();
    let summary = run_match(&plan, &clock, None, &[], &never, &mut |progress| {
        assert_eq!(progress.record.played.reason, "nothing left", "{:?}", progress.record.played.detail);
        ControlFlow::Continue(())
    });
    assert_eq!(summary.unwrap().played, 2);
    let sizes: Vec<u64> =
        fs::read_dir(&folder).unwrap().map(|f| f.unwrap().metadata().unwrap().len()).collect();
    assert!(sizes.len() == 2 && sizes.iter().all(|&size| size > 0 && size <= 1 << 20), "{sizes:?}");
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn the_match_ends_with_the_first_failure_if_told_so() {
    let nim = Nim::new();
    let mut plan = against_perfect(nim, &mock("crash", None), 10, settings());
    plan.after_crash = AfterCrash::EndMatch;
    let never = AtomicBool::new(false);
    let clock = arena::WallClock::start();
    let summary = run_match(&plan, &clock, None, &[], &never, &mut |_| ControlFlow::Continue(())).unwrap();
    assert_eq!((summary.end, summary.played), (MatchEnd::Crashed, 1));
}

#[test]
fn stopping_the_match_ends_a_program_that_ignores_it() {
    stops("ignore-stop");
    stops("chatter");
}

fn stops(mode: &str) {
    let pids = Scratch::new(&format!("{mode}-stopped.pids"));
    let nim = Nim::new();
    let patient = EngineSettings { timeout: Duration::from_secs(600), ..settings() };
    let plan = against_perfect(nim, &mock(mode, Some(&pids.0)), 10, patient);
    let stop = AtomicBool::new(false);
    let clock = arena::WallClock::start();
    let begun = Instant::now();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(700));
            stop.store(true, Ordering::Relaxed);
        });
        let summary = run_match(&plan, &clock, None, &[], &stop, &mut |_| ControlFlow::Continue(())).unwrap();
        assert_eq!((summary.end, summary.played), (MatchEnd::Stopped, 0));
    });
    assert!(begun.elapsed() < Duration::from_secs(10));
    assert_gone(&pids.0, 1);
}

#[test]
fn specs_are_checked_before_anything_is_started() {
    let nim = Nim::new();
    let parse = |text: &str| Contestant::parse(nim, text, &settings());
    let problem = |text: &str| parse(text).unwrap_err().to_string();
    assert!(problem("ugi:").contains("'ugi:' has no command"));
    assert!(problem("aei:x").contains("arimaa only"));
    assert!(problem("waltz:x").contains("nim has no form"));
    assert!(
        problem("uci:x").starts_with("'uci' is not a player of nim")
            || problem("uci:x").contains("evaluation")
    );
    assert_eq!(parse("random").unwrap().to_string(), "random");
    assert_eq!(parse(" ugi: a b:c,d ").unwrap().to_string(), "ugi: a b:c,d");
    let allowed = |game: &str, text: &str, control: &str| {
        let player = Contestant::parse(players::GAMES.find(game).unwrap(), text, &settings()).unwrap();
        player.check_control(control.parse::<TimeControl>().unwrap()).is_ok()
    };
    assert!(allowed("arimaa", "ugi:x", "nodes=5") && allowed("arimaa", "random", "nodes=5"));
    assert!(allowed("arimaa", "aei:x", "depth=5") && !allowed("arimaa", "aei:x", "nodes=5"));
    assert!(allowed("tzaar", "waltz:x", "1500ms") && !allowed("tzaar", "waltz:x", "1s"));
}
