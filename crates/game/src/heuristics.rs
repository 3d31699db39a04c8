//! What an engine believes about a game, as opposed to what the rules say.

use crate::{Game, Score};
use std::ops::ControlFlow;

/// Beliefs about one game. Several can exist for a game, and experiments compare them.
///
/// Everything but [`Heuristics::evaluate`] has a neutral default. All scores are for the side to move, correct in the
/// middle of a turn too, and relative to the position asked about: "win in 1" means the next action wins.
pub trait Heuristics<G: Game>: Clone + Send + Sync + 'static {
    /// How good an unfinished position looks. May return a proven win or loss where it is certain of one.
    fn evaluate(&self, position: &G) -> Score;

    /// A proven value that can be read off the board without search, with its exact distance; `None` where there is none.
    /// Must agree with [`Heuristics::evaluate`] on the same position. Asked at inner nodes, so it must be cheap.
    fn recognise(&self, _position: &G) -> Option<Score> {
        None
    }

    /// A certain win or loss that can be read off the board, though perhaps not when: it comes within the score's distance
    /// at the latest. For searches that only prove. The default is what is recognised.
    fn decided(&self, position: &G) -> Option<Score> {
        self.recognise(position)
    }

    /// Visits the actions worth searching: all legal ones but those that certainly lose, and no later than
    /// some visited one.
    /// The default visits all.
    fn relevant_actions(
        &self,
        position: &G,
        visit: impl FnMut(G::Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        position.actions(visit)
    }

    /// For the last action before the leaves of a search: visits at least the relevant actions that may lead to an evaluation above
    /// `least`. All others must be certain not to, for the side to move here. `None`, with nothing visited, where this does
    /// not pay.
    fn hopeful_actions(
        &self,
        _position: &G,
        _least: Score,
        _visit: impl FnMut(G::Action) -> ControlFlow<()>,
    ) -> Option<ControlFlow<()>> {
        None
    }

    /// Larger is searched earlier. Only compared between actions of one position.
    fn order_hint(&self, _position: &G, _action: G::Action) -> i32 {
        0
    }

    /// What an action seems worth on the scale of results from -1 to 1, given the action before it in the same turn: the
    /// step evaluation of Monte-Carlo searches. `None` in games that have none; [`Heuristics::order_hint`] must do there.
    fn step_value(&self, _position: &G, _action: G::Action, _previous: Option<G::Action>) -> Option<f32> {
        None
    }

    /// Visits the legal actions that may change the evaluation so much that it should not be trusted before them.
    fn noisy_actions(
        &self,
        _position: &G,
        _visit: impl FnMut(G::Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Visits the legal actions that begin a gain which is certain within the turn: a narrower choice than the noisy actions
    /// for games that can test what the rest of a turn can bring. The default visits the noisy ones.
    fn tactical_actions(
        &self,
        position: &G,
        visit: impl FnMut(G::Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.noisy_actions(position, visit)
    }

    /// Is this one of the noisy actions? Quiet actions are the ones that may be reduced and pruned.
    fn is_noisy(&self, _position: &G, _action: G::Action) -> bool {
        false
    }

    /// By which factor an iteration to the depth after `depth` is expected to take longer than the last; `None` where the
    /// search should go by what it has seen, infinity where a deeper look would say nothing more and should not be taken.
    fn expected_growth(&self, _root: &G, _depth: u32) -> Option<f64> {
        None
    }

    /// The position with the whole turn skipped, where skipping is a plausible lower bound for moving; `None` elsewhere.
    /// Only asked at the start of a turn.
    fn null_move(&self, _position: &G) -> Option<G> {
        None
    }
}
