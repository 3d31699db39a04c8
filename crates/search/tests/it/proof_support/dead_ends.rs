//! A toy in which turns cannot always be completed.

use game::{Action, Evaluation, Game, Key, MoveOrdering, Outcome, Proofs, Score, Side};
use std::ops::ControlFlow;
use testkit::toys::{RandomTree, TreeHeuristics};

/// A random tree in which some positions in mid-turn have lost their actions: a turn that reaches one cannot be completed.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DeadEnds(pub RandomTree);

impl DeadEnds {
    /// One in this many positions in mid-turn is a dead end.
    const ONE_IN: u64 = 3;

    fn is_dead_end(&self) -> bool {
        !self.0.starts_turn() && self.0.key().0.is_multiple_of(Self::ONE_IN)
    }
}

impl Game for DeadEnds {
    type Action = <RandomTree as Game>::Action;
    const SIDES: [&'static str; 2] = RandomTree::SIDES;
    const HISTORY_SIZE: usize = RandomTree::HISTORY_SIZE;

    fn to_move(&self) -> Side {
        self.0.to_move()
    }
    fn starts_turn(&self) -> bool {
        self.0.starts_turn()
    }
    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }
    fn actions(&self, visit: impl FnMut(Self::Action) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.is_dead_end() { ControlFlow::Continue(()) } else { self.0.actions(visit) }
    }
    fn play(&mut self, action: Self::Action) {
        self.0.play(action);
    }
    fn key(&self) -> Key {
        self.0.key()
    }
    fn history_index(&self, action: Self::Action) -> usize {
        self.0.history_index(action)
    }
}

/// The tree's evaluation; what the tree proves does not hold where actions are missing.
#[derive(Clone, Debug)]
pub struct DeadEndHeuristics;

game::heuristics_in_one!(DeadEndHeuristics => DeadEnds);

impl Evaluation<DeadEnds> for DeadEndHeuristics {
    type State = ();
    fn root_state(&self, _: &DeadEnds) {}
    fn evaluate(&self, position: &DeadEnds, (): &()) -> Score {
        TreeHeuristics::EVALUATION.evaluate(&position.0, &())
    }
}

impl Proofs<DeadEnds> for DeadEndHeuristics {}

impl MoveOrdering<DeadEnds> for DeadEndHeuristics {
    fn order_hint(&self, _position: &DeadEnds, action: <RandomTree as Game>::Action) -> i32 {
        i32::from(action.code() % 3)
    }
}
