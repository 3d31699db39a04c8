//! Local games of the Amazons: temperature searches with different enhancements on random positions, and exact values.
//!
//! A cell is one position and runs all searches on it.

use crate::{Conditions, LabError, Scale, positions};
use cgt::{
    Dyadic, Partizan,
    exact::AmazonsThermographs,
    games::Amazons,
    temperature::{TemperatureConfig, TemperatureSearch},
    thermograph::Thermograph,
};
use players::Limits;
use search::{Clock, NodeBudget, Unlimited};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, sync::atomic::AtomicBool, time::Instant};

/// The result of a search on a position.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct SearchResult {
    pub(crate) nodes: u64,
    pub(crate) micros: u64,
    /// Did it finish within its node budget?
    pub(crate) finished: bool,
    /// Its answer, exact or not, in units of 2^-20.
    pub(crate) temperature: i64,
    pub(crate) mean: i64,
    /// Searches that were repeated because their coupon stack started too low.
    pub(crate) failures: u32,
}

/// The exact values of a position and the results of all searches on it, by name.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct PositionResult {
    pub(crate) text: String,
    pub(crate) empties: u32,
    /// Exact, in units of 2^-20.
    pub(crate) temperature: i64,
    pub(crate) mean: i64,
    /// Distinct positions that the exact method evaluated.
    pub(crate) exact_nodes: u64,
    pub(crate) exact_micros: u64,
    #[serde(rename = "tried")]
    pub(crate) searches: BTreeMap<String, SearchResult>,
}

/// Numbers in cells are in units of two to the minus this.
const FRACTION: u32 = 20;

pub(crate) fn number(units: i64) -> f64 {
    units as f64 / f64::from(1 << FRACTION)
}

fn units(number: Dyadic) -> i64 {
    number.in_units(FRACTION).and_then(|units| i64::try_from(units).ok()).unwrap_or(0)
}

/// A temperature search: name, settings and node budget.
#[derive(Clone, Debug)]
pub(crate) struct Search {
    pub(crate) name: String,
    pub(crate) config: TemperatureConfig,
    pub(crate) nodes: u64,
}

impl Search {
    /// A search with settings given as text.
    pub(crate) fn new(name: &str, settings: &str, nodes: u64) -> Result<Search, LabError> {
        // The table of the thesis has 80 MB; small searches do not need as much.
        let table = if nodes <= 20_000 { ",tt=2M" } else { "" };
        let config = TemperatureConfig::read(&format!("{settings}{table}")).map_err(LabError::cell)?;
        Ok(Search { name: name.into(), config, nodes })
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

/// The set of the thesis, a share of it, or a larger one in the same way: positions by number of empty squares.
pub(crate) fn test_set(
    conditions: &Conditions,
    empties: std::ops::RangeInclusive<u32>,
    each: usize,
) -> Vec<Amazons> {
    const MOST_IN_THESIS: usize = 50;
    let many = |n: u32| match conditions.scale {
        Scale::Standard if each > MOST_IN_THESIS => each,
        Scale::Quick | Scale::Standard => each.min(positions::thesis_share(n)),
        Scale::Full => positions::thesis_share(n),
    };
    empties.flat_map(|n| positions::local_amazons(conditions.seed, n, many(n))).collect()
}

/// Runs all searches on a position.
pub(crate) fn search(
    position: &Amazons,
    searches: &[Search],
    stop: &AtomicBool,
) -> Result<PositionResult, LabError> {
    let started = Instant::now();
    let mut exact = AmazonsThermographs::default();
    let walls = exact.walls(position, &mut NodeBudget::new(&Unlimited)).map_err(LabError::cell)?;
    let graph = Thermograph::from_walls(&walls).map_err(LabError::cell)?;
    let mut result = PositionResult {
        text: position.text(),
        empties: position.longest(),
        temperature: units(graph.temperature()),
        mean: units(graph.mean()),
        exact_nodes: exact.positions() as u64,
        exact_micros: micros(started),
        searches: BTreeMap::new(),
    };
    for asked in searches {
        let limits = Limits { nodes: Some(asked.nodes), ..Limits::default() };
        let clock = Clock::new(limits, stop);
        let mut budget: NodeBudget = NodeBudget::new(&clock);
        let started = Instant::now();
        let found = TemperatureSearch::new(asked.config.clone())
            .run(position, &mut budget)
            .map_err(LabError::cell)?;
        let searched = SearchResult {
            nodes: budget.used(),
            micros: micros(started),
            finished: !found.stopped,
            temperature: units(found.temperature),
            mean: units(found.mean),
            failures: found.failures,
        };
        result.searches.insert(asked.name.clone(), searched);
    }
    Ok(result)
}

pub(crate) fn micros(started: Instant) -> u64 {
    u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX)
}

/// How many positions a search solved within this many nodes.
pub(crate) fn coverage(results: &[PositionResult], name: &str, nodes: u64) -> u64 {
    let is_solved =
        |r: &&PositionResult| r.searches.get(name).is_some_and(|t| t.finished && t.nodes <= nodes);
    results.iter().filter(is_solved).count() as u64
}
