//! Texts of combinatorial game theory: short games, local games, and sums of them, each within a budget.

use cgt::{
    Answer, Games, Method, ParseError, Partizan, ValueError,
    games::{Amazons, Clobber, Domineering, NoGo},
};
use search::{NodeBudget, NodeSource, Unlimited};
use std::cell::RefCell;

/// Most games and comparisons of a short game: larger ones are refused, as on the command line.
const MOST_GAMES: usize = 2000;

/// Games and comparisons that printing them may take.
const ROOM: usize = 100_000;

/// Most nodes that a value may take.
const MOST_NODES: u64 = 500;

/// Most boards of a sum.
const MOST_BOARDS: usize = 4;

/// A short game such as `{2|-1/2,±1}`.
pub(crate) fn game(text: &str) -> bool {
    thread_local! {
        /// Printing compares with hundreds of named games, which are made once here.
        static ROOMY: RefCell<Games<'static>> = RefCell::new(Games::with_limit(ROOM));
    }
    if Games::with_limit(MOST_GAMES).parse(text).is_err() {
        return false;
    }
    ROOMY.with_borrow_mut(|games| {
        let first = reads_back(games, text);
        // The arena may be full of earlier games.
        let again = first.or_else(|_| {
            *games = Games::with_limit(ROOM);
            reads_back(games, text)
        });
        again.is_ok()
    })
}

/// Fails only if the arena is too small.
fn reads_back(games: &mut Games, text: &str) -> Result<(), ValueError> {
    let read = |games: &mut Games, text: &str| match games.parse(text) {
        Ok(game) => Ok(game),
        Err(ParseError::Value(error)) => Err(error),
        Err(ParseError::Text(error)) => panic!("{text:?} is refused: {error}"),
    };
    let game = read(games, text)?;
    let written = games.text(game)?;
    assert_eq!(read(games, &written)?, game, "{text:?} was written as {written:?}");
    Ok(())
}

/// `GAME BOARD`.
pub(crate) fn board(text: &str) -> bool {
    let (name, text) = text.split_once(' ').unwrap_or((text, ""));
    match name {
        Amazons::NAME => board_of::<Amazons>(text),
        Clobber::NAME => board_of::<Clobber>(text),
        Domineering::NAME => board_of::<Domineering>(text),
        NoGo::NAME => board_of::<NoGo>(text),
        _ => false,
    }
}

fn board_of<P: Partizan>(text: &str) -> bool {
    let Ok(position) = P::parse(text) else { return false };
    let written = position.text();
    let back = P::parse(&written).unwrap_or_else(|error| panic!("{written:?} is refused: {error}"));
    assert_eq!(back.text(), written);
    assert_eq!(back.normal(), position.normal(), "{text:?} was written as {written:?}");
    if let (Some(value), Some(again)) = (value(&[position]), value(&[back])) {
        assert_eq!(value, again, "{text:?} was written as {written:?}");
    }
    true
}

/// `GAME BOARD + BOARD + …`.
pub(crate) fn sum(text: &str) -> bool {
    let (name, text) = text.split_once(' ').unwrap_or((text, ""));
    match name {
        Amazons::NAME => sum_of::<Amazons>(text),
        Clobber::NAME => sum_of::<Clobber>(text),
        Domineering::NAME => sum_of::<Domineering>(text),
        NoGo::NAME => sum_of::<NoGo>(text),
        _ => false,
    }
}

fn sum_of<P: Partizan>(text: &str) -> bool {
    let boards = text.split(" + ").take(MOST_BOARDS + 1).map(P::parse).collect::<Result<Vec<P>, _>>();
    let Some(boards) = boards.ok().filter(|boards| boards.len() <= MOST_BOARDS) else { return false };
    let Some(whole) = value(&boards) else { return true };
    let mut total = cgt::Dyadic::ZERO;
    for board in &boards {
        let Some(part) = value(std::slice::from_ref(board)) else { return true };
        let Ok(more) = total.plus(part.mean) else { return true };
        total = more;
    }
    assert_eq!(whole.mean, total, "{text:?}");
    true
}

/// Mean, temperature and thermograph, if the budget suffices.
fn value<P: Partizan>(sum: &[P]) -> Option<Answer> {
    let source: &dyn NodeSource = &Unlimited;
    let mut budget = NodeBudget::new(source).at_most(MOST_NODES);
    Method::Generic.temperature(sum, &mut budget).ok()
}
