//! The searches of Algorithms 1, 3 and 5 around the walk over a game beside its coupons: which stacks, and what their
//! answers mean. The walk itself is in `walk.rs`.

use super::{
    Bounds, Estimate, Found, Rule, Stack, TemperatureConfig, Ties,
    stack::{FRACTION, ONE, number},
    walk::{Entry, INFINITE, Trail, play, take_coupon},
};
use crate::{
    graph::Graph,
    meter::{Meter, Stopped},
    partizan::{Partizan, Player},
};
use std::collections::HashMap;

/// A search with one stack.
pub(super) enum Try {
    /// The first move was on the board: the stack begins too low.
    Failed,
    /// Mean and temperature in units, and the temperature before it was rounded to an even multiple of the step.
    Found { mean: i64, temperature: i64, raw: i64 },
}

/// A state of the sum: who is to move in which node beside which coupons, and how many -1 were taken just before.
#[derive(Clone, Copy)]
pub(super) struct State {
    pub(super) node: u32,
    pub(super) top: i64,
    pub(super) player: Player,
    pub(super) passes: u32,
}

/// What a search of its own has found of an inner position (E4), in units.
#[derive(Clone, Copy)]
pub(super) struct Cap {
    pub(super) temperature: i64,
    pub(super) mean: i64,
    /// The least power of two of a step of which its temperature, and all that were met below it, are even multiples.
    even_from: u32,
}

pub(super) struct Search<'a, P> {
    pub(super) graph: &'a mut Graph<P>,
    pub(super) config: TemperatureConfig,
    pub(super) table: Vec<Entry>,
    pub(super) searches: i64,
    pub(super) trail: Trail,
    /// What is known of inner positions; `None` while one is being computed.
    pub(super) caps: HashMap<u32, Option<Cap>>,
    /// The largest `even_from` of the positions met in this search.
    even_from: u32,
    /// Down to where coupons are forced at the root, and which node that is.
    forced: Option<(u32, i64)>,
    /// The smallest coupon known to be in the line, for estimates.
    smallest: i64,
}

impl<'a, P: Partizan> Search<'a, P> {
    pub(super) fn new(graph: &'a mut Graph<P>, config: TemperatureConfig) -> Self {
        let entries = (config.table.bytes(size_of::<Entry>() as u64) / size_of::<Entry>() as u64).max(1);
        // The largest power of two that fits.
        let size = 1_usize << entries.ilog2();
        let table = vec![[0; 5]; size];
        Search {
            graph,
            config,
            table,
            searches: 0,
            trail: Trail::default(),
            caps: HashMap::new(),
            even_from: 0,
            forced: None,
            smallest: 0,
        }
    }

    /// Searches with finer and finer stacks (E1), or with the finest at once.
    pub(super) fn ladder(&mut self, node: u32, finest: u32, meter: &mut Meter) -> Found {
        let longest = i64::from(self.graph.longest(node));
        let mut top = None;
        let mut failures = 0;
        let mut last: Option<(i64, i64, u32)> = None;
        let (mut exact, mut stopped) = (false, false);
        let first = if self.config.presearch { 0 } else { finest };
        self.even_from = 0;
        'finer: for bits in first..=finest {
            let stack = Stack::new(bits);
            let mut steps = self.first_top(node, top, stack) + self.config.extra.0;
            loop {
                match self.attempt(node, stack, steps, meter) {
                    Err(Stopped) => {
                        let estimate = self.estimated(stack.step());
                        last = last.or(Some((0, estimate, bits)));
                        stopped = true;
                        break 'finer;
                    }
                    Ok(Try::Failed) => {
                        failures += 1;
                        steps += self.after_failure(top, stack);
                    }
                    Ok(Try::Found { mean, temperature, raw }) => {
                        last = Some((mean, temperature, bits));
                        let bounded = self.config.bounds == Bounds::Known;
                        exact = bounded && bits == finest && i64::from(finest) >= longest;
                        if self.config.early && bits >= self.even_from.max(even_from(raw)) {
                            break 'finer;
                        }
                        let more = if self.config.rule == Rule::Two { 2 } else { 1 };
                        top = Some(temperature + more * stack.step());
                        break;
                    }
                }
            }
        }
        let (mean, temperature, step_bits) = last.unwrap_or((0, -ONE, first));
        Found { mean: number(mean), temperature: number(temperature), exact, stopped, step_bits, failures }
    }

    /// The top of a stack in steps: above a coarser search's answer, or above every temperature the game can have; a
    /// guess where no such bound is known (3.3.8).
    fn first_top(&self, node: u32, coarser: Option<i64>, stack: Stack) -> i64 {
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

    /// How many steps more a stack needs that began too low: one, or a whole number after a guess.
    fn after_failure(&self, coarser: Option<i64>, stack: Stack) -> i64 {
        if coarser.is_none() && self.config.bounds == Bounds::Unknown { 1 << stack.bits() } else { 1 }
    }

    fn estimated(&self, step: i64) -> i64 {
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

    /// One search of the sum with Left to move, and the temperature from its principal variation (Algorithm 1).
    pub(super) fn attempt(
        &mut self,
        node: u32,
        stack: Stack,
        top: i64,
        meter: &mut Meter,
    ) -> Result<Try, Stopped> {
        let outer = self.forced;
        self.forced = None;
        let answer = self.attempt_unforced(node, stack, top, meter);
        self.forced = outer;
        answer
    }

    fn attempt_unforced(
        &mut self,
        node: u32,
        stack: Stack,
        top: i64,
        meter: &mut Meter,
    ) -> Result<Try, Stopped> {
        self.smallest = top * stack.step();
        let value = self.whole_value(node, stack, top, Player::Left, meter)?;
        let mean = value - stack.alone_for(top, Player::Left);
        let Some(mut last) = self.last_coupon(node, stack, top, value, meter)? else {
            return Ok(Try::Failed);
        };
        if self.config.ties == Ties::Board {
            // Lower the estimate as long as forcing one more coupon costs nothing.
            while last - 1 > stack.bottom() {
                self.forced = Some((node, last - 1));
                let forced = self.whole_value(node, stack, top, Player::Left, meter)?;
                if forced != value {
                    break;
                }
                let lower = self.last_coupon(node, stack, top, value, meter)?;
                self.forced = None;
                last = lower.unwrap_or(last - 1).min(last - 1);
            }
            self.forced = None;
        }
        let temperature = match last {
            // All coupons above -1 could be taken: no game has a temperature between -1 and -1/2, but only steps of
            // at most 1/4 see the difference.
            last if last == stack.bottom() + 1 && stack.bits() >= 2 => -ONE,
            // One vertical wall below the mast makes the search stop one step too low; temperatures are even multiples.
            last => (last + last.rem_euclid(2)) * stack.step(),
        };
        let raw = if temperature == -ONE { temperature } else { last * stack.step() };
        Ok(Try::Found { mean, temperature, raw })
    }

    /// The last coupon taken before the first move on the board; `None` if that is the very first move.
    fn last_coupon(
        &mut self,
        node: u32,
        stack: Stack,
        top: i64,
        value: i64,
        meter: &mut Meter,
    ) -> Result<Option<i64>, Stopped> {
        let mut state = State { node, top, player: Player::Left, passes: 0 };
        let mut value = value;
        while state.top > stack.bottom() {
            let (coupon, after) = take_coupon(state, stack);
            let rest = value - coupon;
            let allowed = self.forced.is_none_or(|(at, least)| at != node || state.top < least);
            let board = allowed
                && match self.config.ties {
                    // Only a strictly better move on the board keeps the player from the coupon.
                    Ties::Coupon => !self.reaches(after, rest, state.player, stack, meter)?,
                    Ties::Board => self.board_reaches(state, value, stack, meter)?,
                };
            if board {
                return Ok((state.top < top).then_some(state.top + 1));
            }
            self.smallest = state.top * stack.step();
            (state, value) = (after, rest);
        }
        Ok(Some(stack.bottom() + 1))
    }

    /// Is a state worth at least `value` to `player`?
    fn reaches(
        &mut self,
        state: State,
        value: i64,
        player: Player,
        stack: Stack,
        meter: &mut Meter,
    ) -> Result<bool, Stopped> {
        Ok(match player {
            Player::Left => self.value(state, value - 1, value, stack, meter)? >= value,
            Player::Right => self.value(state, value, value + 1, stack, meter)? <= value,
        })
    }

    fn board_reaches(
        &mut self,
        state: State,
        value: i64,
        stack: Stack,
        meter: &mut Meter,
    ) -> Result<bool, Stopped> {
        for &place in self.graph.moves(state.node, state.player).iter() {
            let (gain, after) = play(state, place);
            if self.reaches(after, value - gain, state.player, stack, meter)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The exact value of the sum.
    pub(super) fn whole_value(
        &mut self,
        node: u32,
        stack: Stack,
        top: i64,
        player: Player,
        meter: &mut Meter,
    ) -> Result<i64, Stopped> {
        if !self.config.reuse {
            // Without E3 nothing may be taken from another search.
            self.searches += 1;
        }
        self.value(State { node, top, player, passes: 0 }, -INFINITE, INFINITE, stack, meter)
    }

    /// The highest top of the stack, not above this one, at which moves on the board are worth looking at.
    pub(super) fn playable(&mut self, state: State, stack: Stack, meter: &mut Meter) -> Result<i64, Stopped> {
        let mut top = state.top;
        if top == stack.bottom() {
            return Ok(top);
        }
        if let Some((node, least)) = self.forced
            && node == state.node
        {
            // At the root of a lowering search coupons down to this one, inclusive, come first.
            top = top.min(least - 1).max(stack.bottom());
        }
        if self.config.recursive
            && let Some(cap) = self.cap(state.node, meter)?
        {
            top = top.min(cap.div_euclid(stack.step())).max(stack.bottom());
        }
        if self.config.impossible && self.config.bounds == Bounds::Known {
            // No game that lasts `n` moves is hotter than n - 1, so nobody loses by waiting above. The text also skips
            // the gaps between possible temperatures further down. That is not sound: a threat may leave a position
            // hotter than the stack, and whoever must answer it there gains a free coupon instead. On 4x4 boards
            // (November 2026) the text's rule made 199 of 278 answers wrong, since only one player is ever to move at the
            // even coupons; with a chance for both players at each possible temperature still 38 of 282.
            let hottest = i64::from(self.graph.longest(state.node)) - 1;
            top = top.min(hottest << stack.bits()).max(stack.bottom());
        }
        Ok(top)
    }

    /// The temperature of an inner position by a search of its own (E4); `None` while that runs.
    fn cap(&mut self, node: u32, meter: &mut Meter) -> Result<Option<i64>, Stopped> {
        if let Some(&known) = self.caps.get(&node) {
            if let Some(cap) = known {
                self.even_from = self.even_from.max(cap.even_from);
            }
            return Ok(known.map(|cap| cap.temperature));
        }
        let longest = self.graph.longest(node).max(2);
        let finest = match self.config.bounds {
            Bounds::Known if longest > Stack::FINEST => return Ok(None),
            Bounds::Known => longest,
            Bounds::Unknown => self.config.finest.0 as u32,
        };
        self.caps.insert(node, None);
        let (smallest, outer) = (self.smallest, std::mem::take(&mut self.even_from));
        let mut answer = None;
        let mut top = None;
        for bits in 0..=finest {
            let stack = Stack::new(bits);
            let mut steps = self.first_top(node, top, stack);
            let found = loop {
                match self.attempt(node, stack, steps, meter) {
                    Err(stopped) => {
                        self.caps.remove(&node);
                        return Err(stopped);
                    }
                    Ok(Try::Failed) => steps += self.after_failure(top, stack),
                    Ok(Try::Found { mean, temperature, raw }) => break (temperature, mean, raw),
                }
            };
            let (temperature, mean, raw) = found;
            let even_from = self.even_from.max(even_from(raw));
            answer = Some(Cap { temperature, mean, even_from });
            top = Some(temperature + 2 * stack.step());
            if self.config.early && bits >= even_from {
                break;
            }
        }
        self.smallest = smallest;
        self.even_from = outer.max(answer.map_or(0, |cap| cap.even_from));
        self.caps.insert(node, answer);
        Ok(answer.map(|cap| cap.temperature))
    }
}

/// Steps larger than one over two to this power do not tell -1 from -1/2 and 0.
const LEAST_BITS: u32 = 2;

/// The power of two of the largest step of which a temperature in units is an even multiple, and that can be trusted.
fn even_from(temperature: i64) -> u32 {
    // Half of it is a whole multiple; zero is one of everything.
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
