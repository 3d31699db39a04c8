//! The thesis' open question whether a search with steps δ is ever more than 2δ too cold: a hunt for counterexamples.

use super::{TemperatureConfig, TemperatureError, TemperatureSearch};
use crate::{
    dyadic::{Dyadic, OutOfRange},
    exact::{ExactError, Thermographs},
    graph::Graph,
    meter::{Meter, Stopped},
    partizan::Partizan,
    thermograph::Thermograph,
};
use search::settings::Number;
use thiserror::Error;

/// A position whose temperature is further above a coarse search's answer than allowed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counterexample<P> {
    /// The position.
    pub position: P,
    /// What the coarse search answered.
    pub estimate: Dyadic,
    /// The exact temperature.
    pub temperature: Dyadic,
}

/// What a hunt has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hunt<P> {
    /// Positions that were looked at.
    pub checked: usize,
    /// Those that break the rule.
    pub found: Vec<Counterexample<P>>,
}

/// Why a hunt ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum HuntError {
    /// No exact temperature.
    #[error(transparent)]
    Exact(#[from] ExactError),
    /// No temperature search.
    #[error(transparent)]
    Temperature(#[from] TemperatureError),
    /// A number outside the exact range.
    #[error(transparent)]
    OutOfRange(#[from] OutOfRange),
}

/// Looks for positions with `t > t_δ + steps · δ`, where δ is one over two to the power `bits`, at least 1.
pub fn hunt<P: Partizan>(
    positions: impl Iterator<Item = P>,
    config: &TemperatureConfig,
    bits: u8,
    steps: i64,
    meter: &mut Meter,
) -> Result<Hunt<P>, HuntError> {
    let margin = Dyadic::new(1, bits)?.times(steps)?;
    let config = TemperatureConfig { finest: Number(i64::from(bits.max(1))), ..config.clone() };
    let mut exact = Thermographs::default();
    let mut graph = Graph::default();
    let mut search = TemperatureSearch::new(&mut graph, config);
    let mut hunt = Hunt { checked: 0, found: Vec::new() };
    for position in positions {
        let sketch = exact.of(std::slice::from_ref(&position), meter)?;
        let temperature = Thermograph::of(&sketch)?.temperature();
        let found = search.run(&position, meter)?;
        if found.stopped {
            // What a budget has cut short is no answer of the search, and so no counterexample.
            return Err(HuntError::Exact(Stopped.into()));
        }
        let estimate = found.temperature;
        hunt.checked += 1;
        if temperature > estimate.plus(margin)? {
            hunt.found.push(Counterexample { position, estimate, temperature });
        }
    }
    Ok(hunt)
}
