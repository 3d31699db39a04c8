//! Playouts: random actions from a leaf to the end of the game or a cut, where the evaluation judges.
//!
//! Best-of-N (Kozelek 2009; Jakl 2011, 3.2.4) takes the best of some random actions by an opinion; `playout-wins` ends a
//! playout where a win or loss can be read off the board (decisive moves, Teytaud and Teytaud 2010). Repetition is not
//! looked at: a playout proves nothing. A turn that runs into a dead end is taken back and judged where it began.

use super::{
    config::{Beliefs, LengthIn},
    memory::KindOfAction,
    value::Worth,
    worker::{Stopped, Worker},
};
use game::{Game, Heuristics, Score};
use rand::RngExt;
use std::ops::ControlFlow;

/// Playouts "to the end" are judged after this many actions: some games can go on for ever.
const LONGEST: u32 = 1000;

impl<G: Game, H: Heuristics<G>> Worker<'_, G, H> {
    /// The mean result of as many playouts as configured, at least one.
    pub(super) fn play_out(&mut self, start: &G) -> Result<Worth, Stopped> {
        let playouts = self.config.playouts.0.max(1);
        let mut sum = 0.0;
        for _ in 0..playouts {
            sum += self.one_playout(start)?.0;
        }
        Ok(Worth(sum / playouts as f64))
    }

    fn one_playout(&mut self, start: &G) -> Result<Worth, Stopped> {
        let mut position = start.clone();
        let mut turn_start = start.clone();
        let mut previous = None;
        let (mut actions, mut turns) = (0, 0);
        loop {
            if let Some(outcome) = position.outcome() {
                return Ok(Worth::of(outcome));
            }
            if self.is_long_enough(actions, turns) {
                return Ok(self.judge(&position));
            }
            if self.config.playout_wins
                && let Some(known) = self.heuristics.recognise(&position)
            {
                return Ok(self.squash.worth(known, position.to_move()));
            }
            let Some(action) = self.playout_action(&position, previous)? else {
                return Ok(self.judge(&turn_start));
            };
            self.count_node()?;
            if self.learns_from_playouts {
                self.trail.push(KindOfAction::of(&position, action));
            }
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

    fn is_long_enough(&self, actions: u32, turns: u32) -> bool {
        let length = self.config.length.0 as u32;
        let done = match self.config.length_in {
            LengthIn::Turns => turns,
            LengthIn::Actions => actions,
        };
        (length > 0 && done >= length) || actions >= LONGEST
    }

    /// A random action, or the best of several; `None` where there is none.
    fn playout_action(
        &mut self,
        position: &G,
        previous: Option<G::Action>,
    ) -> Result<Option<G::Action>, Stopped> {
        self.list_actions(position, self.config.relevant);
        let count = self.actions.len();
        if count == 0 {
            return Ok(None);
        }
        let mut best = self.actions[self.random.random_range(0..count)];
        if self.config.best_of.0 == 1 || count == 1 {
            return Ok(Some(best));
        }
        let mut best_opinion = self.opinion(position, best, previous)?;
        for _ in 1..self.config.best_of.0 {
            let other = self.actions[self.random.random_range(0..count)];
            if other != best {
                let opinion = self.opinion(position, other, previous)?;
                if opinion > best_opinion {
                    (best, best_opinion) = (other, opinion);
                }
            }
        }
        Ok(Some(best))
    }

    /// The opinion of a playout action, to be compared with those of the same position only.
    fn opinion(
        &mut self,
        position: &G,
        action: G::Action,
        previous: Option<G::Action>,
    ) -> Result<f64, Stopped> {
        let hint = |worker: &Self| f64::from(worker.heuristics.order_hint(position, action));
        Ok(match self.config.best_of_by {
            Beliefs::Rank => hint(self),
            Beliefs::Step => {
                let step = self.heuristics.step_value(position, action, previous);
                step.map_or_else(|| hint(self), f64::from)
            }
            Beliefs::Eval => {
                self.count_node()?;
                self.judge_child(position, action).for_side(position.to_move())
            }
        })
    }

    /// What the evaluation makes of a position that goes on.
    pub(super) fn judge(&self, position: &G) -> Worth {
        self.squash.worth(self.heuristics.evaluate(position), position.to_move())
    }

    /// What the evaluation makes of the position after an action.
    pub(super) fn judge_child(&self, position: &G, action: G::Action) -> Worth {
        let child = position.child(action);
        match child.outcome() {
            Some(outcome) => self.squash.worth(Score::finished(outcome, child.to_move()), child.to_move()),
            None => self.judge(&child),
        }
    }

    /// Lists the actions of a position in `self.actions`.
    pub(super) fn list_actions(&mut self, position: &G, only_relevant: bool) {
        let list = &mut self.actions;
        list.clear();
        let mut pass = None;
        let push = |action| {
            if self.config.no_pass && G::is_pass(action) {
                pass = Some(action)
            } else {
                list.push(action)
            }
            ControlFlow::Continue(())
        };
        let _ = if only_relevant {
            self.heuristics.relevant_actions(position, push)
        } else {
            position.actions(push)
        };
        // The last thing that can be done is always allowed.
        if let Some(pass) = pass.filter(|_| self.actions.is_empty()) {
            self.actions.push(pass);
        }
    }
}
