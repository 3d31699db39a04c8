//! The horizon: evaluation, after following noisy actions for a while if quiescence is on. Selective.
//!
//! Source: Shannon 1950; Veselý 2013, 2.1.9. The side to move may always decline ("stand pat"), so the answer is an opinion
//! unless a noisy line really ends the game.

use super::{
    config::Follow,
    order::{Candidate, leaves_out},
    worker::{MAX_PLY, Stopped, Worker},
};
use crate::{Ply, Window};
use game::{Game, Heuristics, Score, Turn};
use std::ops::ControlFlow;

impl<G: Game, H: Heuristics<G>> Worker<'_, G, H> {
    /// The value of an unfinished position at the horizon.
    #[inline]
    pub(super) fn leaf(&mut self, position: &G, window: Window, ply: Ply) -> Result<Score, Stopped> {
        if self.config.quiescence.is_on() {
            return self.quiesce(position, window, ply, self.config.quiescence.0);
        }
        Ok(self.heuristics.evaluate(position).later_by(ply.0))
    }

    fn quiesce(&mut self, position: &G, mut window: Window, ply: Ply, noise: i64) -> Result<Score, Stopped> {
        let mut best = self.heuristics.evaluate(position).later_by(ply.0);
        window.raise_alpha(best);
        if window.is_empty() || noise == 0 || best.is_decided() || ply.index() >= MAX_PLY {
            return Ok(best);
        }
        let base = self.memory.stack.len();
        let (config, heuristics, stack) = (self.config, self.heuristics, &mut self.memory.stack);
        let push = |action| {
            if !leaves_out(config, position, action) {
                stack.push(Candidate::noisy(heuristics.order_hint(position, action), action));
            }
            ControlFlow::Continue(())
        };
        let _ = match config.follow {
            Follow::Noisy => heuristics.noisy_actions(position, push),
            Follow::Tactics => heuristics.tactical_actions(position, push),
        };
        self.memory.stack[base..].sort_unstable_by_key(Candidate::rank);
        for nth in base..self.memory.stack.len() {
            let child = position.child(self.memory.stack[nth].action());
            if child.starts_turn() && self.history.forbids(&child) {
                continue;
            }
            match self.quiesce_child(position, &child, window, ply, noise) {
                Err(stopped) => {
                    self.memory.stack.truncate(base);
                    return Err(stopped);
                }
                Ok(score) => best = best.max(score),
            }
            window.raise_alpha(best);
            if window.is_empty() {
                break;
            }
        }
        self.memory.stack.truncate(base);
        Ok(best)
    }

    fn quiesce_child(
        &mut self,
        position: &G,
        child: &G,
        window: Window,
        ply: Ply,
        noise: i64,
    ) -> Result<Score, Stopped> {
        self.count_node()?;
        let turn = Turn::between(position.to_move(), child.to_move());
        let score = match child.outcome() {
            Some(outcome) => Score::finished(outcome, child.to_move()).later_by(ply.next().0),
            None => self.quiesce(child, window.seen_after(turn), ply.next(), noise - 1)?,
        };
        Ok(turn.score(score))
    }
}
