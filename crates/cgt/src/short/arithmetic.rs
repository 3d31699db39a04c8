//! Negation, sums and multiples. All results are canonical.

use super::{GameId, Games, Result};
use crate::{Dyadic, Player};

impl Games<'_> {
    /// The negative: Left and Right change places.
    pub fn negative(&mut self, game: GameId) -> Result<GameId> {
        if let Some(number) = self.as_number(game) {
            return self.number(-number);
        }
        if let Some(&known) = self.negatives.get(&game) {
            return Ok(known);
        }
        self.step()?;
        let (left, right) = (self.left(game)?, self.right(game)?);
        let left = left.into_iter().map(|g| self.negative(g)).collect::<Result<Vec<_>, _>>()?;
        let right = right.into_iter().map(|g| self.negative(g)).collect::<Result<Vec<_>, _>>()?;
        // The negative of a canonical form is canonical.
        let answer = self.intern(right, left)?;
        self.negatives.insert(game, answer);
        self.negatives.insert(answer, game);
        Ok(answer)
    }

    /// The sum of two games: each move is made in one of them.
    pub fn sum(&mut self, a: GameId, b: GameId) -> Result<GameId> {
        match (self.as_number(a), self.as_number(b)) {
            (Some(x), Some(y)) => return self.number(x.plus(y)?),
            (Some(x), None) => return self.translated(b, x),
            (None, Some(y)) => return self.translated(a, y),
            (None, None) => {}
        }
        let key = if a <= b { (a, b) } else { (b, a) };
        if let Some(&known) = self.sums.get(&key) {
            return Ok(known);
        }
        self.step()?;
        let mut options = [Vec::new(), Vec::new()];
        for (this, other) in [(a, b), (b, a)] {
            for player in Player::BOTH {
                for option in self.options(this, player)? {
                    options[player.index()].push(self.sum(option, other)?);
                }
            }
        }
        let answer = self.game(&options[0], &options[1])?;
        self.check(self.sums.len())?;
        self.sums.insert(key, answer);
        Ok(answer)
    }

    /// A game that is no number plus a number (number translation): all options move, and the form stays canonical.
    fn translated(&mut self, game: GameId, by: Dyadic) -> Result<GameId> {
        if by == Dyadic::ZERO {
            return Ok(game);
        }
        let number = self.number(by)?;
        if let Some(&known) = self.sums.get(&(number, game)) {
            return Ok(known);
        }
        let left =
            self.left(game)?.into_iter().map(|g| self.sum(g, number)).collect::<Result<Vec<_>, _>>()?;
        let right =
            self.right(game)?.into_iter().map(|g| self.sum(g, number)).collect::<Result<Vec<_>, _>>()?;
        let answer = self.intern(left, right)?;
        self.sums.insert((number, game), answer);
        Ok(answer)
    }

    /// The first game minus the second.
    pub fn difference(&mut self, a: GameId, b: GameId) -> Result<GameId> {
        let minus = self.negative(b)?;
        self.sum(a, minus)
    }

    /// An integer multiple of a game.
    pub fn multiple(&mut self, game: GameId, times: i64) -> Result<GameId> {
        let step = if times < 0 { self.negative(game)? } else { game };
        let mut total = self.integer(0)?;
        for _ in 0..times.unsigned_abs() {
            total = self.sum(total, step)?;
        }
        Ok(total)
    }
}
