//! A token that walks in circles: a game in which positions come back, and bringing one back too often is forbidden.
//!
//! A turn is two steps along the arrows of a hashed graph, or leaving the graph at once with the outcome that belongs to
//! the token's node. Leaving is always allowed at the start of a turn, so neither side is ever stuck there; but after one step
//! all second steps may be forbidden, which is a dead end. Since each turn end may come up only so often, every game
//! that keeps the repetition rule is finite; without the rule it need not be.

use crate::mix;
use game::{Action, Evaluation, Game, Key, MoveOrdering, Outcome, Proofs, Score, Side};
use std::ops::ControlFlow;

/// Where the token is. `LIMIT` is the repetition that is forbidden, 2 or more.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cycle<const LIMIT: u8> {
    seed: u64,
    nodes: u8,
    at: u8,
    side: Side,
    phase: Phase,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Phase {
    TurnStarts,
    OneStepDone,
    Left,
}

/// What can be done.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Step {
    /// Along an arrow to this node.
    To(u8),
    /// Out of the graph: the game ends.
    Leave,
}

impl<const LIMIT: u8> Cycle<LIMIT> {
    /// The largest graph.
    pub const MOST_NODES: u8 = 32;
    /// An arrow that the hash draws twice exists once, so a node has 1 to this many.
    const MOST_ARROWS: u64 = 3;

    /// The token on node 0 of the graph with this seed and this many nodes, from 2 to [`Cycle::MOST_NODES`].
    pub fn new(seed: u64, nodes: u8) -> Cycle<LIMIT> {
        assert!((2..=Self::MOST_NODES).contains(&nodes), "a graph of {nodes} nodes");
        Cycle { seed, nodes, at: 0, side: Side::First, phase: Phase::TurnStarts }
    }

    /// Is there an arrow from the token's node to this one? Arrows never lead back to their own node.
    fn has_arrow_to(&self, node: u8) -> bool {
        let here = u64::from(self.at);
        let count = 1 + mix(&[self.seed, here, 0]) % Self::MOST_ARROWS;
        let skip = |nth| 1 + mix(&[self.seed, here, nth]) % (u64::from(self.nodes) - 1);
        node < self.nodes
            && (1..=count).any(|nth| (here + skip(nth)) % u64::from(self.nodes) == u64::from(node))
    }
}

impl Action for Step {
    fn code(self) -> u16 {
        match self {
            Step::To(node) => u16::from(node),
            Step::Leave => 256,
        }
    }

    fn from_code(code: u16) -> Option<Step> {
        match code {
            256 => Some(Step::Leave),
            _ => u8::try_from(code).ok().map(Step::To),
        }
    }
}

impl<const LIMIT: u8> Game for Cycle<LIMIT> {
    type Action = Step;
    const SIDES: [&'static str; 2] = ["First", "Second"];
    const FORBIDDEN_REPETITION: Option<u8> = Some(LIMIT);
    const HISTORY_SIZE: usize = Self::MOST_NODES as usize + 1;

    fn to_move(&self) -> Side {
        self.side
    }

    fn starts_turn(&self) -> bool {
        self.phase == Phase::TurnStarts
    }

    fn outcome(&self) -> Option<Outcome> {
        let of_this_node = match mix(&[self.seed, self.at.into(), u64::MAX]) % 5 {
            0 | 1 => Outcome::Win(Side::First),
            2 | 3 => Outcome::Win(Side::Second),
            _ => Outcome::Draw,
        };
        (self.phase == Phase::Left).then_some(of_this_node)
    }

    fn actions(&self, mut visit: impl FnMut(Step) -> ControlFlow<()>) -> ControlFlow<()> {
        let all = (0..self.nodes).map(Step::To).chain([Step::Leave]);
        all.filter(|&step| self.is_legal(step)).try_for_each(&mut visit)
    }

    fn is_legal(&self, action: Step) -> bool {
        match action {
            Step::To(node) => self.phase != Phase::Left && self.has_arrow_to(node),
            Step::Leave => self.phase == Phase::TurnStarts,
        }
    }

    fn play(&mut self, action: Step) {
        match action {
            Step::Leave => self.phase = Phase::Left,
            Step::To(node) => {
                self.at = node;
                if self.phase == Phase::TurnStarts {
                    self.phase = Phase::OneStepDone;
                } else {
                    self.phase = Phase::TurnStarts;
                    self.side = self.side.other();
                }
            }
        }
    }

    fn key(&self) -> Key {
        let place = [self.nodes, self.at, self.side.index() as u8, self.phase as u8];
        Key(mix(&[self.seed, u32::from_le_bytes(place).into()]))
    }

    fn history_index(&self, action: Step) -> usize {
        match action {
            Step::To(node) => usize::from(node),
            Step::Leave => Self::MOST_NODES.into(),
        }
    }
}

/// Hashed heuristics of a walk, in a small range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CycleHeuristics;

game::heuristics_in_one!(CycleHeuristics => Cycle<LIMIT> where const LIMIT: u8);

impl<const LIMIT: u8> Evaluation<Cycle<LIMIT>> for CycleHeuristics {
    type State = ();

    fn root_state(&self, _: &Cycle<LIMIT>) {}

    fn evaluate(&self, position: &Cycle<LIMIT>, (): &()) -> Score {
        Score::estimate((mix(&[position.key().0, 1]) % 21) as i32 - 10)
    }
}

impl<const LIMIT: u8> MoveOrdering<Cycle<LIMIT>> for CycleHeuristics {
    fn order_hint(&self, position: &Cycle<LIMIT>, action: Step) -> i32 {
        (mix(&[position.key().0, action.code().into()]) % 5) as i32
    }

    fn null_move(&self, position: &Cycle<LIMIT>) -> Option<Cycle<LIMIT>> {
        Some(Cycle { side: position.side.other(), ..*position })
    }
}

impl<const LIMIT: u8> Proofs<Cycle<LIMIT>> for CycleHeuristics {}
