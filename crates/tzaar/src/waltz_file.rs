//! The files of WALTZ, the program of Veselý's thesis: positions and best moves as its appendix A describes them.
//!
//! Reads and writes text, touches no file system. A position file is 163 whole numbers: the side to move (1 White, -1
//! Black), 81 pieces of the sloped array row by row (0 empty, 100 no field), and 81 heights. It says nothing about the
//! phase of a turn: 60 stacks mean White's opening turn, anything else the first move of a turn.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::{
    action::{Choice, TzaarAction},
    geometry::{FIELDS, Field},
    phase::Phase,
    piece::{GREATEST_HEIGHT, Kind, Stack},
    position::Tzaar,
};
use game::{Game, LONGEST_RECORD, LONGEST_TEXT, Notation, Outcome, Score, Side, TextError};
use std::fmt::Write;

/// The value that stands for a won game.
pub const WIN: i64 = 2_000_000_000;

/// The number that stands for a place that is no field of the board.
const NO_FIELD: i64 = 100;

/// Numbers of a position file: the side, the pieces, the heights.
const NUMBERS: usize = 1 + 2 * ARRAY;
const ARRAY: usize = 81;

/// The field at a place of the array, which is filled row by row.
fn field_at(place: usize) -> Option<Field> {
    Field::at(place % 9, place / 9)
}

/// Reads a position. The rest of a line after a `%` is a comment.
pub fn read_position(text: &str) -> Result<Tzaar, TextError> {
    TextError::check_length(text, LONGEST_RECORD)?;
    let mut numbers = Vec::with_capacity(NUMBERS);
    let words = text.lines().flat_map(|line| line.split('%').next().unwrap_or("").split_whitespace());
    for word in words {
        let number: i64 = word.parse().map_err(|_| {
            TextError::new(word, "is not a whole number, and a position file holds nothing else")
        })?;
        numbers.push(number);
    }
    let Some((&side, places)) = numbers.split_first().filter(|_| numbers.len() == NUMBERS) else {
        let problem = format!(
            "numbers were read, but a position file has {NUMBERS}: the side to move, 81 pieces and 81 heights"
        );
        return Err(TextError::new(&numbers.len().to_string(), problem));
    };
    let side = match side {
        1 => Side::First,
        -1 => Side::Second,
        other => {
            return Err(TextError::new(&other.to_string(), "is not a side to move: 1 is White, -1 is Black"));
        }
    };
    let (pieces, heights) = places.split_at(ARRAY);
    let mut stacks = [None; FIELDS];
    for (place, (&piece, &height)) in pieces.iter().zip(heights).enumerate() {
        if let Some(field) = field_at(place) {
            let stack = read_stack(field, piece, height)?;
            if let Some(place) = stacks.get_mut(field.index()) {
                *place = stack;
            }
        } else if piece != NO_FIELD {
            let problem = format!("is place {} of the board, which is no field and must be 100", place + 1);
            return Err(TextError::new(&piece.to_string(), problem));
        } else if height != 0 {
            let problem = format!("is the height at place {}, where there is no field", place + 1);
            return Err(TextError::new(&height.to_string(), problem));
        }
    }
    let phase = if stacks.iter().all(Option::is_some) { Phase::Opening } else { Phase::First };
    Tzaar::from_stacks(&stacks, side, phase)
}

fn read_stack(field: Field, piece: i64, height: i64) -> Result<Option<Stack>, TextError> {
    let kind = match piece.unsigned_abs() {
        0 if height == 0 => return Ok(None),
        0 => {
            let problem = format!("is the height on {field}, but no stack stands there");
            return Err(TextError::new(&height.to_string(), problem));
        }
        number => usize::try_from(number - 1).ok().and_then(Kind::from_index),
    };
    let Some(kind) = kind else {
        let problem = format!("is not a piece: {field} must have 1, 2, 3, -1, -2, -3 or 0 for empty");
        return Err(TextError::new(&piece.to_string(), problem));
    };
    let fits = u8::try_from(height).ok().filter(|height| (1..=GREATEST_HEIGHT).contains(height));
    let Some(height) = fits else {
        let problem = format!("is not the height of a stack: {field} needs one from 1 to {GREATEST_HEIGHT}");
        return Err(TextError::new(&height.to_string(), problem));
    };
    Ok(Some(Stack::new(if piece > 0 { Side::First } else { Side::Second }, kind, height)))
}

/// Writes a position. The format has no phase, so that positions in mid-turn and in the placement are refused.
pub fn write_position(position: &Tzaar) -> Result<String, TextError> {
    let problem = match position.phase() {
        Phase::Second => "is in the middle of a turn, which a WALTZ file cannot say",
        Phase::Placement => "is in the placement, which a WALTZ file cannot say",
        Phase::Opening | Phase::First => return Ok(numbers_of(position)),
    };
    Err(TextError::new(&position.position_text(), problem))
}

/// What WALTZ writes after it has played its turn: the position, under a line that announces the end if the game is over.
/// Such a file cannot be read back as a position, by WALTZ and by [`read_position`].
pub fn write_executed(position: &Tzaar) -> Result<String, TextError> {
    let numbers = write_position(position)?;
    Ok(match position.outcome() {
        None => numbers,
        Some(outcome) => {
            let value = match outcome {
                Outcome::Win(Side::First) => WIN,
                Outcome::Win(Side::Second) => -WIN,
                Outcome::Draw => 0,
            };
            format!("END, SOMEONE HAS WON, value: {value}\n{numbers}")
        }
    })
}

fn numbers_of(position: &Tzaar) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "{}", if position.to_move() == Side::First { 1 } else { -1 });
    let mut table = |number: &dyn Fn(Option<Stack>) -> i64, elsewhere: i64| {
        for place in 0..ARRAY {
            let shown = field_at(place).map_or(elsewhere, |field| number(position.stack_at(field)));
            let _ = write!(text, "{shown} ");
            if place % 9 == 8 {
                text.push('\n');
            }
        }
    };
    let piece = |stack: Stack| {
        let number = stack.kind().index() as i64 + 1;
        if stack.side() == Side::First { number } else { -number }
    };
    table(&|stack| stack.map_or(0, piece), NO_FIELD);
    table(&|stack| stack.map_or(0, |s| i64::from(s.height())), 0);
    text
}

/// The second move of a turn as a best-move file tells it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SecondMove {
    /// There is none: White's opening turn, or the first move has won. Written -2.
    None,
    /// Written -1.
    Pass,
    /// Written 0.
    Stacking(Field, Field),
    /// Written 1.
    Capture(Field, Field),
}

/// The content of a best-move file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BestMove {
    /// The capture that begins the turn: from and to.
    pub first: (Field, Field),
    /// How the turn goes on.
    pub second: SecondMove,
    /// How long the search took, as exactly as the file says it.
    pub milliseconds: u64,
    /// What it found, for the side to move; ±[`WIN`] for a proven end.
    pub value: i64,
}

impl BestMove {
    /// The file of a complete turn. The kind of the second move is told from the board after the first.
    pub fn of_turn(
        position: &Tzaar,
        turn: &[TzaarAction],
        milliseconds: u64,
        value: i64,
    ) -> Result<BestMove, TextError> {
        let complaint = |problem: &str| TextError::new(&format!("{turn:?}"), problem);
        let (Some(&action), rest) = (turn.first(), turn.get(1..).unwrap_or(&[])) else {
            return Err(complaint("is not a turn"));
        };
        let Choice::Move { from, to } = action.choice() else {
            return Err(complaint("does not begin with a move, which a WALTZ file needs"));
        };
        if !position.starts_turn() || !position.is_legal(action) {
            return Err(complaint("is not a legal turn here"));
        }
        let middle = position.child(action);
        let second = match rest {
            [] => SecondMove::None,
            [second] if !middle.is_legal(*second) => return Err(complaint("is not a legal turn here")),
            [second] => match second.choice() {
                Choice::Move { from, to } if middle.is_capture(*second) => SecondMove::Capture(from, to),
                Choice::Move { from, to } => SecondMove::Stacking(from, to),
                _ => SecondMove::Pass,
            },
            _ => return Err(complaint("has more than two moves")),
        };
        Ok(BestMove { first: (from, to), second, milliseconds, value })
    }

    /// The turn in a position, checked. Which kind of second move the file claims is not believed: the original told it from
    /// the board before the first move and was sometimes wrong.
    pub fn turn(&self, position: &Tzaar) -> Result<Vec<TzaarAction>, TextError> {
        let (from, to) = self.first;
        let mut turn = format!("{from}{to}");
        match self.second {
            SecondMove::None => (),
            SecondMove::Pass => turn.push_str(" -"),
            SecondMove::Stacking(from, to) | SecondMove::Capture(from, to) => {
                let _ = write!(turn, " {from}{to}");
            }
        }
        position.parse_turn(&turn)
    }

    /// The three lines of the file.
    pub fn text(&self) -> String {
        let (from, to) = self.first;
        let second = match self.second {
            SecondMove::None => "-2".into(),
            SecondMove::Pass => "-1".into(),
            SecondMove::Stacking(from, to) => format!("0 {from} {to}"),
            SecondMove::Capture(from, to) => format!("1 {from} {to}"),
        };
        let (seconds, rest) = (self.milliseconds / 1000, self.milliseconds % 1000);
        format!("{from} {to}\n{second}\n{seconds}.{rest:03} {}\n", self.value)
    }

    /// Reads the content of a file.
    pub fn read(text: &str) -> Result<BestMove, TextError> {
        TextError::check_length(text, LONGEST_TEXT)?;
        let words: Vec<&str> = text.split_whitespace().collect();
        let problem = "is not a best-move file: that is two fields; -2, -1, 0 or 1, the last two with two fields; \
                       seconds and value";
        let broken = || TextError::new(text, problem);
        let field = |nth: usize| -> Result<Field, TextError> {
            let word = words.get(nth).ok_or_else(broken)?;
            Field::from_name(word).ok_or_else(|| TextError::new(word, "is not a field"))
        };
        let first = (field(0)?, field(1)?);
        let (second, rest) = match words.get(2).copied() {
            Some("-2") => (SecondMove::None, 3),
            Some("-1") => (SecondMove::Pass, 3),
            Some("0") => (SecondMove::Stacking(field(3)?, field(4)?), 5),
            Some("1") => (SecondMove::Capture(field(3)?, field(4)?), 5),
            Some(word) => return Err(TextError::new(word, "is not a second move: -2, -1, 0 or 1")),
            None => return Err(broken()),
        };
        let Some(&[seconds, value]) = words.get(rest..) else { return Err(broken()) };
        let number = |word: &str| TextError::new(word, "is not a number");
        Ok(BestMove {
            first,
            second,
            milliseconds: milliseconds(seconds).ok_or_else(|| number(seconds))?,
            value: value.parse().map_err(|_| number(value))?,
        })
    }
}

/// Seconds as people write them, rounded; `None` for what is no time a search can take.
fn milliseconds(seconds: &str) -> Option<u64> {
    /// A thousand years.
    const MOST: f64 = 3.2e10;
    let seconds: f64 = seconds.parse().ok()?;
    (0.0..=MOST).contains(&seconds).then(|| (seconds * 1000.0).round() as u64)
}

/// A score as WALTZ writes it: proven ends are ±[`WIN`].
pub fn value_of(score: Score) -> i64 {
    match score {
        s if s.is_win() => WIN,
        s if s.is_loss() => -WIN,
        s => i64::from(s.raw()),
    }
}
