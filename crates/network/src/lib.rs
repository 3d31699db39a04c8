//! Learned evaluations: the file format of small networks, and their inference in integers.
//!
//! A network sees a position from both sides. Each side has a list of active inputs, such as "an own knight on c3"; the sum of
//! their weights is that side's half of an [`Accumulator`], which a search updates from parent to child. Both halves, the one
//! of the side to move first, go through a squared clipped activation and one dense layer to a single score. There is one dense
//! layer for each bucket, which a game chooses by the material on the board.
//!
//! All arithmetic is in integers that cannot overflow, so a network gives the same score on every machine. The loops are plain
//! Rust over arrays of fixed length, which the compiler turns into vector instructions where the processor has them. This crate knows no game
//! and trains nothing.

mod file;
mod inference;

pub use file::{NetworkError, Shape, digest};
pub use inference::{Accumulator, Network, PARTS_PER_OUTPUT, PARTS_PER_UNIT};
