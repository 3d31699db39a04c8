//! One attempt with one stack: the value of the sum, and the temperature from its principal variation (Algorithm 1).

use super::{
    Bounds, Stack, TemperatureConfig, Ties,
    deepen::Deepening,
    series::Inner,
    stack::ONE,
    variation::Answered,
    walk::{CallStack, ENDLESS, Entry, INFINITE, State, play, take_coupon},
};
use crate::{Graph, Partizan, Player};
use search::{NodeBudget, Stopped};

/// The result of a search with one stack.
pub(super) enum Attempt {
    /// The first move was on the board: the stack begins below the temperature.
    TooLow,
    /// Mean and temperature in units, and the temperature before rounding to an even multiple of the step.
    Found { mean: i64, temperature: i64, raw: i64 },
    /// The line met the horizon before a move on the board: only a mean.
    Unclear { mean: i64 },
}

/// Where a principal variation makes its first move on the board.
enum FirstMove {
    /// At once.
    Board,
    /// After this coupon, in steps, or never.
    After(i64),
    /// The line ends before.
    BeyondHorizon,
}

/// Temperature discovery search; its table and its graph of positions last as long as it does.
pub struct TemperatureSearch<P> {
    pub(crate) graph: Graph<P>,
    pub(super) config: TemperatureConfig,
    pub(super) table: Vec<Entry>,
    /// The number of the running search, and of searches so far: without E3 no search may use another's entries.
    pub(super) search: i64,
    pub(super) searches: i64,
    pub(super) calls: CallStack,
    /// The best move of each player when a node was last searched, beside any stack; of searches without and with a horizon.
    pub(super) last_best: [Vec<[u32; 2]>; 2],
    pub(super) inner: Vec<Inner>,
    /// The largest `even_from` of the positions met in this search.
    pub(super) even_from: u32,
    /// The stack beside which the running attempt searches.
    pub(super) stack: Stack,
    /// The root of a lowering search, and the coupon down to which it must take coupons.
    pub(super) forced: Option<(u32, i64)>,
    /// The smallest coupon known to be in the line, for estimates.
    pub(super) smallest: i64,
    /// How far the running attempt looks.
    pub(super) horizon: u32,
    /// The searches that prepare for the end of the budget.
    pub(super) deepening: Deepening,
    /// The attempt behind the last answer.
    pub(super) answered: Option<Answered>,
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
            search: 0,
            searches: 0,
            calls: CallStack::default(),
            last_best: [Vec::new(), Vec::new()],
            inner: Vec::new(),
            even_from: 0,
            stack: Stack::new(0),
            forced: None,
            smallest: 0,
            horizon: ENDLESS,
            deepening: Deepening::default(),
            answered: None,
        }
    }

    /// The state before the first move of the running attempt.
    pub(super) fn root(&self, node: u32, top: i64, player: Player) -> State {
        State { node, top, player, passes: 0, left: self.horizon }
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
        let outer = (self.stack, self.forced, self.search);
        (self.stack, self.forced) = (stack, None);
        let answer = self.attempt_unforced(node, top, guess, budget);
        (self.stack, self.forced, self.search) = outer;
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
        let mut last = match self.last_coupon(node, top, value, budget)? {
            FirstMove::Board => return Ok(Attempt::TooLow),
            FirstMove::After(last) => last,
            FirstMove::BeyondHorizon => return Ok(Attempt::Unclear { mean: value - alone }),
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
                last = match lower {
                    FirstMove::After(lower) => lower.min(last - 1),
                    FirstMove::Board | FirstMove::BeyondHorizon => last - 1,
                };
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

    /// Where the principal variation makes its first move on the board.
    fn last_coupon(
        &mut self,
        node: u32,
        top: i64,
        mut value: i64,
        budget: &mut NodeBudget,
    ) -> Result<FirstMove, Stopped> {
        let stack = self.stack;
        let mut state = self.root(node, top, Player::Left);
        while state.top > stack.bottom() {
            if state.left == 0 {
                return Ok(FirstMove::BeyondHorizon);
            }
            let (coupon, after) = take_coupon(stack, &self.config, state);
            let rest = value - coupon;
            let allowed = self.forced.is_none_or(|(at, least)| at != node || state.top < least);
            let board = allowed
                && match self.config.ties {
                    // Only a strictly better move on the board keeps the player from the coupon.
                    Ties::Coupon => !self.reaches(after, rest, state.player, budget)?,
                    Ties::Board => self.board_reaches(state, value, budget)?,
                };
            if board {
                return Ok(match state.top < top {
                    true => FirstMove::After(state.top + 1),
                    false => FirstMove::Board,
                });
            }
            self.smallest = state.top * stack.step();
            (state, value) = (after, rest);
        }
        Ok(FirstMove::After(stack.bottom() + 1))
    }

    /// Is a state worth at least `value` to `player`?
    pub(super) fn reaches(
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

    fn begin_search(&mut self) {
        self.searches += i64::from(!self.config.reuse);
        self.search = self.searches;
    }

    /// The exact value of the sum.
    pub(super) fn full_value(
        &mut self,
        node: u32,
        top: i64,
        player: Player,
        budget: &mut NodeBudget,
    ) -> Result<i64, Stopped> {
        self.begin_search();
        self.value(self.root(node, top, player), -INFINITE, INFINITE, budget)
    }

    /// The same for Left by null-window searches that start at a guess (MTD(f), Plaat 1996).
    fn value_near(
        &mut self,
        node: u32,
        top: i64,
        guess: i64,
        budget: &mut NodeBudget,
    ) -> Result<i64, Stopped> {
        self.begin_search();
        let state = self.root(node, top, Player::Left);
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
            // No game of n moves is hotter than n - 1, so waiting above that loses nothing.
            let longest = self.graph.longest(state.node);
            top = top.min((i64::from(longest) - 1) << stack.bits()).max(stack.bottom());
            if self.config.gaps {
                top = stack.possible_below(top, longest);
            }
        }
        Ok(top)
    }
}

/// Steps larger than `2^-LEAST_BITS` do not tell -1 from -1/2 and 0.
pub(super) const LEAST_BITS: u32 = 2;
