//! The rules: laws, counts, and the fast generator against a slow one.

use crate::common;

use common::{Naive, SIZES, middle, mirrored, reversed, start, starts, strewn};
use game::{Action, EitherSideCanMove, Game, Notation, Outcome, Side, perft, play_turn};
use knightthrough::{Jump, KnightThrough, Size};
use std::collections::BTreeSet;
use testkit::{Plays, laws};

const PERFT: &str = include_str!("../../perft.txt");

#[test]
fn the_rules_keep_the_laws() {
    let positions: Vec<_> = starts().into_iter().chain(middle()).collect();
    laws::check(&positions, Plays::new(20, 1));
    laws::key_from_scratch(&positions, Plays::new(20, 2), KnightThrough::key_from_scratch);
}

#[test]
fn playouts_keep_the_laws() {
    laws::playouts(&starts(), 15, KnightThrough::key_from_scratch);
}

/// The deeper lines of the file take a release build; see `quadrille perft`.
#[test]
fn perft_agrees_with_the_file() {
    let checked = testkit::perft::check_file::<KnightThrough>(PERFT, 100_000_000);
    assert!(checked > 40, "only {checked} lines");
}

#[test]
fn the_slow_rules_agree_with_the_file() {
    let checked = testkit::perft::check_file_by(PERFT, 100_000, |position, _, depth| {
        Some(Naive::new(&KnightThrough::parse_position(position).unwrap()).perft(depth))
    });
    assert!(checked > 25, "only {checked} lines");
}

/// Sequences of exactly `depth` jumps of which the last one wins.
fn wins_with_the_last_jump(position: &KnightThrough, depth: u32) -> u64 {
    let children = position.action_list().into_iter().map(|jump| position.child(jump));
    match depth {
        1 => children.filter(|child| child.outcome().is_some()).count() as u64,
        _ => children.map(|child| wins_with_the_last_jump(&child, depth - 1)).sum(),
    }
}

#[test]
fn as_many_sequences_win_as_an_independent_program_counted() {
    let expected = [[225, 2732], [138, 8846], [327, 14334]];
    for (position, expected) in middle().iter().zip(expected) {
        assert_eq!([3, 4].map(|depth| wins_with_the_last_jump(position, depth)), expected);
    }
    assert_eq!([4, 5].map(|depth| wins_with_the_last_jump(&start(8, 8), depth)), [0, 69616]);
}

fn agrees_with_the_slow_rules(position: &KnightThrough) {
    let naive = Naive::new(position);
    let result = position.outcome().map(|outcome| match outcome {
        Outcome::Win(side) => (side, position.ending().unwrap()),
        Outcome::Draw => panic!("there are no draws"),
    });
    assert_eq!(result, naive.result(), "{naive:?}");
    let fast: BTreeSet<(String, String)> = position
        .action_list()
        .into_iter()
        .map(|jump| (position.action_text(jump), position.child(jump).position_text()))
        .collect();
    let slow: BTreeSet<(String, String)> =
        naive.jumps().into_iter().map(|jump| (naive.jump_text(jump), fen(&naive.after(jump)))).collect();
    assert_eq!(fast, slow, "{naive:?}");
    let all_codes = (0..=u16::MAX).filter_map(Jump::from_code);
    let legal: BTreeSet<String> =
        all_codes.filter(|&jump| position.is_legal(jump)).map(|jump| position.action_text(jump)).collect();
    assert_eq!(legal, fast.into_iter().map(|(text, _)| text).collect(), "{naive:?}");
}

/// Written without the notation of the crate, except that runs of empty squares are joined afterwards.
fn fen(naive: &Naive) -> String {
    let row_text = |row: &Vec<char>| {
        let mut text: String = row.iter().collect();
        for run in (1..=row.len()).rev() {
            text = text.replace(&".".repeat(run), &run.to_string());
        }
        text
    };
    let rows: Vec<String> = naive.rows.iter().rev().map(row_text).collect();
    format!("{} {}", rows.join("/"), if naive.white_to_move { 'w' } else { 'b' })
}

#[test]
fn the_generator_agrees_with_the_slow_rules() {
    let mut endings = BTreeSet::new();
    for (files, rows) in SIZES {
        for position in strewn(Size::new(files, rows).unwrap(), 400) {
            agrees_with_the_slow_rules(&position);
            endings.extend(position.ending());
        }
    }
    testkit::random_games(&starts(), Plays::new(5, 3), |position, _| agrees_with_the_slow_rules(position));
    assert_eq!(endings.into_iter().collect::<Vec<_>>(), ["elimination", "goal", "no move"]);
}

#[test]
fn symmetries_keep_counts() {
    for image in [mirrored, reversed] {
        laws::symmetry(&starts(), Plays::new(4, 4), 2, image);
    }
}

/// The example in the report: the same board after five and after six jumps.
#[test]
fn the_same_board_with_the_other_side_to_move_is_another_position() {
    let play = |text: &str| {
        let moves = text.split(' ');
        moves.fold(start(8, 8), |position, word| {
            play_turn(&position, &position.parse_turn(word).unwrap_or_else(|error| panic!("{error}")))
        })
    };
    let five = play("E2-G3 E7-C6 G3-F5 C6-A5 F5-G7");
    let six = play("E2-D4 G7-E6 D4-E6 E7-C6 E6-G7 C6-A5");
    assert_eq!((five.to_move(), six.to_move()), (Side::Second, Side::First));
    assert_ne!(five, six);
    assert_ne!(five.key(), six.key());
    assert_eq!(five.with_to_move(Side::First), six);
    assert_eq!(five.with_to_move(Side::First).key(), six.key());
    assert_eq!(five.with_to_move(Side::Second), five);
}

#[test]
fn boards_of_different_sizes_share_no_keys() {
    // The same two knights on the same squares.
    let (white, black) = (1 << 0, 1 << 16);
    let keys = SIZES.map(|(files, rows)| {
        KnightThrough::new(Size::new(files, rows).unwrap(), [white, black], Side::First).unwrap().key()
    });
    assert_eq!(keys.iter().collect::<BTreeSet<_>>().len(), SIZES.len());
}

/// Captures come first, then quiet jumps; within each the row that is reached never falls back.
#[test]
fn actions_come_in_the_documented_order() {
    for position in middle() {
        let rank = |jump: &Jump| {
            let row = i32::from(jump.to().row());
            let advance = if position.to_move() == Side::First { row } else { 7 - row };
            (!position.is_capture(*jump), -advance)
        };
        let list = position.action_list();
        assert!(list.iter().any(|jump| position.is_capture(*jump)));
        assert!(list.is_sorted_by_key(rank), "{list:?}");
    }
}

#[test]
fn positions_are_small() {
    assert!(size_of::<KnightThrough>() <= 40, "{} bytes", size_of::<KnightThrough>());
    assert_eq!(perft(&start(8, 8), 0), 1);
}

/// Facts on small boards, by plain minimax: who wins from the start, and in how many jumps.
#[test]
fn small_boards_are_worth_what_is_known() {
    use game::Score;
    let value = |files, rows, depth| {
        testkit::brute::value(&start(files, rows), depth, &|_: &KnightThrough| Score::DRAW).unwrap()
    };
    for files in 3..=8 {
        assert_eq!(value(files, 4, 1), Score::win_in(1), "{files}x4");
    }
    assert_eq!(value(3, 5, 7), Score::win_in(7));
    assert_eq!(value(4, 5, 5), Score::win_in(5));
}
