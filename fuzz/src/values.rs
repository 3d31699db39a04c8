//! Texts of combinatorial game theory: short games, local games, and sums of them, each within a budget.

use cgt::{
    Answer, Games, Method, Partizan,
    games::{Amazons, Clobber, Domineering, NoGo},
};
use search::{NodeBudget, NodeSource, Unlimited};

/// Most games and comparisons of a short game: larger ones are refused, as on the command line.
const MOST_GAMES: usize = 2000;

/// Most nodes that a value may take.
const MOST_NODES: u64 = 500;

/// Most boards of a sum.
const MOST_BOARDS: usize = 4;

/// A short game such as `{2|-1/2,±1}`.
pub(crate) fn game(text: &str) -> bool {
    let mut games = Games::with_limit(MOST_GAMES);
    let Ok(game) = games.parse(text) else { return false };
    // Printing needs more games, which may be too many.
    let Ok(written) = games.text(game) else { return false };
    let back = Games::with_limit(100 * MOST_GAMES).parse(&written);
    assert!(back.is_ok(), "{text:?} was written as {written:?}, which is refused: {back:?}");
    assert_eq!(games.parse(&written), Ok(game), "{text:?} was written as {written:?}");
    true
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
