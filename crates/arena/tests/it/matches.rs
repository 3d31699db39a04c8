//! Whole matches: pairing, seeds, threads, resuming, stopping and what is written down.

use crate::common;

use arena::{
    AfterCrash, ArenaError, GameRecord, MatchConfig, MatchEnd, MatchSummary, OpeningSource, Pentanomial,
    RecordFile, TimeControl, read_records, reason, replay, run_match, run_watched_match,
};
use common::{Nim, Scratch, plan, threads, without_times};
use std::{
    collections::HashSet,
    fs,
    ops::ControlFlow,
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
};

/// Plays a match without a file and gives all games in the order in which they were reported.
fn run(plan: &MatchConfig, nim: &'static Nim) -> (MatchSummary, Vec<GameRecord>) {
    let mut records = Vec::new();
    let never = AtomicBool::new(false);
    let summary = run_match(plan, &nim.time, None, &[], &never, &mut |progress| {
        assert_eq!(progress.finished, records.len() as u64 + 1);
        assert_eq!(progress.tally.games(), progress.finished);
        assert_eq!(progress.total, plan.pairs * 2);
        records.push(progress.record.clone());
        ControlFlow::Continue(())
    });
    (summary.unwrap(), records)
}

/// Plays or goes on with a match that is written to a file.
fn resume(plan: &MatchConfig, nim: &'static Nim, path: &Path) -> Result<MatchSummary, ArenaError> {
    let never = AtomicBool::new(false);
    let mut resumed = RecordFile::resume(path)?;
    run_match(plan, &nim.time, Some(&mut resumed.file), &resumed.records, &never, &mut |_| {
        ControlFlow::Continue(())
    })
}

#[test]
fn games_come_in_pairs_with_colours_swapped() {
    let nim = Nim::new();
    let (summary, records) = run(&plan(nim, "perfect", "random", 5), nim);
    assert_eq!((summary.played, summary.resumed, summary.end), (10, 0, MatchEnd::Complete));
    for (index, games) in records.chunks(2).enumerate() {
        let [one, two] = games else { panic!("a pair has two games") };
        assert_eq!((one.header.pair, one.header.leg, one.header.round), (index as u64, 1, index as u64 + 1));
        assert_eq!((two.header.pair, two.header.leg), (index as u64, 2));
        assert_eq!(
            (&one.header.opening, &one.header.opening_turns),
            (&two.header.opening, &two.header.opening_turns)
        );
        assert_eq!(one.header.players, ["perfect", "random"]);
        assert_eq!(two.header.players, ["random", "perfect"]);
    }
    let ids: HashSet<&str> = records.iter().map(|r| r.header.id.as_str()).collect();
    assert_eq!(ids.len(), 10);
    // Nim is decided by its opening or by the first mistake of the random player.
    assert_eq!(summary.tally.wins() + summary.tally.losses(), 10);
    assert!(summary.tally.wins() > summary.tally.losses());
    assert_eq!(summary.tally.pentanomial().pairs(), 5);
}

#[test]
fn two_perfect_players_share_every_pair() {
    let nim = Nim::new();
    let (summary, _) = run(&plan(nim, "perfect", "perfect", 8), nim);
    assert_eq!(summary.tally.pentanomial(), Pentanomial([0, 0, 8, 0, 0]));
}

#[test]
fn every_game_and_side_has_its_own_seed() {
    let nim = Nim::new();
    let mut plan = plan(nim, "random", "random", 3);
    plan.openings = OpeningSource::Start;
    let (_, records) = run(&plan, nim);
    let games: HashSet<Vec<String>> =
        records.iter().map(|r| r.played.turns.iter().map(|t| t.turn.clone()).collect()).collect();
    assert_eq!(games.len(), 6, "six games of random players from one position are six different games");
    plan.seed = 8;
    let (_, others) = run(&plan, nim);
    assert_ne!(without_times(&records)[0].played, without_times(&others)[0].played);
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let nim = Nim::new();
    let mut plan = plan(nim, "random", "perfect", 20);
    let (one, alone) = run(&plan, nim);
    for number in [2, 5] {
        plan.concurrency = threads(number);
        let (several, together) = run(&plan, nim);
        assert_eq!(without_times(&together), without_times(&alone), "{number} threads");
        assert_eq!(several.tally, one.tally);
    }
}

#[test]
fn files_of_one_and_two_threads_are_equal_to_the_byte() {
    let nim = Nim::new();
    let mut plan = plan(nim, "random", "crash@2", 10);
    let (one, two) = (Scratch::new("one.jsonl"), Scratch::new("two.jsonl"));
    resume(&plan, nim, &one.0).unwrap();
    plan.concurrency = threads(2);
    resume(&plan, nim, &two.0).unwrap();
    // The clock of these tests stands still, so that even the times agree.
    assert_eq!(fs::read(&one.0).unwrap(), fs::read(&two.0).unwrap());
}

#[test]
fn a_crash_ends_its_game_and_not_the_match() {
    let nim = Nim::new();
    let mut plan = plan(nim, "crash@1", "perfect", 3);
    plan.concurrency = threads(2);
    let (summary, records) = run(&plan, nim);
    assert_eq!((summary.played, summary.tally.losses()), (6, 6));
    assert!(records.iter().all(|r| r.played.reason == reason::CRASHED || r.played.reason == "nothing left"));
    plan.after_crash = AfterCrash::EndMatch;
    plan.concurrency = threads(1);
    let (summary, records) = run(&plan, nim);
    assert_eq!(summary.end, MatchEnd::Crashed);
    assert_eq!(records.iter().filter(|r| r.played.reason == reason::CRASHED).count(), 1);
    assert_eq!(records.last().unwrap().played.reason, reason::CRASHED);
}

#[test]
fn a_cut_file_is_resumed_without_a_lost_or_doubled_game() {
    let nim = Nim::new();
    let plan = plan(nim, "random", "perfect", 4);
    let scratch = Scratch::new("cut.jsonl");
    let uninterrupted = resume(&plan, nim, &scratch.0).unwrap();
    let whole = fs::read(&scratch.0).unwrap();
    let records = read_records(&scratch.0).unwrap();
    assert_eq!((uninterrupted.played, records.len()), (8, 8));
    let cuts =
        (0..40).map(|n| players::derive_seed(99, &[n]) as usize % whole.len()).chain([0, 1, whole.len() - 1]);
    for cut in cuts {
        fs::write(&scratch.0, &whole[..cut]).unwrap();
        let summary = resume(&plan, nim, &scratch.0).unwrap();
        assert_eq!((summary.played + summary.resumed, summary.end), (8, MatchEnd::Complete), "cut at {cut}");
        assert_eq!(summary.tally, uninterrupted.tally, "cut at {cut}");
        assert_eq!(fs::read(&scratch.0).unwrap(), whole, "cut at {cut}");
    }
    let again = resume(&plan, nim, &scratch.0).unwrap();
    assert_eq!((again.played, again.resumed, again.end), (0, 8, MatchEnd::Complete));
}

#[test]
fn a_longer_match_goes_on_where_a_shorter_one_ended() {
    let nim = Nim::new();
    let scratch = Scratch::new("longer.jsonl");
    resume(&plan(nim, "random", "perfect", 3), nim, &scratch.0).unwrap();
    let longer = resume(&plan(nim, "random", "perfect", 7), nim, &scratch.0).unwrap();
    assert_eq!((longer.resumed, longer.played), (6, 8));
    let (_, at_once) = run(&plan(nim, "random", "perfect", 7), nim);
    assert_eq!(without_times(&read_records(&scratch.0).unwrap()), without_times(&at_once));
}

#[test]
fn games_missing_in_the_middle_are_played() {
    let nim = Nim::new();
    let plan = plan(nim, "random", "perfect", 3);
    let scratch = Scratch::new("gap.jsonl");
    resume(&plan, nim, &scratch.0).unwrap();
    let text = fs::read_to_string(&scratch.0).unwrap();
    let kept: String =
        text.lines().enumerate().filter(|(n, _)| n % 3 != 1).map(|(_, l)| format!("{l}\n")).collect();
    fs::write(&scratch.0, kept).unwrap();
    let summary = resume(&plan, nim, &scratch.0).unwrap();
    assert_eq!((summary.resumed, summary.played), (4, 2));
    let ids = |text: &str| text.lines().map(str::to_string).collect::<HashSet<_>>();
    assert_eq!(ids(&fs::read_to_string(&scratch.0).unwrap()), ids(&text));
}

#[test]
fn games_of_another_match_are_refused() {
    let nim = Nim::new();
    let scratch = Scratch::new("other.jsonl");
    let original = plan(nim, "random", "perfect", 2);
    resume(&original, nim, &scratch.0).unwrap();
    let before = fs::read(&scratch.0).unwrap();
    let refused = |change: &dyn Fn(&mut MatchConfig), expected: &str| {
        let mut plan = original.clone();
        change(&mut plan);
        let message = resume(&plan, nim, &scratch.0).unwrap_err().to_string();
        assert!(message.ends_with(expected), "{message}");
        assert!(message.contains("other.jsonl, line "), "{message}");
        assert_eq!(fs::read(&scratch.0).unwrap(), before);
    };
    refused(&|p| p.seed = 8, "line 1 is of another match: its seed is 7, here it is 8");
    refused(
        &|p| p.control = TimeControl::Depth(3),
        "line 1 is of another match: its time_control is \"nodes=100\", here it is \"depth=3\"",
    );
    refused(
        &|p| p.players.swap(0, 1),
        "its players is [\"random\",\"perfect\"], here it is [\"perfect\",\"random\"]",
    );
    refused(&|p| p.max_turns = Some(9), "its max_turns is null, here it is 9");
    refused(&|p| p.pairs = 1, "line 3 is of pair 1; this match has 1, counted from 0");
}

#[test]
fn a_game_that_stands_twice_is_refused() {
    let nim = Nim::new();
    let scratch = Scratch::new("twice.jsonl");
    let plan = plan(nim, "random", "perfect", 2);
    resume(&plan, nim, &scratch.0).unwrap();
    let text = fs::read_to_string(&scratch.0).unwrap();
    fs::write(&scratch.0, format!("{text}{}\n", text.lines().nth(1).unwrap())).unwrap();
    let message = resume(&plan, nim, &scratch.0).unwrap_err().to_string();
    assert!(message.ends_with("twice.jsonl, line 5 repeats the game of line 2"), "{message}");
}

#[test]
fn an_edited_game_is_refused_with_its_line() {
    let nim = Nim::new();
    let scratch = Scratch::new("edited.jsonl");
    let plan = plan(nim, "random", "perfect", 3);
    resume(&plan, nim, &scratch.0).unwrap();
    let text = fs::read_to_string(&scratch.0).unwrap();
    let swap = |line: &str| {
        let (from, to) =
            if line.contains("\"1-0\"") { ("\"1-0\"", "\"0-1\"") } else { ("\"0-1\"", "\"1-0\"") };
        line.replace(from, to)
    };
    // The line of a program that wrote no checksums yet.
    let older = |line: &str| format!("{}}}", line.rsplit_once(",\"crc32\":").unwrap().0);
    let with_third = |change: &dyn Fn(&str) -> String| {
        let lines = text.lines().enumerate();
        let lines = lines.map(|(n, line)| if n == 2 { change(line) } else { line.to_owned() } + "\n");
        fs::write(&scratch.0, lines.collect::<String>()).unwrap();
        let before = fs::read(&scratch.0).unwrap();
        let resumed = resume(&plan, nim, &scratch.0).map_err(|error| error.to_string());
        assert_eq!(fs::read(&scratch.0).unwrap(), before, "the file is left alone");
        resumed
    };
    let damaged = with_third(&swap).unwrap_err();
    assert!(damaged.contains("edited.jsonl, line 3: '{") && damaged.contains("is damaged"), "{damaged}");
    let contradiction = with_third(&|line| older(&swap(line))).unwrap_err();
    assert!(contradiction.contains("edited.jsonl, line 3: game "), "{contradiction}");
    assert!(contradiction.contains("the result is ") && contradiction.contains("but it should be"));
    assert_eq!(with_third(&older).unwrap().resumed, 6, "records without a checksum are replayed");
}

#[test]
fn a_stop_keeps_the_finished_games() {
    let nim = Nim::new();
    for number in [1, 2] {
        let mut plan = plan(nim, "random", "perfect", 50);
        plan.concurrency = threads(number);
        let scratch = Scratch::new(&format!("stop-{number}.jsonl"));
        let stop = AtomicBool::new(false);
        let mut file = RecordFile::create(&scratch.0).unwrap();
        let summary = run_match(&plan, &nim.time, Some(&mut file), &[], &stop, &mut |progress| {
            stop.store(progress.finished >= 5, Ordering::Relaxed);
            ControlFlow::Continue(())
        })
        .unwrap();
        drop(file);
        let kept = read_records(&scratch.0).unwrap();
        assert_eq!(kept.len() as u64, summary.played);
        assert!(summary.played >= 5);
        if number == 1 {
            // One game may be on its way to the ledger, one in the worker's hands and one already received.
            assert!(summary.played <= 8, "{} games", summary.played);
        }
        // Of two threads, one may rush through the match while the system lets the other wait with the first game.
        let expected = if summary.played == 100 { MatchEnd::Complete } else { MatchEnd::Stopped };
        assert_eq!(summary.end, expected);
        let whole = resume(&plan, nim, &scratch.0).unwrap();
        assert_eq!((whole.resumed + whole.played, whole.end), (100, MatchEnd::Complete));
        assert_eq!(whole.tally, run(&plan, nim).0.tally);
    }
}

#[test]
fn a_stop_before_the_start_plays_nothing() {
    let nim = Nim::new();
    let stop = AtomicBool::new(true);
    let plan = plan(nim, "random", "perfect", 100);
    let summary = run_match(&plan, &nim.time, None, &[], &stop, &mut |_| ControlFlow::Continue(())).unwrap();
    assert_eq!((summary.played, summary.end), (0, MatchEnd::Stopped));
}

#[test]
fn an_observer_can_end_the_match() {
    let nim = Nim::new();
    let mut plan = plan(nim, "random", "perfect", 50);
    plan.concurrency = threads(2);
    let never = AtomicBool::new(false);
    let mut seen = 0;
    let summary = run_match(&plan, &nim.time, None, &[], &never, &mut |_| {
        seen += 1;
        if seen == 7 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })
    .unwrap();
    assert_eq!((summary.played, seen, summary.end), (7, 7, MatchEnd::Enough));
    assert!(!never.load(Ordering::Relaxed), "the flag belongs to the caller");
}

#[test]
fn a_whole_file_replays() {
    let nim = Nim::new();
    let scratch = Scratch::new("replay.jsonl");
    resume(&plan(nim, "random", "illegal@2", 5), nim, &scratch.0).unwrap();
    let replayed = || {
        let records = read_records(&scratch.0).unwrap();
        let again = |record| replay(record, nim).map(drop).map_err(|error| error.to_string());
        records.iter().map(again).collect::<Vec<_>>()
    };
    assert_eq!(replayed(), vec![Ok(()); 10]);
    let text = fs::read_to_string(&scratch.0).unwrap();
    let third = text.lines().nth(2).unwrap();
    // Without its checksum, as older programs wrote it: the rules alone must notice.
    let unsealed = format!("{}}}", &third[..third.rfind(",\"crc32\"").unwrap()]);
    for (from, to, expected) in [
        ("\"game\":\"nim\"", "\"game\":\"gin\"", "it is a game of 'gin', not of nim"),
        ("\"turn\":\"", "\"turn\":\"x", "' is not legal here"),
    ] {
        fs::write(&scratch.0, text.replace(third, &unsealed.replace(from, to))).unwrap();
        let results = replayed();
        assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 9);
        let message = results[2].as_ref().unwrap_err();
        assert!(message.starts_with("game ") && message.contains(expected), "{message}");
    }
}

#[test]
fn a_watcher_sees_every_game_begin_and_every_turn_of_it() {
    let nim = Nim::new();
    let config = MatchConfig { concurrency: threads(2), ..plan(nim, "perfect", "random", 3) };
    let seen = std::sync::Mutex::new(std::collections::HashMap::<String, Vec<usize>>::new());
    let mut records = Vec::new();
    let never = AtomicBool::new(false);
    let watcher = &|game: arena::RunningGame<'_>| {
        seen.lock().unwrap().entry(game.header.id.clone()).or_default().push(game.turns.len());
    };
    let observer = &mut |progress: arena::Progress<'_>| {
        records.push(progress.record.clone());
        ControlFlow::Continue(())
    };
    run_watched_match(&config, &nim.time, None, &[], &never, observer, watcher).unwrap();
    let seen = seen.into_inner().unwrap();
    assert_eq!((records.len(), seen.len()), (6, 6));
    for record in records {
        let turns: Vec<usize> = (0..=record.played.turns.len()).collect();
        assert_eq!(seen[&record.header.id], turns);
    }
}
