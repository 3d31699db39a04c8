//! A short look at new positions: noisy actions until the position is quiet. Selective; decided scores are proofs.
//!
//! Proposed by Jakl 2011, 7 ("a short tactical look-ahead after node expansion"); Winands and Björnsson 2011 do the like.
//! It shares nothing with `alphabeta/` on purpose: no table, no history, a handful of nodes.
//!
//! Worth (2026-11-17, see the [folder](super)):
//! * `lookahead=recognise`: KnightThrough 0 ± 92, Tzaar 0 ± 92, Amazons 0 ± 92, Arimaa 0 ± 92 Elo.
//! * `lookahead=quiescence`: KnightThrough −58 ± 83, Tzaar 0 ± 56, Amazons 0 ± 33, Arimaa +35 ± 69 Elo in 60 games.

use super::worker::Worker;
use crate::{Stopped, Window};
use game::{Evaluation, EvaluationState, Game, Heuristics, MoveOrdering, Score, Turn};
use std::{cmp::Reverse, ops::ControlFlow};

/// Most noisy actions in a row.
pub(super) const NOISE: u32 = 4;

impl<G: Game, H: Heuristics<G>> Worker<'_, G, H> {
    /// The value of a position that goes on, for its side to move, with distances from that position: the best of its static
    /// score and of what at most `noise` noisy actions in a row gain.
    pub(super) fn look_ahead(
        &mut self,
        position: &G,
        state: &EvaluationState<G, H>,
        mut window: Window,
        noise: u32,
    ) -> Result<Score, Stopped> {
        let mut best = self.heuristics.static_score(position, state);
        window.raise_alpha(best);
        if window.is_empty() || noise == 0 || best.is_decided() {
            return Ok(best);
        }
        let base = self.stack.len();
        let (ordering, stack) = (self.heuristics.ordering(), &mut self.stack);
        let _ = ordering.noisy_actions(position, |action| {
            stack.push((Reverse(ordering.order_hint(position, action)), action));
            ControlFlow::Continue(())
        });
        self.stack[base..].sort_by_key(|&(hint, _)| hint);
        let mut result = Ok(());
        for nth in base..self.stack.len() {
            let action = self.stack[nth].1;
            let child = position.child(action);
            if child.starts_turn() && child.outcome().is_none() && self.history_of_game.forbids(&child) {
                continue;
            }
            let state = self.heuristics.evaluation().child_state(state, position, action, &child);
            match self.look_at_child(position, &child, &state, window, noise - 1) {
                Err(stopped) => {
                    result = Err(stopped);
                    break;
                }
                Ok(score) => best = best.max(score),
            }
            window.raise_alpha(best);
            if window.is_empty() {
                break;
            }
        }
        self.stack.truncate(base);
        result.map(|()| best)
    }

    /// The value of a child to the side that goes there, with at most `noise` noisy actions after it.
    pub(super) fn look_at_child(
        &mut self,
        position: &G,
        child: &G,
        state: &EvaluationState<G, H>,
        window: Window,
        noise: u32,
    ) -> Result<Score, Stopped> {
        self.budget.step()?;
        let turn = Turn::between(position.to_move(), child.to_move());
        let score = match child.outcome() {
            Some(outcome) => Score::finished(outcome, child.to_move()),
            None => self.look_ahead(child, state, window.seen_after(turn), noise)?,
        };
        Ok(turn.score(score).later_by(1))
    }
}
