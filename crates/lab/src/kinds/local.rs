//! Local games of the Amazons: temperature searches with different enhancements on random positions, and exact values.
//!
//! A cell is one position; it does all searches on it, so that they are compared on the same work.

use crate::{Conditions, LabError, Scale, positions};
use cgt::{
    Dyadic, Partizan,
    exact::fast::Fast,
    games::Amazons,
    graph::Graph,
    meter::{Clock, Meter, Unlimited},
    temperature::{TemperatureConfig, TemperatureSearch},
    thermograph::Thermograph,
};
use players::Limits;
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, sync::atomic::AtomicBool, time::Instant};

/// A search on a position.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Tried {
    pub(crate) nodes: u64,
    pub(crate) micros: u64,
    /// Was it finished within its nodes?
    pub(crate) finished: bool,
    /// Its answer, exact or not, in units of 2^-20.
    pub(crate) temperature: i64,
    pub(crate) mean: i64,
    /// Searches that had to be repeated because their stack began too low.
    pub(crate) failures: u32,
}

/// What is known of a position, and all searches on it by the name of their settings.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Looked {
    pub(crate) text: String,
    pub(crate) empties: u32,
    /// Exact, in units of 2^-20.
    pub(crate) temperature: i64,
    pub(crate) mean: i64,
    /// Different positions that the exact method computed.
    pub(crate) exact_nodes: u64,
    pub(crate) exact_micros: u64,
    pub(crate) tried: BTreeMap<String, Tried>,
}

/// Units of a number in a cell.
const FRACTION: u32 = 20;

pub(crate) fn number(units: i64) -> f64 {
    units as f64 / f64::from(1 << FRACTION)
}

fn units(number: Dyadic) -> i64 {
    number.in_units(FRACTION).and_then(|units| i64::try_from(units).ok()).unwrap_or(0)
}

/// A search to be tried: a name, settings, most nodes.
#[derive(Clone, Debug)]
pub(crate) struct Try {
    pub(crate) name: String,
    pub(crate) config: TemperatureConfig,
    pub(crate) nodes: u64,
}

impl Try {
    /// Settings as text.
    pub(crate) fn new(name: &str, settings: &str, nodes: u64) -> Result<Try, LabError> {
        // The table of the thesis has 80 MB; small searches do not need as much.
        let table = if nodes <= 20_000 { ",tt=2M" } else { "" };
        let config = TemperatureConfig::read(&format!("{settings}{table}")).map_err(LabError::because)?;
        Ok(Try { name: name.into(), config, nodes })
    }
}

/// Settings with these enhancements, as in `TDS_{13}`; all else as in the first TDS.
pub(crate) fn enhanced(digits: &str) -> String {
    let mut text = String::from("plain");
    for digit in digits.chars() {
        text += &format!(",e{digit}");
    }
    text
}

/// The set of the thesis, or a share of it: positions by number of empty squares.
pub(crate) fn test_set(
    conditions: &Conditions,
    empties: std::ops::RangeInclusive<u32>,
    each: usize,
) -> Vec<Amazons> {
    let many = |n: u32| match conditions.scale {
        Scale::Quick => each.min(positions::thesis_share(n)),
        Scale::Full => positions::thesis_share(n),
    };
    empties.flat_map(|n| positions::local_amazons(conditions.seed, n, many(n))).collect()
}

/// Does all searches on a position.
pub(crate) fn look(position: &Amazons, tries: &[Try], stop: &AtomicBool) -> Result<Looked, LabError> {
    let started = Instant::now();
    let mut exact = Fast::default();
    let sketch = exact.of(position, &mut Meter::new(&Unlimited)).map_err(LabError::because)?;
    let graph = Thermograph::of(&sketch).map_err(LabError::because)?;
    let mut looked = Looked {
        text: position.text(),
        empties: position.longest(),
        temperature: units(graph.temperature()),
        mean: units(graph.mean()),
        exact_nodes: exact.positions() as u64,
        exact_micros: micros(started),
        tried: BTreeMap::new(),
    };
    for asked in tries {
        let limits = Limits { nodes: Some(asked.nodes), ..Limits::default() };
        let clock = Clock::new(limits, stop);
        let mut graph = Graph::default();
        let mut meter = Meter::new(&clock);
        let started = Instant::now();
        let found = TemperatureSearch::new(&mut graph, asked.config.clone())
            .run(position, &mut meter)
            .map_err(LabError::because)?;
        let tried = Tried {
            nodes: meter.used(),
            micros: micros(started),
            finished: !found.stopped,
            temperature: units(found.temperature),
            mean: units(found.mean),
            failures: found.failures,
        };
        looked.tried.insert(asked.name.clone(), tried);
    }
    Ok(looked)
}

pub(crate) fn micros(started: Instant) -> u64 {
    u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX)
}

/// How many of some searches were finished within so many nodes.
pub(crate) fn coverage(looked: &[Looked], name: &str, nodes: u64) -> u64 {
    let is_solved = |l: &&Looked| l.tried.get(name).is_some_and(|t| t.finished && t.nodes <= nodes);
    looked.iter().filter(is_solved).count() as u64
}
