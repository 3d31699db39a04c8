//! Many games at once: a batch of boards stepped from numpy, and random games in one call.

use crate::{
    errors::{interruptible, value_error},
    observation::open,
    position::{PyPosition, find, winner},
    state::State,
};
use numpy::{
    PyArray1, PyArray2, PyArray4, PyReadonlyArray1,
    ndarray::{Array2, Array4},
};
use players::{Generator, generator};
use pyo3::prelude::*;
use rand::RngExt;
use std::sync::atomic::Ordering;

/// What a step of a batch gives: rewards of both sides, and which games ended.
type Stepped<'py> = (Bound<'py, PyArray2<f32>>, Bound<'py, PyArray1<bool>>);

/// A number of games of one kind that are played side by side. A game that ends starts anew.
#[pyclass(name = "Batch", module = "quadrille")]
pub struct PyBatch {
    start: Box<dyn State>,
    states: Vec<Box<dyn State>>,
    played: Vec<u64>,
    most: u64,
    generator: Generator,
}

impl PyBatch {
    const MOST_BOARDS: usize = 1 << 16;
}

#[pymethods]
impl PyBatch {
    #[new]
    #[pyo3(signature = (game, size, *, variant = "", max_actions = 10_000, seed = 1))]
    fn new(game: &str, size: usize, variant: &str, max_actions: u64, seed: u64) -> PyResult<PyBatch> {
        if size == 0 || size > Self::MOST_BOARDS {
            return Err(value_error(format!(
                "'{size}' is not a number of boards; it should be 1 to {}",
                Self::MOST_BOARDS
            )));
        }
        let start = open(find(game)?, variant, None).map_err(value_error)?;
        let states = (0..size).map(|_| start.copy()).collect();
        Ok(PyBatch {
            start,
            states,
            played: vec![0; size],
            most: max_actions.max(1),
            generator: generator(seed, &[]),
        })
    }

    /// How many actions the game has.
    #[getter]
    fn action_count(&self) -> usize {
        self.start.action_count()
    }

    /// The sides to move, 0 or 1.
    fn to_move<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        PyArray1::from_iter(py, self.states.iter().map(|state| state.to_move().index() as i8))
    }

    /// One row for each board, 1 where the action of the column is legal.
    fn action_masks<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<i8>> {
        let mut masks = Array2::<i8>::zeros((self.states.len(), self.action_count()));
        for (mut row, state) in masks.rows_mut().into_iter().zip(&self.states) {
            for id in state.legal_actions() {
                row[id as usize] = 1;
            }
        }
        PyArray2::from_owned_array(py, masks)
    }

    /// The observations of all boards.
    fn observations<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray4<f32>> {
        let [planes, rows, columns] = self.start.shape();
        let mut all = Array4::<f32>::zeros((self.states.len(), planes, rows, columns));
        if let Some(memory) = all.as_slice_mut() {
            for (part, state) in memory.chunks_exact_mut(planes * rows * columns).zip(&self.states) {
                state.observe(part);
            }
        }
        PyArray4::from_owned_array(py, all)
    }

    /// A legal action for each board, drawn at random.
    fn sample<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let generator = &mut self.generator;
        let chosen = self.states.iter().map(|state| {
            let legal = state.legal_actions();
            legal.get(generator.random_range(0..legal.len().max(1))).map_or(0, |&id| i64::from(id))
        });
        let chosen: Vec<i64> = chosen.collect();
        PyArray1::from_vec(py, chosen)
    }

    /// Plays one action on each board. Returns the rewards of both sides (1, -1 or 0) and which games ended; those start anew. If
    /// an action is illegal, nothing is played.
    fn step<'py>(&mut self, py: Python<'py>, actions: PyReadonlyArray1<'py, i64>) -> PyResult<Stepped<'py>> {
        let actions = actions.as_array();
        if actions.len() != self.states.len() {
            let problem = format!("'{}' actions were given for {} boards", actions.len(), self.states.len());
            return Err(value_error(problem));
        }
        let mut next: Vec<Box<dyn State>> = self.states.iter().map(|state| state.copy()).collect();
        for (board, (state, &action)) in next.iter_mut().zip(actions).enumerate() {
            let id = u32::try_from(action).unwrap_or(u32::MAX);
            state
                .play_action(id)
                .map_err(|_| value_error(format!("'{action}' is not a legal action on board {board}")))?;
        }
        let mut rewards = Array2::<f32>::zeros((next.len(), 2));
        let mut ended = vec![false; next.len()];
        for (board, state) in next.iter_mut().enumerate() {
            self.played[board] += 1;
            let outcome = state.outcome();
            if outcome.is_none() && self.played[board] < self.most {
                continue;
            }
            if let Some(side) = winner(outcome) {
                rewards[[board, side]] = 1.0;
                rewards[[board, 1 - side]] = -1.0;
            }
            ended[board] = true;
            self.played[board] = 0;
            *state = self.start.copy();
        }
        self.states = next;
        Ok((PyArray2::from_owned_array(py, rewards), PyArray1::from_vec(py, ended)))
    }

    /// A copy of the position on one board.
    fn position(&self, board: usize) -> PyResult<PyPosition> {
        let state = self.states.get(board);
        let problem =
            || value_error(format!("'{board}' is not a board of this batch of {}", self.states.len()));
        Ok(PyPosition { state: state.ok_or_else(problem)?.copy() })
    }

    fn __len__(&self) -> usize {
        self.states.len()
    }
}

/// Plays games at random, all actions equally likely. Returns how many the first and the second side won, how many were
/// drawn or cut off, and how many actions were played in all.
#[pyfunction]
#[pyo3(signature = (game, games, *, variant = "", seed = 1, max_actions = 10_000))]
pub fn random_games(
    py: Python<'_>,
    game: &str,
    games: u64,
    variant: &str,
    seed: u64,
    max_actions: u64,
) -> PyResult<(u64, u64, u64, u64)> {
    let start = open(find(game)?, variant, None).map_err(value_error)?;
    let (counts, _) = interruptible(py, |stop| {
        let (mut results, mut actions) = ([0; 3], 0);
        for nth in 0..games {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let game = start.random_game(&mut generator(seed, &[nth]), max_actions);
            results[winner(game.outcome).unwrap_or(2)] += 1;
            actions += game.actions;
        }
        (results[0], results[1], results[2], actions)
    })?;
    Ok(counts)
}
