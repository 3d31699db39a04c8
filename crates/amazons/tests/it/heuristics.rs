//! Heuristics: the laws, symmetries, and the features once more by plain breadth-first search.

use crate::common;

use amazons::{
    Amazons,
    heuristics::{Features, Main, Mobility, Ordering, Territory, heuristics},
};
use common::{Naive, Place, mirrored, read, reversed, start, starts, strewn, transposed};
use game::{Game, Heuristics, MoveOrdering, Proofs, Score, Side};
use std::collections::HashMap;
use testkit::{Plays, laws};

fn positions() -> Vec<Amazons> {
    let small = starts().into_iter().filter(|p| p.size().files() < 8);
    small.chain(strewn(6, 6, 40).filter(|p| p.outcome().is_none())).collect()
}

#[test]
fn heuristics_keep_the_laws() {
    laws::heuristics(&positions(), Plays::new(1, 1), &heuristics(Main::default()));
    laws::heuristics(&positions(), Plays::new(1, 2), &heuristics(Territory));
    laws::heuristics(&positions(), Plays::new(1, 3), &heuristics(Mobility));
}

#[test]
fn images_are_worth_as_much() {
    for image in [mirrored, reversed, transposed] {
        laws::symmetric_evaluation(&positions(), Plays::new(1, 4), &heuristics(Main::default()), image);
        laws::symmetric_evaluation(&positions(), Plays::new(1, 5), &heuristics(Territory), image);
        laws::symmetric_evaluation(&positions(), Plays::new(1, 6), &heuristics(Mobility), image);
    }
}

#[test]
fn what_is_recognised_is_exact() {
    let small: Vec<_> = strewn(4, 3, 900).filter(|p| (2..=4).contains(&p.empty().count_ones())).collect();
    let confirmed = laws::proofs_are_exact(&small, Plays::new(1, 7), &heuristics(Main::default()), 7);
    assert!(confirmed > 100, "{confirmed}");
}

/// Moves to each empty place, by queen's or king's moves.
fn distances(naive: &Naive, own: char, king: bool) -> HashMap<Place, usize> {
    let mut found = HashMap::new();
    let places =
        (0..naive.rows.len()).flat_map(|row| (0..naive.rows[row].len()).map(move |file| (file, row)));
    let mut frontier: Vec<Place> = places.filter(|&(file, row)| naive.rows[row][file] == own).collect();
    for distance in 1.. {
        let mut next = Vec::new();
        for &from in &frontier {
            for to in naive.queen_moves(from) {
                let is_step = from.0.abs_diff(to.0) <= 1 && from.1.abs_diff(to.1) <= 1;
                if (is_step || !king) && !found.contains_key(&to) {
                    found.insert(to, distance);
                    next.push(to);
                }
            }
        }
        if next.is_empty() {
            return found;
        }
        frontier = next;
    }
    unreachable!()
}

/// How many amazons there are of each class of freedom, given what the enemy reaches.
fn freedoms(naive: &Naive, own: char, contested: &HashMap<Place, usize>) -> [i32; 6] {
    let mut classes = [0; 6];
    for (row, file) in (0..naive.rows.len()).flat_map(|row| (0..naive.rows[row].len()).map(move |f| (row, f)))
    {
        if naive.rows[row][file] == own {
            let moves = naive.queen_moves((file, row));
            let is_step = |to: &Place| file.abs_diff(to.0) <= 1 && row.abs_diff(to.1) <= 1;
            let open: Vec<&Place> = moves.iter().filter(|to| contested.contains_key(to)).collect();
            let freedom = open.len() + 2 * open.iter().filter(|to| is_step(to)).count();
            if moves.is_empty() || !open.is_empty() {
                classes[[0, 3, 7, 14, 24].iter().filter(|&&most| freedom > most).count()] += 1;
            }
        }
    }
    classes
}

#[test]
fn features_count_what_they_say() {
    let boards = strewn(6, 6, 200).chain(strewn(10, 10, 100)).chain(starts());
    for position in boards {
        let naive = Naive::new(&position);
        let (own, enemy) = if position.to_move() == Side::First { ('o', 'x') } else { ('x', 'o') };
        let features = Features::new(&position);
        for king in [false, true] {
            let (mine, theirs) = (distances(&naive, own, king), distances(&naive, enemy, king));
            if mine.values().chain(theirs.values()).any(|&d| d > 8) {
                continue;
            }
            let (mut lead, mut equal, mut near) = (0, 0, 0.0);
            let (mut steps, mut open, mut clear, mut alone) = (0, 0.0, 0, 0);
            for row in 0..naive.rows.len() {
                for file in 0..naive.rows[row].len() {
                    let (one, other) = (mine.get(&(file, row)), theirs.get(&(file, row)));
                    let far = |d: Option<&usize>| d.map_or(i32::MAX, |&d| d as i32);
                    lead += (far(other) - far(one) > 0) as i32 - (far(one) - far(other) > 0) as i32;
                    equal += i32::from(one.is_some() && one == other);
                    clear += (far(other) - far(one) > 1) as i32 - (far(one) - far(other) > 1) as i32;
                    alone += i32::from(one.is_some()) - i32::from(other.is_some());
                    let worth = |d: Option<&usize>| d.map_or(0.0, |&d| 2.0 * 0.5_f64.powi(d as i32));
                    near += worth(one) - worth(other);
                    steps += far(other).min(7) - far(one).min(7);
                    if let (Some(one), Some(other)) = (one, other) {
                        let apart = one.abs_diff(*other);
                        open += if apart <= 2 { 0.5_f64.powi(apart as i32) } else { 0.0 };
                    }
                }
            }
            if king {
                assert_eq!(
                    (features.kings, features.kings_near),
                    (64 * lead, steps * 64 / 6),
                    "{position:?}"
                );
            } else {
                assert_eq!((features.queens, features.open), (64 * lead, 64 * equal), "{position:?}");
                assert_eq!((features.clear, features.alone), (64 * clear, 64 * alone), "{position:?}");
                let (mine, theirs) = (freedoms(&naive, own, &theirs), freedoms(&naive, enemy, &mine));
                let classes: Vec<i32> =
                    mine.iter().zip(theirs).map(|(one, other)| 64 * (one - other)).collect();
                assert_eq!(features.freedom[..], classes, "{position:?}");
                assert!((f64::from(features.queens_near) / 64.0 - near).abs() < 1.0, "{position:?}");
                let phase = (open * 256.0 / f64::from(position.size().area())).floor();
                assert_eq!(f64::from(features.phase), phase, "{position:?}");
            }
        }
    }
}

#[test]
fn freedom_and_room_are_good() {
    let open = read("4q/5/5/5/Q4 w");
    let tight = read("4q/5/5/##3/Q#3 w");
    assert!(tight.outcome().is_some(), "White is walled in");
    let half = read("4q/5/5/#4/Q1#2 w");
    for heuristics in [Main::default().estimate(&half), Territory.estimate(&half), Mobility.estimate(&half)] {
        assert!(heuristics < 0, "{heuristics}");
    }
    assert!(Main::default().estimate(&open) > Main::default().estimate(&half));
}

#[test]
fn a_null_move_passes_unless_the_enemy_is_stuck() {
    let position = start("5x5");
    assert_eq!(Ordering.null_move(&position).unwrap().to_move(), Side::Second);
    assert_eq!(Ordering.null_move(&read("q#1/##1/1Q1 w")), None);
    assert_eq!(
        heuristics(Main::default()).proofs().proven_score(&read("q#1/##1/1Q1 w")),
        Some(Score::win_in(2))
    );
}
