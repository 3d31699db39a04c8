//! Laws that every game keeps, tried on the positions of random games. A game calls each in one line of its tests.
//!
//! A broken law panics with a sentence that names it. The laws say what the traits of crate `game` promise and nothing
//! about what a particular game is like.

mod heuristics;
mod notation;
mod picture;
mod rules;
mod symmetry;

pub use heuristics::{actions_above_are_complete, heuristics, proofs_are_exact};
pub use notation::{limits, notation, setup};
pub use picture::{drawn, picture};
pub use rules::{check, key_from_scratch, playouts};
pub use symmetry::{symmetric_evaluation, symmetry};
