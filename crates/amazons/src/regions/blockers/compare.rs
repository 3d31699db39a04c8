//! What the database of blocker territories adds to counting without it, position by position.

use crate::{
    Amazons,
    regions::{
        decided_with,
        fill::{Effort, Ground, count},
        settled_with,
    },
    slides::{neighbours, reached_by_king},
};
use game::{Game, Side};

/// Counts over some positions; of pairs, the first is without the database and the second with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Comparison {
    /// Positions that are not finished.
    pub positions: u64,
    /// Those whose exact value is known without search.
    pub settled: [u64; 2],
    /// Those whose winner is known without search.
    pub decided: [u64; 2],
    /// Grounds that only one side reaches, at the starts of turns.
    pub grounds: u64,
    /// Those with more sure turns, or fewer possible ones, with the database.
    pub better: u64,
}

impl Comparison {
    /// Counts a position.
    pub fn add(&mut self, position: &Amazons) {
        if position.outcome().is_some() {
            return;
        }
        self.positions += 1;
        for (nth, effort) in [Effort::QUICK, Effort::PROBING].into_iter().enumerate() {
            self.settled[nth] += u64::from(settled_with(position, effort).is_some());
            self.decided[nth] += u64::from(decided_with(position, effort).is_some());
        }
        if !position.starts_turn() {
            return;
        }
        let reach = Side::BOTH.map(|side| reached_by_king(position.amazons(side), position.empty()));
        for side in Side::BOTH {
            let (own, other) = (reach[side.index()], reach[side.other().index()]);
            let amazons = position.amazons(side);
            let gates = amazons & neighbours(other | position.amazons(side.other()));
            let ground = Ground { empty: own & !other, amazons, gates };
            if ground.empty != 0 {
                self.grounds += 1;
                self.better += u64::from(count(ground, Effort::QUICK) != count(ground, Effort::PROBING));
            }
        }
    }
}
