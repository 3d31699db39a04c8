//! Bit sets of squares, and positions made of empty squares and two kinds of pieces: reading, writing, symmetry, connected
//! parts. No rules.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use game::TextError;
use std::fmt::Write;

/// Distance between rows; the last column is never used, so that steps do not wrap around the edge.
pub const STRIDE: u32 = 11;
/// Widest board.
pub const MOST_FILES: usize = STRIDE as usize - 1;
/// Highest board.
pub const MOST_ROWS: usize = 11;

/// A set of squares.
pub type Squares = u128;

/// All squares.
pub const ALL: Squares = {
    let mut squares = 0;
    let mut row = 0;
    while row < MOST_ROWS as u32 {
        squares |= ((1 << MOST_FILES) - 1) << (row * STRIDE);
        row += 1;
    }
    squares
};

/// The single square with this index.
#[inline]
pub fn square(index: u32) -> Squares {
    1 << index
}

/// The indices of a set, ascending.
pub fn indices(mut squares: Squares) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (squares != 0).then(|| {
            let index = squares.trailing_zeros();
            squares &= squares - 1;
            index
        })
    })
}

/// The four neighbours along rows and files of each square of a set.
#[inline]
pub fn beside(squares: Squares) -> Squares {
    ((squares << 1) | (squares >> 1) | (squares << STRIDE) | (squares >> STRIDE)) & ALL
}

/// All eight neighbours.
#[inline]
pub fn around(squares: Squares) -> Squares {
    let row = (squares | (squares << 1) | (squares >> 1)) & ALL;
    (row | (row << STRIDE) | (row >> STRIDE)) & ALL
}

/// One step in each of eight directions, as a left (positive) or right shift.
pub const STEPS: [i32; 8] = [1, 10, 11, 12, -1, -10, -11, -12];

/// A set moved by one of [`STEPS`].
#[inline]
pub fn stepped(squares: Squares, step: i32) -> Squares {
    (if step > 0 { squares << step } else { squares >> -step }) & ALL
}

/// The squares of `within` that are connected to `seed` by the given neighbourhood.
pub fn flooded(seed: Squares, within: Squares, near: impl Fn(Squares) -> Squares) -> Squares {
    let mut found = seed & within;
    loop {
        let more = (near(found) | found) & within;
        if more == found {
            return found;
        }
        found = more;
    }
}

/// A position: empty squares, Left's and Right's pieces. All other squares are out of play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Field {
    /// Empty squares.
    pub empty: Squares,
    /// Left's pieces, `x`.
    pub left: Squares,
    /// Right's pieces, `o`.
    pub right: Squares,
}

impl Field {
    /// Reads rows from the top, separated by `|` or `/`: `x` Left, `o` Right, `.` empty, `#` out of play.
    pub fn parse(text: &str, letters: &str) -> Result<Field, TextError> {
        let rows: Vec<&str> = text.trim().split(['|', '/']).take(MOST_ROWS + 1).collect();
        let width = rows.first().map_or(0, |row| row.chars().count());
        if rows.len() > MOST_ROWS || width > MOST_FILES || width == 0 {
            let problem =
                format!("is not a board of 1x1 to {MOST_FILES}x{MOST_ROWS} squares, rows separated by '|'");
            return Err(TextError::new(text, problem));
        }
        let mut field = Field::default();
        for (nth, row) in rows.iter().enumerate() {
            let long = row.chars().count();
            if long != width {
                let problem = format!("is a row of {long} squares where the first row has {width}");
                return Err(TextError::new(row, problem));
            }
            for (file, letter) in row.chars().enumerate() {
                let here = square(nth as u32 * STRIDE + file as u32);
                match letter.to_ascii_lowercase() {
                    lower if !letters.contains(lower) => {
                        let shown: Vec<String> = letters.chars().map(|c| format!("'{c}'")).collect();
                        let problem = format!("is not a square of '{row}'; use {}", shown.join(", "));
                        return Err(TextError::new(&letter.to_string(), problem));
                    }
                    '.' => field.empty |= here,
                    'x' => field.left |= here,
                    'o' => field.right |= here,
                    _ => {}
                }
            }
        }
        Ok(field)
    }

    /// Every square in play.
    #[inline]
    pub fn live(&self) -> Squares {
        self.empty | self.left | self.right
    }

    /// The part of the position within a set.
    pub fn within(&self, squares: Squares) -> Field {
        Field { empty: self.empty & squares, left: self.left & squares, right: self.right & squares }
    }

    /// The position moved to the top left corner.
    fn cornered(self) -> Field {
        let live = self.live();
        if live == 0 {
            return self;
        }
        let first_row = live.trailing_zeros() / STRIDE;
        let first_file = indices(live).map(|i| i % STRIDE).min().unwrap_or(0);
        let by = first_row * STRIDE + first_file;
        Field { empty: self.empty >> by, left: self.left >> by, right: self.right >> by }
    }

    fn mapped(&self, place: impl Fn(u32, u32) -> u32) -> Field {
        let turn = |set| indices(set).fold(0, |new, i| new | square(place(i / STRIDE, i % STRIDE)));
        Field { empty: turn(self.empty), left: turn(self.left), right: turn(self.right) }
    }

    /// Width and height of the smallest rectangle around what is in play, for a position in the corner.
    fn extent(&self) -> (u32, u32) {
        let files = indices(self.live()).map(|i| i % STRIDE).max().map_or(0, |f| f + 1);
        let rows = indices(self.live()).map(|i| i / STRIDE).max().map_or(0, |r| r + 1);
        (files, rows)
    }

    /// The least image under the symmetries of the square, or of the rectangle if `keep_axes`.
    pub fn least_image(self, keep_axes: bool) -> Field {
        let field = self.cornered();
        let (files, rows) = field.extent();
        let mut best = field;
        let turns_fit = !keep_axes && files <= MOST_ROWS as u32 && rows <= MOST_FILES as u32;
        for image in 1..(if turns_fit { 8 } else { 4 }) {
            let turned = field.mapped(|r, f| {
                let r = if image & 1 == 1 { rows - 1 - r } else { r };
                let f = if image & 2 == 2 { files - 1 - f } else { f };
                if image & 4 == 4 { f * STRIDE + r } else { r * STRIDE + f }
            });
            best = best.min(turned);
        }
        best
    }

    /// Rows and files exchanged, if the board is not too high for that.
    pub fn transposed(self) -> Option<Field> {
        let field = self.cornered();
        let (_, rows) = field.extent();
        (rows <= MOST_FILES as u32).then(|| field.mapped(|r, f| f * STRIDE + r))
    }

    /// Calls `visit` with each connected part.
    pub fn connected(&self, near: impl Fn(Squares) -> Squares, mut visit: impl FnMut(Field)) {
        let mut rest = self.live();
        while rest != 0 {
            let part = flooded(rest & rest.wrapping_neg(), rest, &near);
            visit(self.within(part));
            rest &= !part;
        }
    }

    /// The position as rows from the top, trimmed to what is in play.
    pub fn text(&self) -> String {
        let field = self.cornered();
        let (files, rows) = field.extent();
        let mut text = String::new();
        for row in 0..rows.max(1) {
            if row > 0 {
                text.push('|');
            }
            for file in 0..files.max(1) {
                let here = square(row * STRIDE + file);
                let letter = match () {
                    () if field.left & here != 0 => 'x',
                    () if field.right & here != 0 => 'o',
                    () if field.empty & here != 0 => '.',
                    () => '#',
                };
                let _ = text.write_char(letter);
            }
        }
        text
    }
}
