//! Zobrist numbers, made at compile time: a key is the exclusive or of those that apply.

use crate::{piece::Piece, squares::Square};
use game::{mix, splitmix};

struct Numbers {
    pieces: [[u64; 64]; 12],
    silver_to_move: u64,
    setup: u64,
    steps: [u64; 4],
    /// By the square that must or may be entered and the kind of piece that decides who may.
    push: [[u64; 6]; 64],
    pull: [[u64; 6]; 64],
}

static NUMBERS: Numbers = {
    let mut state = 0x4172_696D_6161_2121;
    let mut numbers = Numbers {
        pieces: [[0; 64]; 12],
        silver_to_move: 0,
        setup: 0,
        steps: [0; 4],
        push: [[0; 6]; 64],
        pull: [[0; 6]; 64],
    };
    let mut nth = 0;
    while nth < 12 * 64 {
        numbers.pieces[nth / 64][nth % 64] = splitmix(&mut state);
        nth += 1;
    }
    numbers.silver_to_move = splitmix(&mut state);
    numbers.setup = splitmix(&mut state);
    // A turn that has just begun adds nothing, so that its key is that of the board and the side.
    nth = 1;
    while nth < 4 {
        numbers.steps[nth] = splitmix(&mut state);
        nth += 1;
    }
    nth = 0;
    while nth < 64 * 6 {
        numbers.push[nth / 6][nth % 6] = splitmix(&mut state);
        numbers.pull[nth / 6][nth % 6] = splitmix(&mut state);
        nth += 1;
    }
    numbers
};

/// What a piece on a square contributes.
#[inline]
pub(crate) fn piece(piece: Piece, square: Square) -> u64 {
    NUMBERS.pieces[piece.index()][square.bit()]
}

/// What changes when the other side is to move.
#[inline]
pub(crate) fn change_of_sides() -> u64 {
    NUMBERS.silver_to_move
}

/// What tells the setup from the game proper.
#[inline]
pub(crate) fn setup() -> u64 {
    NUMBERS.setup
}

/// What the number of steps done in this turn contributes; 0 for none.
#[inline]
pub(crate) fn steps(done: u8) -> u64 {
    NUMBERS.steps[usize::from(done & 3)]
}

/// What a push that waits to be completed contributes.
#[inline]
pub(crate) fn push(square: Square, kind: crate::Kind) -> u64 {
    NUMBERS.push[square.bit()][kind.index()]
}

/// What a pull that may follow contributes.
#[inline]
pub(crate) fn pull(square: Square, kind: crate::Kind) -> u64 {
    NUMBERS.pull[square.bit()][kind.index()]
}

/// What the memory of the turn's start contributes; 0 where there is none.
#[inline]
pub(crate) fn turn_start(word: u64) -> u64 {
    if word == 0 { 0 } else { mix(word ^ 0x5374_6172_7421_2121) }
}
