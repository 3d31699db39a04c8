//! Where the time of a search goes: a game and its heuristics wrapped in stopwatches, one for each cost centre.
//!
//! Time is exclusive, as in the profiles of the thesis: while one centre calls another, only the inner one's watch runs. What
//! a switch of watches costs is measured beforehand and taken off. One search, one thread.

use crate::LabError;
use arimaa::{
    Arimaa,
    heuristics::{GoalCheck, Rabbocop},
};
use game::{Counted, Evaluation, Game, HeuristicSet, Key, MoveOrdering, Outcome, Proofs, Score, Side};
use search::{Limits, Root, SearchControl, TurnSearch, alphabeta, mcts};
use serde::{Deserialize, Serialize};
use std::{cell::RefCell, ops::ControlFlow, sync::atomic::AtomicBool, time::Instant};

/// The cost centres, and what the thesis calls them.
pub(crate) const CENTRES: [&str; 9] = [
    "search and tables",
    "play an action (makeStep)",
    "generate actions (generatePiecesSteps, generateMoveable)",
    "is the game over (isEnd)",
    "keys and history places (getHash)",
    "evaluate (eval)",
    "value of a step (evalStep)",
    "order, noise and legality",
    "goals and relevant actions",
];
const SEARCH: usize = 0;
pub(crate) const PLAY: usize = 1;
pub(crate) const GENERATE: usize = 2;
const OVER: usize = 3;
const KEYS: usize = 4;
pub(crate) const EVALUATE: usize = 5;
pub(crate) const STEP: usize = 6;
const ORDER: usize = 7;
const KNOW: usize = 8;

/// Nanoseconds and switches of every centre.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Shares {
    pub(crate) nanos: [u64; CENTRES.len()],
    pub(crate) switches: [u64; CENTRES.len()],
    pub(crate) nodes: u64,
}

struct Watches {
    shares: Shares,
    running: usize,
    since: Option<Instant>,
}

thread_local! {
    static WATCHES: RefCell<Watches> =
        const { RefCell::new(Watches { shares: Shares { nanos: [0; 9], switches: [0; 9], nodes: 0 }, running: SEARCH, since: None }) };
}

/// Stops the running watch, starts another and answers which one ran.
#[inline]
fn switch_to(centre: usize) -> usize {
    WATCHES.with_borrow_mut(|watches| {
        let now = Instant::now();
        let before = watches.running;
        if let Some(since) = watches.since {
            watches.shares.nanos[before] += (now - since).as_nanos() as u64;
        }
        watches.shares.switches[before] += 1;
        (watches.running, watches.since) = (centre, Some(now));
        before
    })
}

/// Runs something on the watch of a centre.
#[inline]
fn timed<T>(centre: usize, work: impl FnOnce() -> T) -> T {
    let before = switch_to(centre);
    let result = work();
    switch_to(before);
    result
}

/// Runs a generator on the watch of a centre, and what it calls on the watch of the caller.
#[inline]
fn timed_visit<A>(
    centre: usize,
    mut visit: impl FnMut(A) -> Flow,
    work: impl FnOnce(&mut dyn FnMut(A) -> Flow) -> Flow,
) -> Flow {
    let before = switch_to(centre);
    let result = work(&mut |action| {
        switch_to(before);
        let flow = visit(action);
        switch_to(centre);
        flow
    });
    switch_to(before);
    result
}

type Flow = ControlFlow<()>;
type Step = <Arimaa as Game>::Action;

/// A position of Arimaa whose rules are timed.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Watched(Arimaa);

impl Game for Watched {
    type Action = Step;
    const SIDES: [&'static str; 2] = Arimaa::SIDES;
    const FORBIDDEN_REPETITION: Option<u8> = Arimaa::FORBIDDEN_REPETITION;
    const HISTORY_SIZE: usize = Arimaa::HISTORY_SIZE;

    fn to_move(&self) -> Side {
        self.0.to_move()
    }
    fn starts_turn(&self) -> bool {
        self.0.starts_turn()
    }
    fn outcome(&self) -> Option<Outcome> {
        timed(OVER, || self.0.outcome())
    }
    fn actions(&self, visit: impl FnMut(Step) -> Flow) -> Flow {
        timed_visit(GENERATE, visit, |visit| self.0.actions(visit))
    }
    fn is_legal(&self, action: Step) -> bool {
        timed(ORDER, || self.0.is_legal(action))
    }
    fn play(&mut self, action: Step) {
        timed(PLAY, || self.0.play(action));
    }
    fn key(&self) -> Key {
        timed(KEYS, || self.0.key())
    }
    fn history_index(&self, action: Step) -> usize {
        self.0.history_index(action)
    }
    fn commute(&self, first: Step, second: Step) -> bool {
        self.0.commute(first, second)
    }
    fn is_pass(action: Step) -> bool {
        Arimaa::is_pass(action)
    }
    fn lists_turns(&self) -> bool {
        self.0.lists_turns()
    }
    fn count(&self, what: Counted, depth: u32) -> u64 {
        self.0.count(what, depth)
    }
}

/// A part of its heuristics, timed.
#[derive(Clone)]
struct Timed<T>(T);

impl<E: Evaluation<Arimaa>> Evaluation<Watched> for Timed<E> {
    type State = E::State;

    fn root_state(&self, position: &Watched) -> E::State {
        timed(EVALUATE, || self.0.root_state(&position.0))
    }
    fn child_state(&self, state: &E::State, parent: &Watched, action: Step, child: &Watched) -> E::State {
        timed(EVALUATE, || self.0.child_state(state, &parent.0, action, &child.0))
    }
    fn evaluate(&self, position: &Watched, state: &E::State) -> Score {
        timed(EVALUATE, || self.0.evaluate(&position.0, state))
    }
    fn actions_above(
        &self,
        position: &Watched,
        alpha: Score,
        visit: impl FnMut(Step) -> Flow,
    ) -> Option<Flow> {
        self.0.actions_above(&position.0, alpha, visit)
    }
}

impl<P: Proofs<Arimaa>> Proofs<Watched> for Timed<P> {
    fn proven_score(&self, position: &Watched) -> Option<Score> {
        timed(KNOW, || self.0.proven_score(&position.0))
    }
    fn proven_winner(&self, position: &Watched) -> Option<Score> {
        timed(KNOW, || self.0.proven_winner(&position.0))
    }
    fn relevant_actions(&self, position: &Watched, visit: impl FnMut(Step) -> Flow) -> Flow {
        timed_visit(KNOW, visit, |visit| self.0.relevant_actions(&position.0, visit))
    }
}

impl<O: MoveOrdering<Arimaa>> MoveOrdering<Watched> for Timed<O> {
    fn order_hint(&self, position: &Watched, action: Step) -> i32 {
        timed(ORDER, || self.0.order_hint(&position.0, action))
    }
    fn step_value(&self, position: &Watched, action: Step, previous: Option<Step>) -> Option<f32> {
        timed(STEP, || self.0.step_value(&position.0, action, previous))
    }
    fn noisy_actions(&self, position: &Watched, visit: impl FnMut(Step) -> Flow) -> Flow {
        timed_visit(ORDER, visit, |visit| self.0.noisy_actions(&position.0, visit))
    }
    fn tactical_actions(&self, position: &Watched, visit: impl FnMut(Step) -> Flow) -> Flow {
        timed_visit(KNOW, visit, |visit| self.0.tactical_actions(&position.0, visit))
    }
    fn is_noisy(&self, position: &Watched, action: Step) -> bool {
        timed(ORDER, || self.0.is_noisy(&position.0, action))
    }
    fn expected_growth(&self, root: &Watched, depth: u32) -> Option<f64> {
        self.0.expected_growth(&root.0, depth)
    }
    fn null_move(&self, position: &Watched) -> Option<Watched> {
        self.0.null_move(&position.0).map(Watched)
    }
}

/// Which search is profiled, with its settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Profiled {
    AlphaBeta(&'static str),
    Mcts(&'static str),
}

/// Searches a position with so many nodes, and answers where the time went.
pub(crate) fn shares(
    profiled: Profiled,
    position: &str,
    nodes: u64,
    seed: u64,
    stop: &AtomicBool,
) -> Result<Shares, LabError> {
    let position = <Arimaa as game::Notation>::parse_position(position).map_err(LabError::cell)?;
    let heuristics = HeuristicSet {
        evaluation: Timed(Rabbocop::PLAIN),
        ordering: Timed(arimaa::heuristics::Ordering),
        proofs: Timed(GoalCheck::Off),
    };
    let mut search: Box<dyn TurnSearch<Watched>> = match profiled {
        Profiled::AlphaBeta(settings) => {
            let config = alphabeta::Config::parse(settings, &alphabeta::Config::BEST);
            let config = config.map_err(LabError::cell)?;
            Box::new(alphabeta::AlphaBeta::new(config, heuristics, seed).map_err(LabError::cell)?)
        }
        Profiled::Mcts(settings) => {
            let config = mcts::Config::parse(settings, &mcts::Config::BEST).map_err(LabError::cell)?;
            Box::new(mcts::Mcts::new(config, heuristics, seed).map_err(LabError::cell)?)
        }
    };
    let watched = Watched(position);
    let history = game::History::starting_at(&watched);
    let session = SearchControl::new(Limits { nodes: Some(nodes), ..Limits::default() }, stop);
    WATCHES.with_borrow_mut(|w| *w = Watches { shares: Shares::default(), running: SEARCH, since: None });
    switch_to(SEARCH);
    let report = search.search(Root { position: &watched, history: &history, lines: 1 }, &session);
    switch_to(SEARCH);
    let mut shares = WATCHES.with_borrow(|watches| watches.shares);
    shares.nodes = report.nodes;
    let price = price_of_a_switch();
    for (nanos, switches) in shares.nanos.iter_mut().zip(shares.switches) {
        *nanos = nanos.saturating_sub(switches * price);
    }
    Ok(shares)
}

/// What stopping one watch and starting the next takes, in nanoseconds.
fn price_of_a_switch() -> u64 {
    const TIMES: u64 = 200_000;
    let started = Instant::now();
    for _ in 0..TIMES {
        switch_to(SEARCH);
    }
    started.elapsed().as_nanos() as u64 / TIMES
}
