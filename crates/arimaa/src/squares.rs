//! Squares, sets of squares and the four directions: the geometry. Knows no pieces and no rules.

use game::Side;

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
pub type Square = game::Square<8>;

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

    /// The next square from this one; `None` at the edge.
    #[inline]
    pub fn next(self, from: Square) -> Option<Square> {
        let there = self.shift(from.alone());
        (there != 0).then(|| Square::of_bit(there.trailing_zeros()))
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
