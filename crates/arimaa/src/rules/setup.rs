//! The setup: each side places its sixteen pieces on its two rows, one piece an action, square by square.
//!
//! Gold fills a1 to h1 and a2 to h2, then silver a7 to h7 and a8 to h8. Since the order of squares is fixed, a setup is
//! one sequence of kinds and comes up once.

use super::Arimaa;
use crate::{
    act::Act,
    board::Board,
    keys,
    piece::{Kind, Piece},
    squares::Square,
};
use game::Side;
use std::ops::ControlFlow;

/// The kinds of one side in the order in which they are placed: its lower row from a to h, then its upper row.
pub type Lineup = [Kind; 16];

impl Arimaa {
    /// The empty board: gold is to place its pieces.
    pub fn empty() -> Arimaa {
        let mut position = Arimaa::turn_begins(Board::EMPTY, Side::First);
        (position.setup, position.result) = (true, None);
        position.key = position.key_from_scratch();
        position
    }

    /// The position after these pieces have been placed: part of gold's, or all of gold's and part of silver's, or all of
    /// both. `None` if a side would have too many of a kind.
    pub fn placed_as(kinds: impl IntoIterator<Item = Kind>) -> Option<Arimaa> {
        let mut position = Arimaa::empty();
        for kind in kinds {
            if !position.setup || !position.can_place(kind) {
                return None;
            }
            game::Game::play(&mut position, Act::Place(kind));
        }
        Some(position)
    }

    /// How many pieces have been placed so far.
    #[inline]
    pub(super) fn placed(&self) -> u32 {
        self.board.occupied().count_ones()
    }

    /// The square that the next piece will stand on; `None` when the setup is over.
    #[inline]
    pub fn next_square(&self) -> Option<Square> {
        self.setup.then(|| setup_square(self.placed()))
    }

    /// Has the side to move a piece of this kind left to place?
    #[inline]
    pub(super) fn can_place(&self, kind: Kind) -> bool {
        self.board.pieces(self.side, kind).count_ones() < kind.count_at_start()
    }

    /// Visits the pieces that can be placed next.
    pub(super) fn placements(&self, mut visit: impl FnMut(Act) -> ControlFlow<()>) -> ControlFlow<()> {
        let left = Kind::ALL.into_iter().filter(|&kind| self.can_place(kind));
        left.map(Act::Place).try_for_each(&mut visit)
    }

    /// Places a piece on the next square. The part of the key that is not about the board is left to the caller.
    pub(super) fn place(&mut self, kind: Kind) {
        let (piece, square) = (Piece::new(self.side, kind), setup_square(self.placed()));
        self.board.put(piece, square);
        self.key.0 ^= keys::piece(piece, square);
        match self.placed() {
            16 => self.side = Side::Second,
            32 => {
                self.setup = false;
                self.end_turn();
            }
            _ => (),
        }
    }
}

/// The square of the piece that is placed as number `nth`, counted from 0.
#[inline]
pub(crate) fn setup_square(nth: u32) -> Square {
    Square::of_bit(if nth < 16 { nth } else { nth + 32 })
}
