//! Alpha-beta with every enhancement of the papers, as one implementation with switches.
//!
//! [`Config`] is the one list of techniques. `worker.rs` holds the node function in numbered steps; each technique has its
//! own file with its source and says whether it is exact (never changes the value at a fixed depth) or selective. Even with
//! selective techniques a proven win or loss is a proof: they only ever return estimates.
//!
//! **Worth.** Each technique's file says what the search with it gains over the search without it. "Nodes" are those to a fixed
//! depth on ten positions, and Elo is from 20 games at 500 nodes a turn, KnightThrough and Amazons on 6x6 (`quadrille lab run
//! worth-alphabeta --quick --seed 1`). "In 60 games" means 1,500 nodes a turn on full boards (`quadrille match GAME WITH WITHOUT
//! --games 60 --nodes 1500 --seed 11 --openings random:4`, version 0.1).

mod aspiration;
mod config;
mod driver;
mod futility;
mod history;
mod killers;
mod late_pruning;
mod line;
mod multi_cut;
mod node_type;
mod null_move;
mod one_order;
mod order;
mod parallel;
mod quiescence;
mod ranked;
mod reductions;
mod root;
mod time_manager;
mod transpositions;
mod worker;

pub use config::{Config, HistoryGain, Pace, Parallel, WhenLost};
pub use driver::AlphaBeta;
