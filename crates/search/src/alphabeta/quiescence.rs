//! The horizon: evaluation, after following noisy actions for a while if quiescence is on. Selective.
//!
//! Source: Shannon 1950; Veselý 2013, 2.1.9. The side to move may always decline ("stand pat"), so the answer is an estimate
//! unless a noisy line really ends the game.
//!
//! Worth (2026-11-17, see the [folder](super)):
//! * `quiescence`: KnightThrough 0 ± 92, Tzaar +35 ± 122, Amazons 0 ± 92, Arimaa +108 ± 166 Elo.
//! * `quiescence-by`: KnightThrough 0 ± 92, Tzaar 0 ± 92, Amazons 0 ± 92, Arimaa +191 ± 162 Elo.
//! * In Arimaa 40-20 (60 games at 15,000 nodes, seed 3); by exact tests against noisy steps 30-10 (40 games at 8,000 nodes,
//!   random setups, 2026-11-16).

use super::{
    config::Follow,
    order::{Candidate, leaves_out},
    worker::{MAX_PLY, Worker},
};
use crate::{Ply, Stopped, Window};
use game::{Game, Heuristics, MoveOrdering, Score, Turn};
use std::ops::ControlFlow;

impl<G: Game, H: Heuristics<G>> Worker<'_, G, H> {
    /// The value of an unfinished position at the horizon.
    #[inline]
    pub(super) fn leaf(&mut self, position: &G, window: Window, ply: Ply) -> Result<Score, Stopped> {
        if self.config.quiescence.is_on() {
            return self.quiesce(position, window, ply, self.config.quiescence.0);
        }
        Ok(self.heuristics.static_score(position, self.state(ply)).later_by(ply.0))
    }

    fn quiesce(&mut self, position: &G, mut window: Window, ply: Ply, noise: i64) -> Result<Score, Stopped> {
        let mut best = self.heuristics.static_score(position, self.state(ply)).later_by(ply.0);
        window.raise_alpha(best);
        if window.is_empty() || noise == 0 || best.is_decided() || ply.index() >= MAX_PLY {
            return Ok(best);
        }
        let base = self.memory.stack.len();
        let (config, heuristics, stack) = (self.config, self.heuristics, &mut self.memory.stack);
        let push = |action| {
            if !leaves_out(config, position, action) {
                let order = i64::from(heuristics.ordering().order_hint(position, action));
                stack.push(Candidate { order, action });
            }
            ControlFlow::Continue(())
        };
        let _ = match config.follow {
            Follow::Noisy => heuristics.ordering().noisy_actions(position, push),
            Follow::Tactics => heuristics.ordering().tactical_actions(position, push),
        };
        // Equal ones in a fixed order.
        self.memory.stack[base..].sort_unstable_by_key(|c| (std::cmp::Reverse(c.order), c.action));
        for nth in base..self.memory.stack.len() {
            let action = self.memory.stack[nth].action;
            let child = position.child(action);
            if child.starts_turn() && self.history.forbids(&child) {
                continue;
            }
            self.set_child_state(position, action, &child, ply);
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
        self.budget.step()?;
        let turn = Turn::between(position.to_move(), child.to_move());
        let score = match child.outcome() {
            Some(outcome) => Score::finished(outcome, child.to_move()).later_by(ply.next().0),
            None => self.quiesce(child, window.seen_after(turn), ply.next(), noise - 1)?,
        };
        Ok(turn.score(score))
    }
}
