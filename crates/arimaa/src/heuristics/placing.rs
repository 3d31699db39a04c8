//! The evaluation of a setup: it should look like a known one. It makes any search set up sensibly and at once.

use crate::{
    piece::Kind,
    rules::{Arimaa, setup_square},
    squares::home_rows,
};
use game::{Game, Score, Side};

/// The cats beside the traps, the dogs at home, the strong pieces in front.
const PREFERRED: [[Kind; 16]; 2] = {
    use Kind::{Camel as M, Cat as C, Dog as D, Elephant as E, Horse as H, Rabbit as R};
    [[R, R, R, D, D, R, R, R, R, H, C, M, E, C, H, R], [R, H, C, E, M, C, H, R, R, R, R, D, D, R, R, R]]
};

/// How many more pieces of the side to move stand where they are wanted than of the other side.
pub(super) fn estimate(position: &Arimaa) -> Score {
    let side = position.to_move();
    Score::estimate(wanted(position, side) - wanted(position, side.other()))
}

fn wanted(position: &Arimaa, side: Side) -> i32 {
    let squares = (0..32).map(setup_square).filter(|s| home_rows(side) & s.alone() != 0);
    let right = squares
        .zip(PREFERRED[side.index()])
        .filter(|&(square, kind)| position.board().pieces(side, kind) & square.alone() != 0);
    right.count() as i32
}

/// Is this the piece that is wanted on the next square?
pub(super) fn is_wanted(position: &Arimaa, kind: Kind) -> bool {
    let side = position.to_move();
    let Some(square) = position.next_square() else { return false };
    let nth = (home_rows(side) & (square.alone() - 1)).count_ones() as usize;
    PREFERRED[side.index()].get(nth) == Some(&kind)
}
