//! A Monte-Carlo player: what it remembers between turns, the threads of a search, and when to report.

use super::{
    answer::Reader,
    arena::Arena,
    config::{Config, Graph},
    history::History,
    node::{NewNode, NodeId},
    reuse::{find_root, keep_below},
    value::Value,
    worker::{Shared, Worker, tree_key},
};
use crate::{
    Control, Limits, Report, Root, TurnSearch, control::HelperControl, random::generator, report::Milestones,
    settings::SettingError,
};
use game::{Game, Heuristics};
use std::{
    marker::PhantomData,
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
};

/// A Monte-Carlo player: a configuration, heuristics of a game, and the tree of the last turn.
pub struct Mcts<G: Game, H> {
    config: Config,
    heuristics: H,
    arena: Arena,
    history: History,
    /// May the tree be used again?
    has_tree: bool,
    iterations: u64,
    searches: u64,
    seed: u64,
    game: PhantomData<fn() -> G>,
}

impl<G: Game, H: Heuristics<G>> Mcts<G, H> {
    /// Nodes before the first report.
    const FIRST_REPORT: u64 = 1024;
    /// Most nodes between two reports: about a quarter of a second.
    const REPORTS_APART: u64 = 400_000;

    /// A player that knows nothing yet. Fails if there is too little memory or settings contradict each other.
    pub fn new(config: Config, heuristics: H, seed: u64) -> Result<Self, SettingError> {
        config.check()?;
        Ok(Mcts {
            arena: Arena::new(config.memory_bytes()?)?,
            history: History::new::<G>(config.history.is_on()),
            config,
            heuristics,
            has_tree: false,
            iterations: 0,
            searches: 0,
            seed,
            game: PhantomData,
        })
    }

    /// Iterations of the last search, by all threads.
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// Nodes in the tree now.
    pub fn tree_size(&self) -> u32 {
        self.arena.node_count()
    }

    /// The root of the new search: what the last one knows of it, or a new node.
    fn make_root(&mut self, position: &G) -> NodeId {
        let graph = self.config.graph;
        let kept = if self.has_tree && self.config.reuse {
            find_root(&self.arena, |key, depth| key == tree_key(graph, position.key(), depth))
        } else {
            None
        };
        if let Some(id) = kept {
            // Another history may forbid what a proof relied on.
            let forget_proofs = G::FORBIDDEN_REPETITION.is_some();
            let id = keep_below(&mut self.arena, id, graph != Graph::Tree, forget_proofs);
            self.arena.node(id).forget_proof();
            return id;
        }
        self.arena.clear();
        self.history.clear();
        let new_node = NewNode {
            key: tree_key(graph, position.key(), 0),
            depth: 0,
            to_move: position.to_move(),
            starts_turn: position.starts_turn(),
            evaluation: Value::EVEN,
            proof: None,
        };
        let Some(id) = self.arena.new_node(new_node) else {
            unreachable!("the smallest memory holds a node")
        };
        if graph == Graph::Tree { id } else { self.arena.enter(id) }
    }

    /// The first thread: iterates, reports, and asks whether to go on.
    fn lead(
        shared: Shared<'_, G, H>,
        worker: &mut Worker<'_, G, H>,
        control: &dyn Control<G>,
        lines: usize,
        others: &AtomicU64,
    ) {
        let mut milestones = Milestones::new(Self::FIRST_REPORT, Self::REPORTS_APART);
        while !worker.is_settled() && worker.iterate().is_ok() {
            if milestones.is_reached(worker.budget.used()) {
                let report = Reader::new(shared).report(worker.budget.used() + others.load(Relaxed), lines);
                control.report(&report);
                // A full tree grows no longer lines: then no limit of depth would ever be reached.
                let next = if shared.arena.is_full() { u32::MAX } else { report.depth + 1 };
                if !control.should_deepen(next) {
                    break;
                }
            }
        }
    }
}

impl<G: Game, H: Heuristics<G>> TurnSearch<G> for Mcts<G, H> {
    fn search(&mut self, root: Root<'_, G>, control: &dyn Control<G>) -> Report<G> {
        debug_assert!(root.position.outcome().is_none(), "a finished game has no turn to search for");
        let root_id = self.make_root(root.position);
        let met_forbidden = AtomicBool::new(false);
        let shared = Shared {
            config: &self.config,
            heuristics: &self.heuristics,
            arena: &self.arena,
            history: &self.history,
            history_of_game: root.history,
            root_position: root.position,
            root: root_id,
            met_forbidden: &met_forbidden,
        };
        let (seed, search) = (self.seed, self.searches);
        let random = |thread: i64| generator(seed, &[search, thread as u64]);
        let done = AtomicBool::new(false);
        let (others_nodes, others_iterations) = (AtomicU64::new(0), AtomicU64::new(0));
        let mut worker = Worker::new(shared, control, random(0));
        std::thread::scope(|scope| {
            for thread in 1..self.config.threads.0 {
                let (done, nodes, iterations) = (&done, &others_nodes, &others_iterations);
                let generator = random(thread);
                scope.spawn(move || {
                    let helper = HelperControl { outer: control, done, granted: &AtomicU64::new(0) };
                    let mut worker = Worker::new(shared, &helper, generator);
                    let mut told = 0;
                    while !done.load(Relaxed) && !worker.is_settled() && worker.iterate().is_ok() {
                        nodes.fetch_add(worker.budget.used() - told, Relaxed);
                        told = worker.budget.used();
                    }
                    nodes.fetch_add(worker.budget.used() - told, Relaxed);
                    iterations.fetch_add(worker.iterations, Relaxed);
                });
            }
            Self::lead(shared, &mut worker, control, root.lines, &others_nodes);
            done.store(true, Relaxed);
        });
        let nodes = worker.budget.used() + others_nodes.load(Relaxed);
        let report = Reader::new(shared).report(nodes, root.lines);
        self.iterations = worker.iterations + others_iterations.load(Relaxed);
        self.searches += 1;
        // What the history forbade this time it may allow the next time.
        self.has_tree = !met_forbidden.load(Relaxed);
        report
    }

    fn own_limits(&self) -> Limits {
        self.config.limits()
    }

    fn new_game(&mut self) {
        self.arena.clear();
        self.history.clear();
        self.has_tree = false;
        self.searches = 0;
    }
}
