//! Texts of the Amazons: which variants there are, how positions and turns are written. Refuses what cannot be played on.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

mod positions;
mod turns;

use crate::{act::Act, grid::Size, rules::Amazons};
use game::{Game, Notation, Setup, TextError};

impl Setup for Amazons {
    const NAME: &'static str = "amazons";
    const VARIANTS: &'static str = "FILESxROWS from 3x3 to 11x11, default 10x10";

    const STARTS: &'static [(&'static str, &'static str)] =
        &[("", "10 by 10"), ("8x8", "8 by 8"), ("6x6", "6 by 6"), ("5x5", "5 by 5, quick")];

    fn start(variant: &str) -> Result<Amazons, TextError> {
        let size = if variant.is_empty() { Some(Size::USUAL) } else { size_of(variant) };
        let wrong = || {
            let problem = "is not a board size; it should be FILESxROWS from 3x3 to 11x11, such as 6x6";
            TextError::new(variant, problem)
        };
        let start = Amazons::start_of(size.ok_or_else(wrong)?);
        start.map_err(|problem| TextError::new(variant, problem))
    }
}

/// Fewer files or rows leave no room for a game between the amazons of the start.
const LEAST: u8 = 3;

fn size_of(variant: &str) -> Option<Size> {
    let number = |text: &str| match text.as_bytes() {
        [b'1'..=b'9'] | [b'1'..=b'9', b'0'..=b'9'] => text.parse::<u8>().ok().filter(|&n| n >= LEAST),
        _ => None,
    };
    let (files, rows) = variant.split_once(['x', 'X'])?;
    Size::new(number(files)?, number(rows)?)
}

impl Notation for Amazons {
    const POSITION_EXAMPLE: &'static str = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w";

    fn position_text(&self) -> String {
        positions::text(self)
    }

    /// Reads rows from the top separated by `/`, with `Q` White, `q` Black, `#` burnt and numbers for empty squares; or
    /// separated by `|`, with `o` White, `x` Black, `#` burnt and `.` empty. Then the side to move, which the second form
    /// may leave out (White), and in the middle of a turn the square of the amazon that must shoot.
    fn parse_position(text: &str) -> Result<Amazons, TextError> {
        positions::parse(text)
    }

    fn action_text(&self, action: Act) -> String {
        format!("{action:?}")
    }

    fn parse_action(&self, text: &str) -> Result<Act, TextError> {
        turns::parse_action(self, text)
    }

    fn ending(&self) -> Option<&'static str> {
        self.outcome().map(|_| "no move")
    }

    fn turn_text(&self, actions: &[Act]) -> String {
        actions.iter().map(|act| format!("{act:?}")).collect()
    }

    fn turn_word(&self, actions: &[Act]) -> String {
        self.turn_text(actions)
    }

    fn parse_turn(&self, text: &str) -> Result<Vec<Act>, TextError> {
        turns::parse_turn(self, text)
    }
}
