//! The universal game interface: UCI's messages without chess, for every game. One message a line.
//!
//! A controller sends [`ToEngine`] and an engine answers with [`FromEngine`]; both can be parsed and printed. A turn is one word, its actions joined by commas; a position is the game's own text. Times are whole
//! milliseconds.

mod from_engine;
mod to_engine;

pub use crate::words::{IdField, RESIGN};
use crate::words::{alone, digits, one_line, split_word, with_word, word_of};
pub use from_engine::{FromEngine, Info, Score};
pub use to_engine::{Clocks, Go, Query, Start, ToEngine};
