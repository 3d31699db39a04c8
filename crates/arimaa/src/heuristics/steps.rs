//! What the thesis' program thinks of a single step, for progressive bias and heavy playouts. Looks at no position values.
//!
//! There a push or pull is one choice of two steps; here its two halves together are worth the same.

use crate::{
    act::Act,
    piece::{Kind, Piece},
    rules::Arimaa,
    squares::Square,
};
use game::{Game, Side};

/// Worth by moving piece, from rabbits to elephants.
const MOVER: [f32; 6] = [0.0, 0.0, 0.0, 0.2, 0.3, 0.5];
const DISPLACEMENT: f32 = 0.5;
const ENEMY_DIES: f32 = 1.5;
const OWN_DIES: f32 = -1.5;
const RABBIT_ARRIVES: f32 = 2.0;
const REVERSAL: f32 = -1.0;
const SAME_PIECE: f32 = 0.8;

/// The value of an action after the `previous` one of the same turn, if there was one. A pass and the setup are worth 0.
///
/// A bonus of 0.4 for steps near the previous one is left out: the program computes that distance from bit values instead
/// of square numbers, so that the bonus practically never applies.
pub fn step_value(position: &Arimaa, action: Act, previous: Option<Act>) -> f32 {
    let Act::Step(step) = action else { return 0.0 };
    let board = position.board();
    let (from, Some(to)) = (step.from(), step.to()) else { return 0.0 };
    let Some(piece) = board.at(from) else { return 0.0 };
    let dies = board.doomed_after(piece.side, from, to) != 0;
    if piece.side != position.to_move() {
        return DISPLACEMENT + if dies { ENEMY_DIES } else { 0.0 };
    }
    let mut value = MOVER[piece.kind.index()];
    if dies {
        value += OWN_DIES;
    }
    if piece.kind == Kind::Rabbit && is_near_goal(piece, to) {
        value += RABBIT_ARRIVES;
    }
    match previous {
        Some(Act::Step(before)) if before.to() == Some(from) && before.from() == to => value += REVERSAL,
        Some(Act::Step(before)) if before.to() == Some(from) => value += SAME_PIECE,
        _ => (),
    }
    value
}

/// The last two rows of a rabbit's way.
fn is_near_goal(piece: Piece, square: Square) -> bool {
    match piece.side {
        Side::First => square.row() >= 6,
        Side::Second => square.row() <= 1,
    }
}
