//! In which order a node tries its actions: the table's, killers, then all others by hint and history.
//!
//! The table's action and killers come from elsewhere, so they are checked for legality; if one of them cuts off, nothing
//! is generated at all. Everything here is exact: it changes the cost of a search, not its value.
//!
//! Worth (2026-11-17, see the [folder](super)):
//! * `hints`: KnightThrough −1 ± 2 % nodes, 0 ± 92 Elo; Tzaar +12 ± 12 % nodes, +381 ± 492 Elo; Amazons −2 ± 2 % nodes,
//!   −35 ± 122 Elo; Arimaa −17 ± 15 % nodes, 0 ± 144 Elo.
//! * `tt-move`: KnightThrough −6 ± 6 % nodes, 0 ± 92 Elo; Tzaar 0 ± 3 % nodes, +70 ± 92 Elo; Amazons −3 ± 4 % nodes,
//!   +35 ± 122 Elo; Arimaa −9 ± 10 % nodes, −35 ± 122 Elo.
//! * `relevant`: KnightThrough −4 ± 4 % nodes, 0 ± 92 Elo; Tzaar −1 ± 1 % nodes, 0 ± 92 Elo; Amazons 0 ± 0 % nodes,
//!   0 ± 92 Elo; Arimaa 0 ± 0 % nodes, 0 ± 92 Elo.
//! * `no-pass`: KnightThrough 0 ± 92, Tzaar −35 ± 66, Amazons 0 ± 92, Arimaa −70 ± 143 Elo.
//! * `eval-bounds`: KnightThrough 0 ± 0 % nodes, 0 ± 92 Elo; Tzaar 0 ± 0 % nodes, 0 ± 92 Elo; Amazons 0 ± 0 % nodes,
//!   0 ± 92 Elo; Arimaa 0 ± 0 % nodes, 0 ± 92 Elo.

use super::{
    config::Config,
    killers::MOST,
    worker::{Node, ReachedBy, Worker},
};
use crate::Depth;
use game::{Evaluation, Game, Heuristics, MoveOrdering, Proofs, Score};
use std::ops::ControlFlow;

/// An action waiting to be tried; the larger `order`, the sooner.
#[derive(Clone, Copy)]
pub(super) struct Candidate<A> {
    pub(super) order: i64,
    pub(super) action: A,
}

/// Hands out the actions of one node. Generated actions wait in the worker's stack above `base`.
pub(super) struct Picker<'p, G: Game> {
    reached_by: ReachedBy<'p, G>,
    /// Has an action been left out because it is known not to lead above alpha?
    left_out: bool,
    depth: Depth,
    /// The first `early_count` count; those that turn out to be illegal are taken out.
    early: [Option<G::Action>; MOST + 1],
    early_count: usize,
    early_next: usize,
    base: usize,
    next: usize,
    generated: bool,
    sorted: bool,
    sorts_rest: bool,
}

impl<'p, G: Game> Picker<'p, G> {
    /// After this many picks, one sort is cheaper than further scans.
    const SCANS: usize = 6;
    /// Up to this depth the rest is not worth a sort: where so many actions have not cut off, hardly any other will, and
    /// the searches saved are single evaluations.
    const UNSORTED_DEPTH: i32 = 1;

    /// The table's action (if any) and the killers of this ply will come first.
    #[inline]
    pub(super) fn new<H: Heuristics<G>>(
        worker: &Worker<'_, G, H>,
        node: &Node<'_, G>,
        table_action: Option<G::Action>,
        reached_by: ReachedBy<'p, G>,
    ) -> Self {
        let Node { position, depth, ply, .. } = *node;
        let mut early = [None; MOST + 1];
        let mut early_count = 0;
        let killers = worker.memory.killers.at(ply, position.to_move());
        let killers = killers.iter().copied().filter(|&killer| killer != table_action);
        for action in [table_action].into_iter().chain(killers).flatten() {
            early[early_count] = Some(action);
            early_count += 1;
        }
        let base = worker.memory.stack.len();
        let sorts_rest = depth.0 > Self::UNSORTED_DEPTH;
        Picker {
            reached_by,
            left_out: false,
            depth,
            early,
            early_count,
            early_next: 0,
            base,
            next: base,
            generated: false,
            sorted: false,
            sorts_rest,
        }
    }

    /// The next action to try, legal and never the same twice.
    #[inline]
    pub(super) fn next<H: Heuristics<G>>(
        &mut self,
        worker: &mut Worker<'_, G, H>,
        position: &G,
        alpha: Score,
    ) -> Option<G::Action> {
        while let Some(slot) = self.early[..self.early_count].get_mut(self.early_next) {
            self.early_next += 1;
            *slot = slot.filter(|&a| position.is_legal(a) && !leaves_out(worker.config, position, a));
            if let Some(action) = *slot {
                if worker.memory.tried.has_other_order(self.reached_by, action) {
                    self.left_out = true;
                } else {
                    return *slot;
                }
            }
        }
        if !self.generated {
            self.generate(worker, position, alpha);
        }
        let waiting = &mut worker.memory.stack[self.next..];
        if !self.sorted {
            if self.next - self.base < Self::SCANS {
                let best = (0..waiting.len()).max_by_key(|&nth| waiting[nth].order)?;
                waiting.swap(0, best);
            } else {
                if self.sorts_rest {
                    waiting.sort_unstable_by_key(|candidate| std::cmp::Reverse(candidate.order));
                }
                self.sorted = true;
            }
        }
        let action = waiting.first()?.action;
        self.next += 1;
        Some(action)
    }

    /// Gives the stack back, and says whether actions were left out because they are known not to lead above alpha. Must be
    /// called when the node is done with its actions.
    #[inline]
    pub(super) fn finish<H: Heuristics<G>>(self, worker: &mut Worker<'_, G, H>) -> bool {
        worker.memory.stack.truncate(self.base);
        self.left_out
    }

    #[inline]
    fn generate<H: Heuristics<G>>(&mut self, worker: &mut Worker<'_, G, H>, position: &G, alpha: Score) {
        self.generated = true;
        let (config, heuristics) = (worker.config, worker.heuristics);
        let memory = &mut *worker.memory;
        let orders = config.hints || memory.history.is_on();
        self.sorted = !orders;
        let (early, reached_by) = (&self.early[..self.early_count], self.reached_by);
        let mut visit = |action| {
            if memory.tried.has_other_order(reached_by, action) {
                self.left_out = true;
            } else if !early.contains(&Some(action)) && !leaves_out(config, position, action) {
                let mut order = 0;
                if orders {
                    let hint =
                        if config.hints { heuristics.ordering().order_hint(position, action) } else { 0 };
                    let merit = i64::from(hint) + memory.history.get(position, action);
                    // Ties keep the order of generation: the low bits count down.
                    let place = (memory.stack.len() - self.base) as i64;
                    order = (merit << 16) - place;
                }
                memory.stack.push(Candidate { order, action });
            }
            ControlFlow::Continue(())
        };
        let before_leaves = self.depth.0 == 1 && !config.quiescence.is_on();
        if config.eval_bounds
            && before_leaves
            && heuristics.evaluation().actions_above(position, alpha, &mut visit).is_some()
        {
            self.left_out = true;
            return;
        }
        let _ = if config.relevant {
            heuristics.proofs().relevant_actions(position, visit)
        } else {
            position.actions(visit)
        };
    }
}

/// Is this a pass that the settings do not allow? The last thing that can be done is always allowed.
#[inline]
pub(super) fn leaves_out<G: Game>(config: &Config, position: &G, action: G::Action) -> bool {
    let is_another = |other| if other == action { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
    config.no_pass && G::is_pass(action) && position.actions(is_another).is_break()
}
