//! Selection: which edge of a node to follow. The formula, and the ways not to look at all edges.
//!
//! Mean + exploration + (bias × opinion + history × mean of alike actions) / n: Jakl 2011, 2.2.3, after Kozelek 2009. The
//! mean may be mixed with RAVE and with the minimax of evaluations; n includes the virtual visits.

use super::{
    config::{FirstPlay, Lent, Rave, Select, Statistics},
    memory::KindOfAction,
    node::{Edge, Edges, MOST_CACHED, Node, NodeId},
    value::{Proof, Worth},
    worker::Worker,
};
use game::{Action, Game, Heuristics, Key, Side};

/// What all edges of a node have in common during one choice.
struct Parent {
    to_move: Side,
    /// ln N and √N.
    log_visits: f64,
    root_visits: f64,
    first_play: f64,
    /// Where RAVE looks.
    rave: Option<Key>,
    /// Progressive pruning skips means below this.
    prune_below: f64,
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
        let mut parent = self.parent_of(node);
        let cached = self.config.cache.0 as usize;
        let every = self.config.cache_every.0 as u32;
        if cached > 0 && node.visits() >= every && !node.visits().is_multiple_of(every) {
            let places = node.cached();
            if let Some(best) = self.best_of(places, edges, &parent, position) {
                return Some(best);
            }
        }
        let wide = self.width(node.visits(), edges.count);
        if self.config.prune.is_on() {
            parent.prune_below = self.prune_below(edges, wide, parent.to_move);
        }
        if cached > 0 && node.visits() >= every {
            self.fill_cache(node, edges, wide, cached, &parent, position);
        }
        let narrow = self.best_of(0..wide, edges, &parent, position);
        // Where all that was looked at is settled or pruned, there may still be others.
        narrow.or_else(|| {
            parent.prune_below = f64::MIN;
            self.best_of(0..edges.count, edges, &parent, position)
        })
    }

    fn parent_of(&self, node: Node<'_>) -> Parent {
        let config = self.config;
        let (visits, to_move) = (f64::from(node.visits().max(1)), node.to_move());
        let first_play = match config.first_play {
            FirstPlay::First => 0.0,
            FirstPlay::Value => config.first_play_value.get(),
            FirstPlay::Parent => node.sum().for_side(to_move) / visits - config.first_play_value.get(),
        };
        let rave = match config.rave {
            Rave::Off => None,
            Rave::Rave => Some(node.key()),
            Rave::Grave => self.grave_node(node),
        };
        Parent {
            to_move,
            log_visits: visits.ln(),
            root_visits: visits.sqrt(),
            first_play,
            rave,
            prune_below: f64::MIN,
        }
    }

    /// The nearest node on the path with enough visits, the node itself included.
    fn grave_node(&self, node: Node<'_>) -> Option<Key> {
        let enough = |node: &Node<'_>| i64::from(node.visits()) >= self.config.grave_visits.0;
        let above = self.path.iter().rev().map(|step| self.arena.node(step.node));
        std::iter::once(node).chain(above).find(enough).map(Node::key)
    }

    /// How many of the edges are looked at, given the visits: progressive widening (Coulom 2007).
    fn width(&self, visits: u32, count: u16) -> u16 {
        if !self.config.widen.is_on() {
            return count;
        }
        let steps = f64::from(visits) / self.config.widen_visits.0 as f64;
        let more = if steps < 1.0 { 0.0 } else { 1.0 + steps.ln() / self.config.widen_growth.get().ln() };
        (self.config.widen.0 as f64 + more).min(f64::from(count)) as u16
    }

    /// The best lower bound of the means of edges with enough visits: progressive pruning (Bouzy 2005).
    fn prune_below(&self, edges: Edges, wide: u16, side: Side) -> f64 {
        let mut bound = f64::MIN;
        for edge in (0..wide).map(|place| self.arena.edge(edges, place)) {
            let visits = f64::from(edge.visits());
            if visits >= self.config.prune_visits.0 as f64 {
                let mean = edge.sum().for_side(side) / visits;
                bound = bound.max(mean - self.config.prune.get() / visits.sqrt());
            }
        }
        bound
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
    fn fill_cache(
        &mut self,
        node: Node<'_>,
        edges: Edges,
        wide: u16,
        cached: usize,
        parent: &Parent,
        position: &G,
    ) {
        let mut best = [(f64::MIN, 0_u16); MOST_CACHED];
        let mut found = 0;
        for place in 0..wide {
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
    fn with_lent(&self, child: Node<'_>, chooser: Side) -> (f64, Worth) {
        let (visits, lent, sum) = (f64::from(child.visits()), f64::from(child.lent()), child.sum());
        if lent == 0.0 {
            return (visits, sum);
        }
        let each = match self.config.lent {
            Lent::Loss => Worth::seen_by(chooser, -1.0).0,
            Lent::Mean if visits > 0.0 => sum.0 / visits,
            Lent::Even | Lent::Mean => 0.0,
        };
        (visits + lent, Worth(sum.0 + lent * each))
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
            (Statistics::Node, Some(child)) => self.with_lent(child, parent.to_move),
            _ => (f64::from(edge.visits()), edge.sum()),
        };
        if tried == 0.0 && config.first_play == FirstPlay::First && config.virtual_visits.0 == 0 {
            /// More than any sum of the other terms.
            const BEFORE_ALL: f64 = 1e9;
            return Some(BEFORE_ALL + edge.opinion());
        }
        let virtual_visits = config.virtual_visits.0 as f64;
        let n = (tried + virtual_visits).max(1.0);
        let mut mean = if tried + virtual_visits == 0.0 {
            parent.first_play
        } else {
            (sum.for_side(parent.to_move) + virtual_visits * parent.first_play) / n
        };
        if tried >= config.prune_visits.0 as f64 && mean + config.prune.get() / n.sqrt() < parent.prune_below
        {
            return None;
        }
        let kind = self.needs_kind.then(|| G::Action::from_code(edge.code())).flatten();
        let kind = kind.map(|action| KindOfAction::of(position, action));
        if let (Some(node), Some(kind)) = (parent.rave, kind)
            && let Some((games, sum)) = self.all_moves_as_first.get(node, kind)
        {
            let k = config.rave_k.0 as f64;
            let weight = (k / (3.0 * tried + k)).sqrt();
            mean += weight * (sum / games - mean);
        }
        if config.implicit.is_on() {
            let below = child.map_or_else(|| edge.judged(), Node::implicit).for_side(parent.to_move);
            mean += config.implicit.get() * (below - mean);
        }
        let exploration = match config.select {
            Select::Ucb => (parent.log_visits / n).sqrt(),
            Select::Puct => edge.prior() * parent.root_visits / (1.0 + tried + virtual_visits),
        };
        let history = kind.map_or(0.0, |kind| config.history.get() * self.history.mean(kind));
        let bias = config.bias.get() * edge.opinion();
        Some(mean + config.exploration.get() * exploration + (bias + history) / n)
    }
}
