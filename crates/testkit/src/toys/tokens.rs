//! Reading the numbers and sides of which the toys' position texts are made. Knows no toy.

use game::{Side, TextError};

/// The words of a text, read one after the other.
pub(super) struct Tokens<'a> {
    text: &'a str,
    words: std::str::Split<'a, char>,
}

impl<'a> Tokens<'a> {
    /// Words are separated by single blanks.
    pub(super) fn new(text: &'a str) -> Tokens<'a> {
        Tokens { text, words: text.split(' ') }
    }

    /// The next word.
    pub(super) fn word(&mut self) -> Result<&'a str, TextError> {
        self.words.next().ok_or_else(|| TextError::new(self.text, "is too short for a position"))
    }

    /// The next word as a number from `least` to `most`.
    pub(super) fn number(&mut self, least: u64, most: u64) -> Result<u64, TextError> {
        let word = self.word()?;
        let bad = || TextError::new(word, format!("is not a number from {least} to {most}"));
        let number = word.parse().map_err(|_| bad())?;
        if (least..=most).contains(&number) { Ok(number) } else { Err(bad()) }
    }

    /// The next word as one of several words; gives its place.
    pub(super) fn one_of(&mut self, known: &[&str]) -> Result<usize, TextError> {
        let word = self.word()?;
        let bad = || TextError::new(word, format!("is not one of {}", known.join(", ")));
        known.iter().position(|k| *k == word).ok_or_else(bad)
    }

    /// The next word as a side.
    pub(super) fn side(&mut self) -> Result<Side, TextError> {
        Ok(Side::BOTH[self.one_of(&SIDE_WORDS)?])
    }

    /// Nothing may be left over.
    pub(super) fn end(mut self) -> Result<(), TextError> {
        match self.words.next() {
            None => Ok(()),
            Some(word) => Err(TextError::new(word, "comes after the end of the position")),
        }
    }
}

/// How the sides are written.
pub(super) const SIDE_WORDS: [&str; 2] = ["first", "second"];
