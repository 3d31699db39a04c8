//! The memory of the tree: nodes from the bottom, edges from the top, and an index that finds nodes of equal positions.
//!
//! Its size is settled once. Allocation is one compare-and-swap; nothing is freed during a search, and when the two ends
//! meet the arena is full. It knows no game and no formula.

use super::node::{Edge, Edges, NewNode, Node, NodeId};
use crate::{
    settings::SettingError,
    sync::{
        AtomicBool, AtomicU32, AtomicU64,
        Ordering::{AcqRel, Acquire, Relaxed},
        Pages,
    },
};
use game::Key;

/// See the [module](self).
pub(super) struct Arena {
    words: Pages<AtomicU64>,
    /// Numbers of nodes, found by key with linear probing; a power of two.
    index: Pages<AtomicU32>,
    /// Nodes in the low half, words of edges in the high half.
    taken: AtomicU64,
    full: AtomicBool,
}

impl Arena {
    /// One part in this many of the memory is the index.
    const INDEX_PART: u64 = 12;
    /// Places of the index that are tried for a key.
    const PROBES: usize = 32;

    /// An arena of at most this many bytes, its index included.
    pub(super) fn new(bytes: u64) -> Result<Arena, SettingError> {
        let too_much =
            || SettingError::Conflict { key: "memory", problem: "asks for more memory than there is" };
        let index = 1_u64 << (bytes / Self::INDEX_PART / size_of::<AtomicU32>() as u64).max(1).ilog2();
        let words = (bytes - index * size_of::<AtomicU32>() as u64) / size_of::<AtomicU64>() as u64;
        // Addresses are 32 bits, with the last one out of reach.
        let words = words.min(u64::from(u32::MAX) - 1) as usize;
        Ok(Arena {
            words: Pages::zeroed(words).ok_or_else(too_much)?,
            index: Pages::zeroed(index as usize).ok_or_else(too_much)?,
            taken: AtomicU64::new(0),
            full: AtomicBool::new(false),
        })
    }

    /// Bytes of everything together.
    #[cfg(test)]
    pub(super) fn bytes(&self) -> u64 {
        (size_of_val(&*self.words) + size_of_val(&*self.index)) as u64
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.index.clear();
        self.taken.store(0, Relaxed);
        self.full.store(false, Relaxed);
    }

    /// Was there ever too little room?
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.full.load(Relaxed)
    }

    pub(super) fn node_count(&self) -> u32 {
        self.taken.load(Relaxed) as u32
    }

    #[inline]
    pub(super) fn node(&self, id: NodeId) -> Node<'_> {
        let first = (id.0 as usize - 1) * Node::WORDS;
        Node(&self.words[first..first + Node::WORDS])
    }

    #[inline]
    pub(super) fn edge(&self, edges: Edges, place: u16) -> Edge<'_> {
        let first = edges.first as usize + usize::from(place) * Edge::WORDS;
        Edge(&self.words[first..first + Edge::WORDS])
    }

    /// Room for some nodes and words of edges: how many were taken before, or `None` if there is too little left.
    fn take(&self, nodes: u32, words: u32) -> Option<(u32, u32)> {
        if self.is_full() {
            return None;
        }
        let mut taken = self.taken.load(Relaxed);
        loop {
            let (old_nodes, old_words) = (taken as u32, (taken >> 32) as u32);
            let (new_nodes, new_words) =
                (u64::from(old_nodes + nodes), u64::from(old_words) + u64::from(words));
            let fits = new_nodes * Node::WORDS as u64 + new_words <= self.words.len() as u64;
            if !fits || new_nodes > u64::from(Edge::MOST_NODES) {
                self.full.store(true, Relaxed);
                return None;
            }
            match self.taken.compare_exchange_weak(taken, new_nodes | new_words << 32, AcqRel, Relaxed) {
                Ok(_) => return Some((old_nodes, old_words)),
                Err(now) => taken = now,
            }
        }
    }

    /// A new node that no index knows of.
    pub(super) fn new_node(&self, new_node: NewNode) -> Option<NodeId> {
        let (before, _) = self.take(1, 0)?;
        let id = NodeId(before + 1);
        self.node(id).init(new_node);
        Some(id)
    }

    /// Room for the edges of a node, with a word behind them that names the node.
    pub(super) fn new_edges(&self, owner: NodeId, count: u16) -> Option<Edges> {
        let words = u32::from(count) * Edge::WORDS as u32 + 1;
        let (_, before) = self.take(0, words)?;
        let end = self.words.len() - before as usize;
        self.set_owner(end - 1, owner, count);
        Some(Edges { first: end as u32 - words, count })
    }

    /// The node that the index has for this key.
    pub(super) fn find(&self, key: Key) -> Option<NodeId> {
        for slot in self.slots(key) {
            match self.index[slot].load(Acquire) {
                0 => return None,
                id if self.node(NodeId(id)).key() == key => return Some(NodeId(id)),
                _ => (),
            }
        }
        None
    }

    /// Puts a node into the index. If another one with its key is there already, says which; a node for which there is no
    /// place stays out of the index and is not shared.
    pub(super) fn enter(&self, id: NodeId) -> NodeId {
        let key = self.node(id).key();
        for slot in self.slots(key) {
            match self.index[slot].compare_exchange(0, id.0, AcqRel, Acquire) {
                Ok(_) => return id,
                Err(other) if self.node(NodeId(other)).key() == key => return NodeId(other),
                Err(_) => (),
            }
        }
        id
    }

    fn slots(&self, key: Key) -> impl Iterator<Item = usize> {
        let mask = self.index.len() - 1;
        let first = (key.0 ^ key.0 >> 32) as usize;
        (0..Self::PROBES.min(self.index.len())).map(move |probe| first.wrapping_add(probe) & mask)
    }

    /// The block of edges that ends before this word: its owner and its edges. `None` past the last one.
    pub(super) fn block_before(&self, end: usize) -> Option<(NodeId, Edges)> {
        let lowest = self.words.len() - (self.taken.load(Relaxed) >> 32) as usize;
        if end <= lowest {
            return None;
        }
        let owner = self.words[end - 1].load(Relaxed);
        let count = (owner >> 32) as u16;
        let first = (end - 1 - usize::from(count) * Edge::WORDS) as u32;
        Some((NodeId(owner as u32), Edges { first, count }))
    }

    /// Copies words, the last first, so that a block may move up onto itself.
    pub(super) fn copy_up(&self, from: usize, to: usize, count: usize) {
        for nth in (0..count).rev() {
            self.words[to + nth].store(self.words[from + nth].load(Relaxed), Relaxed);
        }
    }

    /// Copies a node to a place further down.
    pub(super) fn copy_node_down(&self, from: NodeId, to: NodeId) {
        for (old, new) in self.node(from).0.iter().zip(self.node(to).0) {
            new.store(old.load(Relaxed), Relaxed);
        }
    }

    /// Names the owner of a block whose edges end before this word.
    pub(super) fn set_owner(&self, end: usize, owner: NodeId, count: u16) {
        self.words[end].store(u64::from(owner.0) | u64::from(count) << 32, Relaxed);
    }

    pub(super) fn word_count(&self) -> usize {
        self.words.len()
    }

    /// Sets what is taken after a collection, and empties the index.
    pub(super) fn shrink_to(&mut self, nodes: u32, edge_words: u32) {
        self.clear();
        self.taken.store(u64::from(nodes) | u64::from(edge_words) << 32, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::{super::value::Value, *};
    use game::Side;

    fn new_node(key: u64) -> NewNode {
        let (to_move, evaluation) = (Side::First, Value::EVEN);
        NewNode { key: Key(key), depth: 0, to_move, starts_turn: true, evaluation, proof: None }
    }

    #[test]
    fn the_limit_of_bytes_is_kept_and_reached() {
        for bytes in [16 << 10, 100_000, 1 << 20] {
            let arena = Arena::new(bytes).expect("small");
            assert!(arena.bytes() <= bytes && arena.bytes() > bytes - 16, "{} of {bytes}", arena.bytes());
            let mut nodes = 0_u64;
            while let Some(id) = arena.new_node(new_node(nodes + 1)) {
                assert_eq!(arena.enter(id), id);
                nodes += 1;
                if nodes.is_multiple_of(7) && arena.new_edges(id, 5).is_none() {
                    break;
                }
            }
            assert!(arena.is_full() && nodes * 64 > bytes / 2, "{nodes} nodes in {bytes}");
            assert!(arena.new_node(new_node(0)).is_none() && arena.new_edges(NodeId(1), 1).is_none());
        }
    }

    #[test]
    fn a_key_is_entered_once() {
        let arena = Arena::new(16 << 10).expect("small");
        let [first, second] = [7, 7].map(|key| arena.new_node(new_node(key)).expect("room"));
        assert_eq!(arena.find(Key(7)), None);
        assert_eq!((arena.enter(first), arena.enter(second)), (first, first));
        assert_eq!(arena.find(Key(7)), Some(first));
    }
}

/// Run by loom only: `RUSTFLAGS="--cfg loom" cargo test -p quadrille-search --lib models::`.
#[cfg(all(test, loom))]
mod models {
    use super::{
        super::{node::Candidate, value::Value},
        *,
    };
    use game::Side;
    use loom::{sync::Arc, thread};

    /// Room for a few nodes: every word costs loom time.
    const BYTES: u64 = 400;

    fn new_node(key: u64) -> NewNode {
        let (to_move, evaluation) = (Side::First, Value::EVEN);
        NewNode { key: Key(key), depth: 3, to_move, starts_turn: true, evaluation, proof: None }
    }

    /// Lets two threads do something to one arena and gives what each has got.
    fn race<T: 'static>(arena: &Arc<Arena>, act: impl Fn(&Arena, u64) -> T + Copy + 'static) -> [T; 2] {
        let other = arena.clone();
        let thread = thread::spawn(move || act(&other, 1));
        let own = act(arena, 0);
        [own, thread.join().expect("no panic")]
    }

    #[test]
    fn threads_get_nodes_of_their_own_and_share_equal_positions() {
        loom::model(|| {
            let arena = Arc::new(Arena::new(BYTES).expect("small"));
            let [own, other] = race(&arena, |arena, _| {
                let id = arena.new_node(new_node(7)).expect("room");
                let entered = arena.enter(id);
                assert_eq!((arena.node(entered).key(), arena.node(entered).depth()), (Key(7), 3));
                (id, entered)
            });
            assert_ne!(own.0, other.0);
            assert_eq!(own.1, other.1);
            assert_eq!(arena.find(Key(7)), Some(own.1));
        });
    }

    #[test]
    fn edges_are_seen_complete_or_not_at_all() {
        loom::model(|| {
            let arena = Arc::new(Arena::new(BYTES).expect("small"));
            let id = arena.new_node(new_node(1)).expect("room");
            let expanded = race(&arena, move |arena, thread| {
                let node = arena.node(id);
                let expands = node.start_expansion();
                if expands {
                    let edges = arena.new_edges(id, 1).expect("room");
                    let candidate = Candidate { code: 9, evaluation: Value::EVEN, estimate: 0.0, prior: 0.0 };
                    arena.edge(edges, 0).init(candidate);
                    node.set_edges(edges);
                }
                if let Some(edges) = node.edges() {
                    let edge = arena.edge(edges, 0);
                    assert_eq!((edges.count, edge.code()), (1, 9), "thread {thread}");
                    edge.add(1, 5);
                }
                expands
            });
            assert_ne!(expanded[0], expanded[1], "one thread expands");
        });
    }

    #[test]
    fn a_link_is_made_once_and_leads_to_a_finished_node() {
        loom::model(|| {
            let arena = Arc::new(Arena::new(BYTES).expect("small"));
            let id = arena.new_node(new_node(1)).expect("room");
            let edges = arena.new_edges(id, 1).expect("room");
            arena.edge(edges, 0).init(Candidate {
                code: 9,
                evaluation: Value::EVEN,
                estimate: 0.0,
                prior: 0.0,
            });
            let linked = race(&arena, move |arena, thread| {
                let edge = arena.edge(edges, 0);
                let child = edge.link(arena.new_node(new_node(10 + thread)).expect("room"));
                assert!([Key(10), Key(11)].contains(&arena.node(child).key()));
                arena.node(child).add_visit(1);
                child
            });
            assert_eq!(linked[0], linked[1]);
            assert_eq!(arena.edge(edges, 0).child(), Some(linked[0]));
            assert_eq!((arena.node(linked[0]).visits(), arena.edge(edges, 0).code()), (2, 9));
        });
    }
}
