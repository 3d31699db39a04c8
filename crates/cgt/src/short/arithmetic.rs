//! Negation, sums, multiples, cooling and heating. All answers are canonical.

use super::{Form, GameId, Games, ValueError};
use crate::dyadic::Dyadic;

impl Games {
    /// The negative: the sides change places.
    pub fn negative(&mut self, game: GameId) -> Result<GameId, ValueError> {
        if let Some(number) = self.as_number(game) {
            return self.number(number.negated());
        }
        if let Some(&known) = self.negatives.get(&game) {
            return Ok(known);
        }
        let (left, right) = (self.left(game)?, self.right(game)?);
        let left = left.into_iter().map(|g| self.negative(g)).collect::<Result<Vec<_>, _>>()?;
        let right = right.into_iter().map(|g| self.negative(g)).collect::<Result<Vec<_>, _>>()?;
        // The negative of a canonical form is canonical.
        let answer = self.intern(right, left)?;
        self.negatives.insert(game, answer);
        self.negatives.insert(answer, game);
        Ok(answer)
    }

    /// The sum: each move is made in one of the two.
    pub fn sum(&mut self, a: GameId, b: GameId) -> Result<GameId, ValueError> {
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
        let mut options = [Vec::new(), Vec::new()];
        for (this, other) in [(a, b), (b, a)] {
            for option in self.left(this)? {
                options[0].push(self.sum(option, other)?);
            }
            for option in self.right(this)? {
                options[1].push(self.sum(option, other)?);
            }
        }
        let answer = self.game(&options[0], &options[1])?;
        self.check(self.sums.len())?;
        self.sums.insert(key, answer);
        Ok(answer)
    }

    /// A game that is no number, moved by a number: the number is added to all options and the form stays canonical.
    fn translated(&mut self, game: GameId, by: Dyadic) -> Result<GameId, ValueError> {
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

    /// The first game without the second.
    pub fn difference(&mut self, a: GameId, b: GameId) -> Result<GameId, ValueError> {
        let minus = self.negative(b)?;
        self.sum(a, minus)
    }

    /// A whole multiple of a game.
    pub fn multiple(&mut self, game: GameId, times: i64) -> Result<GameId, ValueError> {
        let step = if times < 0 { self.negative(game)? } else { game };
        let mut total = self.whole(0)?;
        for _ in 0..times.unsigned_abs() {
            total = self.sum(total, step)?;
        }
        Ok(total)
    }

    /// The game cooled by `t`: whoever moves pays `t`, until the game has frozen to its mean.
    pub fn cooled(&mut self, game: GameId, t: Dyadic) -> Result<GameId, ValueError> {
        if matches!(self.forms[game.0 as usize], Form::Number(_)) {
            return Ok(game);
        }
        let graph = self.thermograph(game)?;
        if t > graph.temperature() {
            return self.number(graph.mean());
        }
        let (tax, gift) = (self.number(t.negated())?, self.number(t)?);
        let (mut left, mut right) = (self.left(game)?, self.right(game)?);
        for option in &mut left {
            let cool = self.cooled(*option, t)?;
            *option = self.sum(cool, tax)?;
        }
        for option in &mut right {
            let cool = self.cooled(*option, t)?;
            *option = self.sum(cool, gift)?;
        }
        self.game(&left, &right)
    }

    /// The game heated by `t`: whoever moves gets `t`, in all positions that are no numbers.
    pub fn heated(&mut self, game: GameId, t: Dyadic) -> Result<GameId, ValueError> {
        if matches!(self.forms[game.0 as usize], Form::Number(_)) {
            return Ok(game);
        }
        let (gift, tax) = (self.number(t)?, self.number(t.negated())?);
        let (mut left, mut right) = (self.left(game)?, self.right(game)?);
        for option in &mut left {
            let hot = self.heated(*option, t)?;
            *option = self.sum(hot, gift)?;
        }
        for option in &mut right {
            let hot = self.heated(*option, t)?;
            *option = self.sum(hot, tax)?;
        }
        self.game(&left, &right)
    }
}
