//! The workbench's own evaluation: material by what remains, traps, hostages, freezing, room, rabbits and goal threats.

mod camp;
mod weights;

pub use weights::{Placement, Weights};

use super::{goal_win, placing};
use crate::{rules::Arimaa, tactics};
use camp::Camp;
use game::{Game, Heuristics, Score, Side};

/// A weighted sum of features, and wins by goal seen exactly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strong {
    /// What the features are worth.
    pub weights: Weights,
}

impl Default for Strong {
    fn default() -> Strong {
        Strong::DEFAULT
    }
}

impl Strong {
    /// The evaluation with the usual weights.
    pub const DEFAULT: Strong = Strong { weights: Weights::DEFAULT };

    /// The sum of all features for the side to move, whatever can be proven.
    pub fn opinion(&self, position: &Arimaa) -> i32 {
        let board = position.board();
        let turned = board.reversed();
        let side = position.to_move();
        let (own, other) = if side == Side::First { (board, &turned) } else { (&turned, board) };
        let camps = Camp::new(&self.weights, own).opinion() - Camp::new(&self.weights, other).opinion();
        let left = position.steps_left();
        let threatened = tactics::goal_within(board, side.other(), 4).is_some();
        let threat = if threatened { self.weights.goal_threat[usize::from(left)] } else { 0 };
        camps - threat + self.weights.step_left * i32::from(left)
    }
}

impl Heuristics<Arimaa> for Strong {
    #[inline]
    fn evaluate(&self, position: &Arimaa) -> Score {
        if position.is_setup() {
            return placing::opinion(position);
        }
        self.recognise(position).unwrap_or_else(|| Score::opinion(self.opinion(position)))
    }

    #[inline]
    fn recognise(&self, position: &Arimaa) -> Option<Score> {
        goal_win(position)
    }

    shared_beliefs!();
}
