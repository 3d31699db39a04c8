//! Steps and turns in the official notation: `Ee2n`, captures as `rc3x`, setups as `Ra1`.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use super::marked_side;
use crate::{
    act::{Act, Step},
    piece::{Kind, Piece},
    rules::{Arimaa, setup_square},
    squares::{Direction, Square, home_rows, neighbours},
};
use game::{Game, LONGEST_TEXT, Side, TextError};
use std::collections::HashMap;

/// A word of a turn.
enum Token {
    Step(Piece, Step),
    /// A piece on a square, in the setup.
    Place(Piece, Square),
    /// A piece is lost on a square. It is no step.
    Capture(Piece, Square),
    Pass,
}

/// Reads a word without asking whether it fits a position.
fn token(text: &str) -> Option<Token> {
    if matches!(text, "pass" | "Pass" | "PASS" | "qpss") {
        return Some(Token::Pass);
    }
    let letter = text.chars().next()?;
    let piece = Piece::of_letter(letter)?;
    let square = Square::named(text.get(1..3)?)?;
    let mut rest = text.get(3..)?.chars();
    match (rest.next(), rest.next()) {
        (None, _) => Some(Token::Place(piece, square)),
        (Some('x' | 'X'), None) => Some(Token::Capture(piece, square)),
        (Some(letter), None) => Some(Token::Step(piece, Step::new(square, Direction::of_letter(letter)?))),
        _ => None,
    }
}

fn not_a_token(text: &str) -> TextError {
    let problem = "is not a step; it should be a piece, its square and n, s, e or w, such as Ee2n, or 'pass'";
    TextError::new(text, problem)
}

/// The text of a legal action.
pub(super) fn action_text(position: &Arimaa, action: Act) -> String {
    match action {
        Act::Pass => "pass".into(),
        Act::Step(step) => {
            let letter = position.board().at(step.from()).map_or('?', Piece::letter);
            format!("{letter}{step:?}")
        }
        Act::Place(kind) => {
            let letter = Piece::new(position.to_move(), kind).letter();
            position.next_square().map_or_else(|| letter.to_string(), |square| format!("{letter}{square}"))
        }
    }
}

/// Reads one action and checks that it is legal.
pub(super) fn parse_action(position: &Arimaa, text: &str) -> Result<Act, TextError> {
    let action = match token(text).ok_or_else(|| not_a_token(text))? {
        Token::Pass => Act::Pass,
        Token::Capture(..) => {
            return Err(TextError::new(text, "is a capture, which follows a step but is no step itself"));
        }
        Token::Step(piece, step) => {
            let found = position.board().at(step.from());
            if found != Some(piece) {
                let there = found.map_or("is empty".into(), |p| format!("holds a {p}"));
                let problem = format!("names a {piece}, but {} {there}", step.from());
                return Err(TextError::new(text, problem));
            }
            Act::Step(step)
        }
        Token::Place(piece, square) => {
            let Some(next) = position.next_square() else {
                return Err(TextError::new(
                    text,
                    "places a piece, but the setup is over; a step has a direction",
                ));
            };
            if piece.side != position.to_move() || square != next {
                let mover = position.to_move().pick(Arimaa::SIDES);
                return Err(TextError::new(
                    text,
                    format!("should be a piece of {mover} on {next}, which is next"),
                ));
            }
            Act::Place(piece.kind)
        }
    };
    match why_illegal(position, action) {
        None => Ok(action),
        Some(problem) => Err(TextError::new(text, problem)),
    }
}

/// The turn as people write it: with captures, without a pass. A turn that is nothing but a pass says so.
pub(super) fn turn_text(position: &Arimaa, actions: &[Act]) -> String {
    let mut words = Vec::new();
    let mut reached = *position;
    for &action in actions.iter().filter(|&&a| a != Act::Pass || actions.len() == 1) {
        words.push(action_text(&reached, action));
        let lost = lost_by(&reached, action);
        words.extend(lost.map(|(piece, square)| format!("{}{square}x", piece.letter())));
        reached.play(action);
    }
    words.join(" ")
}

/// The piece that a legal action costs, own or enemy, and the trap it is lost on.
pub(crate) fn lost_by(position: &Arimaa, action: Act) -> Option<(Piece, Square)> {
    let Act::Step(step) = action else { return None };
    let mut board = *position.board();
    board.step(board.at(step.from())?, step.from(), step.to()?)
}

/// Reads a whole turn.
pub(super) fn parse_turn(position: &Arimaa, text: &str) -> Result<Vec<Act>, TextError> {
    TextError::check_length(text, LONGEST_TEXT)?;
    let mut words = text.split([',', ' ', '\t', '\n', '\r']).filter(|w| !w.is_empty()).peekable();
    if let Some((_, side)) = words.peek().and_then(|w| marked_side(w)) {
        if side != position.to_move() {
            let mover = position.to_move().pick(Arimaa::SIDES);
            return Err(TextError::new(
                words.peek().unwrap_or(&""),
                format!("is not the side to move, {mover}"),
            ));
        }
        words.next();
    }
    if words.peek().is_none() {
        return Err(TextError::new(text, "holds no step"));
    }
    if position.is_setup() { parse_setup(position, text, words) } else { parse_steps(position, text, words) }
}

fn parse_steps<'a>(
    position: &Arimaa,
    text: &str,
    words: impl Iterator<Item = &'a str>,
) -> Result<Vec<Act>, TextError> {
    let mut actions = Vec::new();
    let mut reached = *position;
    let mut lost = None;
    for word in words {
        if let Some(Token::Capture(piece, square)) = token(word) {
            if lost.take() != Some((piece, square)) {
                let problem =
                    format!("says that a {piece} is lost on {square}, which the step before does not do");
                return Err(TextError::new(word, problem));
            }
            continue;
        }
        if !actions.is_empty() && reached.starts_turn() {
            return Err(TextError::new(word, "comes after the end of the turn"));
        }
        let action = parse_action(&reached, word)?;
        lost = lost_by(&reached, action);
        reached.play(action);
        actions.push(action);
    }
    if actions.is_empty() {
        return Err(TextError::new(text, "holds no step"));
    }
    if !reached.starts_turn() {
        if let Some(problem) = why_illegal(&reached, Act::Pass) {
            return Err(TextError::new(text, problem));
        }
        actions.push(Act::Pass);
    }
    Ok(actions)
}

/// The pieces that are still to be placed, in any order.
fn parse_setup<'a>(
    position: &Arimaa,
    text: &str,
    words: impl Iterator<Item = &'a str>,
) -> Result<Vec<Act>, TextError> {
    let side = position.to_move();
    let mover = side.pick(Arimaa::SIDES);
    let mut kinds: HashMap<Square, Kind> = HashMap::new();
    for word in words {
        let Some(Token::Place(piece, square)) = token(word) else {
            let problem = "is not a piece and its square; in the setup it should be, such as Ra1";
            return Err(TextError::new(word, problem));
        };
        let problem = if piece.side != side {
            format!("is not a piece of {mover}, who is to set up")
        } else if home_rows(side) & square.alone() == 0 {
            format!("is not on one of the two rows of {mover}")
        } else if position.board().at(square).is_some() || kinds.contains_key(&square) {
            format!("uses {square}, which is taken")
        } else {
            kinds.insert(square, piece.kind);
            continue;
        };
        return Err(TextError::new(word, problem));
    }
    let mut actions = Vec::new();
    let mut reached = *position;
    while actions.is_empty() || !reached.starts_turn() {
        let Some(square) = reached.next_square() else { break };
        let Some(&kind) = kinds.get(&square) else {
            return Err(TextError::new(
                text,
                format!("places nothing on {square}; all sixteen squares need a piece"),
            ));
        };
        let action = Act::Place(kind);
        if let Some(problem) = why_illegal(&reached, action) {
            return Err(TextError::new(text, problem));
        }
        reached.play(action);
        actions.push(action);
    }
    Ok(actions)
}

/// Why an action cannot be made, as the end of a sentence that begins with it; `None` if it can.
fn why_illegal(position: &Arimaa, action: Act) -> Option<String> {
    if position.is_legal(action) {
        return None;
    }
    if position.outcome().is_some() {
        return Some("comes after the end of the game".into());
    }
    let mover = position.to_move().pick(Arimaa::SIDES);
    Some(match action {
        Act::Place(kind) if position.is_setup() => {
            format!("places more {}s than {mover} has", kind.name())
        }
        Act::Place(_) => "places a piece, but the setup is over".into(),
        _ if position.is_setup() => "comes too early; the pieces are still being placed".into(),
        Act::Pass if position.pending_push().is_some() => "leaves a push unfinished".into(),
        Act::Pass if position.starts_turn() => "is not possible before the first step of a turn".into(),
        Act::Pass => "would leave the board as it was at the start of the turn".into(),
        Act::Step(step) => why_step_is_illegal(position, step, mover),
    })
}

fn why_step_is_illegal(position: &Arimaa, step: Step, mover: &str) -> String {
    let (board, side, from) = (position.board(), position.to_move(), step.from());
    let Some(piece) = board.at(from) else { return format!("starts on {from}, which is empty") };
    let Some(to) = step.to() else { return "leads off the board".into() };
    if board.at(to).is_some() {
        return format!("leads to {to}, which is taken");
    }
    if let Some((square, kind)) = position.pending_push()
        && (piece.side != side || to != square || piece.kind <= kind)
    {
        let weaker = kind.name();
        return format!("does not complete the push; a piece stronger than a {weaker} must enter {square}");
    }
    if position.is_restored_by(step) {
        return restores();
    }
    if piece.side == side {
        return match board.is_frozen(from, side) {
            true => format!("moves a frozen {}", piece.kind.name()),
            false => "steps back with a rabbit".into(),
        };
    }
    let around = neighbours(from.alone()) & board.stronger(side, piece.kind);
    let able = around & !board.frozen(side);
    if around == 0 {
        format!("moves a {piece}, but no stronger piece of {mover} can push or pull it there")
    } else if able == 0 {
        "begins a push that only a frozen piece could complete".into()
    } else if position.steps_left() < 2 {
        "begins a push with the last step of a turn".into()
    } else {
        restores()
    }
}

fn restores() -> String {
    "would leave the board as it was at the start of the turn".into()
}

/// The words of a setup turn in the order of the squares.
pub(super) fn lineup_text(position: &Arimaa, side: Side) -> String {
    let squares = (0..32).map(setup_square).filter(|s| home_rows(side) & s.alone() != 0);
    let words = squares.filter_map(|s| Some(format!("{}{s}", position.board().at(s)?.letter())));
    words.collect::<Vec<_>>().join(" ")
}
