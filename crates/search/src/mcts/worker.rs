//! One thread of the search and one iteration, in numbered steps. Owns buffers; the tree belongs to all threads.

use super::{
    arena::Arena,
    config::{Config, Graph, Lent, LookAhead, Rave, Statistics},
    memory::{AllMovesAsFirst, History, KindOfAction},
    node::{Birth, Candidate, Edge, Edges, NodeId},
    select::Selected,
    value::{Proof, Squash, Worth},
};
use crate::{Control, Depth, Window, random::Generator};
use game::{Action, Game, Heuristics, Key, Score};
use std::{cmp::Reverse, sync::atomic::AtomicBool, sync::atomic::Ordering::Relaxed};

/// The search was told to stop.
#[derive(Debug)]
pub(super) struct Stopped;

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
    /// The sum of results that was lent to the edge together with visits.
    pub(super) lent: i64,
}

/// What all threads of a search share.
pub(super) struct Shared<'a, G: Game, H> {
    pub(super) config: &'a Config,
    pub(super) heuristics: &'a H,
    pub(super) arena: &'a Arena,
    pub(super) history: &'a History,
    pub(super) all_moves_as_first: &'a AllMovesAsFirst,
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
pub(super) struct Worker<'a, G: Game, H> {
    pub(super) config: &'a Config,
    pub(super) heuristics: &'a H,
    pub(super) arena: &'a Arena,
    pub(super) history: &'a History,
    pub(super) all_moves_as_first: &'a AllMovesAsFirst,
    pub(super) history_of_game: &'a game::History,
    pub(super) root: NodeId,
    root_position: &'a G,
    met_forbidden: &'a AtomicBool,
    control: &'a dyn Control<G>,
    pub(super) random: Generator,
    pub(super) squash: Squash,
    /// Actions played.
    pub(super) nodes: u64,
    granted: u64,
    pub(super) iterations: u64,
    // What the settings come to, asked once.
    pub(super) judges_children: bool,
    pub(super) has_opinions: bool,
    pub(super) learns_from_playouts: bool,
    pub(super) needs_child: bool,
    pub(super) needs_kind: bool,
    losses: i64,
    // Buffers, so that an iteration allocates nothing.
    pub(super) path: Vec<Step>,
    pub(super) trail: Vec<KindOfAction>,
    pub(super) actions: Vec<G::Action>,
    pub(super) candidates: Vec<Candidate>,
    pub(super) ranked: Vec<(i32, Candidate)>,
    pub(super) stack: Vec<(Reverse<i32>, G::Action)>,
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
            config,
            heuristics: shared.heuristics,
            arena: shared.arena,
            history: shared.history,
            all_moves_as_first: shared.all_moves_as_first,
            history_of_game: shared.history_of_game,
            root: shared.root,
            root_position: shared.root_position,
            met_forbidden: shared.met_forbidden,
            control,
            random,
            squash: Squash::new(config.squash.get()),
            nodes: 0,
            granted: 0,
            iterations: 0,
            judges_children: config.judges_children(),
            has_opinions: config.has_opinions(),
            learns_from_playouts: config.rave != Rave::Off,
            needs_child: config.statistics == Statistics::Node || config.implicit.is_on(),
            needs_kind: config.history.is_on() || config.rave != Rave::Off,
            losses: if config.threads.0 > 1 { config.virtual_loss.0 } else { 0 },
            path: Vec::new(),
            trail: Vec::new(),
            actions: Vec::new(),
            candidates: Vec::new(),
            ranked: Vec::new(),
            stack: Vec::new(),
        }
    }

    /// Counts an action that is played, and asks whether to go on when the granted ones are used up.
    #[inline]
    pub(super) fn count_node(&mut self) -> Result<(), Stopped> {
        if self.granted == 0 {
            self.granted = self.control.grant();
            if self.granted == 0 {
                return Err(Stopped);
            }
        }
        self.granted -= 1;
        self.nodes += 1;
        Ok(())
    }

    /// Is there nothing left to find out?
    pub(super) fn is_settled(&self) -> bool {
        self.arena.node(self.root).proof() != Proof::Unknown
    }

    /// Selection, expansion, playouts and backup.
    pub(super) fn iterate(&mut self) -> Result<(), Stopped> {
        self.path.clear();
        self.trail.clear();
        let before = self.nodes;
        let result = self.descend();
        match result {
            Ok(result) => self.back_up(result),
            Err(_) => self.back_up(None),
        }
        self.iterations += 1;
        if self.nodes == before && result.is_ok() {
            // Even an iteration that found nothing to play uses up the budget, so that every search ends.
            self.count_node()?;
        }
        result.map(|_| ())
    }

    /// Down the tree to a leaf and its result; `None` where the iteration only learned that something cannot be played.
    fn descend(&mut self) -> Result<Option<Worth>, Stopped> {
        let mut position = self.root_position.clone();
        let mut id = self.root;
        loop {
            let node = self.arena.node(id);
            // 1. What is certain needs no statistics.
            if node.proof() != Proof::Unknown {
                return Ok(node.proof().worth());
            }
            // 2. A node that was visited often enough gets its edges; any other is a leaf.
            if node.edges().is_none() && self.is_mature(node.visits()) {
                self.expand(id, &position)?;
            }
            let Some(edges) = node.edges() else {
                match node.proof() {
                    Proof::Unknown => return self.leaf_result(&position, node.judged()).map(Some),
                    proof => return Ok(proof.worth()),
                }
            };
            // 3. The formula chooses an edge; if none is open the node is settled.
            let Some(Selected { place, has_draw }) = self.select(id, edges, &position) else {
                self.settle(id, edges);
                return Ok(self.arena.node(id).proof().worth());
            };
            // 4. The action is played, which may turn out to be forbidden.
            let edge = self.arena.edge(edges, place);
            let code = edge.code();
            let Some(action) = G::Action::from_code(code) else {
                unreachable!("codes in the tree come from actions")
            };
            self.count_node()?;
            let child = position.child(action);
            let child_id = match self.arrive(edge, &child)? {
                Arrival::At(id) => Some(id),
                Arrival::Nowhere => None,
                Arrival::Forbidden => {
                    self.met_forbidden.store(true, Relaxed);
                    edge.set_proof(Proof::DeadEnd);
                    continue;
                }
            };
            let ends_turn = child.starts_turn() || child.outcome().is_some();
            let kind = KindOfAction::of(&position, action);
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
                lent: 0,
            });
            self.lend_loss();
            position = child;
            // 5. Without a node there is only a result. Going in circles is worth nothing to anybody.
            match child_id {
                None => return self.homeless_result(edge, &position).map(Some),
                Some(_) if is_cycle || self.path.len() >= Self::LONGEST_PATH => return Ok(Some(Worth::EVEN)),
                Some(child_id) => id = child_id,
            }
        }
    }

    fn is_mature(&self, visits: u32) -> bool {
        let depth = if self.config.maturity_depth { self.path.len() as i64 } else { 0 };
        self.path.is_empty() || i64::from(visits) >= self.config.maturity.0 + depth
    }

    /// The node that an edge leads to, made or found if the edge has none yet.
    fn arrive(&mut self, edge: Edge<'_>, child: &G) -> Result<Arrival, Stopped> {
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
        let (judged, proof) = self.first_look(child)?;
        let (to_move, starts_turn) = (child.to_move(), child.starts_turn());
        let birth = Birth { key, depth, to_move, starts_turn, judged, proof };
        let Some(id) = self.arena.new_node(birth) else { return Ok(Arrival::Nowhere) };
        let id = if shared { self.arena.enter(id) } else { id };
        Ok(Arrival::At(edge.link(id)))
    }

    /// What can be said about a new position at once: a judgement, and what is certain.
    fn first_look(&mut self, position: &G) -> Result<(Worth, Option<(Proof, u32)>), Stopped> {
        if let Some(outcome) = position.outcome() {
            return Ok((Worth::of(outcome), Some((Proof::of(outcome), 0))));
        }
        let score = match self.config.look_ahead {
            LookAhead::Off => None,
            LookAhead::Recognise => self.heuristics.recognise(position),
            LookAhead::Quiescence => Some(self.look_ahead(position, Window::FULL, Depth(0))?),
            LookAhead::AlphaBeta => {
                let depth = Depth(self.config.look_ahead_depth.0 as i32);
                Some(self.look_ahead(position, Window::FULL, depth)?)
            }
        };
        let to_move = position.to_move();
        if score == Some(Score::MINUS_INFINITE) && !self.config.relevant {
            return Ok((Worth::EVEN, Some((Proof::DeadEnd, 0))));
        }
        let judges = self.config.judges_leaves();
        let score = score.or_else(|| judges.then(|| self.heuristics.evaluate(position)));
        let proof = score.and_then(|score| Proof::of_score(score, to_move)).filter(|_| self.config.solver);
        let judged = score.map_or(Worth::EVEN, |score| self.squash.worth(score, to_move));
        Ok((judged, proof))
    }

    /// The result of a leaf: its judgement, playouts, or both.
    fn leaf_result(&mut self, position: &G, judged: Worth) -> Result<Worth, Stopped> {
        let is_certain = judged.0.abs() >= 1.0;
        if !self.config.playouts.is_on() || is_certain {
            return Ok(judged);
        }
        let share = self.config.eval_share.get();
        let played = if share < 1.0 { self.play_out(position)? } else { Worth::EVEN };
        Ok(Worth(played.0 + share * (judged.0 - played.0)))
    }

    /// The result of a position for which there is no room in the tree.
    fn homeless_result(&mut self, edge: Edge<'_>, position: &G) -> Result<Worth, Stopped> {
        if let Some(outcome) = position.outcome() {
            if self.config.solver {
                edge.set_proof(Proof::of(outcome));
            }
            return Ok(Worth::of(outcome));
        }
        let judged = if self.config.judges_leaves() { self.judge(position) } else { Worth::EVEN };
        self.leaf_result(position, judged)
    }

    /// Lets the edge just followed look less attractive to other threads (virtual loss). Where the statistics are those of
    /// nodes, it is the child that is marked.
    fn lend_loss(&mut self) {
        if self.losses == 0 {
            return;
        }
        let Some(&Step { node, edges, place, child, kind, .. }) = self.path.last() else { return };
        if let (Statistics::Node, Some(child)) = (self.config.statistics, child) {
            return self.arena.node(child).lend(self.losses);
        }
        let edge = self.arena.edge(edges, place);
        let mean = |visits: u32, sum: Worth| (visits > 0).then(|| Worth(sum.0 / f64::from(visits)));
        let worth = match self.config.lent {
            Lent::Loss => Worth::seen_by(kind.side, -1.0),
            Lent::Even => Worth::EVEN,
            Lent::Mean => {
                let node = self.arena.node(node);
                let known = mean(edge.visits(), edge.sum()).or_else(|| mean(node.visits(), node.sum()));
                known.unwrap_or(Worth::EVEN)
            }
        };
        let lent = worth.fixed() * self.losses;
        edge.add(self.losses, lent);
        if let Some(step) = self.path.last_mut() {
            step.lent = lent;
        }
    }

    pub(super) fn take_back_loss(&self, step: &Step) {
        if self.losses == 0 {
            return;
        }
        match (self.config.statistics, step.child) {
            (Statistics::Node, Some(child)) => self.arena.node(child).lend(-self.losses),
            _ => self.arena.edge(step.edges, step.place).add(-self.losses, -step.lent),
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
