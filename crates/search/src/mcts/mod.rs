//! Monte-Carlo tree search for every game: UCT on a tree or graph in a fixed piece of memory, with one list of techniques.
//!
//! [`Config`] is that list. `worker.rs` holds an iteration in numbered steps; formulas, playouts, backups and the rest have
//! files of their own. What holds everywhere:
//!
//! * Values are results from -1 to 1 and absolute, for the first side; a choice converts them to the chooser's view. Nothing
//!   depends on the parity of a depth, so turns of several actions need no special care.
//! * A node of the budget is one action played: in the tree, in a playout, in a look-ahead or to evaluate a child. Equal
//!   budgets of nodes therefore mean comparable work, however long the playouts are.
//! * The tree lives in an arena of a fixed size; when it is full the tree stops growing and the search goes on with what
//!   there is. Threads share it through atomic words, without locks.
//! * One thread and one seed give the same answer to the same budget of nodes.
//! * Proven results come from the rules, and from what the heuristics recognise; statistics never prove anything.
//!
//! **Worth.** Each technique's file says what the search with it gains over the search without it, in 20 games at 500 nodes a
//! turn, KnightThrough and Amazons on 6x6 (`quadrille lab run worth-mcts --quick --seed 1`). "In 60 games" means 1,500 nodes a
//! turn on full boards (`quadrille match GAME WITH WITHOUT --games 60 --nodes 1500 --seed 11 --openings random:4`, version 0.1).

mod answer;
mod arena;
mod backup;
mod config;
mod driver;
mod expand;
mod history;
mod lookahead;
mod node;
mod playout;
mod reuse;
mod select;
mod value;
mod worker;

pub use config::{Config, Decide, FirstPlay, Graph, LookAhead, PriorSource, Select, Statistics};
pub use driver::Mcts;
