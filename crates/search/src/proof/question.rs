//! What a proof-number search is asked, and what the rules answer about a position at once.
//!
//! A question is "does this side win?"; a draw is a no. This file owns the reading of outcomes, forbidden turn ends and
//! repetitions; it refuses to search.
//!
//! Repetition, and why results stay sound. The turn ends that the history forbids are fixed for the whole search, so they
//! are simply not there. A turn end that the line itself has been through counts as "the attacker does not win": an attacker
//! that must repeat makes no progress. A proof found under that rule is a true win, since it never needs a repetition. A
//! refutation may rest on the line that led to it, so [`Taint`] marks it and it is stored under the line's own key; and a
//! refutation in a game where anything was repeated is taken for a loss only when the other side's win is proven too.

use super::{
    numbers::{Bound, Node},
    policy::{Leaf, LeafPolicy},
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

/// Things that happened anywhere in the search so far and that limit what a refutation means.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Findings {
    /// Some line ended in a draw.
    pub draw: bool,
    /// Some line came back to a position it had been through.
    pub repetition: bool,
}

impl Findings {
    /// Does "the attacker does not win" mean that the other side wins?
    pub fn refuted_means_lost(self) -> bool {
        self == Findings::default()
    }
}

/// The earliest turn start on the current line that a decision rests on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Taint(u32);

impl Taint {
    /// The decision holds however the position was reached.
    pub const NONE: Taint = Taint(u32::MAX);
    /// It may rest on the whole line.
    pub const ALL: Taint = Taint(0);

    /// What is left of the taint at the turn start that is the `nth` of the line: resting on oneself is no taint.
    #[inline]
    pub fn at_turn_start(self, nth: usize) -> Taint {
        if self.0 as usize >= nth { Taint::NONE } else { self }
    }
}

/// What the rules say about a child before anything is searched.
pub(super) enum Fate {
    /// The turn must not end here.
    Forbidden,
    /// Decided, by the rules or by the game's knowledge.
    Decided(Leaf, Taint),
    /// To be searched.
    Open(Node),
}

impl Question<'_> {
    /// The kind of the node of a position.
    #[inline]
    pub fn node<G: Game>(&self, position: &G) -> Node {
        Node::of(self.attacker, position.to_move())
    }

    /// The key of a position under this question.
    #[inline]
    pub fn key<G: Game>(&self, position: &G) -> TableKey {
        TableKey::new(position.key().0, self.salt)
    }

    /// What the rules and the game's knowledge say about a position that an action has just brought about. `line` holds the
    /// keys of the turn starts that led here.
    #[inline]
    pub fn fate<G: Game, H: Heuristics<G>>(
        &self,
        child: &G,
        line: &[TableKey],
        policy: &LeafPolicy<H>,
    ) -> Fate {
        if let Some(outcome) = child.outcome() {
            let leaf = Leaf {
                attacker_wins: outcome == Outcome::Win(self.attacker),
                bound: Bound::NOW,
                drawn: outcome == Outcome::Draw,
            };
            return Fate::Decided(leaf, Taint::NONE);
        }
        if G::FORBIDDEN_REPETITION.is_some() && child.starts_turn() {
            if self.history.forbids(child) {
                return Fate::Forbidden;
            }
            let key = self.key(child);
            if let Some(nth) = line.iter().position(|&earlier| earlier == key) {
                let leaf = Leaf { attacker_wins: false, bound: Bound::ENDLESS, drawn: false };
                return Fate::Decided(leaf, Taint(nth as u32));
            }
        }
        let node = self.node(child);
        match policy.recognise(child, node) {
            Some(leaf) => Fate::Decided(leaf, Taint::NONE),
            None => Fate::Open(node),
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
