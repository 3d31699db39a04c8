//! Messages of engine protocols, parsed and printed. No clock, no loop, no channel, and no game: positions and turns are
//! carried as text, which the game's own notation reads.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

pub mod aei;
pub mod ugi;
mod words;
