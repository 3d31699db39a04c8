//! Positions of local games: which method answers, and with what.

use super::{
    Wanted,
    answer::{Answer, Part},
};
use crate::failure::Failure;
use cgt::{
    Dyadic, Games, Partizan, Thermograph,
    exact::{ExactError, Thermographs, Values, fast::Fast},
    games::Amazons,
    graph::Graph,
    meter::{Clock, Meter, Stopped},
    mts::{Bounded, MeanError, MeanSearch, Recognise},
    temperature::{TemperatureConfig, TemperatureSearch},
    thermograph::Sketch,
};
use std::time::Duration;

/// How mean and temperature are found.
pub(super) enum Method {
    /// Memoised thermographs, the fast way where there is one.
    Exact,
    /// Memoised thermographs, the way that works for every game.
    Generic,
    /// Temperature search.
    Temperature(Box<TemperatureConfig>),
    /// Mean and temperature search, with temperature search as its checker or not.
    Mean(Recognise, Box<TemperatureConfig>),
}

impl Method {
    pub(super) fn read(text: &str) -> Result<Method, Failure> {
        let (name, settings) = text.split_once(':').unwrap_or((text, ""));
        let config = |base: &str| {
            let config = TemperatureConfig::read(&format!("{base},{settings}"));
            config.map(Box::new).map_err(|error| Failure::bad(error.to_string()))
        };
        let read = |base: &str| config(base).map(Method::Temperature);
        match name {
            "exact" | "generic" | "mts" if !settings.is_empty() => {
                Err(Failure::bad(format!("'{settings}' is too much: {name} has no settings")))
            }
            "exact" => Ok(Method::Exact),
            "generic" => Ok(Method::Generic),
            "tds" => read("plain"),
            "tds+" => read("best"),
            // Without a checker there is nothing to keep in a table.
            "mts" => Ok(Method::Mean(Recognise::Settled, config("plain,tt=1K")?)),
            "mts+tds" => Ok(Method::Mean(Recognise::Checked, config("best")?)),
            other => Err(Failure::bad(format!(
                "'{other}' is not a method; known: exact, generic, tds, tds+, mts, mts+tds"
            ))),
        }
    }

    pub(super) fn text(&self) -> String {
        match self {
            Method::Exact => "exact".into(),
            Method::Generic => "generic".into(),
            Method::Temperature(config) => format!("tds:{}", config.canonical()),
            Method::Mean(Recognise::Settled, _) => "mts".into(),
            Method::Mean(Recognise::Checked, config) => format!("mts+tds:{}", config.canonical()),
        }
    }
}

/// Too much for the method is bad input; a budget that ran out is a failure.
fn failure(position: &str, error: ExactError) -> Failure {
    match error {
        ExactError::Stopped(stopped) => Failure::Failed(stopped.to_string()),
        error => Failure::bad(format!("'{position}' cannot be computed: {error}")),
    }
}

/// Temperature searches take one board, not a sum.
fn only<'a, P>(sum: &'a [P], text: &str) -> Result<&'a P, Failure> {
    match sum {
        [position] => Ok(position),
        _ => {
            Err(Failure::bad(format!("'{text}' is a sum, which temperature search does not take; use exact")))
        }
    }
}

fn unsearchable(text: &str, error: &dyn std::fmt::Display) -> Failure {
    Failure::bad(format!("'{text}' cannot be computed: {error}"))
}

fn mean_failure(text: &str, error: MeanError) -> Failure {
    match error {
        MeanError::Stopped(stopped) => Failure::Failed(stopped.to_string()),
        error => unsearchable(text, &error),
    }
}

/// Bounds that met are the answer; others are shown, with their middles as estimates.
fn bounded(answer: &mut Answer, found: Bounded) -> Result<(), Failure> {
    let middle = |[low, high]: [Dyadic; 2]| {
        low.plus(high).and_then(Dyadic::half).map_err(|error| Failure::Failed(error.to_string()))
    };
    (answer.mean, answer.temperature) = (middle(found.mean)?, middle(found.temperature)?);
    answer.exact = found.exact;
    answer.bounds = (!found.exact).then_some((found.mean, found.temperature));
    Ok(())
}

/// Whether a position is hotter than a threshold, by the method that was asked for, with the nodes it took and whether that
/// is certain.
pub(super) fn hotter<P: Partizan>(
    text: &str,
    threshold: Dyadic,
    method: &Method,
    clock: &Clock,
) -> Result<(bool, u64, bool), Failure> {
    let Method::Temperature(config) = method else {
        let answer = answer::<P>(text, Wanted::Temperature, method, clock)?;
        if let Some((_, [low, high])) = answer.bounds
            && low <= threshold
            && threshold < high
        {
            return Err(Failure::Failed(Stopped.to_string()));
        }
        return Ok((answer.temperature > threshold, answer.nodes, true));
    };
    let position = P::parse(text)?;
    let mut meter = Meter::new(clock);
    let mut graph = Graph::default();
    let mut search = TemperatureSearch::new(&mut graph, (**config).clone());
    let found =
        search.is_hotter(&position, threshold, &mut meter).map_err(|error| unsearchable(text, &error))?;
    let hotter = found.ok_or_else(|| Failure::Failed(Stopped.to_string()))?;
    Ok((hotter, meter.used(), config.is_exact()))
}

/// The answer for a position, or for a sum of positions joined by ' + '.
pub(super) fn answer<P: Partizan>(
    text: &str,
    wanted: Wanted,
    method: &Method,
    clock: &Clock,
) -> Result<Answer, Failure> {
    let boards: Vec<&str> = text.split(" + ").map(str::trim).collect();
    let sum = boards.iter().map(|b| P::parse(b)).collect::<Result<Vec<P>, _>>()?;
    let mut meter = Meter::new(clock);
    let mut answer = Answer {
        title: text.to_owned(),
        mean: cgt::Dyadic::ZERO,
        temperature: cgt::Dyadic::MINUS_ONE,
        exact: true,
        value: None,
        graph: None,
        method: method.text(),
        nodes: 0,
        parts: Vec::new(),
        bounds: None,
        time: Duration::ZERO,
    };
    if let Method::Temperature(config) = method {
        let position = only(&sum, text)?;
        let mut graph = Graph::default();
        let found = TemperatureSearch::new(&mut graph, (**config).clone())
            .run(position, &mut meter)
            .map_err(|error| unsearchable(text, &error))?;
        (answer.mean, answer.temperature, answer.exact) = (found.mean, found.temperature, found.exact);
    } else if let Method::Mean(recognise, config) = method {
        let position = only(&sum, text)?;
        let mut graph = Graph::default();
        let checker = TemperatureSearch::new(&mut graph, (**config).clone());
        let found = MeanSearch::new(checker, *recognise).run(position, &mut meter);
        bounded(&mut answer, found.map_err(|error| mean_failure(text, error))?)?;
    } else {
        let sketch = sketch(&sum, &boards, method, &mut meter).map_err(|error| failure(text, error))?;
        let graph = Thermograph::of(&sketch).map_err(|error| failure(text, error.into()))?;
        (answer.mean, answer.temperature) = (graph.mean(), graph.temperature());
        answer.graph = Some(graph);
        if wanted == Wanted::Sum {
            for (nth, board) in boards.iter().enumerate() {
                let one = sketch_of(&sum[nth..=nth], &boards[nth..=nth], method, &mut meter, text)?;
                answer.parts.push(Part {
                    position: (*board).to_owned(),
                    mean: one.mean(),
                    temperature: one.temperature(),
                });
            }
        }
    }
    if wanted == Wanted::Value {
        let mut values = Values::new(Games::default());
        let zero = values.games().whole(0).map_err(|error| failure(text, error.into()))?;
        let mut total = zero;
        for position in &sum {
            let value = values.value(position, &mut meter).map_err(|error| failure(text, error))?;
            total = values.games().sum(total, value).map_err(|error| failure(text, error.into()))?;
        }
        answer.value = Some(values.games().text(total).map_err(|error| failure(text, error.into()))?);
    }
    answer.nodes = meter.used();
    Ok(answer)
}

fn sketch_of<P: Partizan>(
    sum: &[P],
    boards: &[&str],
    method: &Method,
    meter: &mut Meter,
    text: &str,
) -> Result<Thermograph, Failure> {
    let sketch = sketch(sum, boards, method, meter).map_err(|error| failure(text, error))?;
    Thermograph::of(&sketch).map_err(|error| failure(text, error.into()))
}

/// The thermograph by the fast way if the game and the region allow it.
fn sketch<P: Partizan>(
    sum: &[P],
    boards: &[&str],
    method: &Method,
    meter: &mut Meter,
) -> Result<Sketch<i32>, ExactError> {
    if let (Method::Exact, [board], Amazons::NAME) = (method, boards, P::NAME)
        && let Ok(position) = Amazons::parse(board)
    {
        match Fast::default().of(&position, meter) {
            Err(ExactError::TooWide) => {}
            answer => return answer,
        }
    }
    Thermographs::default().of(sum, meter)
}
