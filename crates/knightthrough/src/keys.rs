//! Zobrist numbers, made at compile time: a key is the exclusive or of those that apply.

use crate::board::{Size, Square, Squares};
use game::{Key, Side, splitmix};

struct Numbers {
    knights: [[u64; 64]; 2],
    black_to_move: u64,
    /// By files and rows: boards of different sizes share no keys.
    sizes: [[u64; Size::MOST as usize + 1]; Size::MOST as usize + 1],
}

static NUMBERS: Numbers = {
    let mut state = 0x4B6E_6967_6874_5468;
    let mut numbers = Numbers { knights: [[0; 64]; 2], black_to_move: 0, sizes: [[0; 9]; 9] };
    let mut nth = 0;
    while nth < 128 {
        numbers.knights[nth / 64][nth % 64] = splitmix(&mut state);
        nth += 1;
    }
    numbers.black_to_move = splitmix(&mut state);
    nth = 0;
    while nth < 81 {
        numbers.sizes[nth / 9][nth % 9] = splitmix(&mut state);
        nth += 1;
    }
    numbers
};

/// What a knight of `side` on a square contributes.
#[inline]
pub(crate) fn knight(side: Side, square: Square) -> u64 {
    NUMBERS.knights[side.index()][square.bit()]
}

/// What changes when the other side is to move.
#[inline]
pub(crate) fn change_of_sides() -> u64 {
    NUMBERS.black_to_move
}

/// The key of a whole position.
pub(crate) fn from_scratch(size: Size, knights: [Squares; 2], to_move: Side) -> Key {
    let mut key = NUMBERS.sizes[usize::from(size.files())][usize::from(size.rows())];
    for side in Side::BOTH {
        let squares = (0..64).map(Square::of_bit).filter(|s| knights[side.index()] & s.alone() != 0);
        key = squares.fold(key, |key, square| key ^ knight(side, square));
    }
    Key(if to_move == Side::Second { key ^ change_of_sides() } else { key })
}
