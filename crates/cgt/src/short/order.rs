//! Comparison of games. Remembered, and cut short by number avoidance, so that large numbers cost nothing.

use super::{GameId, Games, ValueError};
use std::cmp::Ordering;

impl Games {
    /// Is `a` at most `b`? (Left has no winning first move in `a - b`.)
    pub fn at_most(&mut self, a: GameId, b: GameId) -> Result<bool, ValueError> {
        if a == b {
            return Ok(true);
        }
        match (self.as_number(a), self.as_number(b)) {
            (Some(x), Some(y)) => return Ok(x <= y),
            // Neither player needs to move in a number (number avoidance).
            (Some(_), None) => {
                for option in self.right(b)? {
                    if self.at_most(option, a)? {
                        return Ok(false);
                    }
                }
                return Ok(true);
            }
            (None, Some(_)) => {
                for option in self.left(a)? {
                    if self.at_most(b, option)? {
                        return Ok(false);
                    }
                }
                return Ok(true);
            }
            (None, None) => {}
        }
        if let Some(&known) = self.order.get(&(a, b)) {
            return Ok(known);
        }
        let answer = self.at_most_by_options(a, b)?;
        self.check(self.order.len())?;
        self.order.insert((a, b), answer);
        Ok(answer)
    }

    fn at_most_by_options(&mut self, a: GameId, b: GameId) -> Result<bool, ValueError> {
        for option in self.left(a)? {
            if self.at_most(b, option)? {
                return Ok(false);
            }
        }
        for option in self.right(b)? {
            if self.at_most(option, a)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// How two games compare; `None` if they are confused.
    pub fn compare(&mut self, a: GameId, b: GameId) -> Result<Option<Ordering>, ValueError> {
        Ok(match (self.at_most(a, b)?, self.at_most(b, a)?) {
            (true, true) => Some(Ordering::Equal),
            (true, false) => Some(Ordering::Less),
            (false, true) => Some(Ordering::Greater),
            (false, false) => None,
        })
    }
}
