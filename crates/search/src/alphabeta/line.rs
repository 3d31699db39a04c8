//! Complete lines: the turn to play is always whole, and the principal variation reaches its depth.
//!
//! Table cut-offs and recognised wins leave a line short of the depth it stands for. The rest is found by short searches
//! from where it breaks off, which the table makes cheap; they have a budget of their own and are not counted as nodes.

use super::{
    config::Config,
    root::{Best, root_actions},
    worker::{Memory, Worker},
};
use crate::{Depth, Unlimited, Window, table::Table};
use game::{EvaluationState, Game, Heuristics, History, Score};

/// Finishes lines of one search.
pub(super) struct Finisher<'a, G: Game, H: Heuristics<G>> {
    pub(super) config: &'a Config,
    pub(super) heuristics: &'a H,
    pub(super) table: &'a Table,
    pub(super) history: &'a History,
    pub(super) memory: &'a mut Memory<G, EvaluationState<G, H>>,
}

impl<G: Game, H: Heuristics<G>> Finisher<'_, G, H> {
    /// Nodes that one missing action of a line may cost.
    const BUDGET: u64 = 20_000;

    /// Makes sure that the line begins with a whole legal turn. Empty only if there is no legal turn at all.
    pub(super) fn complete_turn(&mut self, root: &G, line: &mut Vec<G::Action>) {
        let mut position = root.clone();
        for &action in line.iter() {
            position.play(action);
            if position.outcome().is_some() || position.starts_turn() {
                return;
            }
        }
        if line.is_empty() || !self.finish_from(&position, line) {
            line.clear();
            self.finish_from(root, line);
        }
    }

    /// Extends the line until it is `depth` long or the game ends, and to the end of a proven win or loss.
    pub(super) fn complete_line(
        &mut self,
        root: &G,
        line: &mut Vec<G::Action>,
        depth: u32,
        score: Option<Score>,
    ) {
        let wanted = score.and_then(Score::distance).unwrap_or(depth) as usize;
        let mut position = game::play_turn(root, line);
        while line.len() < wanted && position.outcome().is_none() {
            let Some(action) = self.best_action(&position, Depth((wanted - line.len()) as i32)) else {
                return;
            };
            position.play(action);
            line.push(action);
        }
    }

    /// Appends actions up to the end of the turn, the most promising first; false if there is no way to end it.
    fn finish_from(&mut self, position: &G, line: &mut Vec<G::Action>) -> bool {
        let mut actions = root_actions(position, self.history);
        let mut best = Best::none();
        let _ = self.worker(self.config).root(position, &mut actions, Window::FULL, Depth(1), &mut best);
        actions.sort_by_key(|a| std::cmp::Reverse(a.score));
        for entry in actions {
            let child = position.child(entry.action);
            line.push(entry.action);
            if child.outcome().is_some() || child.starts_turn() || self.finish_from(&child, line) {
                return true;
            }
            line.pop();
        }
        false
    }

    fn best_action(&mut self, position: &G, depth: Depth) -> Option<G::Action> {
        let mut actions = root_actions(position, self.history);
        let mut best = Best::none();
        // What is recognised without search has no line, so here it must be searched.
        let config = Config { recognise: false, ..self.config.clone() };
        if let Some(known) = self.table.probe::<G::Action>(position.key()).and_then(|e| e.action)
            && let Some(place) = actions.iter().position(|a| a.action == known)
        {
            actions.swap(0, place);
        }
        self.worker(&config).root(position, &mut actions, Window::FULL, depth, &mut best).ok()?;
        best.line.first().copied()
    }

    fn worker<'b>(&'b mut self, config: &'b Config) -> Worker<'b, G, H> {
        let mut worker =
            Worker::new(config, self.heuristics, self.table, self.history, &Unlimited, self.memory);
        worker.budget = worker.budget.at_most(Self::BUDGET);
        worker
    }
}
