//! Expansion: the edges of a node with what is believed about their actions, best-looking first, or in random order.
//!
//! Worth (2026-11-17, see the [folder](super)):
//! * `maturity`: KnightThrough −35 ± 66, Tzaar −70 ± 143, Amazons 0 ± 144, Arimaa +17 ± 159 Elo.
//! * `maturity-depth`: KnightThrough 0 ± 92, Tzaar +70 ± 92, Amazons +70 ± 92, Arimaa −168 ± 175 Elo.
//! * `graph=full`: KnightThrough 0 ± 92, Tzaar −35 ± 66, Amazons 0 ± 92, Arimaa +70 ± 56 Elo.
//! * `bias-by=eval`: KnightThrough −35 ± 66, Tzaar +107 ± 113, Amazons +108 ± 166, Arimaa −147 ± 135 Elo.
//! * `order`: KnightThrough 0 ± 92, Tzaar 0 ± 92, Amazons 0 ± 92, Arimaa 0 ± 92 Elo.
//! * `relevant`: KnightThrough 0 ± 92, Tzaar −35 ± 66, Amazons 0 ± 92, Arimaa 0 ± 92 Elo.

use super::{
    config::{PriorSource, Select},
    node::{Candidate, NodeId},
    value::{Proof, Value},
    worker::Worker,
};
use crate::Stopped;
use game::{Action, EvaluationState, Game, Heuristics, MoveOrdering};
use rand::seq::SliceRandom;
use std::ops::ControlFlow;

impl<G: Game, H: Heuristics<G>> Worker<'_, G, H> {
    /// Gives a node its edges, unless another thread is at it or the arena is full. A node without actions is settled.
    pub(super) fn expand(
        &mut self,
        id: NodeId,
        position: &G,
        state: &EvaluationState<G, H>,
    ) -> Result<(), Stopped> {
        let arena = self.arena;
        if arena.is_full() || !arena.node(id).start_expansion() {
            return Ok(());
        }
        let made = self.make_edges(id, position, state);
        if !matches!(made, Ok(true)) {
            arena.node(id).cancel_expansion();
        }
        made.map(|_| ())
    }

    /// Were there edges, and room for them?
    fn make_edges(
        &mut self,
        id: NodeId,
        position: &G,
        state: &EvaluationState<G, H>,
    ) -> Result<bool, Stopped> {
        // All actions at the root: its turn must be found even where the history forbids all relevant ones.
        let only_relevant = self.config.relevant && !self.path.is_empty();
        self.list_actions(position, only_relevant);
        let Ok(count) = u16::try_from(self.actions.len()) else { return Ok(false) };
        if count == 0 {
            let stuck = !position.starts_turn() && position.actions(|_| ControlFlow::Break(())).is_continue();
            let lost = Proof::win_of(position.to_move().other());
            self.arena.node(id).prove(if stuck { Proof::DeadEnd } else { lost }, 0);
            return Ok(false);
        }
        self.make_candidates(position, state)?;
        let Some(edges) = self.arena.new_edges(id, count) else { return Ok(false) };
        for (place, &candidate) in self.candidates.iter().enumerate() {
            self.arena.edge(edges, place as u16).init(candidate);
        }
        self.arena.node(id).set_edges(edges);
        Ok(true)
    }

    fn make_candidates(&mut self, position: &G, state: &EvaluationState<G, H>) -> Result<(), Stopped> {
        self.candidates.clear();
        for nth in 0..self.actions.len() {
            let action = self.actions[nth];
            let mut evaluation = Value::EVEN;
            if self.evaluates_children {
                self.budget.step()?;
                evaluation = self.evaluate_child(position, state, action);
            }
            self.candidates.push(Candidate { code: action.code(), evaluation, estimate: 0.0, prior: 0.0 });
        }
        if !self.has_priors {
            self.candidates.shuffle(&mut self.random);
            return Ok(());
        }
        let previous = self.previous_action();
        let (config, heuristics) = (self.config, self.heuristics);
        let mut by_hint = config.prior_source == PriorSource::Rank;
        for (&action, candidate) in self.actions.iter().zip(&mut self.candidates) {
            candidate.estimate = match config.prior_source {
                PriorSource::Eval => candidate.evaluation.for_side(position.to_move()) as f32,
                PriorSource::Rank => 0.0,
                PriorSource::Step => {
                    let step = heuristics.ordering().step_value(position, action, previous);
                    by_hint |= step.is_none();
                    step.unwrap_or(0.0)
                }
            };
        }
        if by_hint {
            self.rank_by_hint(position);
        } else {
            self.candidates.sort_by(|a, b| b.estimate.total_cmp(&a.estimate));
        }
        if self.config.select == Select::Puct {
            self.share_prior();
        }
        Ok(())
    }

    /// Sorts by the game's hints; the estimate is the place, from 1 for the first to 0 for the last, equal for equal hints.
    fn rank_by_hint(&mut self, position: &G) {
        self.ranked.clear();
        for (nth, &action) in self.actions.iter().enumerate() {
            self.ranked.push((self.heuristics.ordering().order_hint(position, action), self.candidates[nth]));
        }
        self.ranked.sort_by_key(|&(hint, _)| std::cmp::Reverse(hint));
        let last = (self.ranked.len() - 1).max(1) as f32;
        let mut place_of_hint = 0;
        self.candidates.clear();
        for nth in 0..self.ranked.len() {
            let (hint, mut candidate) = self.ranked[nth];
            if hint != self.ranked[place_of_hint].0 {
                place_of_hint = nth;
            }
            candidate.estimate = 1.0 - place_of_hint as f32 / last;
            self.candidates.push(candidate);
        }
    }

    /// Priors in proportion to e^(sharpness × estimate).
    fn share_prior(&mut self) {
        let sharpness = self.config.sharpness.get() as f32;
        let most = self.candidates.iter().map(|c| c.estimate).fold(f32::MIN, f32::max);
        let weight = |c: &Candidate| (sharpness * (c.estimate - most)).exp();
        let sum: f32 = self.candidates.iter().map(weight).sum();
        for candidate in &mut self.candidates {
            candidate.prior = weight(candidate) / sum;
        }
    }

    /// The action that led to the position at the end of the path, if it belongs to the same turn.
    fn previous_action(&self) -> Option<G::Action> {
        let step = self.path.last().filter(|step| !step.ends_turn)?;
        G::Action::from_code(step.code)
    }
}
