//! Helpers that fill the shared table (lazy SMP). Threads that split the root instead are in `root.rs`.
//!
//! Helpers search the same root on their own, at staggered depths, and are heard only through the table; the answer
//! is the main thread's. With exact techniques the value at a fixed depth is that of one thread.
//!
//! Worth: not measured in games.

use super::{
    root::{Best, root_actions, sort_by_score},
    worker::Worker,
};
use crate::{Depth, Root, Window};
use game::{Game, Heuristics};

/// Searches deeper and deeper until the main thread is done; every second helper runs a ply ahead.
pub(super) fn help<G: Game, H: Heuristics<G>>(
    helper: &mut Worker<'_, G, H>,
    root: Root<'_, G>,
    nth: usize,
    max_depth: u32,
) {
    let mut actions = root_actions(root.position, root.history);
    let ahead = if nth.is_multiple_of(2) { 1 } else { 0 };
    for depth in 1..=max_depth {
        helper.memory.history.age();
        let target = Depth((depth + ahead) as i32);
        let mut best = Best::none();
        let result = helper.root(root.position, &mut actions, Window::FULL, target, &mut best);
        if result.is_err() || best.score.is_decided() {
            return;
        }
        sort_by_score(&mut actions);
    }
}
