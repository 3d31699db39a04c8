//! Heuristics of Tzaar: evaluations, move orderings, and wins within the turn.
//!
//! [`Main`] is the workbench's own evaluation, [`Waltz`] that of WALTZ in three versions, [`Beginner`] that of WALTZ's
//! beginner.

mod actions_above;
mod beginner;
mod main_evaluation;
mod ordering;
mod placing;
mod waltz;
mod weights;
mod wins;

pub use beginner::Beginner;
pub use main_evaluation::Main;
pub use ordering::Ordering;
pub use placing::Placing;
pub use waltz::{Material, Waltz, WaltzWeights};
pub use weights::{Stage, Weights};
pub use wins::WinCheck;

use crate::position::Tzaar;
use game::HeuristicSet;

game::evaluations! {
    /// Any evaluation of the game.
    pub enum AnyEvaluation for Tzaar {
        /// The workbench's own.
        Main,
        /// WALTZ's.
        Waltz,
        /// That of WALTZ's beginner.
        Beginner,
    }
}

/// Any heuristics of the game.
pub type AnyHeuristics = HeuristicSet<AnyEvaluation, Ordering, WinCheck>;

impl Main {
    /// The evaluation with its move ordering and proofs.
    pub fn heuristics(self) -> HeuristicSet<Main, Ordering, WinCheck> {
        HeuristicSet { evaluation: self, ordering: Ordering::MAIN, proofs: WinCheck::On }
    }
}

impl Waltz {
    /// The evaluation with WALTZ's move ordering and proofs.
    pub fn heuristics(self) -> HeuristicSet<Waltz, Ordering, WinCheck> {
        HeuristicSet { evaluation: self, ordering: Ordering::WALTZ, proofs: WinCheck::On }
    }

    /// The same without proofs, as the thesis has it: a win within the turn is a threat like others, only larger.
    pub fn heuristics_without_proofs(self) -> HeuristicSet<Waltz, Ordering, WinCheck> {
        HeuristicSet { proofs: WinCheck::Off, ..self.heuristics() }
    }
}

impl Beginner {
    /// The evaluation with its move ordering and without proofs.
    pub fn heuristics(self) -> HeuristicSet<Beginner, Ordering, WinCheck> {
        HeuristicSet { evaluation: self, ordering: Ordering::BEGINNER, proofs: WinCheck::Off }
    }
}
