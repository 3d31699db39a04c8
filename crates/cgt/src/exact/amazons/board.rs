//! Regions of a large board on one of eight by eight squares, and the way back.

use super::bits::{Bits, Region};
use crate::{
    Amazons, Player,
    games::field::{Field, STRIDE, Squares, indices, square},
};

/// Files and rows of the small board.
const SIDE: u32 = 8;

/// The squares of the small board, in the corner of the large one.
const WINDOW: Squares = {
    let mut window = 0;
    let mut row = 0;
    while row < SIDE {
        window |= 0xff << (row * STRIDE);
        row += 1;
    }
    window
};

/// A region on the small board, and how far from the corner it lies on the large one.
#[derive(Clone, Copy, Default)]
pub(crate) struct SmallBoard {
    pub(crate) region: Region,
    shift: u32,
}

impl SmallBoard {
    /// Moves everything in play to the corner; `None` if it does not fit.
    #[inline]
    pub(crate) fn new(field: &Field) -> Option<SmallBoard> {
        let live = field.live();
        if live == 0 {
            return Some(SmallBoard::default());
        }
        let row = live.trailing_zeros() / STRIDE;
        let files = (0..STRIDE).fold(0, |files, row| files | live >> (row * STRIDE));
        let file = (files & ((1 << STRIDE) - 1)).trailing_zeros();
        SmallBoard::at(field, row * STRIDE + file)
    }

    /// Leaves everything in its place if it fits, so that a region is known again after moves in it.
    pub(crate) fn in_place(field: &Field) -> Option<SmallBoard> {
        SmallBoard::at(field, 0).or_else(|| SmallBoard::new(field))
    }

    #[inline]
    fn at(field: &Field, shift: u32) -> Option<SmallBoard> {
        if field.live() & !(WINDOW << shift) != 0 {
            return None;
        }
        let convert = |set: Squares| {
            let set = set >> shift;
            (0..SIDE)
                .fold(0, |bits: Bits, row| bits | ((set >> (row * STRIDE)) as Bits & 0xff) << (SIDE * row))
        };
        let region =
            Region { empty: convert(field.empty), left: convert(field.left), right: convert(field.right) };
        Some(SmallBoard { region, shift })
    }

    /// A region in the corner of the large board.
    pub(crate) fn corner(region: Region) -> SmallBoard {
        SmallBoard { region, shift: 0 }
    }

    /// A set of the small board as one of the large board.
    pub(crate) fn back(&self, small: Bits) -> Squares {
        indices(Squares::from(small))
            .fold(0, |set, i| set | square(i / SIDE * STRIDE + i % SIDE + self.shift))
    }

    /// The region as a position of the large board.
    pub(crate) fn position(&self) -> Amazons {
        let Region { empty, left, right } = self.region;
        Amazons(Field { empty: self.back(empty), left: self.back(left), right: self.back(right) })
    }

    /// The position after a move on the small board, given as the squares it starts from, ends on and shoots at.
    pub(crate) fn after(&self, position: &Amazons, player: Player, squares: [Bits; 3]) -> Amazons {
        position.after(player, squares.map(|square| self.back(square)))
    }
}
