//! From the tree to an answer: the turn to play, the line behind it, other turns, and what is proven. Grows nothing.
//!
//! A mean result becomes a score by the inverse of the sigmoid, so it is in units of the evaluation.
//!
//! Worth (2026-11-17, see the [folder](super)):
//! * `decide=secure`: KnightThrough +47 ± 54, Tzaar +23 ± 45, Amazons +35 ± 83, Arimaa +23 ± 87 Elo in 60 games.
//! * `decide=value`: KnightThrough +58 ± 76, Tzaar −12 ± 96, Amazons −12 ± 96, Arimaa +191 ± 98 Elo in 60 games.

use super::{
    config::{Decide, LookAhead},
    lookahead::NOISE,
    node::{Edge, Node, NodeId},
    value::{Proof, Sigmoid},
    worker::{Shared, Worker},
};
use crate::{Line, Report, Unlimited, Window, random::generator};
use game::{Action, Evaluation, Game, Heuristics, Key, Score, Side, Turn, Verdict, first_turn};
use std::{
    cmp::Reverse,
    collections::{BinaryHeap, HashSet},
};

/// Lines are cut here.
const LONGEST_LINE: usize = 64;

/// Reads a tree.
pub(super) struct Reader<'a, G: Game, H> {
    shared: Shared<'a, G, H>,
    sigmoid: Sigmoid,
}

/// A turn on its way to be listed.
struct Way<G: Game> {
    actions: Vec<G::Action>,
    position: G,
    node: Option<NodeId>,
    score: Option<Score>,
}

impl<'a, G: Game, H: Heuristics<G>> Reader<'a, G, H> {
    pub(super) fn new(shared: Shared<'a, G, H>) -> Self {
        Reader { shared, sigmoid: Sigmoid::new(shared.config.sigmoid_scale.get()) }
    }

    /// Everything that is known.
    pub(super) fn report(&self, nodes: u64, lines: usize) -> Report<G> {
        let root = self.shared.arena.node(self.shared.root);
        let to_move = self.shared.root_position.to_move();
        let verdict = root.proof().verdict(to_move);
        let mut main = self.main_line();
        match verdict {
            Verdict::Win => main.score = Some(Score::win_in(root.distance())),
            Verdict::Loss => main.score = Some(Score::loss_in(root.distance())),
            Verdict::Draw => main.score = Some(Score::DRAW),
            Verdict::Unknown => (),
        }
        let depth = main.actions.len() as u32;
        let mut all = vec![main];
        if lines > 1 {
            self.add_other_turns(&mut all, lines);
        }
        // A win with the next action cannot be quicker; other distances are only bounds.
        let length = (verdict == Verdict::Win && root.distance() == 1).then_some(1);
        Report { depth, nodes, verdict, length, lines: all }
    }

    /// The turn to play and what is expected after it.
    fn main_line(&self) -> Line<G> {
        let mut actions = Vec::new();
        let mut score = None;
        let Some((mut position, mut node)) = self.complete(
            self.shared.root_position,
            Some(self.shared.root),
            if self.shared.config.look_ahead == LookAhead::Quiescence { NOISE } else { 0 },
            &mut actions,
            &mut score,
        ) else {
            return Line { actions, score };
        };
        let mut seen = HashSet::from([position.key()]);
        while let Some(id) = node.filter(|_| position.outcome().is_none() && actions.len() < LONGEST_LINE) {
            let Some((edge, action)) = self.ranked(id).into_iter().next() else { break };
            if edge.visits() == 0 && edge.proof() == Proof::Unknown {
                break;
            }
            position.play(action);
            actions.push(action);
            node = edge.child();
            if !seen.insert(position.key()) {
                break;
            }
        }
        Line { actions, score }
    }

    /// Adds actions until the turn is over, the best first, backing out of dead ends and forbidden turn ends.
    fn complete(
        &self,
        position: &G,
        node: Option<NodeId>,
        noise: u32,
        actions: &mut Vec<G::Action>,
        score: &mut Option<Score>,
    ) -> Option<(G, Option<NodeId>)> {
        let known = node.map_or(Vec::new(), |id| self.ranked(id));
        let is_known = |action: &G::Action| known.iter().any(|(_, other)| other == action);
        let tree = known.iter().map(|&(edge, action)| (Some(edge), action));
        // What the tree does not know is only looked at when everything else has failed.
        let mut others = None;
        let mut tree = tree.collect::<Vec<_>>().into_iter();
        loop {
            let (edge, action) = match tree.next() {
                Some(next) => next,
                None => {
                    let list = others.get_or_insert_with(|| self.by_look_ahead(position, noise).into_iter());
                    match list.find(|action| !is_known(action)) {
                        Some(action) => (None, action),
                        None => return None,
                    }
                }
            };
            let child = position.child(action);
            let ended = child.outcome().is_some();
            if !ended && child.starts_turn() && self.shared.history_of_game.forbids(&child) {
                continue;
            }
            actions.push(action);
            let old_score = *score;
            if let Some(edge) = edge {
                *score = self.score_of(edge, position.to_move()).or(old_score);
            }
            let child_node = edge.and_then(Edge::child);
            if ended || child.starts_turn() {
                return Some((child, child_node));
            }
            let noise = if edge.is_some() { noise } else { noise.saturating_sub(1) };
            if let Some(done) = self.complete(&child, child_node, noise, actions, score) {
                return Some(done);
            }
            *score = old_score;
            actions.pop();
        }
    }

    /// All actions, the best first, as a look-ahead sees them: a win that a look-ahead has proven is found again.
    fn by_look_ahead(&self, position: &G, noise: u32) -> Vec<G::Action> {
        let mut worker = Worker::new(self.shared, &Unlimited, generator(0, &[]));
        let mut scored: Vec<(Reverse<Score>, G::Action)> = Vec::new();
        for action in position.action_list() {
            let child = position.child(action);
            let state = self.shared.heuristics.evaluation().root_state(&child);
            let score = worker.look_at_child(position, &child, &state, Window::FULL, noise.saturating_sub(1));
            scored.push((Reverse(score.unwrap_or(Score::MINUS_INFINITE)), action));
        }
        scored.sort_by_key(|&(score, _)| score);
        scored.into_iter().map(|(_, action)| action).collect()
    }

    /// The edges of a node that can be followed, the one to play first.
    fn ranked(&self, id: NodeId) -> Vec<(Edge<'a>, G::Action)> {
        let node: Node<'a> = self.shared.arena.node(id);
        let Some(edges) = node.edges() else { return Vec::new() };
        let all = (0..edges.count).map(|place| self.shared.arena.edge(edges, place));
        let open = all.filter(|edge| edge.proof() != Proof::DeadEnd);
        let ranked = open.filter_map(|edge| Some((edge, G::Action::from_code(edge.code())?))).collect();
        let to_move = node.to_move();
        best_first(ranked, |&(edge, _)| self.worth_playing(edge, to_move))
    }

    /// Proven wins before all, the quickest first; proven losses last, the longest first; in between as configured.
    fn worth_playing(&self, edge: Edge<'_>, side: Side) -> f64 {
        const PROVEN: f64 = 1e12;
        let distance =
            || edge.child().map_or(0.0, |child| f64::from(self.shared.arena.node(child).distance()));
        let visits = f64::from(edge.visits());
        match edge.proof() {
            proof if proof == Proof::win_of(side) => return PROVEN - distance(),
            proof if proof == Proof::win_of(side.other()) => return -PROVEN + distance(),
            _ if visits == 0.0 => return -PROVEN / 2.0,
            _ => (),
        }
        let mean = edge.sum().for_side(side) / visits;
        match self.shared.config.decide {
            Decide::Visits => visits + mean / 4.0,
            Decide::Value => mean,
            Decide::Secure => mean - 1.0 / visits.sqrt(),
        }
    }

    /// The score of an edge for the side to move at the root.
    fn score_of(&self, edge: Edge<'_>, chooser: Side) -> Option<Score> {
        let turn = Turn::between(self.shared.root_position.to_move(), chooser);
        let distance = || 1 + edge.child().map_or(0, |child| self.shared.arena.node(child).distance());
        let score = match edge.proof() {
            Proof::Draw => Score::DRAW,
            proof if proof == Proof::win_of(chooser) => Score::win_in(distance()),
            proof if proof == Proof::win_of(chooser.other()) => Score::loss_in(distance()),
            _ if edge.visits() == 0 => return None,
            _ => self.sigmoid.score(edge.sum().for_side(chooser) / f64::from(edge.visits())),
        };
        Some(turn.score(score))
    }

    /// Further turns with other results, most visited first. Only what the tree knows is listed, so that positions with
    /// very many turns are no trouble.
    fn add_other_turns(&self, lines: &mut Vec<Line<G>>, wanted: usize) {
        /// Ways that are followed for each line at the most.
        const PATIENCE: usize = 1000;
        let root = self.shared.root_position;
        let mut taken: HashSet<Key> =
            lines.iter().map(|main| first_turn(root, &main.actions).1.key()).collect();
        let node = Some(self.shared.root);
        let mut ways = vec![Way { actions: Vec::new(), position: root.clone(), node, score: None }];
        // Most visits first; among equals, the one found first.
        let mut waiting = BinaryHeap::from([(u32::MAX, Reverse(0))]);
        for _ in 0..PATIENCE * wanted {
            let Some((_, Reverse(nth))) = waiting.pop() else { break };
            let way: &Way<G> = &ways[nth];
            let ended = way.position.outcome().is_some();
            if !way.actions.is_empty() && (ended || way.position.starts_turn()) {
                if taken.insert(way.position.key()) {
                    lines.push(Line { actions: way.actions.clone(), score: way.score });
                    if lines.len() == wanted {
                        break;
                    }
                }
                continue;
            }
            for (visits, longer) in self.ways_on(way) {
                waiting.push((visits, Reverse(ways.len())));
                ways.push(longer);
            }
        }
    }

    /// The ways that go on with one action that the tree has tried, with its visits.
    fn ways_on(&self, way: &Way<G>) -> Vec<(u32, Way<G>)> {
        let mut found = Vec::new();
        for (edge, action) in way.node.map_or(Vec::new(), |id| self.ranked(id)) {
            let position = way.position.child(action);
            let ends_turn = position.outcome().is_none() && position.starts_turn();
            let forbidden = ends_turn && self.shared.history_of_game.forbids(&position);
            let tried = edge.visits() > 0 || edge.proof() != Proof::Unknown;
            if tried && !forbidden {
                let score = self.score_of(edge, way.position.to_move());
                let actions = way.actions.iter().copied().chain([action]).collect();
                found.push((edge.visits(), Way { actions, position, node: edge.child(), score }));
            }
        }
        found
    }
}

/// Sorts by the value of each item, equal ones in their order. Each value is read once: while other threads search, a second
/// answer may differ, and no order would come of that.
fn best_first<T>(items: Vec<T>, value: impl Fn(&T) -> f64) -> Vec<T> {
    let mut with_weights: Vec<(f64, T)> = items.into_iter().map(|item| (value(&item), item)).collect();
    with_weights.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    with_weights.into_iter().map(|(_, item)| item).collect()
}

#[cfg(test)]
mod tests {
    use super::best_first;
    use std::cell::Cell;

    /// Statistics change while a report is made; sorting by values that change made threads crash.
    #[test]
    fn values_that_change_meanwhile_still_give_an_order() {
        let asked = Cell::new(0_u32);
        let restless = |item: &u32| {
            asked.set(asked.get() + 1);
            f64::from(item.wrapping_mul(asked.get()).wrapping_mul(0x9E37_79B9) >> 16)
        };
        let mut sorted = best_first((0..500).collect(), restless);
        assert_eq!(asked.get(), 500);
        sorted.sort_unstable();
        assert_eq!(sorted, (0..500).collect::<Vec<_>>());
        assert_eq!(best_first(vec![1, 5, 2, 5], |&n| f64::from(n)), [5, 5, 2, 1]);
    }
}
