//! Texts of Arimaa: positions, steps, turns and move lists. Refuses what cannot be played on.
//!
//! The canonical position is `g [64 characters]`, in the middle of a turn followed by what of the turn matters; boards
//! drawn over eight lines and lists of moves are read too. Steps and turns are written in the official notation.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

mod diagram;
mod movelist;
mod position;
mod suffix;
mod turn;

pub use movelist::{MoveList, movelist_text};
pub(crate) use turn::lost_by;

use crate::{
    act::Act,
    lineups,
    rules::{Arimaa, Ending},
};
use game::{Notation, Setup, Side, TextError};

impl Setup for Arimaa {
    const NAME: &'static str = "arimaa";
    const VARIANTS: &'static str = "classic, cats-front, dogs-front or rabbocop (ready setups), random=SEED, \
        setup=GOLD or setup=GOLD/SILVER (sixteen letters each, a1 to h2 and a7 to h8); default: both sides set up";

    const STARTS: &'static [(&'static str, &'static str)] = &[
        ("", "both sides set up"),
        ("classic", "classic setup"),
        ("cats-front", "cats in front"),
        ("dogs-front", "dogs in front"),
        ("random={seed}", "random setup"),
    ];

    fn start(variant: &str) -> Result<Arimaa, TextError> {
        lineups::variant(variant)
    }
}

impl Notation for Arimaa {
    const POSITION_EXAMPLE: &'static str =
        "g [rrrrrrrrhdcemcdh                                HDCMECDHRRRRRRRR]";

    fn position_text(&self) -> String {
        position::written(self)
    }

    /// Reads `g [64 characters]`, also after `setposition`; boards drawn over several lines; and lists of moves from the
    /// empty board. Behind a board there may be the marks of a running turn, or moves, which are played.
    fn parse_position(text: &str) -> Result<Arimaa, TextError> {
        position::parsed(text)
    }

    fn action_text(&self, action: Act) -> String {
        turn::action_text(self, action)
    }

    /// Reads a step such as `Ee2n`, `pass`, or in the setup a piece and its square such as `Ra1`.
    fn parse_action(&self, text: &str) -> Result<Act, TextError> {
        turn::parse_action(self, text)
    }

    fn ending(&self) -> Option<&'static str> {
        self.result().map(|(_, ending)| Ending::word(ending))
    }

    fn ending_words(&self) -> Option<(Side, String)> {
        let (winner, ending) = self.result()?;
        let (side, words) = match ending {
            Ending::Goal => (winner, "brought a rabbit home"),
            Ending::Elimination => (winner.other(), "lost all rabbits"),
            Ending::Immobilisation => (winner.other(), "had no step left"),
        };
        Some((side, words.into()))
    }

    /// The official form: captures are written, unused steps are not.
    fn turn_text(&self, actions: &[Act]) -> String {
        turn::turn_text(self, actions)
    }

    /// The official list: `1g Ra1 …`, a line for each turn.
    fn move_list(&self, turns: &[Vec<Act>]) -> Option<String> {
        Some(movelist_text(self, turns))
    }

    /// Reads the official form and the one of [`Notation::turn_word`]: captures may be written or not, a turn that uses
    /// fewer steps may say `pass` or not, and the pieces of a setup may come in any order.
    fn parse_turn(&self, text: &str) -> Result<Vec<Act>, TextError> {
        turn::parse_turn(self, text)
    }
}

/// The letters of the two sides.
const SIDE_LETTERS: [char; 2] = ['g', 's'];

/// The side with this letter; the older `w` and `b` are read too.
fn side_of_letter(letter: &str) -> Option<game::Side> {
    match letter {
        "g" | "w" => Some(game::Side::First),
        "s" | "b" => Some(game::Side::Second),
        _ => None,
    }
}

/// Splits a mark such as `12g` into its number, if it has one, and its side.
fn marked_side(word: &str) -> Option<(Option<u32>, game::Side)> {
    let letter_at = word.len().checked_sub(1).filter(|&at| word.is_char_boundary(at))?;
    let (digits, letter) = word.split_at(letter_at);
    let side = side_of_letter(letter)?;
    if digits.is_empty() {
        return Some((None, side));
    }
    let plain = digits.len() <= 6 && digits.bytes().all(|b| b.is_ascii_digit());
    plain.then(|| (digits.parse().ok(), side))
}
