//! Players and their searches: a turn at once, or an analysis as an iterator.

use crate::{
    errors::{interruptible, receive, runtime_error, value_error},
    position::PyPosition,
};
use game::Verdict;
use players::{AnyGame, Limits, Player, Request, SearchInfo, Spec, TimeLimit};
use pyo3::prelude::*;
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, channel},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

/// A player of one game, with its tables.
#[pyclass(name = "Player", module = "quadrille", frozen)]
pub struct PyPlayer {
    spec: Spec,
    player: Arc<Mutex<Box<dyn Player>>>,
}

/// The limits of a search as keyword arguments.
pub fn limits(depth: Option<u32>, nodes: Option<u64>, time: Option<f64>) -> PyResult<Limits> {
    let time = match time {
        None => None,
        Some(seconds) => {
            let time = Duration::try_from_secs_f64(seconds).ok().filter(|time| !time.is_zero());
            let problem = || value_error(format!("'{seconds}' is not a time in seconds above 0"));
            Some(TimeLimit::exactly(time.ok_or_else(problem)?))
        }
    };
    if depth == Some(0) || nodes == Some(0) {
        return Err(value_error("'0' is not a limit; leave it out, or give a number above 0"));
    }
    Ok(Limits { depth, nodes, time })
}

impl PyPlayer {
    /// Makes the player of a spec.
    pub fn new(game: &'static dyn AnyGame, spec: &str, seed: u64) -> PyResult<PyPlayer> {
        let spec = game.spec(spec).map_err(value_error)?;
        let player = spec.build(seed).map_err(runtime_error)?;
        Ok(PyPlayer { spec, player: Arc::new(Mutex::new(player)) })
    }

    fn check(&self, position: &PyPosition) -> PyResult<()> {
        let (mine, theirs) = (self.spec.game().name(), position.state.game().name());
        if mine != theirs {
            return Err(value_error(format!(
                "'{theirs}' is not the game of this player, which plays {mine}"
            )));
        }
        match position.state.outcome() {
            Some(_) => {
                Err(value_error(format!("'{}' is a finished game", position.state.board().position_text())))
            }
            None => Ok(()),
        }
    }
}

#[pymethods]
impl PyPlayer {
    /// The canonical text of its spec.
    #[getter]
    fn spec(&self) -> String {
        self.spec.to_string()
    }

    /// Forgets everything that earlier searches have found.
    fn new_game(&self, py: Python<'_>) {
        py.detach(|| self.player.lock().unwrap_or_else(PoisonError::into_inner).new_game());
    }

    /// Searches and returns what was found. At least one limit is needed, unless the spec has one; time is in seconds. Ctrl-C
    /// ends the search with the best so far.
    #[pyo3(signature = (position, *, depth = None, nodes = None, time = None, multipv = 1))]
    fn search(
        &self,
        py: Python<'_>,
        position: &PyPosition,
        depth: Option<u32>,
        nodes: Option<u64>,
        time: Option<f64>,
        multipv: usize,
    ) -> PyResult<PySearchInfo> {
        self.check(position)?;
        let limits = limits(depth, nodes, time)?;
        let answers_at_once = self.spec.evaluation().is_none();
        if limits.is_unlimited() && self.spec.limits().is_unlimited() && !answers_at_once {
            return Err(value_error("a search needs a limit: depth=8, nodes=100_000 or time=1.5"));
        }
        let board = position.state.board();
        let (info, interrupted) = interruptible(py, |stop| {
            let request = Request { limits, multipv: multipv.max(1), stop };
            let mut player = self.player.lock().unwrap_or_else(PoisonError::into_inner);
            player.choose_turn(board.as_ref(), request, &mut |_| ())
        })?;
        Ok(PySearchInfo { info, interrupted })
    }

    /// Searches in the background: an iterator over what is found, iteration by iteration. Without a limit it goes on until it is
    /// stopped or dropped. Ctrl-C ends it with the best so far.
    #[pyo3(signature = (position, *, depth = None, nodes = None, time = None, multipv = 1))]
    fn analyze(
        &self,
        position: &PyPosition,
        depth: Option<u32>,
        nodes: Option<u64>,
        time: Option<f64>,
        multipv: usize,
    ) -> PyResult<PyAnalysis> {
        self.check(position)?;
        let limits = limits(depth, nodes, time)?;
        let (board, player) = (position.state.board(), Arc::clone(&self.player));
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, receiver) = channel();
        let flag = Arc::clone(&stop);
        let thread = thread::spawn(move || {
            let mut player = player.lock().unwrap_or_else(PoisonError::into_inner);
            let request = Request { limits, multipv: multipv.max(1), stop: &flag };
            let search = || {
                player.choose_turn(board.as_ref(), request, &mut |info| {
                    let _ = sender.send((info.clone(), false));
                })
            };
            if let Ok(info) = catch_unwind(AssertUnwindSafe(search)) {
                let _ = sender.send((info, true));
            }
        });
        let receiver = Mutex::new(receiver);
        let interrupted = AtomicBool::new(false);
        Ok(PyAnalysis { receiver, stop, interrupted, ended: AtomicBool::new(false), thread: Some(thread) })
    }

    fn __repr__(&self) -> String {
        format!("quadrille.game({:?}).player({:?})", self.spec.game().name(), self.spec.given())
    }
}

/// A running search: yields what it finds, the final answer last.
#[pyclass(name = "Analysis", module = "quadrille", frozen)]
pub struct PyAnalysis {
    receiver: Mutex<Receiver<(SearchInfo, bool)>>,
    stop: Arc<AtomicBool>,
    interrupted: AtomicBool,
    ended: AtomicBool,
    thread: Option<JoinHandle<()>>,
}

#[pymethods]
impl PyAnalysis {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<PySearchInfo>> {
        if self.ended.load(Ordering::Relaxed) {
            return Ok(None);
        }
        match receive(py, &self.receiver, &self.stop, &self.interrupted) {
            Some((info, last)) => {
                self.ended.store(last, Ordering::Relaxed);
                Ok(Some(PySearchInfo { info, interrupted: self.interrupted.load(Ordering::Relaxed) }))
            }
            None => Err(runtime_error("the search failed; please report this")),
        }
    }

    /// Ends the search; the iterator still yields the final answer.
    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Was the search ended by Ctrl-C?
    #[getter]
    fn interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    fn __enter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, _exception: &Bound<'_, pyo3::types::PyTuple>) {
        self.stop();
    }
}

impl Drop for PyAnalysis {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// What a search has found.
#[pyclass(name = "SearchInfo", module = "quadrille", frozen)]
pub struct PySearchInfo {
    info: SearchInfo,
    interrupted: bool,
}

#[pymethods]
impl PySearchInfo {
    /// The best turn as one word; None before one is known.
    #[getter]
    fn turn(&self) -> Option<&str> {
        self.info.turn()
    }

    /// The score of the best turn for the side to move, in the units of the evaluation; None where there is none.
    #[getter]
    fn score(&self) -> Option<i32> {
        self.info.lines.first()?.score.map(|score| score.raw())
    }

    /// What is proven for the side to move: "win", "loss", "draw" or "unknown".
    #[getter]
    fn result(&self) -> &'static str {
        match self.info.verdict {
            Verdict::Win => "win",
            Verdict::Loss => "loss",
            Verdict::Draw => "draw",
            Verdict::Unknown => "unknown",
        }
    }

    /// Actions to the end of the game; None where they are not known exactly.
    #[getter]
    fn length(&self) -> Option<u32> {
        self.info.length
    }

    /// Completed depth in actions.
    #[getter]
    fn depth(&self) -> u32 {
        self.info.depth
    }

    /// Nodes searched.
    #[getter]
    fn nodes(&self) -> u64 {
        self.info.nodes
    }

    /// Seconds since the search began.
    #[getter]
    fn time(&self) -> f64 {
        self.info.time.as_secs_f64()
    }

    /// The principal variation: turns as words. The last one may be incomplete.
    #[getter]
    fn pv(&self) -> Vec<String> {
        self.info.lines.first().map(|line| line.turns.clone()).unwrap_or_default()
    }

    /// All variations that were asked for, best first, as pairs of score and turns.
    #[getter]
    fn lines(&self) -> Vec<(Option<i32>, Vec<String>)> {
        self.info.lines.iter().map(|line| (line.score.map(|s| s.raw()), line.turns.clone())).collect()
    }

    /// Was the search ended by Ctrl-C?
    #[getter]
    fn interrupted(&self) -> bool {
        self.interrupted
    }

    fn __repr__(&self) -> String {
        let score = self.score().map_or("None".into(), |score| score.to_string());
        let turn = self.turn().unwrap_or("none");
        format!("<SearchInfo turn={turn} score={score} depth={} nodes={}>", self.info.depth, self.info.nodes)
    }
}
