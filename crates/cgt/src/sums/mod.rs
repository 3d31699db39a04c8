//! Sums of local games as games to play: the rules, the score, strategies and matches between them.
//!
//! The score is defined once, in [`Sum::score`]. Nothing here looks at a clock but a source that was given a limit of time.

mod ended;
mod guess;
mod hybrid;
mod matches;
mod solve;
mod source;
mod strategy;

pub use hybrid::{Hybrid, HybridConfig};
pub use matches::{Chooser, Match, Played, Tallied, Tally, local_board};
pub use solve::{Solver, Standing};
pub use source::{Budgeted, Exact, FromDatabase, Mixed, Source};
pub use strategy::{ByStrategy, Reading, Strategy};

use crate::{
    exact::ExactError,
    partizan::{Partizan, Player},
    thermograph::Unit,
};

/// A move: which component, and what becomes of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move<P> {
    /// The component.
    pub component: usize,
    /// The component after the move.
    pub after: P,
}

/// A sum in play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sum<P> {
    /// The components; they keep their places all through the game.
    pub components: Vec<P>,
    /// Whose turn it is.
    pub player: Player,
    /// The component of the last move.
    pub last: Option<usize>,
    /// The ambient temperature: the lowest that the hottest component has had so far, in units.
    pub ambient: i32,
}

impl<P: Partizan> Sum<P> {
    /// A sum at the beginning, when the ambient temperature is infinite.
    pub fn new(components: Vec<P>, player: Player) -> Sum<P> {
        Sum { components, player, last: None, ambient: i32::MAX }
    }

    /// Can the player to move do so anywhere?
    pub fn is_over(&self) -> bool {
        let mut any = false;
        for component in &self.components {
            component.options(self.player, |_| any = true);
            if any {
                return false;
            }
        }
        true
    }

    /// The sum after a move.
    pub fn play(&mut self, chosen: Move<P>) {
        self.components[chosen.component] = chosen.after;
        self.last = Some(chosen.component);
        self.player = self.player.other();
    }

    /// The score for Left of a sum whose player cannot move: the free moves that the winner has left. A game in which one
    /// player cannot move is a whole number, so this is the value of the sum. Zero means that nobody can move.
    pub fn score(&self, source: &mut dyn Source<P>) -> Result<i32, ExactError> {
        let mut total = 0;
        for component in &self.components {
            total += source.sketch(component)?.mast.v;
        }
        Ok(total / i32::ONE)
    }
}
