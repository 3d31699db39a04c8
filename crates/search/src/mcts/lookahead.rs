//! A short tactical search of new positions: all actions to a small depth, then noisy ones. Decided scores are proofs.
//!
//! Proposed by Jakl 2011, 7 ("a short tactical look-ahead after node expansion"); Winands and Björnsson 2011 do the like.
//! It shares nothing with `alphabeta/` on purpose: no table, no history, a handful of nodes.

use super::worker::{Stopped, Worker};
use crate::{Depth, Window};
use game::{Game, Heuristics, Score, Turn};
use std::{cmp::Reverse, ops::ControlFlow};

impl<G: Game, H: Heuristics<G>> Worker<'_, G, H> {
    /// The value of a position that goes on, for its side to move, with distances from that position.
    pub(super) fn look_ahead(
        &mut self,
        position: &G,
        window: Window,
        depth: Depth,
    ) -> Result<Score, Stopped> {
        if let Some(known) = self.heuristics.recognise(position) {
            return Ok(known);
        }
        if depth.is_leaf() {
            let noise = self.config.look_ahead_noise.0;
            return self.look_at_noise(position, window, noise);
        }
        let base = self.stack.len();
        let (heuristics, stack) = (self.heuristics, &mut self.stack);
        let is_last = |action| {
            let other = |a| if a == action { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
            position.actions(other).is_continue()
        };
        let no_pass = self.config.no_pass;
        let mut push = |action| {
            if no_pass && G::is_pass(action) && !is_last(action) {
                return ControlFlow::Continue(());
            }
            stack.push((Reverse(heuristics.order_hint(position, action)), action));
            ControlFlow::Continue(())
        };
        let _ = if self.config.relevant {
            heuristics.relevant_actions(position, &mut push)
        } else {
            position.actions(&mut push)
        };
        let look = |worker: &mut Self, child: &G, window| worker.look_ahead(child, window, depth.less(1));
        let best = self.best_of_stack(position, base, Score::MINUS_INFINITE, window, look)?;
        // Whoever begins a turn and has none loses; in mid-turn this is a dead end and worth less than anything.
        let has_no_turn = best == Score::MINUS_INFINITE && position.starts_turn();
        Ok(if has_no_turn { Score::loss_in(0) } else { best })
    }

    /// The value of a child to the side that goes there, as a look-ahead from its parent with this depth and then this
    /// much noise sees it.
    pub(super) fn look_beyond(
        &mut self,
        position: &G,
        child: &G,
        depth: Depth,
        noise: i64,
    ) -> Result<Score, Stopped> {
        self.look_at_child(position, child, Window::FULL, |worker, child, window| match depth.is_leaf() {
            true => worker.look_at_noise(child, window, (noise - 1).max(0)),
            false => worker.look_ahead(child, window, depth.less(1)),
        })
    }

    /// Noisy actions until nothing more can be gained by them; standing still is always allowed.
    fn look_at_noise(&mut self, position: &G, mut window: Window, noise: i64) -> Result<Score, Stopped> {
        let best = self.heuristics.evaluate(position);
        window.raise_alpha(best);
        if window.is_empty() || noise == 0 || best.is_decided() {
            return Ok(best);
        }
        let base = self.stack.len();
        let (heuristics, stack) = (self.heuristics, &mut self.stack);
        let _ = heuristics.noisy_actions(position, |action| {
            stack.push((Reverse(heuristics.order_hint(position, action)), action));
            ControlFlow::Continue(())
        });
        let look = |worker: &mut Self, child: &G, window| worker.look_at_noise(child, window, noise - 1);
        self.best_of_stack(position, base, best, window, look)
    }

    /// The best score of the actions on the stack from `base` on, or `best` if none is better. Takes them off the stack.
    fn best_of_stack(
        &mut self,
        position: &G,
        base: usize,
        mut best: Score,
        mut window: Window,
        look: impl Fn(&mut Self, &G, Window) -> Result<Score, Stopped>,
    ) -> Result<Score, Stopped> {
        self.stack[base..].sort_by_key(|&(hint, _)| hint);
        let mut result = Ok(());
        for nth in base..self.stack.len() {
            let child = position.child(self.stack[nth].1);
            if child.starts_turn() && child.outcome().is_none() && self.history_of_game.forbids(&child) {
                continue;
            }
            match self.look_at_child(position, &child, window, &look) {
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

    fn look_at_child(
        &mut self,
        position: &G,
        child: &G,
        window: Window,
        look: impl Fn(&mut Self, &G, Window) -> Result<Score, Stopped>,
    ) -> Result<Score, Stopped> {
        self.count_node()?;
        let turn = Turn::between(position.to_move(), child.to_move());
        let score = match child.outcome() {
            Some(outcome) => Score::finished(outcome, child.to_move()),
            None => look(self, child, window.seen_after(turn))?,
        };
        Ok(turn.score(score).later_by(1))
    }
}
