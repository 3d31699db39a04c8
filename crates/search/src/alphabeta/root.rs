//! The root: the loop over the first actions, and the same loop shared by several threads.
//!
//! Root actions keep the order of the last iteration's scores. Splitting follows Jakl 2011, 4.1: threads take root actions
//! from one queue and share the lower bound; with exact techniques the value is the same as on one thread.

use super::{
    node_type::NodeType,
    worker::{ReachedBy, Worker},
};
use crate::{Depth, Ply, Stopped, Window};
use game::{Game, Heuristics, History, Score, Turn};
use std::sync::Mutex;

/// A first action and what the last iteration thought of it.
#[derive(Clone, Debug)]
pub(super) struct RootAction<G: Game> {
    pub(super) action: G::Action,
    pub(super) score: Score,
}

/// What an iteration has found so far; of use even when it is stopped half-way.
#[derive(Clone, Debug)]
pub(super) struct Best<G: Game> {
    pub(super) score: Score,
    pub(super) line: Vec<G::Action>,
}

impl<G: Game> Best<G> {
    pub(super) fn none() -> Self {
        Best { score: Score::MINUS_INFINITE, line: Vec::new() }
    }

    /// Notes an action that is better, with the line that the worker has found after it.
    fn improve<H: Heuristics<G>>(&mut self, score: Score, action: G::Action, worker: &Worker<'_, G, H>) {
        self.score = score;
        self.line.clear();
        self.line.push(action);
        self.line.extend_from_slice(worker.line(Ply::ROOT.next()));
    }
}

/// The first actions in generation order, without those that the repetition rule forbids.
pub(super) fn root_actions<G: Game>(root: &G, history: &History) -> Vec<RootAction<G>> {
    let allowed = |&action: &G::Action| {
        let child = root.child(action);
        !(child.starts_turn() && history.forbids(&child))
    };
    let waiting = |action| RootAction { action, score: Score::MINUS_INFINITE };
    root.action_list().into_iter().filter(allowed).map(waiting).collect()
}

/// Best of the last iteration first; equal ones keep their order.
pub(super) fn sort_by_score<G: Game>(actions: &mut [RootAction<G>]) {
    actions.sort_by_key(|a| std::cmp::Reverse(a.score));
}

impl<G: Game, H: Heuristics<G>> Worker<'_, G, H> {
    /// Searches the root actions in order; `best` is kept up to date, so that it holds when the search is stopped.
    pub(super) fn root(
        &mut self,
        root: &G,
        actions: &mut [RootAction<G>],
        mut window: Window,
        depth: Depth,
        best: &mut Best<G>,
    ) -> Result<(), Stopped> {
        self.budget.step()?;
        self.set_state(root, Ply::ROOT);
        for (place, entry) in actions.iter_mut().enumerate() {
            let score = self.root_action(root, entry.action, place, window, depth)?;
            entry.score = score;
            if score > best.score {
                best.improve(score, entry.action, self);
                if !self.config.unpruned {
                    window.raise_alpha(score);
                }
            }
            if window.is_empty() {
                // The actions that were not searched must not look better than the ones that were.
                let rest = &mut actions[place + 1..];
                rest.iter_mut().for_each(|a| a.score = Score::MINUS_INFINITE);
                break;
            }
        }
        Ok(())
    }

    fn root_action(
        &mut self,
        root: &G,
        action: G::Action,
        place: usize,
        window: Window,
        depth: Depth,
    ) -> Result<Score, Stopped> {
        let child = &root.child(action);
        self.set_child_state(root, action, child, Ply::ROOT);
        let reached_by = ReachedBy::Action { parent: root, action, tried: None };
        let turn = Turn::between(root.to_move(), child.to_move());
        self.expect(Ply::ROOT.next(), NodeType::Pv.child(place, turn));
        if self.config.pvs && place > 0 && !window.is_null() {
            let score =
                self.descend(root, child, reached_by, window.null_above_alpha(), depth.less(1), Ply::ROOT)?;
            if !window.contains(score) {
                return Ok(score);
            }
            self.expect(Ply::ROOT.next(), NodeType::Pv);
        }
        self.descend(root, child, reached_by, window, depth.less(1), Ply::ROOT)
    }
}

/// What the threads of a split root share.
struct Shared<'b, G: Game> {
    next: usize,
    window: Window,
    best: &'b mut Best<G>,
    scores: Vec<Score>,
    stopped: bool,
}

/// Searches the root actions on all workers at once.
pub(super) fn split_root<G: Game, H: Heuristics<G>>(
    workers: &mut [Worker<'_, G, H>],
    root: &G,
    actions: &mut [RootAction<G>],
    window: Window,
    depth: Depth,
    best: &mut Best<G>,
) -> Result<(), Stopped> {
    let scores = vec![Score::MINUS_INFINITE; actions.len()];
    let shared = Mutex::new(Shared { next: 0, window, best, scores, stopped: false });
    let list: &[RootAction<G>] = actions;
    std::thread::scope(|scope| {
        for worker in workers.iter_mut() {
            scope.spawn(|| take_actions(worker, root, list, depth, &shared));
        }
    });
    // A panic in a worker has already been passed on by the scope, so the lock cannot be poisoned here.
    let shared = shared.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    if shared.stopped && shared.scores.first() == Some(&Score::MINUS_INFINITE) {
        // Without the best action of the last iteration, the others are no better than it.
        *shared.best = Best::none();
    }
    for (entry, score) in actions.iter_mut().zip(shared.scores) {
        entry.score = score;
    }
    if shared.stopped { Err(Stopped) } else { Ok(()) }
}

fn take_actions<G: Game, H: Heuristics<G>>(
    worker: &mut Worker<'_, G, H>,
    root: &G,
    actions: &[RootAction<G>],
    depth: Depth,
    shared: &Mutex<Shared<'_, G>>,
) {
    worker.set_state(root, Ply::ROOT);
    let lock = || shared.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    loop {
        let (place, window) = {
            let mut shared = lock();
            if shared.next == actions.len() || shared.stopped || shared.window.is_empty() {
                return;
            }
            shared.next += 1;
            (shared.next - 1, shared.window)
        };
        let Ok(score) = worker.root_action(root, actions[place].action, place, window, depth) else {
            lock().stopped = true;
            return;
        };
        let mut shared = lock();
        shared.scores[place] = score;
        // The lowest place wins among equals, as on one thread. A bound from below the window is not a value.
        if score > shared.best.score {
            shared.best.improve(score, actions[place].action, worker);
            if !worker.config.unpruned {
                shared.window.raise_alpha(score);
            }
        }
    }
}
