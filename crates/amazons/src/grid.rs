//! Squares, sets of squares and board sizes. Knows neither amazons nor arrows.

use std::fmt;

/// A set of squares, one bit each: bit `row * 11 + file`, so a1 is bit 0. Smaller boards keep their a1 there.
///
/// All boards lie in one grid of 11 by 11, which is the largest that fits: so every shift is by a constant.
pub type Squares = u128;

/// Files and rows of the grid in which all boards lie.
pub(crate) const SIDE: u8 = 11;
/// Squares of the grid.
pub(crate) const COUNT: usize = Square::COUNT;

/// The first file of the grid.
pub(crate) const FILE_A: Squares = {
    let mut file = 0;
    let mut row = 0;
    while row < SIDE {
        file |= 1 << (row * SIDE);
        row += 1;
    }
    file
};
/// The last file of the grid.
pub(crate) const FILE_K: Squares = FILE_A << (SIDE - 1);

/// A square of the grid.
pub type Square = game::Square<SIDE>;

/// The square of the lowest bit of a set that is not empty.
#[inline]
pub(crate) fn lowest(set: Squares) -> Square {
    debug_assert!(set != 0 && set >> COUNT == 0);
    Square::of_bit(set.trailing_zeros())
}

/// The squares of a set, from a1 on, row by row.
#[inline]
pub fn members(mut set: Squares) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let square = lowest(set);
            set &= set - 1;
            square
        })
    })
}

/// How large a board is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Size {
    files: u8,
    rows: u8,
}

impl Size {
    /// The most files and rows.
    pub const MOST: u8 = SIDE;
    /// The usual board.
    pub const USUAL: Size = Size { files: 10, rows: 10 };

    /// A board of this many files and rows, if that is within the limits.
    pub const fn new(files: u8, rows: u8) -> Option<Size> {
        let fits = 1 <= files && files <= Self::MOST && 1 <= rows && rows <= Self::MOST;
        if fits { Some(Size { files, rows }) } else { None }
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

    /// Number of squares.
    #[inline]
    pub const fn area(self) -> u32 {
        self.files as u32 * self.rows as u32
    }

    /// Every square of the board.
    pub const fn board(self) -> Squares {
        let row = (1 << self.files) - 1;
        let mut board = 0;
        let mut nth = 0;
        while nth < self.rows {
            board |= row << (nth * SIDE);
            nth += 1;
        }
        board
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |count: u8| if count == 1 { "" } else { "s" };
        write!(f, "{} file{} and {} row{}", self.files, plural(self.files), self.rows, plural(self.rows))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_have_names() {
        for (name, file, row) in [("a1", 0, 0), ("D1", 3, 0), ("j10", 9, 9), ("k11", 10, 10), ("K9", 10, 8)] {
            let square = Square::named(name).unwrap();
            assert_eq!((square.file(), square.row()), (file, row));
            assert_eq!(square.to_string(), name.to_lowercase());
        }
        for nonsense in ["", "a", "a0", "l1", "a12", "a01", "1a", "a111", "é1", "a\u{301}", "a1 "] {
            assert_eq!(Square::named(nonsense), None, "{nonsense}");
        }
    }

    #[test]
    fn boards_have_the_right_squares() {
        let size = Size::new(3, 2).unwrap();
        assert_eq!(
            members(size.board()).map(|s| s.to_string()).collect::<Vec<_>>().join(" "),
            "a1 b1 c1 a2 b2 c2"
        );
        assert_eq!(Size::USUAL.board().count_ones(), 100);
        assert_eq!(Size::new(11, 11).unwrap().board().count_ones(), 121);
        assert_eq!(Size::new(12, 3), None);
        assert_eq!(Size::new(0, 3), None);
    }
}
