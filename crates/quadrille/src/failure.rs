//! What can go wrong at the top: bad input (exit 2) or a failure (exit 1), each one clear sentence.

use arena::ArenaError;
use game::TextError;
use players::{SpecError, UnknownGame};
use std::fmt::Display;

/// Why a command did not do what it was asked for.
#[derive(Debug)]
pub(crate) struct Failure {
    /// The exit code.
    pub(crate) code: u8,
    /// What to tell the user.
    pub(crate) sentence: String,
}

impl Failure {
    /// Wrong usage or bad input: nothing was done.
    pub(crate) fn bad(sentence: impl Display) -> Failure {
        Failure { code: 2, sentence: sentence.to_string() }
    }

    /// The work was begun and could not be finished.
    pub(crate) fn failed(sentence: impl Display) -> Failure {
        Failure { code: 1, sentence: sentence.to_string() }
    }
}

/// Returns from the function: the input is bad, as this formatted sentence says.
macro_rules! refuse {
    ($($sentence:tt)*) => {
        return Err(crate::failure::Failure::bad(format_args!($($sentence)*)))
    };
}

/// Errors of input.
macro_rules! bad_input {
    ($($error:ty),*) => {$(
        impl From<$error> for Failure {
            fn from(error: $error) -> Failure {
                Failure::bad(error)
            }
        }
    )*};
}

bad_input!(TextError, SpecError, UnknownGame);

impl From<ArenaError> for Failure {
    fn from(error: ArenaError) -> Failure {
        match &error {
            ArenaError::Io { source, .. } if source.kind() != std::io::ErrorKind::NotFound => {
                Failure::failed(error)
            }
            _ => Failure::bad(error),
        }
    }
}
