//! Positions on one line: `g [64 characters]` and what may stand before and behind.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use super::{SIDE_LETTERS, diagram, marked_side, movelist, suffix};
use crate::{
    board::Board,
    piece::Piece,
    rules::Arimaa,
    squares::{Square, TRAPS},
};
use game::{Game, LONGEST_RECORD, Side, TextError};

/// What a position should look like, for the end of a sentence.
const EXPECTED: &str = "it should be a side and 64 squares from a8 to h1 such as \
    g [rrrrrrrrhdcemcdh                                HDCMECDHRRRRRRRR]";

/// The canonical text.
pub(super) fn written(position: &Arimaa) -> String {
    let mut text = format!("{} [", position.to_move().pick(SIDE_LETTERS));
    text.extend(squares_as_written().map(|s| position.board().at(s).map_or(' ', Piece::letter)));
    text.push(']');
    text + &suffix::written(position)
}

/// The squares in the order of the text: from a8 to h8, and so on down to h1.
pub(super) fn squares_as_written() -> impl Iterator<Item = Square> {
    (0..8).rev().flat_map(|rank| (0..8).map(move |file| Square::at(file, rank)))
}

/// Reads any of the accepted forms.
pub(super) fn parsed(text: &str) -> Result<Arimaa, TextError> {
    TextError::check_length(text, LONGEST_RECORD)?;
    let trimmed = text.trim();
    let body = trimmed.strip_prefix("setposition").unwrap_or(trimmed).trim_start();
    if body.is_empty() {
        return Err(TextError::new(text, format!("is no position; {EXPECTED}")));
    }
    if let Some((head, rest)) = body.split_once('[') {
        let Some((squares, tail)) = rest.split_once(']') else {
            return Err(TextError::new(body, "lacks the ']' behind the 64 squares"));
        };
        let side = side(head.trim())?;
        return completed(bracketed(squares)?, side, squares, tail);
    }
    if body.contains('|') {
        let (head, board, tail) = diagram::parsed(body)?;
        return completed(board, side(head)?, head, tail);
    }
    let first = body.split_ascii_whitespace().next().unwrap_or(body);
    match marked_side(first) {
        Some((Some(_), _)) => Ok(movelist::played(&Arimaa::empty(), body)?),
        _ => Err(TextError::new(body, format!("is no position; {EXPECTED}"))),
    }
}

/// The side to move, which may have a move number before it.
fn side(word: &str) -> Result<Side, TextError> {
    match marked_side(word) {
        Some((_, side)) => Ok(side),
        None => Err(TextError::new(word, "is not a side to move; it should be 'g' or 's' before the board")),
    }
}

/// The squares between brackets. An empty one is a blank or a dot; on a trap also an `x`.
fn bracketed(text: &str) -> Result<Board, TextError> {
    let count = text.chars().count();
    if count != 64 {
        let problem = format!("has {count} characters; between the brackets there should be 64 squares");
        return Err(TextError::new(text, problem));
    }
    let mut board = Board::EMPTY;
    for (square, sign) in squares_as_written().zip(text.chars()) {
        put(&mut board, square, sign)?;
    }
    Ok(board)
}

/// Puts the piece that a sign stands for on an empty square.
pub(super) fn put(board: &mut Board, square: Square, sign: char) -> Result<(), TextError> {
    match Piece::of_letter(sign) {
        Some(piece) => board.put(piece, square),
        None if matches!(sign, ' ' | '.') => (),
        None if matches!(sign, 'x' | 'X') && square.alone() & TRAPS != 0 => (),
        None => {
            let problem = format!(
                "on {square} is not a piece; it should be one of RCDHME, rcdhme, or a blank for an empty square"
            );
            return Err(TextError::new(sign.encode_utf8(&mut [0; 4]), problem));
        }
    }
    Ok(())
}

/// The position with what stands behind the board: marks of a running turn, or moves to be played.
fn completed(board: Board, side: Side, quoted: &str, tail: &str) -> Result<Arimaa, TextError> {
    let words: Vec<&str> = tail.split_ascii_whitespace().collect();
    if words.first().is_some_and(|w| suffix::is_mark(w)) {
        return suffix::parsed(board, side, quoted, &words);
    }
    let is_untouched = board == Board::EMPTY && side == Side::First;
    let position = if is_untouched {
        Arimaa::empty()
    } else if let Some(silver_sets_up) = suffix::silver_sets_up(&board, side) {
        silver_sets_up
    } else {
        Arimaa::new(board, side).map_err(|problem| TextError::new(quoted, problem))?
    };
    if words.is_empty() { Ok(position) } else { movelist::played(&position, tail) }
}
