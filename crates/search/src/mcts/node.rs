//! Nodes and edges as atomic words: what is packed where, and which changes are safe from several threads at once.
//!
//! A node is one cache line, an edge three words. Statistics are added with atomic additions and read without order: a
//! reader may see a visit whose result is still missing, which only blurs a choice. Links and proofs are set once.

use super::value::{Proof, Value};
use crate::sync::{
    AtomicU64,
    Ordering::{AcqRel, Acquire, Relaxed, Release},
};
use game::{Key, Side};

/// A place of a node in the arena, from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NodeId(pub(super) u32);

/// A node in the arena.
#[derive(Clone, Copy)]
pub(super) struct Node<'a>(pub(super) &'a [AtomicU64]);

/// An edge in the arena: an action at a node.
#[derive(Clone, Copy)]
pub(super) struct Edge<'a>(pub(super) &'a [AtomicU64]);

/// Where the edges of a node are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Edges {
    /// Word of the first edge.
    pub(super) first: u32,
    /// How many there are.
    pub(super) count: u16,
}

/// What a node is told when it is made.
#[derive(Clone, Copy, Debug)]
pub(super) struct NewNode {
    pub(super) key: Key,
    /// Actions since the root of the first search.
    pub(super) depth: u32,
    pub(super) to_move: Side,
    pub(super) starts_turn: bool,
    /// The evaluation of the position on its own.
    pub(super) evaluation: Value,
    pub(super) proof: Option<(Proof, u32)>,
}

/// How many children a node can cache.
pub(super) const MOST_CACHED: usize = 8;

const LOW: u64 = 0xFFFF_FFFF;

impl Node<'_> {
    /// Words of a node.
    pub(super) const WORDS: usize = 8;

    const KEY: usize = 0;
    /// Visits in the low half. In the high half virtual visits during a search, marks of the garbage collector
    /// between searches.
    const VISITS: usize = 1;
    const SUM: usize = 2;
    /// First edge (32 bits), count (16), state (2), side (1), turn start (1).
    const EDGES: usize = 3;
    /// Proof (8 bits), distance (24), depth (32).
    const PROOF: usize = 4;
    /// The evaluation of the position itself (32 bits) and the minimax of evaluations below (32).
    const EVALUATION: usize = 5;
    const CACHE: usize = 6;

    const STATE_SHIFT: u32 = 48;
    const STATE: u64 = 3 << Self::STATE_SHIFT;
    const EXPANDING: u64 = 1 << Self::STATE_SHIFT;
    const EXPANDED: u64 = 2 << Self::STATE_SHIFT;
    const SECOND: u64 = 1 << 50;
    const STARTS_TURN: u64 = 1 << 51;
    const MOST_DISTANCE: u32 = (1 << 24) - 1;

    pub(super) fn init(self, new_node: NewNode) {
        let (proof, distance) = new_node.proof.unwrap_or((Proof::Unknown, 0));
        let evaluation = u64::from((new_node.evaluation.0 as f32).to_bits());
        let side = if new_node.to_move == Side::Second { Self::SECOND } else { 0 };
        let start = if new_node.starts_turn { Self::STARTS_TURN } else { 0 };
        self.0[Self::KEY].store(new_node.key.0, Relaxed);
        self.0[Self::VISITS].store(0, Relaxed);
        self.0[Self::SUM].store(0, Relaxed);
        self.0[Self::EDGES].store(side | start, Relaxed);
        let proof = proof as u64 | u64::from(distance.min(Self::MOST_DISTANCE)) << 8;
        self.0[Self::PROOF].store(proof | u64::from(new_node.depth) << 32, Relaxed);
        self.0[Self::EVALUATION].store(evaluation | evaluation << 32, Relaxed);
        self.0[Self::CACHE].store(0, Relaxed);
        self.0[Self::CACHE + 1].store(0, Relaxed);
    }

    #[inline]
    pub(super) fn key(self) -> Key {
        Key(self.0[Self::KEY].load(Relaxed))
    }

    #[inline]
    pub(super) fn depth(self) -> u32 {
        (self.0[Self::PROOF].load(Relaxed) >> 32) as u32
    }

    #[inline]
    pub(super) fn to_move(self) -> Side {
        if self.0[Self::EDGES].load(Relaxed) & Self::SECOND != 0 { Side::Second } else { Side::First }
    }

    #[inline]
    pub(super) fn starts_turn(self) -> bool {
        self.0[Self::EDGES].load(Relaxed) & Self::STARTS_TURN != 0
    }

    #[inline]
    pub(super) fn visits(self) -> u32 {
        self.0[Self::VISITS].load(Relaxed) as u32
    }

    #[inline]
    pub(super) fn sum(self) -> Value {
        Value::from_fixed(self.0[Self::SUM].load(Relaxed) as i64)
    }

    /// Adds a visit with its result.
    #[inline]
    pub(super) fn add_visit(self, fixed: i64) {
        self.0[Self::VISITS].fetch_add(1, Relaxed);
        self.0[Self::SUM].fetch_add(fixed as u64, Relaxed);
    }

    /// Visits that threads have begun and not yet ended, times the virtual loss. Kept apart from the real ones: what goes
    /// by experience, such as maturity and caching, must not take them for any.
    #[inline]
    pub(super) fn virtual_visits(self) -> u32 {
        (self.0[Self::VISITS].load(Relaxed) >> 32) as u32
    }

    /// Lends visits; a negative number takes them back.
    #[inline]
    pub(super) fn add_virtual_visits(self, visits: i64) {
        self.0[Self::VISITS].fetch_add((visits << 32) as u64, Relaxed);
    }

    /// The edges, once they are there.
    #[inline]
    pub(super) fn edges(self) -> Option<Edges> {
        let word = self.0[Self::EDGES].load(Acquire);
        (word & Self::STATE == Self::EXPANDED)
            .then_some(Edges { first: word as u32, count: (word >> 32) as u16 })
    }

    /// The right to expand the node: one thread gets it.
    pub(super) fn start_expansion(self) -> bool {
        let word = self.0[Self::EDGES].load(Relaxed);
        word & Self::STATE == 0
            && self.0[Self::EDGES].compare_exchange(word, word | Self::EXPANDING, AcqRel, Relaxed).is_ok()
    }

    /// Gives the right to expand back.
    pub(super) fn cancel_expansion(self) {
        self.0[Self::EDGES].fetch_and(!Self::STATE, Release);
    }

    /// Publishes finished edges; only for the thread that expands the node.
    pub(super) fn set_edges(self, edges: Edges) {
        let flags = self.0[Self::EDGES].load(Relaxed) & (Self::SECOND | Self::STARTS_TURN);
        let word = u64::from(edges.first) | u64::from(edges.count) << 32 | Self::EXPANDED | flags;
        self.0[Self::EDGES].store(word, Release);
    }

    #[inline]
    pub(super) fn proof(self) -> Proof {
        Proof::from_bits(self.0[Self::PROOF].load(Relaxed) & 0xFF)
    }

    /// Actions to the end of the game within which the proof holds.
    pub(super) fn distance(self) -> u32 {
        (self.0[Self::PROOF].load(Relaxed) >> 8) as u32 & Self::MOST_DISTANCE
    }

    /// Notes what is certain; what is already certain stays.
    pub(super) fn prove(self, proof: Proof, distance: u32) {
        let word = self.0[Self::PROOF].load(Relaxed);
        if word & 0xFF == Proof::Unknown as u64 {
            let distance = u64::from(distance.min(Self::MOST_DISTANCE)) << 8;
            let new = word & !LOW | proof as u64 | distance;
            // Another thread may have been faster; it has proven the same.
            let _ = self.0[Self::PROOF].compare_exchange(word, new, Relaxed, Relaxed);
        }
    }

    /// Takes back what was certain; only between searches.
    pub(super) fn forget_proof(self) {
        self.0[Self::PROOF].fetch_and(!LOW, Relaxed);
    }

    /// The evaluation of the position on its own.
    #[inline]
    pub(super) fn evaluation(self) -> Value {
        Value(f64::from(f32::from_bits(self.0[Self::EVALUATION].load(Relaxed) as u32)))
    }

    /// The minimax of evaluations below.
    #[inline]
    pub(super) fn implicit(self) -> Value {
        Value(f64::from(f32::from_bits((self.0[Self::EVALUATION].load(Relaxed) >> 32) as u32)))
    }

    pub(super) fn set_implicit(self, value: Value) {
        let own = self.0[Self::EVALUATION].load(Relaxed) & LOW;
        self.0[Self::EVALUATION].store(own | u64::from((value.0 as f32).to_bits()) << 32, Relaxed);
    }

    /// The places of the cached children, best first.
    #[inline]
    pub(super) fn cached(self) -> impl Iterator<Item = u16> {
        let words = [self.0[Self::CACHE].load(Relaxed), self.0[Self::CACHE + 1].load(Relaxed)];
        (0..MOST_CACHED)
            .map_while(move |nth| (((words[nth / 4] >> (nth % 4 * 16)) & 0xFFFF) as u16).checked_sub(1))
    }

    pub(super) fn set_cached(self, places: &[u16]) {
        let mut words = [0; 2];
        for (nth, &place) in places.iter().take(MOST_CACHED).enumerate() {
            words[nth / 4] |= (u64::from(place) + 1) << (nth % 4 * 16);
        }
        self.0[Self::CACHE].store(words[0], Relaxed);
        self.0[Self::CACHE + 1].store(words[1], Relaxed);
    }

    /// A number that the garbage collector keeps with a node.
    pub(super) fn mark(self) -> u32 {
        (self.0[Self::VISITS].load(Relaxed) >> 32) as u32
    }

    pub(super) fn set_mark(self, mark: u32) {
        let visits = self.0[Self::VISITS].load(Relaxed) & LOW;
        self.0[Self::VISITS].store(visits | u64::from(mark) << 32, Relaxed);
    }

    /// Moves the edges of a node, for the garbage collector.
    pub(super) fn set_first_edge(self, first: u32) {
        let rest = self.0[Self::EDGES].load(Relaxed) & !LOW;
        self.0[Self::EDGES].store(rest | u64::from(first), Relaxed);
    }
}

/// What an edge is told when it is made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    /// The action's code.
    pub(super) code: u16,
    /// The evaluation of the child, if children are evaluated.
    pub(super) evaluation: Value,
    /// The estimate of the action.
    pub(super) estimate: f32,
    /// Its share of the prior.
    pub(super) prior: f32,
}

impl Edge<'_> {
    /// Words of an edge.
    pub(super) const WORDS: usize = 3;
    /// Largest number of a node that a link can hold.
    pub(super) const MOST_NODES: u32 = (1 << 29) - 1;

    /// Child (29 bits), proof of the child (3), code of the action (16), evaluation of the child (16).
    const LINK: usize = 0;
    /// Visits (32 bits), estimate (16), prior (16).
    const VISITS: usize = 1;
    const SUM: usize = 2;

    const PROOF_SHIFT: u32 = 29;
    const JUDGED_ONE: f64 = 32_767.0;
    const ESTIMATE_ONE: f32 = 1024.0;
    const PRIOR_ONE: f32 = 65_535.0;

    pub(super) fn init(self, from: Candidate) {
        let evaluation = (from.evaluation.0 * Self::JUDGED_ONE) as i16 as u16;
        let estimate = (from.estimate * Self::ESTIMATE_ONE) as i16 as u16;
        let prior = (from.prior * Self::PRIOR_ONE) as u16;
        self.0[Self::LINK].store(u64::from(from.code) << 32 | u64::from(evaluation) << 48, Relaxed);
        self.0[Self::VISITS].store(u64::from(estimate) << 32 | u64::from(prior) << 48, Relaxed);
        self.0[Self::SUM].store(0, Relaxed);
    }

    #[inline]
    pub(super) fn code(self) -> u16 {
        (self.0[Self::LINK].load(Relaxed) >> 32) as u16
    }

    #[inline]
    pub(super) fn evaluation(self) -> Value {
        Value(f64::from((self.0[Self::LINK].load(Relaxed) >> 48) as u16 as i16) / Self::JUDGED_ONE)
    }

    #[inline]
    pub(super) fn child(self) -> Option<NodeId> {
        match self.0[Self::LINK].load(Acquire) as u32 & Self::MOST_NODES {
            0 => None,
            id => Some(NodeId(id)),
        }
    }

    /// Links the child; if another thread was faster, its link stays. Says which it is.
    pub(super) fn link(self, child: NodeId) -> NodeId {
        let mut word = self.0[Self::LINK].load(Acquire);
        loop {
            if let id @ 1.. = word as u32 & Self::MOST_NODES {
                return NodeId(id);
            }
            match self.0[Self::LINK].compare_exchange_weak(word, word | u64::from(child.0), AcqRel, Acquire) {
                Ok(_) => return child,
                Err(now) => word = now,
            }
        }
    }

    /// Moves the link, for the garbage collector.
    pub(super) fn relink(self, child: Option<NodeId>) {
        let rest = self.0[Self::LINK].load(Relaxed) & !u64::from(Self::MOST_NODES);
        self.0[Self::LINK].store(rest | child.map_or(0, |id| u64::from(id.0)), Relaxed);
    }

    /// What is certain about the child, as far as this edge has heard of it.
    #[inline]
    pub(super) fn proof(self) -> Proof {
        Proof::from_bits((self.0[Self::LINK].load(Relaxed) >> Self::PROOF_SHIFT) & 7)
    }

    /// Notes what is certain about the child. Always the same for one edge, so a plain `or` is enough.
    pub(super) fn set_proof(self, proof: Proof) {
        self.0[Self::LINK].fetch_or((proof as u64) << Self::PROOF_SHIFT, Relaxed);
    }

    /// Takes back what was certain; only between searches.
    pub(super) fn forget_proof(self) {
        self.0[Self::LINK].fetch_and(!(7 << Self::PROOF_SHIFT), Relaxed);
    }

    #[inline]
    pub(super) fn visits(self) -> u32 {
        self.0[Self::VISITS].load(Relaxed) as u32
    }

    #[inline]
    pub(super) fn sum(self) -> Value {
        Value::from_fixed(self.0[Self::SUM].load(Relaxed) as i64)
    }

    /// Adds visits with the sum of their results; negative numbers take them back.
    #[inline]
    pub(super) fn add(self, visits: i64, fixed: i64) {
        self.0[Self::VISITS].fetch_add(visits as u64, Relaxed);
        self.0[Self::SUM].fetch_add(fixed as u64, Relaxed);
    }

    #[inline]
    pub(super) fn estimate(self) -> f64 {
        f64::from(((self.0[Self::VISITS].load(Relaxed) >> 32) as u16) as i16) / f64::from(Self::ESTIMATE_ONE)
    }

    #[inline]
    pub(super) fn prior(self) -> f64 {
        f64::from((self.0[Self::VISITS].load(Relaxed) >> 48) as u16) / f64::from(Self::PRIOR_ONE)
    }
}
