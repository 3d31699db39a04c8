//! The searches of Algorithms 1, 3 and 5 around the walk over a game beside its coupons: which stacks, and what their
//! answers mean. The walk itself is in `walk.rs`.

use super::{
    Bounds, Estimate, Found, Rule, Stack, TemperatureConfig, Ties,
    caps::{Cap, Caps, Known},
    stack::{FRACTION, ONE, number, sign},
    walk::{Entry, INFINITE, Trail, play, take_coupon},
};
use crate::{
    graph::Graph,
    meter::{Meter, Stopped},
    partizan::{Partizan, Player},
};

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

pub(super) struct Search<'a, P> {
    pub(super) graph: &'a mut Graph<P>,
    pub(super) config: TemperatureConfig,
    pub(super) table: Vec<Entry>,
    pub(super) searches: i64,
    pub(super) trail: Trail,
    /// The move that was best for each player where a node was last searched, beside whatever stack.
    pub(super) habits: Vec<[u32; 2]>,
    pub(super) caps: Caps,
    /// The largest `even_from` of the positions met in this search.
    even_from: u32,
    /// Down to where coupons are forced at the root, and which node that is.
    pub(super) forced: Option<(u32, i64)>,
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
            habits: Vec::new(),
            caps: Caps::default(),
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
        let mut first = if self.config.presearch { 0 } else { finest };
        let mut guess = None;
        self.even_from = 0;
        // A search that is stopped here is stopped again at once, and has nothing but an estimate to tell.
        if let Ok(Some((mean, highest))) = self.bound(node, meter) {
            (first, top) = (finest, Some(highest + Stack::new(finest).step()));
            guess = Some(mean);
        }
        'finer: for bits in first..=finest {
            let stack = Stack::new(bits);
            let mut steps = self.first_top(node, top, stack) + self.config.extra.0;
            loop {
                match self.attempt(node, stack, steps, guess, meter) {
                    Err(Stopped) => {
                        let estimate = self.estimated(stack.step());
                        last = last.or(Some((guess.unwrap_or(0), estimate, bits)));
                        stopped = true;
                        break 'finer;
                    }
                    Ok(Try::Failed) => {
                        failures += 1;
                        steps += self.after_failure(top, stack);
                    }
                    Ok(Try::Found { mean, temperature, raw }) => {
                        last = Some((mean, temperature, bits));
                        guess = Some(mean);
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

    /// An attempt for whoever wants to know no more than this stack tells: the position gets no search of its own before (E4).
    pub(super) fn attempt_alone(
        &mut self,
        node: u32,
        stack: Stack,
        top: i64,
        meter: &mut Meter,
    ) -> Result<Try, Stopped> {
        let known = self.caps.get(node);
        if matches!(known, Known::Nothing) {
            self.caps.set(node, Known::Running);
        }
        let answer = self.attempt(node, stack, top, None, meter);
        self.caps.set(node, known);
        answer
    }

    /// One search of the sum with Left to move, and the temperature from its principal variation (Algorithm 1).
    pub(super) fn attempt(
        &mut self,
        node: u32,
        stack: Stack,
        top: i64,
        guess: Option<i64>,
        meter: &mut Meter,
    ) -> Result<Try, Stopped> {
        let outer = self.forced;
        self.forced = None;
        let answer = self.attempt_unforced(node, stack, top, guess, meter);
        self.forced = outer;
        answer
    }

    fn attempt_unforced(
        &mut self,
        node: u32,
        stack: Stack,
        top: i64,
        guess: Option<i64>,
        meter: &mut Meter,
    ) -> Result<Try, Stopped> {
        self.smallest = top * stack.step();
        let alone = stack.alone_for(top, Player::Left);
        let value = match guess {
            None => self.whole_value(node, stack, top, Player::Left, meter)?,
            Some(mean) => self.value_near(node, stack, top, mean + alone, meter)?,
        };
        let mean = value - alone;
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

    /// The same for Left by searches with windows of one step, the first of them at a guess (Plaat 1996).
    fn value_near(
        &mut self,
        node: u32,
        stack: Stack,
        top: i64,
        guess: i64,
        meter: &mut Meter,
    ) -> Result<i64, Stopped> {
        if !self.config.reuse {
            self.searches += 1;
        }
        let state = State { node, top, player: Player::Left, passes: 0 };
        let (mut low, mut high, mut value) = (-INFINITE, INFINITE, guess);
        while low < high {
            let beta = if value == low { value + 1 } else { value };
            value = self.value(state, beta - 1, beta, stack, meter)?;
            if value < beta { high = value } else { low = value }
        }
        Ok(value)
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
            top = top.min(cap.temperature.div_euclid(stack.step())).max(stack.bottom());
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

    /// A guess at the mean of a position, and a temperature that it does not exceed, from the means of its moves: a move
    /// never brings more than the mean of where it leads. The smallest step can then be searched at once. `None` without
    /// `means`, if a player has no move, or if a mean is not known exactly.
    fn bound(&mut self, node: u32, meter: &mut Meter) -> Result<Option<(i64, i64)>, Stopped> {
        if !self.config.means {
            return Ok(None);
        }
        let mut best = [-INFINITE; 2];
        for player in Player::BOTH {
            for place in self.graph.moves(node, player).iter() {
                let mean = match place.node {
                    0 => 0,
                    inner => match self.cap(inner, meter)? {
                        Some(cap) if cap.exact_from.is_some() => cap.mean,
                        _ => return Ok(None),
                    },
                };
                let mean = (mean + i64::from(place.offset) * ONE) * sign(player);
                best[player.index()] = best[player.index()].max(mean);
            }
        }
        let [left, right] = best;
        let known = left > -INFINITE && right > -INFINITE;
        Ok(known.then(|| ((left - right) / 2, ((left + right) / 2 + 1).max(-ONE))))
    }

    /// The temperature of an inner position by a search of its own (E4); `None` while that runs.
    pub(super) fn cap(&mut self, node: u32, meter: &mut Meter) -> Result<Option<Cap>, Stopped> {
        match self.caps.get(node) {
            Known::Cap(cap) => {
                self.even_from = self.even_from.max(cap.even_from);
                return Ok(Some(cap));
            }
            Known::Running => return Ok(None),
            Known::Nothing => {}
        }
        let longest = self.graph.longest(node).max(2);
        let finest = match self.config.bounds {
            Bounds::Known if longest > Stack::FINEST => return Ok(None),
            Bounds::Known => longest,
            Bounds::Unknown => self.config.finest.0 as u32,
        };
        self.caps.set(node, Known::Running);
        let (smallest, outer) = (self.smallest, std::mem::take(&mut self.even_from));
        let mut answer = None;
        let mut top = None;
        let mut first = 0;
        let bound = self.bound(node, meter);
        if bound.is_err() {
            self.caps.set(node, Known::Nothing);
        }
        let mut guess = None;
        if let Some((mean, highest)) = bound? {
            (first, top) = (finest, Some(highest + Stack::new(finest).step()));
            guess = Some(mean);
        }
        for bits in first..=finest {
            let stack = Stack::new(bits);
            let mut steps = self.first_top(node, top, stack);
            let found = loop {
                match self.attempt(node, stack, steps, guess, meter) {
                    Err(stopped) => {
                        self.caps.set(node, Known::Nothing);
                        return Err(stopped);
                    }
                    Ok(Try::Failed) => steps += self.after_failure(top, stack),
                    Ok(Try::Found { mean, temperature, raw }) => break (temperature, mean, raw),
                }
            };
            let (temperature, mean, raw) = found;
            let even_from = self.even_from.max(even_from(raw));
            guess = Some(mean);
            let is_exact = bits == finest && self.config.bounds == Bounds::Known;
            answer = Some(Cap { temperature, mean, even_from, exact_from: is_exact.then_some(finest) });
            top = Some(temperature + 2 * stack.step());
            if self.config.early && bits >= even_from {
                break;
            }
        }
        self.smallest = smallest;
        self.even_from = outer.max(answer.map_or(0, |cap| cap.even_from));
        self.caps.set(node, answer.map_or(Known::Nothing, Known::Cap));
        Ok(answer)
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
