//! Sums of local games as games to play: rules, score, strategies and matches.
//!
//! [`Sum::score`] defines the score. Only sources with a time limit read a clock.

mod blocked;
mod guess;
mod hybrid;
mod matches;
mod solve;
mod source;
mod strategy;

pub use hybrid::{Hybrid, HybridConfig};
pub use matches::{GameResult, Match, MatchResult, SumPlayer, Tally, local_board};
pub use solve::{SimplifiedSum, SumSolver};
pub use source::{DatabaseSource, Exact, MixedSource, Source, TdsSource};
pub use strategy::{Strategy, StrategyPlayer};

use crate::{Amazons, Partizan, Player, Result, Unit};
use blocked::blocked_value;

/// A move in one component.
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
    /// The components, in a fixed order.
    pub components: Vec<P>,
    /// Whose turn it is.
    pub player: Player,
    /// The component of the last move.
    pub last: Option<usize>,
    /// The ambient temperature in units: the lowest temperature so far of the hottest component.
    pub ambient: i32,
}

impl<P: Partizan> Sum<P> {
    /// A sum before the first move; its ambient temperature is infinite.
    pub fn new(components: Vec<P>, player: Player) -> Sum<P> {
        Sum { components, player, last: None, ambient: i32::MAX }
    }

    /// Has the player to move no move left?
    pub fn is_over(&self) -> bool {
        self.components.iter().all(|component| component.all_options(self.player).is_empty())
    }

    /// Plays a move.
    pub fn play(&mut self, chosen: Move<P>) {
        self.components[chosen.component] = chosen.after;
        self.last = Some(chosen.component);
        self.player = self.player.other();
    }
}

impl Sum<Amazons> {
    /// Left's score in a sum whose player cannot move: the free moves that the winner has left. A game in which one player
    /// cannot move is an integer, so this is the value of the sum. Zero means that neither can move.
    pub fn score(&self, referee: &mut Exact) -> Result<i32> {
        let mut total = 0;
        for component in &self.components {
            // Exact values of boards with much room take too long, so moves are counted where that is enough.
            total += match blocked_value(component, self.player) {
                Some(moves) => moves,
                None => referee.walls(component)?.mast.v / i32::ONE,
            };
        }
        Ok(total)
    }
}
