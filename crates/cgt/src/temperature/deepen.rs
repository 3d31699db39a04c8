//! Searches to a horizon, which have an answer whenever the budget ends (4.3): each looks further than the one before, and
//! estimates the positions at its horizon.
//!
//! They interrupt the search proper each time its nodes have doubled, for a part of the nodes used so far. They read what
//! the search proper knows of inner positions and leave its results alone, so that its nodes stay the same.

use super::{
    Deepen, Stack, TemperatureSearch,
    coupons::Attempt,
    series::Inner,
    stack::ONE,
    variation::Answered,
    walk::{ENDLESS, State},
};
use crate::{Partizan, Place, Player};
use search::{NodeBudget, Stopped};

/// When the first of these searches begins.
const FIRST: u64 = 256;
/// The part of all nodes that they get, and the least number. On 12 boards of 4x4 squares with 9 and 10 empty squares and
/// 200,000 nodes each (November 2026) temperatures are off by 0.60, 0.27 and 0.18 on average with a 16th, an 8th and a half.
const SHARE: u64 = 8;
const LEAST: u64 = 128;
/// Exponent of their step: estimates are too coarse for smaller ones.
const BITS: u32 = 2;

/// How far the searches to a horizon have come.
pub(super) struct Deepening {
    /// They continue when the budget has used so many nodes.
    pub(super) checkpoint: u64,
    begun: u64,
    node: u32,
    bits: u32,
    /// The last horizon.
    reached: u32,
    found: Option<Estimated>,
    glances: Vec<Option<Glance>>,
}

/// What a look at the options of a node tells, in units.
#[derive(Clone, Copy)]
struct Glance {
    mean: i64,
    temperature: i64,
}

/// The answer of a search to a horizon, in units.
#[derive(Clone, Copy)]
pub(super) struct Estimated {
    pub(super) mean: i64,
    pub(super) temperature: i64,
    pub(super) answered: Answered,
}

impl Default for Deepening {
    fn default() -> Deepening {
        Deepening {
            checkpoint: u64::MAX,
            begun: 0,
            node: 0,
            bits: 0,
            reached: 0,
            found: None,
            glances: Vec::new(),
        }
    }
}

impl<P: Partizan> TemperatureSearch<P> {
    /// Does the running attempt have a horizon?
    #[inline]
    pub(super) fn is_limited(&self) -> bool {
        self.horizon != ENDLESS
    }

    /// Prepares for searches to a horizon, if the settings want them.
    pub(super) fn begin_deepening(&mut self, node: u32, finest: u32, budget: &NodeBudget) {
        self.deepening = Deepening::default();
        if self.config.deepen != Deepen::Off {
            let begun = budget.used();
            let bits = match self.config.deepen {
                Deepen::Moves => finest.min(BITS),
                // The first stack of E1.
                _ if self.config.presearch => 0,
                _ => finest,
            };
            self.deepening =
                Deepening { checkpoint: begun + FIRST, begun, node, bits, ..Deepening::default() };
        }
    }

    /// The last answer. No further search to a horizon begins.
    pub(super) fn end_deepening(&mut self) -> Option<Estimated> {
        self.deepening.checkpoint = u64::MAX;
        self.deepening.found
    }

    /// Searches further than before, with a part of the nodes used so far.
    pub(super) fn improve_estimate(&mut self, budget: &mut NodeBudget) {
        let used = budget.used() - self.deepening.begun;
        let outer = (self.stack, self.forced, self.smallest, self.even_from, self.search);
        self.deepening.checkpoint = u64::MAX;
        let ended = budget.within((used / SHARE).max(LEAST), |part| self.deepen(part));
        self.horizon = ENDLESS;
        (self.stack, self.forced, self.smallest, self.even_from, self.search) = outer;
        if ended.is_err() {
            self.deepening.checkpoint = self.deepening.begun + used * 2;
        }
    }

    /// Moves the horizon until the budget ends, or until no line meets it.
    fn deepen(&mut self, budget: &mut NodeBudget) -> Result<(), Stopped> {
        let node = self.deepening.node;
        let counts_plies = self.config.deepen == Deepen::Plies;
        while counts_plies || self.deepening.reached < self.graph.longest(node) {
            // Lines of coupons are long and cost little.
            let horizon =
                if counts_plies { (self.deepening.reached * 2).max(1) } else { self.deepening.reached + 1 };
            if horizon > 1 << 24 {
                break;
            }
            let found = self.look_ahead(node, horizon, budget)?;
            (self.deepening.reached, self.deepening.found) = (horizon, Some(found));
        }
        Ok(())
    }

    /// Mean and temperature as far as this horizon shows them.
    fn look_ahead(&mut self, node: u32, horizon: u32, budget: &mut NodeBudget) -> Result<Estimated, Stopped> {
        self.horizon = horizon;
        let stack = Stack::new(self.deepening.bits);
        let before = self.deepening.found;
        let (mut top, guess) = match (self.config.deepen, before) {
            (Deepen::Moves, Some(found)) => {
                (found.temperature.div_euclid(stack.step()) + 2, Some(found.mean))
            }
            (Deepen::Moves, None) => (self.glance(node).temperature.div_euclid(stack.step()) + 2, None),
            _ => (self.first_top(node, None, stack), None),
        };
        top = top.max(stack.bottom() + 1);
        let mut more = 1;
        loop {
            let answered = |mean: i64| {
                let value = mean + stack.left_value(top, Player::Left);
                Answered { stack, top, horizon, value }
            };
            match self.attempt(node, stack, top, guess, budget)? {
                Attempt::Found { mean, temperature, raw } => {
                    // Rounding is for exact steps; beside a large one it is a large error.
                    let temperature = if stack.bits() < BITS { raw } else { temperature };
                    return Ok(Estimated { mean, temperature, answered: answered(mean) });
                }
                Attempt::Unclear { mean } => {
                    let temperature = self.estimated(stack.step());
                    return Ok(Estimated { mean, temperature, answered: answered(mean) });
                }
                Attempt::TooLow => {
                    top += more;
                    more *= 2;
                }
            }
        }
    }

    /// Mean and temperature of a node if its options are worth what they are estimated at; the temperature is below -1 where
    /// no player wants to move.
    fn glance(&mut self, node: u32) -> Glance {
        if let Some(Some(known)) = self.deepening.glances.get(node as usize) {
            return *known;
        }
        let best = Player::BOTH.map(|player| {
            let moves = self.graph.moves(node, player);
            let worth = |place: &Place| {
                (self.graph.estimate(place.node) + i64::from(place.offset)) * i64::from(player.sign())
            };
            moves.iter().map(worth).max()
        });
        let glance = match best {
            [Some(left), Some(right)] => {
                Glance { mean: (left - right) * ONE / 2, temperature: (left + right) * ONE / 2 }
            }
            _ => Glance { mean: self.graph.estimate(node) * ONE, temperature: -ONE },
        };
        if self.deepening.glances.len() <= node as usize {
            self.deepening.glances.resize(node as usize * 3 / 2 + 1, None);
        }
        self.deepening.glances[node as usize] = Some(glance);
        glance
    }

    /// The value of a state at the horizon.
    pub(super) fn horizon_value(&mut self, state: State) -> i64 {
        let alone = self.stack.left_value(state.top, state.player);
        let Glance { mean, temperature } = match self.inner(state.node) {
            Inner::Solved(cap) => Glance { mean: cap.mean, temperature: cap.temperature },
            _ => self.glance(state.node),
        };
        if temperature > state.top * self.stack.step() {
            // The player to move moves there first, and the opponent takes the first coupon.
            mean + temperature * i64::from(state.player.sign()) - alone
        } else {
            mean + alone
        }
    }
}
