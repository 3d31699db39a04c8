//! Short games as values: an arena that holds every game once, in canonical form.
//!
//! Two games are equal exactly when their [`GameId`]s are. Numbers are kept as numbers, so that a large one costs nothing.
//! The arena refuses to grow past its limit with an error; it never answers with something approximate.

mod arithmetic;
mod canonical;
mod measures;
mod names;
mod order;
mod parse;
mod print;

use crate::{
    dyadic::{Dyadic, OutOfRange},
    thermograph::Sketch,
};
use std::{collections::HashMap, rc::Rc};
use thiserror::Error;

pub use parse::ParseError;

/// A game of an arena. Only meaningful together with the arena that made it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GameId(u32);

/// Why a value could not be computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum ValueError {
    /// More distinct games than the arena may hold, or more work than it may do.
    #[error("the canonical form is too large: more than {0} games or comparisons were needed")]
    TooLarge(usize),
    /// A number outside the exact range.
    #[error(transparent)]
    OutOfRange(#[from] OutOfRange),
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Form {
    Number(Dyadic),
    Options { left: Box<[GameId]>, right: Box<[GameId]> },
}

/// Sorted options of Left and Right.
type Options = (Box<[GameId]>, Box<[GameId]>);

/// The arena of short games.
#[derive(Clone, Debug)]
pub struct Games {
    forms: Vec<Form>,
    numbers: HashMap<Dyadic, GameId>,
    interned: HashMap<Options, GameId>,
    order: HashMap<(GameId, GameId), bool>,
    sums: HashMap<(GameId, GameId), GameId>,
    negatives: HashMap<GameId, GameId>,
    stops: HashMap<GameId, (Dyadic, Dyadic)>,
    sketches: HashMap<GameId, Rc<Sketch<i128>>>,
    names: HashMap<GameId, String>,
    limit: usize,
}

impl Default for Games {
    fn default() -> Games {
        Games::with_limit(Games::USUAL_LIMIT)
    }
}

impl Games {
    /// Games and remembered comparisons that an arena holds unless told otherwise: a few hundred megabytes.
    pub const USUAL_LIMIT: usize = 4_000_000;

    /// An arena that refuses to hold more than `limit` games, comparisons or sums.
    pub fn with_limit(limit: usize) -> Games {
        Games {
            forms: Vec::new(),
            numbers: HashMap::new(),
            interned: HashMap::new(),
            order: HashMap::new(),
            sums: HashMap::new(),
            negatives: HashMap::new(),
            stops: HashMap::new(),
            sketches: HashMap::new(),
            names: HashMap::new(),
            limit,
        }
    }

    /// How many distinct games the arena holds.
    pub fn len(&self) -> usize {
        self.forms.len()
    }

    /// Does the arena hold no game yet?
    pub fn is_empty(&self) -> bool {
        self.forms.is_empty()
    }

    /// The game that equals this number.
    pub fn number(&mut self, number: Dyadic) -> Result<GameId, ValueError> {
        if let Some(&id) = self.numbers.get(&number) {
            return Ok(id);
        }
        let id = self.push(Form::Number(number))?;
        self.numbers.insert(number, id);
        Ok(id)
    }

    /// The game that equals this whole number.
    pub fn whole(&mut self, number: i64) -> Result<GameId, ValueError> {
        self.number(Dyadic::whole(number))
    }

    /// The number that this game equals, if it equals one.
    pub fn as_number(&self, game: GameId) -> Option<Dyadic> {
        match self.forms[game.0 as usize] {
            Form::Number(number) => Some(number),
            Form::Options { .. } => None,
        }
    }

    /// The whole number that this game equals, if it equals one.
    pub fn as_whole(&self, game: GameId) -> Option<i64> {
        self.as_number(game).filter(|n| n.is_whole()).map(Dyadic::numerator)
    }

    /// The Left options of the canonical form.
    pub fn left(&mut self, game: GameId) -> Result<Vec<GameId>, ValueError> {
        match &self.forms[game.0 as usize] {
            Form::Options { left, .. } => Ok(left.to_vec()),
            Form::Number(number) => {
                let option = number_left(*number);
                option.map(|n| self.number(n?)).into_iter().collect()
            }
        }
    }

    /// The Right options of the canonical form.
    pub fn right(&mut self, game: GameId) -> Result<Vec<GameId>, ValueError> {
        match &self.forms[game.0 as usize] {
            Form::Options { right, .. } => Ok(right.to_vec()),
            Form::Number(number) => {
                let option = number_left(number.negated());
                option.map(|n| self.number(n?.negated())).into_iter().collect()
            }
        }
    }

    /// Stores canonical options that are known to make no number.
    fn intern(&mut self, mut left: Vec<GameId>, mut right: Vec<GameId>) -> Result<GameId, ValueError> {
        left.sort_unstable();
        right.sort_unstable();
        let key = (left.into_boxed_slice(), right.into_boxed_slice());
        if let Some(&id) = self.interned.get(&key) {
            return Ok(id);
        }
        let id = self.push(Form::Options { left: key.0.clone(), right: key.1.clone() })?;
        self.interned.insert(key, id);
        Ok(id)
    }

    fn push(&mut self, form: Form) -> Result<GameId, ValueError> {
        self.check(self.forms.len())?;
        let id = GameId(u32::try_from(self.forms.len()).map_err(|_| ValueError::TooLarge(self.limit))?);
        self.forms.push(form);
        Ok(id)
    }

    fn check(&self, held: usize) -> Result<(), ValueError> {
        if held >= self.limit { Err(ValueError::TooLarge(self.limit)) } else { Ok(()) }
    }
}

/// The Left option of a number in canonical form; that of Right is the negative of the negative's.
fn number_left(number: Dyadic) -> Option<Result<Dyadic, OutOfRange>> {
    match number.exponent() {
        0 if number.numerator() > 0 => Some(number.minus(Dyadic::ONE)),
        0 => None,
        e => Some(Dyadic::new(number.numerator() - 1, e)),
    }
}
