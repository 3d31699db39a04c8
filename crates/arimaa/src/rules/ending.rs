//! When the game is over: judged at the end of a turn only, in the official order.

use crate::{board::Board, squares::goal_row};
use game::Side;

/// How a game was won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// A rabbit stood on its goal row at the end of a turn.
    Goal,
    /// The loser had no rabbits left.
    Elimination,
    /// The loser had no step to begin its turn with.
    Immobilisation,
}

impl Ending {
    /// The word for records.
    pub const fn word(self) -> &'static str {
        match self {
            Ending::Goal => "goal",
            Ending::Elimination => "elimination",
            Ending::Immobilisation => "immobilisation",
        }
    }
}

/// Who has won and how, if the game is over with `to_move` about to begin its turn. The side that has just moved is asked
/// first about goal and about elimination.
#[inline]
pub(super) fn judged(board: &Board, to_move: Side) -> Option<(Side, Ending)> {
    let mover = to_move.other();
    for side in [mover, to_move] {
        if board.rabbits(side) & goal_row(side) != 0 {
            return Some((side, Ending::Goal));
        }
    }
    for side in [to_move, mover] {
        if board.rabbits(side) == 0 {
            return Some((side.other(), Ending::Elimination));
        }
    }
    (!board.can_act(to_move)).then_some((mover, Ending::Immobilisation))
}
