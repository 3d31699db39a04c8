//! One attempt with one stack: the value of the sum, and the temperature from its principal variation (Algorithm 1).

use super::{
    Bounds, Stack, TemperatureConfig, Ties,
    series::Inner,
    stack::ONE,
    walk::{CallStack, Entry, INFINITE, State, play},
};
use crate::{Graph, Partizan, Player};
use search::{NodeBudget, Stopped};

/// The result of a search with one stack.
pub(super) enum Attempt {
    /// The first move was on the board: the stack begins below the temperature.
    TooLow,
    /// Mean and temperature in units, and the temperature before rounding to an even multiple of the step.
    Found { mean: i64, temperature: i64, raw: i64 },
}

/// Temperature discovery search; its table and its graph of positions last as long as it does.
pub struct TemperatureSearch<P> {
    pub(crate) graph: Graph<P>,
    pub(super) config: TemperatureConfig,
    pub(super) table: Vec<Entry>,
    pub(super) searches: i64,
    pub(super) calls: CallStack,
    /// The best move of each player when a node was last searched, beside any stack.
    pub(super) last_best: Vec<[u32; 2]>,
    pub(super) inner: Vec<Inner>,
    /// The largest `even_from` of the positions met in this search.
    pub(super) even_from: u32,
    /// The stack beside which the running attempt searches.
    pub(super) stack: Stack,
    /// The root of a lowering search, and the coupon down to which it must take coupons.
    pub(super) forced: Option<(u32, i64)>,
    /// The smallest coupon known to be in the line, for estimates.
    pub(super) smallest: i64,
}

impl<P: Partizan> TemperatureSearch<P> {
    /// A search with an empty table.
    pub fn new(config: TemperatureConfig) -> Self {
        TemperatureSearch::on(Graph::default(), config)
    }

    /// A search with an empty table on a graph that other searches have filled.
    pub(crate) fn on(graph: Graph<P>, config: TemperatureConfig) -> Self {
        let entries = (config.table.bytes(size_of::<Entry>() as u64) / size_of::<Entry>() as u64).max(1);
        TemperatureSearch {
            graph,
            config,
            table: vec![Entry::default(); 1 << entries.ilog2()],
            searches: 0,
            calls: CallStack::default(),
            last_best: Vec::new(),
            inner: Vec::new(),
            even_from: 0,
            stack: Stack::new(0),
            forced: None,
            smallest: 0,
        }
    }

    /// An attempt without E4's own search of the position before it.
    pub(super) fn attempt_alone(
        &mut self,
        node: u32,
        stack: Stack,
        top: i64,
        budget: &mut NodeBudget,
    ) -> Result<Attempt, Stopped> {
        let known = self.inner(node);
        if matches!(known, Inner::Unknown) {
            self.set_inner(node, Inner::Searching);
        }
        let answer = self.attempt(node, stack, top, None, budget);
        self.set_inner(node, known);
        answer
    }

    /// One search of the sum with Left to move, and the temperature from its principal variation (Algorithm 1).
    pub(super) fn attempt(
        &mut self,
        node: u32,
        stack: Stack,
        top: i64,
        guess: Option<i64>,
        budget: &mut NodeBudget,
    ) -> Result<Attempt, Stopped> {
        let outer = (self.stack, self.forced);
        (self.stack, self.forced) = (stack, None);
        let answer = self.attempt_unforced(node, top, guess, budget);
        (self.stack, self.forced) = outer;
        answer
    }

    fn attempt_unforced(
        &mut self,
        node: u32,
        top: i64,
        guess: Option<i64>,
        budget: &mut NodeBudget,
    ) -> Result<Attempt, Stopped> {
        let stack = self.stack;
        self.smallest = top * stack.step();
        let alone = stack.left_value(top, Player::Left);
        let value = match guess {
            None => self.full_value(node, top, Player::Left, budget)?,
            Some(mean) => self.value_near(node, top, mean + alone, budget)?,
        };
        let Some(mut last) = self.last_coupon(node, top, value, budget)? else {
            return Ok(Attempt::TooLow);
        };
        if self.config.ties == Ties::Board {
            // Lower the estimate as long as forcing one more coupon costs nothing.
            while last - 1 > stack.bottom() {
                self.forced = Some((node, last - 1));
                if self.full_value(node, top, Player::Left, budget)? != value {
                    break;
                }
                let lower = self.last_coupon(node, top, value, budget)?;
                self.forced = None;
                last = lower.unwrap_or(last - 1).min(last - 1);
            }
            self.forced = None;
        }
        let temperature = match last {
            // Every coupon above -1 could be taken: no game has a temperature between -1 and -1/2, but only steps of
            // at most 1/4 tell these apart.
            last if last == stack.bottom() + 1 && stack.bits() >= LEAST_BITS => -ONE,
            // A vertical wall below the mast ends the search one step too low; temperatures are even multiples.
            last => (last + last.rem_euclid(2)) * stack.step(),
        };
        let raw = if temperature == -ONE { temperature } else { last * stack.step() };
        Ok(Attempt::Found { mean: value - alone, temperature, raw })
    }

    /// The last coupon taken before the first move on the board; `None` if that is the very first move.
    fn last_coupon(
        &mut self,
        node: u32,
        top: i64,
        mut value: i64,
        budget: &mut NodeBudget,
    ) -> Result<Option<i64>, Stopped> {
        let stack = self.stack;
        let mut state = State { node, top, player: Player::Left, passes: 0 };
        while state.top > stack.bottom() {
            let (coupon, after) = stack.take_coupon(state);
            let rest = value - coupon;
            let allowed = self.forced.is_none_or(|(at, least)| at != node || state.top < least);
            let board = allowed
                && match self.config.ties {
                    // Only a strictly better move on the board keeps the player from the coupon.
                    Ties::Coupon => !self.reaches(after, rest, state.player, budget)?,
                    Ties::Board => self.board_reaches(state, value, budget)?,
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
        budget: &mut NodeBudget,
    ) -> Result<bool, Stopped> {
        Ok(match player {
            Player::Left => self.value(state, value - 1, value, budget)? >= value,
            Player::Right => self.value(state, value, value + 1, budget)? <= value,
        })
    }

    fn board_reaches(&mut self, state: State, value: i64, budget: &mut NodeBudget) -> Result<bool, Stopped> {
        for &place in self.graph.moves(state.node, state.player).iter() {
            let (gain, after) = play(state, place);
            if self.reaches(after, value - gain, state.player, budget)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The exact value of the sum.
    pub(super) fn full_value(
        &mut self,
        node: u32,
        top: i64,
        player: Player,
        budget: &mut NodeBudget,
    ) -> Result<i64, Stopped> {
        // Without E3 no search may use another's entries.
        self.searches += i64::from(!self.config.reuse);
        self.value(State { node, top, player, passes: 0 }, -INFINITE, INFINITE, budget)
    }

    /// The same for Left by null-window searches that start at a guess (MTD(f), Plaat 1996).
    fn value_near(
        &mut self,
        node: u32,
        top: i64,
        guess: i64,
        budget: &mut NodeBudget,
    ) -> Result<i64, Stopped> {
        self.searches += i64::from(!self.config.reuse);
        let state = State { node, top, player: Player::Left, passes: 0 };
        let (mut low, mut high, mut value) = (-INFINITE, INFINITE, guess);
        while low < high {
            let beta = if value == low { value + 1 } else { value };
            value = self.value(state, beta - 1, beta, budget)?;
            if value < beta { high = value } else { low = value }
        }
        Ok(value)
    }

    /// The highest coupon, at most the top one, beside which moves on the board need a search.
    pub(super) fn highest_playable(&mut self, state: State, budget: &mut NodeBudget) -> Result<i64, Stopped> {
        let stack = self.stack;
        let mut top = state.top;
        if top == stack.bottom() {
            return Ok(top);
        }
        if let Some((node, least)) = self.forced
            && node == state.node
        {
            // The root of a lowering search takes the coupons down to this one first.
            top = top.min(least - 1).max(stack.bottom());
        }
        if self.config.recursive
            && let Some(cap) = self.cap(state.node, budget)?
        {
            top = top.min(cap.temperature.div_euclid(stack.step())).max(stack.bottom());
        }
        if self.config.impossible && self.config.bounds == Bounds::Known {
            // No game of n moves is hotter than n - 1, so waiting above that loses nothing. The thesis also skips the gaps
            // between possible temperatures further down. That is not sound: a threat may leave a position hotter than
            // the stack, and the player who should answer it takes a free coupon instead. On 4x4 boards (November 2026)
            // the thesis' rule made 199 of 278 answers wrong, since only one player is ever to move at the even coupons;
            // with a chance for both players at each possible temperature still 38 of 282.
            let hottest = i64::from(self.graph.longest(state.node)) - 1;
            top = top.min(hottest << stack.bits()).max(stack.bottom());
        }
        Ok(top)
    }
}

/// Steps larger than `2^-LEAST_BITS` do not tell -1 from -1/2 and 0.
pub(super) const LEAST_BITS: u32 = 2;
