//! The rules: laws, counts, symmetries, and the fast generator against a slow one.

use crate::common;

use amazons::{Act, Amazons, Size, Square};
use common::{Naive, action_texts, mirrored, read, reversed, start, starts, strewn, transposed};
use game::{Counted, EitherSideCanMove, Game, Notation, Outcome, Side, perft, perft_turns};
use testkit::{Plays, laws};

const PERFT: &str = include_str!("../../perft.txt");

#[test]
fn the_rules_keep_the_laws() {
    laws::check(&starts(), Plays::new(4, 1));
    laws::key_from_scratch(&starts(), Plays::new(4, 2), Amazons::key_from_scratch);
    let strewn: Vec<_> = strewn(6, 5, 60).collect();
    laws::check(&strewn, Plays::new(2, 3));
}

#[test]
fn playouts_keep_the_laws() {
    laws::playouts(&starts(), 15, Amazons::key_from_scratch);
}

#[test]
fn perft_agrees_with_the_file() {
    let checked = testkit::perft::check_file::<Amazons>(PERFT, 5_000_000);
    assert!(checked > 20, "only {checked} lines");
}

#[test]
fn the_slow_rules_agree_with_the_file() {
    let checked = testkit::perft::check_file_by(PERFT, 50_000, |position, what, depth| {
        // Two turns of a position never lead to the same position, so turns are pairs of actions.
        let actions = if what == Counted::Turns { 2 * depth } else { depth };
        (read(position).starts_turn() || what == Counted::Sequences)
            .then(|| Naive::new(&read(position)).perft(actions))
    });
    assert!(checked > 40, "only {checked} lines");
}

/// The figures that people know: 2,176 first turns, and 4,307,152 sequences of two.
#[test]
fn the_start_has_the_known_counts() {
    let start = start("");
    assert_eq!(start.turn_count(), 2176);
    assert_eq!([1, 2, 3, 4].map(|depth| perft(&start, depth)), [80, 2176, 168_420, 4_307_152]);
    assert_eq!(perft_turns(&start, 1), 2176);
}

/// Two turns of one position never lead to the same position, so sequences and distinct turns agree.
#[test]
fn turns_are_distinct() {
    for position in strewn(5, 5, 40) {
        assert_eq!(perft(&position, 2), perft_turns(&position, 1), "{position:?}");
        assert_eq!(perft_turns(&position, 1), position.turn_count() as u64, "{position:?}");
    }
    let start = start("4x4");
    assert_eq!(perft(&start, 4), perft_turns(&start, 2));
}

#[test]
fn the_slow_rules_agree() {
    for position in strewn(7, 6, 300).chain(strewn(11, 11, 60)).chain(strewn(1, 9, 60)).chain(starts()) {
        let naive = Naive::new(&position);
        assert_eq!(action_texts(&position), naive.actions(), "{position:?}");
        let over = naive.actions().is_empty();
        let loser = position.to_move();
        assert_eq!(position.outcome(), over.then_some(Outcome::Win(loser.other())), "{position:?}");
        for act in position.action_list().into_iter().step_by(5) {
            let (child, slow) = (position.child(act), naive.child(&position.action_text(act)));
            assert_eq!(Naive::new(&child), slow, "{position:?}");
            assert_eq!(action_texts(&child), slow.actions(), "{child:?}");
            assert!(
                child.outcome().is_none() && !child.action_list().is_empty(),
                "arrows always fly: {child:?}"
            );
        }
    }
    for variant in ["3x3", "4x4", "5x4"] {
        let position = start(variant);
        assert_eq!(Naive::new(&position).perft(4), perft(&position, 4), "{variant}");
    }
}

#[test]
fn images_have_as_many_sequences() {
    let positions: Vec<_> = strewn(5, 4, 30).chain([start("4x4"), start("6x5"), start("10x10")]).collect();
    laws::symmetry(&positions, Plays::new(1, 5), 2, mirrored);
    laws::symmetry(&positions, Plays::new(1, 6), 2, reversed);
    laws::symmetry(&positions, Plays::new(1, 7), 2, transposed);
}

#[test]
fn starts_are_those_of_the_literature() {
    let text = |variant| start(variant).position_text();
    assert_eq!(text(""), "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w");
    assert_eq!(text("8x8"), "2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2 w");
    assert_eq!(text("6x6"), "1q2q1/q4q/6/6/Q4Q/1Q2Q1 w");
    assert_eq!(text("5x6"), "1q1q1/q3q/5/5/Q3Q/1Q1Q1 w");
    assert_eq!(text("6x5"), "1q2q1/q4q/6/Q4Q/1Q2Q1 w");
    assert_eq!(text("4x4"), "1qq1/q2q/Q2Q/1QQ1 w");
    assert_eq!(text("3x3"), "q1q/3/Q1Q w");
    for files in 3..=11 {
        for rows in 3..=11 {
            let start = start(&format!("{files}x{rows}"));
            assert!(start.outcome().is_none() && start.turn_count() > 0, "{start:?}");
            assert_eq!(start.with_to_move(Side::Second), reversed(&start));
        }
    }
}

#[test]
fn who_cannot_move_loses() {
    let stuck = read("Q#/#q w");
    assert_eq!(stuck.outcome(), Some(Outcome::Win(Side::Second)));
    assert_eq!(read("Q#/#q b").outcome(), Some(Outcome::Win(Side::First)));
    assert_eq!(read("3/3 w").outcome(), Some(Outcome::Win(Side::Second)), "no amazons, no moves");
    assert_eq!(read("q1Q w").outcome(), None);
    // One square is left: White takes it and must burn the one it came from.
    let mut last = read("q1Q w");
    let [act] = last.action_list()[..] else { panic!("{last:?}") };
    last.play(act);
    assert_eq!(action_texts(&last), ["/c1"]);
    last.play(last.action_list()[0]);
    assert_eq!(last.outcome(), Some(Outcome::Win(Side::First)));
    assert_eq!(last.position_text(), "qQ# b");
}

#[test]
fn impossible_boards_are_refused() {
    let size = Size::new(3, 3).unwrap();
    let square = |name| Square::named(name).unwrap();
    let (a1, b2, d1) = (square("a1"), square("b2"), square("d1"));
    let new = |white: u128, black: u128, burnt, shooter| {
        Amazons::new(size, [white, black], burnt, Side::First, shooter).unwrap_err()
    };
    assert_eq!(new(a1.alone(), a1.alone(), 0, None), "has two things on a1");
    assert_eq!(new(a1.alone(), 0, a1.alone(), None), "has two things on a1");
    assert_eq!(new(0, 0, d1.alone(), None), "uses d1, which is not on the board");
    assert_eq!(
        new(0, a1.alone(), 0, Some(a1)),
        "has no amazon of the side to move on a1, from where it should shoot"
    );
    let rest = size.board() & !b2.alone();
    assert_eq!(
        new(b2.alone(), 0, rest, Some(b2)),
        "lets the amazon on b2 shoot, but it has not moved: no square next to it is empty"
    );
}

/// The phase and the shooter are part of the key, and a turn may be finished from the middle.
#[test]
fn the_middle_of_a_turn_is_a_position_of_its_own() {
    let start = start("");
    let acts = ["d1-d7", "g1-g7"].map(|text| start.parse_action(text).unwrap());
    let children = acts.map(|act| start.child(act));
    assert!(children[0].key() != children[1].key() && children[0].key() != start.key());
    let settled =
        Amazons::new(start.size(), Side::BOTH.map(|side| children[0].amazons(side)), 0, Side::First, None);
    assert_ne!(settled.unwrap().key(), children[0].key(), "the shooter counts");
    assert!(children[0].is_legal(Act::Shoot(Square::named("d1").unwrap())));
    assert!(!children[0].is_legal(acts[0]));
}
