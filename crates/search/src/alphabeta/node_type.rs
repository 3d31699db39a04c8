//! Which result a node is expected to have, from its place in the tree: the node types of Knuth and Moore 1975 with the names
//! of Björnsson and Marsland 2001. Guesses only; no score depends on them but through techniques that ask.
//!
//! The first line is expected to be the best one. Every other child of a node on it should fail low for the side that moves
//! there; below, one child of a node that is too good suffices, and all children of one that is not must be refuted.

use game::Turn;

/// What the side to move at a node is expected to get.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NodeType {
    /// A score within the window.
    Pv,
    /// Beta or more.
    Cut,
    /// No more than alpha.
    All,
}

impl NodeType {
    /// The type of the child in this place, the first being 0. The side to move may stay the same.
    #[inline]
    pub(super) fn child(self, place: usize, turn: Turn) -> NodeType {
        let seen_by_the_mover = match self {
            NodeType::Pv if place > 0 => NodeType::All,
            own => own,
        };
        seen_by_the_mover.seen_after(turn)
    }

    /// What is too good for one side is too bad for the other.
    #[inline]
    fn seen_after(self, turn: Turn) -> NodeType {
        match (turn, self) {
            (Turn::Passes, NodeType::Cut) => NodeType::All,
            (Turn::Passes, NodeType::All) => NodeType::Cut,
            (_, own) => own,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Side;

    #[test]
    fn only_a_change_of_sides_turns_cut_nodes_into_all_nodes() {
        let other = Turn::between(Side::First, Side::Second);
        let same = Turn::between(Side::First, Side::First);
        assert_eq!([0, 1].map(|place| NodeType::Pv.child(place, other)), [NodeType::Pv, NodeType::Cut]);
        assert_eq!([0, 1].map(|place| NodeType::Pv.child(place, same)), [NodeType::Pv, NodeType::All]);
        for place in [0, 1] {
            assert_eq!(NodeType::Cut.child(place, other), NodeType::All);
            assert_eq!(NodeType::All.child(place, other), NodeType::Cut);
            assert_eq!(NodeType::Cut.child(place, same), NodeType::Cut);
            assert_eq!(NodeType::All.child(place, same), NodeType::All);
        }
    }
}
