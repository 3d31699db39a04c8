//! The board as lines of text: columns stand upright, each half a step lower or higher than its neighbours.

use super::{counts, state};
use crate::{
    geometry::{COLUMN_LENGTH, Field},
    piece::Stack,
    position::Tzaar,
};
use game::{Side, TextStyle, is_marked};

/// Lines of the board itself: column E has nine places with the hole, and every place takes two lines.
const LINES: usize = 17;
/// Characters of a column.
const WIDTH: usize = 6;

pub(super) fn board(position: &Tzaar, style: TextStyle, marked: &[String]) -> String {
    let mut text = String::new();
    for line in (0..LINES).rev() {
        let mut row = String::from("   ");
        for column in 0..COLUMN_LENGTH.len() {
            row += &cell(position, style, marked, column, line);
        }
        text += row.trim_end();
        text.push('\n');
    }
    text += "   ";
    for column in 0..COLUMN_LENGTH.len() {
        text += &centred(&char::from(b'A' + column as u8).to_string(), WIDTH);
    }
    let text = text.trim_end();
    format!(
        "{text}\n{}\n{}\n{}\n",
        counts(position, Side::First),
        counts(position, Side::Second),
        state(position)
    )
}

/// What stands at a column and line: a field with its number beside it, the hole, or nothing.
fn cell(position: &Tzaar, style: TextStyle, marked: &[String], column: usize, line: usize) -> String {
    // Twice the row of the sloped array, lowered by the column: so neighbours in a row differ by one line.
    let doubled = line + column;
    if !doubled.is_multiple_of(2) || doubled < 4 {
        return " ".repeat(WIDTH);
    }
    let row = (doubled - 4) / 2;
    if (column, row) == (4, 4) {
        return centred("( )", WIDTH);
    }
    match Field::at(column, row) {
        Some(field) => field_text(position.stack_at(field), style, is_marked(field, marked), field),
        None => " ".repeat(WIDTH),
    }
}

/// Six characters: the number of the field in its column, and the stack; marked fields stand in brackets.
fn field_text(stack: Option<Stack>, style: TextStyle, marked: bool, field: Field) -> String {
    let sign = stack.map_or_else(|| ".".to_string(), |stack| stack.to_string());
    let number = field.number_in_column();
    match style {
        TextStyle::Plain => {
            let framed = if marked { format!("[{sign}]") } else { format!(" {sign} ") };
            format!("{number}{framed:<5}")
        }
        TextStyle::Colour => {
            // Numbers of the 256 colours that terminals share.
            let colours = match stack.map(Stack::side) {
                Some(Side::First) => "48;5;230;38;5;16",
                Some(Side::Second) => "48;5;236;38;5;231",
                None => "38;5;245",
            };
            let frame = if marked { ["\x1b[1;38;5;214m[", "\x1b[1;38;5;214m]\x1b[0m"] } else { [" ", " "] };
            let pad = " ".repeat(3 - sign.chars().count().min(3));
            format!(
                "\x1b[38;5;240m{number}\x1b[0m{}\x1b[0m\x1b[{colours}m{sign}\x1b[0m{}{pad}",
                frame[0], frame[1]
            )
        }
    }
}

fn centred(text: &str, width: usize) -> String {
    format!("{text:^width$}")
}
