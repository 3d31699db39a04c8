//! Squares, sets of squares and jumps: the geometry, computed at compile time. Knows neither sides to move nor captures.

use game::{Action, Side};
use std::fmt;

/// A set of squares, one bit each: bit `row * 8 + file`, so a1 is bit 0. Smaller boards keep their a1 there.
pub type Squares = u64;

/// A square of the 8×8 grid in which all boards lie.
pub type Square = game::Square<8>;

/// The only kind of action: a knight jumps from one square to another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Jump(u16);

impl Jump {
    /// The jump between these squares, possible or not.
    #[inline]
    pub fn new(from: Square, to: Square) -> Jump {
        Jump((from.bit() << 6 | to.bit()) as u16)
    }

    /// Where the knight stands.
    #[inline]
    pub fn from(self) -> Square {
        Square::of_bit(u32::from(self.0 >> 6))
    }

    /// Where it lands.
    #[inline]
    pub fn to(self) -> Square {
        Square::of_bit(u32::from(self.0))
    }
}

impl fmt::Debug for Jump {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from(), self.to())
    }
}

impl Action for Jump {
    #[inline]
    fn code(self) -> u16 {
        self.0
    }

    #[inline]
    fn from_code(code: u16) -> Option<Jump> {
        (code < 64 * 64).then_some(Jump(code))
    }
}

/// How large a board is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Size {
    files: u8,
    rows: u8,
}

impl Size {
    /// The fewest files: with two, most knights could never move.
    pub const LEAST_FILES: u8 = 3;
    /// The fewest rows: two full rows for each side.
    pub const LEAST_ROWS: u8 = 4;
    /// The most files and rows.
    pub const MOST: u8 = 8;
    /// The usual board.
    pub const USUAL: Size = Size { files: 8, rows: 8 };

    /// A board of this many files and rows, if that is within the limits.
    pub const fn new(files: u8, rows: u8) -> Option<Size> {
        let files_fit = Self::LEAST_FILES <= files && files <= Self::MOST;
        let rows_fit = Self::LEAST_ROWS <= rows && rows <= Self::MOST;
        if files_fit && rows_fit { Some(Size { files, rows }) } else { None }
    }

    /// Number of files.
    #[inline]
    pub const fn files(self) -> u8 {
        self.files
    }

    /// Number of rows.
    #[inline]
    pub const fn rows(self) -> u8 {
        self.rows
    }

    /// Every square of the board.
    #[inline]
    pub const fn board(self) -> Squares {
        (FIRST_ROW >> (8 - self.files)) * (0x0101_0101_0101_0101 >> (8 * (8 - self.rows)))
    }

    /// The row that `side` wants to reach.
    #[inline]
    pub const fn goal(self, side: Side) -> Squares {
        let first_row = FIRST_ROW >> (8 - self.files);
        match side {
            Side::First => first_row << (8 * (self.rows - 1)),
            Side::Second => first_row,
        }
    }

    /// The two rows on which the knights of `side` start.
    pub const fn home(self, side: Side) -> Squares {
        let two_rows = FIRST_ROW >> (8 - self.files);
        let two_rows = two_rows | two_rows << 8;
        match side {
            Side::First => two_rows,
            Side::Second => two_rows << (8 * (self.rows - 2)),
        }
    }
}

const FIRST_ROW: Squares = 0xFF;

/// The four directions of a jump as steps over files and rows, for a knight that moves up the board.
const DIRECTIONS: [(i8, i8); 4] = [(-1, 2), (1, 2), (-2, 1), (2, 1)];

/// Files from which a step to the right, or the left, stays within the grid.
const ONE_RIGHT: Squares = 0x7F7F_7F7F_7F7F_7F7F;
const TWO_RIGHT: Squares = 0x3F3F_3F3F_3F3F_3F3F;
const ONE_LEFT: Squares = !0x0101_0101_0101_0101;
const TWO_LEFT: Squares = !0x0303_0303_0303_0303;

/// Where the knights of `side` on these squares jump to, one set per direction, within the 8×8 grid.
#[inline]
pub(crate) const fn jumps_by_direction(side: Side, from: Squares) -> [Squares; 4] {
    match side {
        Side::First => [
            (from & ONE_LEFT) << 15,
            (from & ONE_RIGHT) << 17,
            (from & TWO_LEFT) << 6,
            (from & TWO_RIGHT) << 10,
        ],
        Side::Second => [
            (from & ONE_RIGHT) >> 15,
            (from & ONE_LEFT) >> 17,
            (from & TWO_RIGHT) >> 6,
            (from & TWO_LEFT) >> 10,
        ],
    }
}

/// Where the knights of `side` on these squares jump to, within the 8×8 grid.
#[inline]
pub(crate) const fn jumps(side: Side, from: Squares) -> Squares {
    let [a, b, c, d] = jumps_by_direction(side, from);
    a | b | c | d
}

/// [`jumps`] from each single square. Where a side can come from is where the other side would jump to.
pub(crate) static JUMPS: [[Squares; 64]; 2] = {
    let mut table = [[0; 64]; 2];
    let mut square = 0;
    while square < 64 {
        table[0][square] = jumps(Side::First, 1 << square);
        table[1][square] = jumps(Side::Second, 1 << square);
        square += 1;
    }
    table
};

/// Which of the four directions a jump takes, 0 to 3. Only meaningful for jumps that a knight can make.
#[inline]
pub(crate) fn direction(jump: Jump) -> usize {
    // The step over files is -2, -1, 1 or 2.
    let step = 2 + jump.to().file() as i8 - jump.from().file() as i8;
    (step - i8::from(step > 2)) as usize & (DIRECTIONS.len() - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shifts against the definition of a jump, square by square.
    #[test]
    fn jumps_are_knights_jumps_forward() {
        for bit in 0..64 {
            let from = Square::of_bit(bit);
            for (side, forward) in [(Side::First, 1), (Side::Second, -1)] {
                let mut expected = 0;
                for (files, rows) in DIRECTIONS {
                    let file = from.file() as i8 + files;
                    let row = from.row() as i8 + forward * rows;
                    if (0..8).contains(&file) && (0..8).contains(&row) {
                        expected |= Square::at(file as u8, row as u8).alone();
                    }
                }
                assert_eq!(JUMPS[side.index()][from.bit()], expected, "{side:?} from {from}");
            }
        }
    }

    #[test]
    fn boards_have_the_right_squares() {
        let size = Size::new(3, 5).unwrap();
        assert_eq!(size.board(), 0x07_07_07_07_07);
        assert_eq!(size.goal(Side::First), 0x07_00_00_00_00);
        assert_eq!(size.goal(Side::Second), 0x07);
        assert_eq!(size.home(Side::Second), 0x07_07_00_00_00);
        assert_eq!(Size::USUAL.board(), u64::MAX);
        assert_eq!(Size::new(2, 8), None);
        assert_eq!(Size::new(8, 3), None);
        assert_eq!(Size::new(9, 9), None);
    }

    #[test]
    fn squares_have_names() {
        assert_eq!(Square::named("b1"), Some(Square::at(1, 0)));
        assert_eq!(Square::named("H8").unwrap().to_string(), "h8");
        for nonsense in ["", "b", "b0", "i1", "b9", "1b", "b11", "é", "b\u{301}"] {
            assert_eq!(Square::named(nonsense), None, "{nonsense}");
        }
    }

    #[test]
    fn the_jumps_of_a_square_have_different_directions() {
        for side in Side::BOTH {
            for bit in 0..64 {
                let from = Square::of_bit(bit);
                let targets = (0..64)
                    .map(Square::of_bit)
                    .filter(|to| JUMPS[side.index()][from.bit()] & to.alone() != 0);
                let mut directions: Vec<usize> = targets.map(|to| direction(Jump::new(from, to))).collect();
                let count = directions.len();
                directions.sort_unstable();
                directions.dedup();
                assert_eq!(directions.len(), count, "from {from}");
            }
        }
    }
}
