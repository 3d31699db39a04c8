//! Records of Little Golem: `POS[…]` with 60 letters, then `W[npmq]`, `B[prqq-kplp]`, `B[osoq-pass]`.
//!
//! A field is two letters k to s for -4 to 4: the column, and a height that falls from one end of the column to the other, so
//! that k is its upper end in columns E to I. In `POS` the columns follow each other from their upper ends down; a, b and c
//! are Tzaar, Tzarra and Tott, lower case White's.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use super::{ImportedGame, field_counting_the_hole, no_field};
use crate::{
    action::TzaarAction,
    geometry::{COLUMN_LENGTH, FIELDS, Field},
    phase::Phase,
    piece::{Kind, Stack},
    position::Tzaar,
};
use game::{Game, Notation, Side, TextError};

/// The field of a two-letter code.
pub fn field(code: &str) -> Result<Field, TextError> {
    let mut axes = code.chars().map(|letter| u32::from(letter) as i32 - i32::from(b'o'));
    let (Some(x), Some(y), None) = (axes.next(), axes.next(), axes.next()) else {
        return Err(no_field(code));
    };
    let number = top(x) - y + 1;
    match (usize::try_from(x + 4), usize::try_from(number)) {
        (Ok(column), Ok(number)) => field_counting_the_hole(column, number).ok_or_else(|| no_field(code)),
        _ => Err(no_field(code)),
    }
}

/// The second coordinate of field 1 of a column.
fn top(x: i32) -> i32 {
    4.min(4_i32.saturating_sub(x))
}

/// The start position of a `POS` property.
pub fn start(pos: &str) -> Result<Tzaar, TextError> {
    let mut letters = pos.chars();
    let mut stacks = [None; FIELDS];
    for (column, length) in COLUMN_LENGTH.into_iter().enumerate() {
        for number in (1..=length).rev() {
            let (Some(field), Some(letter)) = (Field::in_column(column, number), letters.next()) else {
                return Err(TextError::new(pos, "is not a start position: that is 60 letters"));
            };
            let kind = match letter.to_ascii_lowercase() {
                'a' => Kind::Tzaar,
                'b' => Kind::Tzarra,
                'c' => Kind::Tott,
                _ => {
                    return Err(TextError::new(
                        &letter.to_string(),
                        "is not a piece: a, b or c in either case",
                    ));
                }
            };
            let side = if letter.is_ascii_lowercase() { Side::First } else { Side::Second };
            if let Some(place) = stacks.get_mut(field.index()) {
                *place = Some(Stack::new(side, kind, 1));
            }
        }
    }
    if letters.next().is_some() {
        return Err(TextError::new(pos, "is not a start position: that is 60 letters"));
    }
    Tzaar::from_stacks(&stacks, Side::First, Phase::Opening)
}

/// The turn of a `W` or `B` property in a position, complete and legal.
pub fn turn(position: &Tzaar, text: &str) -> Result<Vec<TzaarAction>, TextError> {
    let mut actions = Vec::new();
    let mut reached = *position;
    for part in text.split('-') {
        let action = if part.eq_ignore_ascii_case("pass") {
            TzaarAction::PASS
        } else {
            let (Some(from), Some(to)) = (part.get(..2), part.get(2..)) else {
                return Err(TextError::new(part, "is not a move: two fields of two letters each, or pass"));
            };
            TzaarAction::step(field(from)?, field(to)?)
        };
        let over = !actions.is_empty() && reached.starts_turn();
        if over || !reached.is_legal(action) {
            return Err(TextError::new(part, format!("is not legal in {}", reached.position_text())));
        }
        reached.play(action);
        actions.push(action);
    }
    if !reached.starts_turn() {
        return Err(TextError::new(text, "does not complete the turn"));
    }
    Ok(actions)
}

/// A whole record, from its properties in order. Properties that say nothing about the play are passed over.
pub fn game<'a>(properties: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<ImportedGame, TextError> {
    let mut game: Option<(ImportedGame, Tzaar)> = None;
    for (name, value) in properties {
        match (name, &mut game) {
            ("POS", None) => {
                let start = start(value)?;
                game = Some((ImportedGame { start, turns: Vec::new() }, start));
            }
            ("POS", Some(_)) => return Err(TextError::new(value, "is a second start position")),
            ("W" | "B", None) => return Err(TextError::new(value, "comes before a start position POS")),
            ("W" | "B", Some(_)) if value.eq_ignore_ascii_case("resign") => break,
            ("W" | "B", Some((game, position))) => {
                let due = if position.to_move() == Side::First { "W" } else { "B" };
                if name != due {
                    return Err(TextError::new(&format!("{name}[{value}]"), "is out of turn"));
                }
                let turn = turn(position, value)?;
                *position = game::play_turn(position, &turn);
                game.turns.push(turn);
            }
            _ => (),
        }
    }
    game.map(|(game, _)| game).ok_or_else(|| TextError::new("POS", "is missing: it holds the start position"))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

    use super::*;
    use crate::import::tests::number_counting_the_hole;
    use game::Setup;

    /// The two-letter code of a field.
    fn code(field: Field) -> String {
        let x = field.column() as i32 - 4;
        let y = top(x) + 1 - number_counting_the_hole(field) as i32;
        [x, y].iter().map(|&axis| (i32::from(b'o') + axis) as u8 as char).collect()
    }

    #[test]
    fn codes_go_there_and_back() {
        for field in Field::all() {
            assert_eq!(super::field(&code(field)), Ok(field));
        }
        let named = |name: &str| Ok(Field::from_name(name).expect("a field"));
        assert_eq!(field("np"), named("D4"));
        assert_eq!(field("mq"), named("C3"));
        assert_eq!(field("qm"), named("G5"));
        assert_eq!(field("ok"), named("E8"), "which Little Golem shows as E9");
        assert_eq!(field("on"), named("E5"), "which Little Golem shows as E6");
        assert_eq!(field("op"), named("E4"));
        for wrong in ["oo", "kk", "ss", "aa", "n", "npm", "", "é1", "\u{10ffff}o"] {
            assert!(field(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn neighbouring_codes_are_neighbours_here() {
        // On their axes a line keeps the first, the second, or the sum of both coordinates.
        for from in Field::all() {
            for to in Field::all() {
                let axes = |field| {
                    let bytes = code(field).into_bytes();
                    (i32::from(bytes[0]), i32::from(bytes[1]))
                };
                let ((x, y), (u, v)) = (axes(from), axes(to));
                let theirs = x == u || y == v || x + y == u + v;
                let (columns, rows) = (from.column().abs_diff(to.column()), from.row().abs_diff(to.row()));
                let same_way = (from.column() < to.column()) == (from.row() < to.row());
                let ours = columns == 0 || rows == 0 || (columns == rows && same_way);
                assert_eq!(theirs, ours, "{from} and {to}");
            }
        }
    }

    /// A record of a game, made from our own play.
    fn record(start: &Tzaar, seed: u64) -> (Vec<(&'static str, String)>, Vec<Vec<TzaarAction>>) {
        let mut letters = String::new();
        for (column, length) in COLUMN_LENGTH.into_iter().enumerate() {
            for number in (1..=length).rev() {
                let stack =
                    start.stack_at(Field::in_column(column, number).expect("a field")).expect("a stack");
                let letter = ['c', 'b', 'a'][stack.kind().index()];
                letters.push(if stack.side() == Side::First { letter } else { letter.to_ascii_uppercase() });
            }
        }
        let mut properties = vec![("FF", "TZAAR".to_string()), ("POS", letters)];
        let (mut position, mut turns) = (*start, Vec::new());
        while position.outcome().is_none() {
            let choices = game::distinct_turns(&position);
            let choice = &choices[testkit::mix(&[seed, turns.len() as u64]) as usize % choices.len()];
            let part = |action: &TzaarAction| match action.choice() {
                crate::Choice::Move { from, to } => code(from) + &code(to),
                _ => "pass".into(),
            };
            let text = choice.actions.iter().map(part).collect::<Vec<_>>().join("-");
            properties.push((if position.to_move() == Side::First { "W" } else { "B" }, text));
            turns.push(choice.actions.clone());
            position = choice.result;
        }
        (properties, turns)
    }

    #[test]
    fn whole_records_come_back() {
        for seed in 0..5 {
            let start = Tzaar::random_start(seed);
            let (properties, turns) = record(&start, seed);
            let read = game(properties.iter().map(|(name, value)| (*name, value.as_str())));
            assert_eq!(read, Ok(ImportedGame { start, turns }));
        }
    }

    #[test]
    fn broken_records_are_refused() {
        let fixed = Tzaar::start("").expect("the fixed start");
        let (properties, _) = record(&fixed, 1);
        let as_text = || properties.iter().map(|(name, value)| (*name, value.as_str())).collect::<Vec<_>>();
        let mut swapped = as_text();
        swapped.swap(2, 3);
        let mut short = as_text();
        short[1].1 = "abc";
        let mut headless = as_text();
        headless.remove(1);
        let mut odd = as_text();
        odd[2].1 = "npmé";
        for broken in [swapped, short, headless, odd, Vec::new()] {
            assert!(game(broken).is_err());
        }
    }

    #[test]
    fn no_record_makes_the_reader_panic() {
        let (properties, _) = record(&Tzaar::random_start(2), 2);
        crate::import::tests::fuzz_records(&properties, |found| game(found));
    }
}
