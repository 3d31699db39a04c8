//! Series of searches with finer and finer stacks (Algorithms 3 and 5), at the root and at inner positions.

use super::{
    Bounds, Deepen, Estimate, Found, Rule, Stack, TemperatureSearch,
    coupons::{Attempt, LEAST_BITS},
    stack::{FRACTION, ONE, number},
    variation::Answered,
    walk::{ENDLESS, INFINITE},
};
use crate::{Partizan, Player};
use search::{NodeBudget, Stopped};

/// What its own search has found of an inner position (E4), in units.
#[derive(Clone, Copy)]
pub(super) struct Cap {
    pub(super) temperature: i64,
    pub(super) mean: i64,
    /// Its temperature, and all below it, are even multiples of `2^-even_from`.
    even_from: u32,
    /// The values count as known beside stacks with at most this step: exactly, or as well as the settings ask.
    pub(super) known_from: Option<u32>,
    /// Are mean and temperature exact?
    pub(super) exact: bool,
}

/// How far an inner position's own search has come.
#[derive(Clone, Copy)]
pub(super) enum Inner {
    Unknown,
    Searching,
    Solved(Cap),
}

/// The state of a series of searches with finer and finer stacks.
#[derive(Default)]
struct Series {
    /// The last finished search, with the exponent of its step.
    last: Option<(Cap, u32)>,
    guess: Option<i64>,
    bits: u32,
    /// The top coupon of the last finished search, in steps.
    top: i64,
    failures: u32,
}

impl<P: Partizan> TemperatureSearch<P> {
    /// Mean and temperature of a node, or an estimate if the budget ends.
    pub(super) fn search(&mut self, node: u32, finest: u32, budget: &mut NodeBudget) -> Found {
        self.even_from = 0;
        self.begin_deepening(node, finest, budget);
        let mut series = Series::default();
        // A bound that was stopped changes nothing: the first attempt stops at once and sets the smallest coupon.
        let bound = self.bound(node, budget).unwrap_or(None);
        let more = if self.config.rule == Rule::Two { 2 } else { 1 };
        let extra = self.config.extra.0;
        let stopped = self.refine(node, finest, bound, (more, extra), &mut series, budget).is_err();
        let estimated = self.end_deepening();
        let Series { last, guess, bits, top, failures } = series;
        let answered = |mean: i64, bits: u32, top: i64| {
            let stack = Stack::new(bits);
            let value = mean + stack.left_value(top, Player::Left);
            Answered { stack, top, horizon: ENDLESS, value }
        };
        let (mean, temperature, exact, step_bits, answered) = match (last, estimated) {
            // A finished search with a coarse step is better than one to a horizon, unless it tells almost nothing apart.
            (Some((cap, bits)), None) => {
                (cap.mean, cap.temperature, cap.exact, bits, Some(answered(cap.mean, bits, top)))
            }
            (Some((cap, bits)), Some(_)) if !stopped || bits > 0 || self.config.deepen == Deepen::Plies => {
                (cap.mean, cap.temperature, cap.exact, bits, Some(answered(cap.mean, bits, top)))
            }
            (_, Some(found)) => {
                let answered = found.answered;
                (found.mean, found.temperature, false, answered.stack.bits(), Some(answered))
            }
            (None, None) => (guess.unwrap_or(0), self.estimated(Stack::new(bits).step()), false, bits, None),
        };
        self.answered = answered;
        Found { mean: number(mean), temperature: number(temperature), exact, stopped, step_bits, failures }
    }

    /// Searches with finer and finer stacks (E1), or with the finest at once. A stack begins `more` steps above the answer
    /// of the one before, and `extra` further up.
    fn refine(
        &mut self,
        node: u32,
        finest: u32,
        bound: Option<(i64, i64)>,
        (more, extra): (i64, i64),
        series: &mut Series,
        budget: &mut NodeBudget,
    ) -> Result<(), Stopped> {
        let is_bounded = self.config.bounds == Bounds::Known;
        let is_enough = is_bounded && finest >= self.graph.longest(node);
        let mut first = if self.config.presearch { 0 } else { finest };
        let mut top = None;
        if let Some((mean, highest)) = bound {
            (first, top) = (finest, Some(highest + Stack::new(finest).step()));
            series.guess = Some(mean);
        }
        for bits in first..=finest {
            let stack = Stack::new(bits);
            series.bits = bits;
            let mut steps = self.first_top(node, top, stack) + extra;
            let (mean, temperature, raw) = loop {
                match self.attempt(node, stack, steps, series.guess, budget)? {
                    Attempt::Found { mean, temperature, raw } => break (mean, temperature, raw),
                    Attempt::TooLow | Attempt::Unclear { .. } => {
                        series.failures += 1;
                        // After a guess the stack grows by 1, otherwise by one step.
                        steps += if top.is_none() && !is_bounded { 1 << bits } else { 1 };
                    }
                }
            };
            let even_from = self.even_from.max(even_from(raw));
            let known_from = (bits == finest && is_bounded).then_some(finest);
            let exact = known_from.is_some() && is_enough && !self.config.gaps;
            series.last = Some((Cap { temperature, mean, even_from, known_from, exact }, bits));
            (series.guess, series.top) = (Some(mean), steps);
            top = Some(temperature + more * stack.step());
            if self.config.early && bits >= even_from {
                break;
            }
        }
        Ok(())
    }

    /// The top of a stack in steps: above a coarser search's answer, or above every temperature the game can have; a
    /// guess where no such bound is known (3.3.8).
    pub(super) fn first_top(&self, node: u32, coarser: Option<i64>, stack: Stack) -> i64 {
        let highest = match self.config.bounds {
            Bounds::Known => (i64::from(self.graph.longest(node)) - 1).max(0),
            Bounds::Unknown => self.config.guess.0,
        };
        let steps = match coarser {
            Some(top) => top.div_euclid(stack.step()),
            None => (highest << stack.bits()) + 1,
        };
        steps.max(stack.bottom() + 1)
    }

    pub(super) fn estimated(&self, step: i64) -> i64 {
        let min = self.smallest;
        match self.config.estimate {
            Estimate::Min => min,
            Estimate::MinLess => min - step,
            Estimate::Zero => 0,
            Estimate::MinusOne => -ONE,
            Estimate::Half => min / 2,
            Estimate::HalfLess => (min - step) / 2,
            Estimate::HalfPlus => (min + ONE) / 2,
            Estimate::HalfLessPlus => (min - step + ONE) / 2,
        }
    }

    /// A guess at the mean of a position, and a temperature that it does not exceed, from the means of its options: a move
    /// never gains more than the mean of its result. The smallest step can then be searched at once. `None` without
    /// `means`, if a player has no move, or if a mean is not known exactly.
    fn bound(&mut self, node: u32, budget: &mut NodeBudget) -> Result<Option<(i64, i64)>, Stopped> {
        if !self.config.means {
            return Ok(None);
        }
        let mut best = [-INFINITE; 2];
        for player in Player::BOTH {
            for place in self.graph.moves(node, player).iter() {
                let mean = match place.node {
                    0 => 0,
                    inner => match self.cap(inner, budget)? {
                        Some(cap) if cap.known_from.is_some() => cap.mean,
                        _ => return Ok(None),
                    },
                };
                let mean = (mean + i64::from(place.offset) * ONE) * i64::from(player.sign());
                best[player.index()] = best[player.index()].max(mean);
            }
        }
        let [left, right] = best;
        let known = left > -INFINITE && right > -INFINITE;
        Ok(known.then(|| ((left - right) / 2, ((left + right) / 2 + 1).max(-ONE))))
    }

    #[inline]
    pub(super) fn inner(&self, node: u32) -> Inner {
        self.inner.get(node as usize).copied().unwrap_or(Inner::Unknown)
    }

    pub(super) fn set_inner(&mut self, node: u32, known: Inner) {
        if self.inner.len() <= node as usize {
            self.inner.resize(node as usize + 1, Inner::Unknown);
        }
        self.inner[node as usize] = known;
    }

    /// Mean and temperature of an inner position by its own search (E4); `None` while that runs.
    pub(super) fn cap(&mut self, node: u32, budget: &mut NodeBudget) -> Result<Option<Cap>, Stopped> {
        match self.inner(node) {
            Inner::Solved(cap) => {
                self.even_from = self.even_from.max(cap.even_from);
                return Ok(Some(cap));
            }
            Inner::Searching => return Ok(None),
            // Searches to a horizon use what is known and find out nothing.
            Inner::Unknown if self.is_limited() => return Ok(None),
            Inner::Unknown => {}
        }
        // The step of the settings applies here too: a coarse search of the root gains nothing from exact inner ones.
        let Ok(finest) = self.finest(node) else { return Ok(None) };
        self.set_inner(node, Inner::Searching);
        let (smallest, outer) = (self.smallest, std::mem::take(&mut self.even_from));
        let mut series = Series::default();
        let searched = match self.bound(node, budget) {
            Ok(bound) => self.refine(node, finest, bound, (2, 0), &mut series, budget),
            Err(stopped) => Err(stopped),
        };
        let answer = series.last.map(|(cap, _)| cap).filter(|_| searched.is_ok());
        self.set_inner(node, answer.map_or(Inner::Unknown, Inner::Solved));
        // The estimate of a stopped search comes from the coupons of the root.
        self.smallest = smallest;
        searched?;
        self.even_from = outer.max(answer.map_or(0, |cap| cap.even_from));
        Ok(answer)
    }
}

/// The exponent of the largest trustworthy step of which a temperature in units is an even multiple.
fn even_from(temperature: i64) -> u32 {
    // Half of it is a multiple of the step; zero is a multiple of everything.
    FRACTION.saturating_sub(temperature.trailing_zeros().saturating_sub(1)).max(LEAST_BITS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn even_multiples() {
        let steps = [0, ONE, -ONE, ONE / 2, -ONE / 4, 3 * ONE / 8, 6 * ONE].map(even_from);
        assert_eq!(steps, [2, 2, 2, 2, 3, 4, 2]);
    }
}
