//! The coupon stack of Definition 6: coupons from the top down to -1 in steps of δ, then -1 without end, balanced by -1/2.

use crate::{dyadic::Dyadic, partizan::Player};

/// Numbers of a temperature search are whole counts of two to the minus this.
pub(super) const FRACTION: u32 = 24;
/// One in these units.
pub(super) const ONE: i64 = 1 << FRACTION;

/// A stack with steps of one over two to the power `bits`; its top is given by a count of steps, which may be negative.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stack {
    bits: u32,
}

impl Stack {
    /// The finest stack there is has steps of one over two to this power.
    pub const FINEST: u32 = 20;

    /// Steps of one over two to the power `bits`.
    pub fn new(bits: u32) -> Stack {
        debug_assert!(bits <= Stack::FINEST);
        Stack { bits }
    }

    /// The power of two in the step.
    #[inline]
    pub fn bits(self) -> u32 {
        self.bits
    }

    /// The step in units.
    #[inline]
    pub(super) fn step(self) -> i64 {
        ONE >> self.bits
    }

    /// The count of steps at which all coupons are -1.
    #[inline]
    pub(super) fn bottom(self) -> i64 {
        -(1 << self.bits)
    }

    /// The value of the stack alone to the player to move, in units, by alternation.
    ///
    /// The run of -1 with its balance is worth -1/2 to whoever is to move, and each further coupon turns the rest around,
    /// so that `j` coupons above the bottom make `ceil(j / 2)` steps more. That holds for δ = 1 as well.
    #[inline]
    pub(super) fn alone(self, top: i64) -> i64 {
        let above = top - self.bottom();
        self.step() * ((above + 1) / 2) - ONE / 2
    }

    /// The value of the stack alone with this player to move, as Left sees it.
    #[inline]
    pub(super) fn alone_for(self, top: i64, player: Player) -> i64 {
        sign(player) * self.alone(top)
    }

    /// The value of the stack alone, `V(C, p)`.
    pub fn value(self, top: i64, player: Player) -> Dyadic {
        number(self.alone_for(top, player))
    }
}

/// 1 for Left, -1 for Right: scores are Left's.
#[inline]
pub(super) fn sign(player: Player) -> i64 {
    match player {
        Player::Left => 1,
        Player::Right => -1,
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
                assert_eq!(stack.alone(top), rest, "{bits} {top}");
            }
        }
    }
}
