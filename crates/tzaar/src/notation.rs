//! Texts of positions and turns. Writes one canonical form, reads the dialects, and says in one sentence what was wrong.
//!
//! A position is three words: nine columns A to I, each from its field 1 upwards; the side `w` or `b`; and the phase: `p`
//! placement, `o` White's opening turn, `1` or `2` the first or second move of a turn. A capture is `E4xD4`, a stacking
//! `D4+C3`, a pass `-`, a placement `Z@E4`.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::{
    action::{Choice, TzaarAction},
    geometry::{COLUMN_LENGTH, FIELDS, Field},
    phase::Phase,
    piece::{Kind, Stack},
    position::Tzaar,
    waltz_file,
};
use game::{Game, LONGEST_RECORD, LONGEST_TEXT, Notation, Outcome, Side, TextError};
use std::fmt;

/// A text of more words than this can only be meant as one of WALTZ's position files.
const SHORTEST_FILE: usize = 20;

impl Notation for Tzaar {
    /// The fixed start.
    const POSITION_EXAMPLE: &'static str =
        "ttttT/TaaaAT/TAzzZAT/TAZtTZAT/TAZTtzat/taztTzat/tazZZat/taAAAt/tTTTT w o";

    fn position_text(&self) -> String {
        let mut text = String::new();
        for field in Field::all() {
            if field.number_in_column() == 1 && field.column() > 0 {
                text.push('/');
            }
            match self.stack_at(field) {
                None => text.push('.'),
                Some(stack) => text.push_str(&stack.to_string()),
            }
        }
        let side = if self.to_move() == Side::First { 'w' } else { 'b' };
        format!("{text} {side} {}", self.phase().sign())
    }

    fn parse_position(text: &str) -> Result<Tzaar, TextError> {
        TextError::check_length(text, LONGEST_RECORD)?;
        let words: Vec<&str> = text.split_whitespace().take(SHORTEST_FILE + 1).collect();
        if words.len() > SHORTEST_FILE {
            return waltz_file::read_position(text);
        }
        TextError::check_length(text, LONGEST_TEXT)?;
        let [board, side, phase] = words[..] else {
            let problem =
                "is not a position: that is nine columns, the side w or b, and the phase p, o, 1 or 2";
            return Err(TextError::new(text, problem));
        };
        let stacks = parse_board(board)?;
        let side = match side {
            "w" | "W" | "white" | "White" => Side::First,
            "b" | "B" | "black" | "Black" => Side::Second,
            _ => return Err(TextError::new(side, "is not a side: w is White, b is Black")),
        };
        let problem = "is not a phase: p is placement, o the opening turn, 1 and 2 the moves of a turn";
        let known = Phase::from_sign(&phase.to_ascii_lowercase());
        Tzaar::from_stacks(&stacks, side, known.ok_or_else(|| TextError::new(phase, problem))?)
    }

    fn action_text(&self, action: TzaarAction) -> String {
        match action.choice() {
            Choice::Move { from, to } => {
                let sign = if self.is_capture(action) { 'x' } else { '+' };
                format!("{from}{sign}{to}")
            }
            Choice::Pass => "-".into(),
            Choice::Place { kind, field } => format!("{}@{field}", kind.letter()),
        }
    }

    fn parse_action(&self, text: &str) -> Result<TzaarAction, TextError> {
        let (action, sign) = parse_choice(text)?;
        if !self.is_legal(action) {
            return Err(TextError::new(text, self.why_illegal(action)));
        }
        match (sign, self.is_capture(action)) {
            (Sign::Capture, false) => Err(TextError::new(text, "is a stacking here: write it with +")),
            (Sign::Stacking, true) => Err(TextError::new(text, "is a capture here: write it with x")),
            _ => Ok(action),
        }
    }

    fn ending(&self) -> Option<&'static str> {
        self.outcome()?;
        let eliminated = Side::BOTH.into_iter().any(|side| self.lacks_a_kind(side));
        Some(if eliminated { "elimination" } else { "no capture" })
    }

    fn ending_words(&self) -> Option<(Side, String)> {
        let Outcome::Win(winner) = self.outcome()? else { return None };
        let loser = winner.other();
        let missing = Kind::ALL.into_iter().find(|&kind| self.count(loser, kind) == 0);
        let words = match missing {
            Some(kind) => format!("ran out of {}", kind.plural()),
            None => "had no capture left".into(),
        };
        Some((loser, words))
    }
}

fn parse_board(board: &str) -> Result<[Option<Stack>; FIELDS], TextError> {
    let columns: Vec<&str> = board.split('/').collect();
    if columns.len() != COLUMN_LENGTH.len() {
        let problem = format!("has {} columns; a board has nine, separated by /", columns.len());
        return Err(TextError::new(board, problem));
    }
    let mut stacks = [None; FIELDS];
    let mut places = stacks.iter_mut();
    for (column, length) in columns.into_iter().zip(COLUMN_LENGTH) {
        let fields = parse_column(column)?;
        if fields.len() != length {
            let problem = format!("has {} fields; this column has {length}", fields.len());
            return Err(TextError::new(column, problem));
        }
        for (field, place) in fields.into_iter().zip(&mut places) {
            *place = field;
        }
    }
    Ok(stacks)
}

fn parse_column(column: &str) -> Result<Vec<Option<Stack>>, TextError> {
    let mut fields = Vec::new();
    let mut rest = column;
    while let Some(letter) = rest.chars().next() {
        let after = rest.strip_prefix(letter).unwrap_or("");
        let next = after.trim_start_matches(|c: char| c.is_ascii_digit());
        let digits = after.strip_suffix(next).unwrap_or("");
        let token = rest.strip_suffix(next).unwrap_or(rest);
        fields.push(match letter {
            '.' if digits.is_empty() => None,
            _ => {
                let kind = Kind::from_letter(letter).ok_or_else(|| {
                    TextError::new(
                        token,
                        "is not a field: T, A and Z are stacks, lower case Black's, . is empty",
                    )
                })?;
                let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
                let height = if digits.is_empty() { Ok(1) } else { digits.parse() };
                let height = height.ok().filter(|height| (1..=15).contains(height));
                let height = height.ok_or_else(|| TextError::new(token, "has no height from 1 to 14"))?;
                Some(Stack::new(side, kind, height))
            }
        });
        rest = next;
    }
    Ok(fields)
}

/// How a move was marked in a text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Capture,
    Stacking,
    None,
}

fn parse_choice(text: &str) -> Result<(TzaarAction, Sign), TextError> {
    if text == "-" || text.eq_ignore_ascii_case("pass") {
        return Ok((TzaarAction::PASS, Sign::None));
    }
    let letters: Vec<char> = text.chars().take(6).collect();
    let field = |column: char, number: char| -> Result<Field, TextError> {
        let name = String::from_iter([column, number]);
        Field::from_name(&name).ok_or_else(|| {
            TextError::new(
                &name,
                "is not a field: columns are A to I, and E has 8 because the hole is not counted",
            )
        })
    };
    let placed = letters.first().and_then(|&letter| Kind::from_letter(letter));
    match letters[..] {
        [a, b, 'x' | 'X' | ':', c, d] => Ok((TzaarAction::step(field(a, b)?, field(c, d)?), Sign::Capture)),
        [a, b, '+', c, d] => Ok((TzaarAction::step(field(a, b)?, field(c, d)?), Sign::Stacking)),
        [a, b, '-', c, d] => Ok((TzaarAction::step(field(a, b)?, field(c, d)?), Sign::None)),
        [_, '@', a, b] if let Some(kind) = placed => Ok((TzaarAction::place(kind, field(a, b)?), Sign::None)),
        [a, b, c, d] => Ok((TzaarAction::step(field(a, b)?, field(c, d)?), Sign::None)),
        _ => Err(TextError::new(
            text,
            "is not a move: a capture is E4xD4, a stacking D4+C3, a pass -, a placement Z@E4",
        )),
    }
}

impl Tzaar {
    /// One sentence on what stands in the way of an action; only asked about illegal ones.
    fn why_illegal(&self, action: TzaarAction) -> String {
        if self.outcome().is_some() {
            return "comes after the end of the game".into();
        }
        match (action.choice(), self.phase()) {
            (Choice::Place { kind, .. }, Phase::Placement) if self.to_place(self.to_move(), kind) == 0 => {
                "is not possible: all pieces of that kind are placed".into()
            }
            (Choice::Place { field, .. }, Phase::Placement) => {
                format!("is not possible: {field} is not empty")
            }
            (Choice::Place { .. }, _) => {
                "places a piece, but placing is over: captures are written E4xD4".into()
            }
            (_, Phase::Placement) => {
                "is not a placement: a piece is placed by its letter and a field, Z@E4".into()
            }
            (Choice::Pass, _) => "is not possible: a turn begins with a capture".into(),
            (Choice::Move { from, to }, phase) => match (self.stack_at(from), self.stack_at(to)) {
                (None, _) => format!("is not possible: {from} is empty"),
                (Some(mover), _) if mover.side() != self.to_move() => {
                    format!(
                        "is not possible: the stack on {from} is not {}'s",
                        self.to_move().pick(Self::SIDES)
                    )
                }
                (_, None) => format!("is not possible: {to} is empty, and stacks only move onto stacks"),
                (Some(mover), Some(met)) if met.side() == mover.side() && phase != Phase::Second => {
                    "is not possible: a turn begins with a capture".into()
                }
                (Some(_), Some(_)) if !self.are_neighbours(from, to) => {
                    format!("is not possible: {to} is not the next stack on a line from {from}")
                }
                (Some(mover), Some(met)) => {
                    format!("is not possible: {} cannot capture the higher {}", mover.height(), met.height())
                }
            },
        }
    }
}

impl fmt::Debug for Tzaar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.position_text())
    }
}
