//! Atomic weights of all-small games (Berlekamp, Conway and Guy; Siegel 2013, II.7).

use super::{GameId, Games, Result};
use crate::{Dyadic, Player};
use std::collections::HashMap;

impl Games<'_> {
    /// Is the game all small: does either both players or neither have a move, in it and in everything that follows?
    pub fn is_all_small(&mut self, game: GameId) -> Result<bool> {
        self.all_small_known(game, &mut HashMap::new())
    }

    fn all_small_known(&mut self, game: GameId, known: &mut HashMap<GameId, bool>) -> Result<bool> {
        if let Some(number) = self.as_number(game) {
            return Ok(number == Dyadic::ZERO);
        }
        if let Some(&found) = known.get(&game) {
            return Ok(found);
        }
        self.step()?;
        let mut answer = true;
        for option in self.left(game)?.into_iter().chain(self.right(game)?) {
            answer = answer && self.all_small_known(option, known)?;
        }
        known.insert(game, answer);
        Ok(answer)
    }

    /// The atomic weight of an all-small game, and `None` for any other.
    ///
    /// ```
    /// let mut games = cgt::Games::default();
    /// let game = games.parse("{^^^|vv}").unwrap();
    /// let weight = games.atomic_weight(game).unwrap().unwrap();
    /// assert_eq!(games.text(weight).unwrap(), "{1|0}");
    /// ```
    pub fn atomic_weight(&mut self, game: GameId) -> Result<Option<GameId>> {
        if !self.is_all_small(game)? {
            return Ok(None);
        }
        self.weight(game, &mut HashMap::new()).map(|weight| Some(weight.weight))
    }

    fn weight(&mut self, game: GameId, known: &mut HashMap<GameId, Weight>) -> Result<Weight> {
        if self.as_number(game).is_some() {
            return Ok(Weight { weight: self.integer(0)?, remote: 1 });
        }
        if let Some(&found) = known.get(&game) {
            return Ok(found);
        }
        self.step()?;
        let two = self.integer(2)?;
        let mut sides = [Vec::new(), Vec::new()];
        let mut remote = self.as_nimber(game)?.map_or(1, |n| n + 1);
        for player in Player::BOTH {
            for option in self.options(game, player)? {
                let found = self.weight(option, known)?;
                remote = remote.max(found.remote);
                sides[player.index()].push(match player {
                    Player::Left => self.difference(found.weight, two)?,
                    Player::Right => self.sum(found.weight, two)?,
                });
            }
        }
        let mut weight = self.game(&sides[0], &sides[1])?;
        if self.as_integer(weight).is_some() {
            // More than one integer may fit. Comparison with a nimber that is no position of the game decides which.
            let star = self.nimber(remote)?;
            weight = match (self.at_most(game, star)?, self.at_most(star, game)?) {
                (true, _) => self.extreme_integer(&sides[0], Player::Left)?,
                (_, true) => self.extreme_integer(&sides[1], Player::Right)?,
                (false, false) => self.integer(0)?,
            };
        }
        let found = Weight { weight, remote };
        known.insert(game, found);
        Ok(found)
    }

    /// The least integer that is not at most any of Left's options, or the greatest that is not at least any of Right's.
    fn extreme_integer(&mut self, options: &[GameId], player: Player) -> Result<GameId> {
        let mut best: Option<i64> = None;
        for &option in options {
            let (left_stop, right_stop) = self.stops(option)?;
            // Integers beyond the nearer stop do not fit; those beyond the farther one do.
            let (mut n, step) = match player {
                Player::Left => (right_stop.floor(), 1),
                Player::Right => (left_stop.ceil(), -1),
            };
            loop {
                let integer = self.integer(n)?;
                let fits = match player {
                    Player::Left => !self.at_most(integer, option)?,
                    Player::Right => !self.at_most(option, integer)?,
                };
                if fits {
                    break;
                }
                self.step()?;
                n += step;
            }
            best = Some(best.map_or(n, |b| if player == Player::Left { b.max(n) } else { b.min(n) }));
        }
        self.integer(best.unwrap_or(0))
    }
}

/// A weight, and the least n such that no nimber from *n on is a position of the game.
#[derive(Clone, Copy)]
struct Weight {
    weight: GameId,
    remote: u32,
}
