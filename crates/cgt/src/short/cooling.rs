//! Cooling, heating and overheating (Berlekamp, Conway and Guy; Siegel 2013, II.5).

use super::{GameId, Games, MOST_COPIES, Result, ValueError};
use crate::{Dyadic, Player};
use std::collections::HashMap;

/// A way to change a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// Leave it as it is.
    None,
    /// Tax every move by this number, which is above -1; a game that is colder becomes its mean.
    Cool(Dyadic),
    /// Pay this game for every move; numbers stay as they are.
    Heat(String),
    /// Pay the upper game for every move, and make each integer that many copies of the lower game.
    Overheat {
        /// The game in place of 1.
        lower: String,
        /// The bonus for a move.
        upper: String,
    },
}

impl Games<'_> {
    /// The game cooled by `t`: every move costs `t`, until nothing but a number is left.
    ///
    /// ```
    /// use cgt::{Dyadic, Games};
    ///
    /// let mut games = Games::default();
    /// let game = games.parse("{3||2*|1*}").unwrap();
    /// let cooled = games.cooled(game, Dyadic::parse("1/2").unwrap()).unwrap();
    /// assert_eq!(games.text(cooled).unwrap(), "{5/2|2+*}");
    /// ```
    pub fn cooled(&mut self, game: GameId, t: Dyadic) -> Result<GameId> {
        if t <= Dyadic::MINUS_ONE {
            return Err(ValueError::TooCold(t));
        }
        let step = self.number(t)?;
        self.cooled_known(game, (t, step), &mut HashMap::new())
    }

    fn cooled_known(&mut self, game: GameId, tax: (Dyadic, GameId), known: &mut Known) -> Result<GameId> {
        if let Some(&found) = known.get(&game) {
            return Ok(found);
        }
        self.step()?;
        let (mean, temperature) = self.mean_and_temperature(game)?;
        let cooled = if tax.0 > temperature {
            self.number(mean)?
        } else {
            let mut sides = [Vec::new(), Vec::new()];
            for player in Player::BOTH {
                for option in self.options(game, player)? {
                    let option = self.cooled_known(option, tax, known)?;
                    sides[player.index()].push(match player {
                        Player::Left => self.difference(option, tax.1)?,
                        Player::Right => self.sum(option, tax.1)?,
                    });
                }
            }
            self.game(&sides[0], &sides[1])?
        };
        known.insert(game, cooled);
        Ok(cooled)
    }

    /// The game heated by another: every move of its canonical form earns it, and numbers stay as they are. Cooling undoes it, but
    /// unlike cooling it does not add up: a sum heated may differ from the sum of the heated games.
    pub fn heated(&mut self, game: GameId, by: GameId) -> Result<GameId> {
        self.paid(game, by, &|games, number| games.number(number).map(Some), &mut HashMap::new())
    }

    /// The game overheated from `lower` to `upper`: every move earns `upper`, and the integer n becomes n copies of `lower`.
    pub fn overheated(&mut self, game: GameId, lower: GameId, upper: GameId) -> Result<GameId> {
        let base = |games: &mut Self, number: Dyadic| {
            if !number.is_integer() {
                return Ok(None);
            }
            if number.numerator().unsigned_abs() > MOST_COPIES {
                return Err(ValueError::TooManyCopies(number));
            }
            games.multiple(lower, number.numerator()).map(Some)
        };
        self.paid(game, upper, &base, &mut HashMap::new())
    }

    /// Pays for every move until `base` knows what a number becomes.
    fn paid(
        &mut self,
        game: GameId,
        bonus: GameId,
        base: &dyn Fn(&mut Self, Dyadic) -> Result<Option<GameId>>,
        known: &mut Known,
    ) -> Result<GameId> {
        if let Some(&found) = known.get(&game) {
            return Ok(found);
        }
        self.step()?;
        if let Some(number) = self.as_number(game)
            && let Some(found) = base(self, number)?
        {
            known.insert(game, found);
            return Ok(found);
        }
        let mut sides = [Vec::new(), Vec::new()];
        for player in Player::BOTH {
            for option in self.options(game, player)? {
                let option = self.paid(option, bonus, base, known)?;
                sides[player.index()].push(match player {
                    Player::Left => self.sum(option, bonus)?,
                    Player::Right => self.difference(option, bonus)?,
                });
            }
        }
        let paid = self.game(&sides[0], &sides[1])?;
        known.insert(game, paid);
        Ok(paid)
    }
}

/// The results for games that occurred before.
type Known = HashMap<GameId, GameId>;
