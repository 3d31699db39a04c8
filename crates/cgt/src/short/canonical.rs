//! From any options to the canonical form: numbers by the simplest-number rule, then reversible options bypassed and
//! dominated ones deleted.

use super::{GameId, Games, Result};
use crate::{Dyadic, Player};

impl Games<'_> {
    /// The game with these options, in canonical form.
    pub fn game(&mut self, left: &[GameId], right: &[GameId]) -> Result<GameId> {
        self.step()?;
        let low = self.bound(left, Player::Left)?;
        let high = self.bound(right, Player::Right)?;
        if let Some(number) = Dyadic::simplest(low, high)? {
            return self.number(number);
        }
        let mut sides = [unique(left), unique(right)];
        while self.bypass(&mut sides, Player::Left)? || self.bypass(&mut sides, Player::Right)? {}
        for player in Player::BOTH {
            sides[player.index()] = self.undominated(&sides[player.index()], player)?;
        }
        let [left, right] = sides;
        self.intern(left, right)
    }

    /// Is `a` at least as good as `b` for this player?
    fn is_as_good(&mut self, a: GameId, b: GameId, player: Player) -> Result<bool> {
        match player {
            Player::Left => self.at_most(b, a),
            Player::Right => self.at_most(a, b),
        }
    }

    /// The best stop of a player's options, which bounds the numbers that fit. The bound itself fits if every option with
    /// that stop is confused with it. `None` without options.
    fn bound(&mut self, options: &[GameId], player: Player) -> Result<Option<(Dyadic, bool)>> {
        let mut best: Option<(Dyadic, bool)> = None;
        for &option in options {
            let (left, right) = self.stops(option)?;
            let stop = if player == Player::Left { right } else { left };
            let number = self.number(stop)?;
            let closed = !self.is_as_good(option, number, player)?;
            let is_better = |best: Dyadic| if player == Player::Left { stop > best } else { stop < best };
            if best.is_none_or(|(b, c)| is_better(b) || (stop == b && c && !closed)) {
                best = Some((stop, closed));
            }
        }
        Ok(best)
    }

    /// Replaces the first reversible option of a player by what the player reaches through it. False if there is none.
    fn bypass(&mut self, sides: &mut [Vec<GameId>; 2], player: Player) -> Result<bool> {
        for nth in 0..sides[player.index()].len() {
            for reply in self.options(sides[player.index()][nth], player.other())? {
                if self.is_as_good_raw(reply, sides, player.other())? {
                    let through = self.options(reply, player)?;
                    let own = &mut sides[player.index()];
                    own.remove(nth);
                    own.extend(through);
                    *own = unique(own);
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Is `x` at least as good for this player as the game with these options, which has no id yet?
    fn is_as_good_raw(&mut self, x: GameId, sides: &[Vec<GameId>; 2], player: Player) -> Result<bool> {
        self.step()?;
        for &option in &sides[player.index()] {
            if self.is_as_good(option, x, player)? {
                return Ok(false);
            }
        }
        for option in self.options(x, player.other())? {
            if self.is_as_good_raw(option, sides, player.other())? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The options that no other option dominates.
    fn undominated(&mut self, options: &[GameId], player: Player) -> Result<Vec<GameId>> {
        let mut kept: Vec<GameId> = Vec::with_capacity(options.len());
        'options: for &option in options {
            let mut still = Vec::with_capacity(kept.len());
            for &other in &kept {
                if self.is_as_good(other, option, player)? {
                    continue 'options;
                }
                if !self.is_as_good(option, other, player)? {
                    still.push(other);
                }
            }
            kept = still;
            kept.push(option);
        }
        Ok(kept)
    }
}

fn unique(options: &[GameId]) -> Vec<GameId> {
    let mut list = options.to_vec();
    list.sort_unstable();
    list.dedup();
    list
}
