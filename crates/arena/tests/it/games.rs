//! One game at a time: ends by the rules, forfeits, clocks, adjudication, and text for people.

use crate::common;

use arena::{
    GameLimits, GameResult, MatchEnd, Played, TimeControl, people_text, play_game, reason, replay, run_match,
};
use common::{Nim, plan};
use game::Side;
use players::AnyGame;
use std::{ops::ControlFlow, sync::atomic::AtomicBool};

fn play_from(
    position: &str,
    first: &str,
    second: &str,
    control: &str,
    max_turns: Option<u32>,
) -> Option<Played> {
    let nim = Nim::new();
    let board = nim.at_position(position).unwrap();
    let mut players = [nim.player(first).build(1).unwrap(), nim.player(second).build(2).unwrap()];
    let stop = AtomicBool::new(false);
    let control: TimeControl = control.parse().unwrap();
    play_game(board, &mut players, GameLimits { control, max_turns, time: &nim.time, stop: &stop })
}

fn play(first: &str, second: &str, control: &str) -> Played {
    play_from("3/5/7 first", first, second, control, None).unwrap()
}

#[test]
fn a_game_ends_by_its_rules() {
    let played = play("perfect", "random", "nodes=5");
    assert_eq!((played.result, played.reason.as_str()), (GameResult::FirstWins, "nothing left"));
    assert_eq!((played.detail, played.late), (None, [0, 0]));
    assert_eq!(played.turns[0].turn, "a1");
    assert_eq!(played.turns[0].score, Some(100));
    assert!(played.turns.len() % 2 == 1 && played.turns.iter().all(|t| t.nodes >= 10 && t.depth == 1));
}

#[test]
fn the_side_to_move_at_the_start_may_be_the_second() {
    let played = play_from("0/0/2 second", "perfect", "perfect", "nodes=5", None).unwrap();
    assert_eq!((played.result, played.turns.len()), (GameResult::SecondWins, 1));
}

#[test]
fn an_illegal_turn_loses() {
    let played = play("illegal@2", "perfect", "nodes=5");
    assert_eq!((played.result, played.reason.as_str()), (GameResult::SecondWins, reason::ILLEGAL_TURN));
    assert_eq!(played.turns.len(), 2);
    let detail = played.detail.unwrap();
    assert_eq!(detail, "'z9\\u{1b}' is not legal here; write a heap and a number, such as a1");
}

#[test]
fn no_turn_at_all_loses() {
    let played = play("perfect", "silent@1", "nodes=5");
    assert_eq!((played.result, played.reason.as_str()), (GameResult::FirstWins, reason::ILLEGAL_TURN));
    assert_eq!(played.detail.as_deref(), Some("no turn was given"));
}

#[test]
fn a_crash_loses() {
    let played = play("perfect", "crash@1", "nodes=5");
    assert_eq!((played.result, played.reason.as_str()), (GameResult::FirstWins, reason::CRASHED));
    assert_eq!((played.turns.len(), played.detail.as_deref()), (1, Some("crashed on purpose")));
}

#[test]
fn a_turn_far_beyond_its_limit_loses() {
    let played = play("slow@201", "perfect", "100ms");
    assert_eq!((played.result, played.reason.as_str()), (GameResult::SecondWins, reason::TIME_FORFEIT));
    assert_eq!((played.turns.len(), played.detail.as_deref()), (0, Some("the turn took 201 ms")));
}

#[test]
fn a_turn_a_little_beyond_its_limit_is_counted() {
    let late = play("slow@150", "perfect", "100ms");
    assert_eq!(late.reason, "nothing left");
    assert_eq!((late.late[0] as usize, late.late[1]), (late.turns.len().div_ceil(2), 0));
    assert!(late.turns.iter().step_by(2).all(|t| t.ms == 150));
    assert_eq!(play("slow@119", "perfect", "100ms").late, [0, 0]);
}

#[test]
fn a_clock_that_runs_out_loses() {
    let played = play_from("9/9/9 first", "slow@400", "slow@1", "1s+0s", None).unwrap();
    assert_eq!((played.result, played.reason.as_str()), (GameResult::SecondWins, reason::TIME_FORFEIT));
    // Two turns of the slow side fit into its second, and as many of the other side.
    assert_eq!(
        (played.turns.len(), played.detail.as_deref()),
        (4, Some("the turn took 400 ms of the 200 ms left"))
    );
    let with_increment = play_from("9/9/9 first", "slow@400", "slow@1", "1s+400ms", None).unwrap();
    assert_eq!(with_increment.reason, "nothing left");
}

#[test]
fn too_many_turns_are_a_draw() {
    let played = play_from("9/9/9 first", "perfect", "perfect", "nodes=5", Some(3)).unwrap();
    assert_eq!((played.result, played.reason.as_str()), (GameResult::Draw, reason::TURN_LIMIT));
    assert_eq!(played.turns.len(), 3);
}

#[test]
fn a_stopped_game_is_no_game() {
    let nim = Nim::new();
    let mut players = [1, 2].map(|seed| nim.player("perfect").build(seed).unwrap());
    let stop = AtomicBool::new(true);
    let limits = GameLimits { control: TimeControl::Depth(1), max_turns: None, time: &nim.time, stop: &stop };
    assert_eq!(play_game(nim.start("").unwrap(), &mut players, limits), None);
}

/// Every way in which a game can end, as records.
fn one_of_each() -> (&'static Nim, Vec<arena::GameRecord>) {
    let nim = Nim::new();
    let mut records = Vec::new();
    let never = AtomicBool::new(false);
    for (first, second, control, max_turns) in [
        ("perfect", "random", "nodes=5", None),
        ("illegal@2", "random", "nodes=5", None),
        ("silent@1", "random", "nodes=5", None),
        ("crash@1", "random", "nodes=5", None),
        ("slow@500", "random", "100ms", None),
        ("perfect", "random", "nodes=5", Some(1)),
    ] {
        let mut plan = plan(nim, first, second, 1);
        (plan.control, plan.max_turns) = (control.parse().unwrap(), max_turns);
        let summary = run_match(&plan, &nim.time, None, &[], &never, &mut |progress| {
            records.push(progress.record.clone());
            ControlFlow::Continue(())
        });
        assert_eq!(summary.unwrap().end, MatchEnd::Complete);
    }
    let reasons: Vec<&str> = records.iter().map(|r| r.played.reason.as_str()).collect();
    for expected in
        [reason::ILLEGAL_TURN, reason::CRASHED, reason::TIME_FORFEIT, reason::TURN_LIMIT, "nothing left"]
    {
        assert!(reasons.contains(&expected), "{expected} is not among {reasons:?}");
    }
    (nim, records)
}

#[test]
fn every_kind_of_end_replays() {
    let (nim, records) = one_of_each();
    for record in &records {
        let replayed = replay(record, nim).unwrap();
        assert_eq!(replayed.turns.len(), record.header.opening_turns.len() + record.played.turns.len());
        assert_eq!(replayed.turns[0].0, Side::First);
    }
}

#[test]
fn records_that_contradict_the_rules_are_refused() {
    let (nim, records) = one_of_each();
    let problem = |change: &dyn Fn(&mut arena::GameRecord)| {
        let mut record = records[0].clone();
        change(&mut record);
        let error = replay(&record, nim).map(|_| ()).expect_err("a wrong record was accepted");
        let named = format!("game {}: ", record.header.id);
        error.to_string().strip_prefix(&named).expect("the game is named").to_owned()
    };
    let turns = records[0].header.opening_turns.len() + records[0].played.turns.len();
    let last = records[0].played.turns.last().unwrap().turn.clone();
    assert_eq!(problem(&|r| r.header.game = "chess".into()), "it is a game of 'chess', not of nim");
    assert_eq!(problem(&|r| r.header.start = "1/x first".into()), "the start 'x' is not a heap; write 3/5/7");
    assert_eq!(
        problem(&|r| r.header.start = "05/6/7/8 first".into()),
        "the start '05/6/7/8 first' is written '5/6/7/8 first'"
    );
    assert!(problem(&|r| r.header.opening_turns[0] = "e1".into()).starts_with("turn 1: 'e1' is not legal"));
    assert_eq!(
        problem(&|r| r.played.turns.last_mut().unwrap().turn = last.to_uppercase()),
        format!("turn {turns}, '{}', is written '{last}'", last.to_uppercase())
    );
    assert_eq!(
        problem(&|r| {
            let again = r.played.turns[0].clone();
            r.played.turns.push(again);
        }),
        format!("turn {}, '{}', comes after the end of the game", turns + 1, records[0].played.turns[0].turn)
    );
    assert_eq!(
        problem(&|r| drop(r.played.turns.pop())),
        "the reason is 'nothing left', but the game is not finished"
    );
    assert_eq!(
        problem(&|r| r.played.reason = "goal".into()),
        "the reason is 'goal', but it should be 'nothing left'"
    );
    assert_eq!(
        problem(&|r| r.played.result = GameResult::Draw),
        "the result is 1/2-1/2, but it should be 1-0"
    );
    // A forfeit is always that of the side to move.
    let mut forfeit = records.iter().find(|r| r.played.reason == reason::CRASHED).unwrap().clone();
    forfeit.played.result = match forfeit.played.result {
        GameResult::FirstWins => GameResult::SecondWins,
        _ => GameResult::FirstWins,
    };
    assert!(replay(&forfeit, nim).is_err());
}

#[test]
fn people_can_read_a_game() {
    let (nim, records) = one_of_each();
    let text = people_text(&records[0], nim).unwrap();
    let header = &records[0].header;
    assert!(text.starts_with("[Game \"nim\"]\n"), "{text}");
    for tag in ["[First \"perfect\"]", "[Second \"random\"]", "[Result \"1-0\"]", "[Reason \"nothing left\"]"]
    {
        assert!(text.contains(tag), "{tag} is missing in {text}");
    }
    let opening = &header.opening_turns;
    assert!(
        text.contains(&format!("\n\n1. take {} {{opening}} take {} {{opening}}", opening[0], opening[1])),
        "{text}"
    );
    assert!(
        text.contains(&format!("2. take {} {{+100, depth 1, 0.000 s}}", records[0].played.turns[0].turn)),
        "{text}"
    );
    assert!(text.ends_with(" 1-0\n"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    let crash = records.iter().find(|r| r.played.reason == reason::CRASHED).unwrap();
    assert!(people_text(crash, nim).unwrap().contains("[Detail \"crashed on purpose\"]"));
}

#[test]
fn a_game_that_the_second_side_begins_is_numbered_as_people_do() {
    let (nim, records) = one_of_each();
    let mut record = records[0].clone();
    record.header.start = "1/1 second".into();
    record.header.opening_turns.clear();
    record.played.turns.truncate(2);
    record.played.turns[0].turn = "a1".into();
    record.played.turns[1].turn = "b1".into();
    record.played.turns[0].score = Some(game::Score::loss_in(1).raw());
    record.played.turns[1].score = Some(game::Score::win_in(1).raw());
    let text = people_text(&record, nim).unwrap();
    let expected =
        "\n1... take a1 {loss in 1, depth 1, 0.000 s} 2. take b1 {win in 1, depth 1, 0.000 s} 1-0\n";
    assert!(text.ends_with(expected), "{text}");
}
