//! Games and positions as Python sees them.

use crate::{errors::value_error, observation::open, player::PyPlayer, state::State};
use game::{Counted, Outcome, TextStyle};
use numpy::{PyArray1, PyArray3, ndarray::Array3};
use players::{AnyGame, GAMES};
use pyo3::{
    exceptions::PyNotImplementedError,
    prelude::*,
    pyclass::CompareOp,
    types::{PyBool, PyInt},
};

/// A game of the registry.
#[pyclass(name = "Game", module = "quadrille", frozen)]
pub struct PyGame {
    pub game: &'static dyn AnyGame,
}

/// Finds a game by its name.
pub fn find(name: &str) -> PyResult<&'static dyn AnyGame> {
    GAMES.find(name).map_err(value_error)
}

/// Finds a game by its name.
#[pyfunction(name = "game")]
pub fn find_game(name: &str) -> PyResult<PyGame> {
    Ok(PyGame { game: find(name)? })
}

/// All games.
#[pyfunction]
pub fn games() -> Vec<PyGame> {
    GAMES.iter().map(|game| PyGame { game }).collect()
}

#[pymethods]
impl PyGame {
    /// The name, such as "tzaar".
    #[getter]
    fn name(&self) -> &'static str {
        self.game.name()
    }

    /// What the two sides are called, the first mover first.
    #[getter]
    fn sides(&self) -> (&'static str, &'static str) {
        self.game.info().sides.into()
    }

    /// What a variant looks like.
    #[getter]
    fn variants(&self) -> &'static str {
        self.game.info().variants
    }

    /// Names of the levels for people, weakest first; a player spec is "level:NAME".
    #[getter]
    fn levels(&self) -> Vec<&'static str> {
        self.game.info().levels.iter().map(|level| level.name).collect()
    }

    /// Names of the evaluations, the strongest first; a setting of a player is "eval=NAME".
    #[getter]
    fn evaluations(&self) -> Vec<&'static str> {
        self.game.info().evaluations.to_vec()
    }

    /// How many actions there are: legal ones have numbers below this.
    #[getter]
    fn action_count(&self) -> PyResult<usize> {
        Ok(open(self.game, "", None).map_err(value_error)?.action_count())
    }

    /// The start of a variant; the empty text means the usual one.
    #[pyo3(signature = (variant = ""))]
    fn start(&self, variant: &str) -> PyResult<PyPosition> {
        Ok(PyPosition { state: open(self.game, variant, None).map_err(value_error)? })
    }

    /// Reads a position.
    fn position(&self, text: &str) -> PyResult<PyPosition> {
        Ok(PyPosition { state: open(self.game, "", Some(text)).map_err(value_error)? })
    }

    /// Makes a player from a spec such as "best", "level:expert" or "alphabeta:-history,tt=64M".
    #[pyo3(signature = (spec = "best", *, seed = 1))]
    fn player(&self, spec: &str, seed: u64) -> PyResult<PyPlayer> {
        PyPlayer::new(self.game, spec, seed)
    }

    fn __repr__(&self) -> String {
        format!("quadrille.game({:?})", self.game.name())
    }
}

/// A running game: a position, also in the middle of a turn, with what counts for repetition.
#[pyclass(name = "Position", module = "quadrille")]
pub struct PyPosition {
    pub state: Box<dyn State>,
}

/// 0 or 1 for the side that has won, and None for a draw or an unfinished game.
pub fn winner(outcome: Option<Outcome>) -> Option<usize> {
    match outcome {
        Some(Outcome::Win(side)) => Some(side.index()),
        _ => None,
    }
}

#[pymethods]
impl PyPosition {
    /// The game.
    #[getter]
    fn game(&self) -> PyGame {
        PyGame { game: self.state.game() }
    }

    /// The side to move: 0 or 1, an index into Game.sides.
    #[getter]
    fn to_move(&self) -> usize {
        self.state.to_move().index()
    }

    /// Is this the beginning of a turn?
    #[getter]
    fn starts_turn(&self) -> bool {
        self.state.starts_turn()
    }

    /// Has the game ended?
    #[getter]
    fn is_over(&self) -> bool {
        self.state.outcome().is_some()
    }

    /// The side that has won, 0 or 1; None for a draw and while the game goes on.
    #[getter]
    fn winner(&self) -> Option<usize> {
        winner(self.state.outcome())
    }

    /// Why the game ended, in a word or two; None while it goes on.
    #[getter]
    fn ending(&self) -> Option<&'static str> {
        self.state.board().ending()
    }

    /// The results of the two sides, 1 for a win, -1 for a loss and 0 for a draw; None while the game goes on.
    #[getter]
    fn returns(&self) -> Option<(f64, f64)> {
        self.state.outcome().map(|outcome| match winner(Some(outcome)) {
            Some(0) => (1.0, -1.0),
            Some(_) => (-1.0, 1.0),
            None => (0.0, 0.0),
        })
    }

    /// The canonical text of the position.
    #[getter]
    fn text(&self) -> String {
        self.state.board().position_text()
    }

    /// A 64-bit hash: equal for equal positions.
    #[getter]
    fn key(&self) -> u64 {
        self.state.board().key().0
    }

    /// Planes, rows and columns of an observation.
    #[getter]
    fn observation_shape(&self) -> (usize, usize, usize) {
        self.state.shape().into()
    }

    /// The legal actions as texts.
    fn actions(&self) -> PyResult<Vec<String>> {
        self.state
            .legal_actions()
            .into_iter()
            .map(|id| self.state.action_text(id).map_err(value_error))
            .collect()
    }

    /// The numbers of the legal actions, in the order of actions().
    fn legal_actions(&self) -> Vec<u32> {
        self.state.legal_actions()
    }

    /// One byte for each action of the game, 1 where it is legal.
    fn action_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let mut mask = vec![0; self.state.action_count()];
        for id in self.state.legal_actions() {
            mask[id as usize] = 1;
        }
        PyArray1::from_vec(py, mask)
    }

    /// The text of a legal action, given by its number.
    fn action_text(&self, action: u32) -> PyResult<String> {
        self.state.action_text(action).map_err(value_error)
    }

    /// The number of a legal action, given by its text.
    fn action_id(&self, text: &str) -> PyResult<u32> {
        self.state.action_id(text).map_err(value_error)
    }

    /// Every distinct way to complete the turn, each as one word. Empty where there are too many, as in a setup of Arimaa.
    fn turns(&self, py: Python<'_>) -> Vec<String> {
        py.detach(|| self.state.turns())
    }

    /// Plays a whole turn, or the rest of one, in any notation of the game. Returns it as people write it.
    fn play(&mut self, turn: &str) -> PyResult<String> {
        self.state.play_turn(turn).map_err(value_error)
    }

    /// Plays one action, given by its number or its text.
    fn apply(&mut self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        let id = match action.is_instance_of::<PyInt>() && !action.is_instance_of::<PyBool>() {
            true => action
                .extract::<u32>()
                .map_err(|_| value_error(format!("'{action}' is not the number of a legal action here")))?,
            false => match action.extract::<&str>() {
                Ok(text) => self.state.action_id(text).map_err(value_error)?,
                Err(_) => action.extract::<u32>()?,
            },
        };
        self.state.play_action(id).map_err(value_error)
    }

    /// An independent copy.
    fn copy(&self) -> PyPosition {
        PyPosition { state: self.state.copy() }
    }

    fn __copy__(&self) -> PyPosition {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyPosition {
        self.copy()
    }

    /// The position as planes of numbers.
    fn observation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<f32>>> {
        let shape = self.state.shape();
        let mut planes = Array3::<f32>::zeros(shape);
        if let Some(memory) = planes.as_slice_mut() {
            self.state.observe(memory);
        }
        Ok(PyArray3::from_owned_array(py, planes))
    }

    /// Counts sequences of actions, or with turns=True of whole turns with distinct results.
    #[pyo3(signature = (depth, *, turns = false))]
    fn perft(&self, py: Python<'_>, depth: u32, turns: bool) -> PyResult<u64> {
        let (board, what) = (self.state.board(), if turns { Counted::Turns } else { Counted::Sequences });
        if board.deepest_count(what).is_some_and(|deepest| depth > deepest) {
            return Err(value_error(format!("'{depth}' is deeper than this game can be counted")));
        }
        Ok(py.detach(|| board.count(what, depth)))
    }

    /// The board as lines of text.
    fn board(&self) -> String {
        self.state.board().text_board(TextStyle::Plain, &[])
    }

    /// The board as an SVG document.
    fn svg(&self) -> String {
        self.state.board().svg_board(&[])
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("quadrille.game({:?}).position({:?})", self.state.game().name(), self.text())
    }

    fn __richcmp__(&self, other: &PyPosition, op: CompareOp) -> PyResult<bool> {
        let same = self.state.game().name() == other.state.game().name() && self.text() == other.text();
        match op {
            CompareOp::Eq => Ok(same),
            CompareOp::Ne => Ok(!same),
            _ => Err(PyNotImplementedError::new_err("positions have no order")),
        }
    }
}
