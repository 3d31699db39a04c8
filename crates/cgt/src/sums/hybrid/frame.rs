//! Where the squares of a component lie on the small board of eight by eight squares, and the way back.

use crate::{
    exact::{
        ExactError,
        fast::{
            MOST_AMAZONS,
            bits::{Bits, Region, Turn},
        },
    },
    games::{
        Amazons,
        field::{Field, STRIDE, Squares, indices, square},
    },
    partizan::Player,
};

/// Files and rows of the small board.
const SIDE: u32 = 8;

/// A component on the small board.
pub(super) struct Frame {
    pub(super) region: Region,
    row: u32,
    file: u32,
}

impl Frame {
    /// Squares keep their places if they all fit, so that a board is known again after turns on it.
    pub(super) fn of(position: &Amazons) -> Result<Frame, ExactError> {
        let field = &position.0;
        let places = || indices(field.live()).map(|i| (i / STRIDE, i % STRIDE));
        let (row, file) = match places().all(|(row, file)| row < SIDE && file < SIDE) {
            true => (0, 0),
            false => (places().map(|p| p.0).min().unwrap_or(0), places().map(|p| p.1).min().unwrap_or(0)),
        };
        let is_too_wide = places().any(|(r, f)| r - row >= SIDE || f - file >= SIDE);
        // The exact method could not tell positions with more amazons apart.
        if is_too_wide || (field.left | field.right).count_ones() > MOST_AMAZONS {
            return Err(ExactError::TooWide);
        }
        let convert = |set: Squares| {
            indices(set)
                .fold(0, |bits: Bits, i| bits | 1 << ((i / STRIDE - row) * SIDE + (i % STRIDE - file)))
        };
        let [empty, left, right] = [field.empty, field.left, field.right].map(convert);
        Ok(Frame { region: Region { empty, left, right }, row, file })
    }

    fn square(&self, bit: Bits) -> Squares {
        let at = bit.trailing_zeros();
        square((at / SIDE + self.row) * STRIDE + at % SIDE + self.file)
    }

    /// The component after a move on the small board.
    pub(super) fn after(&self, position: &Amazons, turn: Turn, player: Player) -> Amazons {
        let [from, to, arrow] = [turn.from, turn.to, turn.arrow].map(|bit| self.square(bit));
        let field = &position.0;
        let mut next = Field { empty: (field.empty & !to | from) & !arrow, ..*field };
        match player {
            Player::Left => next.left = field.left & !from | to,
            Player::Right => next.right = field.right & !from | to,
        }
        Amazons(next)
    }
}
