//! A position as lines of text, in letters or in colour.

use super::{is_burnt, is_dark, is_marked};
use crate::{grid::Square, rules::Amazons};
use game::{Side, TextStyle};

pub(super) fn board(position: &Amazons, style: TextStyle, marked: &[String]) -> String {
    let (files, rows) = (position.size().files(), position.size().rows());
    let mut text = String::new();
    for row in (0..rows).rev() {
        text += &format!("{:>2} ", row + 1);
        for file in 0..files {
            let square = Square::at(file, row);
            text += &square_text(position, square, style, is_marked(square, marked));
        }
        text.push('\n');
    }
    text += "   ";
    text.extend((0..files).map(|file| format!(" {} ", char::from(b'a' + file))));
    let text = text.trim_end();
    format!("{text}\n{}\n", position.state_text())
}

/// Three columns: in plain text a marked square stands in brackets, in colour it has a ground of its own.
fn square_text(position: &Amazons, square: Square, style: TextStyle, marked: bool) -> String {
    let amazon = position.amazon_on(square);
    let burnt = is_burnt(position, square);
    match style {
        TextStyle::Plain => {
            let sign = match amazon {
                Some(Side::First) => 'Q',
                Some(Side::Second) => 'q',
                None if burnt => '#',
                None => '.',
            };
            if marked { format!("[{sign}]") } else { format!(" {sign} ") }
        }
        TextStyle::Colour => {
            // Numbers of the 256 colours that terminals share.
            let ground = match (marked, burnt, is_dark(square)) {
                (true, true, _) => 94,
                (true, false, _) => 179,
                (false, true, _) => 238,
                (false, false, true) => 65,
                (false, false, false) => 108,
            };
            let (ink, sign) = match amazon {
                Some(Side::First) => (231, '♛'),
                Some(Side::Second) => (16, '♛'),
                None if burnt => (245, '•'),
                None => (16, ' '),
            };
            format!("\x1b[48;5;{ground};38;5;{ink}m {sign} \x1b[0m")
        }
    }
}
