//! Arimaa: rabbits race through traps, guarded and hunted by stronger animals (rules, tactics, notation, pictures, heuristics).
//!
//! A turn has up to four steps; stronger pieces freeze, push and pull weaker ones; a piece on a trap without a friend
//! beside it is lost; a rabbit on the far row wins. This crate knows nothing of searches, clocks or files.

mod act;
mod board;
mod definition;
mod draw;
pub mod heuristics;
mod keys;
pub mod lineups;
mod notation;
mod piece;
pub mod rules;
pub mod squares;
pub mod tactics;

pub use act::{Act, Step};
pub use board::Board;
pub use definition::Definition;
pub use notation::{MoveList, movelist_text};
pub use piece::{Kind, Piece};
pub use rules::{Arimaa, Ending, Lineup};
pub use squares::{Direction, Square, Squares};
