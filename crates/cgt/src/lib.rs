//! Combinatorial game theory: exact values of short games, their thermographs, and searches for mean and temperature.
//!
//! Everything is exact or an error; nothing prints, and no search looks at a clock. Local games implement one small
//! trait. Whole games with turns of several actions live in their own crates.

pub mod born;
pub mod database;
pub mod dyadic;
pub mod exact;
pub mod games;
pub mod graph;
pub mod meter;
pub mod mts;
pub mod partizan;
pub mod short;
pub mod sums;
pub mod temperature;
pub mod thermograph;

pub use dyadic::Dyadic;
pub use partizan::{Partizan, Player};
pub use short::{GameId, Games};
pub use thermograph::Thermograph;
