//! Combinatorial game theory: values, thermographs, means and temperatures.

use crate::errors::{interruptible, runtime_error, value_error};
use cgt::{
    Answer, Dyadic, ExactError, Method, ParseError, Partizan, Syntax, Thermograph, ValueError,
    canonical_form, evaluate_form,
    games::{Amazons, Clobber, Domineering, Form, NoGo},
    thermograph::Corner,
};
use pyo3::prelude::*;
use search::{Clock, NodeBudget};
use std::sync::atomic::AtomicBool;

/// A local game, or the abstract games themselves.
const GAMES: [&str; 5] = [Amazons::NAME, Domineering::NAME, Clobber::NAME, NoGo::NAME, "form"];

/// An exact number as a Fraction.
fn fraction<'py>(py: Python<'py>, number: Dyadic) -> PyResult<Bound<'py, PyAny>> {
    py.import("fractions")?.getattr("Fraction")?.call1((number.to_string(),))
}

/// What is asked about a position.
struct Question<'a> {
    text: &'a str,
    method: Method,
    limits: search::Limits,
    value: bool,
}

/// What was found: the answer, the canonical form and the nodes.
type Found = (Answer, Option<String>, u64);

fn solve<P: Partizan>(py: Python<'_>, question: &Question<'_>) -> PyResult<Found> {
    let failure = |error| match error {
        ExactError::Stopped(stopped) => runtime_error(stopped),
        error => value_error(format!("'{}' cannot be computed: {error}", question.text)),
    };
    let work = |stop: &AtomicBool| -> PyResult<Found> {
        let boards = question.text.split(" + ").map(|board| P::parse(board.trim()));
        let sum: Vec<P> = boards.collect::<Result<_, _>>().map_err(value_error)?;
        let clock = Clock::new(question.limits, stop);
        let mut budget: NodeBudget = NodeBudget::new(&clock);
        let answer = question.method.temperature(&sum, &mut budget).map_err(failure)?;
        let value = match question.value {
            true => Some(canonical_form(&sum, &mut budget).map_err(failure)?),
            false => None,
        };
        Ok((answer, value, budget.used()))
    };
    interruptible(py, work)?.0
}

/// An abstract game: everything comes from its canonical form.
fn evaluate(py: Python<'_>, form: &str, limits: search::Limits) -> PyResult<Found> {
    let work = |stop: &AtomicBool| -> PyResult<Found> {
        let clock = Clock::new(limits, stop);
        let mut budget: NodeBudget = NodeBudget::new(&clock);
        let failure = |error| match error {
            ParseError::Value(ValueError::Stopped(stopped)) => runtime_error(stopped),
            ParseError::Value(error) => value_error(format!("'{form}' cannot be computed: {error}")),
            ParseError::Text(error) => value_error(error),
        };
        let (value, answer) = evaluate_form(form, Syntax::Plain, &mut budget).map_err(failure)?;
        if let Err(ValueError::Stopped(stopped)) = value {
            return Err(runtime_error(stopped));
        }
        Ok((answer, value.ok(), budget.used()))
    };
    interruptible(py, work)?.0
}

/// Solves a position of a local game, a sum of positions joined by " + ", or an abstract game.
#[pyfunction]
#[pyo3(signature = (game, position, *, method, nodes, time, value))]
pub fn solve_local(
    py: Python<'_>,
    game: &str,
    position: &str,
    method: &str,
    nodes: Option<u64>,
    time: Option<f64>,
    value: bool,
) -> PyResult<PyAnswer> {
    let limits = crate::player::limits(None, nodes, time)?;
    let method = Method::parse(method).map_err(value_error)?;
    let name = method.to_string();
    if let ("form", Method::Exact) = (game, &method) {
        let (answer, value, nodes) = evaluate(py, position, limits)?;
        return Ok(PyAnswer { answer, value, nodes, method: name, title: position.into() });
    }
    let question = Question { text: position, method, limits, value };
    let (answer, value, nodes) = match game {
        Amazons::NAME => solve::<Amazons>(py, &question)?,
        Domineering::NAME => solve::<Domineering>(py, &question)?,
        Clobber::NAME => solve::<Clobber>(py, &question)?,
        NoGo::NAME => solve::<NoGo>(py, &question)?,
        "form" => solve::<Form>(py, &question)?,
        other => {
            return Err(value_error(format!("'{other}' is not a local game; known: {}", GAMES.join(", "))));
        }
    };
    Ok(PyAnswer { answer, value, nodes, method: name, title: position.into() })
}

/// Mean and temperature of a position, with what else the method knows.
#[pyclass(name = "Answer", module = "quadrille.cgt", frozen)]
pub struct PyAnswer {
    answer: Answer,
    value: Option<String>,
    nodes: u64,
    method: String,
    title: String,
}

#[pymethods]
impl PyAnswer {
    /// The mean, as a Fraction.
    #[getter]
    fn mean<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, self.answer.mean)
    }

    /// The temperature, as a Fraction.
    #[getter]
    fn temperature<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, self.answer.temperature)
    }

    /// Are both exact? A search that ran out of its budget gives estimates.
    #[getter]
    fn exact(&self) -> bool {
        self.answer.exact
    }

    /// The canonical form as text; None if it was not asked for or is too large to print.
    #[getter]
    fn value(&self) -> Option<&str> {
        self.value.as_deref()
    }

    /// The thermograph; None where the method finds none.
    #[getter]
    fn thermograph(&self) -> Option<PyThermograph> {
        let graph = self.answer.thermograph.clone()?;
        Some(PyThermograph { graph, title: self.title.clone() })
    }

    /// Nodes searched.
    #[getter]
    fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The method with its settings.
    #[getter]
    fn method(&self) -> &str {
        &self.method
    }

    fn __repr__(&self) -> String {
        let value = self.value.as_ref().map_or(String::new(), |value| format!(" value={value}"));
        let doubt = if self.answer.exact { "" } else { " (estimates)" };
        format!("<Answer mean={} temperature={}{value}{doubt}>", self.answer.mean, self.answer.temperature)
    }
}

/// A thermograph: both walls from temperature -1 upwards.
#[pyclass(name = "Thermograph", module = "quadrille.cgt", frozen)]
pub struct PyThermograph {
    graph: Thermograph,
    title: String,
}

type Corners<'py> = Vec<(Bound<'py, PyAny>, Bound<'py, PyAny>)>;

fn corners<'py>(py: Python<'py>, wall: &[Corner]) -> PyResult<Corners<'py>> {
    wall.iter().map(|corner| Ok((fraction(py, corner.value)?, fraction(py, corner.temperature)?))).collect()
}

#[pymethods]
impl PyThermograph {
    /// The corners of the left wall, as pairs of value and temperature.
    #[getter]
    fn left_wall<'py>(&self, py: Python<'py>) -> PyResult<Corners<'py>> {
        corners(py, self.graph.left_wall())
    }

    /// The corners of the right wall, as pairs of value and temperature.
    #[getter]
    fn right_wall<'py>(&self, py: Python<'py>) -> PyResult<Corners<'py>> {
        corners(py, self.graph.right_wall())
    }

    /// The mean, as a Fraction.
    #[getter]
    fn mean<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, self.graph.mean())
    }

    /// The temperature, as a Fraction.
    #[getter]
    fn temperature<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, self.graph.temperature())
    }

    /// A picture of it.
    fn svg(&self) -> String {
        self.graph.svg(&self.title)
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn __repr__(&self) -> String {
        format!("<Thermograph mean={} temperature={}>", self.graph.mean(), self.graph.temperature())
    }
}
