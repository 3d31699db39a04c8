//! Temperature discovery search: TDS and TDS+ (Zhang 2015), which find mean and temperature by playing a game beside a
//! stack of coupons. Works on every local game; exact for a small enough step, an estimate otherwise.

mod config;
pub mod conjecture;
mod coupons;
mod deepen;
mod gaps;
mod series;
mod stack;
mod variation;
mod walk;

pub use config::{Bounds, Deepen, Estimate, Finest, Rule, TemperatureConfig, Ties};
pub use coupons::TemperatureSearch;
pub use stack::Stack;
pub use variation::{Ply, Variation};

use crate::{Dyadic, ExactError, Partizan, Place, Player, Result};
use coupons::{Attempt, LEAST_BITS};
use search::{NodeBudget, Stopped};
use stack::{ONE, number};

/// The result of a temperature search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The mean.
    pub mean: Dyadic,
    /// The temperature.
    pub temperature: Dyadic,
    /// Did a search with a small enough step finish?
    pub exact: bool,
    /// Did the budget end before the search with the smallest step finished?
    pub stopped: bool,
    /// The step of the last finished search is `2^-step_bits`.
    pub step_bits: u32,
    /// Searches repeated because their stack began below the temperature.
    pub failures: u32,
}

/// The result of comparing a temperature with a threshold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Check {
    Hotter,
    /// Not hotter, with the mean (without the node's integer offset) and the temperature.
    NotHotter {
        mean: Dyadic,
        temperature: Dyadic,
    },
}

impl<P: Partizan> TemperatureSearch<P> {
    /// Mean and temperature of a position, as good as the budget allows.
    ///
    /// ```
    /// use cgt::{Partizan, games::Amazons, temperature::{TemperatureConfig, TemperatureSearch}};
    /// use search::{NodeBudget, Unlimited};
    ///
    /// let position = Amazons::parse("#.#|.#x|o.#").unwrap();
    /// let mut tds = TemperatureSearch::new(TemperatureConfig::BEST);
    /// let found = tds.run(&position, &mut NodeBudget::new(&Unlimited)).unwrap();
    /// assert_eq!((found.mean.to_string(), found.temperature.to_string()), ("3/4".into(), "5/4".into()));
    /// assert!(found.exact);
    /// ```
    pub fn run(&mut self, position: &P, budget: &mut NodeBudget) -> Result<Found> {
        let Place { node, offset } = self.graph.place(position);
        let offset = Dyadic::integer(i64::from(offset));
        if node == 0 {
            let (mean, temperature) = (offset, Dyadic::MINUS_ONE);
            self.answered = None;
            return Ok(Found { mean, temperature, exact: true, stopped: false, step_bits: 0, failures: 0 });
        }
        let finest = self.finest(node)?;
        let found = self.search(node, finest, budget);
        Ok(Found { mean: found.mean.plus(offset).unwrap_or(found.mean), ..found })
    }

    /// Is the temperature of a position above a threshold (section 4.4)? The stack begins just above it, so a hotter game
    /// shows by a move on the board. `None` if the budget ends first.
    pub fn is_hotter(
        &mut self,
        position: &P,
        threshold: Dyadic,
        budget: &mut NodeBudget,
    ) -> Result<Option<bool>> {
        let node = self.graph.place(position).node;
        Ok(self.check(node, threshold, budget)?.map(|check| check == Check::Hotter))
    }

    /// Is a node hotter than a threshold, and if not, what is its mean? `None` if the budget ends first.
    pub(crate) fn check(
        &mut self,
        node: u32,
        threshold: Dyadic,
        budget: &mut NodeBudget,
    ) -> Result<Option<Check>> {
        if threshold < Dyadic::MINUS_ONE {
            return Ok(Some(Check::Hotter));
        }
        if node == 0 {
            return Ok(Some(Check::NotHotter { mean: Dyadic::ZERO, temperature: Dyadic::MINUS_ONE }));
        }
        let stack = Stack::new(self.finest(node)?);
        let steps = threshold.in_units(stack::FRACTION).ok_or(ExactError::TooFine(threshold))?;
        // No game of n moves is hotter than n - 1, so no stack need begin higher.
        let highest = (i128::from(self.graph.longest(node)) - 1) << stack::FRACTION;
        let top = steps.min(highest).div_euclid(i128::from(stack.step())) as i64 + 2;
        Ok(match self.attempt_alone(node, stack, top.max(stack.bottom() + 1), budget) {
            Err(Stopped) => None,
            // Without a horizon every answer is clear.
            Ok(Attempt::TooLow | Attempt::Unclear { .. }) => Some(Check::Hotter),
            Ok(Attempt::Found { temperature, .. }) if number(temperature) > threshold => Some(Check::Hotter),
            Ok(Attempt::Found { mean, temperature, .. }) => {
                Some(Check::NotHotter { mean: number(mean), temperature: number(temperature) })
            }
        })
    }

    /// The value of the position beside a coupon stack, `V(G + C, p)`.
    pub fn value_beside(
        &mut self,
        position: &P,
        stack: Stack,
        top: i64,
        player: Player,
        budget: &mut NodeBudget,
    ) -> Result<Dyadic, Stopped> {
        let Place { node, offset } = self.graph.place(position);
        self.stack = stack;
        let value = self.full_value(node, top, player, budget)?;
        Ok(number(value + i64::from(offset) * ONE))
    }

    /// The exponent of a step that makes the search of a node exact, or the one that the settings ask for.
    fn finest(&self, node: u32) -> Result<u32> {
        let longest = self.graph.longest(node);
        match self.config.finest {
            Finest::Exact if longest > Stack::FINEST => Err(ExactError::TooManySteps(longest)),
            Finest::Exact => Ok(longest.max(LEAST_BITS)),
            Finest::Bits(asked) if self.config.bounds == Bounds::Unknown => Ok(asked),
            Finest::Bits(asked) => Ok(asked.min(longest.max(LEAST_BITS))),
        }
    }
}
