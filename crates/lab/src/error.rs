//! What can go wrong in the lab, each as one sentence that quotes what was wrong.

use std::{io, path::PathBuf};
use thiserror::Error;

/// Why an experiment could not be run or reported.
#[derive(Debug, Error)]
pub enum LabError {
    /// No experiment has this name.
    #[error("'{name}' is not an experiment; {advice}")]
    UnknownExperiment {
        /// The name as given.
        name: String,
        /// What would be right.
        advice: String,
    },
    /// The folder of positions cannot be used.
    #[error("'{}' {problem}", path.display())]
    Positions {
        /// The folder or file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
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
    /// A journal was begun under other conditions.
    #[error("'{}' was begun with {field} {theirs}, and this run has {ours}; give another --out, or remove it", path.display())]
    OtherRun {
        /// The journal.
        path: PathBuf,
        /// In what it differs.
        field: &'static str,
        /// There.
        theirs: String,
        /// Here.
        ours: String,
    },
    /// There is nothing to report.
    #[error("'{}' holds no results; `quadrille lab run NAME` writes some there", .0.display())]
    NoResults(PathBuf),
    /// Another run writes the journal.
    #[error("'{}' is being written by another run; wait for it, or give another --out", .0.display())]
    Locked(PathBuf),
    /// A file could not be read or written.
    #[error("'{}': {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A cell could not be done.
    #[error("{cell}: {problem}")]
    Cell {
        /// Which one.
        cell: String,
        /// Why.
        problem: String,
    },
    /// What was asked for cannot be done.
    #[error("{0}")]
    Asked(String),
    /// The run was told to stop.
    #[error("stopped; run the same command again to go on")]
    Stopped,
}

impl LabError {
    /// Is what was asked for at fault, and not the work on it?
    pub fn is_bad_input(&self) -> bool {
        use LabError::{Asked, Corrupt, Locked, NoResults, OtherRun, Positions, UnknownExperiment};
        matches!(
            self,
            UnknownExperiment { .. }
                | Positions { .. }
                | Corrupt { .. }
                | OtherRun { .. }
                | NoResults(_)
                | Locked(_)
                | Asked(_)
        )
    }

    /// A problem of a cell, which the runner puts a name to.
    pub(crate) fn because(problem: impl ToString) -> LabError {
        LabError::Cell { cell: String::new(), problem: problem.to_string() }
    }

    /// Bad input, in the words of whoever refused it.
    pub(crate) fn asked(problem: impl ToString) -> LabError {
        LabError::Asked(problem.to_string())
    }

    pub(crate) fn io(path: &std::path::Path) -> impl FnOnce(io::Error) -> LabError {
        let path = path.to_path_buf();
        move |source| LabError::Io { path, source }
    }
}
