//! Evaluations with one idea each, to compare with.

use super::distances::Reach;
use crate::{Amazons, grid::members, slides::slides_from};
use game::{Evaluation, Game, Score, Side};

/// Squares that the mover reaches in fewer queen's moves than the enemy, minus the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Territory;

impl Territory {
    /// In hundredths of a square; squares equally near count a fifth for the side that moves next.
    #[inline]
    pub fn estimate(&self, position: &Amazons) -> i32 {
        let mover = position.to_move();
        let reach = |side: Side| Reach::of_queens(position.amazons(side), position.empty());
        let (lead, equal) = reach(mover).balance(&reach(mover.other()));
        100 * lead + if position.starts_turn() { 20 * equal } else { -20 * equal }
    }
}

impl Evaluation<Amazons> for Territory {
    type State = ();

    fn root_state(&self, _: &Amazons) {}

    #[inline]
    fn evaluate(&self, position: &Amazons, (): &()) -> Score {
        Score::estimate(self.estimate(position))
    }
}

/// Moves of the mover's amazons minus those of the enemy's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mobility;

impl Mobility {
    /// In hundredths of a move.
    #[inline]
    pub fn estimate(&self, position: &Amazons) -> i32 {
        let moves = |side: Side| {
            let slides = members(position.amazons(side)).map(|square| slides_from(square, position.empty()));
            slides.map(|set| set.count_ones() as i32).sum::<i32>()
        };
        let mover = position.to_move();
        100 * (moves(mover) - moves(mover.other()))
    }
}

impl Evaluation<Amazons> for Mobility {
    type State = ();

    fn root_state(&self, _: &Amazons) {}

    #[inline]
    fn evaluate(&self, position: &Amazons, (): &()) -> Score {
        Score::estimate(self.estimate(position))
    }
}
