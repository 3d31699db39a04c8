//! Heuristics of KnightThrough: four evaluations, move ordering, and wins that can be read off the board.
//!
//! [`Main`] is the workbench's own evaluation, [`Report`] that of Soemers' report on Ser Prunes-a-Lot (Maastricht, 2014),
//! [`Controlled`] the enhanced one that the report tried and found too slow, [`Net`] a network trained by self-play.

mod controlled;
mod main_evaluation;
pub(crate) mod net;
mod ordering;
mod report;
pub mod threats;

pub use controlled::{AttackCounts, Controlled};
pub use main_evaluation::{Main, Weights};
pub use net::{Net, NetState};
pub use ordering::Ordering;
pub use report::Report;
pub use threats::Threats;

use crate::KnightThrough;
use game::HeuristicSet;

game::evaluations! {
    /// Any evaluation of the game.
    pub enum AnyEvaluation for KnightThrough {
        /// The workbench's own.
        Main,
        /// The report's.
        Report,
        /// The report's enhanced one.
        Controlled;
        /// The learned one.
        network Net
    }
}

/// Any heuristics of the game.
pub type AnyHeuristics = HeuristicSet<AnyEvaluation, Ordering, Threats>;
