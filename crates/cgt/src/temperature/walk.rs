//! Alpha-beta over a game beside a coupon stack, with its table.
//!
//! A line takes thousands of coupons, so the states that wait for an answer are kept in a list instead of on the program's
//! stack. Scores are Left's, so that no sign changes between plies; both players move in turn by definition.

use super::{
    Deepen, TemperatureConfig, TemperatureSearch,
    series::Inner,
    stack::{ONE, Stack},
};
use crate::{Partizan, Place, Player};
use search::{NodeBudget, Stopped};
use std::rc::Rc;

pub(super) const INFINITE: i64 = i64::MAX / 4;
/// In an entry: the best move is the coupon.
const COUPON: u32 = u32::MAX;
/// No move is known.
const NO_MOVE: u32 = u32::MAX - 1;

/// Bounds of a state without the gains before it (E3), or with them. All zero means empty; plain numbers, so that a large
/// table costs nothing before it is used.
pub(super) type Entry = [i64; 5];
const KEY: usize = 0;
const GAINED: usize = 1;
const LOW: usize = 2;
const HIGH: usize = 3;
const BEST: usize = 4;

/// Searches that may share nothing are told apart by their number, above all gains.
const SEARCH_SHIFT: u32 = 40;

/// States that may wait for each other, some 200 MB of them: a deeper line ends the search like a budget.
const MAX_CALLS: usize = 1 << 20;

/// Where a state is stored: index in the table, key, and the gain before it if that counts.
type Slot = (usize, i64, i64);

/// A state of the sum: the player to move, the node, the top coupon in steps, how many -1 were taken just before, and how
/// far the horizon is.
#[derive(Clone, Copy)]
pub(super) struct State {
    pub(super) node: u32,
    pub(super) top: i64,
    pub(super) player: Player,
    pub(super) passes: u32,
    pub(super) left: u32,
}

/// No horizon: every line is played to its end.
pub(super) const ENDLESS: u32 = u32::MAX;

/// A state to search within a window.
struct Call {
    state: State,
    gained: i64,
    alpha: i64,
    beta: i64,
}

/// A state whose moves are being tried.
struct Waiting {
    state: State,
    gained: i64,
    /// The gain of the coupons that were taken without a search.
    skipped: i64,
    alpha: i64,
    beta: i64,
    /// The window before the table narrowed it.
    low: i64,
    high: i64,
    slot: Option<Slot>,
    moves: Rc<[Place]>,
    /// Its moves in the common list of orders: where they begin, and the next one.
    begin: usize,
    next: usize,
    /// The move being tried, and its immediate gain.
    trying: u32,
    gain: i64,
    best: i64,
    best_move: u32,
}

/// The waiting states, and the orders of their moves one behind the other.
#[derive(Default)]
pub(super) struct CallStack {
    waiting: Vec<Waiting>,
    orders: Vec<u32>,
    ranked: Vec<(i64, u32)>,
}

impl<P: Partizan> TemperatureSearch<P> {
    /// The value of what is still to come, within a window (fail-soft).
    pub(super) fn value(
        &mut self,
        state: State,
        alpha: i64,
        beta: i64,
        budget: &mut NodeBudget,
    ) -> Result<i64, Stopped> {
        let (floor, orders) = (self.calls.waiting.len(), self.calls.orders.len());
        let answer = self.walk(Call { state, gained: 0, alpha, beta }, floor, budget);
        // A search that was stopped leaves states behind.
        self.calls.waiting.truncate(floor);
        self.calls.orders.truncate(orders);
        answer
    }

    fn walk(&mut self, call: Call, floor: usize, budget: &mut NodeBudget) -> Result<i64, Stopped> {
        let mut answer = self.enter(call, budget)?;
        loop {
            if let Some(value) = answer {
                if self.calls.waiting.len() == floor {
                    return Ok(value);
                }
                self.back_up(value);
            }
            answer = match self.next_call() {
                Some(call) => self.enter(call, budget)?,
                None => self.leave(),
            };
        }
    }

    /// Answers a state at once, or makes it wait for its moves.
    fn enter(&mut self, call: Call, budget: &mut NodeBudget) -> Result<Option<i64>, Stopped> {
        let stack = self.stack;
        let mut call = call;
        if self.config.deepen == Deepen::Moves && call.state.left >= self.graph.longest(call.state.node) {
            // No line from here meets the horizon.
            call.state.left = ENDLESS;
        }
        let state = call.state;
        // 1. The end of play: nothing is left on the board, or both players took a coupon of -1.
        if state.node == 0 {
            return Ok(Some(stack.left_value(state.top, state.player)));
        }
        if state.passes == 2 {
            return Ok(Some(stack.left_value(stack.bottom(), state.player)));
        }
        budget.step()?;
        if self.calls.waiting.len() >= MAX_CALLS {
            return Err(Stopped);
        }
        if budget.used() >= self.deepening.checkpoint {
            self.improve_estimate(budget);
        }
        // 2. A position no hotter than the stack is worth its mean beside it, if the steps are small enough.
        if self.config.means
            && state.top > stack.bottom()
            && self.forced.is_none_or(|(node, _)| node != state.node)
            && let Some(cap) = self.cap(state.node, budget)?
            && cap.known_from.is_some_and(|bits| bits <= stack.bits())
            && cap.temperature <= state.top * stack.step()
        {
            return Ok(Some(cap.mean + stack.left_value(state.top, state.player)));
        }
        if state.left == 0 {
            return Ok(Some(self.horizon_value(state)));
        }
        // 3. Coupons are taken without a search while the board must wait (E2, E4, forced coupons).
        let (Call { state, gained, mut alpha, mut beta }, skipped) = self.take_coupons(call, budget)?;
        // 4. The table. States after a coupon of -1 depend on it and are not stored unless E5 tells them apart.
        let (low, high) = (alpha, beta);
        let slot = (state.passes == 0 || self.config.passes).then(|| self.slot(state, gained, stack));
        let mut best_known = None;
        if let Some((slot, key, gained)) = slot {
            let entry = &self.table[slot];
            if entry[KEY] == key && entry[GAINED] == gained {
                if entry[LOW] >= beta || entry[LOW] == entry[HIGH] {
                    return Ok(Some(skipped + entry[LOW]));
                }
                if entry[HIGH] <= alpha {
                    return Ok(Some(skipped + entry[HIGH]));
                }
                alpha = alpha.max(entry[LOW]);
                beta = beta.min(entry[HIGH]);
                best_known = Some(entry[BEST] as u32);
            } else if self.config.across {
                best_known = self.best_of_coarser(state);
            }
        }
        // 5. All moves: the best of the table or of an earlier visit first, the others as they look.
        if best_known.is_none()
            && let Some(last) = self.last_best[usize::from(self.is_limited())].get(state.node as usize)
        {
            best_known = Some(last[state.player.index()]).filter(|&last| last != NO_MOVE);
        }
        let moves = self.graph.moves(state.node, state.player);
        let begin = self.order(&moves, state, best_known);
        self.calls.waiting.push(Waiting {
            state,
            gained,
            skipped,
            alpha,
            beta,
            low,
            high,
            slot,
            moves,
            begin,
            next: begin,
            trying: COUPON,
            gain: 0,
            best: -INFINITE * i64::from(state.player.sign()),
            best_move: COUPON,
        });
        Ok(None)
    }

    /// The call after the coupons that both players take while the board must wait, and what Left gains by them.
    fn take_coupons(&mut self, call: Call, budget: &mut NodeBudget) -> Result<(Call, i64), Stopped> {
        let Call { state, gained, alpha, beta } = call;
        let playable = self.highest_playable(state, budget)?;
        if playable >= state.top {
            return Ok((call, 0));
        }
        let is_odd = (state.top - playable) % 2 != 0;
        let player = if is_odd { state.player.other() } else { state.player };
        let skipped =
            self.stack.left_value(state.top, state.player) - self.stack.left_value(playable, player);
        let state = State { top: playable, player, passes: 0, ..state };
        Ok((Call { state, gained: gained + skipped, alpha: alpha - skipped, beta: beta - skipped }, skipped))
    }

    /// Gives the last waiting state the value of what follows its move.
    fn back_up(&mut self, rest: i64) {
        let Some(last) = self.calls.waiting.last_mut() else { return };
        let value = last.gain + rest;
        let is_left = last.state.player == Player::Left;
        if if is_left { value > last.best } else { value < last.best } {
            (last.best, last.best_move) = (value, last.trying);
        }
        if is_left {
            last.alpha = last.alpha.max(last.best);
        } else {
            last.beta = last.beta.min(last.best);
        }
    }

    /// The next move of the last waiting state, unless its window is closed or all are tried.
    fn next_call(&mut self) -> Option<Call> {
        let last = self.calls.waiting.last_mut()?;
        if last.alpha >= last.beta || last.next == self.calls.orders.len() {
            return None;
        }
        last.trying = self.calls.orders[last.next];
        last.next += 1;
        let (gain, state) = match last.trying {
            COUPON => take_coupon(self.stack, &self.config, last.state),
            nth => play(last.state, last.moves[nth as usize]),
        };
        last.gain = gain;
        let (alpha, beta) = (last.alpha - gain, last.beta - gain);
        Some(Call { state, gained: last.gained + gain, alpha, beta })
    }

    /// 6. Stores the last waiting state and returns its value.
    fn leave(&mut self) -> Option<i64> {
        let done = self.calls.waiting.pop()?;
        self.calls.orders.truncate(done.begin);
        let node = done.state.node as usize;
        // A search to a horizon must not change what the others do.
        let last_best = &mut self.last_best[usize::from(self.horizon != ENDLESS)];
        if last_best.len() <= node {
            last_best.resize(node * 3 / 2 + 1, [NO_MOVE; 2]);
        }
        last_best[node][done.state.player.index()] = done.best_move;
        if let Some((slot, key, gained)) = done.slot {
            let entry = &mut self.table[slot];
            if entry[KEY] != key || entry[GAINED] != gained {
                *entry = [key, gained, -INFINITE, INFINITE, 0];
            }
            entry[BEST] = i64::from(done.best_move);
            if done.best > done.low {
                entry[LOW] = entry[LOW].max(done.best);
            }
            if done.best < done.high {
                entry[HIGH] = entry[HIGH].min(done.best);
            }
            if entry[LOW] > entry[HIGH] {
                // Only beyond a horizon, where estimates have improved since.
                (entry[LOW], entry[HIGH]) = (done.best, done.best);
            }
        }
        Some(done.skipped + done.best)
    }

    /// Puts moves in order: the coupon first unless the table knows better, then moves on the board by what is known of
    /// their means. Returns where they begin.
    fn order(&mut self, moves: &[Place], state: State, best: Option<u32>) -> usize {
        let (sign, coupon) = (i64::from(state.player.sign()), state.top * self.stack.step());
        let mut ranked = std::mem::take(&mut self.calls.ranked);
        ranked.clear();
        for (nth, place) in moves.iter().enumerate() {
            // Beside a cooler stack the opponent answers in a hot position, which costs the difference.
            let known = match self.inner(place.node) {
                Inner::Solved(cap) => cap.mean * sign - (cap.temperature - coupon).max(0),
                _ if self.is_limited() => self.graph.estimate(place.node) * ONE * sign,
                _ => 0,
            };
            ranked.push((-known - i64::from(place.offset) * ONE * sign, nth as u32));
        }
        // The coupon is first unless the position is known to be hotter: then the opponent would answer there.
        let rank = match self.inner(state.node) {
            Inner::Solved(cap) if cap.temperature > coupon => {
                -(cap.mean * sign + 2 * coupon - (cap.temperature - coupon))
            }
            _ => -INFINITE,
        };
        ranked.push((rank, COUPON));
        ranked.sort_unstable();
        let orders = &mut self.calls.orders;
        let begin = orders.len();
        orders.extend(ranked.iter().map(|&(_, nth)| nth));
        self.calls.ranked = ranked;
        let at = best.and_then(|best| orders[begin..].iter().position(|&which| which == best));
        if let Some(at) = at {
            orders[begin..=begin + at].rotate_right(1);
        }
        begin
    }

    /// The best move that a search with steps twice as large found in the same state (6.4). Its value is not a bound here,
    /// but its move is a good first one.
    fn best_of_coarser(&self, state: State) -> Option<u32> {
        let coarse = Stack::new(self.stack.bits().checked_sub(1)?);
        let state = State { top: state.top.div_euclid(2), ..state };
        let (slot, key, gained) = self.slot(state, 0, coarse);
        let entry = &self.table[slot];
        (entry[KEY] == key && entry[GAINED] == gained).then_some(entry[BEST] as u32)
    }

    fn slot(&self, state: State, gained: i64, stack: Stack) -> Slot {
        // Temperatures above -1 in the finest steps, so that stacks of all steps have different keys.
        let top = ((state.top - stack.bottom()) as u64) << (Stack::FINEST - stack.bits());
        let small =
            (u64::from(stack.bits()) << 3) | (u64::from(state.passes) << 1) | state.player.index() as u64;
        let key = (u64::from(state.node) << 36) ^ (top << 8) ^ small;
        let gained = match state.left {
            // Values before a horizon count for the same distance only. No search has a negative number.
            left if left != ENDLESS => -((i64::from(left) + 1) << SEARCH_SHIFT),
            _ if self.config.reuse => 0,
            _ => gained + (self.search << SEARCH_SHIFT),
        };
        // Stacks that differ by one coupon lie side by side, since a search takes one after the other.
        let apart = key ^ (top << 8) ^ (gained as u64).rotate_left(17);
        let mixed = apart.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 20;
        let slot = mixed.wrapping_add((state.top - stack.bottom()) as u64);
        // No key is zero: searches never store the empty sum.
        (slot as usize & (self.table.len() - 1), key as i64, gained)
    }
}

/// A move on the board: the integer that Left gains, and the state after it.
#[inline]
pub(super) fn play(state: State, place: Place) -> (i64, State) {
    let left = state.left - u32::from(state.left != ENDLESS);
    let after = State { node: place.node, player: state.player.other(), passes: 0, left, ..state };
    (i64::from(place.offset) * ONE, after)
}

/// Takes the top coupon: what Left gains, and the state after it.
#[inline]
pub(super) fn take_coupon(stack: Stack, config: &TemperatureConfig, state: State) -> (i64, State) {
    let (gain, after) = stack.take_coupon(state);
    let is_ply = config.deepen == Deepen::Plies && state.left != ENDLESS;
    (gain, State { left: after.left - u32::from(is_ply), ..after })
}
