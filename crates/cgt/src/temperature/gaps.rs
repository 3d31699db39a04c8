//! The temperatures that games born by day n can have, as Theorem 1 of the thesis lists them, and the rule that skips all
//! others (E2 as printed).
//!
//! The rule is not sound. A threat may leave a position hotter than the stack; the player who should answer at a coupon
//! between two possible temperatures takes that coupon instead. And with exact steps only every second coupon is possible,
//! so that the same player is to move at all of them. Measured in November 2026 with `plain,e2,e3,gaps`: 147 of the 217
//! positions with 2 to 6 empty squares of a set drawn like that of the thesis get a wrong answer, and 198 of 400 random
//! connected boards of 4x4 squares with 2 to 5 (example `tds`, `random:1:100`). Without `gaps` none does.

use super::{Stack, stack::ONE};

impl Stack {
    /// The highest coupon, at most `top`, whose value a game of at most `longest` moves can have as its temperature; the
    /// bottom if there is none. All are counted in steps.
    pub(super) fn possible_below(self, top: i64, longest: u32) -> i64 {
        // 1. Multiples of 2^-(n-1), as far as the stack has them.
        let finest = longest.saturating_sub(1);
        let grain = (ONE >> finest).max(self.step());
        let mut units = (top * self.step()).div_euclid(grain) * grain;
        // 2. Above zero at most n - 2 plus the last binary place.
        let above = |units: i64| units - (units & units.wrapping_neg()).min(ONE);
        while units > 0 && above(units) > (i64::from(longest) - 2) * ONE {
            units -= grain;
        }
        // 3. Below zero only -1, -1/2, -1/4, ...
        if units < 0 {
            units = -(units.unsigned_abs().next_power_of_two() as i64);
        }
        (units / self.step()).max(self.bottom())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// T_3 and T_4 are printed: for day 4 Table A.1 has all positive ones, except that 5/2 is lost in print.
    #[test]
    fn the_sets_of_the_theorem() {
        let set = |longest: u32| {
            let stack = Stack::new(6);
            let all = (stack.bottom()..=stack.bottom().abs() * 5)
                .filter(|&top| stack.possible_below(top, longest) == top);
            all.map(|top| (top * stack.step()) as f64 / ONE as f64).collect::<Vec<_>>()
        };
        assert_eq!(set(1), [-1.0, 0.0]);
        assert_eq!(set(2), [-1.0, -0.5, 0.0, 0.5, 1.0]);
        assert_eq!(set(3), [-1.0, -0.5, -0.25, 0.0, 0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 2.0]);
        let positive: Vec<f64> = set(4).into_iter().filter(|&t| t > 0.0).map(|t| t * 8.0).collect();
        let printed: Vec<f64> = (1..=18).chain([20, 24]).map(f64::from).collect();
        assert_eq!(positive, printed);
    }
}
