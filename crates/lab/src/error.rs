//! Errors of the lab, each one sentence that quotes the bad token.

use std::{io, path::PathBuf};
use thiserror::Error;

/// Why an experiment could not be run or reported.
#[derive(Debug, Error)]
pub enum LabError {
    /// A journal or a result cannot be read.
    #[error("'{}', line {line}: {problem}", path.display())]
    Corrupt {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// The journal belongs to a run under other conditions.
    #[error("'{}' was started with {field} {theirs}, but this run has {ours}; choose another --out or delete it", path.display())]
    OtherRun {
        /// The journal.
        path: PathBuf,
        /// The condition that differs.
        field: &'static str,
        /// Its value in the journal.
        theirs: String,
        /// Its value in this run.
        ours: String,
    },
    /// Another run is writing the journal.
    #[error("'{}' is in use by another run; wait for it to finish or choose another --out", .0.display())]
    Locked(PathBuf),
    /// A file could not be read or written.
    #[error("'{}': {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// A cell failed.
    #[error("{cell}: {problem}")]
    Cell {
        /// The cell.
        cell: String,
        /// The reason.
        problem: String,
    },
    /// The request cannot be carried out.
    #[error("{0}")]
    BadInput(String),
    /// The run was stopped.
    #[error("stopped; run the same command again to resume")]
    Stopped,
}

impl LabError {
    /// Is the request at fault, rather than the work on it?
    pub fn is_bad_input(&self) -> bool {
        !matches!(self, LabError::Io { .. } | LabError::Cell { .. } | LabError::Stopped)
    }

    /// The failure of a cell, which the runner will name.
    pub(crate) fn cell(problem: impl ToString) -> LabError {
        LabError::Cell { cell: String::new(), problem: problem.to_string() }
    }

    /// Bad input, with the sentence of the code that refused it.
    pub(crate) fn bad_input(problem: impl ToString) -> LabError {
        LabError::BadInput(problem.to_string())
    }

    pub(crate) fn io(path: &std::path::Path) -> impl FnOnce(io::Error) -> LabError {
        let path = path.to_path_buf();
        move |source| LabError::Io { path, source }
    }
}
