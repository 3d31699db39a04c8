//! Perft as data: text files of positions, depths and counts, so that the figures exist once and anyone can read them.

use game::{Counted, Notation, perft, perft_turns};

/// Checks every line of a perft file whose expected count is at most `most`; returns how many lines were checked.
///
/// A line is `POSITION ; DEPTH ; COUNT`, where `DEPTH` counts actions, or whole turns with distinct results when it reads
/// `2 turns`. Empty lines and lines that begin with `#` are skipped. Panics on the first line that is wrong.
pub fn check_file<G: Notation>(text: &str, most: u64) -> usize {
    check_file_by(text, most, |position, what, depth| {
        let position = G::parse_position(position).unwrap_or_else(|error| panic!("{error}"));
        Some(match what {
            Counted::Sequences => perft(&position, depth),
            Counted::Turns => perft_turns(&position, depth),
        })
    })
}

/// The same with another way to count, such as slow rules, which leaves out the lines that it answers with `None`.
pub fn check_file_by(text: &str, most: u64, found: impl Fn(&str, Counted, u32) -> Option<u64>) -> usize {
    let mut checked = 0;
    for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        let parts: Vec<&str> = line.split(';').map(str::trim).collect();
        let [position, depth, count] = parts[..] else {
            panic!("'{line}' is not 'POSITION ; DEPTH ; COUNT'")
        };
        let number = |text: &str, what: &str| -> u64 {
            text.replace('_', "").parse().unwrap_or_else(|_| panic!("'{text}' is not a {what} in '{line}'"))
        };
        let (what, depth) = match depth.strip_suffix("turns") {
            Some(turns) => (Counted::Turns, turns.trim()),
            None => (Counted::Sequences, depth),
        };
        let (count, depth) = (number(count, "count"), number(depth, "depth") as u32);
        if count <= most
            && let Some(found) = found(position, what, depth)
        {
            assert_eq!(found, count, "perft (left: found, right: expected) of the line '{line}'");
            checked += 1;
        }
    }
    assert!(checked > 0, "no line of the perft file has a count of at most {most}");
    checked
}
