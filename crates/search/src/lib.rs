//! Searches for every game: the alpha-beta family, proof-number search and Monte-Carlo tree search, with what they share.
//!
//! A search is silent, clockless and deterministic for a fixed budget: it asks a [`Control`] whether to go on and reports
//! to it. It knows no game; what it needs of one comes in as [`game::Heuristics`].

pub mod alphabeta;
mod budget;
mod control;
mod entries;
pub mod mcts;
mod minimax;
#[cfg(not(loom))]
mod pages;
pub mod proof;
mod report;
pub mod settings;
mod sync;
pub mod table;
mod window;

pub use budget::{Clock, NodeBudget, NodeSource, Stopped, Unlimited};
pub use control::{Control, Limits, SearchControl, TimeLimit};
pub use minimax::minimax;
#[cfg(not(loom))]
pub use report::{Line, Report, Root, TurnSearch};
pub use window::{Depth, Ply, Window};

/// Seeded, named random numbers: the same on every machine.
pub mod random;
