//! Zobrist numbers, made at compile time: a key is the exclusive or of those that apply.

use crate::grid::{COUNT, Size, Square, Squares, members};
use game::{Key, Side, splitmix};

/// What can stand on a square and be told apart by a key. Empty squares contribute nothing.
#[derive(Clone, Copy)]
pub(crate) enum Mark {
    White,
    Black,
    Burnt,
    /// The amazon on this square has moved and must shoot.
    Shooter,
}

impl Mark {
    /// The mark of an amazon.
    #[inline]
    pub(crate) fn amazon(side: Side) -> Mark {
        match side {
            Side::First => Mark::White,
            Side::Second => Mark::Black,
        }
    }
}

const SIZES: usize = Size::MOST as usize + 1;

struct Numbers {
    marks: [[u64; COUNT]; 4],
    black_to_move: u64,
    /// By files and rows: boards of different sizes share no keys.
    sizes: [[u64; SIZES]; SIZES],
}

static NUMBERS: Numbers = {
    let mut state = 0x0041_6D61_7A6F_6E73;
    let mut numbers = Numbers { marks: [[0; COUNT]; 4], black_to_move: 0, sizes: [[0; SIZES]; SIZES] };
    let mut nth = 0;
    while nth < 4 * COUNT {
        numbers.marks[nth / COUNT][nth % COUNT] = splitmix(&mut state);
        nth += 1;
    }
    numbers.black_to_move = splitmix(&mut state);
    nth = 0;
    while nth < SIZES * SIZES {
        numbers.sizes[nth / SIZES][nth % SIZES] = splitmix(&mut state);
        nth += 1;
    }
    numbers
};

/// What a mark on a square contributes.
#[inline]
pub(crate) fn mark(mark: Mark, square: Square) -> u64 {
    NUMBERS.marks[mark as usize][square.bit()]
}

/// What changes when the other side is to move.
#[inline]
pub(crate) fn change_of_sides() -> u64 {
    NUMBERS.black_to_move
}

/// The key of a whole position.
pub(crate) fn from_scratch(
    size: Size,
    amazons: [Squares; 2],
    burnt: Squares,
    to_move: Side,
    shooter: Option<Square>,
) -> Key {
    let mut key = NUMBERS.sizes[usize::from(size.files())][usize::from(size.rows())];
    let [white, black] = amazons;
    for (kind, squares) in [(Mark::White, white), (Mark::Black, black), (Mark::Burnt, burnt)] {
        key = members(squares).fold(key, |key, square| key ^ mark(kind, square));
    }
    if let Some(square) = shooter {
        key ^= mark(Mark::Shooter, square);
    }
    Key(if to_move == Side::Second { key ^ change_of_sides() } else { key })
}
