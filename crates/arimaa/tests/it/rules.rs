//! The rules against laws, published counts and a slow generator that shares no code with them.

use crate::common;

use arimaa::{Arimaa, rules::perft};
use common::{middle, mirrored, set, starts, turned};
use game::{Game, Notation, Outcome, distinct_turns};
use testkit::{Plays, laws};

const PERFT: &str = include_str!("../../perft.txt");

fn lines(text: &str) -> impl Iterator<Item = Vec<&str>> {
    let data = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    data.map(|line| line.split(" ; ").collect())
}

fn numbers(text: &str) -> Vec<u64> {
    text.split_whitespace().map(|number| number.parse().unwrap()).collect()
}

#[test]
fn the_rules_keep_the_laws() {
    let positions: Vec<Arimaa> = starts().into_iter().chain(middle()).collect();
    laws::check(&positions, Plays::new(1, 1));
    laws::key_from_scratch(&positions, Plays::new(1, 2), Arimaa::key_from_scratch);
}

#[test]
fn playouts_keep_the_laws() {
    let positions: Vec<Arimaa> = starts().into_iter().chain(middle()).collect();
    laws::playouts(&positions, 15, Arimaa::key_from_scratch);
}

#[test]
fn sequences_boards_and_turns_are_those_of_the_file() {
    let mut checked = 0;
    for line in lines(PERFT) {
        let position = Arimaa::parse_position(line[0]).unwrap();
        let sequences = [1, 2, 3, 4].map(|steps| perft::sequences(&position, steps));
        assert_eq!(sequences.map(|s| s.whole).to_vec(), numbers(line[1]), "{}", line[0]);
        assert_eq!(
            sequences[..3].iter().map(|s| s.half).collect::<Vec<_>>(),
            numbers(line[2]),
            "{}",
            line[0]
        );
        assert_eq!(sequences[3].half, 0);
        let boards = [1, 2, 3, 4].map(|steps| {
            let mut boards = perft::boards(&position, steps);
            boards.remove(position.board());
            boards.len() as u64
        });
        assert_eq!(boards.to_vec(), numbers(line[3]), "{}", line[0]);
        let turns = numbers(line[4])[0];
        assert_eq!(perft::turns(&position, 1), turns, "{}", line[0]);
        assert_eq!(game::perft_turns(&position, 1), turns, "{}", line[0]);
        checked += 1;
    }
    assert_eq!(checked, 10);
}

/// Among them the two turns of the classic start, 11,214,389.
#[test]
fn replies_and_endings_after_one_turn_are_those_of_the_file() {
    let mut checked = 0;
    for line in lines(include_str!("../../replies.txt")) {
        let replies = numbers(line[3])[0];
        let position = Arimaa::parse_position(line[0]).unwrap();
        let ends = distinct_turns(&position);
        let won_by =
            |side| ends.iter().filter(|t| t.result.outcome() == Some(Outcome::Win(side))).count() as u64;
        let (mover, other) = (won_by(position.to_move()), won_by(position.to_move().other()));
        assert_eq!([ends.len() as u64], numbers(line[1])[..], "{}", line[0]);
        assert_eq!([mover + other, mover, other], numbers(line[2])[..], "{}", line[0]);
        assert_eq!(perft::turns(&position, 2), replies, "{}", line[0]);
        checked += 1;
    }
    assert_eq!(checked, 5);
}

#[test]
fn images_have_the_same_counts() {
    let positions: Vec<Arimaa> = starts().into_iter().filter(|p| !p.is_setup()).chain(middle()).collect();
    for image in [mirrored, turned] {
        laws::symmetry(&positions, Plays::new(1, 4), 1, image);
        for position in middle() {
            let image = image(&position);
            for steps in 1..=3 {
                assert_eq!(perft::sequences(&image, steps), perft::sequences(&position, steps));
            }
            assert_eq!(perft::turns(&image, 1), perft::turns(&position, 1));
        }
    }
}

/// The trait's own counts are of actions, so a pass counts and the board must change.
#[test]
fn actions_and_sequences_count_differently() {
    let start = &middle()[0];
    assert_eq!(perft::sequences(start, 1).whole, 8);
    assert_eq!(game::perft(start, 1), 8);
    // After one step: 100 second steps, and a pass after each of the eight.
    assert_eq!(game::perft(start, 2), 100 + 8);
    assert_eq!(perft::sequences(start, 0).whole, 1);
    assert_eq!(perft::sequences(start, 5).whole, 0);
    assert_eq!(perft::sequences(&Arimaa::empty(), 1).whole, 0);
}

#[test]
fn positions_are_small() {
    assert!(size_of::<Arimaa>() <= 88, "{} bytes", size_of::<Arimaa>());
}

/// Pulls, pushes, then plain steps, and the pass last.
#[test]
fn actions_come_in_the_documented_order() {
    use arimaa::Act;
    let mut passes = 0;
    testkit::random_games(&middle(), Plays::new(1, 9), |position, _| {
        let rank = |action: &Act| match *action {
            Act::Pass => 2,
            Act::Step(step) => u8::from(position.board().side_at(step.from()) == Some(position.to_move())),
            Act::Place(_) => panic!("no setup here"),
        };
        let list = position.action_list();
        assert!(list.is_sorted_by_key(rank), "{}", position.position_text());
        passes += usize::from(list.last() == Some(&Act::Pass));
    });
    assert!(passes > 100);
}

/// The laws say that what commutes leads to the same position; here is what does, and what does not.
#[test]
fn steps_commute_only_where_neither_matters_to_the_other() {
    let commute = |pieces: &str, first: &str, second: &str| {
        let position = set("g", pieces);
        let first = position.parse_action(first).unwrap();
        let second = position.child(first).parse_action(second).unwrap();
        position.commute(first, second)
    };
    assert!(commute("Ra1 Eh4 ra8", "Ra1n", "Eh4n"));
    assert!(!commute("Ra1 Ea4 ra8", "Ra1n", "Ea4s"), "one comes to stand beside the other");
    assert!(!commute("Ra1 Eh4 ra8", "Eh4n", "Eh5n"), "the same piece");
    assert!(!commute("Dc3 Cb3 Ed3 Ra1 ra8", "Cb3w", "Ed3e"), "both guard c3");
    assert!(!commute("Ra1 Eh4 rg4 ra8", "Ra1n", "Eh4n"), "the elephant may pull what stands beside it");
    assert!(!commute("Ra1 Eh4 rg4 ra8", "Ra1n", "rg4w"), "a push");
    let mut pairs = 0;
    testkit::random_games(&middle(), Plays::new(1, 3), |position, _| {
        for first in position.action_list() {
            let child = position.child(first);
            if child.to_move() == position.to_move() && child.outcome().is_none() {
                pairs += child.action_list().iter().filter(|&&a| position.commute(first, a)).count();
            }
        }
    });
    assert!(pairs > 10_000, "{pairs}");
}
