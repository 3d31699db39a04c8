//! Texts of positions: a FEN of our own, and the grids in which local positions are published.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::{
    grid::{Size, Square, Squares},
    rules::Amazons,
};
use game::{Game, LONGEST_TEXT, Side, TextError};

/// What a position should look like, for the end of a sentence.
const EXPECTED: &str = "it should be rows and a side such as 3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w, or a grid such as \
                        #.#|.#x|o.#";

/// The canonical text.
pub(super) fn text(position: &Amazons) -> String {
    let sign = |square: Square| match position.amazon_on(square) {
        Some(Side::First) => Some('Q'),
        Some(Side::Second) => Some('q'),
        None => (position.empty() & square.alone() == 0).then_some('#'),
    };
    let row = |row| game::fen_row((0..position.size().files()).map(|file| sign(Square::at(file, row))));
    let rows: Vec<String> = (0..position.size().rows()).rev().map(row).collect();
    let side = if position.to_move() == Side::First { "w" } else { "b" };
    let shooter = position.shooter().map(|square| format!(" {square}")).unwrap_or_default();
    format!("{} {side}{shooter}", rows.join("/"))
}

/// Reads both forms.
pub(super) fn parse(text: &str) -> Result<Amazons, TextError> {
    TextError::check_length(text, LONGEST_TEXT)?;
    let words: Vec<&str> = text.split_ascii_whitespace().take(4).collect();
    let Some(&board) = words.first() else {
        return Err(TextError::new(text, format!("is no position; {EXPECTED}")));
    };
    if let Some(extra) = words.get(3) {
        let problem =
            "comes after the end of the position, which is a board, a side and perhaps a shooting amazon";
        return Err(TextError::new(extra, problem));
    }
    let is_grid = board.contains(['|', '.', 'x', 'X', 'o', 'O']);
    let squares = parse_rows(board, if is_grid { &GRID } else { &FEN })?;
    let to_move = match words.get(1) {
        Some(word) => parse_side(word)?,
        None if is_grid => Side::First,
        None => {
            let problem = "lacks the side to move; 'w' or 'b' should follow the board after a blank";
            return Err(TextError::new(board, problem));
        }
    };
    let shooter = match words.get(2) {
        None => None,
        Some(word) => {
            let named = Square::named(word).filter(|s| squares.size.board() & s.alone() != 0);
            let problem =
                || TextError::new(word, "is not a square of the board from which an amazon could shoot");
            Some(named.ok_or_else(problem)?)
        }
    };
    Amazons::new(squares.size, squares.amazons, squares.burnt, to_move, shooter)
        .map_err(|problem| TextError::new(words.last().unwrap_or(&board), problem))
}

fn parse_side(word: &str) -> Result<Side, TextError> {
    match word {
        "w" | "W" | "o" | "O" => Ok(Side::First),
        "b" | "B" | "x" | "X" => Ok(Side::Second),
        _ => Err(TextError::new(word, "is not a side to move; it should be 'w' or 'b'")),
    }
}

/// What stands where.
struct Placed {
    size: Size,
    amazons: [Squares; 2],
    burnt: Squares,
}

/// How rows are separated, and what a sign stands for.
struct Form {
    separator: char,
    sign: fn(char) -> Option<Sign>,
    signs: &'static str,
}

#[derive(Clone, Copy)]
enum Sign {
    Amazon(Side),
    Burnt,
    Empty,
    /// A digit of a number of empty squares.
    Digit(u8),
}

static FEN: Form = Form {
    separator: '/',
    sign: |sign| match sign {
        'Q' => Some(Sign::Amazon(Side::First)),
        'q' => Some(Sign::Amazon(Side::Second)),
        '#' => Some(Sign::Burnt),
        '0'..='9' => Some(Sign::Digit(sign as u8 - b'0')),
        _ => None,
    },
    signs: "Q, q, # or a number of empty squares",
};

static GRID: Form = Form {
    separator: '|',
    sign: |sign| match sign {
        'o' | 'O' => Some(Sign::Amazon(Side::First)),
        'x' | 'X' => Some(Sign::Amazon(Side::Second)),
        '#' => Some(Sign::Burnt),
        '.' => Some(Sign::Empty),
        _ => None,
    },
    signs: "x, o, # or '.'",
};

/// Reads the rows, the top row first; all must be equally wide.
fn parse_rows(board: &str, form: &Form) -> Result<Placed, TextError> {
    let rows: Vec<&str> = board.split(form.separator).take(usize::from(Size::MOST) + 1).collect();
    if rows.len() > Size::MOST.into() {
        return Err(TextError::new(board, "is a board of more than 11 rows"));
    }
    let (mut amazons, mut burnt, mut files) = ([0; 2], 0, None);
    for (nth, text) in rows.iter().enumerate() {
        let (width, row_amazons, row_burnt) = parse_row(text, form)?;
        let expected = *files.get_or_insert(width);
        if expected != width {
            let problem = format!("is a row of {width} squares; the rows above it have {expected}");
            return Err(TextError::new(text, problem));
        }
        let shift = usize::from(Size::MOST) * (rows.len() - 1 - nth);
        burnt |= row_burnt << shift;
        amazons = [amazons[0] | row_amazons[0] << shift, amazons[1] | row_amazons[1] << shift];
    }
    let size = Size::new(files.unwrap_or(0), rows.len() as u8);
    let size =
        size.ok_or_else(|| TextError::new(board, "is a board of the wrong size; the largest is 11x11"))?;
    Ok(Placed { size, amazons, burnt })
}

/// Reads a row: its width, and its amazons and burnt squares as if it were the first row.
fn parse_row(text: &str, form: &Form) -> Result<(u8, [Squares; 2], Squares), TextError> {
    let too_wide = || TextError::new(text, "is a row of more than 11 squares");
    let (mut width, mut number, mut amazons, mut burnt) = (0_u8, None, [0; 2], 0);
    for sign in text.chars() {
        let Some(meaning) = (form.sign)(sign) else {
            let problem = format!("is not part of a row; it should be {}", form.signs);
            return Err(TextError::new(sign.encode_utf8(&mut [0; 4]), problem));
        };
        if let Sign::Digit(digit) = meaning {
            if digit == 0 && number.is_none() {
                return Err(TextError::new(text, "has a number of empty squares that begins with 0"));
            }
            number = Some(number.unwrap_or(0) * 10 + digit).filter(|&n| n <= Size::MOST);
            if number.is_none() {
                return Err(too_wide());
            }
            continue;
        }
        width += number.take().unwrap_or(0);
        if width >= Size::MOST {
            return Err(too_wide());
        }
        match meaning {
            Sign::Amazon(Side::First) => amazons[0] |= 1 << width,
            Sign::Amazon(Side::Second) => amazons[1] |= 1 << width,
            Sign::Burnt => burnt |= 1 << width,
            Sign::Empty | Sign::Digit(_) => (),
        }
        width += 1;
    }
    width += number.unwrap_or(0);
    match width {
        0 => Err(TextError::new(text, "is an empty row; it should have 1 to 11 squares")),
        1..=Size::MOST => Ok((width, amazons, burnt)),
        _ => Err(too_wide()),
    }
}

impl Amazons {
    /// The position as a grid of `x`, `o`, `#` and `.`, in which local positions are published; without the side to move.
    pub fn grid_text(&self) -> String {
        let sign = |square: Square| match self.amazon_on(square) {
            Some(Side::First) => 'o',
            Some(Side::Second) => 'x',
            None if self.empty() & square.alone() == 0 => '#',
            None => '.',
        };
        let row = |row| (0..self.size().files()).map(|file| sign(Square::at(file, row))).collect::<String>();
        (0..self.size().rows()).rev().map(row).collect::<Vec<_>>().join("|")
    }
}
