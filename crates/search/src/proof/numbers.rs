//! Proof and disproof numbers, who they belong to, and how far a proven end lies away.
//!
//! Owns the arithmetic (saturating, with a true infinity) and the one rule that says which of the two numbers a node takes
//! the minimum of. Knows no tree, table or game.

use game::Side;

/// How many leaves must still be decided, at the least, to decide a node one way. [`ProofNumber::INFINITE`]: impossible.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ProofNumber(u32);

impl ProofNumber {
    /// Already decided this way.
    pub const ZERO: ProofNumber = ProofNumber(0);
    /// One leaf would do: the plain value of a fresh leaf.
    pub const ONE: ProofNumber = ProofNumber(1);
    /// Decided the other way.
    pub const INFINITE: ProofNumber = ProofNumber(u32::MAX);
    /// Where finite sums stop growing.
    const MOST: u32 = u32::MAX - 1;

    /// A finite number; too large ones are cut.
    #[inline]
    pub fn finite(number: u64) -> ProofNumber {
        ProofNumber(number.min(u64::from(Self::MOST)) as u32)
    }

    /// The bare number, `u32::MAX` for infinity: for tables and printing.
    #[inline]
    pub fn raw(self) -> u32 {
        self.0
    }

    /// The inverse of [`ProofNumber::raw`].
    #[inline]
    pub fn from_raw(raw: u32) -> ProofNumber {
        ProofNumber(raw)
    }

    /// Is it infinite?
    #[inline]
    pub fn is_infinite(self) -> bool {
        self == Self::INFINITE
    }

    /// The sum. Infinity swallows everything; a finite sum stays finite.
    #[inline]
    pub fn plus(self, other: ProofNumber) -> ProofNumber {
        if self.is_infinite() || other.is_infinite() {
            Self::INFINITE
        } else {
            Self::finite(u64::from(self.0) + u64::from(other.0))
        }
    }

    /// What is left of a limit after `part` is spoken for. An infinite limit stays infinite.
    #[inline]
    pub fn less(self, part: ProofNumber) -> ProofNumber {
        if self.is_infinite() { self } else { ProofNumber(self.0.saturating_sub(part.0)) }
    }
}

/// Who chooses at a node: the side that the question is about, or the side that tries to refute it.
///
/// It follows from the side to move, never from the level: a side may act several times in a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Node {
    /// The attacker chooses: one proven child proves the node.
    Or,
    /// The defender chooses: one disproven child disproves the node.
    And,
}

impl Node {
    /// The kind of a node where `to_move` acts, when the question is whether `attacker` wins.
    #[inline]
    pub fn chosen_by(attacker: Side, to_move: Side) -> Node {
        if attacker == to_move { Node::Or } else { Node::And }
    }
}

/// The two numbers of a node, absolute: about the attacker's win, independent of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Numbers {
    /// How hard it still is to prove that the attacker wins.
    pub proof: ProofNumber,
    /// How hard it still is to prove that the attacker does not win.
    pub disproof: ProofNumber,
}

impl Numbers {
    /// The attacker wins.
    pub const PROVEN: Numbers = Numbers { proof: ProofNumber::ZERO, disproof: ProofNumber::INFINITE };
    /// The attacker does not win.
    pub const DISPROVEN: Numbers = Numbers { proof: ProofNumber::INFINITE, disproof: ProofNumber::ZERO };
    /// A leaf about which nothing is known.
    pub const FRESH: Numbers = Numbers { proof: ProofNumber::ONE, disproof: ProofNumber::ONE };

    /// `Some(true)` if the attacker's win is proven, `Some(false)` if it is refuted.
    #[inline]
    pub fn decided(self) -> Option<bool> {
        match (self.proof, self.disproof) {
            (ProofNumber::ZERO, _) => Some(true),
            (_, ProofNumber::ZERO) => Some(false),
            _ => None,
        }
    }

    /// The numbers of a decided node.
    #[inline]
    pub fn from_decision(attacker_wins: bool) -> Numbers {
        if attacker_wins { Numbers::PROVEN } else { Numbers::DISPROVEN }
    }

    /// The same numbers as the chooser at a node of this kind sees them.
    #[inline]
    pub fn seen_at(self, node: Node) -> View {
        match node {
            Node::Or => View { phi: self.proof, delta: self.disproof },
            Node::And => View { phi: self.disproof, delta: self.proof },
        }
    }
}

/// The two numbers of a position from the point of view of one chooser, who may or may not be to move there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    /// How hard it is for the chooser to get its way. A node takes the least of its children.
    pub phi: ProofNumber,
    /// How hard it is to deny the chooser its way. A node adds up its children.
    pub delta: ProofNumber,
}

impl View {
    /// No limit on either number.
    pub const UNLIMITED: View = View { phi: ProofNumber::INFINITE, delta: ProofNumber::INFINITE };

    /// Back to absolute numbers; the inverse of [`Numbers::seen_at`] for the same kind of node.
    #[inline]
    pub fn absolute(self, node: Node) -> Numbers {
        match node {
            Node::Or => Numbers { proof: self.phi, disproof: self.delta },
            Node::And => Numbers { proof: self.delta, disproof: self.phi },
        }
    }

    /// Has one of the numbers reached its limit?
    #[inline]
    pub fn reaches(self, limits: View) -> bool {
        self.phi >= limits.phi || self.delta >= limits.delta
    }
}

/// Within how many actions the found proof ends the game: the "minimal winning depth" and "maximal losing depth" of
/// section 2.3 of the WALTZ thesis. Known for decided nodes only, and a bound, not the optimum: the winner's strategy is
/// the one that was found, not the shortest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Bound(u16);

impl Bound {
    /// The game is over.
    pub const NOW: Bound = Bound(0);
    /// The decision does not come with an end of the game: a repetition denied the attacker its win.
    pub const ENDLESS: Bound = Bound(u16::MAX - 1);
    /// The turn cannot be completed from here: the action that leads here is not available.
    pub const DEAD_END: Bound = Bound(u16::MAX);

    /// This many actions away, or endless if that is too far to count.
    #[inline]
    pub fn within(actions: u32) -> Bound {
        Bound(actions.min(u32::from(Self::ENDLESS.0)) as u16)
    }

    /// The same end seen one action earlier.
    #[inline]
    pub fn later(self) -> Bound {
        if self >= Self::ENDLESS { self } else { Bound(self.0 + 1) }
    }

    /// The number of actions, where there is one.
    #[inline]
    pub fn actions(self) -> Option<u32> {
        (self < Self::ENDLESS).then_some(u32::from(self.0))
    }

    /// The bare number, for tables.
    #[inline]
    pub fn raw(self) -> u16 {
        self.0
    }

    /// The inverse of [`Bound::raw`].
    #[inline]
    pub fn from_raw(raw: u16) -> Bound {
        Bound(raw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn infinity_swallows_and_finite_sums_stay_finite() {
        let most = ProofNumber::finite(u64::MAX);
        assert!(!most.is_infinite());
        assert_eq!(most.plus(most), most);
        assert_eq!(ProofNumber::ONE.plus(ProofNumber::INFINITE), ProofNumber::INFINITE);
        assert_eq!(ProofNumber::INFINITE.less(most), ProofNumber::INFINITE);
        assert_eq!(ProofNumber::ONE.less(most), ProofNumber::ZERO);
    }

    #[test]
    fn views_turn_with_the_chooser_and_back() {
        let numbers = Numbers { proof: ProofNumber::finite(3), disproof: ProofNumber::finite(7) };
        assert_eq!(numbers.seen_at(Node::Or).phi, ProofNumber::finite(3));
        assert_eq!(numbers.seen_at(Node::And).phi, ProofNumber::finite(7));
        for node in [Node::Or, Node::And] {
            assert_eq!(numbers.seen_at(node).absolute(node), numbers);
        }
    }

    #[test]
    fn bounds_grow_until_they_are_endless_and_dead_ends_stay_dead() {
        assert_eq!(Bound::NOW.later().actions(), Some(1));
        assert_eq!(Bound::within(u32::MAX), Bound::ENDLESS);
        assert_eq!(Bound::within(65_533).later(), Bound::ENDLESS);
        assert_eq!(Bound::DEAD_END.later(), Bound::DEAD_END);
        assert_eq!(Bound::DEAD_END.actions(), None);
    }
}
