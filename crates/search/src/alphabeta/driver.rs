//! Iterative deepening: runs iterations until the control says stop or the game is decided, and makes the final answer.
//!
//! Worth (2026-11-17, see the [folder](super)):
//! * `id`: KnightThrough −51 ± 44, Tzaar +23 ± 16, Amazons 0 ± 23, Arimaa −11 ± 23 % nodes.

use super::{
    aspiration,
    config::{Config, Parallel, WhenLost},
    ranked::{RankedTurn, Wanted, ranked_turns},
    root::{Best, RootAction, root_actions, sort_by_score, split_root},
    time_manager::TimeManager,
    worker::{MAX_PLY, Memory, Worker},
};
use crate::{
    Control, Depth, Limits, Line, Report, Root, Stopped, TurnSearch, Unlimited, Window,
    control::HelperControl,
    random::{Generator, generator},
    settings::SettingError,
    table::Table,
};
use game::{EvaluationState, Game, Heuristics, MoveOrdering, Score, Verdict};
use rand::RngExt;
use std::sync::atomic::{AtomicU64, Ordering};

/// An alpha-beta player: a configuration, heuristics of a game, and what it remembers between turns.
pub struct AlphaBeta<G: Game, H: Heuristics<G>> {
    config: Config,
    heuristics: H,
    table: Table,
    memories: Vec<Memory<G, EvaluationState<G, H>>>,
    last_score: Option<Score>,
    random: Generator,
    seed: u64,
}

/// What the iterations have found: the last complete one, or what a stopped one had better.
struct Found<G: Game> {
    depth: u32,
    lines: Vec<Best<G>>,
}

impl<G: Game, H: Heuristics<G>> AlphaBeta<G, H> {
    /// Deepest iteration: lines beyond are not asked for by anyone.
    const MAX_DEPTH: u32 = 200;

    /// A player that knows nothing yet. Fails if the table does not fit into memory or settings contradict each other.
    pub fn new(config: Config, heuristics: H, seed: u64) -> Result<Self, SettingError> {
        config.check()?;
        let table = Table::new(config.table, config.scheme)?;
        let memories = (0..config.threads.0).map(|_| Memory::new(&config)).collect();
        let random = generator(seed, &[]);
        Ok(AlphaBeta { config, heuristics, table, memories, last_score: None, random, seed })
    }

    /// Iterations on one worker, or shared by several on a split root. Nodes of others are added in reports.
    fn iterate(
        workers: &mut [Worker<'_, G, H>],
        root: Root<'_, G>,
        last_score: Option<Score>,
        control: &dyn Control<G>,
        others_nodes: &AtomicU64,
    ) -> Found<G> {
        let (config, ordering) = (workers[0].config, workers[0].heuristics.ordering());
        let mut actions = root_actions(root.position, root.history);
        let mut found = Found { depth: 0, lines: Vec::new() };
        let mut expected = last_score;
        let first = if config.deepening { 1 } else { config.depth.0 as u32 };
        let mut time_manager = TimeManager::new(config.pace);
        for depth in first..=Self::MAX_DEPTH {
            if depth > first && !(control.should_deepen(depth) && time_manager.should_deepen()) {
                break;
            }
            workers.iter_mut().for_each(|worker| worker.memory.history.age());
            let window = aspiration::first_window(config, expected, depth - 1);
            let (result, best) = search_window(workers, root, &mut actions, window, Depth(depth as i32));
            let usable = result.is_ok() || (best.score > window.alpha && !best.line.is_empty());
            if usable && keeps(config, &found, &best) {
                expected = Some(best.score);
                found = Found { depth: if result.is_ok() { depth } else { found.depth }, lines: vec![best] };
                let nodes = nodes_of(workers) + others_nodes.load(Ordering::Relaxed);
                control.report(&found.report(nodes, config));
            } else if usable {
                // The loss is certain, but the turn of the last iteration that had not seen it is to be played.
                found.depth = depth;
                found.lines[0].score = best.score;
            }
            sort_by_score(&mut actions);
            if let Some(score) = expected {
                time_manager.note(control.used(), score, ordering.expected_growth(root.position, depth));
            }
            let decided = found.lines.first().is_some_and(|best| best.score.is_decided());
            if result.is_err() || decided || actions.is_empty() {
                break;
            }
        }
        found
    }

    /// Ranks whole turns, on the first worker only.
    fn iterate_ranked(
        worker: &mut Worker<'_, G, H>,
        root: Root<'_, G>,
        control: &dyn Control<G>,
    ) -> (u32, Vec<RankedTurn<G>>, Wanted) {
        let config = worker.config;
        let mut turns = ranked_turns(root.position, root.history);
        let wanted = Wanted { lines: root.lines.max(1), margin: config.random_margin.0 as i32 };
        let mut completed = 0;
        let mut time_manager = TimeManager::new(config.pace);
        let first = if config.deepening { 1 } else { config.depth.0 as u32 };
        for depth in first..=Self::MAX_DEPTH {
            let goes_on = depth == first || (control.should_deepen(depth) && time_manager.should_deepen());
            if turns.is_empty() || !goes_on {
                break;
            }
            worker.memory.history.age();
            let mut next = turns.clone();
            if worker.rank(root.position, &mut next, wanted, Depth(depth as i32)).is_err() {
                break;
            }
            turns = next;
            completed = depth;
            let growth = worker.heuristics.ordering().expected_growth(root.position, depth);
            time_manager.note(control.used(), turns[0].score, growth);
            let found = Found { depth, lines: wanted_lines(&turns, root.lines) };
            control.report(&found.report(worker.budget.used(), config));
            // All the wanted turns are decided: deeper iterations cannot change them.
            if turns.iter().take(wanted.lines).all(|t| t.score.is_decided()) {
                break;
            }
        }
        (completed, turns, wanted)
    }

    /// A uniform choice among the turns within the margin of the best. A win is never risked.
    fn pick(&mut self, turns: &mut [RankedTurn<G>], wanted: Wanted) {
        let Some(best) = turns.first().map(|t| t.score) else { return };
        if wanted.margin == 0 || best.is_decided() {
            return;
        }
        let good_enough = turns.iter().take_while(|t| t.score >= best.plus(-wanted.margin)).count();
        let chosen = self.random.random_range(0..good_enough);
        turns[..=chosen].rotate_right(1);
    }
}

fn nodes_of<G: Game, H: Heuristics<G>>(workers: &[Worker<'_, G, H>]) -> u64 {
    workers.iter().map(|worker| worker.budget.used()).sum()
}

/// One iteration: a window, and again with a wider one after a miss.
fn search_window<G: Game, H: Heuristics<G>>(
    workers: &mut [Worker<'_, G, H>],
    root: Root<'_, G>,
    actions: &mut [RootAction<G>],
    mut window: Window,
    depth: Depth,
) -> (Result<(), Stopped>, Best<G>) {
    /// Selective techniques can make a second search contradict the first; then the full window settles it.
    const TRIES: usize = 2;
    for attempt in 0.. {
        let mut best = Best::none();
        let result = match workers {
            [worker] => worker.root(root.position, actions, window, depth, &mut best),
            _ => split_root(workers, root.position, actions, window, depth, &mut best),
        };
        match aspiration::window_after(window, best.score) {
            Some(wider) if result.is_ok() => {
                window = if attempt < TRIES { wider } else { Window::FULL };
                sort_by_score(actions);
            }
            // Stopped before the window was hit: what was found is only a bound.
            Some(_) => return (result, Best::none()),
            None => return (result, best),
        }
    }
    unreachable!("the full window cannot be missed")
}

/// Should this result replace the last one? Not if it is a certain loss and the turn before it is to be played.
fn keeps<G: Game>(config: &Config, found: &Found<G>, best: &Best<G>) -> bool {
    found.lines.is_empty() || config.when_lost == WhenLost::Longest || !best.score.is_loss()
}

fn wanted_lines<G: Game>(turns: &[RankedTurn<G>], lines: usize) -> Vec<Best<G>> {
    let best = turns.iter().take(lines.max(1));
    best.map(|t| Best { score: t.score, line: t.line.clone() }).collect()
}

impl<G: Game> Found<G> {
    fn report(&self, nodes: u64, config: &Config) -> Report<G> {
        let score = self.lines.first().map(|best| best.score);
        Report {
            depth: self.depth,
            nodes,
            verdict: score.filter(|_| config.proves()).map_or(Verdict::Unknown, Score::verdict),
            length: score.filter(|_| config.is_exact()).and_then(Score::distance),
            lines: self
                .lines
                .iter()
                .map(|best| Line {
                    actions: best.line.clone(),
                    // A line that was never searched has no score.
                    score: Some(best.score).filter(|&s| s != Score::MINUS_INFINITE),
                })
                .collect(),
        }
    }
}

impl<G: Game, H: Heuristics<G>> TurnSearch<G> for AlphaBeta<G, H> {
    fn search(&mut self, root: Root<'_, G>, control: &dyn Control<G>) -> Report<G> {
        debug_assert!(root.position.outcome().is_none(), "a finished game has no turn to search for");
        self.table.new_search();
        for memory in &mut self.memories {
            memory.killers.clear();
        }
        // Where whole turns cannot be listed they cannot be ranked: the best one is all there is.
        let ranks_turns =
            (root.lines > 1 || self.config.random_margin.is_on()) && root.position.lists_turns();
        let (found, nodes) = if ranks_turns {
            let (config, heuristics, table) = (&self.config, &self.heuristics, &self.table);
            let mut worker =
                Worker::new(config, heuristics, table, root.history, control, &mut self.memories[0]);
            let (depth, mut turns, wanted) = Self::iterate_ranked(&mut worker, root, control);
            let nodes = worker.budget.used();
            self.pick(&mut turns, wanted);
            (Found { depth, lines: wanted_lines(&turns, root.lines) }, nodes)
        } else {
            self.search_best(root, control)
        };
        self.last_score = found.lines.first().map(|best| best.score);
        self.finish(root, found, nodes)
    }

    fn new_game(&mut self) {
        self.table.clear();
        self.memories.iter_mut().for_each(Memory::clear);
        self.last_score = None;
        self.random = generator(self.seed, &[]);
    }

    fn own_limits(&self) -> Limits {
        self.config.limits()
    }
}

impl<G: Game, H: Heuristics<G>> AlphaBeta<G, H> {
    /// The best turn, on as many threads as configured.
    fn search_best(&mut self, root: Root<'_, G>, control: &dyn Control<G>) -> (Found<G>, u64) {
        let done = std::sync::atomic::AtomicBool::new(false);
        let helpers_nodes = AtomicU64::new(0);
        let (config, heuristics, table) = (&self.config, &self.heuristics, &self.table);
        let last_score = self.last_score;
        let muted = HelperControl { outer: control, done: &done, granted: &AtomicU64::new(0) };
        let new_worker =
            |memory, control| Worker::new(config, heuristics, table, root.history, control, memory);
        if config.parallel == Parallel::Root {
            let mut workers: Vec<_> = self.memories.iter_mut().map(|m| new_worker(m, control)).collect();
            let found = Self::iterate(&mut workers, root, last_score, control, &helpers_nodes);
            return (found, nodes_of(&workers));
        }
        let Some((own, others)) = self.memories.split_first_mut() else {
            unreachable!("there is at least one thread");
        };
        let (found, own_nodes) = std::thread::scope(|scope| {
            for (nth, memory) in others.iter_mut().enumerate() {
                let (muted, helpers_nodes) = (&muted, &helpers_nodes);
                scope.spawn(move || {
                    let mut helper = new_worker(memory, muted);
                    super::parallel::help(&mut helper, root, nth, Self::MAX_DEPTH);
                    helpers_nodes.fetch_add(helper.budget.used(), Ordering::Relaxed);
                });
            }
            let mut workers = [new_worker(own, control)];
            let found = Self::iterate(&mut workers, root, last_score, control, &helpers_nodes);
            let nodes = nodes_of(&workers);
            done.store(true, Ordering::Relaxed);
            (found, nodes)
        });
        (found, own_nodes + helpers_nodes.load(Ordering::Relaxed))
    }

    /// Makes every line whole and the report final.
    fn finish(&mut self, root: Root<'_, G>, mut found: Found<G>, nodes: u64) -> Report<G> {
        debug_assert!(found.depth as usize <= MAX_PLY);
        if found.lines.is_empty() {
            found.lines.push(Best::none());
        }
        let (config, heuristics, table) = (&self.config, &self.heuristics, &self.table);
        let searches_all = Config { recognise: false, ..config.clone() };
        for best in &mut found.lines {
            let memory = &mut self.memories[0];
            let mut worker = Worker::new(config, heuristics, table, root.history, &Unlimited, memory);
            worker.complete_turn(root.position, &mut best.line);
            let score = Some(best.score).filter(|&s| s != Score::MINUS_INFINITE);
            worker.complete_line(root.position, &mut best.line, found.depth, score, &searches_all);
        }
        found.report(nodes, config)
    }
}
