//! Tree reuse: keeps what lies below the new root of a game and gives the rest of the arena back. In place, without memory
//! of its own: nodes carry their marks and new places, blocks of edges name their owners.
//!
//! Source: usual practice, described by Enzenberger et al. 2010 (Fuego).
//!
//! Worth (2026-11-17, see the [folder](super)): KnightThrough 0 ± 92, Tzaar −70 ± 143, Amazons 0 ± 92, Arimaa +52 ± 88 Elo.

use super::{
    arena::Arena,
    node::{Edge, NodeId},
};
use game::Key;

/// The node of a position, the one with most visits if there are several.
pub(super) fn find_root(arena: &Arena, is_key: impl Fn(Key, u32) -> bool) -> Option<NodeId> {
    let all = (1..=arena.node_count()).map(NodeId);
    let same = all.filter(|&id| is_key(arena.node(id).key(), arena.node(id).depth()));
    same.max_by_key(|&id| arena.node(id).visits())
}

/// Keeps what can be reached from this node and moves it together. Returns the node's new place. `shared` says whether
/// nodes are found by their keys, `forget_proofs` whether what was proven may no longer hold.
pub(super) fn keep_below(arena: &mut Arena, root: NodeId, shared: bool, forget_proofs: bool) -> NodeId {
    mark(arena, root);
    let kept = number_nodes(arena);
    let edge_words = move_edges(arena);
    let new_root = NodeId(arena.node(root).mark());
    move_nodes(arena);
    arena.shrink_to(kept, edge_words);
    for id in (1..=kept).map(NodeId) {
        arena.node(id).set_mark(0);
        if shared {
            arena.enter(id);
        }
        if forget_proofs {
            forget_proofs_of(arena, id);
        }
    }
    new_root
}

/// Finished games stay finished; everything else has to be proven again.
fn forget_proofs_of(arena: &Arena, id: NodeId) {
    let node = arena.node(id);
    if node.distance() > 0 {
        node.forget_proof();
    }
    if let Some(edges) = node.edges() {
        (0..edges.count).for_each(|place| arena.edge(edges, place).forget_proof());
    }
}

/// Ends the list of nodes still to be looked at. No node has this number.
const END: u32 = u32::MAX;

/// Marks all nodes below. Marked nodes that are still to be looked at form a list through their marks.
fn mark(arena: &Arena, root: NodeId) {
    let mut open = root.0;
    arena.node(root).set_mark(END);
    while open != END {
        let node = arena.node(NodeId(open));
        open = node.mark();
        node.set_mark(END);
        let Some(edges) = node.edges() else { continue };
        for child in (0..edges.count).filter_map(|place| arena.edge(edges, place).child()) {
            if arena.node(child).mark() == 0 {
                arena.node(child).set_mark(open);
                open = child.0;
            }
        }
    }
}

/// Replaces marks by new places, in order, so that a node only ever moves down.
fn number_nodes(arena: &Arena) -> u32 {
    let mut kept = 0;
    for id in (1..=arena.node_count()).map(NodeId) {
        if arena.node(id).mark() != 0 {
            kept += 1;
            arena.node(id).set_mark(kept);
        }
    }
    kept
}

/// Moves the blocks of kept nodes to the top, the highest first, with links to new places. Returns their words.
fn move_edges(arena: &Arena) -> u32 {
    let (mut end, mut new_end) = (arena.word_count(), arena.word_count());
    while let Some((owner, edges)) = arena.block_before(end) {
        let words = usize::from(edges.count) * Edge::WORDS;
        end = edges.first as usize;
        let node = arena.node(owner);
        // A block that lost the race to become its owner's is garbage.
        if node.mark() == 0 || node.edges() != Some(edges) {
            continue;
        }
        for place in 0..edges.count {
            let edge = arena.edge(edges, place);
            edge.relink(edge.child().map(|child| NodeId(arena.node(child).mark())));
        }
        let first = new_end - 1 - words;
        arena.copy_up(edges.first as usize, first, words);
        arena.set_owner(new_end - 1, NodeId(node.mark()), edges.count);
        node.set_first_edge(first as u32);
        new_end = first;
    }
    (arena.word_count() - new_end) as u32
}

fn move_nodes(arena: &Arena) {
    for id in (1..=arena.node_count()).map(NodeId) {
        match arena.node(id).mark() {
            0 => (),
            place => arena.copy_node_down(id, NodeId(place)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{
            node::{Candidate, NewNode},
            value::Value,
        },
        *,
    };
    use game::Side;

    /// A tree in which node n has the children 2n and 2n + 1, up to a limit; returned is a text of everything below a node.
    fn tree(arena: &Arena, limit: u64) {
        let new_node = |key| NewNode {
            key: Key(key),
            depth: 0,
            to_move: Side::First,
            starts_turn: true,
            evaluation: Value::EVEN,
            proof: None,
        };
        for key in 1..=limit {
            let id = arena.new_node(new_node(key)).expect("room");
            arena.enter(id);
            (0..key).for_each(|_| arena.node(id).add_visit(5));
        }
        for key in (1..=limit).rev() {
            let id = arena.find(Key(key)).expect("entered");
            let edges = arena.new_edges(id, 2).expect("room");
            assert!(arena.node(id).start_expansion());
            for place in 0..2 {
                let code = key as u16 * 2 + place;
                let edge = arena.edge(edges, place);
                edge.init(Candidate { code, evaluation: Value::EVEN, estimate: 0.0, prior: 0.0 });
                if let Some(child) = arena.find(Key(u64::from(code))) {
                    edge.link(child);
                }
            }
            arena.node(id).set_edges(edges);
        }
    }

    fn text(arena: &Arena, id: NodeId) -> String {
        let node = arena.node(id);
        let mut out = format!("{}:{}", node.key().0, node.visits());
        let edges = node.edges().expect("expanded");
        for place in 0..edges.count {
            let edge = arena.edge(edges, place);
            out += &format!("({}", edge.code());
            out += &edge.child().map_or(String::new(), |child| text(arena, child));
            out.push(')');
        }
        out
    }

    #[test]
    fn the_subtree_survives_and_the_rest_is_free_again() {
        let mut arena = Arena::new(64 << 10).expect("small");
        tree(&arena, 300);
        for key in [2, 5, 11, 22] {
            let root = find_root(&arena, |k, _| k == Key(key)).expect("there");
            let before = text(&arena, root);
            let root = keep_below(&mut arena, root, true, false);
            assert_eq!(text(&arena, root), before);
            assert_eq!(arena.find(Key(key)), Some(root));
            assert_eq!(arena.find(Key(3)), None, "what lies elsewhere is gone");
        }
        assert!(arena.node_count() < 40 && !arena.is_full());
    }
}
