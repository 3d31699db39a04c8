//! Everything that a canonical form tells at once: outcome class, stops, birthday, reduced canonical form and atomic weight, of a
//! game as it is, cooled or heated.

use crate::{
    Answer, Dyadic, GameId, Games, ParseError, Partizan, Result, ValueError, Values,
    short::{Change, OutcomeClass, Syntax},
};
use search::NodeBudget;

/// Longest text of a canonical form, in bytes.
const MAX_TEXT: usize = 10_000;
/// Most steps for a reduced canonical form or an atomic weight, which take sums of many parts: a few seconds.
const MAX_STEPS: usize = 2_000_000;

/// What is known of a game by its canonical form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Study {
    /// Mean, temperature and thermograph.
    pub answer: Answer,
    /// The canonical form as text, unless that is too long.
    pub value: Result<String, ValueError>,
    /// Who wins.
    pub outcome: OutcomeClass,
    /// The Left and the Right stop.
    pub stops: (Dyadic, Dyadic),
    /// The day on which it is born.
    pub birthday: u64,
    /// The reduced canonical form as text, unless it is too large.
    pub reduced: Result<String, ValueError>,
    /// The atomic weight as text, if the game is all small.
    pub atomic_weight: Option<Result<String, ValueError>>,
}

/// Studies an abstract game.
///
/// ```
/// use cgt::{Change, Syntax, study_form};
/// use search::{NodeBudget, Unlimited};
///
/// let mut budget: NodeBudget = NodeBudget::new(&Unlimited);
/// let found = study_form("{3||2*|1*}", &Change::None, Syntax::CgSuite, &mut budget).unwrap();
/// assert_eq!((found.outcome.to_string().as_str(), found.birthday), ("L", 5));
/// assert_eq!(found.reduced.unwrap(), "{3||2|1}");
/// ```
pub fn study_form(
    text: &str,
    change: &Change,
    syntax: Syntax,
    budget: &mut NodeBudget,
) -> Result<Study, ParseError> {
    let mut games = Games::within(budget.source());
    let found = games.parse(text).and_then(|game| study(&mut games, game, change, syntax));
    budget.add(games.nodes());
    found
}

/// Studies a sum of positions. Their canonical forms may be too large.
pub fn study_sum<P: Partizan>(
    sum: &[P],
    change: &Change,
    syntax: Syntax,
    budget: &mut NodeBudget,
) -> Result<Result<Study, ParseError>> {
    let mut values = Values::within(budget.source());
    let mut total = values.games().integer(0)?;
    for position in sum {
        let value = values.value(position, budget)?;
        total = values.games().sum(total, value)?;
    }
    let found = study(values.games(), total, change, syntax);
    budget.add(values.games().nodes());
    Ok(found)
}

fn study(games: &mut Games, game: GameId, change: &Change, syntax: Syntax) -> Result<Study, ParseError> {
    let game = changed(games, game, change)?;
    let value = match games.text_in(game, syntax, MAX_TEXT) {
        Err(error) if !matches!(error, ValueError::TooLong(_)) => return Err(error.into()),
        value => value,
    };
    let reduced = extra(games, syntax, |games| games.reduced(game).map(Some)).unwrap_or(Ok(String::new()));
    let atomic_weight = extra(games, syntax, |games| games.atomic_weight(game));
    Ok(Study {
        answer: games.thermograph(game)?.into(),
        value,
        outcome: games.outcome_class(game)?,
        stops: games.stops(game)?,
        birthday: games.birthday(game)?,
        reduced,
        atomic_weight,
    })
}

/// The text of a game that may take long to find, or why there is none.
fn extra<'b>(
    games: &mut Games<'b>,
    syntax: Syntax,
    compute: impl FnOnce(&mut Games<'b>) -> Result<Option<GameId>, ValueError>,
) -> Option<Result<String, ValueError>> {
    let found = games.within_steps(MAX_STEPS, |games| match compute(games)? {
        Some(found) => games.text_in(found, syntax, MAX_TEXT).map(Some),
        None => Ok(None),
    });
    found.transpose()
}

fn changed(games: &mut Games, game: GameId, change: &Change) -> Result<GameId, ParseError> {
    Ok(match change {
        Change::None => game,
        Change::Cool(t) => games.cooled(game, *t)?,
        Change::Heat(by) => {
            let by = games.parse(by)?;
            games.heated(game, by)?
        }
        Change::Overheat { lower, upper } => {
            let (lower, upper) = (games.parse(lower)?, games.parse(upper)?);
            games.overheated(game, lower, upper)?
        }
    })
}
