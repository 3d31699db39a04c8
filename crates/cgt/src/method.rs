//! The methods that find mean and temperature, by name: one place where a text chooses a search and its settings.

use crate::{
    Dyadic, ExactError, Games, ParseError, Partizan, Result, Syntax, Thermograph, ValueError, Walls,
    exact::{Thermographs, Values},
    mts::{ColdTest, MeanTemperatureSearch},
    temperature::{Found, TemperatureConfig, TemperatureSearch, Variation},
};
use game::TextError;
use search::{NodeBudget, Stopped, Unlimited, settings::SettingError};
use std::fmt;
use thiserror::Error;

/// A method that finds mean and temperature.
///
/// ```
/// use cgt::{Method, Partizan, games::Amazons};
/// use search::{NodeBudget, Unlimited};
///
/// let position = Amazons::parse("#.#|.#x|o.#").unwrap();
/// for text in ["exact", "tds", "tds+:-e4", "mts"] {
///     let method = Method::parse(text).unwrap();
///     let answer = method.temperature(&[position], &mut NodeBudget::new(&Unlimited)).unwrap();
///     assert_eq!((answer.mean.to_string(), answer.temperature.to_string()), ("3/4".into(), "5/4".into()));
/// }
/// ```
#[derive(Clone, Debug)]
pub enum Method {
    /// Memoised thermographs, with the special method of a game that has one.
    Exact,
    /// Memoised thermographs by the method that works for every game.
    Generic,
    /// Temperature discovery search.
    Tds(Box<TemperatureConfig>),
    /// Mean and temperature search, with the settings of its cold test.
    Mts(ColdTest, Box<TemperatureConfig>),
}

/// Why a text names no method.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MethodError {
    /// An unknown method, or settings for one that has none.
    #[error(transparent)]
    Text(#[from] TextError),
    /// A bad setting.
    #[error(transparent)]
    Setting(#[from] SettingError),
}

/// Mean and temperature, with what else the method knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The mean, or an estimate.
    pub mean: Dyadic,
    /// The temperature, or an estimate.
    pub temperature: Dyadic,
    /// Are both exact?
    pub exact: bool,
    /// Least and greatest mean, and least and greatest temperature, where a search stopped before they met.
    pub bounds: Option<([Dyadic; 2], [Dyadic; 2])>,
    /// The thermograph, where the method finds one.
    pub thermograph: Option<Thermograph>,
}

impl From<Thermograph> for Answer {
    fn from(graph: Thermograph) -> Answer {
        let (mean, temperature) = (graph.mean(), graph.temperature());
        Answer { mean, temperature, exact: true, bounds: None, thermograph: Some(graph) }
    }
}

impl From<Found> for Answer {
    fn from(found: Found) -> Answer {
        let Found { mean, temperature, exact, .. } = found;
        Answer { mean, temperature, exact, bounds: None, thermograph: None }
    }
}

/// Most nodes for reading a principal variation.
const VARIATION_NODES: u64 = 1_000_000;

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Method::Exact => write!(f, "exact"),
            Method::Generic => write!(f, "generic"),
            Method::Tds(config) => write!(f, "tds:{}", config.canonical()),
            Method::Mts(ColdTest::Ended, _) => write!(f, "mts"),
            Method::Mts(ColdTest::Tds, config) => write!(f, "mts+tds:{}", config.canonical()),
        }
    }
}

impl Method {
    /// The names of all methods.
    pub const NAMES: &str = "exact, generic, tds, tds+, mts, mts+tds";

    /// Reads `NAME[:SETTINGS]`.
    pub fn parse(text: &str) -> Result<Method, MethodError> {
        let (name, settings) = text.split_once(':').unwrap_or((text, ""));
        let config = |base: &str| TemperatureConfig::read(&format!("{base},{settings}")).map(Box::new);
        Ok(match name {
            "exact" | "generic" | "mts" if !settings.is_empty() => {
                return Err(
                    TextError::new(settings, format!("is not needed: {name} takes no settings")).into()
                );
            }
            "exact" => Method::Exact,
            "generic" => Method::Generic,
            "tds" => Method::Tds(config("plain")?),
            "tds+" => Method::Tds(config("best")?),
            // Without a cold test the table stays empty.
            "mts" => Method::Mts(ColdTest::Ended, config("plain,tt=1K")?),
            "mts+tds" => Method::Mts(ColdTest::Tds, config("best")?),
            other => {
                let problem = format!("is not a method; known: {}", Method::NAMES);
                return Err(TextError::new(other, problem).into());
            }
        })
    }

    /// Mean and temperature of a sum of positions. Searches take a single position.
    pub fn temperature<P: Partizan>(&self, sum: &[P], budget: &mut NodeBudget) -> Result<Answer> {
        Ok(match self {
            Method::Exact | Method::Generic => Thermograph::from_walls(&self.walls(sum, budget)?)?.into(),
            Method::Tds(config) => {
                TemperatureSearch::new((**config).clone()).run(single(sum)?, budget)?.into()
            }
            Method::Mts(cold_test, config) => {
                let tds = TemperatureSearch::new((**config).clone());
                let found = MeanTemperatureSearch::new(tds, *cold_test).run(single(sum)?, budget)?;
                // Bounds that met are the answer; otherwise their middles are estimates.
                let middle = |[low, high]: [Dyadic; 2]| low.plus(high)?.half();
                let (mean, temperature) = (middle(found.mean)?, middle(found.temperature)?);
                let bounds = (!found.exact).then_some((found.mean, found.temperature));
                Answer { mean, temperature, exact: found.exact, bounds, thermograph: None }
            }
        })
    }

    /// Mean and temperature of a position by temperature search, with the principal variation; `None` with other methods.
    pub fn variation<P: Partizan>(
        &self,
        sum: &[P],
        budget: &mut NodeBudget,
    ) -> Result<Option<(Answer, Option<Variation<P>>)>> {
        let Method::Tds(config) = self else { return Ok(None) };
        let mut search = TemperatureSearch::new((**config).clone());
        let found = search.run(single(sum)?, budget)?;
        let answer = found.into();
        // The line is read from the table, mostly, and a budget that is used up must not cut it off.
        let rest: NodeBudget = NodeBudget::new(&Unlimited);
        Ok(Some((answer, search.variation(single(sum)?, &mut rest.at_most(VARIATION_NODES)))))
    }

    /// Is a sum of positions hotter than a threshold, and is that certain?
    pub fn is_hotter<P: Partizan>(
        &self,
        sum: &[P],
        threshold: Dyadic,
        budget: &mut NodeBudget,
    ) -> Result<(bool, bool)> {
        if let Method::Tds(config) = self {
            let mut search = TemperatureSearch::new((**config).clone());
            let hotter = search.is_hotter(single(sum)?, threshold, budget)?;
            return Ok((hotter.ok_or(Stopped)?, config.is_exact()));
        }
        let answer = self.temperature(sum, budget)?;
        match answer.bounds {
            Some((_, [low, high])) if low <= threshold && threshold < high => Err(Stopped.into()),
            _ => Ok((answer.temperature > threshold, true)),
        }
    }

    fn walls<P: Partizan>(&self, sum: &[P], budget: &mut NodeBudget) -> Result<Walls<i32>> {
        if let (Method::Exact, [position]) = (self, sum)
            && let Some(walls) = position.special_walls(budget)?
        {
            return Ok(walls);
        }
        Thermographs::default().walls(sum, budget)
    }
}

fn single<P>(sum: &[P]) -> Result<&P> {
    if let [position] = sum { Ok(position) } else { Err(ExactError::Sum) }
}

/// Longest text of a canonical form, in bytes.
const MAX_TEXT: usize = 10_000;

/// The canonical form of a sum of positions, as text. It may be too large, or its text too long.
pub fn canonical_form<P: Partizan>(sum: &[P], budget: &mut NodeBudget) -> Result<String> {
    let mut values = Values::within(budget.source());
    let mut total = values.games().integer(0)?;
    for position in sum {
        let value = values.value(position, budget)?;
        total = values.games().sum(total, value)?;
    }
    let text = values.games().text_within(total, MAX_TEXT);
    budget.add(values.games().nodes());
    Ok(text?)
}

/// The canonical form of an abstract game as text, unless that is too long, and its thermograph.
pub fn evaluate_form(
    text: &str,
    syntax: Syntax,
    budget: &mut NodeBudget,
) -> Result<(Result<String, ValueError>, Answer), ParseError> {
    let mut games = Games::within(budget.source());
    let game = games.parse(text)?;
    let graph = games.thermograph(game)?;
    let value = games.text_in(game, syntax, MAX_TEXT);
    budget.add(games.nodes());
    Ok((value, graph.into()))
}
