//! Alpha-beta with every enhancement of the papers, as one implementation with switches.
//!
//! [`Config`] is the one list of techniques. `worker.rs` holds the node function in numbered steps; each technique has its
//! own file with its source and says whether it is exact (never changes the value at a fixed depth) or selective. Even with
//! selective techniques a proven win or loss is a proof: they only ever answer with opinions.

mod aspiration;
mod config;
mod cutoff_probe;
mod driver;
mod futility;
mod history;
mod killers;
mod late_pruning;
mod line;
mod multi_cut;
mod null_move;
mod one_order;
mod order;
mod pace;
mod parallel;
mod quiescence;
mod ranked;
mod reductions;
mod root;
mod worker;

pub use config::{Config, HistoryGain, Pace, Parallel, WhenLost};
pub use driver::AlphaBeta;
