//! Splitting lines into words and keeping texts on one line, for all protocols.

use game::TextError;
use std::str::FromStr;

/// Splits a line into its first word and the rest, both trimmed.
pub(crate) fn split_word(line: &str) -> (&str, &str) {
    let line = line.trim_matches(is_blank);
    line.split_once(is_blank).map_or((line, ""), |(word, rest)| (word, rest.trim_matches(is_blank)))
}

/// Control characters separate words like spaces do.
fn is_blank(sign: char) -> bool {
    sign.is_whitespace() || sign.is_control()
}

/// The text on one line: control characters become spaces.
pub(crate) fn one_line(text: &str) -> String {
    let words = text.trim_matches(is_blank).chars();
    words.map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// A message that takes no arguments; anything after its word is an error.
pub(crate) fn alone<M>(message: M, word: &str, rest: &str) -> Result<M, TextError> {
    match rest {
        "" => Ok(message),
        _ => Err(TextError::new(rest, format!("is not allowed after '{word}', which takes no arguments"))),
    }
}

/// A number of plain digits: no sign, no blanks.
pub(crate) fn digits<N: FromStr>(text: &str) -> Option<N> {
    text.parse().ok().filter(|_| text.bytes().all(|b| b.is_ascii_digit()))
}

/// The answer to `go` of an engine that gives up.
pub const RESIGN: &str = "resign";

/// One fact about an engine.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IdField {
    /// Its name.
    Name,
    /// Its author.
    Author,
    /// Its version.
    Version,
}

impl IdField {
    const WORDS: [(IdField, &str); 3] =
        [(IdField::Name, "name"), (IdField::Author, "author"), (IdField::Version, "version")];

    /// Reads what follows `id`: the fact and its text.
    pub(crate) fn parse(text: &str) -> Result<(IdField, String), TextError> {
        let (word, text) = split_word(text);
        let problem = "is not a key of id; expected name, author or version";
        let field = with_word(&IdField::WORDS, word).ok_or_else(|| TextError::new(word, problem))?;
        Ok((field, one_line(text)))
    }

    pub(crate) fn word(self) -> &'static str {
        word_of(&IdField::WORDS, self)
    }
}

/// The value that a word stands for.
pub(crate) fn with_word<T: Copy>(words: &[(T, &str)], word: &str) -> Option<T> {
    words.iter().find(|(_, known)| *known == word).map(|(value, _)| *value)
}

/// The word for a value; empty if it has none.
pub(crate) fn word_of<T: PartialEq>(words: &[(T, &'static str)], value: T) -> &'static str {
    words.iter().find(|(known, _)| *known == value).map_or("", |(_, word)| word)
}
