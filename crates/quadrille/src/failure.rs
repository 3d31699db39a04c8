//! What can go wrong at the top: bad input (exit 2) or a failure (exit 1), each one clear sentence.

use arena::ArenaError;
use game::TextError;
use players::{SpecError, UnknownGame};
use std::fmt;

/// Why a command did not do what it was asked for.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Wrong usage or bad input: nothing was done.
    BadInput(String),
    /// The work was begun and could not be finished.
    Failed(String),
    /// A failure with an exit code of another program's interface.
    WithCode(u8, String),
}

impl Failure {
    /// Bad input, as one sentence.
    pub(crate) fn bad(sentence: impl Into<String>) -> Failure {
        Failure::BadInput(sentence.into())
    }

    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Failure::BadInput(_) => 2,
            Failure::Failed(_) => 1,
            Failure::WithCode(code, _) => *code,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::BadInput(sentence) | Failure::Failed(sentence) | Failure::WithCode(_, sentence) => {
                f.write_str(sentence)
            }
        }
    }
}

/// Errors of input.
macro_rules! bad_input {
    ($($error:ty),*) => {$(
        impl From<$error> for Failure {
            fn from(error: $error) -> Failure {
                Failure::bad(error.to_string())
            }
        }
    )*};
}

bad_input!(TextError, SpecError, UnknownGame);

impl From<ArenaError> for Failure {
    fn from(error: ArenaError) -> Failure {
        let sentence = error.to_string();
        match error {
            ArenaError::Io { source, .. } if source.kind() != std::io::ErrorKind::NotFound => {
                Failure::Failed(sentence)
            }
            _ => Failure::BadInput(sentence),
        }
    }
}
