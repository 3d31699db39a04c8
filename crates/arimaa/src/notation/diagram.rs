//! Boards drawn over several lines, as in position files: a border, eight rows `8| r r r r r r r r |`, and the files below.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use super::position::put;
use crate::{board::Board, squares::Square};
use game::TextError;

const FILES: &str = "a b c d e f g h";

/// What stands before the board, the board, and what comes behind it.
pub(super) fn parsed(text: &str) -> Result<(&str, Board, &str), TextError> {
    let mut board = Board::EMPTY;
    let mut head = None;
    let mut rows_left = 8;
    let mut rest = text;
    while rows_left > 0 {
        let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
        if line.is_empty() && after.is_empty() {
            let problem = format!("has {} rows of squares; there should be 8", 8 - rows_left);
            return Err(TextError::new(text, problem));
        }
        rest = after;
        let word = line.trim();
        match line.split_once('|') {
            Some((number, squares)) => {
                row(&mut board, rows_left - 1, number.trim(), squares.trim_end_matches('\r'))?;
                rows_left -= 1;
            }
            None if word.is_empty() || word.starts_with('+') => (),
            None if head.is_none() && rows_left == 8 => head = Some(word),
            None => {
                return Err(TextError::new(word, "is not a row of the board such as 8| r r r r r r r r |"));
            }
        }
    }
    // The lower border and the names of the files say nothing new.
    loop {
        let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
        let word = line.trim();
        let decoration = word.is_empty() || word.starts_with('+') || word == FILES;
        if !decoration || rest.is_empty() {
            break;
        }
        rest = after;
    }
    let problem = "lacks the side to move; a line such as 2g should stand above it";
    let head = head.ok_or_else(|| TextError::new(text, problem))?;
    Ok((head, board, rest))
}

/// Reads the squares of a row: a blank before each, and what is missing at the end is empty.
fn row(board: &mut Board, rank: u8, number: &str, squares: &str) -> Result<(), TextError> {
    if number != (rank + 1).to_string() {
        let problem = format!("is not the number of this row; it should be {}", rank + 1);
        return Err(TextError::new(number, problem));
    }
    let inner = squares.trim_end().strip_suffix('|').unwrap_or(squares);
    for (nth, sign) in inner.chars().enumerate() {
        match nth {
            1 | 3 | 5 | 7 | 9 | 11 | 13 | 15 => put(board, Square::at(nth as u8 / 2, rank), sign)?,
            _ if sign.is_ascii_whitespace() => (),
            _ => {
                let problem = "is not a row; there should be eight squares with a blank before each";
                return Err(TextError::new(squares, problem));
            }
        }
    }
    Ok(())
}
