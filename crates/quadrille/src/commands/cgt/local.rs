//! Positions of local games: which method answers, and with what.

use super::{
    Wanted,
    answer::{Answer, Part},
};
use crate::failure::Failure;
use cgt::{
    Games, Partizan, Thermograph,
    exact::{ExactError, Thermographs, Values, fast::Fast},
    games::Amazons,
    graph::Graph,
    meter::{Clock, Meter},
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
}

impl Method {
    pub(super) fn read(text: &str) -> Result<Method, Failure> {
        let (name, settings) = text.split_once(':').unwrap_or((text, ""));
        let read = |base: &str| {
            let config = TemperatureConfig::read(&format!("{base},{settings}"));
            config.map(|c| Method::Temperature(Box::new(c))).map_err(|error| Failure::bad(error.to_string()))
        };
        match name {
            "exact" | "generic" if !settings.is_empty() => {
                Err(Failure::bad(format!("'{settings}' is too much: {name} has no settings")))
            }
            "exact" => Ok(Method::Exact),
            "generic" => Ok(Method::Generic),
            "tds" => read("plain"),
            "tds+" => read("best"),
            other => {
                Err(Failure::bad(format!("'{other}' is not a method; known: exact, generic, tds, tds+")))
            }
        }
    }

    fn text(&self) -> String {
        match self {
            Method::Exact => "exact".into(),
            Method::Generic => "generic".into(),
            Method::Temperature(config) => format!("tds:{}", config.canonical()),
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
        time: Duration::ZERO,
    };
    if let Method::Temperature(config) = method {
        let [position] = &sum[..] else {
            return Err(Failure::bad(format!(
                "'{text}' is a sum, which temperature search does not take; use exact"
            )));
        };
        let mut graph = Graph::default();
        let found = TemperatureSearch::new(&mut graph, (**config).clone())
            .run(position, &mut meter)
            .map_err(|error| Failure::bad(format!("'{text}' cannot be computed: {error}")))?;
        (answer.mean, answer.temperature, answer.exact) = (found.mean, found.temperature, found.exact);
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
