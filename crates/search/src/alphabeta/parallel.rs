//! Several threads: helpers that fill the shared table (lazy SMP), or a team that splits the root (Jakl 2011, 4.1).
//!
//! Lazy helpers search the same root on their own, at staggered depths, and are heard only through the table; the answer
//! is the main thread's. With exact techniques the value at a fixed depth is that of one thread.
//!
//! Worth: not measured in games.

use super::{
    config::{Config, Parallel},
    root::{Best, RootAction, root_actions, sort_by_score, split_root},
    worker::Worker,
};
use crate::{Depth, Root, Stopped, Window};
use game::{Game, Heuristics, MoveOrdering};
use std::sync::atomic::{AtomicU64, Ordering};

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

/// The workers that search an iteration together: one, or several on a split root.
pub(super) struct Team<'a, G: Game, H: Heuristics<G>> {
    workers: Vec<Worker<'a, G, H>>,
    helpers_nodes: &'a AtomicU64,
}

impl<'a, G: Game, H: Heuristics<G>> Team<'a, G, H> {
    pub(super) fn new(workers: Vec<Worker<'a, G, H>>, helpers_nodes: &'a AtomicU64) -> Self {
        assert!(!workers.is_empty());
        Team { workers, helpers_nodes }
    }

    pub(super) fn config(&self) -> &'a Config {
        self.workers[0].config
    }

    pub(super) fn begin_iteration(&mut self) {
        for worker in &mut self.workers {
            worker.memory.history.age();
        }
    }

    pub(super) fn root(
        &mut self,
        root: &G,
        actions: &mut [RootAction<G>],
        window: Window,
        depth: Depth,
        best: &mut Best<G>,
    ) -> Result<(), Stopped> {
        if self.workers.len() > 1 && self.config().parallel == Parallel::Root {
            split_root(&mut self.workers, root, actions, window, depth, best)
        } else {
            self.workers[0].root(root, actions, window, depth, best)
        }
    }

    /// By which factor the game expects the next iteration to grow.
    pub(super) fn expected_growth(&self, root: &G, depth: u32) -> Option<f64> {
        self.workers[0].heuristics.ordering().expected_growth(root, depth)
    }

    /// Nodes of this team.
    pub(super) fn own_nodes(&self) -> u64 {
        self.workers.iter().map(|w| w.budget.used()).sum()
    }

    /// Nodes of all threads, as far as helpers have reported.
    pub(super) fn nodes(&self) -> u64 {
        self.own_nodes() + self.helpers_nodes.load(Ordering::Relaxed)
    }
}
