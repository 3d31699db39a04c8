//! Heuristics of the Amazons: three evaluations, one move ordering, and games that are decided by counting.
//!
//! [`Main`] weighs territory by queen's and king's moves and mobility by how open the game still is (Lieberum 2005);
//! [`Territory`] and [`Mobility`] are one part of it each.

mod distances;
mod main_evaluation;
mod ordering;
mod simple;

pub use distances::{Features, Reach};
pub use main_evaluation::{Main, Weights};
pub use ordering::Ordering;
pub use simple::{Mobility, Territory};

use crate::{
    Amazons,
    regions::{self, fill::Effort},
};
use game::{HeuristicSet, Proofs, Score};

game::evaluations! {
    /// Any evaluation of the game.
    pub enum AnyEvaluation for Amazons {
        /// Territory and mobility by the phase of the game.
        Main,
        /// Territory alone.
        Territory,
        /// Mobility alone.
        Mobility,
    }
}

/// Games in which the sides cannot meet any more and their turns can be counted, with or without the database of blocker territories.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counting(Effort);

impl Counting {
    /// Counts by walking and searching.
    pub const QUICK: Counting = Counting(Effort::QUICK);
    /// Probes the database of blocker territories first.
    pub const PROBING: Counting = Counting(Effort::PROBING);
}

impl Proofs<Amazons> for Counting {
    #[inline]
    fn proven_score(&self, position: &Amazons) -> Option<Score> {
        regions::settled_with(position, self.0)
    }

    #[inline]
    fn proven_winner(&self, position: &Amazons) -> Option<Score> {
        regions::decided_with(position, self.0)
    }
}

/// An evaluation with the move ordering and proofs that all of them share.
pub fn heuristics<E>(evaluation: E) -> HeuristicSet<E, Ordering, Counting> {
    HeuristicSet { evaluation, ordering: Ordering, proofs: Counting::QUICK }
}

/// Any heuristics of the game.
pub type AnyHeuristics = HeuristicSet<AnyEvaluation, Ordering, Counting>;
