//! From any options to the canonical form: numbers by the simplest-number rule, then reversible moves bypassed and
//! dominated ones deleted.

use super::{GameId, Games, ValueError};
use crate::dyadic::Dyadic;

impl Games {
    /// The game with these options, in canonical form.
    pub fn game(&mut self, left: &[GameId], right: &[GameId]) -> Result<GameId, ValueError> {
        if let Some(number) = self.fitting_number(left, right)? {
            return self.number(number);
        }
        let (mut left, mut right) = (unique(left), unique(right));
        while self.bypass_left(&mut left, &right)? || self.bypass_right(&left, &mut right)? {}
        self.delete_dominated(&mut left, true)?;
        self.delete_dominated(&mut right, false)?;
        self.intern(left, right)
    }

    /// The simplest number that no Left option reaches and that reaches no Right option, if there is one.
    fn fitting_number(&mut self, left: &[GameId], right: &[GameId]) -> Result<Option<Dyadic>, ValueError> {
        // A bound is closed when the option is confused with its own stop.
        let mut low: Option<(Dyadic, bool)> = None;
        for &option in left {
            let stop = self.right_stop(option)?;
            let number = self.number(stop)?;
            let closed = !self.at_most(number, option)?;
            if low.is_none_or(|(l, c)| stop > l || (stop == l && c && !closed)) {
                low = Some((stop, closed));
            }
        }
        let mut high: Option<(Dyadic, bool)> = None;
        for &option in right {
            let stop = self.left_stop(option)?;
            let number = self.number(stop)?;
            let closed = !self.at_most(option, number)?;
            if high.is_none_or(|(h, c)| stop < h || (stop == h && c && !closed)) {
                high = Some((stop, closed));
            }
        }
        Ok(Dyadic::simplest(low, high)?)
    }

    /// Replaces the first reversible Left option by what Left reaches through it. False if there is none.
    fn bypass_left(&mut self, left: &mut Vec<GameId>, right: &[GameId]) -> Result<bool, ValueError> {
        for nth in 0..left.len() {
            for reply in self.right(left[nth])? {
                if self.is_at_most_raw(reply, left, right)? {
                    let through = self.left(reply)?;
                    left.remove(nth);
                    left.extend(through);
                    *left = unique(left);
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn bypass_right(&mut self, left: &[GameId], right: &mut Vec<GameId>) -> Result<bool, ValueError> {
        for nth in 0..right.len() {
            for reply in self.left(right[nth])? {
                if self.is_at_least_raw(reply, left, right)? {
                    let through = self.right(reply)?;
                    right.remove(nth);
                    right.extend(through);
                    *right = unique(right);
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Is `x` at most the game with these options, which has no id yet?
    fn is_at_most_raw(&mut self, x: GameId, left: &[GameId], right: &[GameId]) -> Result<bool, ValueError> {
        for &option in right {
            if self.at_most(option, x)? {
                return Ok(false);
            }
        }
        for option in self.left(x)? {
            if self.is_at_least_raw(option, left, right)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Is `x` at least the game with these options?
    fn is_at_least_raw(&mut self, x: GameId, left: &[GameId], right: &[GameId]) -> Result<bool, ValueError> {
        for &option in left {
            if self.at_most(x, option)? {
                return Ok(false);
            }
        }
        for option in self.right(x)? {
            if self.is_at_most_raw(option, left, right)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Deletes options that another one makes pointless: smaller ones for Left, larger ones for Right.
    fn delete_dominated(&mut self, options: &mut Vec<GameId>, for_left: bool) -> Result<(), ValueError> {
        let mut kept: Vec<GameId> = Vec::with_capacity(options.len());
        for &option in options.iter() {
            let mut pointless = false;
            let mut still = Vec::with_capacity(kept.len());
            for &other in &kept {
                let (low, high) = if for_left { (option, other) } else { (other, option) };
                if self.at_most(low, high)? {
                    pointless = true;
                    break;
                }
                if !self.at_most(high, low)? {
                    still.push(other);
                }
            }
            if !pointless {
                kept = still;
                kept.push(option);
            }
        }
        *options = kept;
        Ok(())
    }
}

fn unique(options: &[GameId]) -> Vec<GameId> {
    let mut list = options.to_vec();
    list.sort_unstable();
    list.dedup();
    list
}
