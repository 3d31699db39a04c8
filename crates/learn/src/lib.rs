//! Learned evaluations: games between equal players, networks trained on them, and matches that decide what is kept.
//!
//! A generation plays games with the best network so far, trains a new one on the positions of all games, and keeps it if a
//! sequential test against its predecessor passes. Everything is seeded, kept in one folder and continued after an interruption. Nothing
//! here prints.

pub mod data;
mod error;
mod generations;
pub mod model;
mod report;
pub mod self_play;
pub mod train;

pub use error::LearnError;
pub use generations::{Generation, LearnConfig, Step, learn};
