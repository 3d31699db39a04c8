//! The thesis' open question whether a search with steps δ is ever more than 2δ too cold: a search for counterexamples.

use super::{Finest, TemperatureConfig, TemperatureSearch};
use crate::{Dyadic, Partizan, Result, Thermograph, exact::Thermographs};
use search::{NodeBudget, Stopped};

/// A position whose temperature is further above a coarse search's answer than allowed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counterexample<P> {
    /// The position.
    pub position: P,
    /// The coarse search's answer.
    pub estimate: Dyadic,
    /// The exact temperature.
    pub temperature: Dyadic,
}

/// The result of a search for counterexamples.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hunt<P> {
    /// How many positions were checked.
    pub checked: usize,
    /// Those that break the rule.
    pub found: Vec<Counterexample<P>>,
}

/// Looks for positions with `t > t_δ + steps · δ`, where δ is `2^-bits`.
pub fn hunt<P: Partizan>(
    positions: impl Iterator<Item = P>,
    config: &TemperatureConfig,
    bits: u8,
    steps: i64,
    budget: &mut NodeBudget,
) -> Result<Hunt<P>> {
    let margin = Dyadic::new(1, bits)?.times(steps)?;
    let config = TemperatureConfig { finest: Finest::Bits(u32::from(bits)), ..config.clone() };
    let mut exact = Thermographs::default();
    let mut search = TemperatureSearch::new(config);
    let mut hunt = Hunt { checked: 0, found: Vec::new() };
    for position in positions {
        let walls = exact.walls(std::slice::from_ref(&position), budget)?;
        let temperature = Thermograph::from_walls(&walls)?.temperature();
        let found = search.run(&position, budget)?;
        if found.stopped {
            // An unfinished search is no counterexample.
            return Err(Stopped.into());
        }
        let estimate = found.temperature;
        hunt.checked += 1;
        if temperature > estimate.plus(margin)? {
            hunt.found.push(Counterexample { position, estimate, temperature });
        }
    }
    Ok(hunt)
}
