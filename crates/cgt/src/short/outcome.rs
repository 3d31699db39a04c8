//! The outcome class and the birthday of a game.

use super::{GameId, Games, Result};
use crate::Dyadic;
use std::{collections::HashMap, fmt};

/// Who wins a game, by who moves first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OutcomeClass {
    /// Left wins: the game is positive.
    Left,
    /// Right wins: the game is negative.
    Right,
    /// The next player wins: the game is confused with zero.
    Next,
    /// The previous player wins: the game is zero.
    Previous,
}

impl OutcomeClass {
    /// The class of a game that is or is not at most zero and at least zero.
    pub fn from_order(at_most_zero: bool, at_least_zero: bool) -> OutcomeClass {
        match (at_most_zero, at_least_zero) {
            (true, true) => OutcomeClass::Previous,
            (true, false) => OutcomeClass::Right,
            (false, true) => OutcomeClass::Left,
            (false, false) => OutcomeClass::Next,
        }
    }

    /// What the class means.
    pub fn meaning(self) -> &'static str {
        match self {
            OutcomeClass::Left => "Left wins",
            OutcomeClass::Right => "Right wins",
            OutcomeClass::Next => "the first player wins",
            OutcomeClass::Previous => "the second player wins",
        }
    }
}

impl fmt::Display for OutcomeClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            OutcomeClass::Left => "L",
            OutcomeClass::Right => "R",
            OutcomeClass::Next => "N",
            OutcomeClass::Previous => "P",
        })
    }
}

impl Games<'_> {
    /// The outcome class.
    pub fn outcome_class(&mut self, game: GameId) -> Result<OutcomeClass> {
        let zero = self.integer(0)?;
        Ok(OutcomeClass::from_order(self.at_most(game, zero)?, self.at_most(zero, game)?))
    }

    /// The day on which the game is born: the height of the tree of its canonical form.
    pub fn birthday(&mut self, game: GameId) -> Result<u64> {
        self.birthday_known(game, &mut HashMap::new())
    }

    fn birthday_known(&mut self, game: GameId, known: &mut HashMap<GameId, u64>) -> Result<u64> {
        if let Some(number) = self.as_number(game) {
            return Ok(number_birthday(number));
        }
        if let Some(&day) = known.get(&game) {
            return Ok(day);
        }
        self.step()?;
        let mut day = 0;
        for option in self.left(game)?.into_iter().chain(self.right(game)?) {
            day = day.max(1 + self.birthday_known(option, known)?);
        }
        known.insert(game, day);
        Ok(day)
    }
}

/// An integer is born on the day of its absolute value; every halving after the next larger integer takes another day.
fn number_birthday(number: Dyadic) -> u64 {
    number.abs().ceil().unsigned_abs() + u64::from(number.exponent())
}
