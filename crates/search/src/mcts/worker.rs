//! One thread of the search and one iteration, in numbered steps. Owns buffers; the tree belongs to all threads.

use super::{
    arena::Arena,
    config::{Config, Graph, LookAhead, Statistics, VirtualLoss},
    history::{History, KindOfAction},
    lookahead::NOISE,
    node::{Candidate, Edge, Edges, NewNode, NodeId},
    select::Selected,
    value::{Proof, Sigmoid, Value},
};
use crate::{Control, NodeBudget, Stopped, Window, random::Generator};
use game::{Action, Evaluation, EvaluationState, Game, Heuristics, Key, Proofs};
use std::{cmp::Reverse, ops::Deref, sync::atomic::AtomicBool, sync::atomic::Ordering::Relaxed};

/// An edge that the iteration has followed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) node: NodeId,
    pub(super) edges: Edges,
    pub(super) place: u16,
    pub(super) code: u16,
    pub(super) kind: KindOfAction,
    pub(super) ends_turn: bool,
    /// Was another edge seen that is proven to draw?
    pub(super) has_draw: bool,
    /// Where it led; `None` if there was no room for a node.
    pub(super) child: Option<NodeId>,
    /// The sum of results that was added to the edge as virtual losses.
    pub(super) virtual_loss: i64,
}

/// What all threads of a search share.
pub(super) struct Shared<'a, G: Game, H> {
    pub(super) config: &'a Config,
    pub(super) heuristics: &'a H,
    pub(super) arena: &'a Arena,
    pub(super) history: &'a History,
    pub(super) history_of_game: &'a game::History,
    pub(super) root_position: &'a G,
    pub(super) root: NodeId,
    /// Was a turn end met that the repetition rule forbids?
    pub(super) met_forbidden: &'a AtomicBool,
}

impl<G: Game, H> Copy for Shared<'_, G, H> {}
impl<G: Game, H> Clone for Shared<'_, G, H> {
    fn clone(&self) -> Self {
        *self
    }
}

/// One thread. Fields that others use are open to this folder.
pub(super) struct Worker<'a, G: Game, H: Heuristics<G>> {
    shared: Shared<'a, G, H>,
    root_state: EvaluationState<G, H>,
    /// Counts the actions played.
    pub(super) budget: NodeBudget<'a, dyn Control<G> + 'a>,
    pub(super) random: Generator,
    pub(super) sigmoid: Sigmoid,
    pub(super) iterations: u64,
    // What the settings come to, asked once.
    pub(super) evaluates_children: bool,
    pub(super) has_priors: bool,
    pub(super) needs_child: bool,
    losses: i64,
    // Buffers, so that an iteration allocates nothing.
    pub(super) path: Vec<Step>,
    pub(super) actions: Vec<G::Action>,
    pub(super) candidates: Vec<Candidate>,
    pub(super) ranked: Vec<(i32, Candidate)>,
    pub(super) stack: Vec<(Reverse<i32>, G::Action)>,
}

impl<'a, G: Game, H: Heuristics<G>> Deref for Worker<'a, G, H> {
    type Target = Shared<'a, G, H>;
    fn deref(&self) -> &Shared<'a, G, H> {
        &self.shared
    }
}

/// What following an edge for the first time led to.
enum Arrival {
    At(NodeId),
    /// The rules forbid to end a turn there.
    Forbidden,
    /// The arena is full.
    Nowhere,
}

impl<'a, G: Game, H: Heuristics<G>> Worker<'a, G, H> {
    /// Longest path; only games that go in circles get that far.
    const LONGEST_PATH: usize = 500;

    pub(super) fn new(shared: Shared<'a, G, H>, control: &'a dyn Control<G>, random: Generator) -> Self {
        let config = shared.config;
        Worker {
            root_state: shared.heuristics.evaluation().root_state(shared.root_position),
            shared,
            budget: NodeBudget::new(control),
            random,
            sigmoid: Sigmoid::new(config.sigmoid_scale.get()),
            iterations: 0,
            evaluates_children: config.evaluates_children(),
            has_priors: config.has_priors(),
            needs_child: config.statistics == Statistics::Node || config.implicit.is_on(),
            losses: if config.threads.0 > 1 { config.virtual_loss.0 } else { 0 },
            path: Vec::new(),
            actions: Vec::new(),
            candidates: Vec::new(),
            ranked: Vec::new(),
            stack: Vec::new(),
        }
    }

    /// Is there nothing left to find out?
    pub(super) fn is_settled(&self) -> bool {
        self.arena.node(self.root).proof() != Proof::Unknown
    }

    /// Selection, expansion, playouts and backup.
    pub(super) fn iterate(&mut self) -> Result<(), Stopped> {
        self.path.clear();
        let before = self.budget.used();
        let result = self.descend();
        match result {
            Ok(result) => self.back_up(result),
            Err(_) => self.back_up(None),
        }
        self.iterations += 1;
        if self.budget.used() == before && result.is_ok() {
            // Even an iteration that found nothing to play uses up the budget, so that every search ends.
            self.budget.step()?;
        }
        result.map(|_| ())
    }

    /// Down the tree to a leaf and its result; `None` where the iteration only learned that something cannot be played.
    fn descend(&mut self) -> Result<Option<Value>, Stopped> {
        let evaluation = self.heuristics.evaluation();
        let mut position = self.root_position.clone();
        let mut state = self.root_state.clone();
        let mut id = self.root;
        loop {
            let node = self.arena.node(id);
            // 1. What is certain needs no statistics.
            if node.proof() != Proof::Unknown {
                return Ok(node.proof().value());
            }
            // 2. A node that was visited often enough gets its edges; any other is a leaf.
            if node.edges().is_none() && self.is_mature(node.visits()) {
                self.expand(id, &position, &state)?;
            }
            let Some(edges) = node.edges() else {
                match node.proof() {
                    Proof::Unknown => return self.leaf_result(&position, node.evaluation()).map(Some),
                    proof => return Ok(proof.value()),
                }
            };
            // 3. The formula chooses an edge; if none is open the node is settled.
            let Some(Selected { place, has_draw }) = self.select(id, edges, &position) else {
                self.settle(id, edges);
                return Ok(self.arena.node(id).proof().value());
            };
            // 4. The action is played, which may turn out to be forbidden.
            let edge = self.arena.edge(edges, place);
            let code = edge.code();
            let Some(action) = G::Action::from_code(code) else {
                unreachable!("codes in the tree come from actions")
            };
            self.budget.step()?;
            let child = position.child(action);
            let child_state = evaluation.child_state(&state, &position, action, &child);
            let child_id = match self.arrive(edge, &child, &child_state)? {
                Arrival::At(id) => Some(id),
                Arrival::Nowhere => None,
                Arrival::Forbidden => {
                    self.met_forbidden.store(true, Relaxed);
                    edge.set_proof(Proof::DeadEnd);
                    continue;
                }
            };
            let ends_turn = child.starts_turn() || child.outcome().is_some();
            let kind = KindOfAction::new(&position, action);
            let is_cycle =
                self.config.graph == Graph::Full && self.path.iter().any(|s| Some(s.node) == child_id);
            self.path.push(Step {
                node: id,
                edges,
                place,
                code,
                kind,
                ends_turn,
                has_draw,
                child: child_id,
                virtual_loss: 0,
            });
            self.add_virtual_loss();
            (position, state) = (child, child_state);
            // 5. Without a node there is only a result. A cycle counts as a draw.
            match child_id {
                None => return self.result_without_node(edge, &position, &state).map(Some),
                Some(_) if is_cycle || self.path.len() >= Self::LONGEST_PATH => return Ok(Some(Value::EVEN)),
                Some(child_id) => id = child_id,
            }
        }
    }

    fn is_mature(&self, visits: u32) -> bool {
        let depth = if self.config.maturity_depth { self.path.len() as i64 } else { 0 };
        self.path.is_empty() || i64::from(visits) >= self.config.maturity.0 + depth
    }

    /// The node that an edge leads to, made or found if the edge has none yet.
    fn arrive(
        &mut self,
        edge: Edge<'_>,
        child: &G,
        state: &EvaluationState<G, H>,
    ) -> Result<Arrival, Stopped> {
        let goes_on = child.outcome().is_none();
        if goes_on && child.starts_turn() && self.history_of_game.forbids(child) {
            return Ok(Arrival::Forbidden);
        }
        if let Some(id) = edge.child() {
            return Ok(Arrival::At(id));
        }
        let depth = self.arena.node(self.root).depth() + self.path.len() as u32 + 1;
        let key = tree_key(self.config.graph, child.key(), depth);
        let shared = self.config.graph != Graph::Tree;
        if let Some(id) = shared.then(|| self.arena.find(key)).flatten() {
            return Ok(Arrival::At(edge.link(id)));
        }
        if self.arena.is_full() {
            return Ok(Arrival::Nowhere);
        }
        let (evaluation, proof) = self.first_look(child, state)?;
        let (to_move, starts_turn) = (child.to_move(), child.starts_turn());
        let new_node = NewNode { key, depth, to_move, starts_turn, evaluation, proof };
        let Some(id) = self.arena.new_node(new_node) else { return Ok(Arrival::Nowhere) };
        let id = if shared { self.arena.enter(id) } else { id };
        Ok(Arrival::At(edge.link(id)))
    }

    /// The evaluation of a new position, and its proof if there is one.
    fn first_look(
        &mut self,
        position: &G,
        state: &EvaluationState<G, H>,
    ) -> Result<(Value, Option<(Proof, u32)>), Stopped> {
        if let Some(outcome) = position.outcome() {
            return Ok((Value::from_outcome(outcome), Some((Proof::from_outcome(outcome), 0))));
        }
        let heuristics = self.heuristics;
        let evaluates = self.config.evaluates_leaves();
        let score = match self.config.look_ahead {
            LookAhead::Off => evaluates.then(|| heuristics.static_score(position, state)),
            LookAhead::Recognise => heuristics
                .proofs()
                .proven_score(position)
                .or_else(|| evaluates.then(|| heuristics.evaluation().evaluate(position, state))),
            LookAhead::Quiescence => Some(self.look_ahead(position, state, Window::FULL, NOISE)?),
        };
        let to_move = position.to_move();
        let proof = score.and_then(|score| Proof::from_score(score, to_move)).filter(|_| self.config.solver);
        let evaluation = score.map_or(Value::EVEN, |score| self.sigmoid.value(score, to_move));
        Ok((evaluation, proof))
    }

    /// The result of a leaf: of playouts, or its evaluation where that is certain or there are none.
    fn leaf_result(&mut self, position: &G, evaluation: Value) -> Result<Value, Stopped> {
        let is_certain = evaluation.0.abs() >= 1.0;
        if !self.config.playouts.is_on() || is_certain {
            return Ok(evaluation);
        }
        self.play_out(position)
    }

    /// The result of a position for which there is no room in the tree.
    fn result_without_node(
        &mut self,
        edge: Edge<'_>,
        position: &G,
        state: &EvaluationState<G, H>,
    ) -> Result<Value, Stopped> {
        if let Some(outcome) = position.outcome() {
            if self.config.solver {
                edge.set_proof(Proof::from_outcome(outcome));
            }
            return Ok(Value::from_outcome(outcome));
        }
        let evaluation =
            if self.config.evaluates_leaves() { self.evaluate(position, state) } else { Value::EVEN };
        self.leaf_result(position, evaluation)
    }

    /// Lets the edge just followed look less attractive to other threads (virtual loss). Where the statistics are those of
    /// nodes, it is the child that is marked.
    fn add_virtual_loss(&mut self) {
        if self.losses == 0 {
            return;
        }
        let Some(&Step { node, edges, place, child, kind, .. }) = self.path.last() else { return };
        if let (Statistics::Node, Some(child)) = (self.config.statistics, child) {
            return self.arena.node(child).add_virtual_visits(self.losses);
        }
        let edge = self.arena.edge(edges, place);
        let mean = |visits: u32, sum: Value| (visits > 0).then(|| Value(sum.0 / f64::from(visits)));
        let value = match self.config.virtual_loss_as {
            VirtualLoss::Loss => Value::seen_by(kind.side, -1.0),
            VirtualLoss::Even => Value::EVEN,
            VirtualLoss::Mean => {
                let node = self.arena.node(node);
                let known = mean(edge.visits(), edge.sum()).or_else(|| mean(node.visits(), node.sum()));
                known.unwrap_or(Value::EVEN)
            }
        };
        let virtual_loss = value.fixed() * self.losses;
        edge.add(self.losses, virtual_loss);
        if let Some(step) = self.path.last_mut() {
            step.virtual_loss = virtual_loss;
        }
    }

    pub(super) fn remove_virtual_loss(&self, step: &Step) {
        if self.losses == 0 {
            return;
        }
        match (self.config.statistics, step.child) {
            (Statistics::Node, Some(child)) => self.arena.node(child).add_virtual_visits(-self.losses),
            _ => self.arena.edge(step.edges, step.place).add(-self.losses, -step.virtual_loss),
        }
    }
}

/// The key under which a position is known in the tree.
pub(super) fn tree_key(graph: Graph, key: Key, depth: u32) -> Key {
    match graph {
        Graph::Tree | Graph::Full => key,
        Graph::Depth => Key(key.0 ^ (u64::from(depth) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)),
    }
}
