//! Comparison of games. Remembered, and cut short by number avoidance, so that large numbers cost nothing.

use super::{GameId, Games, Result};

impl Games<'_> {
    /// Is `a` at most `b`? (Left has no winning first move in `a - b`.)
    pub fn at_most(&mut self, a: GameId, b: GameId) -> Result<bool> {
        let numbers = (self.as_number(a), self.as_number(b));
        if a == b {
            return Ok(true);
        }
        if let (Some(x), Some(y)) = numbers {
            return Ok(x <= y);
        }
        // Neither player needs to move in a number (number avoidance), so such a comparison costs little.
        let is_kept = numbers == (None, None);
        if is_kept && let Some(&known) = self.order.get(&(a, b)) {
            return Ok(known);
        }
        self.step()?;
        let mut answer = true;
        if numbers.0.is_none() {
            for option in self.left(a)? {
                answer = answer && !self.at_most(b, option)?;
            }
        }
        if numbers.1.is_none() {
            for option in self.right(b)? {
                answer = answer && !self.at_most(option, a)?;
            }
        }
        if is_kept {
            self.check(self.order.len())?;
            self.order.insert((a, b), answer);
        }
        Ok(answer)
    }
}
