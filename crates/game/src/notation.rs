//! Texts of positions, actions and turns. The edge where bad input becomes a typed error.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::{Game, Outcome, Side};
use std::fmt;

/// A text that could not be read: one sentence that quotes what was wrong and says what would be right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextError {
    token: String,
    problem: String,
}

impl TextError {
    /// Refuses a text of more than `most` bytes before anything is made of it.
    pub fn check_length(text: &str, most: usize) -> Result<(), TextError> {
        if text.len() <= most {
            return Ok(());
        }
        Err(TextError::new(text, format!("has {} bytes; more than {most} are not read", text.len())))
    }

    /// `token` is quoted (shortened, control characters escaped); `problem` continues the sentence: "is not a square …".
    pub fn new(token: &str, problem: impl Into<String>) -> TextError {
        TextError { token: quoted(token), problem: problem.into() }
    }

    /// The offending text as it is quoted.
    pub fn token(&self) -> &str {
        &self.token
    }
}

/// A text as errors quote it: shortened, with control characters escaped.
pub fn quoted(text: &str) -> String {
    /// Longest part that is quoted.
    const MOST: usize = 80;
    let mut quoted: String = text.chars().take(MOST).flat_map(char::escape_debug).collect();
    if text.chars().nth(MOST).is_some() {
        quoted.push('…');
    }
    quoted
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' {}", self.token, self.problem)
    }
}

impl std::error::Error for TextError {}

/// Bytes of the longest position or turn that is read. Real ones have hundreds.
pub const LONGEST_TEXT: usize = 10_000;

/// Bytes of the longest record of a game that is read. Real ones have thousands.
pub const LONGEST_RECORD: usize = 1 << 20;

/// How a game is called and how it starts.
pub trait Setup: Game {
    /// The name on the command line, lower case.
    const NAME: &'static str;

    /// What may follow the name and a colon, for help texts: `FILESxROWS from 3x4 to 8x8, default 8x8`.
    const VARIANTS: &'static str;

    /// Variants worth offering to people, each as text and in a few words, the usual one first; `{seed}` in a text stands
    /// for any whole number.
    const STARTS: &'static [(&'static str, &'static str)] = &[("", "usual start")];

    /// The start position of a variant; the empty text means the usual game.
    fn start(variant: &str) -> Result<Self, TextError>;
}

/// Reading and writing positions and turns as text. One canonical form is written, known dialects are read.
pub trait Notation: Game {
    /// An example of a position text, for help and error messages.
    const POSITION_EXAMPLE: &'static str;

    /// The canonical text of this position.
    fn position_text(&self) -> String;

    /// Reads a position; refuses what could not be played on.
    fn parse_position(text: &str) -> Result<Self, TextError>;

    /// The canonical text of an action that is legal here.
    fn action_text(&self, action: Self::Action) -> String;

    /// Reads an action and checks that it is legal here. The default reads the canonical text.
    fn parse_action(&self, text: &str) -> Result<Self::Action, TextError> {
        let found = self.action_list().into_iter().find(|&action| self.action_text(action) == text);
        found.ok_or_else(|| TextError::new(text, "is not legal here"))
    }

    /// How a finished game ended, in a word or two for records: `goal`, `elimination`, `no move`. `None` while it goes on.
    fn ending(&self) -> Option<&'static str>;

    /// Which side did what that ended the game, as the rest of a sentence about that side: `reached the far row`. `None` while
    /// it goes on, and where there is no sentence.
    fn ending_words(&self) -> Option<(Side, String)> {
        let Outcome::Win(winner) = self.outcome()? else { return None };
        let (side, words) = match self.ending()? {
            "goal" => (winner, "reached the far row"),
            "elimination" => (winner.other(), "lost the last piece"),
            "no move" => (winner.other(), "had no move left"),
            _ => return None,
        };
        Some((side, words.into()))
    }

    /// A turn (or the part of it done so far) as people write it.
    fn turn_text(&self, actions: &[Self::Action]) -> String {
        join_actions(self, actions, " ")
    }

    /// A turn as one word without blanks.
    fn turn_word(&self, actions: &[Self::Action]) -> String {
        join_actions(self, actions, ",")
    }

    /// The game that began here and went on with these turns, in the form in which the game's own records are kept; `None`
    /// if there is none but lists of turns.
    fn move_list(&self, _turns: &[Vec<Self::Action>]) -> Option<String> {
        None
    }

    /// Reads a turn, with its actions separated by commas or blanks; it must be legal and complete.
    fn parse_turn(&self, text: &str) -> Result<Vec<Self::Action>, TextError> {
        TextError::check_length(text, LONGEST_TEXT)?;
        let mut position = self.clone();
        let mut actions = Vec::new();
        for token in text.split([',', ' ', '\t', '\n', '\r']).filter(|t| !t.is_empty()) {
            let over = !actions.is_empty() && (position.starts_turn() || position.outcome().is_some());
            if over {
                return Err(TextError::new(token, "comes after the end of the turn"));
            }
            let action = position.parse_action(token)?;
            position.play(action);
            actions.push(action);
        }
        if actions.is_empty() {
            return Err(TextError::new(text, "holds no action"));
        }
        if !position.starts_turn() && position.outcome().is_none() {
            return Err(TextError::new(text, "does not complete the turn"));
        }
        Ok(actions)
    }
}

fn join_actions<G: Notation>(position: &G, actions: &[G::Action], separator: &str) -> String {
    let mut position = position.clone();
    let texts = actions.iter().map(|&action| {
        let text = position.action_text(action);
        position.play(action);
        text
    });
    texts.collect::<Vec<_>>().join(separator)
}

#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "a test may panic")]
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_quote_what_was_wrong_without_control_characters() {
        let error = TextError::new("\u{1b}[31m", "is not a square");
        assert_eq!(error.to_string(), "'\\u{1b}[31m' is not a square");
        let long = "x".repeat(500);
        assert!(TextError::new(&long, "is too long").to_string().len() < 200);
    }
}
