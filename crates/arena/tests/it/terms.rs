//! Matches on other than the usual terms: games ended by proof, and colours drawn by lot.

use crate::common;

use arena::{
    Adjudication, Colours, GameRecord, MatchConfig, MatchSummary, OpeningSource, RecordFile, RunningSprt,
    Sprt, reason, replay, run_match,
};
use common::{Nim, Scratch, plan, threads, without_times};
use std::{ops::ControlFlow, sync::atomic::AtomicBool};

/// Plays a match; every record must replay.
fn games(plan: &MatchConfig, nim: &'static Nim) -> (MatchSummary, Vec<GameRecord>) {
    let never = AtomicBool::new(false);
    let mut records = Vec::new();
    let summary = run_match(plan, &nim.time, None, &[], &never, &mut |progress| {
        replay(progress.record, nim).unwrap();
        records.push(progress.record.clone());
        ControlFlow::Continue(())
    });
    (summary.unwrap(), records)
}

fn by(referee: &str, nim: &'static Nim, plan: MatchConfig) -> MatchConfig {
    let adjudication = Some(Adjudication { referee: nim.player(referee), nodes: 50 });
    MatchConfig { adjudication, ..plan }
}

#[test]
fn a_proved_game_ends_with_the_result_that_it_would_have_had() {
    let nim = Nim::new();
    let plan = plan(nim, "prover", "random", 10);
    let (_, played_out) = games(&plan, nim);
    let (summary, proved) = games(&by("prover", nim, plan), nim);
    assert_eq!(proved.len(), 20);
    let mut shorter = 0;
    for (whole, short) in played_out.iter().zip(&proved) {
        if short.played.reason != reason::PROOF {
            continue;
        }
        shorter += usize::from(short.played.turns.len() < whole.played.turns.len());
        let detail = short.played.detail.as_ref().unwrap();
        assert!(detail.starts_with("prover proved it with ") && detail.ends_with(" nodes"), "{detail}");
        assert_eq!(short.header.adjudication.as_deref(), Some("prover nodes=50"));
        // A side that wins against random play wins the whole game, too.
        if short.played.result.half_points(short.side_of_first_player()) == 2 {
            assert_eq!(whole.played.result, short.played.result);
        }
    }
    assert!(shorter >= 15, "{shorter} games were cut short");
    assert_eq!(summary.tally.games(), 20);
}

#[test]
fn a_claim_that_the_referee_does_not_prove_ends_nothing() {
    let nim = Nim::new();
    // The referee has no verdict of its own.
    let (_, records) = games(&by("perfect", nim, plan(nim, "boaster", "perfect", 3)), nim);
    assert!(records.iter().all(|record| record.played.reason == "nothing left"), "{records:?}");
    // The referee proves that the boaster loses, when that is so.
    let lost = |variant: &str| {
        let mut plan = plan(nim, "boaster", "perfect", 1);
        (plan.variant, plan.openings) = (variant.into(), OpeningSource::Start);
        games(&by("prover", nim, plan), nim).1[0].clone()
    };
    let record = lost("4/4");
    assert_eq!((record.half_points_of_first_player(), record.played.reason.as_str()), (0, reason::PROOF));
    assert_eq!(record.played.turns.len(), 1);
    // Without a claim the referee is not asked.
    let (_, records) = games(&by("prover", nim, plan(nim, "perfect", "random", 3)), nim);
    assert!(records.iter().all(|record| record.played.reason == "nothing left"), "{records:?}");
}

#[test]
fn a_referee_that_the_game_does_not_have_is_refused() {
    assert!(Adjudication::by_proof(Nim::new(), 7).is_err(), "nim has no df-pn");
}

#[test]
fn colours_are_drawn_by_lot_and_games_still_count_in_twos() {
    let nim = Nim::new();
    let mut plan = plan(nim, "perfect", "random", 50);
    (plan.openings, plan.concurrency, plan.colours) = (OpeningSource::Start, threads(2), Colours::Random);
    let (summary, records) = games(&plan, nim);
    assert_eq!(records.len(), 100);
    let begun = records.iter().filter(|record| record.header.leg == 1).count();
    assert!((30..70).contains(&begun), "the first player began {begun} games");
    for (number, record) in records.iter().enumerate() {
        let side = record.side_of_first_player().index();
        assert_eq!((record.header.pair, record.header.players[side].as_str()), (number as u64, "perfect"));
        assert_eq!(
            (record.header.opening.as_str(), record.header.colours.as_deref()),
            ("start", Some("random"))
        );
    }
    assert_eq!(summary.tally.pentanomial().pairs(), 50);
    let mut test = RunningSprt::new("elo0=0,elo1=100".parse::<Sprt>().unwrap());
    records.iter().for_each(|record| {
        test.add(record);
    });
    assert!(test.decision().is_some(), "{}", test.line());
    // Another seed deals other colours.
    plan.seed += 1;
    let legs = |records: &[GameRecord]| records.iter().map(|r| r.header.leg).collect::<Vec<_>>();
    assert_ne!(legs(&games(&plan, nim).1), legs(&records));
}

#[test]
fn drawn_colours_are_gone_on_with_and_not_mixed_with_others() {
    let nim = Nim::new();
    let swapped = plan(nim, "perfect", "random", 5);
    let plan = MatchConfig { colours: Colours::Random, ..swapped.clone() };
    let (_, whole) = games(&plan, nim);
    let scratch = Scratch::new("drawn.jsonl");
    let mut file = RecordFile::create(&scratch.0).unwrap();
    whole[..3].iter().for_each(|record| file.append(record).unwrap());
    let never = AtomicBool::new(false);
    let mut more = Vec::new();
    let go_on = &mut |progress: arena::Progress<'_>| {
        more.push(progress.record.clone());
        ControlFlow::Continue(())
    };
    run_match(&plan, &nim.time, Some(&mut file), &whole[..3], &never, go_on).unwrap();
    assert_eq!(without_times(&more), without_times(&whole[3..]));
    let refused = |plan: &MatchConfig, done: &[GameRecord]| {
        let none = &mut |_: arena::Progress<'_>| -> ControlFlow<()> { panic!("a game is played") };
        run_match(plan, &nim.time, None, done, &never, none).unwrap_err().to_string()
    };
    let message = refused(&swapped, &whole[..1]);
    assert!(message.contains("is of another match: its colours is \"random\", here it is null"), "{message}");
    let mut turned = whole[0].clone();
    turned.header.leg = 3 - turned.header.leg;
    turned.header.players.reverse();
    turned.header = turned.header.with_id();
    let message = refused(&plan, &[turned]);
    assert!(message.contains("is of another match: its leg is "), "{message}");
}
