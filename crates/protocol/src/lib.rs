//! Messages of engine protocols, parsed and printed. No clock, no loop, no channel, and no game: positions and turns are
//! carried as text, which the game's own notation reads.

pub mod aei;
pub mod ugi;
mod words;
