//! Perft as data: text files of positions, depths and counts, so that the figures exist once and anyone can read them.

use game::Notation;

pub use game::perft::{perft, perft_turns};

/// Checks every line of a perft file whose expected count is at most `most`; returns how many lines were checked.
///
/// A line is `POSITION ; DEPTH ; COUNT`, where `DEPTH` counts actions, or whole turns with distinct results when it reads
/// `2 turns`. Empty lines and lines that begin with `#` are skipped. Panics on the first line that is wrong.
pub fn check_file<G: Notation>(text: &str, most: u64) -> usize {
    let mut checked = 0;
    for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        let entry = Entry::<G>::parse(line);
        if entry.count <= most {
            let found = match entry.whole_turns {
                true => perft_turns(&entry.position, entry.depth),
                false => perft(&entry.position, entry.depth),
            };
            assert_eq!(found, entry.count, "perft (left: found, right: expected) of the line '{line}'");
            checked += 1;
        }
    }
    assert!(checked > 0, "no line of the perft file has a count of at most {most}");
    checked
}

/// A line of a perft file.
struct Entry<G> {
    position: G,
    depth: u32,
    whole_turns: bool,
    count: u64,
}

impl<G: Notation> Entry<G> {
    /// The files are part of the tests, so a bad line is a failed test.
    fn parse(line: &str) -> Self {
        let parts: Vec<&str> = line.split(';').map(str::trim).collect();
        let [position, depth, count] = parts[..] else {
            panic!("'{line}' is not 'POSITION ; DEPTH ; COUNT'");
        };
        let (depth, whole_turns) = match depth.strip_suffix("turns") {
            Some(number) => (number.trim(), true),
            None => (depth, false),
        };
        Entry {
            position: G::parse_position(position).unwrap_or_else(|error| panic!("{error}")),
            depth: depth.parse().unwrap_or_else(|_| panic!("'{depth}' is not a depth in '{line}'")),
            whole_turns,
            count: count.replace('_', "").parse().unwrap_or_else(|_| panic!("'{count}' is not a count")),
        }
    }
}
