//! What an engine may believe about Arimaa. The rules know nothing of this; the evaluations can be compared.
//!
//! [`Rabbocop`] is the evaluation of Jakl's thesis (Prague, 2011), [`Material`] counts pieces only, [`Plain`] adds traps
//! and advanced rabbits, and [`Strong`] is the workbench's own. What they share is here: which steps are noisy and in which
//! order steps are tried. [`step_value`] is the thesis' opinion of single steps, for progressive bias and playouts.

/// The answers that the evaluations of this game share; used inside an `impl Heuristics<Arimaa>`.
macro_rules! shared_beliefs {
    () => {
        #[inline]
        fn order_hint(&self, position: &$crate::Arimaa, action: $crate::Act) -> i32 {
            $crate::heuristics::actions::order_hint(position, action)
        }

        #[inline]
        fn step_value(
            &self,
            position: &$crate::Arimaa,
            action: $crate::Act,
            previous: Option<$crate::Act>,
        ) -> Option<f32> {
            // The setup has no steps; there the ordering hints know more.
            (!position.is_setup()).then(|| $crate::heuristics::step_value(position, action, previous))
        }

        #[inline]
        fn noisy_actions(
            &self,
            position: &$crate::Arimaa,
            visit: impl FnMut($crate::Act) -> std::ops::ControlFlow<()>,
        ) -> std::ops::ControlFlow<()> {
            $crate::heuristics::actions::noisy_actions(position, visit)
        }

        #[inline]
        fn tactical_actions(
            &self,
            position: &$crate::Arimaa,
            visit: impl FnMut($crate::Act) -> std::ops::ControlFlow<()>,
        ) -> std::ops::ControlFlow<()> {
            $crate::heuristics::actions::tactical_actions(position, visit)
        }

        #[inline]
        fn is_noisy(&self, position: &$crate::Arimaa, action: $crate::Act) -> bool {
            $crate::heuristics::actions::is_noisy(position, action)
        }

        #[inline]
        fn null_move(&self, position: &$crate::Arimaa) -> Option<$crate::Arimaa> {
            $crate::heuristics::null_move(position)
        }
    };
}

mod actions;
mod material;
mod placing;
mod plain;
mod rabbocop;
mod steps;
mod strong;

pub use material::Material;
pub use plain::Plain;
pub use rabbocop::Rabbocop;
pub use steps::step_value;
pub use strong::{Placement, Strong, Weights};

use crate::{rules::Arimaa, tactics};
use game::{EitherSideCanMove, Game, Score, Side};

/// The position with the other side about to move; `None` in the setup and where the game would be over.
#[inline]
pub fn null_move(position: &Arimaa) -> Option<Arimaa> {
    if position.is_setup() {
        return None;
    }
    let skipped = position.with_to_move(position.to_move().other());
    skipped.outcome().is_none().then_some(skipped)
}

/// A win because goal can be reached in this turn, with its exact distance in actions.
#[inline]
pub fn goal_win(position: &Arimaa) -> Option<Score> {
    tactics::win_in(position).map(Score::win_in)
}

/// A value from gold's view as the side to move sees it.
#[inline]
fn for_mover(position: &Arimaa, gold: i32) -> i32 {
    match position.to_move() {
        Side::First => gold,
        Side::Second => -gold,
    }
}
