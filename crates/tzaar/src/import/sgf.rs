//! The properties of a game record in SGF, in their order: `W[npmq]` is the name `W` with the value `npmq`.
//!
//! Knows brackets and escapes, no game. Variations are followed along the first branch, which is the game as it was played.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use game::{LONGEST_RECORD, TextError};

/// All properties of the main line. A name with several values comes once for each.
pub(crate) fn properties(text: &str) -> Result<Vec<(String, String)>, TextError> {
    TextError::check_length(text, LONGEST_RECORD)?;
    let mut found: Vec<(String, String)> = Vec::new();
    let mut name = String::new();
    let mut name_ended = false;
    let mut letters = text.chars();
    let mut closed = false;
    while let Some(letter) = letters.next() {
        match letter {
            '[' if name.is_empty() => {
                return Err(TextError::new("[", "comes without the name of a property"));
            }
            '[' => {
                found.push((name.clone(), value(&mut letters)?));
                name_ended = true;
            }
            // The first branch ends with its first bracket; what follows is other variations.
            ')' => {
                closed = true;
                break;
            }
            ';' | '(' => name.clear(),
            letter if letter.is_ascii_alphanumeric() => {
                if name_ended {
                    name.clear();
                    name_ended = false;
                }
                name.push(letter);
            }
            letter if letter.is_whitespace() => (),
            letter => return Err(TextError::new(&letter.to_string(), "is no part of an SGF record")),
        }
    }
    if closed { Ok(found) } else { Err(TextError::new("(", "is never closed by ')'")) }
}

/// A value up to its closing bracket; a backslash takes the sign behind it as it is.
fn value(letters: &mut std::str::Chars<'_>) -> Result<String, TextError> {
    let mut value = String::new();
    loop {
        match letters.next() {
            None => return Err(TextError::new(&value, "is a value that is never closed by ']'")),
            Some(']') => return Ok(value),
            Some('\\') => value.extend(letters.next()),
            Some(letter) => value.push(letter),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

    use super::*;

    #[test]
    fn properties_come_in_order_with_escapes_and_along_the_first_branch() {
        let text = "(;GM[Tzaar]\n VV[a\\]b] ;W[np][mq] (;B[x]) (;B[y]))";
        let pairs = properties(text).unwrap();
        let pairs: Vec<(&str, &str)> = pairs.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
        assert_eq!(pairs, [("GM", "Tzaar"), ("VV", "a]b"), ("W", "np"), ("W", "mq"), ("B", "x")]);
    }

    #[test]
    fn broken_records_quote_what_is_wrong() {
        for (text, word) in [("(;W[np", "np"), ("(;[x])", "["), ("(;W[x]", "("), ("(;W[x]!)", "!")] {
            let error = properties(text).unwrap_err().to_string();
            assert!(error.contains(&format!("'{word}'")), "{text}: {error}");
        }
    }
}
