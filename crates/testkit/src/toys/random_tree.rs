//! A pseudo-random game whose tree is computed, never stored: everything about a node is a hash of the node.
//!
//! A node is a bucket number at a depth, with the side and the phase of the turn. Children fall into one of a few buckets,
//! so that different paths meet; since everything below a node depends on the node alone, equal keys mean equal subtrees.

use crate::mix;
use game::{Action, Evaluation, Game, Key, MoveOrdering, Outcome, Proofs, Score, Side};
use std::ops::ControlFlow;

/// How many actions make a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TurnLength {
    /// Always this many, from 1 to [`TurnLength::MOST`].
    Always(u8),
    /// From 1 to [`TurnLength::MOST`], as the hash decides while the turn runs.
    Irregular,
}

impl TurnLength {
    /// The longest turn.
    pub const MOST: u8 = 4;
}

/// Which of the many trees it is, and how it grows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shape {
    /// Another seed, another tree.
    pub seed: u64,
    /// Actions in a turn.
    pub turn: TurnLength,
    /// The root has this many actions, every other unfinished node 1 to this many; at most [`Shape::MOST_ACTIONS`].
    pub branching: u8,
    /// After this many actions every game is over.
    pub length: u8,
    /// Different nodes of one depth, side and phase; few of them mean many transpositions.
    pub buckets: u16,
    /// From the second action on, one inner node in this many ends the game; 0 means none does.
    pub ends_one_in: u8,
}

impl Shape {
    /// The largest branching.
    pub const MOST_ACTIONS: u8 = 16;

    /// A small tree with wins, draws, early ends and transpositions.
    pub const fn small(seed: u64, turn: TurnLength) -> Shape {
        Shape { seed, turn, branching: 4, length: 9, buckets: 40, ends_one_in: 12 }
    }
}

/// A node of a pseudo-random tree: everything below it is a hash of what it holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RandomTree {
    shape: Shape,
    bucket: u16,
    depth: u8,
    side: Side,
    /// Actions of this turn that are done.
    done: u8,
}

/// The branch that is followed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Branch(u8);

/// What a hash is wanted for, so that the answers do not depend on each other.
#[derive(Clone, Copy)]
enum Purpose {
    Key,
    Width,
    Child,
    TurnEnds,
    GameEnds,
    Winner,
    Evaluation,
    Order,
    Noise,
}

impl RandomTree {
    /// The root of the tree of this shape. Panics on a shape out of range: shapes are written by tests.
    pub fn new(shape: Shape) -> RandomTree {
        let turn_fits = match shape.turn {
            TurnLength::Always(actions) => (1..=TurnLength::MOST).contains(&actions),
            TurnLength::Irregular => true,
        };
        let branching_fits = (1..=Shape::MOST_ACTIONS).contains(&shape.branching);
        assert!(turn_fits && branching_fits && shape.buckets > 0 && shape.length > 0, "{shape:?}");
        RandomTree { shape, bucket: 0, depth: 0, side: Side::First, done: 0 }
    }

    fn hash(&self, purpose: Purpose, detail: u64) -> u64 {
        let shape = &self.shape;
        let turn = match shape.turn {
            TurnLength::Always(actions) => u64::from(actions),
            TurnLength::Irregular => 0,
        };
        let growth = u64::from_le_bytes([
            shape.branching,
            shape.length,
            shape.ends_one_in,
            turn as u8,
            self.depth,
            self.side.index() as u8,
            self.done,
            purpose as u8,
        ]);
        mix(&[shape.seed, growth, u64::from(shape.buckets) << 16 | u64::from(self.bucket), detail])
    }

    fn width(&self) -> u8 {
        if self.depth == 0 {
            return self.shape.branching;
        }
        1 + (self.hash(Purpose::Width, 0) % u64::from(self.shape.branching)) as u8
    }
}

impl Action for Branch {
    fn code(self) -> u16 {
        u16::from(self.0)
    }

    fn from_code(code: u16) -> Option<Branch> {
        u8::try_from(code).ok().filter(|&branch| branch < Shape::MOST_ACTIONS).map(Branch)
    }
}

impl Game for RandomTree {
    type Action = Branch;
    const SIDES: [&'static str; 2] = ["First", "Second"];
    const HISTORY_SIZE: usize = (Shape::MOST_ACTIONS * TurnLength::MOST) as usize;

    fn to_move(&self) -> Side {
        self.side
    }

    fn starts_turn(&self) -> bool {
        self.done == 0
    }

    fn outcome(&self) -> Option<Outcome> {
        let early = match self.shape.ends_one_in {
            0 => false,
            rarity => self.depth > 1 && self.hash(Purpose::GameEnds, 0).is_multiple_of(u64::from(rarity)),
        };
        if !early && self.depth < self.shape.length {
            return None;
        }
        Some(match self.hash(Purpose::Winner, 0) % 5 {
            0 | 1 => Outcome::Win(Side::First),
            2 | 3 => Outcome::Win(Side::Second),
            _ => Outcome::Draw,
        })
    }

    fn actions(&self, mut visit: impl FnMut(Branch) -> ControlFlow<()>) -> ControlFlow<()> {
        let width = if self.outcome().is_some() { 0 } else { self.width() };
        (0..width).try_for_each(|branch| visit(Branch(branch)))
    }

    fn is_legal(&self, action: Branch) -> bool {
        self.outcome().is_none() && action.0 < self.width()
    }

    fn play(&mut self, action: Branch) {
        debug_assert!(self.is_legal(action));
        self.bucket =
            (self.hash(Purpose::Child, action.code().into()) % u64::from(self.shape.buckets)) as u16;
        self.depth += 1;
        self.done += 1;
        let turn_ends = match self.shape.turn {
            TurnLength::Always(actions) => self.done >= actions,
            TurnLength::Irregular => {
                self.done >= TurnLength::MOST || self.hash(Purpose::TurnEnds, 0).is_multiple_of(3)
            }
        };
        if turn_ends {
            self.done = 0;
            self.side = self.side.other();
        }
    }

    fn key(&self) -> Key {
        Key(self.hash(Purpose::Key, 0))
    }

    fn history_index(&self, action: Branch) -> usize {
        usize::from(self.done * Shape::MOST_ACTIONS + action.0)
    }
}

/// Heuristics of a random tree: hashed as well, in a small range, so that ties and cut-offs are common.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TreeHeuristics {
    /// Evaluations lie between minus this and this.
    pub spread: i32,
    /// Prove a win with the next action.
    pub proves: bool,
    /// Leave out actions that lose at once if there are others.
    pub leaves_out: bool,
}

impl TreeHeuristics {
    /// Only hashed evaluations: nothing is proven, nothing left out.
    pub const EVALUATION: TreeHeuristics = TreeHeuristics { spread: 20, proves: false, leaves_out: false };
    /// Everything that heuristics may offer a search.
    pub const FULL: TreeHeuristics = TreeHeuristics { spread: 20, proves: true, leaves_out: true };

    fn ends_with(position: &RandomTree, action: Branch, winner: Side) -> bool {
        position.child(action).outcome() == Some(Outcome::Win(winner))
    }
}

game::heuristics_in_one!(TreeHeuristics => RandomTree);

impl Evaluation<RandomTree> for TreeHeuristics {
    type State = ();

    fn root_state(&self, _: &RandomTree) {}

    fn evaluate(&self, position: &RandomTree, (): &()) -> Score {
        let values = u64::from(self.spread.unsigned_abs()) * 2 + 1;
        Score::estimate((position.hash(Purpose::Evaluation, 0) % values) as i32 - self.spread)
    }
}

impl Proofs<RandomTree> for TreeHeuristics {
    fn proven_score(&self, position: &RandomTree) -> Option<Score> {
        let wins = |action| Self::ends_with(position, action, position.side);
        let found = self.proves && (0..position.width()).map(Branch).any(wins);
        found.then_some(Score::win_in(1))
    }

    fn relevant_actions(
        &self,
        position: &RandomTree,
        mut visit: impl FnMut(Branch) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let loses = |action| Self::ends_with(position, action, position.side.other());
        let some_hold =
            position.actions(|a| if loses(a) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) });
        let leave_out = self.leaves_out && some_hold.is_break();
        position.actions(|a| if leave_out && loses(a) { ControlFlow::Continue(()) } else { visit(a) })
    }
}

impl MoveOrdering<RandomTree> for TreeHeuristics {
    fn order_hint(&self, position: &RandomTree, action: Branch) -> i32 {
        (position.hash(Purpose::Order, action.code().into()) % 7) as i32
    }

    fn noisy_actions(
        &self,
        position: &RandomTree,
        mut visit: impl FnMut(Branch) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        position.actions(|a| if self.is_noisy(position, a) { visit(a) } else { ControlFlow::Continue(()) })
    }

    fn is_noisy(&self, position: &RandomTree, action: Branch) -> bool {
        position.hash(Purpose::Noise, action.code().into()).is_multiple_of(4)
    }

    fn null_move(&self, position: &RandomTree) -> Option<RandomTree> {
        Some(RandomTree { side: position.side.other(), ..*position })
    }
}
