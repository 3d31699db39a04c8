//! The marks of a running turn behind a board: `left=2 pull=Ed4 was=Ed4,.d5`, and `setup` while pieces are placed.
//!
//! `left` is the number of steps left. `push=hd5`: a silver horse was pushed off d5, which a stronger piece must enter.
//! `pull=Ed4`: a gold elephant has just left d4, into which it may pull. `was` lists what stood on the squares that have
//! changed since the start of the turn, as long as the turn could still restore them, which it may not; `was=same` means
//! that the board is as it was.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::{
    board::Board,
    piece::Piece,
    rules::{Arimaa, Content, Pending, TurnStart},
    squares::{Square, each, home_rows},
};
use game::{Game, Side, TextError};

const SETUP: &str = "setup";
const NAMES: [&str; 4] = ["left", "push", "pull", "was"];

/// Is this word one of the marks?
pub(super) fn is_mark(word: &str) -> bool {
    word == SETUP || word.split_once('=').is_some_and(|(name, _)| NAMES.contains(&name))
}

/// All marks of a position, each after a blank; empty at the start of a turn.
pub(super) fn written(position: &Arimaa) -> String {
    if position.is_setup() {
        return format!(" {SETUP}");
    }
    if position.starts_turn() {
        return String::new();
    }
    let mut text = format!(" left={}", position.steps_left());
    let side = position.to_move();
    match position.pending() {
        Pending::Nothing => (),
        Pending::Push(square, kind) => {
            text += &format!(" push={}{square}", Piece::new(side.other(), kind).letter());
        }
        Pending::Pull(square, kind) => text += &format!(" pull={}{square}", Piece::new(side, kind).letter()),
    }
    let memory = position.turn_start();
    if memory.is_unchanged() {
        text += " was=same";
    } else if memory.is_alive() {
        let letter = |content: Content| content.map_or('.', Piece::letter);
        let changes: Vec<String> =
            memory.changes().map(|(square, content)| format!("{}{square}", letter(content))).collect();
        text += &format!(" was={}", changes.join(","));
    }
    text
}

/// The position with these marks.
pub(super) fn parsed(board: Board, side: Side, quoted: &str, words: &[&str]) -> Result<Arimaa, TextError> {
    if let [SETUP, rest @ ..] = words {
        if let Some(extra) = rest.first() {
            return Err(TextError::new(extra, "comes after 'setup', which should be the last word"));
        }
        return in_setup(&board, side)
            .ok_or_else(|| TextError::new(quoted, "is not a board on which pieces are still being placed"));
    }
    let position = Arimaa::new(board, side).map_err(|problem| TextError::new(quoted, problem))?;
    let mut marks = Marks { left: None, pending: Pending::Nothing, was: None };
    for word in words {
        marks.read(word, &position)?;
    }
    let Some(left) = marks.left else {
        let first = words.first().unwrap_or(&quoted);
        return Err(TextError::new(first, "needs the number of steps left; it should come after left=3"));
    };
    let problem = match position.in_turn(left, marks.pending, marks.was.as_deref()) {
        Ok(position) => return Ok(position),
        Err(problem) => problem,
    };
    Err(TextError::new(&words.join(" "), problem))
}

/// The marks as they are read.
struct Marks {
    left: Option<u8>,
    pending: Pending,
    was: Option<Vec<(Square, Content)>>,
}

impl Marks {
    fn read(&mut self, word: &str, position: &Arimaa) -> Result<(), TextError> {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        let side = position.to_move();
        let twice = || TextError::new(word, "comes on top of another such mark; one is enough");
        match name {
            "left" if self.left.is_some() => return Err(twice()),
            "push" | "pull" if self.pending != Pending::Nothing => return Err(twice()),
            "was" if self.was.is_some() => return Err(twice()),
            "left" => {
                let left = value.parse().ok().filter(|n| (1..=3).contains(n) && value.len() == 1);
                let problem = "is not a number of steps left in the middle of a turn; it should be 1, 2 or 3";
                self.left = Some(left.ok_or_else(|| TextError::new(word, problem))?);
            }
            "push" | "pull" => {
                let is_push = name == "push";
                let problem = match is_push {
                    true => {
                        "is not a push; it should be the enemy that was pushed and the square it left, such as push=hd5"
                    }
                    false => {
                        "is not a pull; it should be the piece that may pull and the square it left, such as pull=Ed4"
                    }
                };
                let named = piece_on(value).filter(|(piece, _)| (piece.side != side) == is_push);
                let (piece, square) = named.ok_or_else(|| TextError::new(word, problem))?;
                let pending = if is_push { Pending::Push } else { Pending::Pull };
                self.pending = pending(square, piece.kind);
            }
            "was" if value == "same" => self.was = Some(Vec::new()),
            "was" => {
                let changes: Option<Vec<_>> = value.split(',').take(8).map(content_on).collect();
                let problem = "is not a list of squares with what stood there at the start of the turn, such \
                               as was=Ed4,.d5";
                self.was = Some(changes.ok_or_else(|| TextError::new(word, problem))?);
            }
            _ => {
                let problem = "is not a mark of a running turn; it should be left=, push=, pull= or was=";
                return Err(TextError::new(word, problem));
            }
        }
        Ok(())
    }
}

/// Reads `Ed4`.
fn piece_on(text: &str) -> Option<(Piece, Square)> {
    let letter = text.chars().next()?;
    Some((Piece::of_letter(letter)?, Square::named(text.get(letter.len_utf8()..)?)?))
}

/// Reads `Ed4` or `.d5`.
fn content_on(text: &str) -> Option<(Square, Content)> {
    match text.strip_prefix('.') {
        Some(square) => Some((Square::named(square)?, None)),
        None => piece_on(text).map(|(piece, square)| (square, Some(piece))),
    }
}

/// The position in which these pieces have been placed so far, if they stand as in a setup.
fn in_setup(board: &Board, side: Side) -> Option<Arimaa> {
    let squares = each(home_rows(Side::First)).chain(each(home_rows(Side::Second)));
    let placed = squares.take_while(|&s| board.at(s).is_some());
    let position = Arimaa::placed_as(placed.filter_map(|s| Some(board.at(s)?.kind)))?;
    (position.board() == board && position.to_move() == side && position.is_setup()).then_some(position)
}

/// Silver is to move and there are all of gold's pieces at home and nothing else: silver sets up.
pub(super) fn silver_sets_up(board: &Board, side: Side) -> Option<Arimaa> {
    let all_at_home = board.of_side(Side::First) == home_rows(Side::First);
    if side == Side::Second && all_at_home && board.of_side(Side::Second) == 0 {
        in_setup(board, side)
    } else {
        None
    }
}

impl Arimaa {
    /// This board in the middle of a turn, with the changes since its start if they matter. Says what is wrong otherwise.
    pub(crate) fn in_turn(
        &self,
        left: u8,
        pending: Pending,
        was: Option<&[(Square, Content)]>,
    ) -> Result<Arimaa, &'static str> {
        let memory = match was {
            None => TurnStart::FORGOTTEN,
            Some(changes) => self.checked_changes(left, changes)?,
        };
        let position = self.resumed(left, pending, memory);
        let fits = match pending {
            Pending::Nothing => true,
            Pending::Push(square, _) | Pending::Pull(square, _) => {
                self.board().occupied() & square.alone() == 0
            }
        };
        if !fits {
            return Err("names a square that should have been left, but holds a piece");
        }
        match pending {
            Pending::Pull(..) if position.pulled().is_none() => {
                Err("names a pull, but there is nothing to pull")
            }
            Pending::Push(..) if position.action_list().is_empty() => {
                Err("names a push that nothing can complete")
            }
            _ if position.action_list().is_empty() => Err("leaves no way to end the turn"),
            _ => Ok(position),
        }
    }

    /// The memory of these changes, if they can be what some steps have changed.
    fn checked_changes(&self, left: u8, changes: &[(Square, Content)]) -> Result<TurnStart, &'static str> {
        if !changes.is_sorted_by(|a, b| a.0 < b.0) {
            return Err("lists changed squares that are not in the order a1, b1, … h8");
        }
        if changes.iter().any(|&(square, content)| self.board().at(square) == content) {
            return Err("lists a square as changed that holds what it held before");
        }
        let mut before: Vec<Content> = changes.iter().map(|&(_, content)| content).collect();
        let mut now: Vec<Content> = changes.iter().map(|&(square, _)| self.board().at(square)).collect();
        before.sort_unstable();
        now.sort_unstable();
        if before != now {
            return Err("lists changes that steps without a capture cannot make");
        }
        let memory =
            TurnStart::of_changes(changes).ok_or("lists more changed squares than can be restored")?;
        let fits = match left {
            3 => memory.way_back().is_some(),
            2 => true,
            _ => !memory.is_unchanged(),
        };
        if fits { Ok(memory) } else { Err("lists changes that so many steps cannot make") }
    }
}
