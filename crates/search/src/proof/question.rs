//! What a proof-number search is asked, and what the rules answer about a position at once.
//!
//! A question is "does this side win?"; a draw is a no. This file owns the reading of outcomes, forbidden turn ends and
//! repetitions; it refuses to search.
//!
//! Repetition, and why results stay sound. The turn ends that the history forbids are fixed for the whole search, so they
//! are treated as illegal. A turn end that the line itself has been through counts as "the attacker does not win": an attacker
//! that must repeat makes no progress. A proof found under that rule is a true win, since it never needs a repetition. A
//! refutation may depend on the line that led to it: [`HistoryDependence`] marks it, and it is stored under the line's own
//! key. Where anything was repeated, a refutation counts as a loss only when the other side's win is proven too.

use super::{
    leaf::{Leaf, LeafPolicy},
    numbers::{Bound, Node},
    table::TableKey,
};
use game::{Game, Heuristics, History, Outcome, Side};

/// "Does this side win?", asked about positions that continue one game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question<'a> {
    pub attacker: Side,
    pub history: &'a History,
    /// Tells this question's entries in a table from those of other questions.
    pub salt: u64,
}

/// Events of a search that limit what a refutation means.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Findings {
    /// Some line ended in a draw.
    pub draw: bool,
    /// Some line came back to a position it had been through.
    pub repetition: bool,
}

impl Findings {
    /// What two threads have found together.
    pub fn and(self, other: Findings) -> Findings {
        Findings { draw: self.draw || other.draw, repetition: self.repetition || other.repetition }
    }

    /// Does "the attacker does not win" mean that the other side wins?
    pub fn refuted_means_lost(self) -> bool {
        self == Findings::default()
    }
}

/// The earliest turn start on the current line that a decision rests on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct HistoryDependence(u32);

impl HistoryDependence {
    /// The decision holds however the position was reached.
    pub const NONE: HistoryDependence = HistoryDependence(u32::MAX);
    /// It may rest on the whole line.
    pub const ALL: HistoryDependence = HistoryDependence(0);

    /// The dependence above the `nth` turn start of the line: depending on oneself is none.
    #[inline]
    pub fn at_turn_start(self, nth: usize) -> HistoryDependence {
        if self.0 as usize >= nth { HistoryDependence::NONE } else { self }
    }
}

/// What the rules say about a child before anything is searched.
pub(super) enum ChildStatus {
    /// The turn must not end here.
    Forbidden,
    /// Decided, by the rules or by a proof of the heuristics.
    Decided(Leaf, HistoryDependence),
    /// To be searched.
    Open(Node),
}

impl Question<'_> {
    /// The kind of the node of a position.
    #[inline]
    pub fn node<G: Game>(&self, position: &G) -> Node {
        Node::chosen_by(self.attacker, position.to_move())
    }

    /// The key of a position under this question.
    #[inline]
    pub fn key<G: Game>(&self, position: &G) -> TableKey {
        TableKey::new(position.key().0, self.salt)
    }

    /// What the rules and the heuristics' proofs say about a child. `line` holds the keys of the turn starts that led here.
    #[inline]
    pub fn status<G: Game, H: Heuristics<G>>(
        &self,
        child: &G,
        line: &[TableKey],
        policy: &LeafPolicy<G, H>,
    ) -> ChildStatus {
        if let Some(outcome) = child.outcome() {
            let leaf = Leaf {
                attacker_wins: outcome == Outcome::Win(self.attacker),
                bound: Bound::NOW,
                drawn: outcome == Outcome::Draw,
            };
            return ChildStatus::Decided(leaf, HistoryDependence::NONE);
        }
        if G::FORBIDDEN_REPETITION.is_some() && child.starts_turn() {
            if self.history.forbids(child) {
                return ChildStatus::Forbidden;
            }
            let key = self.key(child);
            if let Some(nth) = line.iter().position(|&earlier| earlier == key) {
                let leaf = Leaf { attacker_wins: false, bound: Bound::ENDLESS, drawn: false };
                return ChildStatus::Decided(leaf, HistoryDependence(nth as u32));
            }
        }
        let node = self.node(child);
        match policy.recognise(child, node) {
            Some(leaf) => ChildStatus::Decided(leaf, HistoryDependence::NONE),
            None => ChildStatus::Open(node),
        }
    }
}

/// Can the turn be completed from here, with an end that the history allows? True at the end of a turn.
pub(super) fn turn_can_end<G: Game>(position: &G, history: &History) -> bool {
    if position.outcome().is_some() {
        return true;
    }
    if position.starts_turn() {
        return !history.forbids(position);
    }
    position.action_list().into_iter().any(|action| turn_can_end(&position.child(action), history))
}
