//! KnightThrough: knights that only jump forward race to the far row (rules, notation, pictures, heuristics).
//!
//! Both sides start with two full rows of knights. A knight jumps as in chess, but only forwards, and captures what it
//! lands on. The side that first has a knight on the far row, or captures the last enemy knight, wins. This crate
//! knows nothing of searches, clocks or files.

mod board;
mod definition;
mod draw;
pub mod heuristics;
mod keys;
mod notation;
mod rules;

pub use board::{Jump, Size, Square, Squares};
pub use definition::Definition;
pub use rules::KnightThrough;
