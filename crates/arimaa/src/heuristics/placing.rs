//! The evaluation of a setup: it should look like a known one. It makes any search set up sensibly and at once.

use crate::{
    lineups::NAMED,
    piece::Kind,
    rules::{Arimaa, setup_square},
    squares::{Square, home_rows},
};
use game::{Game, Score, Side};

/// The cats beside the traps, the dogs at home, the strong pieces in front.
const PREFERRED: [&str; 2] = NAMED[1].1;

/// How many more pieces of the side to move stand where they are wanted than of the other side.
pub(super) fn estimate(position: &Arimaa) -> Score {
    let side = position.to_move();
    Score::estimate(wanted(position, side) - wanted(position, side.other()))
}

fn wanted(position: &Arimaa, side: Side) -> i32 {
    let squares = (0..32).map(setup_square).filter(|s| home_rows(side) & s.alone() != 0);
    let wanted = |(square, letter): &(Square, char)| {
        position.board().at(*square).is_some_and(|piece| piece.side == side && piece.kind.letter() == *letter)
    };
    squares.zip(PREFERRED[side.index()].chars()).filter(wanted).count() as i32
}

/// Is this the piece that is wanted on the next square?
pub(super) fn is_wanted(position: &Arimaa, kind: Kind) -> bool {
    let side = position.to_move();
    let Some(square) = position.next_square() else { return false };
    let nth = (home_rows(side) & (square.alone() - 1)).count_ones() as usize;
    PREFERRED[side.index()].chars().nth(nth) == Some(kind.letter())
}
