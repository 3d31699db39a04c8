//! What a temperature search would play: its principal variation, and its move beside a stack of a given height.

use super::{
    Stack, TemperatureSearch, Ties,
    series::Inner,
    stack::{ONE, number},
    walk::{INFINITE, State, play, take_coupon},
};
use crate::{Dyadic, ExactError, Partizan, Place, Player, Result};
use search::{NodeBudget, Stopped};

/// The search behind an answer: its stack, how far it looked, and the value of the sum with Left to move.
#[derive(Clone, Copy)]
pub(super) struct Answered {
    pub(super) stack: Stack,
    /// The top coupon in steps.
    pub(super) top: i64,
    pub(super) horizon: u32,
    pub(super) value: i64,
}

/// A move of a principal variation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ply<P> {
    /// A coupon of this value is taken.
    Coupon(Dyadic),
    /// A move on the board, and the position after it.
    Board(P),
}

/// The principal variation of a position beside a coupon stack; Left moves first, and the players alternate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variation<P> {
    /// The value of the sum to Left, `V(G + C)`.
    pub value: Dyadic,
    /// The value of the stack alone, `V(C)`.
    pub alone: Dyadic,
    /// The top coupon.
    pub top: Dyadic,
    /// The step between coupons.
    pub step: Dyadic,
    /// The moves, until the position is known to be a number, a horizon is met, or the budget ends.
    pub plies: Vec<Ply<P>>,
}

impl<P: Partizan> TemperatureSearch<P> {
    /// The principal variation of the last answer, which must have been for this position. It is read from the table, but
    /// what the table has lost is searched again. `None` if there was nothing to search, or no search got anywhere.
    pub fn variation(&mut self, position: &P, budget: &mut NodeBudget) -> Option<Variation<P>> {
        let Answered { stack, top, horizon, value } = self.answered?;
        let Place { node, offset } = self.graph.place(position);
        (self.stack, self.horizon) = (stack, horizon);
        let mut plies = Vec::new();
        // A budget that ends leaves a shorter line.
        let _ = self.follow(position.clone(), self.root(node, top, Player::Left), value, &mut plies, budget);
        self.horizon = super::walk::ENDLESS;
        Some(Variation {
            value: number(value + i64::from(offset) * ONE),
            alone: stack.value(top, Player::Left),
            top: number(top * stack.step()),
            step: number(stack.step()),
            plies,
        })
    }

    /// Adds the moves from a state with this value.
    fn follow(
        &mut self,
        mut position: P,
        mut state: State,
        mut value: i64,
        plies: &mut Vec<Ply<P>>,
        budget: &mut NodeBudget,
    ) -> Result<(), Stopped> {
        let stack = self.stack;
        while state.node != 0 && state.passes < 2 && state.left > 0 {
            let (coupon, after) = take_coupon(stack, &self.config, state);
            let is_coupon = self.reaches(after, value - coupon, state.player, budget)?;
            let place = match is_coupon && self.config.ties == Ties::Coupon {
                true => None,
                false => self.best_place(state, value, budget)?,
            };
            if let Some(place) = place {
                // The graph knows nodes; any option that is this node will do.
                let at = self.graph.place(&position).offset;
                let wanted = Place { offset: place.offset + at, ..place };
                let options = position.all_options(state.player);
                let Some(next) = options.into_iter().find(|option| self.graph.place(option) == wanted) else {
                    break;
                };
                let (gain, after) = play(state, place);
                position = next;
                (state, value) = (after, value - gain);
                plies.push(Ply::Board(position.clone()));
            } else if is_coupon {
                plies.push(Ply::Coupon(number(state.top * stack.step())));
                (state, value) = (after, value - coupon);
            } else {
                // Estimates beyond the horizon have changed since.
                break;
            }
        }
        Ok(())
    }

    /// The move on the board that is worth this much.
    fn best_place(
        &mut self,
        state: State,
        value: i64,
        budget: &mut NodeBudget,
    ) -> Result<Option<Place>, Stopped> {
        for &place in self.graph.moves(state.node, state.player).iter() {
            let (gain, after) = play(state, place);
            if self.reaches(after, value - gain, state.player, budget)? {
                return Ok(Some(place));
            }
        }
        Ok(None)
    }

    /// The best move of a player on the board beside coupons from `temperature` down, as far as the last answer, which must
    /// have been for this position, looked ahead. `None` if the player has no move. When the budget ends, the best so far.
    pub fn best_move(
        &mut self,
        position: &P,
        player: Player,
        temperature: Dyadic,
        budget: &mut NodeBudget,
    ) -> Result<Option<P>> {
        let sign = i64::from(player.sign());
        let stack = self.answered.map_or(Stack::new(2), |answered| answered.stack);
        let units =
            temperature.in_units(super::stack::FRACTION).ok_or(ExactError::TooFine(temperature))? as i64;
        let top = units.div_euclid(stack.step()).max(stack.bottom());
        // 1. Every option once, those that look best first.
        let mut ranked: Vec<(i64, Place, P)> = Vec::new();
        for option in position.all_options(player) {
            let place = self.graph.place(&option);
            if ranked.iter().any(|(_, known, _)| *known == place) {
                continue;
            }
            let mean = match self.inner(place.node) {
                Inner::Solved(cap) => cap.mean - sign * (cap.temperature - units).max(0),
                _ => self.graph.estimate(place.node) * ONE,
            };
            ranked.push((sign * (mean + i64::from(place.offset) * ONE), place, option));
        }
        ranked.sort_by_key(|(rank, ..)| -rank);
        // 2. The value after each, within the window that the best leaves.
        (self.stack, self.horizon) = (stack, self.answered.map_or(1, |answered| answered.horizon));
        let mut best: Option<(i64, usize)> = None;
        for (nth, &(_, place, _)) in ranked.iter().enumerate() {
            let root = State { node: 0, top, player, passes: 0, left: self.horizon };
            let (gain, after) = play(root, place);
            let bound = best.map_or(-INFINITE, |(value, _)| value);
            let window = match player {
                Player::Left => (bound - gain, INFINITE),
                Player::Right => (-INFINITE, -bound - gain),
            };
            let Ok(rest) = self.value(after, window.0, window.1, budget) else { break };
            let value = sign * (gain + rest);
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, nth));
            }
        }
        self.horizon = super::walk::ENDLESS;
        let chosen = best.map_or(0, |(_, nth)| nth);
        Ok(ranked.into_iter().nth(chosen).map(|(.., option)| option))
    }
}
