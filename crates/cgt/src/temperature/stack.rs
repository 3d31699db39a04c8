//! The coupon stack of Definition 6: coupons from the top down to -1 in steps of δ, then -1 without end, balanced by -1/2.

use super::walk::State;
use crate::{Dyadic, Player};

/// Temperature searches count in units of `2^-FRACTION`.
pub(super) const FRACTION: u32 = 24;
/// One, in units.
pub(super) const ONE: i64 = 1 << FRACTION;

/// A coupon stack with steps of `2^-bits`. Its top is a number of steps, which may be negative.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stack {
    bits: u32,
}

impl Stack {
    /// The exponent of the finest step.
    pub const FINEST: u32 = 20;

    /// A stack with steps of `2^-bits`.
    pub fn new(bits: u32) -> Stack {
        debug_assert!(bits <= Stack::FINEST);
        Stack { bits }
    }

    /// The exponent of the step.
    #[inline]
    pub fn bits(self) -> u32 {
        self.bits
    }

    /// The step in units.
    #[inline]
    pub(super) fn step(self) -> i64 {
        ONE >> self.bits
    }

    /// The number of steps at which all coupons are -1.
    #[inline]
    pub(super) fn bottom(self) -> i64 {
        -(1 << self.bits)
    }

    /// The value of the stack alone to Left with this player to move, in units.
    ///
    /// The run of -1 with its balance is worth -1/2 to the player to move, and each further coupon alternates, so that
    /// `j` coupons above the bottom add `ceil(j / 2)` steps. That holds for δ = 1 as well.
    #[inline]
    pub(super) fn left_value(self, top: i64, player: Player) -> i64 {
        let above = top - self.bottom();
        i64::from(player.sign()) * (self.step() * ((above + 1) / 2) - ONE / 2)
    }

    /// The value of the stack alone, `V(C, p)`.
    pub fn value(self, top: i64, player: Player) -> Dyadic {
        number(self.left_value(top, player))
    }

    /// Takes the top coupon: what Left gains, and the state after it.
    #[inline]
    pub(super) fn take_coupon(self, state: State) -> (i64, State) {
        let gain = i64::from(state.player.sign()) * state.top * self.step();
        let is_last = state.top == self.bottom();
        let after = State {
            top: state.top - i64::from(!is_last),
            player: state.player.other(),
            passes: if is_last { state.passes + 1 } else { 0 },
            ..state
        };
        (gain, after)
    }
}

/// Units as an exact number.
pub(super) fn number(units: i64) -> Dyadic {
    // Units are far from the edges of the range.
    Dyadic::from_units(i128::from(units), FRACTION).unwrap_or(Dyadic::ZERO)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_by_alternation() {
        let values = |bits, tops: &[i64]| {
            tops.iter().map(|&t| Stack::new(bits).value(t, Player::Left).to_string()).collect::<Vec<_>>()
        };
        assert_eq!(values(0, &[-1, 0, 1, 2, 3]), ["-1/2", "1/2", "1/2", "3/2", "3/2"]);
        assert_eq!(values(3, &[17]), ["9/8"]);
        // Taking every coupon in turn gives the same.
        for bits in 0..5 {
            let stack = Stack::new(bits);
            let mut rest = -ONE / 2;
            for top in stack.bottom() + 1..40 {
                rest = top * stack.step() - rest;
                assert_eq!(stack.left_value(top, Player::Left), rest, "{bits} {top}");
            }
        }
    }
}
