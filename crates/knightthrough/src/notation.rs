//! Texts of KnightThrough: positions as FEN or as 64 characters, jumps as `b1-c3`. Refuses what cannot be played on.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::{
    board::{Jump, Size, Square, Squares},
    rules::KnightThrough,
};
use game::{Game, LONGEST_TEXT, Notation, Outcome, Setup, Side, TextError};

impl Setup for KnightThrough {
    const NAME: &'static str = "knightthrough";
    const VARIANTS: &'static str = "FILESxROWS from 3x4 to 8x8, default 8x8";

    const STARTS: &'static [(&'static str, &'static str)] =
        &[("", "8 by 8"), ("7x7", "7 by 7"), ("6x6", "6 by 6"), ("5x6", "5 by 6"), ("4x6", "4 by 6, quick")];

    fn start(variant: &str) -> Result<KnightThrough, TextError> {
        if variant.is_empty() {
            return Ok(KnightThrough::start_of(Size::USUAL));
        }
        let read = || {
            let (files, rows) = variant.split_once(['x', 'X'])?;
            Size::new(small_number(files)?, small_number(rows)?)
        };
        let size = read().ok_or_else(|| {
            TextError::new(
                variant,
                "is not a board size; it should be FILESxROWS from 3x4 to 8x8, such as 6x6",
            )
        })?;
        Ok(KnightThrough::start_of(size))
    }
}

/// One digit: every size that exists has one.
fn small_number(text: &str) -> Option<u8> {
    match text.as_bytes() {
        [digit @ b'0'..=b'9'] => Some(digit - b'0'),
        _ => None,
    }
}

impl Notation for KnightThrough {
    const POSITION_EXAMPLE: &'static str = "nnnnnnnn/nnnnnnnn/8/8/8/8/NNNNNNNN/NNNNNNNN w";

    fn position_text(&self) -> String {
        let sign = |square| Some(if self.knight_on(square)? == Side::First { 'N' } else { 'n' });
        let row = |row| game::fen_row((0..self.size().files()).map(|file| sign(Square::at(file, row))));
        let rows: Vec<String> = (0..self.size().rows()).rev().map(row).collect();
        let side = if self.to_move() == Side::First { "w" } else { "b" };
        format!("{} {side}", rows.join("/"))
    }

    /// Reads FEN, whose rows say how large the board is, and for the usual board also its 64 squares from a8 to h1 with
    /// `W`, `B` and `.`; both followed by the side to move.
    fn parse_position(text: &str) -> Result<KnightThrough, TextError> {
        TextError::check_length(text, LONGEST_TEXT)?;
        let words: Vec<&str> = text.split_ascii_whitespace().take(3).collect();
        let (board, side) = match words[..] {
            [board, side] => (board, parse_side(side)?),
            [] => return Err(TextError::new(text, format!("is no position; {EXPECTED}"))),
            [only] => {
                let problem = "lacks the side to move; 'w' or 'b' should follow the board after a blank";
                return Err(TextError::new(only, problem));
            }
            [.., extra] => {
                return Err(TextError::new(
                    extra,
                    "comes after the end of the position, which is a board and a side",
                ));
            }
        };
        let (size, knights) = match board.contains('/') {
            true => parse_rows(board)?,
            false => (Size::USUAL, parse_64(board)?),
        };
        KnightThrough::new(size, knights, side).map_err(|problem| TextError::new(board, problem))
    }

    fn action_text(&self, jump: Jump) -> String {
        let sign = if self.is_capture(jump) { 'x' } else { '-' };
        format!("{}{sign}{}", jump.from(), jump.to())
    }

    /// Reads `b1-c3`, `b1xc3` and `b1c3`, in capitals too. A plain dash may also capture, an `x` must.
    fn parse_action(&self, text: &str) -> Result<Jump, TextError> {
        let read = || {
            let from = Square::named(text.get(..2)?)?;
            let rest = text.get(2..)?;
            let to = rest.strip_prefix(['-', 'x', 'X']).unwrap_or(rest);
            Some(Jump::new(from, Square::named(to)?))
        };
        let jump = read().ok_or_else(|| {
            TextError::new(
                text,
                "is not a jump; it should be two squares such as b1-c3, or b1xc3 for a capture",
            )
        })?;
        if let Some(problem) = self.why_illegal(jump) {
            return Err(TextError::new(text, problem));
        }
        if text.contains(['x', 'X']) && !self.is_capture(jump) {
            return Err(TextError::new(text, format!("captures nothing; {jump:?} would be right")));
        }
        Ok(jump)
    }

    fn ending(&self) -> Option<&'static str> {
        let Outcome::Win(winner) = self.outcome()? else { return None };
        Some(match winner {
            side if self.knights(side) & self.size().goal(side) != 0 => "goal",
            side if self.knights(side.other()) == 0 => "elimination",
            _ => "no move",
        })
    }
}

/// What a position should look like, for the end of a sentence.
const EXPECTED: &str = "it should be rows and a side such as \
    nnnnnnnn/nnnnnnnn/8/8/8/8/NNNNNNNN/NNNNNNNN w, or 64 characters of W, B and '.' and a side";

fn parse_side(word: &str) -> Result<Side, TextError> {
    match word {
        "w" | "W" => Ok(Side::First),
        "b" | "B" => Ok(Side::Second),
        _ => Err(TextError::new(word, "is not a side to move; it should be 'w' or 'b'")),
    }
}

/// Reads the rows of a FEN, the top row first; all must be equally wide.
fn parse_rows(board: &str) -> Result<(Size, [Squares; 2]), TextError> {
    let rows: Vec<&str> = board.split('/').take(usize::from(Size::MOST) + 1).collect();
    let mut knights = [0; 2];
    let mut files = None;
    for (nth, text) in rows.iter().enumerate() {
        let (width, row) = parse_row(text)?;
        if *files.get_or_insert(width) != width {
            let problem =
                format!("is a row of {width} squares; the rows above it have {}", files.unwrap_or(0));
            return Err(TextError::new(text, problem));
        }
        // The first row of the text is the last of the board; a board that is too high is refused below.
        let shift = 8 * (rows.len() - 1 - nth);
        let row = row.map(|set: Squares| set.checked_shl(shift as u32).unwrap_or(0));
        knights = [knights[0] | row[0], knights[1] | row[1]];
    }
    let size = Size::new(files.unwrap_or(0), rows.len() as u8).ok_or_else(|| {
        TextError::new(board, "is a board of the wrong size; it should have 3 to 8 files and 4 to 8 rows")
    })?;
    Ok((size, knights))
}

/// Reads a row: its width, and the knights of both sides as if it were the first row.
fn parse_row(text: &str) -> Result<(u8, [Squares; 2]), TextError> {
    let mut width = 0;
    let mut knights = [0; 2];
    for sign in text.chars() {
        match sign {
            'N' => knights[0] |= 1 << width,
            'n' => knights[1] |= 1 << width,
            '1'..='8' => width += sign as u8 - b'1',
            _ => {
                let problem =
                    "is not part of a row; it should be N, n, or a digit from 1 to 8 for empty squares";
                return Err(TextError::new(sign.encode_utf8(&mut [0; 4]), problem));
            }
        }
        width += 1;
        if width > Size::MOST {
            return Err(TextError::new(text, "is a row of more than 8 squares"));
        }
    }
    match width {
        0 => {
            Err(TextError::new(text, "is an empty row; it should have 3 to 8 squares, such as 8 or nnnnnnnn"))
        }
        _ => Ok((width, knights)),
    }
}

/// Reads the squares a8 to h8 and so on down to h1.
fn parse_64(board: &str) -> Result<[Squares; 2], TextError> {
    let mut knights = [0; 2];
    let mut count = 0;
    for sign in board.chars() {
        // Squares are written from the top row down, but each row from left to right.
        let square = (56_u32.wrapping_sub(count / 8 * 8)).wrapping_add(count % 8) & 63;
        match sign {
            '.' => (),
            'W' | 'w' => knights[0] |= 1_u64 << square,
            'B' | 'b' => knights[1] |= 1_u64 << square,
            _ => {
                let quoted = sign.encode_utf8(&mut [0; 4]).to_owned();
                let problem = format!("in a board without '/' is not W, B or '.'; {EXPECTED}");
                return Err(TextError::new(&quoted, problem));
            }
        }
        count += 1;
        if count > 64 {
            break;
        }
    }
    match count {
        64 => Ok(knights),
        65 => Err(TextError::new(board, "has more than 64 characters; it should have one for each square")),
        _ => Err(TextError::new(
            board,
            format!("has {count} characters; it should have 64, one for each square"),
        )),
    }
}

impl KnightThrough {
    /// Whose knight stands on this square?
    pub fn knight_on(&self, square: Square) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.knights(side) & square.alone() != 0)
    }

    /// Why this jump cannot be made, as the end of a sentence that begins with it; `None` if it can.
    fn why_illegal(&self, jump: Jump) -> Option<String> {
        if self.is_legal(jump) {
            return None;
        }
        let (from, to, side) = (jump.from(), jump.to(), self.to_move());
        let mover = side.pick(Self::SIDES);
        let off_board = [from, to].into_iter().find(|s| self.board_mask() & s.alone() == 0);
        Some(if let Some(square) = off_board {
            format!("uses {square}, which is not on the board of {}", self.size())
        } else if self.outcome().is_some() {
            "comes after the end of the game".into()
        } else if self.knight_on(from) != Some(side) {
            format!("starts on {from}, where {mover}, who is to move, has no knight")
        } else if self.knight_on(to) == Some(side) {
            format!("ends on {to}, where {mover} already has a knight")
        } else {
            format!(
                "is not a knight's jump {}, forward as {mover} sees it",
                if side == Side::First { "up" } else { "down" }
            )
        })
    }
}

impl std::fmt::Display for Size {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} files and {} rows", self.files(), self.rows())
    }
}
