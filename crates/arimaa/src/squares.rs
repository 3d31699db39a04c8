//! Squares, sets of squares and the four directions: the geometry. Knows no pieces and no rules.

use game::Side;
use std::fmt;

/// A set of squares, one bit each: bit `8 * rank + file`, so a1 is bit 0 and h8 bit 63.
pub type Squares = u64;

/// The four squares on which an unsupported piece is lost: c3, f3, c6 and f6.
pub const TRAPS: Squares = 1 << 18 | 1 << 21 | 1 << 42 | 1 << 45;

const FILE_A: Squares = 0x0101_0101_0101_0101;
const FILE_H: Squares = FILE_A << 7;
const RANK_1: Squares = 0xFF;

/// The row that a rabbit of `side` wants to reach.
#[inline]
pub fn goal_row(side: Side) -> Squares {
    match side {
        Side::First => RANK_1 << 56,
        Side::Second => RANK_1,
    }
}

/// The two rows on which `side` sets up its pieces.
#[inline]
pub fn home_rows(side: Side) -> Squares {
    match side {
        Side::First => 0xFFFF,
        Side::Second => 0xFFFF << 48,
    }
}

/// The squares next to some square of the set.
#[inline]
pub fn neighbours(squares: Squares) -> Squares {
    squares << 8 | squares >> 8 | (squares & !FILE_H) << 1 | (squares & !FILE_A) >> 1
}

/// The squares of the set, lowest bit first.
#[inline]
pub fn each(mut squares: Squares) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        if squares == 0 {
            return None;
        }
        let square = Square::of_bit(squares.trailing_zeros());
        squares &= squares - 1;
        Some(square)
    })
}

/// One of the 64 squares.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square in this file and rank, both counted from 0; larger numbers wrap around.
    pub const fn at(file: u8, rank: u8) -> Square {
        Square((rank * 8 + file) & 63)
    }

    /// The square of this bit of a [`Squares`]; larger numbers wrap around.
    #[inline]
    pub const fn of_bit(bit: u32) -> Square {
        Square(bit as u8 & 63)
    }

    /// The number of its bit.
    #[inline]
    pub const fn bit(self) -> usize {
        self.0 as usize
    }

    /// The set that holds just this square.
    #[inline]
    pub const fn alone(self) -> Squares {
        1 << self.0
    }

    /// Its file, counted from 0.
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// Its rank, counted from 0.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 >> 3
    }

    /// Steps between this square and another on an empty board.
    #[inline]
    pub const fn distance(self, other: Square) -> u32 {
        (self.file().abs_diff(other.file()) + self.rank().abs_diff(other.rank())) as u32
    }

    /// The next square in this direction; `None` at the edge.
    #[inline]
    pub fn next(self, direction: Direction) -> Option<Square> {
        let there = direction.shift(self.alone());
        (there != 0).then(|| Square::of_bit(there.trailing_zeros()))
    }

    /// Reads a name such as `b1` or `B1`.
    pub fn named(name: &str) -> Option<Square> {
        let &[file, rank] = name.as_bytes() else { return None };
        let file = file.to_ascii_lowercase().wrapping_sub(b'a');
        let rank = rank.wrapping_sub(b'1');
        (file < 8 && rank < 8).then(|| Square::at(file, rank))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Where a step leads, as gold sees it: north is towards rank 8.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Direction {
    /// Towards rank 8.
    North,
    /// Towards rank 1.
    South,
    /// Towards file h.
    East,
    /// Towards file a.
    West,
}

impl Direction {
    /// All four, in the order of their numbers.
    pub const ALL: [Direction; 4] = [Direction::North, Direction::South, Direction::East, Direction::West];

    /// The squares one step from those of the set, without those that would leave the board.
    #[inline]
    pub const fn shift(self, squares: Squares) -> Squares {
        match self {
            Direction::North => squares << 8,
            Direction::South => squares >> 8,
            Direction::East => (squares & !FILE_H) << 1,
            Direction::West => (squares & !FILE_A) >> 1,
        }
    }

    /// The way back.
    #[inline]
    pub const fn opposite(self) -> Direction {
        match self {
            Direction::North => Direction::South,
            Direction::South => Direction::North,
            Direction::East => Direction::West,
            Direction::West => Direction::East,
        }
    }

    /// Where rabbits of `side` never step.
    #[inline]
    pub const fn backwards(side: Side) -> Direction {
        match side {
            Side::First => Direction::South,
            Side::Second => Direction::North,
        }
    }

    /// Its letter in step notation.
    pub const fn letter(self) -> char {
        match self {
            Direction::North => 'n',
            Direction::South => 's',
            Direction::East => 'e',
            Direction::West => 'w',
        }
    }

    /// The direction with this letter, small or capital.
    pub fn of_letter(letter: char) -> Option<Direction> {
        Direction::ALL.into_iter().find(|d| d.letter() == letter.to_ascii_lowercase())
    }
}
