//! The numbers of positions that have not been searched: one, by mobility or by evaluation.
//!
//! Worth (2026-11-17, see the [folder](super)):
//! * `init`: KnightThrough −5 ± 9, Tzaar −1 ± 1, Amazons −10 ± 15, Arimaa 0 ± 0 % nodes.
//! * `recognise`: KnightThrough −70 ± 42, Tzaar −88 ± 10, Amazons −89 ± 26, Arimaa −55 ± 45 % nodes.
//! * `relevant`: KnightThrough +6 ± 10, Tzaar 0 ± 0, Amazons 0 ± 0, Arimaa 0 ± 0 % nodes.
//! * `order`: KnightThrough −1 ± 2, Tzaar +4 ± 7, Amazons −2 ± 2, Arimaa 0 ± 0 % nodes.

use super::{
    config::{Epsilon, Init, Weak},
    numbers::{Bound, Node, Numbers, ProofNumber, View},
};
use game::{Game, Heuristics, MoveOrdering, Proofs, Score};
use std::{marker::PhantomData, ops::ControlFlow};

/// The settings that both searches share, already checked.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct PolicySettings {
    pub recognise: bool,
    pub relevant: bool,
    pub order: bool,
    pub init: Init,
    pub init_a: u64,
    pub init_b: u64,
    pub init_t: i64,
    pub weak: Weak,
    pub weak_h: u64,
    pub weak_t: i64,
    pub widen: usize,
    pub turns: bool,
    pub epsilon: Epsilon,
}

/// A position that is decided without a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Leaf {
    pub attacker_wins: bool,
    pub bound: Bound,
    /// A draw: "the attacker does not win" does not mean that it loses.
    pub drawn: bool,
}

/// How well the side to move stands: 0 for badly, 1 for evenly, 2 for well. The papers use this one step each way; WALTZ tried
/// more and found no gain in Tzaar.
#[inline]
fn standing(score: Score, threshold: i64) -> u64 {
    let score = i64::from(score.raw());
    1 + u64::from(score >= threshold) - u64::from(score <= -threshold)
}

/// Numbers for positions that have not been searched.
#[derive(Clone, Debug)]
pub(super) struct LeafPolicy<G, H> {
    heuristics: H,
    pub settings: PolicySettings,
    game: PhantomData<fn() -> G>,
}

impl<G: Game, H: Heuristics<G>> LeafPolicy<G, H> {
    pub fn new(heuristics: H, settings: PolicySettings) -> Self {
        LeafPolicy { heuristics, settings, game: PhantomData }
    }

    /// A proof of an unfinished position, with `node` saying who is to move there.
    #[inline]
    pub fn recognise(&self, position: &G, node: Node) -> Option<Leaf> {
        if !self.settings.recognise {
            return None;
        }
        self.heuristics.proofs().proven_winner(position).map(|score| leaf_of_score(score, node))
    }

    /// The numbers of an unfinished position that has not been searched.
    #[inline]
    pub fn fresh(&self, position: &G, node: Node) -> Numbers {
        match self.settings.init {
            Init::Off => Numbers::FRESH,
            Init::Mobility => self.by_mobility(position).absolute(node),
            Init::Eval => self.by_evaluation(position).absolute(node),
        }
    }

    /// Do the numbers of a fresh leaf depend on its position?
    #[inline]
    pub fn looks_at_leaves(&self) -> bool {
        self.settings.init != Init::Off
    }

    /// One action is enough for the side to move to get its way; to deny it, each of its actions must be answered.
    #[inline]
    fn by_mobility(&self, position: &G) -> View {
        View { phi: ProofNumber::ONE, delta: ProofNumber::finite(self.count(position)) }
    }

    /// Winands and Schadd's formula as section 2.2.2 of the WALTZ thesis gives it, written for the side to move there (the
    /// thesis writes it for the side that has just moved): phi `1 + a (1 - s)`, delta `m (1 + b (1 + s))`, where `m`
    /// is the number of actions and `s` the step from -1 to 1.
    fn by_evaluation(&self, position: &G) -> View {
        let PolicySettings { init_a, init_b, init_t, .. } = self.settings;
        let standing = standing(self.heuristics.static_score_from_scratch(position), init_t);
        let phi = 1 + init_a * (2 - standing);
        let delta = self.count(position) * (1 + init_b * standing);
        View { phi: ProofNumber::finite(phi), delta: ProofNumber::finite(delta) }
    }

    /// How many children there are to choose from: actions, or turns where these are the children and the game's estimate of
    /// their number if it has one. At least 1, because a leaf is not decided.
    #[inline]
    fn count(&self, position: &G) -> u64 {
        if self.settings.turns
            && let Some(turns) = self.heuristics.ordering().expected_turns(position)
        {
            return turns.max(1);
        }
        let mut count = 0;
        let _ = self.actions(position, |action| {
            count += if self.settings.turns { self.ways_on(&position.child(action)) } else { 1 };
            ControlFlow::Continue(())
        });
        count.max(1)
    }

    /// How many children an action leads to where a child is a turn of up to two actions.
    fn ways_on(&self, position: &G) -> u64 {
        if position.starts_turn() || position.outcome().is_some() {
            return 1;
        }
        let mut count = 0;
        let _ = self.actions(position, |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }

    /// The actions that are searched: all, or the relevant ones.
    #[inline]
    pub fn actions(&self, position: &G, visit: impl FnMut(G::Action) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.settings.relevant {
            self.heuristics.proofs().relevant_actions(position, visit)
        } else {
            position.actions(visit)
        }
    }

    /// The order among equal numbers: larger is earlier.
    #[inline]
    pub fn order_hint(&self, position: &G, action: G::Action) -> i32 {
        if self.settings.order { self.heuristics.ordering().order_hint(position, action) } else { 0 }
    }

    /// What each further open child of this position adds with the weak rules.
    #[inline]
    pub fn slope(&self, position: &G) -> u64 {
        match self.settings.weak {
            Weak::Off => 0,
            Weak::Plain => 1,
            Weak::Heuristic => {
                let score = self.heuristics.static_score_from_scratch(position);
                self.settings.weak_h * standing(score, self.settings.weak_t)
            }
        }
    }
}

/// The leaf of a proven score.
fn leaf_of_score(score: Score, node: Node) -> Leaf {
    let Some(distance) = score.distance() else {
        return Leaf { attacker_wins: false, bound: Bound::ENDLESS, drawn: true };
    };
    let attacker_wins = score.is_win() == (node == Node::Or);
    Leaf { attacker_wins, bound: Bound::within(distance), drawn: false }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_good_from_the_threshold_on() {
        let standings =
            [i32::MIN, -100, -99, 0, 99, 100, i32::MAX].map(|v| standing(Score::estimate(v), 100));
        assert_eq!(standings, [0, 0, 1, 1, 1, 2, 2]);
    }
}
