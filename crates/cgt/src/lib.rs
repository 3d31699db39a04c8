//! Combinatorial game theory: values of short games, thermographs, and searches for mean and temperature.
//!
//! Every answer is exact or says that it is not. Nothing prints, and no search reads a clock. Local games implement one
//! small trait, [`Partizan`]; whole games with turns of several actions live in their own crates.

pub mod born;
pub mod database;
mod dyadic;
pub mod exact;
pub mod games;
mod graph;
mod method;
pub mod mts;
mod partizan;
pub mod short;
mod study;
pub mod sums;
pub mod temperature;
pub mod thermograph;

/// An answer, or why there is none.
pub type Result<T, E = ExactError> = std::result::Result<T, E>;

pub use dyadic::{Dyadic, OutOfRange};
pub use exact::ExactError;
pub use method::{Answer, Method, MethodError, canonical_form, evaluate_form};
pub use partizan::{Partizan, Player};
pub use short::{Change, GameId, Games, OutcomeClass, ParseError, Syntax, ValueError};
pub use study::{Study, study_form, study_sum};
pub use thermograph::{Thermograph, Walls};

use exact::Values;
use games::Amazons;
use graph::{Graph, Place, cancel};
use thermograph::{Point, Unit};
