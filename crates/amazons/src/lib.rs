//! The Game of the Amazons: queens move and burn squares until one side cannot (rules, notation, regions, pictures, heuristics).
//!
//! In a turn a side moves one of its amazons like a queen in chess, and then the amazon shoots an arrow, again like a queen's
//! move, to an empty square that is burnt for good. Nothing can enter or cross a burnt square or an amazon. A side that
//! cannot move loses. This crate knows nothing of searches, clocks or files.

mod act;
mod definition;
mod draw;
mod grid;
pub mod heuristics;
mod keys;
mod notation;
pub mod regions;
mod rules;
mod slides;

pub use act::Act;
pub use definition::Definition;
pub use grid::{Size, Square, Squares, members};
pub use rules::Amazons;
pub use slides::{neighbours, reached_by_king, slides_from, slides_of_all};
