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
