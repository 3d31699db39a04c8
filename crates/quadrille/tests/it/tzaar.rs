//! `quadrille tzaar` as a script written for WALTZ uses it: files in, files out, exit codes.

use crate::common;

use common::{Folder, Run, quadrille};
use game::{Game, Side, play_turn};
use std::fs;
use tzaar::{
    Phase, Tzaar,
    waltz_file::{BestMove, SecondMove, WIN, read_position, write_position},
};

/// A position of a random game at the start of a turn, with at most this many stacks.
fn from_play(seed: u64, most_stacks: u32) -> Tzaar {
    for game in 0.. {
        let mut position = Tzaar::random_start(seed);
        for step in 0_u64.. {
            if position.stack_count() <= most_stacks && position.phase() != Phase::Second {
                return position;
            }
            let actions = position.action_list();
            let lasting: Vec<_> =
                actions.iter().filter(|&&a| position.child(a).outcome().is_none()).collect();
            // A linear congruence is random enough to get about the board.
            let random = (seed + 1000 * game + step).wrapping_mul(6_364_136_223_846_793_005) >> 33;
            let Some(choice) = (random as usize).checked_rem(lasting.len()) else { break };
            position.play(*lasting[choice]);
        }
    }
    unreachable!("some game lasts that long")
}

/// A folder with a position file in it, and the names of that file and of the one for the executed turn.
struct Exchange {
    folder: Folder,
    file: String,
    executed: String,
}

impl Exchange {
    fn with(text: &str) -> Exchange {
        let folder = Folder::new();
        let (file, executed) = (folder.file("board"), folder.file("executed"));
        fs::write(&file, text).unwrap();
        Exchange { folder, file, executed }
    }

    fn text(&self) -> String {
        fs::read_to_string(&self.file).unwrap()
    }

    fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.folder.0).unwrap();
        let mut names: Vec<_> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// The program must refuse with this code and one sentence that quotes the token, and change nothing.
    fn refused(&self, args: &[&str], code: i32, token: &str) {
        let (before, files) = (self.text(), self.files());
        let run = quadrille(&[&["tzaar", "-b", &self.file], args].concat());
        check_refusal(&run, code, token);
        assert_eq!(self.text(), before, "{args:?} must leave the file alone");
        assert_eq!(self.files(), files, "{args:?} must leave no other file");
    }
}

fn check_refusal(run: &Run, code: i32, token: &str) {
    assert_eq!(run.code, code, "{:?} and {:?}", run.out, run.err);
    assert!(run.err.starts_with("error: ") && run.err.contains(token), "must quote {token}: {:?}", run.err);
    assert_eq!(run.err.lines().count(), 1, "{:?}", run.err);
    assert!(!run.err.contains("panicked"), "{:?}", run.err);
}

/// Lets a version choose a turn, and checks both files that it writes.
fn answer(position: &Tzaar, number: &str) -> BestMove {
    let exchange = Exchange::with(&write_position(position).unwrap());
    let run = quadrille(&["tzaar", "-b", &exchange.file, "-a", number, "-t", "1", "-e", &exchange.executed]);
    assert_eq!(run.code, 0, "{number}: {}", run.err);
    assert_eq!(exchange.files(), ["board", "executed"], "{number} leaves nothing else behind");

    let best = BestMove::read(&exchange.text()).unwrap();
    let turn = best.turn(position).unwrap();
    assert!(best.milliseconds < 2000, "{number} keeps its time: {} ms", best.milliseconds);
    let middle = position.child(turn[0]);
    let expected = match turn.get(1) {
        None => "none",
        Some(&second) if middle.is_capture(second) => "capture",
        Some(&tzaar::TzaarAction::PASS) => "pass",
        Some(_) => "stacking",
    };
    let written = match best.second {
        SecondMove::None => "none",
        SecondMove::Pass => "pass",
        SecondMove::Stacking(..) => "stacking",
        SecondMove::Capture(..) => "capture",
    };
    assert_eq!(written, expected, "the kind of the second move, by {number} in {position:?}");

    let after = play_turn(position, &turn);
    let executed = fs::read_to_string(&exchange.executed).unwrap();
    match after.outcome() {
        None => assert_eq!(read_position(&executed).as_ref(), Ok(&after), "{number}"),
        Some(_) => {
            let value = if position.to_move() == Side::First { WIN } else { -WIN };
            let first = executed.lines().next().unwrap();
            assert_eq!(first, format!("END, SOMEONE HAS WON, value: {value}"), "the mover has won");
            let rest = executed.split_once('\n').unwrap().1;
            assert_eq!(read_position(rest).as_ref(), Ok(&after), "{number}");
            assert_eq!(best.value, WIN, "the value is the mover's");
        }
    }
    best
}

#[test]
fn every_sort_of_version_answers_with_a_legal_turn() {
    let opening = Tzaar::random_start(5);
    for number in ["1", "9", "24", "40", "41"] {
        assert_eq!(answer(&opening, number).second, SecondMove::None, "White opens with a single move");
    }
    for number in ["1", "9", "24", "40", "41"] {
        answer(&from_play(1, 45), number);
        answer(&from_play(2, 14), number);
    }
}

/// The original told the kind of the second move from the board before the first one: a stack that had just been captured
/// made a stacking look like a capture.
#[test]
fn the_second_move_is_told_from_the_board_after_the_first() {
    let mut kinds = [0; 4];
    for seed in 0..12 {
        let best = answer(&from_play(seed, 20 + 3 * seed as u32), "40");
        kinds[match best.second {
            SecondMove::None => 0,
            SecondMove::Pass => 1,
            SecondMove::Stacking(..) => 2,
            SecondMove::Capture(..) => 3,
        }] += 1;
    }
    assert!(kinds[2] > 0 && kinds[3] > 0, "stackings and captures came up: {kinds:?}");
}

#[test]
fn long_options_and_defaults_are_those_of_the_original() {
    let position = from_play(3, 12);
    let exchange = Exchange::with(&write_position(&position).unwrap());
    let file = format!("--bestmove={}", exchange.file);
    let executed = format!("--execute={}", exchange.executed);
    let run = quadrille(&["tzaar", &file, "--ai=41", "--timelimit=1", &executed]);
    assert_eq!(run.code, 0, "{}", run.err);
    BestMove::read(&exchange.text()).unwrap().turn(&position).unwrap();
    assert!(fs::exists(&exchange.executed).unwrap());

    let without_execute = Exchange::with(&write_position(&position).unwrap());
    let run = quadrille(&["tzaar", "-b", &without_execute.file, "-a", "-1", "-t", "1"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(without_execute.files(), ["board"], "only what was asked for is written");

    let help = quadrille(&["tzaar", "-h"]);
    assert_eq!(help.code, 0);
    for option in ["--bestmove", "--ai", "--execute", "--timelimit"] {
        assert!(help.out.contains(option), "{option}: {}", help.out);
    }
}

/// The numbers of a position file; the side to move, then 81 pieces, then 81 heights.
fn numbers() -> Vec<String> {
    let text = write_position(&from_play(4, 30)).unwrap();
    text.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn wrong_files_get_a_sentence_and_code_2() {
    let good = numbers();
    assert_eq!(good.len(), 163);
    let with = |change: &dyn Fn(&mut Vec<String>)| {
        let mut numbers = good.clone();
        change(&mut numbers);
        Exchange::with(&numbers.join(" "))
    };
    let place = |wanted: &dyn Fn(&str) -> bool| {
        1 + good[1..82].iter().position(|number| wanted(number)).expect("such a field")
    };
    let (empty, stack) = (place(&|n| n == "0"), place(&|n| n != "0" && n != "100"));
    let refused = |exchange: Exchange, token: &str| exchange.refused(&["-a", "40"], 2, token);

    refused(with(&|n| n.truncate(82)), "'82'");
    refused(with(&|n| n[empty + 81] = "2".into()), "'2' is the height on");
    refused(with(&|n| n[stack + 81] = "15".into()), "'15'");
    refused(with(&|n| n[stack + 81] = "0".into()), "'0'");
    refused(with(&|n| n[stack] = "7".into()), "'7'");
    refused(with(&|n| n[0] = "0".into()), "'0' is not a side");
    refused(with(&|n| n[9] = "Tott".into()), "'Tott'");
    refused(Exchange::with(""), "'0' numbers");
    refused(Exchange::with("hello world"), "'hello'");
    refused(Exchange::with("END, SOMEONE HAS WON, value: 2000000000"), "'END,'");

    let without_tzaars = |n: &mut Vec<String>| {
        for field in (1..82).filter(|&field| n[field] == "3" || n[field] == "-3").collect::<Vec<_>>() {
            n[field] = "0".into();
            n[field + 81] = "0".into();
        }
    };
    refused(with(&without_tzaars), "both sides");

    let folder = Folder::new();
    let missing = folder.file("nowhere");
    check_refusal(&quadrille(&["tzaar", "-b", &missing, "-a", "40"]), 2, "nowhere");
    assert!(folder.is_empty());
}

#[test]
fn a_position_that_is_already_decided_has_code_3() {
    let mut numbers = numbers();
    for field in (1..82).filter(|&field| numbers[field] == "-3").collect::<Vec<_>>() {
        numbers[field] = "0".into();
        numbers[field + 81] = "0".into();
    }
    Exchange::with(&numbers.join(" ")).refused(&["-a", "40"], 3, "already decided");
}

#[test]
fn files_that_cannot_be_written_have_code_4() {
    let exchange = Exchange::with(&write_position(&from_play(5, 12)).unwrap());
    let nowhere = exchange.folder.file("no-such-folder/executed");
    exchange.refused(&["-a", "40", "-e", &nowhere], 4, "no-such-folder");

    // A folder stands where the file should go: the temporary file is written and must go again.
    fs::create_dir(exchange.folder.file("taken")).unwrap();
    exchange.refused(&["-a", "40", "-e", &exchange.folder.file("taken")], 4, "taken");
}

#[test]
fn unknown_versions_have_code_5() {
    let exchange = Exchange::with(&write_position(&from_play(6, 12)).unwrap());
    for number in ["0", "10", "19", "26", "43", "-2", "1000"] {
        exchange.refused(&["-a", number, "-e", &exchange.executed], 5, &format!("'{number}'"));
    }
}
