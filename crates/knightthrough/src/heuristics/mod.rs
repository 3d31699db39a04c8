//! Beliefs about KnightThrough. The rules know nothing of them; each evaluation can be compared with the others.
//!
//! [`Report`] is the evaluation of Soemers' report on Ser Prunes-a-Lot (Maastricht, 2014), [`Controlled`] the enhanced one
//! that the report tried and found too slow. What they share is here and in [`threats`]: captures are noisy, and when the
//! enemy is about to win only the captures that prevent it are worth a look.

/// The answers but for the ordering that all evaluations of this game share; used inside an `impl Heuristics<KnightThrough>`.
macro_rules! shared_beliefs {
    () => {
        #[inline]
        fn relevant_actions(
            &self,
            position: &$crate::KnightThrough,
            visit: impl FnMut($crate::Jump) -> std::ops::ControlFlow<()>,
        ) -> std::ops::ControlFlow<()> {
            $crate::heuristics::threats::relevant_actions(position, visit)
        }

        #[inline]
        fn noisy_actions(
            &self,
            position: &$crate::KnightThrough,
            visit: impl FnMut($crate::Jump) -> std::ops::ControlFlow<()>,
        ) -> std::ops::ControlFlow<()> {
            $crate::heuristics::captures(position, visit)
        }

        #[inline]
        fn is_noisy(&self, position: &$crate::KnightThrough, jump: $crate::Jump) -> bool {
            position.is_capture(jump)
        }

        #[inline]
        fn null_move(&self, position: &$crate::KnightThrough) -> Option<$crate::KnightThrough> {
            $crate::heuristics::null_move(position)
        }
    };
}

mod controlled;
mod report;
mod strong;
pub mod threats;

pub use controlled::{AttackCounts, Controlled};
pub use report::Report;
pub use strong::{Strong, Weights};

use crate::{Jump, KnightThrough};
use game::{EitherSideCanMove, Game, Side};
use std::ops::ControlFlow;

/// A capture is worth more than any progress of a quiet jump.
const CAPTURE_HINT: i32 = 100;

/// Captures first, then by the row that the jump reaches, as the report orders them.
#[inline]
pub fn order_hint(position: &KnightThrough, jump: Jump) -> i32 {
    let row = i32::from(jump.to().row());
    let advance = match position.to_move() {
        Side::First => row,
        Side::Second => i32::from(position.size().rows()) - 1 - row,
    };
    advance + if position.is_capture(jump) { CAPTURE_HINT } else { 0 }
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
