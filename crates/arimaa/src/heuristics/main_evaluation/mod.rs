//! The workbench's own evaluation: material by what remains, traps, hostages, freezing, room, rabbits and goal threats.

mod camp;
mod weights;

pub use weights::{Placement, Weights};

use super::placing;
use crate::{rules::Arimaa, tactics};
use camp::Camp;
use game::{Evaluation, Game, Score, Side};

/// A weighted sum of features, and wins by goal seen exactly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Main {
    /// What the features are worth.
    pub weights: Weights,
}

impl Default for Main {
    fn default() -> Main {
        Main::DEFAULT
    }
}

impl Main {
    /// The evaluation with the usual weights.
    pub const DEFAULT: Main = Main { weights: Weights::DEFAULT };

    /// The sum of all features for the side to move, proofs left aside.
    pub fn estimate(&self, position: &Arimaa) -> i32 {
        let board = position.board();
        let turned = board.reversed();
        let side = position.to_move();
        let (own, other) = if side == Side::First { (board, &turned) } else { (&turned, board) };
        let camps = Camp::new(&self.weights, own).estimate() - Camp::new(&self.weights, other).estimate();
        let left = position.steps_left();
        let threatened = tactics::goal_within(board, side.other(), 4).is_some();
        let threat = if threatened { self.weights.goal_threat[usize::from(left)] } else { 0 };
        camps - threat + self.weights.step_left * i32::from(left)
    }
}

impl Evaluation<Arimaa> for Main {
    type State = ();

    fn root_state(&self, _: &Arimaa) {}

    #[inline]
    fn evaluate(&self, position: &Arimaa, (): &()) -> Score {
        if position.is_setup() {
            return placing::estimate(position);
        }
        Score::estimate(self.estimate(position))
    }
}
