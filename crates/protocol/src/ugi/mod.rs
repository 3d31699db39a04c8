//! The universal game interface: UCI's messages without chess, for every game. One message a line.
//!
//! [`ToEngine`] is what a controller says, [`FromEngine`] what an engine answers; both read and write either end of the
//! channel. A turn is one word, its actions joined by commas; a position is the game's own text. Times are whole
//! milliseconds.

mod from_engine;
mod to_engine;

use crate::words::{one_line, split_word};
pub use from_engine::{FromEngine, IdField, Info, Score};
pub use to_engine::{Clocks, Go, Query, Start, ToEngine};
