//! Toy games with 1, 2, 4 or irregularly many actions a turn, small enough to be solved by plain minimax.
//!
//! They are here to be searched by tests, not to be played; none is in the registry.

mod cycle;
mod heap;
mod random_tree;

pub use cycle::{Cycle, CycleHeuristics, Step};
pub use heap::{Heap, HeapHeuristics, Play, Take};
pub use random_tree::{Branch, RandomTree, Shape, TreeHeuristics, TurnLength};
