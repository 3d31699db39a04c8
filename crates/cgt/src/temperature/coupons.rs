//! The alpha-beta search of a game beside a stack of coupons, and the searches of Algorithms 1 and 3 around it.
//!
//! Scores are Left's, so that no sign changes between plies; both players move in turn by definition.

use super::{
    Estimate, Found, Rule, Stack, TemperatureConfig, Ties,
    stack::{ONE, number, sign},
};
use crate::{
    graph::{Graph, Place},
    meter::{Meter, Stopped},
    partizan::{Partizan, Player},
};
use std::{collections::HashMap, rc::Rc};

const INFINITE: i64 = i64::MAX / 4;
/// In an entry: the best move is the coupon.
const COUPON: u32 = u32::MAX;

/// Bounds of a state without what was gained before it (E3), or with it. All zero means empty; plain numbers, so that a
/// large table costs nothing before it is used.
type Entry = [i64; 5];
const KEY: usize = 0;
const GAINED: usize = 1;
const LOW: usize = 2;
const HIGH: usize = 3;
const BEST: usize = 4;

/// Searches that may share nothing are told apart by their number, above all gains.
const SEARCH_SHIFT: u32 = 40;

/// A search with one stack.
pub(super) enum Try {
    /// The first move was on the board: the stack begins too low.
    Failed,
    /// Mean and temperature in units.
    Found { mean: i64, temperature: i64 },
}

/// The best of a series of searches.
pub(super) struct Ladder {
    pub(super) found: Found,
}

/// A state of the sum: who is to move in which node beside which coupons, and how many -1 were taken just before.
#[derive(Clone, Copy)]
struct State {
    node: u32,
    top: i64,
    player: Player,
    passes: u32,
}

pub(super) struct Search<'a, P> {
    pub(super) graph: &'a mut Graph<P>,
    pub(super) config: TemperatureConfig,
    table: Vec<Entry>,
    searches: i64,
    /// Temperatures (E4) and means of inner positions in units; `None` while one is being computed.
    caps: HashMap<u32, Option<(i64, i64)>>,
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
        Search { graph, config, table, searches: 0, caps: HashMap::new(), forced: None, smallest: 0 }
    }

    /// Searches with finer and finer stacks (E1), or with the finest at once.
    pub(super) fn ladder(&mut self, node: u32, finest: u32, meter: &mut Meter) -> Ladder {
        let longest = i64::from(self.graph.longest(node));
        let safe = (longest - 1).max(0);
        let mut top = None;
        let mut failures = 0;
        let mut last: Option<(i64, i64, u32)> = None;
        let mut exact = false;
        let first = if self.config.presearch { 0 } else { finest };
        'finer: for bits in first..=finest {
            let stack = Stack::new(bits);
            let mut steps = top.unwrap_or(safe * ONE).div_euclid(stack.step()) + i64::from(top.is_none());
            steps = steps.max(stack.bottom() + 1) + self.config.extra.0;
            loop {
                match self.attempt(node, stack, steps, meter) {
                    Err(Stopped) => {
                        let step = stack.step();
                        let estimate = self.estimated(step);
                        last = last.or(Some((0, estimate, bits)));
                        break 'finer;
                    }
                    Ok(Try::Failed) => {
                        failures += 1;
                        steps += 1;
                    }
                    Ok(Try::Found { mean, temperature }) => {
                        last = Some((mean, temperature, bits));
                        exact = bits == finest && i64::from(finest) >= longest;
                        let more = if self.config.rule == Rule::Two { 2 } else { 1 };
                        top = Some(temperature + more * stack.step());
                        break;
                    }
                }
            }
        }
        let (mean, temperature, step_bits) = last.unwrap_or((0, -ONE, first));
        let found =
            Found { mean: number(mean), temperature: number(temperature), exact, step_bits, failures };
        Ladder { found }
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
        Ok(Try::Found { mean, temperature })
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
            let (coupon, after) = self.coupon(state, stack);
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
            Player::Left => self.value(state, 0, value - 1, value, stack, meter)? >= value,
            Player::Right => self.value(state, 0, value, value + 1, stack, meter)? <= value,
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
            let (gain, after) = board(state, place);
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
        self.value(State { node, top, player, passes: 0 }, 0, -INFINITE, INFINITE, stack, meter)
    }

    #[inline]
    fn coupon(&self, state: State, stack: Stack) -> (i64, State) {
        let gain = sign(state.player) * state.top * stack.step();
        let last = state.top == stack.bottom();
        let after = State {
            top: if last { state.top } else { state.top - 1 },
            player: state.player.other(),
            passes: if last { state.passes + 1 } else { 0 },
            ..state
        };
        (gain, after)
    }

    /// The value of what is still to come, within a window (fail-soft).
    fn value(
        &mut self,
        mut state: State,
        mut gained: i64,
        mut alpha: i64,
        mut beta: i64,
        stack: Stack,
        meter: &mut Meter,
    ) -> Result<i64, Stopped> {
        // 1. The end of play: everything is settled, or both players took a coupon of -1.
        if state.node == 0 {
            return Ok(stack.alone_for(state.top, state.player));
        }
        if state.passes == 2 {
            return Ok(stack.alone_for(stack.bottom(), state.player));
        }
        meter.step()?;
        // 2. Coupons are taken at once while the board must wait (E2, E4, forced coupons).
        let mut certain = 0;
        let playable = self.playable(state, stack, meter)?;
        if playable < state.top {
            let turned = (state.top - playable) % 2 != 0;
            let player = if turned { state.player.other() } else { state.player };
            certain = stack.alone_for(state.top, state.player) - stack.alone_for(playable, player);
            state = State { top: playable, player, passes: 0, ..state };
            gained += certain;
            alpha -= certain;
            beta -= certain;
        }
        // 3. The table. States after a coupon of -1 depend on it and are left out unless E5 tells them apart.
        let (low, high) = (alpha, beta);
        let stored = (state.passes == 0 || self.config.passes).then(|| self.slot(state, gained, stack));
        let mut best_known = None;
        if let Some((slot, key, gained)) = stored {
            let entry = &self.table[slot];
            if entry[KEY] == key && entry[GAINED] == gained {
                if entry[LOW] >= beta || entry[LOW] == entry[HIGH] {
                    return Ok(certain + entry[LOW]);
                }
                if entry[HIGH] <= alpha {
                    return Ok(certain + entry[HIGH]);
                }
                alpha = alpha.max(entry[LOW]);
                beta = beta.min(entry[HIGH]);
                best_known = Some(entry[BEST] as u32);
            }
        }
        // 4. All moves: the table's first, then the coupon, then the board.
        let moves = self.graph.moves(state.node, state.player);
        let order = self.ordered(&moves, state.player, best_known);
        let left = state.player == Player::Left;
        let (mut best, mut best_move) = (if left { -INFINITE } else { INFINITE }, COUPON);
        for which in order {
            let (gain, after) = match which {
                COUPON => self.coupon(state, stack),
                nth => board(state, moves[nth as usize]),
            };
            let rest = self.value(after, gained + gain, alpha - gain, beta - gain, stack, meter)?;
            let value = gain + rest;
            if (left && value > best) || (!left && value < best) {
                (best, best_move) = (value, which);
            }
            if left {
                alpha = alpha.max(best)
            } else {
                beta = beta.min(best)
            }
            if alpha >= beta {
                break;
            }
        }
        // 5. What was learnt.
        if let Some((slot, key, gained)) = stored {
            let entry = &mut self.table[slot];
            if entry[KEY] != key || entry[GAINED] != gained {
                *entry = [key, gained, -INFINITE, INFINITE, 0];
            }
            entry[BEST] = i64::from(best_move);
            if best > low {
                entry[LOW] = entry[LOW].max(best);
            }
            if best < high {
                entry[HIGH] = entry[HIGH].min(best);
            }
        }
        Ok(certain + best)
    }

    /// The coupon first unless the table knows better; moves on the board by what is known of their means.
    fn ordered(&self, moves: &Rc<[Place]>, player: Player, best: Option<u32>) -> Vec<u32> {
        let mut order: Vec<u32> = Vec::with_capacity(moves.len() + 1);
        order.push(COUPON);
        order.extend(0..moves.len() as u32);
        let mean = |nth: u32| {
            let place = moves[nth as usize];
            let known = self.caps.get(&place.node).copied().flatten().map_or(0, |(_, mean)| mean);
            (known + i64::from(place.offset) * ONE) * -sign(player)
        };
        order[1..].sort_by_cached_key(|&nth| mean(nth));
        if let Some(at) = best.and_then(|best| order.iter().position(|&which| which == best)) {
            order[..=at].rotate_right(1);
        }
        order
    }

    fn slot(&self, state: State, gained: i64, stack: Stack) -> (usize, i64, i64) {
        // Temperatures above -1 in the finest steps, so that stacks of all steps have different keys.
        let top = ((state.top - stack.bottom()) as u64) << (Stack::FINEST - stack.bits());
        let small =
            (u64::from(stack.bits()) << 3) | (u64::from(state.passes) << 1) | state.player.index() as u64;
        let key = (u64::from(state.node) << 36) ^ (top << 8) ^ small;
        let gained = if self.config.reuse { 0 } else { gained + (self.searches << SEARCH_SHIFT) };
        let mixed = (key ^ (gained as u64).rotate_left(17)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let slot = (mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 20;
        // No key is zero: nodes of searches are never the empty sum.
        (slot as usize & (self.table.len() - 1), key as i64, gained)
    }

    /// The highest top of the stack, not above this one, at which moves on the board are worth looking at.
    fn playable(&mut self, state: State, stack: Stack, meter: &mut Meter) -> Result<i64, Stopped> {
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
        if self.config.impossible {
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
        if let Some(known) = self.caps.get(&node) {
            return Ok(known.map(|(temperature, _)| temperature));
        }
        let longest = self.graph.longest(node);
        if longest > Stack::FINEST {
            return Ok(None);
        }
        self.caps.insert(node, None);
        let smallest = self.smallest;
        let mut answer = None;
        let mut top = i64::from(longest - 1).max(0) * ONE + ONE;
        for bits in 0..=longest.max(2) {
            let stack = Stack::new(bits);
            let mut steps = top.div_euclid(stack.step()).max(stack.bottom() + 1);
            loop {
                match self.attempt(node, stack, steps, meter) {
                    Err(stopped) => {
                        self.caps.remove(&node);
                        return Err(stopped);
                    }
                    Ok(Try::Failed) => steps += 1,
                    Ok(Try::Found { mean, temperature }) => {
                        answer = Some((temperature, mean));
                        top = temperature + 2 * stack.step();
                        break;
                    }
                }
            }
        }
        self.smallest = smallest;
        self.caps.insert(node, answer);
        Ok(answer.map(|(temperature, _)| temperature))
    }
}

#[inline]
fn board(state: State, place: Place) -> (i64, State) {
    let after = State { node: place.node, player: state.player.other(), passes: 0, ..state };
    (i64::from(place.offset) * ONE, after)
}
