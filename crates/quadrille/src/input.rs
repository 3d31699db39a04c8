//! The one reader of text: files and standard input, each with a limit, so that nothing endless fills the memory.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::failure::Failure;
use std::{
    fs::File,
    io::{BufRead, Read},
    path::Path,
};

/// How much of a file is read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Limit {
    /// A position, a list of moves, a saved game or the description of a tournament: 1 MiB.
    Small,
    /// Records and tables: 64 MiB.
    Large,
}

impl Limit {
    fn mebibytes(self) -> u64 {
        match self {
            Limit::Small => 1,
            Limit::Large => 64,
        }
    }
}

/// The longest line of a file, in bytes.
const LONGEST_LINE: usize = 1 << 20;

/// The longest line of standard input, in bytes. No message and no turn is that long.
const LONGEST_MESSAGE: u64 = 1 << 16;

/// Reads a whole text file.
pub(crate) fn read_text(path: &Path, limit: Limit) -> Result<String, Failure> {
    let name = path.display();
    let unreadable = |error: std::io::Error| Failure::bad(format!("'{name}' cannot be read: {error}"));
    let file = File::open(path).map_err(unreadable)?;
    let most = limit.mebibytes() << 20;
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > most {
        refuse!("'{name}' is larger than {} MiB, the limit for such a file", limit.mebibytes());
    }
    if let Some(nth) = bytes.split(|&byte| byte == b'\n').position(|line| line.len() > LONGEST_LINE) {
        refuse!("'{name}', line {}: longer than 1 MiB, the limit for a line", nth + 1);
    }
    String::from_utf8(bytes).map_err(|_| Failure::bad(format!("'{name}' is not a text file")))
}

/// The next line of a stream without its end; `None` at the end. The rest of a line that is too long is skipped, and bytes
/// that are not text are replaced. A last line without an end is a line.
pub(crate) fn next_line(stream: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    let read = stream.take(LONGEST_MESSAGE).read_until(b'\n', &mut bytes).ok()?;
    if read == 0 {
        return None;
    }
    if read as u64 == LONGEST_MESSAGE && bytes.last() != Some(&b'\n') {
        // `skip_until` keeps nothing of what it reads.
        stream.skip_until(b'\n').ok()?;
    }
    Some(String::from_utf8_lossy(&bytes).trim_end_matches(['\r', '\n']).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<String> {
        let mut stream = std::io::BufReader::with_capacity(7, bytes);
        std::iter::from_fn(|| next_line(&mut stream)).collect()
    }

    #[test]
    fn a_line_ends_as_it_likes() {
        assert_eq!(lines(b"aei\nisready\r\n\nquit"), ["aei", "isready", "", "quit"]);
        assert_eq!(lines(b""), [""; 0]);
        assert_eq!(lines(b"a\xffb\n"), ["a\u{fffd}b"]);
    }

    #[test]
    fn what_is_too_long_is_cut() {
        let mut bytes = vec![b'x'; 3 * LONGEST_MESSAGE as usize];
        bytes.extend(b"\naei\n");
        let found: Vec<usize> = lines(&bytes).iter().map(String::len).collect();
        assert_eq!(found, [LONGEST_MESSAGE as usize, 3]);
    }
}
