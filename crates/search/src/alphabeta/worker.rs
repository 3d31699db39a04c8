//! One thread of an alpha-beta search: its memory, its counters, and the node function in numbered steps.
//!
//! Only [`Turn`] knows when a score changes its sign. A score is counted from the root: wins and losses grow more distant
//! with every ply; what goes into the table is counted from the node.

use super::{
    config::Config,
    history::Credits,
    killers::Killers,
    one_order::{Stamp, Tried as TriedBefore},
    order::Candidate,
    order::Picker,
    reductions::Reductions,
};
use crate::{
    Control, Depth, Ply, Window,
    table::{Bound, Entry, Table},
};
use game::{Game, Heuristics, History, Score, Turn};

/// The control has said stop: the value of the running node is not known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopped;

/// What a thread keeps between searches: tables and buffers, so that nodes allocate nothing.
pub(super) struct Memory<G: Game> {
    pub(super) killers: Killers<G>,
    pub(super) credits: Credits,
    pub(super) stack: Vec<Candidate<G::Action>>,
    pub(super) reductions: Reductions,
    pub(super) tried: TriedBefore,
    lines: Vec<Vec<G::Action>>,
}

impl<G: Game> Memory<G> {
    pub(super) fn new(config: &Config) -> Memory<G> {
        Memory {
            killers: Killers::new(config.killers.0 as usize, MAX_PLY + 1),
            credits: Credits::new::<G>(config),
            stack: Vec::with_capacity(4096),
            reductions: Reductions::new(config),
            tried: TriedBefore::new(config.one_order),
            lines: vec![Vec::new(); MAX_PLY + 2],
        }
    }

    /// Forgets everything learned.
    pub(super) fn clear(&mut self) {
        self.killers.clear();
        self.credits.clear();
    }
}

/// No line of a search is longer than this, quiescence included.
pub(super) const MAX_PLY: usize = 400;

/// A search in progress on one thread.
pub(super) struct Worker<'a, G: Game, H> {
    pub(super) config: &'a Config,
    pub(super) heuristics: &'a H,
    pub(super) table: &'a Table,
    pub(super) history: &'a History,
    pub(super) control: &'a dyn Control<G>,
    pub(super) memory: &'a mut Memory<G>,
    pub(super) nodes: u64,
    pub(super) allowance: u64,
    /// A turn end was skipped because of the history: values on the way to it hold only in this game.
    depends_on_history: bool,
}

/// How a node was come to.
pub(super) enum Came<'p, G: Game> {
    /// In a way that does not matter.
    Anyhow,
    /// By a skipped turn.
    BySkipping,
    /// By an action of its parent.
    By { parent: &'p G, action: G::Action, tried: Option<Stamp> },
}

impl<G: Game> Clone for Came<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Came<'_, G> {}

/// What a node found besides its score.
struct Tried<G: Game> {
    best: Score,
    best_action: Option<G::Action>,
    cut: bool,
}

impl<'a, G: Game, H: Heuristics<G>> Worker<'a, G, H> {
    pub(super) fn new(
        config: &'a Config,
        heuristics: &'a H,
        table: &'a Table,
        history: &'a History,
        control: &'a dyn Control<G>,
        memory: &'a mut Memory<G>,
    ) -> Self {
        memory.stack.clear();
        Worker {
            config,
            heuristics,
            table,
            history,
            control,
            memory,
            nodes: 0,
            allowance: 0,
            depends_on_history: false,
        }
    }

    /// The line that the last node at `ply` found best.
    pub(super) fn line(&self, ply: Ply) -> &[G::Action] {
        &self.memory.lines[ply.index()]
    }

    /// The value of a position for the side to move, exact inside the window and a bound outside.
    pub(super) fn node(
        &mut self,
        position: &G,
        mut window: Window,
        depth: Depth,
        ply: Ply,
        came: Came<'_, G>,
    ) -> Result<Score, Stopped> {
        // Step 1. Count the node, and stop when told to.
        debug_assert!(!window.is_empty());
        self.count_node()?;
        self.memory.lines[ply.index()].clear();

        // Step 2. A finished game has a value without search.
        if let Some(outcome) = position.outcome() {
            return Ok(Score::finished(outcome, position.to_move()).later_by(ply.0));
        }

        // Step 3. At the horizon, evaluate, following noisy actions first if quiescence is on.
        if depth.is_leaf() || ply.index() >= MAX_PLY {
            return self.leaf(position, window, ply);
        }

        // Step 4. Take wins and losses that can be read off the board.
        if self.config.recognise
            && let Some(proven) = self.heuristics.recognise(position)
        {
            return Ok(proven.later_by(ply.0));
        }

        // Step 5. The table may know the answer, or at least a good first action.
        let entry = self.table.probe::<G::Action>(position.key());
        if let Some(score) = entry.and_then(|e| self.table_cutoff(e, window, depth, ply)) {
            return Ok(score);
        }

        // Step 6. Cut off where even skipping the turn is too good, or where several actions are at a lesser depth.
        if let Some(score) = self.null_move_cutoff(position, window, depth, ply, came)? {
            return Ok(score);
        }
        let table_action = entry.and_then(|e| e.action).filter(|_| self.config.table_action);
        if let Some(score) = self.multi_cut(position, window, depth, ply, table_action)? {
            return Ok(score);
        }
        if let Some(score) = self.child_cutoff(position, window, depth, ply) {
            return Ok(score);
        }

        // Step 7. Try the actions, best guess first.
        let entered = window;
        let nodes_before = self.nodes;
        let outer_dependence = std::mem::replace(&mut self.depends_on_history, false);
        let tried = self.try_actions(position, &mut window, depth, ply, table_action, came)?;

        // Step 8. A turn that cannot be completed is worth nothing; a side that has no turn at all has lost.
        let score = if tried.best == Score::MINUS_INFINITE && position.starts_turn() {
            Score::loss_in(ply.0)
        } else {
            tried.best
        };

        // Step 9. Learn from it: credits for the best action, and an entry in the table.
        if let Some(action) = tried.best_action {
            if tried.cut {
                self.memory.killers.note(ply, position.to_move(), action);
                self.memory.credits.note_cutoff(position, action, depth);
            } else if score > entered.alpha {
                self.memory.credits.note_best(position, action, depth);
            }
        }
        if !self.depends_on_history {
            let bound = match score {
                s if s >= entered.beta => Bound::Lower,
                s if s <= entered.alpha => Bound::Upper,
                _ => Bound::Exact,
            };
            let entry = Entry { score: score.sooner_by(ply.0), bound, depth, action: tried.best_action };
            self.table.store(position.key(), entry, self.nodes - nodes_before);
        }
        self.depends_on_history |= outer_dependence;
        Ok(score)
    }

    /// The loop over the actions of a node.
    fn try_actions(
        &mut self,
        position: &G,
        window: &mut Window,
        depth: Depth,
        ply: Ply,
        table_action: Option<G::Action>,
        came: Came<'_, G>,
    ) -> Result<Tried<G>, Stopped> {
        let mut tried = Tried { best: Score::MINUS_INFINITE, best_action: None, cut: false };
        let futile = self.futile_below(position, *window, depth);
        let came = self.only_in_mid_turn(position, came);
        let stamp = self.memory.tried.begin(depth);
        let mut picker = Picker::new(self, position, ply, table_action, depth, came);
        let mut place = 0;
        while let Some(action) = picker.next(self, position, window.alpha) {
            // Step 7a. Skip quiet actions that cannot reach the window any more.
            if let Some(limit) = futile
                && place > 0
                && !self.heuristics.is_noisy(position, action)
            {
                tried.best = tried.best.max(limit);
                place += 1;
                continue;
            }
            if self.is_too_late(position, action, depth, place, tried.best) {
                place += 1;
                continue;
            }
            // Step 7b. Search the position after the action, if the repetition rule lets the turn end there.
            let child = position.child(action);
            if child.starts_turn() && self.history.forbids(&child) {
                self.depends_on_history = true;
                continue;
            }
            let came = Came::By { parent: position, action, tried: stamp };
            let score = match self.action(position, &child, came, place, *window, depth, ply) {
                Ok(score) => score,
                Err(stopped) => {
                    picker.finish(self);
                    return Err(stopped);
                }
            };
            place += 1;
            self.memory.tried.note(stamp, action);
            // Step 7c. Is it the best so far, and good enough to stop?
            if score > tried.best {
                tried.best = score;
                tried.best_action = Some(action);
                if score > window.alpha {
                    self.extend_line(ply, action);
                    if !self.config.unpruned {
                        window.raise_alpha(score);
                    }
                }
            }
            if window.is_empty() {
                tried.cut = true;
                break;
            }
        }
        // Step 7d. Of actions that were left out, nothing is known but that they are no better than alpha.
        if picker.finish(self) {
            tried.best = tried.best.max(window.alpha);
        }
        Ok(tried)
    }

    /// The value of one action: null-window and reduced searches first, the full one only if they surprise.
    #[allow(clippy::too_many_arguments)]
    #[inline]
    fn action(
        &mut self,
        position: &G,
        child: &G,
        came: Came<'_, G>,
        place: usize,
        window: Window,
        depth: Depth,
        ply: Ply,
    ) -> Result<Score, Stopped> {
        let mut reduction = self.memory.reductions.of(depth, place);
        if reduction > 0
            && let Came::By { action, .. } = came
            && self.heuristics.is_noisy(position, action)
        {
            reduction = 0;
        }
        let scouts = self.config.pvs && place > 0 && !window.is_null();
        if scouts || reduction > 0 {
            let scout = if self.config.pvs && place > 0 { window.null_above_alpha() } else { window };
            let score = self.descend(position, child, came, scout, depth.less(1 + reduction), ply)?;
            let surprises = score > window.alpha && (reduction > 0 || score < window.beta);
            if !surprises {
                return Ok(score);
            }
        }
        self.descend(position, child, came, window, depth.less(1), ply)
    }

    /// The value of a child for the side to move in its parent.
    #[inline]
    pub(super) fn descend(
        &mut self,
        position: &G,
        child: &G,
        came: Came<'_, G>,
        window: Window,
        depth: Depth,
        ply: Ply,
    ) -> Result<Score, Stopped> {
        let turn = Turn::between(position.to_move(), child.to_move());
        Ok(turn.score(self.node(child, window.seen_after(turn), depth, ply.next(), came)?))
    }

    /// Counts a node against what the control allows.
    #[inline]
    pub(super) fn count_node(&mut self) -> Result<(), Stopped> {
        if self.allowance == 0 {
            self.allowance = self.control.grant();
            if self.allowance == 0 {
                return Err(Stopped);
            }
        }
        self.allowance -= 1;
        self.nodes += 1;
        Ok(())
    }

    /// Makes `action` followed by the child's line the best line at `ply`.
    pub(super) fn extend_line(&mut self, ply: Ply, action: G::Action) {
        let (upper, lower) = self.memory.lines.split_at_mut(ply.index() + 1);
        let line = &mut upper[ply.index()];
        line.clear();
        line.push(action);
        line.extend_from_slice(&lower[0]);
    }

    /// A score from the table that settles the node. Exact for entries of equal depth, and for proven ends that lie within
    /// the depth asked for: a search of any depth that reaches them finds the same.
    #[inline]
    fn table_cutoff(&self, entry: Entry<G::Action>, window: Window, depth: Depth, ply: Ply) -> Option<Score> {
        let score = entry.score.later_by(ply.0);
        let is_proof = match entry.bound {
            Bound::Exact => entry.score.is_decided(),
            Bound::Lower => entry.score.is_win(),
            Bound::Upper => entry.score.is_loss(),
        } && entry.score.distance().is_some_and(|actions| actions as i32 <= depth.0);
        let deep_enough =
            entry.depth == depth || is_proof || (self.config.deeper_entries && entry.depth > depth);
        let settles = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => score >= window.beta,
            Bound::Upper => score <= window.alpha,
        };
        (deep_enough && settles).then_some(score)
    }
}
