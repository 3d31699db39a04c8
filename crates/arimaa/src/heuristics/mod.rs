//! Heuristics of Arimaa: four evaluations, one move ordering, and wins by goal within the turn.
//!
//! [`Main`] is the workbench's own evaluation, [`Rabbocop`] that of Jakl's thesis (Prague, 2011), [`Material`] counts pieces
//! only, and [`Plain`] adds traps and advanced rabbits. [`step_value`] is the thesis' value of single steps, for progressive
//! bias and playouts.

mod actions;
mod main_evaluation;
mod material;
mod placing;
mod plain;
mod rabbocop;
mod steps;

pub use main_evaluation::{Main, Placement, Weights};
pub use material::Material;
pub use plain::Plain;
pub use rabbocop::Rabbocop;
pub use steps::step_value;

use crate::{Act, rules::Arimaa, tactics};
use game::{EitherSideCanMove, Game, HeuristicSet, MoveOrdering, Proofs, Score, Side};
use std::ops::ControlFlow;

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

/// The move ordering of all evaluations: captures and threats first, goal steps above all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ordering;

impl MoveOrdering<Arimaa> for Ordering {
    #[inline]
    fn order_hint(&self, position: &Arimaa, action: Act) -> i32 {
        actions::order_hint(position, action)
    }

    /// The setup has no steps; there the ordering hints know more.
    #[inline]
    fn step_value(&self, position: &Arimaa, action: Act, previous: Option<Act>) -> Option<f32> {
        (!position.is_setup()).then(|| step_value(position, action, previous))
    }

    #[inline]
    fn noisy_actions(&self, position: &Arimaa, visit: impl FnMut(Act) -> ControlFlow<()>) -> ControlFlow<()> {
        actions::noisy_actions(position, visit)
    }

    #[inline]
    fn tactical_actions(
        &self,
        position: &Arimaa,
        visit: impl FnMut(Act) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        actions::tactical_actions(position, visit)
    }

    #[inline]
    fn is_noisy(&self, position: &Arimaa, action: Act) -> bool {
        actions::is_noisy(position, action)
    }

    #[inline]
    fn null_move(&self, position: &Arimaa) -> Option<Arimaa> {
        null_move(position)
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
            GoalCheck::On => goal_win(position),
        }
    }
}

/// An evaluation with the move ordering that all of them share.
pub fn heuristics<E>(evaluation: E, goal_check: GoalCheck) -> HeuristicSet<E, Ordering, GoalCheck> {
    HeuristicSet { evaluation, ordering: Ordering, proofs: goal_check }
}

/// Any heuristics of the game.
pub type AnyHeuristics = HeuristicSet<AnyEvaluation, Ordering, GoalCheck>;

/// The names of the evaluations, the strongest first. Most of the thesis is about `rabbocop`.
pub const EVALUATIONS: &[&str] = &["main", "rabbocop", "rabbocop+goal", "plain", "material"];

/// The heuristics with the evaluation of this name.
pub fn named(name: &str) -> Option<AnyHeuristics> {
    Some(match name {
        "main" => heuristics(Main::DEFAULT.into(), GoalCheck::On),
        "rabbocop" => heuristics(Rabbocop::PLAIN.into(), GoalCheck::Off),
        "rabbocop+goal" => heuristics(Rabbocop::PLAIN.into(), GoalCheck::On),
        "plain" => heuristics(Plain.into(), GoalCheck::On),
        "material" => heuristics(Material.into(), GoalCheck::Off),
        _ => return None,
    })
}

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
