//! A plain evaluation: fixed material, the four traps, and how far the rabbits have come. The workbench's own choice.

use super::{for_mover, placing};
use crate::{
    board::Board,
    piece::Kind,
    rules::Arimaa,
    squares::{TRAPS, each, neighbours},
};
use game::{Evaluation, Score, Side};

/// Simple enough to be explained in three lines, and quick.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plain;

impl Plain {
    /// Values in hundredths of a rabbit.
    pub const VALUES: [i32; 6] = [100, 150, 220, 380, 650, 1500];
    /// By the number of own pieces beside a trap.
    const TRAP: [i32; 5] = [0, 15, 30, 30, 25];
    /// By the rows a rabbit has come.
    const ADVANCE: [i32; 8] = [0, 2, 4, 8, 16, 32, 64, 128];

    fn camp(board: &Board) -> i32 {
        let own = board.of_side(Side::First);
        let material: i32 = Kind::ALL
            .into_iter()
            .map(|kind| Self::VALUES[kind.index()] * board.pieces(Side::First, kind).count_ones() as i32)
            .sum();
        let traps: i32 =
            each(TRAPS).map(|trap| Self::TRAP[(neighbours(trap.alone()) & own).count_ones() as usize]).sum();
        let rabbits = each(board.rabbits(Side::First));
        material + traps + rabbits.map(|s| Self::ADVANCE[usize::from(s.row())]).sum::<i32>()
    }
}

impl Evaluation<Arimaa> for Plain {
    type State = ();

    fn root_state(&self, _: &Arimaa) {}

    fn evaluate(&self, position: &Arimaa, (): &()) -> Score {
        if position.is_setup() {
            return placing::estimate(position);
        }
        let board = position.board();
        Score::estimate(for_mover(position, Plain::camp(board) - Plain::camp(&board.reversed())))
    }
}
