//! The rules of a game, as a trait on its positions.

use crate::{Counted, Outcome, Side, perft, perft_turns};
use std::{fmt::Debug, hash::Hash, ops::ControlFlow};

/// A hash of a position: equal for equal positions, and practically never for different ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Key(pub u64);

/// The smallest choice of a game. A turn is one or more actions by one side.
pub trait Action: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static {
    /// A code that tells this action from every other that could be legal in the same position.
    fn code(self) -> u16;

    /// The action with this code. Any code gives an answer or `None`, never a panic: codes come back from shared tables.
    fn from_code(code: u16) -> Option<Self>;
}

/// The rules of a game. A value of the type is a position, with everything about the running turn that restricts play.
///
/// `testkit::laws` checks what is promised here; a game calls it in one line.
pub trait Game: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// The smallest choice.
    type Action: Action;

    /// What the two sides are called, the first mover first.
    const SIDES: [&'static str; 2];

    /// How many turn ends with the same position are too many: with `Some(3)`, a turn must not produce a position
    /// for the third time. `None` for games that cannot repeat. See [`crate::History`].
    const FORBIDDEN_REPETITION: Option<u8> = None;

    /// One more than the largest value of [`Game::history_index`].
    const HISTORY_SIZE: usize;

    /// The side that acts next. It may be the same side several times running.
    fn to_move(&self) -> Side;

    /// Is this the beginning of a turn (true), or are some actions of the turn already done (false)?
    fn starts_turn(&self) -> bool;

    /// How the game has ended, or `None` while it goes on. A side that cannot act at the start of its turn has an outcome.
    fn outcome(&self) -> Option<Outcome>;

    /// Calls `visit` with every legal action, each once, in a fixed order, until it breaks. A finished game has none.
    fn actions(&self, visit: impl FnMut(Self::Action) -> ControlFlow<()>) -> ControlFlow<()>;

    /// Is this action legal here? Must also answer for actions of other positions, since searches ask before they generate.
    fn is_legal(&self, action: Self::Action) -> bool {
        self.actions(|a| if a == action { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            .is_break()
    }

    /// Plays a legal action in place. Copy first if the old position is still wanted.
    fn play(&mut self, action: Self::Action);

    /// Equal for equal positions: covers the side to move, the phase of the turn and the part of the turn's start that
    /// still restricts play. Kept up to date by [`Game::play`], not computed here.
    fn key(&self) -> Key;

    /// The index of this action in history tables, shared by similar actions.
    fn history_index(&self, action: Self::Action) -> usize;

    /// Can two actions of a turn be made in either order? Asked in the position before `first`, of a `second` that is legal
    /// after `first` in the same turn. True promises that `second` and then `first` is legal here too and leads to the same
    /// position, or that `second` alone wins.
    #[inline]
    fn commute(&self, _first: Self::Action, _second: Self::Action) -> bool {
        false
    }

    /// Does this action give up what is left of the turn? In games whose turns always run their course there is none.
    #[inline]
    fn is_pass(_action: Self::Action) -> bool {
        false
    }

    /// Can all ways to complete this turn be listed? False where they are far too many, as in a setup of sixteen pieces
    /// that is one turn; there [`crate::distinct_turns`] lists nothing, and a turn must be built action by action.
    fn lists_turns(&self) -> bool {
        true
    }

    /// Counts what perft counts. A game whose published counts are about something else than sequences of actions counts
    /// that; [`Game::deepest_count`] says how deep.
    fn count(&self, what: Counted, depth: u32) -> u64 {
        match what {
            Counted::Sequences => perft(self, depth),
            Counted::Turns => perft_turns(self, depth),
        }
    }

    /// The deepest meaningful count; `None` if there is no limit.
    fn deepest_count(&self, _what: Counted) -> Option<u32> {
        None
    }

    /// Whose turn it is to do what, or how the game ended, as a sentence without a full stop; `task` says what is to be done.
    fn state_text(&self, task: &str) -> String {
        match self.outcome() {
            Some(Outcome::Win(side)) => format!("{} has won", Self::SIDES[side.index()]),
            Some(Outcome::Draw) => "Drawn".into(),
            None => format!("{} {task}", Self::SIDES[self.to_move().index()]),
        }
    }

    /// The position after an action.
    #[inline]
    fn child(&self, action: Self::Action) -> Self {
        let mut child = self.clone();
        child.play(action);
        child
    }

    /// All legal actions in a new vector. Convenient outside hot loops.
    fn action_list(&self) -> Vec<Self::Action> {
        let mut list = Vec::new();
        let _ = self.actions(|a| {
            list.push(a);
            ControlFlow::Continue(())
        });
        list
    }
}
