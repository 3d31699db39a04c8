//! What goes into a search and what comes out: one shape for every algorithm.

use crate::{Control, Limits};
use game::{Game, History, Score, Verdict, first_turn};

/// What to search.
#[derive(Debug)]
pub struct Root<'a, G: Game> {
    /// An unfinished position, usually at the start of a turn.
    pub position: &'a G,
    /// The turn ends so far, for games where repetition is forbidden.
    pub history: &'a History,
    /// How many different turns to report, best first; at least 1.
    pub lines: usize,
}

// Written by hand: the derived ones would ask for a game that is `Copy`.
impl<G: Game> Copy for Root<'_, G> {}
impl<G: Game> Clone for Root<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

/// A line of play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line<G: Game> {
    /// The actions, beginning with the whole turn of the side to move.
    pub actions: Vec<G::Action>,
    /// How good it is for the side to move at the root; `None` for searches without an evaluation.
    pub score: Option<Score>,
}

/// The state of a search: sent to the [`Control`] while it runs and returned at its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report<G: Game> {
    /// Completed depth in actions; 0 for searches without one.
    pub depth: u32,
    /// Nodes visited so far, by all threads.
    pub nodes: u64,
    /// What is proven for the side to move at the root.
    pub verdict: Verdict,
    /// Actions to the end of the game, where the search knows it exactly.
    pub length: Option<u32>,
    /// Lines, best first. In a final report the first one begins with a complete legal turn.
    pub lines: Vec<Line<G>>,
}

impl<G: Game> Report<G> {
    /// The actions of the best line that belong to the first turn.
    pub fn turn(&self, root: &G) -> &[G::Action] {
        first_turn(root, &self.lines[0].actions).0
    }
}

/// A search that answers with a whole turn.
pub trait TurnSearch<G: Game>: Send {
    /// Searches until it is sure, its own limits are reached or the control says stop. The best line of the answer begins
    /// with a complete legal turn, however early the search was stopped.
    fn search(&mut self, root: Root<'_, G>, control: &dyn Control<G>) -> Report<G>;

    /// Limits among the search's own settings, to be combined with those from outside.
    fn own_limits(&self) -> Limits {
        Limits::default()
    }

    /// Forgets everything learned: the next search is as if it were the first.
    fn new_game(&mut self);
}

/// When to report: whenever the nodes have doubled, and at least once in a number of nodes.
pub(crate) struct Milestones {
    next: u64,
    apart: u64,
}

impl Milestones {
    pub(crate) fn new(first: u64, apart: u64) -> Milestones {
        Milestones { next: first, apart }
    }

    #[inline]
    pub(crate) fn is_reached(&mut self, nodes: u64) -> bool {
        let reached = nodes >= self.next;
        if reached {
            self.next = nodes + nodes.min(self.apart);
        }
        reached
    }
}
