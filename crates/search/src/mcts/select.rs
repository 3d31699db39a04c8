//! Selection: which edge of a node to follow. The formula, and the ways not to look at all edges.
//!
//! Mean + exploration + (bias × estimate + history × mean of similar actions) / n: Jakl 2011, 2.2.3, after Kozelek 2009. The
//! mean may be mixed with the minimax of evaluations; n includes the virtual visits.
//!
//! Worth (2026-11-17, see the [folder](super)):
//! * `select=puct`: KnightThrough 0 ± 92, Tzaar +147 ± 198, Amazons +35 ± 122, Arimaa −127 ± 261 Elo.
//! * `c` of best against 2.83: KnightThrough 0 ± 92, Tzaar +147 ± 135, Amazons +147 ± 198, Arimaa −168 ± 254 Elo.
//! * `fpu=parent`: KnightThrough 0 ± 92, Tzaar +147 ± 135, Amazons +70 ± 92, Arimaa −35 ± 173 Elo.
//! * `fpu-value`: KnightThrough 0 ± 92, Tzaar +108 ± 166, Amazons +147 ± 135, Arimaa −168 ± 175 Elo.
//! * `virtual-visits`: KnightThrough −35 ± 66, Tzaar −191 ± 162, Amazons −191 ± 257, Arimaa −70 ± 132 Elo.
//! * `stats=node`: KnightThrough 0 ± 92, Tzaar 0 ± 92, Amazons 0 ± 92, Arimaa +127 ± 131 Elo.
//! * `bias`: KnightThrough 0 ± 92, Tzaar −35 ± 164, Amazons 0 ± 144, Arimaa +89 ± 160 Elo.
//! * `cache`: KnightThrough 0 ± 92, Tzaar 0 ± 92, Amazons 0 ± 99, Arimaa 0 ± 92 Elo.
//! * `virtual-loss`: KnightThrough 0 ± 92, Tzaar 0 ± 92, Amazons 0 ± 92, Arimaa 0 ± 49 Elo.

use super::{
    config::{FirstPlay, Select, Statistics, VirtualLoss},
    history::KindOfAction,
    node::{Edge, Edges, MOST_CACHED, Node, NodeId},
    value::{Proof, Value},
    worker::Worker,
};
use game::{Action, Game, Heuristics, Side};

/// What all edges of a node have in common during one choice.
struct Parent {
    to_move: Side,
    /// ln N and √N.
    log_visits: f64,
    root_visits: f64,
    first_play: f64,
}

/// An edge that is open, and whether one was seen beside it that draws.
#[derive(Clone, Copy, Debug)]
pub(super) struct Selected {
    pub(super) place: u16,
    pub(super) has_draw: bool,
}

impl<G: Game, H: Heuristics<G>> Worker<'_, G, H> {
    /// The edge to follow; `None` if all are settled.
    pub(super) fn select(&mut self, id: NodeId, edges: Edges, position: &G) -> Option<Selected> {
        let node = self.arena.node(id);
        let parent = self.parent_of(node);
        let cached = self.config.cache.0 as usize;
        let every = self.config.cache_every.0 as u32;
        if cached > 0 && node.visits() >= every && !node.visits().is_multiple_of(every) {
            let places = node.cached();
            if let Some(best) = self.best_of(places, edges, &parent, position) {
                return Some(best);
            }
        }
        if cached > 0 && node.visits() >= every {
            self.fill_cache(node, edges, cached, &parent, position);
        }
        self.best_of(0..edges.count, edges, &parent, position)
    }

    fn parent_of(&self, node: Node<'_>) -> Parent {
        let config = self.config;
        let (visits, to_move) = (f64::from(node.visits().max(1)), node.to_move());
        let first_play = match config.first_play {
            FirstPlay::First => 0.0,
            FirstPlay::Value => config.first_play_value.get(),
            FirstPlay::Parent => node.sum().for_side(to_move) / visits - config.first_play_value.get(),
        };
        Parent { to_move, log_visits: visits.ln(), root_visits: visits.sqrt(), first_play }
    }

    fn best_of(
        &self,
        places: impl Iterator<Item = u16>,
        edges: Edges,
        parent: &Parent,
        position: &G,
    ) -> Option<Selected> {
        let mut best = None;
        let mut best_score = f64::MIN;
        let mut has_draw = false;
        for place in places {
            let edge = self.arena.edge(edges, place);
            has_draw |= edge.proof() == Proof::Draw;
            if let Some(score) = self.score(edge, parent, position)
                && (score > best_score || best.is_none())
            {
                (best, best_score) = (Some(place), score);
            }
        }
        best.map(|place| Selected { place, has_draw })
    }

    /// Remembers the best few children (Kozelek 2009; Jakl 2011, 3.2.5).
    fn fill_cache(&mut self, node: Node<'_>, edges: Edges, cached: usize, parent: &Parent, position: &G) {
        let mut best = [(f64::MIN, 0_u16); MOST_CACHED];
        let mut found = 0;
        for place in 0..edges.count {
            let Some(score) = self.score(self.arena.edge(edges, place), parent, position) else { continue };
            let rank = best[..found].iter().position(|&(other, _)| score > other).unwrap_or(found);
            if rank < cached {
                found = (found + 1).min(cached);
                best[rank..found].rotate_right(1);
                best[rank] = (score, place);
            }
        }
        node.set_cached(&best.map(|(_, place)| place)[..found]);
    }

    /// Visits of a child and the sum of their results, with those that threads have begun and not ended.
    #[inline]
    fn with_virtual_losses(&self, child: Node<'_>, chooser: Side) -> (f64, Value) {
        let (visits, pending, sum) =
            (f64::from(child.visits()), f64::from(child.virtual_visits()), child.sum());
        if pending == 0.0 {
            return (visits, sum);
        }
        let each = match self.config.virtual_loss_as {
            VirtualLoss::Loss => Value::seen_by(chooser, -1.0).0,
            VirtualLoss::Mean if visits > 0.0 => sum.0 / visits,
            VirtualLoss::Even | VirtualLoss::Mean => 0.0,
        };
        (visits + pending, Value(sum.0 + pending * each))
    }

    /// How much an edge is to be followed; `None` if there is nothing to be found there.
    #[inline]
    fn score(&self, edge: Edge<'_>, parent: &Parent, position: &G) -> Option<f64> {
        let config = self.config;
        if edge.proof() != Proof::Unknown {
            return None;
        }
        let child = self.needs_child.then(|| edge.child()).flatten().map(|id| self.arena.node(id));
        let (tried, sum) = match (config.statistics, child) {
            (Statistics::Node, Some(child)) => self.with_virtual_losses(child, parent.to_move),
            _ => (f64::from(edge.visits()), edge.sum()),
        };
        if tried == 0.0 && config.first_play == FirstPlay::First && config.virtual_visits.0 == 0 {
            /// More than any sum of the other terms.
            const BEFORE_ALL: f64 = 1e9;
            return Some(BEFORE_ALL + edge.estimate());
        }
        let virtual_visits = config.virtual_visits.0 as f64;
        let n = (tried + virtual_visits).max(1.0);
        let mut mean = if tried + virtual_visits == 0.0 {
            parent.first_play
        } else {
            (sum.for_side(parent.to_move) + virtual_visits * parent.first_play) / n
        };
        let kind = self.history.is_on().then(|| G::Action::from_code(edge.code())).flatten();
        let kind = kind.map(|action| KindOfAction::new(position, action));
        if config.implicit.is_on() {
            let below = child.map_or_else(|| edge.evaluation(), Node::implicit).for_side(parent.to_move);
            mean += config.implicit.get() * (below - mean);
        }
        let exploration = match config.select {
            Select::Ucb => (parent.log_visits / n).sqrt(),
            Select::Puct => edge.prior() * parent.root_visits / (1.0 + tried + virtual_visits),
        };
        let history = kind.map_or(0.0, |kind| config.history.get() * self.history.mean(kind));
        let bias = config.bias.get() * edge.estimate();
        Some(mean + config.exploration.get() * exploration + (bias + history) / n)
    }
}
