//! Databases of blocker territories: every entry is what trying everything finds by the rules of the game, files are checked, and
//! proofs with the database are right.

use crate::common;

use amazons::{
    Amazons, Size, Squares, members,
    regions::{
        blockers::{Blockers, BlockersError, Comparison},
        decided, decided_with,
        fill::{self, Effort, Ground},
        settled, settled_with,
    },
};
use common::{read, strewn};
use game::{EitherSideCanMove, Game, Score, Side};
use std::collections::HashMap;
use testkit::brute;

/// Everything that matters of a ground, and the most turns in it.
type Known = HashMap<(Amazons, Squares), u32>;

/// The most turns of White, whose blockers burn the squares that they leave, by the rules of the whole game.
fn longest(position: &Amazons, gates: Squares, known: &mut Known) -> u32 {
    if let Some(&found) = known.get(&(*position, gates)) {
        return found;
    }
    let mut best = 0;
    for act in position.action_list() {
        let moved = position.child(act);
        let left = position.amazons(Side::First) & !moved.amazons(Side::First);
        for arrow in moved.action_list() {
            let after = moved.child(arrow);
            let burnt = after.burnt() & !position.burnt();
            if gates & left == 0 || burnt == left {
                let after = after.with_to_move(Side::First);
                best = best.max(1 + longest(&after, gates & !left, known));
            }
        }
    }
    known.insert((*position, gates), best);
    best
}

/// Every ground of a box with its number of turns by the rules: connected sets of squares, amazons, blockers.
fn every_ground(files: u8, rows: u8, amazons: u32, mut visit: impl FnMut(Ground, u32)) {
    let size = Size::new(files, rows).unwrap();
    let all: Vec<_> = members(size.board()).collect();
    let mut known = Known::new();
    for set in 1_u32..1 << all.len() {
        let squares = |set: u32| {
            (0..all.len()).filter(|n| set >> n & 1 == 1).fold(0, |s: Squares, n| s | all[n].alone())
        };
        let cells = squares(set);
        let first = members(cells).next().unwrap().alone();
        if first | amazons::reached_by_king(first, cells) != cells {
            continue;
        }
        let subsets = (1..=set).filter(|own| own & !set == 0 && own.count_ones() <= amazons);
        for own in subsets {
            for gates in (0..=own).filter(|gates| gates & !own == 0) {
                let (own, gates) = (squares(own), squares(gates));
                let position =
                    Amazons::new(size, [own, 0], size.board() & !cells, Side::First, None).unwrap();
                visit(
                    Ground { empty: cells & !own, amazons: own, gates },
                    longest(&position, gates, &mut known),
                );
            }
        }
    }
}

#[test]
fn every_entry_is_what_trying_everything_finds() {
    for (files, rows, amazons) in [(3, 3, 2), (4, 2, 2), (5, 2, 1)] {
        let blockers = Blockers::build(files, rows, amazons).unwrap();
        let (mut seen, mut defective) = (0, 0);
        every_ground(files, rows, u32::from(amazons), |ground, turns| {
            assert_eq!(blockers.turns(ground), Some(turns), "{ground:?}");
            defective += usize::from(turns < ground.empty.count_ones());
            seen += 1;
        });
        assert_eq!((blockers.grounds(), blockers.defective()), (seen, defective));
        assert!(defective > 100, "{defective}");
    }
}

/// Small boards with enough burnt that everything can be tried.
fn small(count: u64, most_empty: u32) -> Vec<Amazons> {
    let boards = strewn(4, 4, count).chain(strewn(5, 3, count)).chain(strewn(3, 5, count));
    boards.filter(|p| (1..=most_empty).contains(&p.empty().count_ones())).collect()
}

#[test]
fn counts_with_the_database_are_never_worse_and_never_wrong() {
    let mut known = Known::new();
    let (mut better, mut asked) = (0, 0);
    for position in small(400, 8) {
        let own = position.amazons(Side::First);
        let reach = amazons::reached_by_king(own, position.empty());
        if reach.count_ones() < 2 || own.count_ones() > 2 {
            continue;
        }
        let alone = Amazons::new(
            position.size(),
            [own, 0],
            position.size().board() & !(own | reach),
            Side::First,
            None,
        );
        let alone = alone.unwrap();
        for gates in [0, own, own & position.amazons(Side::First).wrapping_neg()] {
            let ground = Ground { empty: reach, amazons: own, gates };
            let (quick, probed) = (fill::count(ground, Effort::QUICK), fill::count(ground, Effort::PROBING));
            assert_eq!(probed.least, longest(&alone, gates, &mut known), "{position:?} {gates:x}");
            assert!(quick.least <= probed.least && probed.most <= quick.most);
            better += usize::from(quick != probed);
            asked += 1;
        }
    }
    assert!(asked > 300, "{asked} asked, {better} better");
}

#[test]
fn proofs_with_the_database_are_what_minimax_finds() {
    let solved = |position: &Amazons| -> Score {
        let longest = 2 * position.empty().count_ones() + 1;
        brute::value(position, longest, &|_| unreachable!("the game ends before that")).unwrap()
    };
    let (mut seen, mut ahead) = (0, 0);
    for position in small(1500, 5) {
        let mut asked = vec![position, position.with_to_move(position.to_move().other())];
        asked.extend(position.action_list().into_iter().step_by(3).map(|act| position.child(act)));
        for position in asked.into_iter().filter(|p| p.outcome().is_none()) {
            if let Some(score) = settled_with(&position, Effort::PROBING) {
                assert_eq!(score, solved(&position), "{position:?}");
                seen += 1;
            } else {
                assert_eq!(settled(&position), None, "{position:?}");
                if let Some(score) = decided_with(&position, Effort::PROBING) {
                    assert_eq!(score.is_win(), solved(&position).is_win(), "{position:?}");
                    ahead += 1;
                } else {
                    assert_eq!(decided(&position), None);
                }
            }
        }
    }
    assert!(seen > 500 && ahead > 50, "{seen}, {ahead}");
}

/// A ground of nine squares, too many for a quick search, in which the walk gives up too early.
#[test]
fn the_database_knows_grounds_that_a_quick_count_does_not() {
    let mut found = 0;
    for position in strewn(4, 4, 4000).filter(|p| (8..=12).contains(&p.empty().count_ones())) {
        let own = position.amazons(Side::First);
        let reach = amazons::reached_by_king(own, position.empty());
        if own.count_ones() == 0 || own.count_ones() > 2 {
            continue;
        }
        let ground = Ground { empty: reach, amazons: own, gates: own };
        found += usize::from(
            fill::count(ground, Effort::PROBING).least > fill::count(ground, Effort::QUICK).least,
        );
    }
    assert!(found > 0);
}

#[test]
fn what_the_database_adds_is_counted() {
    let mut all = Comparison::default();
    strewn(4, 4, 6000)
        .chain(strewn(5, 4, 6000))
        .chain(strewn(6, 6, 4000))
        .for_each(|position| all.add(&position));
    assert!(all.positions > 500 && all.grounds > 500, "{all:?}");
    assert!(all.better > 0 && all.better < all.grounds, "{all:?}");
    assert!(all.settled[0] <= all.settled[1] && all.decided[0] <= all.decided[1], "{all:?}");
    assert!(0 < all.settled[0] && all.settled[0] < all.decided[0], "{all:?}");
}

#[test]
fn files_are_checked() {
    let blockers = Blockers::build(3, 2, 2).unwrap();
    let bytes = blockers.to_bytes();
    assert_eq!(Blockers::from_bytes(&bytes), Ok(blockers.clone()));
    assert!(blockers.is_consistent());
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 4;
        assert!(Blockers::from_bytes(&damaged).is_err(), "byte {at}");
        assert!(Blockers::from_bytes(&bytes[..at]).is_err(), "{at} bytes");
    }
    // A file whose checksum is right and whose entries are not.
    let mut wrong = bytes.clone();
    let end = wrong.len() - 4;
    wrong[20] = 0;
    let sum = crc(&wrong[..end]);
    wrong[end..].copy_from_slice(&sum.to_le_bytes());
    let found = Blockers::from_bytes(&wrong);
    assert!(found.is_err() || !found.unwrap().is_consistent());
    assert_eq!(Blockers::build(5, 4, 1), Err(BlockersError::Size(5, 4)));
    assert_eq!(Blockers::build(0, 4, 1), Err(BlockersError::Size(0, 4)));
    assert_eq!(Blockers::build(2, 2, 3), Err(BlockersError::Amazons(3)));
    let position = read("o...|....");
    let ground = Ground { empty: position.empty(), amazons: position.amazons(Side::First), gates: 0 };
    assert_eq!(blockers.turns(ground), None, "it does not fit");
}

/// CRC-32 by its definition.
fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| crc >> 1 ^ if crc & 1 == 1 { 0xEDB8_8320 } else { 0 })
    })
}
