//! Matches on other than the usual terms: games ended by proof, and colours drawn by lot.

mod common;

use arena::{
    Adjudication, Colours, GameRecord, MatchError, MatchPlan, MatchSummary, MatchTerms, OpeningSource,
    RecordFile, RunningSprt, Sprt, reason, replay, run_match_on,
};
use common::{Nim, Scratch, plan, threads, without_times};
use std::{ops::ControlFlow, sync::atomic::AtomicBool};

/// Plays a match; every record must replay.
fn games(terms: &MatchTerms, plan: &MatchPlan<'_>, nim: &Nim) -> (MatchSummary, Vec<GameRecord>) {
    let never = AtomicBool::new(false);
    let mut records = Vec::new();
    let summary = run_match_on(terms, plan, &nim.time, None, &[], &never, &mut |progress| {
        replay(progress.record, nim).unwrap();
        records.push(progress.record.clone());
        ControlFlow::Continue(())
    });
    (summary.unwrap(), records)
}

fn by(referee: &str) -> MatchTerms {
    let adjudication = Some(Adjudication { referee: referee.into(), nodes: 50 });
    MatchTerms { adjudication, ..MatchTerms::default() }
}

#[test]
fn a_proved_game_ends_with_the_result_that_it_would_have_had() {
    let nim = Nim::default();
    let plan = plan(&nim, "prover", "random", 10);
    let (_, played_out) = games(&MatchTerms::default(), &plan, &nim);
    let (summary, proved) = games(&by("prover"), &plan, &nim);
    assert_eq!(proved.len(), 20);
    let mut shorter = 0;
    for (whole, short) in played_out.iter().zip(&proved) {
        if short.played.reason != reason::PROOF {
            continue;
        }
        shorter += usize::from(short.played.turns.len() < whole.played.turns.len());
        let detail = short.played.detail.as_ref().unwrap();
        assert!(detail.starts_with("prover proved it with ") && detail.ends_with(" nodes"), "{detail}");
        assert_eq!(short.frame.adjudication.as_deref(), Some("prover nodes=50"));
        // Whoever has a winning position against random play of the other keeps it to the end of the whole game, too.
        if short.played.result.half_points(short.side_of_first_player()) == 2 {
            assert_eq!(whole.played.result, short.played.result);
        }
    }
    assert!(shorter >= 15, "{shorter} games were cut short");
    assert_eq!(summary.tally.games(), 20);
}

#[test]
fn a_claim_that_the_referee_does_not_prove_ends_nothing() {
    let nim = Nim::default();
    // The referee has no verdict of its own.
    let (_, records) = games(&by("perfect"), &plan(&nim, "boaster", "perfect", 3), &nim);
    assert!(records.iter().all(|record| record.played.reason == "nothing left"), "{records:?}");
    // The referee proves that the boaster loses, when that is so.
    let lost = |variant: &str| {
        let mut plan = plan(&nim, "boaster", "perfect", 1);
        (plan.variant, plan.openings) = (variant.into(), OpeningSource::Start);
        games(&by("prover"), &plan, &nim).1[0].clone()
    };
    let record = lost("4/4");
    assert_eq!((record.half_points_of_first_player(), record.played.reason.as_str()), (0, reason::PROOF));
    assert_eq!(record.played.turns.len(), 1);
    // Nobody asks the referee if nobody claims anything.
    let (_, records) = games(&by("prover"), &plan(&nim, "perfect", "random", 3), &nim);
    assert!(records.iter().all(|record| record.played.reason == "nothing left"), "{records:?}");
}

#[test]
fn a_referee_that_the_game_does_not_have_is_refused() {
    let nim = Nim::default();
    let never = AtomicBool::new(false);
    let plan = plan(&nim, "perfect", "random", 1);
    let error = run_match_on(&by("oracle"), &plan, &nim.time, None, &[], &never, &mut |_| panic!("a game"));
    assert!(error.unwrap_err().to_string().contains("'oracle'"));
}

fn drawn() -> MatchTerms {
    MatchTerms { colours: Colours::Random, ..MatchTerms::default() }
}

#[test]
fn colours_are_drawn_by_lot_and_games_still_count_in_twos() {
    let nim = Nim::default();
    let mut plan = plan(&nim, "perfect", "random", 50);
    (plan.openings, plan.concurrency) = (OpeningSource::Start, threads(2));
    let (summary, records) = games(&drawn(), &plan, &nim);
    assert_eq!(records.len(), 100);
    let begun = records.iter().filter(|record| record.frame.leg == 1).count();
    assert!((30..70).contains(&begun), "the first player began {begun} games");
    for (number, record) in records.iter().enumerate() {
        let side = record.side_of_first_player().index();
        assert_eq!((record.frame.pair, record.frame.players[side].as_str()), (number as u64, "perfect"));
        assert_eq!(
            (record.frame.opening.as_str(), record.frame.colours.as_deref()),
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
    let legs = |records: &[GameRecord]| records.iter().map(|r| r.frame.leg).collect::<Vec<_>>();
    assert_ne!(legs(&games(&drawn(), &plan, &nim).1), legs(&records));
}

#[test]
fn drawn_colours_are_gone_on_with_and_not_mixed_with_others() {
    let nim = Nim::default();
    let plan = plan(&nim, "perfect", "random", 5);
    let (_, whole) = games(&drawn(), &plan, &nim);
    let scratch = Scratch::new("drawn.jsonl");
    let mut file = RecordFile::create(&scratch.0).unwrap();
    whole[..3].iter().for_each(|record| file.append(record).unwrap());
    let never = AtomicBool::new(false);
    let mut more = Vec::new();
    let go_on = &mut |progress: arena::Progress<'_>| {
        more.push(progress.record.clone());
        ControlFlow::Continue(())
    };
    run_match_on(&drawn(), &plan, &nim.time, Some(&mut file), &whole[..3], &never, go_on).unwrap();
    assert_eq!(without_times(&more), without_times(&whole[3..]));
    let refused = |terms: &MatchTerms, done: &[GameRecord]| {
        let none = &mut |_: arena::Progress<'_>| -> ControlFlow<()> { panic!("a game is played") };
        match run_match_on(terms, &plan, &nim.time, None, done, &never, none).unwrap_err() {
            MatchError::OtherMatch { field, .. } => field,
            other => panic!("{other}"),
        }
    };
    assert_eq!(refused(&MatchTerms::default(), &whole[..1]), "colours");
    let mut turned = whole[0].clone();
    turned.frame.leg = 3 - turned.frame.leg;
    turned.frame.players.reverse();
    turned.frame = turned.frame.with_id();
    assert_eq!(refused(&drawn(), &[turned]), "leg");
    let judged = MatchTerms { adjudication: Some(Adjudication::by_proof(7)), ..drawn() };
    let named = run_match_on(&judged, &plan, &nim.time, None, &whole[..1], &never, &mut |_| panic!("a game"));
    assert!(named.is_err(), "nim has no df-pn");
}
