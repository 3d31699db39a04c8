//! What can go wrong around a match, each in one sentence for people, and reading files without trusting their size.

use game::TextError;
use players::SpecError;
use std::{
    fmt,
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
};
use thiserror::Error;

/// Why a match, its players, its openings or its records could not be had.
#[derive(Debug, Error)]
pub enum ArenaError {
    /// A wrong text, a wrong line of a file, or a file that is not to be touched. The sentence names it.
    #[error("{0}")]
    Input(String),
    /// The system refused to read or to write a file of records.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl ArenaError {
    /// A line of a file, counted from 1, that is wrong.
    pub(crate) fn bad_line(path: &Path, line: usize, problem: impl fmt::Display) -> ArenaError {
        ArenaError::Input(format!("{}, line {line}: {problem}", path.display()))
    }

    /// What the system said about a file.
    pub(crate) fn io(path: &Path) -> impl Fn(io::Error) -> ArenaError {
        move |source| ArenaError::Io { path: path.into(), source }
    }
}

/// Reads a file of at most so many bytes; `None` if it is larger, also where its size is not known beforehand.
pub(crate) fn read_at_most(path: &Path, most: u64) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= most).then_some(bytes))
}

impl From<TextError> for ArenaError {
    fn from(error: TextError) -> ArenaError {
        ArenaError::Input(error.to_string())
    }
}

impl From<SpecError> for ArenaError {
    fn from(error: SpecError) -> ArenaError {
        ArenaError::Input(error.to_string())
    }
}
