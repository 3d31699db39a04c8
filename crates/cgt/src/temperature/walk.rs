//! The alpha-beta walk over a game beside a stack of coupons: one state after the other, with its table.
//!
//! A line takes thousands of coupons, so the states that wait for an answer are kept in a list of their own and not on the
//! program's stack. Scores are Left's, so that no sign changes between plies; both players move in turn by definition.

use super::{
    Stack,
    caps::Known,
    coupons::{Search, State},
    stack::{ONE, sign},
};
use crate::{
    graph::Place,
    meter::{Meter, Stopped},
    partizan::{Partizan, Player},
};
use std::rc::Rc;

pub(super) const INFINITE: i64 = i64::MAX / 4;
/// In an entry: the best move is the coupon.
const COUPON: u32 = u32::MAX;
/// No move is known.
const NO_MOVE: u32 = u32::MAX - 1;

/// Bounds of a state without what was gained before it (E3), or with it. All zero means empty; plain numbers, so that a
/// large table costs nothing before it is used.
pub(super) type Entry = [i64; 5];
const KEY: usize = 0;
const GAINED: usize = 1;
const LOW: usize = 2;
const HIGH: usize = 3;
const BEST: usize = 4;

/// Searches that may share nothing are told apart by their number, above all gains.
const SEARCH_SHIFT: u32 = 40;

/// So many states may wait for each other, some 200 MB of them: a stack that is deeper ends the search like a budget.
const MOST_WAITING: usize = 1 << 20;

/// Where a state is kept: place in the table, key, and what was gained if that counts.
type Slot = (usize, i64, i64);

/// A state whose moves are being tried.
struct Waiting {
    state: State,
    gained: i64,
    /// What the coupons that were taken at once have brought.
    certain: i64,
    alpha: i64,
    beta: i64,
    /// The window before anything was known.
    low: i64,
    high: i64,
    stored: Option<Slot>,
    moves: Rc<[Place]>,
    /// Its moves in the common list of orders: where they begin, and the next one.
    begin: usize,
    next: usize,
    /// What the move that is being tried brings at once, and which it is.
    gain: i64,
    trying: u32,
    best: i64,
    best_move: u32,
}

/// The states that wait, and the orders of their moves one behind the other.
#[derive(Default)]
pub(super) struct Trail {
    waiting: Vec<Waiting>,
    orders: Vec<u32>,
    ranked: Vec<(i64, u32)>,
}

/// A state and the window in which it is wanted.
struct Call {
    state: State,
    gained: i64,
    alpha: i64,
    beta: i64,
}

impl<P: Partizan> Search<'_, P> {
    /// The value of what is still to come, within a window (fail-soft).
    pub(super) fn value(
        &mut self,
        state: State,
        alpha: i64,
        beta: i64,
        stack: Stack,
        meter: &mut Meter,
    ) -> Result<i64, Stopped> {
        let (floor, orders) = (self.trail.waiting.len(), self.trail.orders.len());
        let answer = self.walk(Call { state, gained: 0, alpha, beta }, floor, stack, meter);
        // A search that was stopped leaves states behind.
        self.trail.waiting.truncate(floor);
        self.trail.orders.truncate(orders);
        answer
    }

    fn walk(&mut self, call: Call, floor: usize, stack: Stack, meter: &mut Meter) -> Result<i64, Stopped> {
        let mut answer = self.enter(call, stack, meter)?;
        loop {
            if let Some(value) = answer {
                if self.trail.waiting.len() == floor {
                    return Ok(value);
                }
                self.take(value);
            }
            answer = match self.next_call(stack) {
                Some(call) => self.enter(call, stack, meter)?,
                None => self.leave(),
            };
        }
    }

    /// Answers a state at once, or makes it wait for its moves.
    fn enter(&mut self, call: Call, stack: Stack, meter: &mut Meter) -> Result<Option<i64>, Stopped> {
        let Call { mut state, mut gained, mut alpha, mut beta } = call;
        // 1. The end of play: everything is settled, or both players took a coupon of -1.
        if state.node == 0 {
            return Ok(Some(stack.alone_for(state.top, state.player)));
        }
        if state.passes == 2 {
            return Ok(Some(stack.alone_for(stack.bottom(), state.player)));
        }
        meter.step()?;
        if self.trail.waiting.len() >= MOST_WAITING {
            return Err(Stopped);
        }
        // A position that is no hotter than the stack is worth its mean beside it, if the steps are small enough.
        if self.config.means
            && state.top > stack.bottom()
            && self.forced.is_none_or(|(node, _)| node != state.node)
            && let Some(cap) = self.cap(state.node, meter)?
            && cap.exact_from.is_some_and(|bits| bits <= stack.bits())
            && cap.temperature <= state.top * stack.step()
        {
            return Ok(Some(cap.mean + stack.alone_for(state.top, state.player)));
        }
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
                    return Ok(Some(certain + entry[LOW]));
                }
                if entry[HIGH] <= alpha {
                    return Ok(Some(certain + entry[HIGH]));
                }
                alpha = alpha.max(entry[LOW]);
                beta = beta.min(entry[HIGH]);
                best_known = Some(entry[BEST] as u32);
            } else if self.config.across {
                best_known = self.coarser(state, stack);
            }
        }
        // 4. All moves: the best of the table or of an earlier visit first, the others as they look.
        if best_known.is_none()
            && let Some(habit) = self.habits.get(state.node as usize)
        {
            best_known = Some(habit[state.player.index()]).filter(|&habit| habit != NO_MOVE);
        }
        let moves = self.graph.moves(state.node, state.player);
        let begin = self.order(&moves, state, stack, best_known);
        let best = if state.player == Player::Left { -INFINITE } else { INFINITE };
        self.trail.waiting.push(Waiting {
            state,
            gained,
            certain,
            alpha,
            beta,
            low,
            high,
            stored,
            moves,
            begin,
            next: begin,
            gain: 0,
            trying: COUPON,
            best,
            best_move: COUPON,
        });
        Ok(None)
    }

    /// Gives the last state that waits the value of what follows its move.
    fn take(&mut self, rest: i64) {
        let Some(top) = self.trail.waiting.last_mut() else { return };
        let value = top.gain + rest;
        if top.state.player == Player::Left {
            if value > top.best {
                (top.best, top.best_move) = (value, top.trying);
            }
            top.alpha = top.alpha.max(top.best);
        } else {
            if value < top.best {
                (top.best, top.best_move) = (value, top.trying);
            }
            top.beta = top.beta.min(top.best);
        }
    }

    /// The next move of the last state that waits, if another is worth trying.
    fn next_call(&mut self, stack: Stack) -> Option<Call> {
        let top = self.trail.waiting.last_mut()?;
        if top.alpha >= top.beta || top.next == self.trail.orders.len() {
            return None;
        }
        top.trying = self.trail.orders[top.next];
        top.next += 1;
        let (gain, state) = match top.trying {
            COUPON => take_coupon(top.state, stack),
            nth => play(top.state, top.moves[nth as usize]),
        };
        top.gain = gain;
        let (alpha, beta) = (top.alpha - gain, top.beta - gain);
        Some(Call { state, gained: top.gained + gain, alpha, beta })
    }

    /// 5. What was learnt of the last state that waits.
    fn leave(&mut self) -> Option<i64> {
        let done = self.trail.waiting.pop()?;
        self.trail.orders.truncate(done.begin);
        let node = done.state.node as usize;
        if self.habits.len() <= node {
            self.habits.resize(node * 3 / 2 + 1, [NO_MOVE; 2]);
        }
        self.habits[node][done.state.player.index()] = done.best_move;
        if let Some((slot, key, gained)) = done.stored {
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
        }
        Some(done.certain + done.best)
    }

    /// Puts moves in order: the coupon first unless the table knows better, then moves on the board by what is known of
    /// their means. Says where they begin.
    fn order(&mut self, moves: &[Place], state: State, stack: Stack, best: Option<u32>) -> usize {
        let (player, coupon) = (state.player, state.top * stack.step());
        let Trail { orders, ranked, .. } = &mut self.trail;
        let begin = orders.len();
        ranked.clear();
        for (nth, place) in moves.iter().enumerate() {
            // Beside a cooler stack a hot position loses what the answer there is worth more than a coupon.
            let known = match self.caps.get(place.node) {
                Known::Cap(cap) => cap.mean * sign(player) - (cap.temperature - coupon).max(0),
                _ => 0,
            };
            ranked.push((-known - i64::from(place.offset) * ONE * sign(player), nth as u32));
        }
        // The coupon is first unless the position is known to be hotter: then the opponent would answer there.
        let rank = match self.caps.get(state.node) {
            Known::Cap(cap) if cap.temperature > coupon => {
                -(cap.mean * sign(player) + 2 * coupon - (cap.temperature - coupon))
            }
            _ => -INFINITE,
        };
        ranked.push((rank, COUPON));
        ranked.sort_unstable();
        orders.extend(ranked.iter().map(|&(_, nth)| nth));
        let at = best.and_then(|best| orders[begin..].iter().position(|&which| which == best));
        if let Some(at) = at {
            orders[begin..=begin + at].rotate_right(1);
        }
        begin
    }

    /// The best move that a search with steps twice as large has found in the same place (6.4). Its value says nothing
    /// certain here, but its move is a good one to begin with.
    fn coarser(&self, state: State, stack: Stack) -> Option<u32> {
        let coarse = Stack::new(stack.bits().checked_sub(1)?);
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
        let gained = if self.config.reuse { 0 } else { gained + (self.searches << SEARCH_SHIFT) };
        // Stacks that differ by a coupon lie side by side, since a search takes one after the other.
        let apart = key ^ (top << 8) ^ (gained as u64).rotate_left(17);
        let mixed = apart.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 20;
        let slot = mixed.wrapping_add((state.top - stack.bottom()) as u64);
        // No key is zero: nodes of searches are never the empty sum.
        (slot as usize & (self.table.len() - 1), key as i64, gained)
    }
}

/// Taking the top coupon: what it brings to Left, and what follows.
#[inline]
pub(super) fn take_coupon(state: State, stack: Stack) -> (i64, State) {
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

/// A move on the board: the whole number it brings to Left, and what follows.
#[inline]
pub(super) fn play(state: State, place: Place) -> (i64, State) {
    let after = State { node: place.node, player: state.player.other(), passes: 0, ..state };
    (i64::from(place.offset) * ONE, after)
}
