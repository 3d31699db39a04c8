//! Heuristics of KnightThrough: three evaluations, move ordering, and wins that can be read off the board.
//!
//! [`Main`] is the workbench's own evaluation, [`Report`] that of Soemers' report on Ser Prunes-a-Lot (Maastricht, 2014),
//! [`Controlled`] the enhanced one that the report tried and found too slow.

mod controlled;
mod main_evaluation;
mod ordering;
mod report;
pub mod threats;

pub use controlled::{AttackCounts, Controlled};
pub use main_evaluation::{Main, Weights};
pub use ordering::Ordering;
pub use report::Report;
pub use threats::Threats;

use crate::{Jump, KnightThrough};
use game::{EitherSideCanMove, Game, HeuristicSet};
use std::ops::ControlFlow;

game::evaluations! {
    /// Any evaluation of the game.
    pub enum AnyEvaluation for KnightThrough {
        /// The workbench's own.
        Main,
        /// The report's.
        Report,
        /// The report's enhanced one.
        Controlled,
    }
}

/// Any heuristics of the game.
pub type AnyHeuristics = HeuristicSet<AnyEvaluation, Ordering, Threats>;

/// The names of the evaluations, the strongest first.
pub const EVALUATIONS: &[&str] = &["main", "report", "controlled"];

/// The heuristics with the evaluation of this name.
pub fn named(name: &str) -> Option<AnyHeuristics> {
    Some(match name {
        "main" => Main::DEFAULT.heuristics().map_evaluation(Into::into),
        "report" => Report.heuristics().map_evaluation(Into::into),
        "controlled" => Controlled.heuristics().map_evaluation(Into::into),
        _ => return None,
    })
}

/// Visits the legal captures in generation order.
#[inline]
pub fn captures(position: &KnightThrough, visit: impl FnMut(Jump) -> ControlFlow<()>) -> ControlFlow<()> {
    if position.outcome().is_some() {
        return ControlFlow::Continue(());
    }
    let side = position.to_move();
    position.jumps_onto(position.attacks(side) & position.knights(side.other()), visit)
}

/// The position with the other side to move; `None` where that side would be without a move.
#[inline]
pub fn null_move(position: &KnightThrough) -> Option<KnightThrough> {
    let skipped = position.with_to_move(position.to_move().other());
    skipped.outcome().is_none().then_some(skipped)
}

/// Knights of the side to move minus those of the other.
#[inline]
pub fn material(position: &KnightThrough) -> i32 {
    let side = position.to_move();
    let count = |side| position.knights(side).count_ones() as i32;
    count(side) - count(side.other())
}

/// Progression of the side to move minus that of the other.
#[inline]
pub fn progression(position: &KnightThrough) -> i32 {
    let side = position.to_move();
    position.progression(side) as i32 - position.progression(side.other()) as i32
}
