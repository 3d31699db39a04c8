//! Short games as values: an arena that holds every game once, in canonical form.
//!
//! Two games are equal exactly when their [`GameId`]s are. Numbers are stored as numbers, so that large ones cost nothing.
//! An arena that would grow past its limit returns an error.

mod arithmetic;
mod atomic;
mod canonical;
mod cgsuite;
mod cooling;
mod measures;
mod names;
mod order;
mod outcome;
mod parse;
mod print;
mod reduced;
mod uptimals;

use crate::{Dyadic, OutOfRange, Player, Walls};
use search::{NodeBudget, NodeSource, Stopped};
use std::{collections::HashMap, rc::Rc};
use thiserror::Error;

pub use cooling::Change;
pub use outcome::OutcomeClass;
pub use parse::ParseError;
pub use print::Syntax;

/// A game in an arena. Only meaningful together with the arena that made it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GameId(u32);

/// Why a value could not be computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum ValueError {
    /// More games or comparisons than the arena may hold.
    #[error("the canonical form is too large: more than {0} games or comparisons were needed")]
    TooLarge(usize),
    /// A game that lasts too long: everything here recurses move by move.
    #[error("the game is too deep: it may last more than {MAX_DEPTH} moves")]
    TooDeep,
    /// A text longer than it may be.
    #[error("the canonical form is too large to print: it has more than {0} characters")]
    TooLong(usize),
    /// A game cannot be cooled so far below zero.
    #[error("'{0}' is too cold: cool by a number above -1")]
    TooCold(Dyadic),
    /// An integer that would become too many copies of a game.
    #[error("'{0}' would become too many copies: overheat games with integers up to {MOST_COPIES}")]
    TooManyCopies(Dyadic),
    /// The budget ran out.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// A number outside the exact range.
    #[error(transparent)]
    OutOfRange(#[from] OutOfRange),
}

/// Most moves of a game, where numbers count as none.
const MAX_DEPTH: u32 = 1000;

/// Most copies of a game that an integer becomes by overheating, since each is added by itself.
const MOST_COPIES: u64 = 1000;

/// The result of a computation in an arena.
type Result<T, E = ValueError> = std::result::Result<T, E>;

#[derive(Clone, PartialEq, Eq, Debug)]
enum Form {
    Number(Dyadic),
    Options { left: Box<[GameId]>, right: Box<[GameId]> },
}

/// Sorted options of Left and Right.
type Options = (Box<[GameId]>, Box<[GameId]>);

/// The arena of short games.
///
/// ```
/// use cgt::Games;
///
/// let mut games = Games::default();
/// let (up, star) = (games.up().unwrap(), games.nimber(1).unwrap());
/// let sum = games.sum(up, star).unwrap();
/// assert_eq!(games.text(sum).unwrap(), "^*");
/// // ^* is confused with 0, ^^* is positive.
/// let zero = games.integer(0).unwrap();
/// assert!(!games.at_most(sum, zero).unwrap() && !games.at_most(zero, sum).unwrap());
/// let more = games.sum(sum, up).unwrap();
/// assert!(games.at_most(zero, more).unwrap() && more != zero);
/// // 0 is dominated by v for Right, and v is reversible through *.
/// let game = games.parse("{0|0,v}").unwrap();
/// assert_eq!(games.text(game).unwrap(), "*");
/// ```
#[derive(Default)]
pub struct Games<'b> {
    forms: Vec<Form>,
    /// How many moves each game may last, where numbers count as none.
    depths: Vec<u32>,
    numbers: HashMap<Dyadic, GameId>,
    interned: HashMap<Options, GameId>,
    order: HashMap<(GameId, GameId), bool>,
    sums: HashMap<(GameId, GameId), GameId>,
    negatives: HashMap<GameId, GameId>,
    stops: HashMap<GameId, (Dyadic, Dyadic)>,
    thermographs: HashMap<GameId, Rc<Walls<i128>>>,
    /// Multiples of up and nimbers, of the games that are such sums.
    names: HashMap<GameId, Option<(i64, u32)>>,
    limit: Option<usize>,
    budget: Option<NodeBudget<'b>>,
    /// Steps that are left to a computation that may not take longer.
    allowance: Option<usize>,
}

impl<'b> Games<'b> {
    /// The default limit of games and comparisons: a few hundred megabytes.
    const USUAL_LIMIT: usize = 4_000_000;

    /// An arena that refuses to hold more than `limit` games, comparisons or sums.
    pub fn with_limit(limit: usize) -> Self {
        Games { limit: Some(limit), ..Games::default() }
    }

    /// An arena that stops when a source of nodes does: every game, sum, comparison and text counts as a node.
    pub fn within(source: &'b (dyn NodeSource + 'b)) -> Self {
        Games { budget: Some(NodeBudget::new(source)), ..Games::default() }
    }

    /// Nodes counted so far.
    pub fn nodes(&self) -> u64 {
        self.budget.as_ref().map_or(0, NodeBudget::used)
    }

    /// Lets a computation take at most so many steps: more are [`ValueError::TooLarge`].
    pub fn within_steps<T>(
        &mut self,
        most: usize,
        compute: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        self.allowance = Some(most);
        let found = compute(self);
        let exhausted = self.allowance.take() == Some(0);
        found.map_err(|error| if exhausted { ValueError::TooLarge(most) } else { error })
    }

    /// Counts one node.
    fn step(&mut self) -> Result<()> {
        if let Some(left) = &mut self.allowance {
            *left = left.checked_sub(1).ok_or(ValueError::TooLarge(0))?;
        }
        Ok(self.budget.as_mut().map_or(Ok(()), NodeBudget::step)?)
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
    pub fn number(&mut self, number: Dyadic) -> Result<GameId> {
        if let Some(&id) = self.numbers.get(&number) {
            return Ok(id);
        }
        let id = self.push(Form::Number(number), 0)?;
        self.numbers.insert(number, id);
        Ok(id)
    }

    /// The game that equals this integer.
    pub fn integer(&mut self, number: i64) -> Result<GameId> {
        self.number(Dyadic::integer(number))
    }

    /// The number that this game equals, if it equals one.
    pub fn as_number(&self, game: GameId) -> Option<Dyadic> {
        match self.forms[game.0 as usize] {
            Form::Number(number) => Some(number),
            Form::Options { .. } => None,
        }
    }

    /// The integer that this game equals, if it equals one.
    pub fn as_integer(&self, game: GameId) -> Option<i64> {
        self.as_number(game).filter(|n| n.is_integer()).map(Dyadic::numerator)
    }

    /// The options of a player in the canonical form.
    pub fn options(&mut self, game: GameId, player: Player) -> Result<Vec<GameId>> {
        match (&self.forms[game.0 as usize], player) {
            (Form::Options { left, .. }, Player::Left) => Ok(left.to_vec()),
            (Form::Options { right, .. }, Player::Right) => Ok(right.to_vec()),
            (Form::Number(number), Player::Left) => {
                number_left(*number).map(|n| self.number(n?)).into_iter().collect()
            }
            (Form::Number(number), Player::Right) => {
                number_left(-*number).map(|n| self.number(-n?)).into_iter().collect()
            }
        }
    }

    /// The Left options of the canonical form.
    pub fn left(&mut self, game: GameId) -> Result<Vec<GameId>> {
        self.options(game, Player::Left)
    }

    /// The Right options of the canonical form.
    pub fn right(&mut self, game: GameId) -> Result<Vec<GameId>> {
        self.options(game, Player::Right)
    }

    /// Stores canonical options that make no number.
    fn intern(&mut self, mut left: Vec<GameId>, mut right: Vec<GameId>) -> Result<GameId> {
        left.sort_unstable();
        right.sort_unstable();
        let key = (left.into_boxed_slice(), right.into_boxed_slice());
        if let Some(&id) = self.interned.get(&key) {
            return Ok(id);
        }
        let depths = key.0.iter().chain(&key.1).map(|option| self.depths[option.0 as usize]);
        let depth = 1 + depths.max().unwrap_or(0);
        if depth > MAX_DEPTH {
            return Err(ValueError::TooDeep);
        }
        let id = self.push(Form::Options { left: key.0.clone(), right: key.1.clone() }, depth)?;
        self.interned.insert(key, id);
        Ok(id)
    }

    fn push(&mut self, form: Form, depth: u32) -> Result<GameId> {
        self.check(self.forms.len())?;
        let id = GameId(u32::try_from(self.forms.len()).map_err(|_| ValueError::TooLarge(self.forms.len()))?);
        self.forms.push(form);
        self.depths.push(depth);
        Ok(id)
    }

    fn check(&self, held: usize) -> Result<()> {
        let limit = self.limit.unwrap_or(Games::USUAL_LIMIT);
        if held >= limit { Err(ValueError::TooLarge(limit)) } else { Ok(()) }
    }
}

/// The Left option of a number in canonical form. Right's is the negative of the negative's.
fn number_left(number: Dyadic) -> Option<Result<Dyadic, OutOfRange>> {
    match number.exponent() {
        0 if number.numerator() > 0 => Some(number.minus(Dyadic::ONE)),
        0 => None,
        e => Some(Dyadic::new(number.numerator() - 1, e)),
    }
}
