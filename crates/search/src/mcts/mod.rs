//! Monte-Carlo tree search for every game: UCT on a tree or graph in a fixed piece of memory, with one list of techniques.
//!
//! [`Config`] is that list. `worker.rs` holds an iteration in numbered steps; formulas, playouts, backups and the rest have
//! files of their own. What holds everywhere:
//!
//! * Values are results from -1 to 1 and absolute, for the first side; whoever chooses turns them to its own view. Nothing
//!   depends on the parity of a depth, so turns of several actions need no special care.
//! * A node of the budget is one action played: in the tree, in a playout, in a look-ahead or to judge a child. Equal
//!   budgets of nodes therefore mean comparable work, however long the playouts are.
//! * The tree lives in an arena of a fixed size; when it is full the tree stops growing and the search goes on with what
//!   there is. Threads share it through atomic words, without locks.
//! * One thread and one seed give the same answer to the same budget of nodes.
//! * Proven results come from the rules, from what the heuristics recognise and from a look-ahead that searches all
//!   actions; statistics never prove anything.

mod answer;
mod arena;
mod backup;
mod config;
mod driver;
mod expand;
mod lookahead;
mod memory;
mod node;
mod playout;
mod reuse;
mod select;
mod value;
mod worker;

pub use config::{Beliefs, Config, Decide, FirstPlay, Graph, LengthIn, LookAhead, Rave, Select, Statistics};
pub use driver::Mcts;
