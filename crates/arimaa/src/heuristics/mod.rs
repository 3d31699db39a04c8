//! Heuristics of Arimaa: four evaluations, one move ordering, and wins by goal within the turn.
//!
//! [`Main`] is the workbench's own evaluation, [`Rabbocop`] that of Jakl's thesis (Prague, 2011), [`Material`] counts pieces
//! only, and [`Plain`] adds traps and advanced rabbits. [`step_value`] is the thesis' value of single steps, for progressive
//! bias and playouts.

mod main_evaluation;
mod material;
mod ordering;
mod placing;
mod plain;
mod rabbocop;
mod steps;

pub use main_evaluation::{Main, Placement, Weights};
pub use material::Material;
pub use ordering::Ordering;
pub use plain::Plain;
pub use rabbocop::Rabbocop;
pub use steps::step_value;

use crate::{rules::Arimaa, tactics};
use game::{Game, HeuristicSet, Proofs, Score, Side};

game::evaluations! {
    /// Any evaluation of the game.
    pub enum AnyEvaluation for Arimaa {
        /// The workbench's own.
        Main,
        /// The thesis'.
        Rabbocop,
        /// Pieces, traps and rabbits.
        Plain,
        /// Pieces only.
        Material,
    }
}

/// Wins by goal within this turn, if they are looked for at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GoalCheck {
    /// They are not.
    Off,
    /// They are.
    On,
}

impl Proofs<Arimaa> for GoalCheck {
    #[inline]
    fn proven_score(&self, position: &Arimaa) -> Option<Score> {
        match self {
            GoalCheck::Off => None,
            GoalCheck::On => tactics::win_in(position).map(Score::win_in),
        }
    }
}

/// An evaluation with the move ordering that all of them share.
pub fn heuristics<E>(evaluation: E, goal_check: GoalCheck) -> HeuristicSet<E, Ordering, GoalCheck> {
    HeuristicSet { evaluation, ordering: Ordering, proofs: goal_check }
}

/// Any heuristics of the game.
pub type AnyHeuristics = HeuristicSet<AnyEvaluation, Ordering, GoalCheck>;

/// A value from gold's view as the side to move sees it.
#[inline]
fn for_mover(position: &Arimaa, gold: i32) -> i32 {
    match position.to_move() {
        Side::First => gold,
        Side::Second => -gold,
    }
}
