//! Tzaar: rules, notation, pictures and heuristics. Knows no search, clock or output.
//!
//! [`Tzaar`] is the position. Start with `rules` for what the game is, `position` for what is kept up to date, and
//! `heuristics` for evaluations and move ordering.

mod action;
mod definition;
mod draw;
mod geometry;
pub mod heuristics;
pub mod import;
mod notation;
mod phase;
mod piece;
mod position;
mod rules;
mod start;
mod tally;
mod threats;
pub mod waltz_file;
mod zobrist;

pub use action::{Choice, TzaarAction};
pub use definition::Definition;
pub use geometry::{COLUMN_LENGTH, DIRECTIONS, FIELDS, Field, SYMMETRIES};
pub use phase::Phase;
pub use piece::{GREATEST_HEIGHT, INITIAL_COUNTS, Kind, PIECES_OF_A_SIDE, Stack, sort_of};
pub use position::Tzaar;
