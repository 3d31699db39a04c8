//! Matches with statistics, between players of this program and players written in Python.

use crate::{
    errors::{interruptible, runtime_error, value_error},
    observation::open,
    position::{PyPosition, find},
};
use arena::{
    Contestant, Decision, EloInterval, GameRecord, MatchConfig, Openings, Pentanomial, RecordFile,
    ResultBlock, RunningSprt, Sprt, Tally, TimeControl, WallClock, run_match,
};
use players::{AnyGame, Board, Failure, Milliseconds, Player, Request, SearchInfo, Variation};
use pyo3::prelude::*;
use std::{num::NonZeroUsize, ops::ControlFlow, path::PathBuf, time::Duration};

/// A player that calls a Python function with the position and gets a turn.
struct Callable {
    game: &'static dyn AnyGame,
    function: Py<PyAny>,
    failure: Option<Failure>,
}

impl Player for Callable {
    fn choose_turn(
        &mut self,
        board: &dyn Board,
        _request: Request<'_>,
        _observer: &mut (dyn FnMut(&SearchInfo) + Send),
    ) -> SearchInfo {
        let turn = Python::attach(|py| -> PyResult<String> {
            let state = open(self.game, "", Some(&board.position_text())).map_err(value_error)?;
            self.function.call1(py, (PyPosition { state },))?.extract(py)
        });
        let mut lines = Vec::new();
        match turn {
            Ok(turn) => lines.push(Variation { score: None, actions: vec![turn.clone()], turns: vec![turn] }),
            Err(error) => self.failure = Some(Failure { reason: "crashed", detail: error.to_string() }),
        }
        let (verdict, time) = (game::Verdict::Unknown, Duration::ZERO);
        SearchInfo { depth: 0, nodes: 0, time, verdict, length: None, lines }
    }

    fn new_game(&mut self) {}

    fn failure(&mut self) -> Option<Failure> {
        self.failure.take()
    }
}

fn contestant(game: &'static dyn AnyGame, player: &Bound<'_, PyAny>) -> PyResult<Contestant> {
    if let Ok(spec) = player.extract::<String>() {
        return Ok(Contestant::BuiltIn(game.spec(&spec).map_err(value_error)?));
    }
    if !player.is_callable() {
        return Err(value_error(format!(
            "'{player}' is not a player: give a spec or a function from a position to a turn"
        )));
    }
    let name =
        player.getattr("__name__").and_then(|name| name.extract()).unwrap_or_else(|_| "function".to_string());
    let function = player.clone().unbind();
    Ok(Contestant::custom(name, move |_| {
        let function = Python::attach(|py| function.clone_ref(py));
        Box::new(Callable { game, function, failure: None })
    }))
}

/// What a match is asked for, besides its players.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct MatchOptions {
    games: u64,
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<f64>,
    openings: String,
    seed: u64,
    concurrency: usize,
    sprt: Option<String>,
    out: Option<PathBuf>,
    max_turns: u32,
    variant: String,
}

impl MatchOptions {
    fn control(&self) -> PyResult<TimeControl> {
        match (self.nodes, self.depth, self.time) {
            (Some(nodes), None, None) => Ok(TimeControl::Nodes(nodes)),
            (None, Some(depth), None) => Ok(TimeControl::Depth(depth)),
            (None, None, Some(_)) => {
                let limits = crate::player::limits(None, None, self.time)?;
                let time = limits.time.map_or(0, |time| time.hard.as_millis().max(1) as u64);
                Ok(TimeControl::PerTurn(Milliseconds(time)))
            }
            _ => Err(value_error("a match needs one limit for each turn: nodes=5_000, depth=4 or time=0.2")),
        }
    }
}

/// Plays a match; the Python side fills in the defaults.
#[pyfunction]
pub fn play_match(
    py: Python<'_>,
    game: &str,
    first: &Bound<'_, PyAny>,
    second: &Bound<'_, PyAny>,
    options: MatchOptions,
) -> PyResult<PyMatchResult> {
    let game = find(game)?;
    if !options.games.is_multiple_of(2) || options.games == 0 {
        let problem = "is not an even number of games; they are played and counted in pairs";
        return Err(value_error(format!("'{}' {problem}", options.games)));
    }
    let players = [contestant(game, first)?, contestant(game, second)?];
    let config = MatchConfig {
        variant: options.variant.clone(),
        pairs: options.games / 2,
        openings: options.openings.parse().map_err(value_error)?,
        seed: options.seed,
        concurrency: NonZeroUsize::new(options.concurrency.min(64)).unwrap_or(NonZeroUsize::MIN),
        max_turns: Some(options.max_turns),
        ..MatchConfig::new(game, players, options.control()?)
    };
    let mut openings =
        Openings::new(game, &config.variant, config.openings.clone(), config.seed).map_err(value_error)?;
    openings.of_pair(0).map_err(value_error)?;
    let mut test = options
        .sprt
        .as_deref()
        .map(str::parse::<Sprt>)
        .transpose()
        .map_err(value_error)?
        .map(RunningSprt::new);
    let mut file = options.out.as_deref().map(RecordFile::create).transpose().map_err(runtime_error)?;
    let names = config.players.each_ref().map(|player| player.given().to_owned());
    let ((summary, records), interrupted) = interruptible(py, |stop| {
        let mut records = Vec::new();
        let summary = run_match(&config, &WallClock::start(), file.as_mut(), &[], stop, &mut |progress| {
            records.push(progress.record.clone());
            match test.as_mut().and_then(|test| test.add(progress.record)) {
                Some(_) => ControlFlow::Break(()),
                None => ControlFlow::Continue(()),
            }
        });
        (summary, records)
    })?;
    let tally = summary.map_err(runtime_error)?.tally;
    Ok(PyMatchResult { names, tally, records, test, interrupted })
}

/// The result of a match.
#[pyclass(name = "MatchResult", module = "quadrille", frozen)]
pub struct PyMatchResult {
    names: [String; 2],
    tally: Tally,
    records: Vec<GameRecord>,
    test: Option<RunningSprt>,
    interrupted: bool,
}

impl PyMatchResult {
    fn pairs(&self) -> Pentanomial {
        self.tally.pentanomial()
    }
}

#[pymethods]
impl PyMatchResult {
    /// Games that the first player won.
    #[getter]
    fn wins(&self) -> u64 {
        self.tally.wins()
    }

    /// Games that neither player won.
    #[getter]
    fn draws(&self) -> u64 {
        self.tally.draws()
    }

    /// Games that the first player lost.
    #[getter]
    fn losses(&self) -> u64 {
        self.tally.losses()
    }

    /// Finished games.
    #[getter]
    fn games(&self) -> u64 {
        self.tally.games()
    }

    /// Points of the first player per game, from 0 to 1.
    #[getter]
    fn score(&self) -> f64 {
        self.tally.score()
    }

    /// How often a pair of games brought 0, ½, 1, 1½ and 2 points.
    #[getter]
    fn pentanomial(&self) -> [u64; 5] {
        self.pairs().0
    }

    /// The difference in Elo and the ends of its 95 % interval, infinite where the results do not bound them; None before the
    /// first pair is complete.
    #[getter]
    fn elo(&self) -> Option<(f64, f64, f64)> {
        match self.pairs().elo_interval() {
            EloInterval::About(estimate, [low, high]) => Some((estimate.value, low, high)),
            EloInterval::AtLeast(bound) => Some((f64::INFINITY, bound, f64::INFINITY)),
            EloInterval::AtMost(bound) => Some((f64::NEG_INFINITY, f64::NEG_INFINITY, bound)),
            _ => None,
        }
    }

    /// How likely it is that the first player is the stronger one, from 0 to 1.
    #[getter]
    fn likelihood_of_superiority(&self) -> f64 {
        self.pairs().likelihood_of_superiority()
    }

    /// The decision of the sequential test: "H0", "H1", or None while it is open or if there was none.
    #[getter]
    fn sprt(&self) -> Option<&'static str> {
        match self.test.as_ref()?.decision()? {
            Decision::Rejected => Some("H0"),
            Decision::Accepted => Some("H1"),
        }
    }

    /// Was the match ended by Ctrl-C? Then only finished games count.
    #[getter]
    fn interrupted(&self) -> bool {
        self.interrupted
    }

    /// The records of the games, each a line of JSON.
    #[getter]
    fn record_lines(&self) -> PyResult<Vec<String>> {
        self.records.iter().map(|record| record.to_line().map_err(runtime_error)).collect()
    }

    fn __str__(&self) -> String {
        let block = ResultBlock { first: &self.names[0], second: &self.names[1], tally: &self.tally };
        match &self.test {
            Some(test) => format!("{block}\n{}", test.line()),
            None => block.to_string(),
        }
    }

    fn __repr__(&self) -> String {
        format!(
            "<MatchResult {} vs {}: +{} ={} -{}>",
            self.names[0],
            self.names[1],
            self.wins(),
            self.draws(),
            self.losses()
        )
    }
}

/// Reads a record, given as a line of JSON, and replays it by the rules: the position at its end, and the texts of its turns.
#[pyfunction]
pub fn replay(line: &str) -> PyResult<(PyPosition, Vec<String>)> {
    let record = GameRecord::from_line(line).map_err(value_error)?;
    let game = find(&record.header.game)?;
    arena::replay(&record, game).map_err(value_error)?;
    let mut state = open(game, "", Some(&record.header.start)).map_err(value_error)?;
    let words = record.header.opening_turns.iter().chain(record.played.turns.iter().map(|turn| &turn.turn));
    let texts =
        words.map(|word| state.play_turn(word)).collect::<Result<Vec<_>, _>>().map_err(value_error)?;
    Ok((PyPosition { state }, texts))
}
