//! Temperature search: TDS and TDS+ (Zhang 2015), which find mean and temperature by playing the game beside a stack of
//! coupons. Works on every local game; exact for a small enough step, an estimate otherwise.

mod caps;
mod config;
pub mod conjecture;
mod coupons;
mod stack;
mod walk;

pub use config::{Bounds, Estimate, Rule, TemperatureConfig, Ties};
pub use stack::Stack;

use crate::{
    dyadic::Dyadic,
    graph::Graph,
    meter::{Meter, Stopped},
    partizan::{Partizan, Player},
};
use coupons::{Search, Try};
use stack::{ONE, number};
use thiserror::Error;

/// What a temperature search has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The mean.
    pub mean: Dyadic,
    /// The temperature.
    pub temperature: Dyadic,
    /// Was the last search finished with a step that is small enough?
    pub exact: bool,
    /// Did the budget end before the search with the smallest step was finished?
    pub stopped: bool,
    /// The power of two in the step of the last finished search.
    pub step_bits: u32,
    /// Searches that failed because their stack began too low.
    pub failures: u32,
}

/// Why a temperature search cannot be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum TemperatureError {
    /// The game may last longer than the finest step allows for.
    #[error(
        "the game may last {0} moves, but an exact step is at most 2^-20; set finest to 1 to 20 for an estimate"
    )]
    TooLong(u32),
    /// A threshold that lies between all coupons there can be.
    #[error("'{0}' is too fine a threshold; use a multiple of 2^-24")]
    TooFine(Dyadic),
}

/// What a check against a threshold has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Check {
    /// It is hotter.
    Hotter,
    /// It is not, and mean and temperature came with the answer.
    Not {
        /// The mean, without the whole number beside the node.
        mean: Dyadic,
        /// The temperature.
        temperature: Dyadic,
    },
}

/// Temperature searches on one graph of positions; the table lives as long.
pub struct TemperatureSearch<'a, P> {
    search: Search<'a, P>,
}

impl<'a, P: Partizan> TemperatureSearch<'a, P> {
    /// A search with an empty table.
    pub fn new(graph: &'a mut Graph<P>, config: TemperatureConfig) -> Self {
        TemperatureSearch { search: Search::new(graph, config) }
    }

    /// The graph that is searched.
    pub(crate) fn graph(&mut self) -> &mut Graph<P> {
        self.search.graph
    }

    /// Mean and temperature of a position, as good as the budget allows.
    pub fn run(&mut self, position: &P, meter: &mut Meter) -> Result<Found, TemperatureError> {
        let place = self.search.graph.place(position);
        let offset = Dyadic::whole(i64::from(place.offset));
        let add = |mean: Dyadic| mean.plus(offset).unwrap_or(mean);
        if place.node == 0 {
            let (mean, temperature) = (offset, Dyadic::MINUS_ONE);
            return Ok(Found { mean, temperature, exact: true, stopped: false, step_bits: 0, failures: 0 });
        }
        let finest = self.finest(place.node)?;
        let found = self.search.ladder(place.node, finest, meter);
        Ok(Found { mean: add(found.mean), ..found })
    }

    /// Is the temperature of a position above a threshold (section 4.4)? The stack begins just above it, so that a game
    /// that is hotter shows by a move on the board. `None` if the budget ends first.
    pub fn is_hotter(
        &mut self,
        position: &P,
        threshold: Dyadic,
        meter: &mut Meter,
    ) -> Result<Option<bool>, TemperatureError> {
        let place = self.search.graph.place(position);
        let check = self.check(place.node, threshold, meter)?;
        Ok(check.map(|check| check == Check::Hotter))
    }

    /// Is a node hotter than a threshold, and if not, what is its mean? `None` if the budget ends first.
    pub(crate) fn check(
        &mut self,
        node: u32,
        threshold: Dyadic,
        meter: &mut Meter,
    ) -> Result<Option<Check>, TemperatureError> {
        if threshold < Dyadic::MINUS_ONE {
            return Ok(Some(Check::Hotter));
        }
        if node == 0 {
            return Ok(Some(Check::Not { mean: Dyadic::ZERO, temperature: Dyadic::MINUS_ONE }));
        }
        let stack = Stack::new(self.finest(node)?);
        let steps = threshold.in_units(stack::FRACTION).ok_or(TemperatureError::TooFine(threshold))?;
        // Nothing that lasts n moves is hotter than n - 1, so a stack need not begin higher than that either.
        let highest = (i128::from(self.search.graph.longest(node)) - 1) << stack::FRACTION;
        let top = steps.min(highest).div_euclid(i128::from(stack.step())) as i64 + 2;
        Ok(match self.search.attempt_alone(node, stack, top.max(stack.bottom() + 1), meter) {
            Err(Stopped) => None,
            Ok(Try::Failed) => Some(Check::Hotter),
            Ok(Try::Found { temperature, .. }) if number(temperature) > threshold => Some(Check::Hotter),
            Ok(Try::Found { mean, temperature, .. }) => {
                Some(Check::Not { mean: number(mean), temperature: number(temperature) })
            }
        })
    }

    /// The value of the position beside a stack, `V(G + C, p)`.
    pub fn value_beside(
        &mut self,
        position: &P,
        stack: Stack,
        top: i64,
        player: Player,
        meter: &mut Meter,
    ) -> Result<Dyadic, Stopped> {
        let place = self.search.graph.place(position);
        let value = self.search.whole_value(place.node, stack, top, player, meter)?;
        Ok(number(value + i64::from(place.offset) * ONE))
    }

    /// The power of two of a step that makes the search exact, or the one that was asked for.
    fn finest(&self, node: u32) -> Result<u32, TemperatureError> {
        let asked = self.search.config.finest.0 as u32;
        let longest = self.search.graph.longest(node);
        match asked {
            0 if longest > Stack::FINEST => Err(TemperatureError::TooLong(longest)),
            0 => Ok(longest.max(2)),
            asked if self.search.config.bounds == Bounds::Unknown => Ok(asked),
            asked => Ok(asked.min(longest.max(2)).min(Stack::FINEST)),
        }
    }
}
