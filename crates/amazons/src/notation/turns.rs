//! Texts of moves, arrows and whole turns: `d1-d7/g7` and its dialects.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::{act::Act, grid::Square, rules::Amazons};
use game::{Game, LONGEST_TEXT, TextError};

/// What a turn should look like, for the end of a sentence.
const TURN: &str = "it should be a move and an arrow such as d1-d7/g7";

/// A whole turn, or what is left of it: `d1-d7/g7`, `d1-d7(g7)`, `d1-d7xg7`, `d1d7,d7g7`, `d1-d7 /g7`, in capitals too.
pub(super) fn parse_turn(position: &Amazons, text: &str) -> Result<Vec<Act>, TextError> {
    TextError::check_length(text, LONGEST_TEXT)?;
    let mut position = *position;
    let mut actions = Vec::new();
    for token in text.split([',', ' ', '\t', '\n', '\r']).filter(|t| !t.is_empty()) {
        let mut rest = token;
        while !rest.is_empty() {
            if !actions.is_empty() && position.starts_turn() {
                return Err(TextError::new(rest, "comes after the end of the turn"));
            }
            let (action, after) = leading_action(&position, rest)?;
            position.play(action);
            actions.push(action);
            rest = after;
        }
    }
    if actions.is_empty() {
        return Err(TextError::new(text, format!("holds no action; {TURN}")));
    }
    if !position.starts_turn() {
        return Err(TextError::new(text, format!("lacks the arrow; {TURN}")));
    }
    Ok(actions)
}

/// One action and nothing else.
pub(super) fn parse_action(position: &Amazons, text: &str) -> Result<Act, TextError> {
    match leading_action(position, text)? {
        (action, "") => Ok(action),
        (_, rest) => Err(TextError::new(rest, format!("comes after the end of {}", expected(position).0))),
    }
}

/// What is to be done here, and an example.
fn expected(position: &Amazons) -> (&'static str, &'static str) {
    if position.starts_turn() {
        ("a move", "it should be two squares such as d1-d7")
    } else {
        ("an arrow", "it should be a square such as /g7")
    }
}

/// The legal action at the beginning of a text, and what follows it.
fn leading_action<'a>(position: &Amazons, text: &'a str) -> Result<(Act, &'a str), TextError> {
    let read = match position.shooter() {
        None => leading_move(text),
        Some(shooter) => leading_arrow(shooter, text),
    };
    let (action, rest) = read.ok_or_else(|| {
        let (what, example) = expected(position);
        TextError::new(text, format!("is not {what}; {example}"))
    })?;
    match why_illegal(position, action) {
        Some(problem) => Err(TextError::new(text.strip_suffix(rest).unwrap_or(text), problem)),
        None => Ok((action, rest)),
    }
}

/// `d1-d7` or `d1d7`.
fn leading_move(text: &str) -> Option<(Act, &str)> {
    let (from, rest) = Square::leading(text)?;
    let (to, rest) = Square::leading(rest.strip_prefix('-').unwrap_or(rest))?;
    Some((Act::Move { from, to }, rest))
}

/// `/g7`, `xg7`, `(g7)`, `g7`, or with the shooter's square before it: `d7-g7`, `d7g7`.
fn leading_arrow(shooter: Square, text: &str) -> Option<(Act, &str)> {
    if let Some(inside) = text.strip_prefix('(') {
        let (at, rest) = Square::leading(inside)?;
        return Some((Act::Shoot(at), rest.strip_prefix(')')?));
    }
    let text = text.strip_prefix(['/', 'x', 'X']).unwrap_or(text);
    let (first, rest) = Square::leading(text)?;
    let second = Square::leading(rest.strip_prefix(['-', '/', 'x', 'X']).unwrap_or(rest));
    match second.filter(|_| first == shooter) {
        Some((at, rest)) => Some((Act::Shoot(at), rest)),
        None => Some((Act::Shoot(first), rest)),
    }
}

/// Why this cannot be done, as the end of a sentence that begins with it; `None` if it can.
fn why_illegal(position: &Amazons, action: Act) -> Option<String> {
    if position.is_legal(action) {
        return None;
    }
    let side = position.to_move();
    let mover = side.pick(Amazons::SIDES);
    let (start, end) = match (action, position.shooter()) {
        (Act::Move { from, to }, _) => (from, to),
        (Act::Shoot(at), shooter) => (shooter.unwrap_or(at), at),
    };
    let off_board = [start, end].into_iter().find(|s| position.size().board() & s.alone() == 0);
    Some(if let Some(square) = off_board {
        format!("uses {square}, which is not on the board of {}", position.size())
    } else if position.outcome().is_some() {
        "comes after the end of the game".into()
    } else if position.amazons(side) & start.alone() == 0 {
        format!("starts on {start}, where {mover}, who is to move, has no amazon")
    } else if start == end {
        format!("stays on {start}; it must go to another square")
    } else if position.empty() & end.alone() == 0 {
        format!("ends on {end}, which is not empty")
    } else if is_straight(start, end) {
        format!("is blocked between {start} and {end}")
    } else {
        format!("is not straight: a queen on {start} cannot go to {end}")
    })
}

fn is_straight(start: Square, end: Square) -> bool {
    let files = start.file().abs_diff(end.file());
    let rows = start.row().abs_diff(end.row());
    files == 0 || rows == 0 || files == rows
}
