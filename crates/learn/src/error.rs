//! Errors of learning.

use std::path::PathBuf;

/// Why learning did not go on.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LearnError {
    /// Wrong settings, or a game that cannot be learned.
    #[error("{0}")]
    BadInput(String),
    /// A file cannot be read or written.
    #[error("'{}' cannot be used: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: String,
    },
    /// A file is damaged or of another run.
    #[error("'{}' {problem}", path.display())]
    Corrupt {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// Someone asked to stop; the same command continues.
    #[error("stopped; the same command continues")]
    Stopped,
}
