//! Complete lines: the turn to play is always whole, and the principal variation reaches its depth.
//!
//! Table cut-offs and recognised wins leave a line short of the depth it stands for. The rest is found by short searches
//! from where it breaks off, which the table makes cheap; they have a budget of their own and are not counted as nodes.

use super::{
    config::Config,
    root::{Best, root_actions, sort_by_score},
    worker::Worker,
};
use crate::{Control, Depth, NodeBudget, Unlimited, Window};
use game::{Game, Heuristics, Score, first_turn};

impl<'a, G: Game, H: Heuristics<G>> Worker<'a, G, H> {
    /// Nodes that one missing action of a line may cost.
    const MISSING_ACTION: u64 = 20_000;

    /// Makes sure that the line begins with a whole legal turn. Empty only if there is no legal turn at all.
    pub(super) fn complete_turn(&mut self, root: &G, line: &mut Vec<G::Action>) {
        let (_, position) = first_turn(root, line);
        if !line.is_empty() && (position.outcome().is_some() || position.starts_turn()) {
            return;
        }
        if line.is_empty() || !self.finish_from(&position, line) {
            line.clear();
            self.finish_from(root, line);
        }
    }

    /// Extends the line until it is `depth` long or the game ends, and to the end of a proven win or loss. What is recognised
    /// without search has no line, so `config` must not recognise anything.
    pub(super) fn complete_line(
        &mut self,
        root: &G,
        line: &mut Vec<G::Action>,
        depth: u32,
        score: Option<Score>,
        config: &'a Config,
    ) {
        self.config = config;
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
        self.budget = NodeBudget::<dyn Control<G>>::new(&Unlimited).at_most(Self::MISSING_ACTION);
        let _ = self.root(position, &mut actions, Window::FULL, Depth(1), &mut best);
        sort_by_score(&mut actions);
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
        if let Some(known) = self.table.probe::<G::Action>(position.key()).and_then(|e| e.action)
            && let Some(place) = actions.iter().position(|a| a.action == known)
        {
            actions.swap(0, place);
        }
        self.budget = NodeBudget::<dyn Control<G>>::new(&Unlimited).at_most(Self::MISSING_ACTION);
        self.root(position, &mut actions, Window::FULL, depth, &mut best).ok()?;
        best.line.first().copied()
    }
}
