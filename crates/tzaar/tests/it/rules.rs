//! The rules against the laws of all games, against a slow second implementation, and against themselves turned around.

use crate::naive;

use game::{Counted, Game, Notation, Outcome, Setup, Side, perft};
use naive::{Naive, Piece, name, other};
use std::collections::BTreeSet;
use testkit::{Plays, laws, random_games};
use tzaar::{Choice, Field, Kind, Phase, SYMMETRIES, Tzaar};

fn start(variant: &str) -> Tzaar {
    Tzaar::start(variant).unwrap_or_else(|error| panic!("{error}"))
}

fn position(text: &str) -> Tzaar {
    Tzaar::parse_position(text).unwrap_or_else(|error| panic!("{error}"))
}

fn starts() -> Vec<Tzaar> {
    vec![start(""), start("random=1"), start("random=2"), start("tournament")]
}

#[test]
fn the_laws_of_games_hold() {
    laws::check(&starts(), Plays::new(10, 1));
}

#[test]
fn the_key_of_play_is_the_key_from_scratch() {
    laws::key_from_scratch(&starts(), Plays::new(25, 2), Tzaar::key_from_scratch);
}

#[test]
fn playouts_keep_the_laws() {
    laws::playouts(&starts(), 15, Tzaar::key_from_scratch);
}

/// Compares everything that the crate keeps up to date with what the slow rules find on the same board.
fn compare(position: &Tzaar) {
    let text = position.position_text();
    let naive = Naive::read(&text);
    let letters = |side: Side| if side == Side::First { 'w' } else { 'b' };
    let winner = match position.outcome() {
        Some(Outcome::Win(side)) => Some(letters(side)),
        Some(Outcome::Draw) => panic!("no game is drawn"),
        None => None,
    };
    assert_eq!(winner, naive.winner, "outcome of {text}");
    let legal: BTreeSet<String> =
        position.action_list().into_iter().map(|a| position.action_text(a)).collect();
    assert_eq!(legal, naive.actions(), "actions of {text}");
    assert_eq!(position.stack_count() as usize, naive.board.len());
    for side in Side::BOTH {
        let colour = letters(side);
        let threatened: BTreeSet<(i32, i32)> =
            naive.captures(other(colour)).into_iter().map(|(_, to)| to).collect();
        assert_eq!(position.capture_count(side.other()) as usize, naive.captures(other(colour)).len());
        assert_eq!(position.can_capture(side.other()), !threatened.is_empty());
        for kind in Kind::ALL {
            let is_it = |p: &&Piece| p.0 == colour && p.1 == kind.letter();
            let heights: Vec<u32> = naive.board.values().filter(is_it).map(|p| p.2).collect();
            assert_eq!(usize::from(position.count(side, kind)), heights.len());
            assert_eq!(u32::from(position.highest(side, kind)), heights.iter().copied().max().unwrap_or(0));
            for height in 0..15 {
                let digit = position.heights(side, kind) >> (4 * height) & 15;
                assert_eq!(digit as usize, heights.iter().filter(|&&h| h == height).count());
            }
            let zone = threatened.iter().filter(|&place| is_it(&&naive.board[place])).count();
            assert_eq!(position.zone_of_control(side, kind) as usize, zone, "zone of control of {text}");
        }
    }
    for field in Field::all() {
        let place = (field.column() as i32, field.row() as i32);
        assert_eq!(field.to_string(), name(place));
        let stack = position.stack_at(field);
        let read = stack.map(|s| (letters(s.side()), s.kind().letter(), u32::from(s.height())));
        assert_eq!(read, naive.board.get(&place).copied());
    }
    // What was kept up to date by play must be what a fresh position has.
    let fresh = Tzaar::parse_position(&text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(fresh, *position);
    assert_eq!(format!("{:?}", fresh.inside()), format!("{:?}", position.inside()), "state of {text}");
}

#[test]
fn slow_rules_agree_on_every_position_of_random_games() {
    let mut positions = 0;
    random_games(&starts(), Plays::new(30, 3), |position, _| {
        compare(position);
        positions += 1;
    });
    assert!(positions > 5000, "{positions}");
}

/// Random games hardly ever build; these always pile onto the highest stack, which also leads to suicides.
#[test]
fn slow_rules_agree_on_games_with_high_stacks() {
    let (mut highest, mut suicides) = (0, 0);
    for seed in 0..60 {
        let mut position = Tzaar::random_start(seed);
        let mut turn = 0;
        while position.outcome().is_none() {
            compare(&position);
            let mover = position.to_move();
            let actions = position.action_list();
            let worth = |action: &tzaar::TzaarAction| match action.choice() {
                Choice::Move { from, to } if !position.is_capture(*action) => {
                    let height = |field| position.stack_at(field).map_or(0, |s| u32::from(s.height()));
                    (100 + height(from) + height(to), u32::from(action.choice() == Choice::Pass))
                }
                // Captures are varied, and the captured stacks kept low, so that the game lasts.
                Choice::Move { to, .. } => {
                    let met = position.stack_at(to);
                    (
                        20 - met.map_or(0, |s| u32::from(s.height())),
                        testkit::mix(&[seed, turn, to.index() as u64]) as u32 % 97,
                    )
                }
                _ => (0, 0),
            };
            let best = actions.into_iter().max_by_key(worth).expect("an unfinished game has actions");
            position.play(best);
            turn += 1;
            for kind in Kind::ALL {
                highest = highest.max(position.highest(mover, kind));
            }
            suicides += usize::from(
                position.outcome() == Some(Outcome::Win(mover.other())) && position.lacks_a_kind(mover),
            );
        }
        compare(&position);
    }
    assert!(highest >= 9, "the highest stack had {highest} pieces");
    assert!(suicides > 0, "no game ended in suicide");
}

#[test]
fn slow_rules_play_whole_games_to_the_same_end() {
    for (nth, start) in starts().into_iter().enumerate() {
        for seed in 0..10 {
            let mut position = start;
            let mut naive = Naive::read(&position.position_text());
            let mut step = 0;
            while position.outcome().is_none() {
                let actions = position.action_list();
                let choice = testkit::mix(&[nth as u64, seed, step]) as usize % actions.len();
                let text = position.action_text(actions[choice]);
                position.play(actions[choice]);
                naive.play(&text);
                step += 1;
                assert_eq!(Naive::read(&position.position_text()), naive, "after {text}");
            }
            assert!(naive.winner.is_some());
        }
    }
}

#[test]
fn the_twelve_symmetries_keep_everything() {
    random_games(&[start("random=3")], Plays::new(2, 4), |position, _| {
        if position.stack_count() % 3 != 0 {
            return;
        }
        let counts: Vec<u64> = (1..=2).map(|depth| perft::perft(position, depth)).collect();
        for symmetry in 0..SYMMETRIES {
            let image = position.under_symmetry(symmetry);
            compare(&image);
            assert_eq!(image.outcome(), position.outcome());
            for (depth, &count) in (1..).zip(&counts) {
                assert_eq!(perft::perft(&image, depth), count, "symmetry {symmetry} of {position:?}");
            }
        }
    });
}

#[test]
fn the_first_turn_of_white_is_one_move() {
    let opening = start("");
    assert_eq!((opening.phase(), opening.to_move()), (Phase::Opening, Side::First));
    let after = opening.child(opening.action_list()[0]);
    assert_eq!((after.phase(), after.to_move()), (Phase::First, Side::Second));
    let middle = after.child(after.action_list()[0]);
    assert_eq!((middle.phase(), middle.to_move()), (Phase::Second, Side::Second));
    assert!(!middle.starts_turn());
}

#[test]
fn a_win_with_the_first_move_ends_the_turn() {
    let before = position("Z2z.../T....t/A....../......../......../......../......a/....../..... w 1");
    let action = before.parse_action("A1xA2").expect("a capture");
    let after = before.child(action);
    assert_eq!(after.outcome(), Some(Outcome::Win(Side::First)));
    assert_eq!(after.ending(), Some("elimination"));
    assert!(after.starts_turn() && after.action_list().is_empty());
    assert_eq!(before.parse_turn("A1xA2").map(|turn| turn.len()), Ok(1));
    assert!(before.parse_turn("A1xA2 -").is_err(), "nothing comes after the end");
}

#[test]
fn covering_the_own_last_stack_of_a_kind_loses_at_once() {
    // After Z+A White has no Tzarra. Black could not capture anything in the position either, but that comes too late.
    let before = position("ZA.../....../T3....../......../......../......../......z/....ta/..... w 2");
    let after = before.child(before.parse_action("A1+A2").expect("legal, if foolish"));
    assert!(!after.can_capture(Side::Second), "else the order of the two endings would not matter");
    assert_eq!(after.outcome(), Some(Outcome::Win(Side::Second)));
    assert_eq!(after.ending(), Some("elimination"));
    // The same with two stacks of a kind is no suicide: the covered kind is still on top.
    let harmless = position("ZA.../A...../T3....../......../......../......../......z/....ta/..... w 2");
    let after = harmless.child(harmless.parse_action("A1+A2").expect("a stacking"));
    assert_eq!(after.ending(), Some("no capture"));
    assert_eq!(after.outcome(), Some(Outcome::Win(Side::First)));
}

#[test]
fn a_side_without_a_capture_at_the_start_of_its_turn_has_lost() {
    let stuck = position("Z2A3.../....../T3....../......../......../......../......z/....ta/..... b 1");
    assert_eq!(stuck.outcome(), Some(Outcome::Win(Side::First)));
    assert_eq!(stuck.ending(), Some("no capture"));
    // In the middle of a turn it may still pass, and then the other side is asked.
    let middle = position("Z2A3.../....../T3....../......../......../......../......z/....ta/..... b 2");
    assert_eq!(middle.outcome(), None);
}

#[test]
fn placing_ends_with_the_opening_turn() {
    let mut position = start("tournament");
    let mut placed = 0;
    while position.phase() == Phase::Placement {
        assert_eq!(position.to_move(), Side::BOTH[placed % 2]);
        let actions = position.action_list();
        let kinds = Kind::ALL.into_iter().filter(|&k| position.to_place(position.to_move(), k) > 0).count();
        assert_eq!(actions.len(), kinds * (60 - placed));
        position.play(actions[testkit::mix(&[placed as u64]) as usize % actions.len()]);
        placed += 1;
    }
    assert_eq!((placed, position.phase(), position.to_move()), (60, Phase::Opening, Side::First));
    assert!(position.outcome().is_none());
}

#[test]
fn the_perft_file_is_right() {
    let checked = testkit::perft::check_file::<Tzaar>(include_str!("../perft.txt"), 3_000_000);
    assert!(checked >= 20, "{checked}");
}

/// The file was written by the fast rules; the slow ones have to find the same.
#[test]
fn slow_rules_count_the_same_sequences() {
    fn count(position: &Naive, depth: u32) -> u64 {
        let actions = position.actions();
        if depth <= 1 {
            return actions.len() as u64;
        }
        let child = |text: &String| {
            let mut child = position.clone();
            child.play(text);
            count(&child, depth - 1)
        };
        actions.iter().map(child).sum()
    }
    let file = include_str!("../perft.txt");
    let checked = testkit::perft::check_file_by(file, 20_000, |position, what, depth| {
        (what == Counted::Sequences).then(|| count(&Naive::read(position), depth))
    });
    assert!(checked >= 25, "{checked}");
}
