//! Two evaluations in one type: pieces, and how far they have come.

use crate::{Breakthrough, Step};
use quadrille::game::{Evaluation, MoveOrdering, Proofs, Score, Side, heuristics_in_one};

/// Points for each piece and for each row that it has moved forward.
#[derive(Clone, Copy, Debug)]
pub struct Advance {
    /// What a piece is worth.
    pub piece: i32,
    /// What a row is worth.
    pub row: i32,
}

impl Advance {
    fn points(&self, pieces: u64, side: Side) -> i32 {
        let row = |row: u32| if side == Side::First { row } else { 7 - row };
        let worth = |nth: u32| {
            let count = (pieces >> (8 * nth) & 0xff).count_ones();
            count as i32 * (self.piece + self.row * row(nth) as i32)
        };
        (0..8).map(worth).sum()
    }
}

impl Evaluation<Breakthrough> for Advance {
    type State = ();

    fn root_state(&self, _: &Breakthrough) {}

    fn evaluate(&self, position: &Breakthrough, _: &()) -> Score {
        let side = position.to_move;
        Score::estimate(self.points(position.own(), side) - self.points(position.enemy(), side.other()))
    }
}

/// Captures first, then the pawns furthest forward.
impl MoveOrdering<Breakthrough> for Advance {
    fn order_hint(&self, position: &Breakthrough, step: Step) -> i32 {
        let row = i32::from(step.to / 8);
        let forward = if position.to_move == Side::First { row } else { 7 - row };
        if position.enemy() >> step.to & 1 != 0 { 100 + forward } else { forward }
    }
}

impl Proofs<Breakthrough> for Advance {}

heuristics_in_one!(Advance => Breakthrough);
