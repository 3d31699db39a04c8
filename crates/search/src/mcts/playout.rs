//! Playouts: random actions from a leaf to the end of the game or a cut, where the position is evaluated.
//!
//! Best-of-N (Kozelek 2009; Jakl 2011, 3.2.4) takes the best of some random actions by an estimate; `playout-wins` ends a
//! playout where a win or loss can be read off the board (decisive moves, Teytaud and Teytaud 2010). Repetition is not
//! looked at: a playout proves nothing. A turn that runs into a dead end is taken back and evaluated where it began.
//!
//! Worth (2026-11-17, see the [folder](super)):
//! * `playouts=0`, the evaluation instead of a playout: KnightThrough 0 ± 92, Tzaar +147 ± 135, Amazons +511 ± 445, Arimaa +108 ± 166 Elo.
//! * `length`: KnightThrough 0 ± 92, Tzaar −35 ± 122, Amazons +70 ± 186, Arimaa 0 ± 134 Elo.
//! * `best-of`: KnightThrough 0 ± 92, Tzaar +35 ± 122, Amazons +191 ± 162, Arimaa 0 ± 144 Elo.
//! * `playout-wins`: KnightThrough +35 ± 66, Tzaar +70 ± 143, Amazons +107 ± 113, Arimaa +191 ± 257 Elo.
//! * `no-pass`: KnightThrough 0 ± 92, Tzaar 0 ± 92, Amazons 0 ± 92, Arimaa 0 ± 173 Elo.

use super::{value::Value, worker::Worker};
use crate::Stopped;
use game::{Evaluation, EvaluationState, Game, Heuristics, MoveOrdering, Proofs, Score};
use rand::RngExt;
use std::ops::ControlFlow;

/// Playouts "to the end" are evaluated after this many actions: some games need not end.
const LONGEST: u32 = 1000;

impl<G: Game, H: Heuristics<G>> Worker<'_, G, H> {
    /// The mean result of as many playouts as configured.
    pub(super) fn play_out(&mut self, start: &G) -> Result<Value, Stopped> {
        let playouts = self.config.playouts.0;
        let mut sum = 0.0;
        for _ in 0..playouts {
            sum += self.one_playout(start)?.0;
        }
        Ok(Value(sum / playouts as f64))
    }

    fn one_playout(&mut self, start: &G) -> Result<Value, Stopped> {
        let mut position = start.clone();
        let mut turn_start = start.clone();
        let mut previous = None;
        let length = self.config.length.0;
        let (mut actions, mut turns) = (0, 0);
        loop {
            if let Some(outcome) = position.outcome() {
                return Ok(Value::from_outcome(outcome));
            }
            if (length > 0 && turns >= length) || actions >= LONGEST {
                return Ok(self.evaluate_from_scratch(&position));
            }
            if self.config.playout_wins
                && let Some(known) = self.heuristics.proofs().proven_score(&position)
            {
                return Ok(self.sigmoid.value(known, position.to_move()));
            }
            let Some(action) = self.playout_action(&position, previous) else {
                return Ok(self.evaluate_from_scratch(&turn_start));
            };
            self.budget.step()?;
            position.play(action);
            actions += 1;
            previous = Some(action);
            if position.starts_turn() {
                turns += 1;
                previous = None;
                turn_start.clone_from(&position);
            }
        }
    }

    /// A random action, or the best of several; `None` where there is none.
    fn playout_action(&mut self, position: &G, previous: Option<G::Action>) -> Option<G::Action> {
        self.list_actions(position, self.config.relevant);
        let count = self.actions.len();
        if count == 0 {
            return None;
        }
        let mut best = self.actions[self.random.random_range(0..count)];
        if self.config.best_of.0 == 1 || count == 1 {
            return Some(best);
        }
        let mut best_estimate = self.estimate(position, best, previous);
        for _ in 1..self.config.best_of.0 {
            let other = self.actions[self.random.random_range(0..count)];
            if other != best {
                let estimate = self.estimate(position, other, previous);
                if estimate > best_estimate {
                    (best, best_estimate) = (other, estimate);
                }
            }
        }
        Some(best)
    }

    /// The estimate of a playout action, to be compared with those of the same position only.
    fn estimate(&self, position: &G, action: G::Action, previous: Option<G::Action>) -> f64 {
        let ordering = self.heuristics.ordering();
        let step = ordering.step_value(position, action, previous);
        step.map_or_else(|| f64::from(ordering.order_hint(position, action)), f64::from)
    }

    /// The value of an unfinished position.
    pub(super) fn evaluate(&self, position: &G, state: &EvaluationState<G, H>) -> Value {
        self.sigmoid.value(self.heuristics.static_score(position, state), position.to_move())
    }

    /// The value of an unfinished position without a state at hand: playouts go too far to carry one along.
    fn evaluate_from_scratch(&self, position: &G) -> Value {
        self.evaluate(position, &self.heuristics.evaluation().root_state(position))
    }

    /// The value of the position after an action.
    pub(super) fn evaluate_child(
        &self,
        position: &G,
        state: &EvaluationState<G, H>,
        action: G::Action,
    ) -> Value {
        let child = position.child(action);
        match child.outcome() {
            Some(outcome) => self.sigmoid.value(Score::finished(outcome, child.to_move()), child.to_move()),
            None => {
                let evaluation = self.heuristics.evaluation();
                self.evaluate(&child, &evaluation.child_state(state, position, action, &child))
            }
        }
    }

    /// Lists the actions of a position in `self.actions`.
    pub(super) fn list_actions(&mut self, position: &G, only_relevant: bool) {
        let (config, heuristics, list) = (self.config, self.heuristics, &mut self.actions);
        list.clear();
        let mut pass = None;
        let push = |action| {
            if config.no_pass && G::is_pass(action) {
                pass = Some(action)
            } else {
                list.push(action)
            }
            ControlFlow::Continue(())
        };
        let _ = if only_relevant {
            heuristics.proofs().relevant_actions(position, push)
        } else {
            position.actions(push)
        };
        // The last thing that can be done is always allowed.
        if let Some(pass) = pass.filter(|_| self.actions.is_empty()) {
            self.actions.push(pass);
        }
    }
}
