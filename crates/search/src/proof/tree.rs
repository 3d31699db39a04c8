//! The tree of best-first proof-number search in one array, within a fixed number of bytes.
//!
//! The children of a node lie side by side. A decided node keeps only what its proof needs; the places of the rest are used
//! again, found through lists of free blocks by size. The tree owns memory and knows neither positions nor policies.

use super::{
    numbers::{Bound, Node, Numbers, ProofNumber},
    table::MemoryError,
};
use crate::settings::TableSize;

/// A place in the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NodeId(u32);

impl NodeId {
    pub const ROOT: NodeId = NodeId(0);
}

/// A position of the tree: 20 bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct TreeNode {
    pub numbers: Numbers,
    /// The first child; in a free block the next free block of its size.
    first: u32,
    count: u16,
    /// Code of the action that leads here.
    pub action: u16,
    pub bound: Bound,
    pub node: Node,
    pub is_expanded: bool,
}

impl TreeNode {
    /// A node without children.
    pub fn leaf(action: u16, node: Node, numbers: Numbers, bound: Bound) -> TreeNode {
        TreeNode { numbers, first: 0, count: 0, action, bound, node, is_expanded: false }
    }
}

/// All nodes of a search.
pub(super) struct Tree {
    nodes: Vec<TreeNode>,
    /// Most nodes there may be.
    limit: usize,
    /// First free block of each size, [`Tree::NONE`] where there is none.
    free: Vec<u32>,
    /// Blocks that are being given back.
    pending: Vec<(u32, u16)>,
}

impl Tree {
    /// Bytes of a node, for sizes given in nodes.
    pub const NODE_BYTES: u64 = size_of::<TreeNode>() as u64;
    const NONE: u32 = u32::MAX;

    /// A tree that never takes more than this.
    pub fn new(size: TableSize) -> Result<Tree, MemoryError> {
        let bytes = size.bytes(Self::NODE_BYTES).max(TableSize::LEAST_BYTES);
        let error = MemoryError { bytes };
        if bytes > TableSize::MOST_BYTES {
            return Err(error);
        }
        // Places are 32 bits wide, and the last value means "none".
        let limit = (bytes / Self::NODE_BYTES).min(u64::from(Self::NONE)) as usize;
        let mut nodes = Vec::new();
        nodes.try_reserve_exact(limit).map_err(|_| error)?;
        Ok(Tree { nodes, limit, free: Vec::new(), pending: Vec::new() })
    }

    /// Forgets everything and plants a root.
    pub fn plant(&mut self, root: TreeNode) {
        self.nodes.clear();
        self.free.clear();
        self.nodes.push(root);
    }

    /// Has a root been planted?
    pub fn is_planted(&self) -> bool {
        !self.nodes.is_empty()
    }

    pub fn get(&self, id: NodeId) -> &TreeNode {
        &self.nodes[id.0 as usize]
    }

    pub fn get_mut(&mut self, id: NodeId) -> &mut TreeNode {
        &mut self.nodes[id.0 as usize]
    }

    /// The children of a node, in the order they were given.
    #[inline]
    pub fn children(&self, id: NodeId) -> &[TreeNode] {
        let node = self.get(id);
        &self.nodes[node.first as usize..node.first as usize + usize::from(node.count)]
    }

    /// The place of a child.
    #[inline]
    pub fn child(&self, id: NodeId, nth: usize) -> NodeId {
        debug_assert!(nth < usize::from(self.get(id).count));
        NodeId(self.get(id).first + nth as u32)
    }

    /// Bytes that are still free for a further tree beside this one.
    pub fn spare_bytes(&self) -> u64 {
        (self.limit - self.nodes.len()) as u64 * Self::NODE_BYTES
    }

    /// Gives a leaf its children; false if there is no room, in which case nothing changes.
    pub fn expand(&mut self, id: NodeId, children: &[TreeNode]) -> bool {
        let count = children.len() as u16;
        debug_assert!(children.len() <= usize::from(u16::MAX) && !self.get(id).is_expanded);
        let Some(first) = self.take(count) else { return false };
        self.nodes[first as usize..first as usize + children.len()].copy_from_slice(children);
        let node = self.get_mut(id);
        (node.first, node.count, node.is_expanded) = (first, count, true);
        true
    }

    /// Of a decided node: keeps the one child that shows it, and gives back all others with everything below them.
    pub fn keep_only(&mut self, id: NodeId, nth: usize) {
        let TreeNode { first, count, .. } = *self.get(id);
        if count <= 1 {
            return;
        }
        for other in (0..count).filter(|&other| usize::from(other) != nth) {
            let child = self.nodes[first as usize + usize::from(other)];
            self.pending.push((child.first, child.count));
        }
        // The kept child stays in the first place of its old block; the rest of the block becomes free.
        self.nodes[first as usize] = self.nodes[first as usize + nth];
        self.get_mut(id).count = 1;
        self.give_back(first + 1, count - 1);
        while let Some((first, count)) = self.pending.pop() {
            for nth in 0..usize::from(count) {
                let child = self.nodes[first as usize + nth];
                self.pending.push((child.first, child.count));
            }
            self.give_back(first, count);
        }
    }

    /// A block of this many nodes: a free one of the same size, new room, or a part of a larger free one.
    fn take(&mut self, count: u16) -> Option<u32> {
        if count == 0 {
            return Some(0);
        }
        if let Some(first) = self.take_free(count) {
            return Some(first);
        }
        let end = self.nodes.len();
        if end + usize::from(count) <= self.limit {
            let empty = TreeNode::leaf(0, Node::Or, Numbers::FRESH, Bound::ENDLESS);
            self.nodes.resize(end + usize::from(count), empty);
            return Some(end as u32);
        }
        let larger = (count + 1..self.free.len() as u16).find_map(|size| {
            let first = self.take_free(size)?;
            Some((first, size))
        });
        let (first, size) = larger?;
        self.give_back(first + u32::from(count), size - count);
        Some(first)
    }

    fn take_free(&mut self, count: u16) -> Option<u32> {
        let first = *self.free.get(usize::from(count)).filter(|&&first| first != Self::NONE)?;
        self.free[usize::from(count)] = self.nodes[first as usize].first;
        Some(first)
    }

    fn give_back(&mut self, first: u32, count: u16) {
        if count == 0 {
            return;
        }
        if self.free.len() <= usize::from(count) {
            self.free.resize(usize::from(count) + 1, Self::NONE);
        }
        let next = std::mem::replace(&mut self.free[usize::from(count)], first);
        self.nodes[first as usize].first = next;
    }
}

/// Which child shows that the chooser at a decided node gets its way: the one that ends the game soonest.
pub(super) fn quickest(children: &[TreeNode], node: Node) -> Option<usize> {
    let wins = |nth: &usize| children[*nth].numbers.seen_at(node).phi == ProofNumber::ZERO;
    (0..children.len()).filter(wins).min_by_key(|&nth| children[nth].bound)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaf(action: u16) -> TreeNode {
        TreeNode::leaf(action, Node::Or, Numbers::FRESH, Bound::ENDLESS)
    }

    fn tree(nodes: u64) -> Tree {
        let mut tree = Tree::new(TableSize::Bytes(nodes * Tree::NODE_BYTES)).expect("a small tree");
        tree.plant(leaf(0));
        tree
    }

    #[test]
    fn a_node_takes_twenty_bytes() {
        assert_eq!(Tree::NODE_BYTES, 20);
    }

    #[test]
    fn a_full_tree_refuses_and_uses_places_again() {
        let mut tree = tree(60);
        let leaves: Vec<TreeNode> = (0..10).map(leaf).collect();
        assert!(tree.expand(NodeId::ROOT, &leaves));
        for nth in 0..4 {
            assert!(tree.expand(tree.child(NodeId::ROOT, nth), &leaves));
        }
        let below = tree.child(tree.child(NodeId::ROOT, 3), 5);
        assert!(!tree.expand(below, &leaves));
        assert!(!tree.get(below).is_expanded);
        tree.keep_only(NodeId::ROOT, 3);
        let kept: Vec<u16> = tree.children(NodeId::ROOT).iter().map(|node| node.action).collect();
        assert_eq!(kept, [3]);
        let below = tree.child(tree.child(NodeId::ROOT, 0), 5);
        assert_eq!(tree.get(below).action, 5);
        for nth in 0..4 {
            let place = tree.child(tree.child(NodeId::ROOT, 0), nth);
            assert!(tree.expand(place, &leaves[..9]), "{nth}");
        }
        assert!(tree.nodes.len() <= 60 && tree.nodes.capacity() <= 60);
    }

    #[test]
    fn absurd_sizes_are_refused() {
        assert!(Tree::new(TableSize::Entries(u64::MAX)).is_err());
    }
}
