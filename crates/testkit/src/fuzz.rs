//! A deterministic mutation fuzzer for readers of text and of bytes: no input may panic, and what is read can be written.

use crate::Generator;
use game::Notation;
use rand::{RngExt, SeedableRng, seq::IndexedRandom};
use std::{
    fmt::Debug,
    panic::{AssertUnwindSafe, catch_unwind},
};

/// How many mutated texts to try, and from which seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cases {
    /// Mutated texts in an ordinary run.
    pub count: u32,
    /// Random seed.
    pub seed: u64,
}

/// What became of the mutated texts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Texts that were read, and survived being written and read again.
    pub read: u32,
    /// Texts that were refused.
    pub refused: u32,
}

/// Feeds mutations of valid texts to a reader. Every text of the corpus must be readable; no text may cause a panic; what
/// is read must be the same after `write` and reading again. At least one mutation must be refused, or nothing was tried.
pub fn texts<T: PartialEq + Debug>(
    corpus: &[&str],
    cases: Cases,
    read: impl Fn(&str) -> Option<T>,
    write: impl Fn(&T) -> String,
) -> Tally {
    let survives = |input: &[u8]| -> bool {
        let Some((text, value)) = str::from_utf8(input).ok().and_then(|text| Some((text, read(text)?)))
        else {
            return false;
        };
        let written = write(&value);
        assert_eq!(read(&written).as_ref(), Some(&value), "{text:?} was written as {written:?}");
        true
    };
    let bytes: Vec<Vec<u8>> = corpus.iter().map(|text| text.as_bytes().to_vec()).collect();
    for text in corpus {
        assert!(tried(text.as_bytes(), &survives), "the corpus text {text:?} should be readable");
    }
    let tally = inputs(&bytes, cases, survives);
    assert!(tally.refused > 0, "not one of {} mutated texts was refused", cases.count);
    tally
}

/// Feeds mutations of a corpus to a law, which panics where it is broken and returns whether it read its input. A corpus of
/// texts stays text; any other is mutated byte by byte.
pub fn inputs(corpus: &[Vec<u8>], cases: Cases, law: impl Fn(&[u8]) -> bool) -> Tally {
    let mut generator = Generator::seed_from_u64(cases.seed);
    let mut tally = Tally::default();
    let texts: Option<Vec<&str>> = corpus.iter().map(|input| str::from_utf8(input).ok()).collect();
    let is_text = texts.is_some();
    // A byte is the character with its number.
    let letters: Vec<Vec<char>> = match texts {
        Some(texts) => texts.iter().map(|text| text.chars().collect()).collect(),
        None => corpus.iter().map(|input| input.iter().copied().map(char::from).collect()).collect(),
    };
    for _ in 0..cases.count * crate::scale() {
        let mutated = mutated(&letters, &mut generator);
        let input: Vec<u8> = match is_text {
            true => mutated.into_iter().collect::<String>().into_bytes(),
            false => mutated.into_iter().map(|letter| u32::from(letter) as u8).collect(),
        };
        match tried(&input, &law) {
            true => tally.read += 1,
            false => tally.refused += 1,
        }
    }
    tally
}

/// Tries a law on one input, which a failure shows.
fn tried(input: &[u8], law: &impl Fn(&[u8]) -> bool) -> bool {
    catch_unwind(AssertUnwindSafe(|| law(input))).unwrap_or_else(|_| {
        let shown = str::from_utf8(input).map_or_else(|_| input.escape_ascii().to_string(), String::from);
        panic!("reading the input {shown:?} panicked or did not round-trip")
    })
}

/// Fuzzes the reader of positions of a game.
pub fn positions<G: Notation>(corpus: &[&str], cases: Cases) -> Tally {
    texts(corpus, cases, |text| G::parse_position(text).ok(), G::position_text)
}

/// Fuzzes the reader of whole turns in one position.
pub fn turns<G: Notation>(position: &G, corpus: &[&str], cases: Cases) -> Tally {
    texts(corpus, cases, |text| position.parse_turn(text).ok(), |turn| position.turn_word(turn))
}

/// Characters that readers tend to stumble over: separators, digits, letters of several lengths in UTF-8, controls, and
/// signs that other signs turn into when their case changes.
const AWKWARD: &[char] = &[
    '\0', ' ', '\t', '\n', '\r', '/', '-', '+', ',', ';', '.', '#', '|', ':', '0', '1', '8', '9', 'a', 'z',
    'A', 'Z', 'x', 'é', 'ß', 'İ', 'ﬁ', '₀', '١', '♞', '𝟗', '\u{301}', '\u{200b}', '\u{feff}', '\u{202e}',
    '\u{fffd}',
];

/// Longest run that is inserted: enough to overflow any small counter.
const LONG_RUN: usize = 700;

fn mutated(corpus: &[Vec<char>], generator: &mut Generator) -> Vec<char> {
    let pick =
        |generator: &mut Generator| -> Vec<char> { corpus.choose(generator).cloned().unwrap_or_default() };
    let mut text = pick(generator);
    for _ in 0..generator.random_range(1..=4) {
        let other = pick(generator);
        mutate(&mut text, &other, generator);
    }
    text
}

fn mutate(text: &mut Vec<char>, other: &[char], generator: &mut Generator) {
    let at = generator.random_range(0..=text.len());
    let awkward = *AWKWARD.choose(generator).unwrap_or(&' ');
    match generator.random_range(0..10) {
        0 => text.insert(at, awkward),
        1 if at < text.len() => text[at] = awkward,
        2 if at < text.len() => drop(text.remove(at)),
        3 => text.truncate(at),
        4 if at < text.len() => {
            // Flip one bit, where that still gives a character.
            let flipped = u32::from(text[at]) ^ (1 << generator.random_range(0..8));
            text[at] = char::from_u32(flipped).unwrap_or(awkward);
        }
        5 => {
            let from = generator.random_range(0..=other.len());
            text.truncate(at);
            text.extend_from_slice(&other[from..]);
        }
        6 => {
            let length = generator.random_range(1..=LONG_RUN);
            text.splice(at..at, std::iter::repeat_n(awkward, length));
        }
        7 => {
            let end = generator.random_range(at..=text.len());
            let repeated = text[at..end].to_vec();
            text.splice(at..at, repeated);
        }
        8 => {
            let number = generator.random::<u64>() >> generator.random_range(0..64);
            text.splice(at..at, number.to_string().chars());
        }
        _ if text.len() > 1 => {
            let (a, b) = (at % text.len(), generator.random_range(0..text.len()));
            text.swap(a, b);
        }
        _ => text.push(awkward),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CASES: Cases = Cases { count: 3000, seed: 1 };

    #[test]
    fn a_sound_reader_passes() {
        let tally = texts(&["17", "4"], CASES, |t| t.parse::<u64>().ok(), u64::to_string);
        assert!(tally.read > 100 && tally.refused > 100, "{tally:?}");
    }

    #[test]
    #[should_panic(expected = "panicked or did not round-trip")]
    fn a_reader_that_cuts_inside_a_character_is_caught() {
        texts(&["17"], CASES, |t| t.get(..1).map(|_| t[..1].to_string() + &t[1..2]), String::clone);
    }

    #[test]
    #[should_panic(expected = "panicked or did not round-trip")]
    fn a_writer_that_loses_something_is_caught() {
        texts(&["17"], CASES, |t| t.parse::<u64>().ok(), |n| (n % 1000).to_string());
    }

    #[test]
    #[should_panic(expected = "panicked or did not round-trip")]
    fn a_law_about_bytes_is_tried_with_bytes() {
        let corpus = [vec![0xff, 0, 0xfe, 1], vec![0xff; 9]];
        let tally = inputs(&corpus, CASES, |input| input.starts_with(&[0xff]));
        assert!(tally.read > 100 && tally.refused > 100, "{tally:?}");
        inputs(&corpus, CASES, |input| {
            assert_ne!(input, [0xff, 0, 0xfe]);
            true
        });
    }

    #[test]
    #[should_panic(expected = "not one of")]
    fn a_reader_that_takes_everything_is_caught() {
        texts(&["17"], CASES, |t| Some(t.to_string()), String::clone);
    }
}
