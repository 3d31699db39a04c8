//! One thread of an alpha-beta search: its memory, its counters, and the node function in numbered steps.
//!
//! Only [`Turn`] knows when a score changes its sign. A score is counted from the root: wins and losses grow more distant
//! with every ply; what goes into the table is counted from the node.
//!
//! Worth (2026-11-17, see the [folder](super)):
//! * `pvs`: KnightThrough 0 ± 2 % nodes, 0 ± 92 Elo; Tzaar +4 ± 5 % nodes, −70 ± 186 Elo; Amazons +8 ± 4 % nodes,
//!   0 ± 144 Elo; Arimaa −2 ± 3 % nodes, +35 ± 122 Elo.
//! * `recognise`: KnightThrough −8 ± 8 % nodes, 0 ± 92 Elo; Tzaar −1 ± 2 % nodes, −35 ± 66 Elo; Amazons 0 ± 0 % nodes,
//!   0 ± 92 Elo; Arimaa 0 ± 0 % nodes, 0 ± 92 Elo.

use super::{
    config::Config,
    history::HistoryTable,
    killers::Killers,
    node_type::NodeType,
    one_order::{Stamp, Tried as TriedBefore},
    order::Candidate,
    order::Picker,
    reductions::Reductions,
};
use crate::{Control, Depth, NodeBudget, Ply, Stopped, Window, table::Table};
use game::{Evaluation, EvaluationState, Game, Heuristics, History, MoveOrdering, Proofs, Score, Turn};
use std::cell::Cell;

/// What a thread keeps between searches: tables and buffers, so that nodes allocate nothing.
pub(super) struct Memory<G: Game, S> {
    pub(super) killers: Killers<G>,
    pub(super) history: HistoryTable,
    pub(super) stack: Vec<Candidate<G::Action>>,
    pub(super) reductions: Reductions,
    pub(super) tried: TriedBefore,
    lines: Vec<Vec<G::Action>>,
    /// What each node of the current line is expected to be.
    types: Vec<NodeType>,
    /// The state of the evaluation at each ply of the current line.
    pub(super) states: Vec<S>,
}

impl<G: Game, S> Memory<G, S> {
    pub(super) fn new(config: &Config) -> Self {
        Memory {
            killers: Killers::new(config.killers.0 as usize, MAX_PLY + 1),
            history: HistoryTable::new::<G>(config),
            stack: Vec::with_capacity(4096),
            reductions: Reductions::new(config),
            tried: TriedBefore::new(config.one_order),
            lines: vec![Vec::new(); MAX_PLY + 2],
            types: vec![NodeType::Pv; MAX_PLY + 2],
            states: Vec::new(),
        }
    }

    /// Forgets everything learned.
    pub(super) fn clear(&mut self) {
        self.killers.clear();
        self.history.clear();
    }
}

/// No line of a search is longer than this, quiescence included.
pub(super) const MAX_PLY: usize = 400;

/// A search in progress on one thread.
pub(super) struct Worker<'a, G: Game, H: Heuristics<G>> {
    pub(super) config: &'a Config,
    pub(super) heuristics: &'a H,
    pub(super) table: &'a Table,
    pub(super) history: &'a History,
    pub(super) memory: &'a mut Memory<G, EvaluationState<G, H>>,
    pub(super) budget: NodeBudget<'a, dyn Control<G> + 'a>,
    /// A turn end was skipped because of the history: values on the way to it hold only in this game.
    pub(super) depends_on_history: bool,
}

/// How a node was reached.
pub(super) enum ReachedBy<'p, G: Game> {
    /// As a root, or in a way that does not matter.
    Root,
    /// By a null move.
    NullMove,
    /// By an action of its parent.
    Action { parent: &'p G, action: G::Action, tried: Option<Stamp> },
}

impl<G: Game> Clone for ReachedBy<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for ReachedBy<'_, G> {}

/// A node as the techniques see it.
pub(super) struct Node<'p, G: Game> {
    pub(super) position: &'p G,
    pub(super) depth: Depth,
    pub(super) ply: Ply,
    pub(super) reached_by: ReachedBy<'p, G>,
    /// Computed when it is first asked for.
    static_score: Cell<Option<Score>>,
}

/// What a node found besides its score.
pub(super) struct Tried<G: Game> {
    best: Score,
    pub(super) best_action: Option<G::Action>,
    pub(super) cut: bool,
}

impl<'a, G: Game, H: Heuristics<G>> Worker<'a, G, H> {
    pub(super) fn new(
        config: &'a Config,
        heuristics: &'a H,
        table: &'a Table,
        history: &'a History,
        control: &'a dyn Control<G>,
        memory: &'a mut Memory<G, EvaluationState<G, H>>,
    ) -> Self {
        memory.stack.clear();
        Worker {
            config,
            heuristics,
            table,
            history,
            memory,
            budget: NodeBudget::new(control),
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
        reached_by: ReachedBy<'_, G>,
    ) -> Result<Score, Stopped> {
        // Step 1. Count the node, and stop when told to.
        debug_assert!(!window.is_empty());
        self.budget.step()?;
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
            && let Some(proven) = self.heuristics.proofs().proven_score(position)
        {
            return Ok(proven.later_by(ply.0));
        }

        // Step 5. The table may know the answer, or at least a good first action.
        let entry = self.table.probe::<G::Action>(position.key());
        if let Some(score) = entry.and_then(|e| self.table_cutoff(e, window, depth, ply)) {
            return Ok(score);
        }

        // Step 6. Cut off where a null move is too good, or several actions are at a lesser depth.
        let node = Node { position, depth, ply, reached_by, static_score: Cell::new(None) };
        let table_action = entry.and_then(|e| e.action).filter(|_| self.config.table_action);
        if let Some(score) = self.null_move_cutoff(&node, window)? {
            return Ok(score);
        }
        if let Some(score) = self.multi_cut(&node, window, table_action)? {
            return Ok(score);
        }

        // Step 7. Try the actions, best guess first.
        let entered = window;
        let nodes_before = self.budget.used();
        let outer_dependence = std::mem::replace(&mut self.depends_on_history, false);
        let tried = self.try_actions(&node, &mut window, table_action)?;

        // Step 8. A turn that cannot be completed has no value; a side without any turn has lost.
        let score = if tried.best == Score::MINUS_INFINITE && position.starts_turn() {
            Score::loss_in(ply.0)
        } else {
            tried.best
        };

        // Step 9. Remember the best action, and the score in the table.
        self.remember(&node, entered, score, &tried, self.budget.used() - nodes_before);
        self.depends_on_history |= outer_dependence;
        Ok(score)
    }

    /// The loop over the actions of a node.
    fn try_actions(
        &mut self,
        node: &Node<'_, G>,
        window: &mut Window,
        table_action: Option<G::Action>,
    ) -> Result<Tried<G>, Stopped> {
        let position = node.position;
        let mut tried = Tried { best: Score::MINUS_INFINITE, best_action: None, cut: false };
        let futile = self.futile_below(node, *window);
        let stamp = self.memory.tried.begin(node.depth);
        let mut picker = Picker::new(self, node, table_action, node.unless_turn_starts());
        let mut place = 0;
        while let Some(action) = picker.next(self, position, window.alpha) {
            // Step 7a. Skip quiet actions that cannot reach the window any more.
            if let Some(limit) = futile
                && place > 0
                && !self.heuristics.ordering().is_noisy(position, action)
            {
                tried.best = tried.best.max(limit);
                place += 1;
                continue;
            }
            if self.is_too_late(node, action, place, tried.best) {
                place += 1;
                continue;
            }
            // Step 7b. Search the position after the action, if the repetition rule lets the turn end there.
            let child = position.child(action);
            if child.starts_turn() && self.history.forbids(&child) {
                self.depends_on_history = true;
                continue;
            }
            self.set_child_state(position, action, &child, node.ply);
            let reached_by = ReachedBy::Action { parent: position, action, tried: stamp };
            let score = match self.action(node, &child, reached_by, place, *window) {
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
                    self.extend_line(node.ply, action);
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
    #[inline]
    fn action(
        &mut self,
        node: &Node<'_, G>,
        child: &G,
        reached_by: ReachedBy<'_, G>,
        place: usize,
        window: Window,
    ) -> Result<Score, Stopped> {
        let Node { position, depth, ply, .. } = *node;
        let mut reduction = self.memory.reductions.reduction(depth, place);
        if reduction > 0
            && let ReachedBy::Action { action, .. } = reached_by
            && self.heuristics.ordering().is_noisy(position, action)
        {
            reduction = 0;
        }
        let scouts = self.config.pvs && place > 0 && !window.is_null();
        if scouts || reduction > 0 {
            let scout = if self.config.pvs && place > 0 { window.null_above_alpha() } else { window };
            self.expect_child(node, child, place);
            let score = self.descend(position, child, reached_by, scout, depth.less(1 + reduction), ply)?;
            let surprises = score > window.alpha && (reduction > 0 || score < window.beta);
            if !surprises {
                return Ok(score);
            }
            // What surprises on the first line may be its better continuation.
            let is_pv = self.node_type(ply) == NodeType::Pv;
            self.expect_child(node, child, if is_pv { 0 } else { place });
        } else {
            self.expect_child(node, child, place);
        }
        self.descend(position, child, reached_by, window, depth.less(1), ply)
    }

    /// What the node at `ply` is expected to be.
    #[inline]
    pub(super) fn node_type(&self, ply: Ply) -> NodeType {
        self.memory.types[ply.index()]
    }

    /// Notes what the node at `ply` is expected to be, before it is searched.
    #[inline]
    pub(super) fn expect(&mut self, ply: Ply, node_type: NodeType) {
        self.memory.types[ply.index()] = node_type;
    }

    /// Notes what the child in this place of a node is expected to be.
    #[inline]
    fn expect_child(&mut self, node: &Node<'_, G>, child: &G, place: usize) {
        let turn = Turn::between(node.position.to_move(), child.to_move());
        self.expect(node.ply.next(), self.node_type(node.ply).child(place, turn));
    }

    /// The value of a child, whose state has been set, for the side to move in its parent.
    #[inline]
    pub(super) fn descend(
        &mut self,
        position: &G,
        child: &G,
        reached_by: ReachedBy<'_, G>,
        window: Window,
        depth: Depth,
        ply: Ply,
    ) -> Result<Score, Stopped> {
        let turn = Turn::between(position.to_move(), child.to_move());
        Ok(turn.score(self.node(child, window.seen_after(turn), depth, ply.next(), reached_by)?))
    }

    /// Computes the evaluation's state at a ply from scratch: at the root, and after a null move or a whole turn.
    pub(super) fn set_state(&mut self, position: &G, ply: Ply) {
        let state = self.heuristics.evaluation().root_state(position);
        if self.memory.states.is_empty() {
            self.memory.states.resize(MAX_PLY + 2, state);
        } else {
            self.memory.states[ply.index()] = state;
        }
    }

    /// Derives the evaluation's state of a child from that of the node at `ply`. Free where there is no state.
    #[inline]
    pub(super) fn set_child_state(&mut self, parent: &G, action: G::Action, child: &G, ply: Ply) {
        if size_of::<EvaluationState<G, H>>() > 0 {
            let (above, below) = self.memory.states.split_at_mut(ply.next().index());
            let evaluation = self.heuristics.evaluation();
            evaluation.update_state(&above[ply.index()], parent, action, child, &mut below[0]);
        }
    }

    /// The evaluation's state of the node at `ply`.
    #[inline]
    pub(super) fn state(&self, ply: Ply) -> &EvaluationState<G, H> {
        &self.memory.states[ply.index()]
    }

    /// The static score of an inner node, computed at most once.
    #[inline]
    pub(super) fn static_score(&self, node: &Node<'_, G>) -> Score {
        if let Some(score) = node.static_score.get() {
            return score;
        }
        let state = self.state(node.ply);
        // Step 4 has already looked for a proof.
        let score = match self.config.recognise {
            true => self.heuristics.evaluation().evaluate(node.position, state),
            false => self.heuristics.static_score(node.position, state),
        };
        node.static_score.set(Some(score));
        score
    }

    /// Makes `action` followed by the child's line the best line at `ply`.
    pub(super) fn extend_line(&mut self, ply: Ply, action: G::Action) {
        let (upper, lower) = self.memory.lines.split_at_mut(ply.index() + 1);
        let line = &mut upper[ply.index()];
        line.clear();
        line.push(action);
        line.extend_from_slice(&lower[0]);
    }
}
