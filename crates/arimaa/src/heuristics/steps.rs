//! What the thesis' program thinks of a single step, for progressive bias and heavy playouts. Looks at no position values.
//!
//! There a push or pull is one choice of two steps; here its two halves together are worth the same.

use crate::{
    act::{Act, Step},
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
const NEAR: f32 = 0.4;
/// Rows and files together, from where the previous step ended to where this one begins.
const NEAR_DISTANCE: u8 = 3;

/// The value of an action after the `previous` one of the same turn, if there was one. A pass and the setup are worth 0.
///
/// Steps around the previous one are worth more, as the thesis says (3.2.2). Its program meant the same, but measured that
/// distance on bit values instead of square numbers, so that the bonus hardly ever applied there.
pub fn step_value(position: &Arimaa, action: Act, previous: Option<Act>) -> f32 {
    let Act::Step(step) = action else { return 0.0 };
    let board = position.board();
    let (from, Some(to)) = (step.from(), step.to()) else { return 0.0 };
    let Some(piece) = board.at(from) else { return 0.0 };
    let dies = board.doomed_after(piece.side, from, to) != 0;
    let before = match previous {
        Some(Act::Step(before)) => Some(before),
        _ => None,
    };
    if piece.side != position.to_move() {
        let is_pull = before.is_some_and(|before| before.from() == to);
        let near = before.filter(|_| !is_pull).map_or(0.0, |before| nearness(before, from));
        return DISPLACEMENT + near + if dies { ENEMY_DIES } else { 0.0 };
    }
    let mut value = MOVER[piece.kind.index()];
    if dies {
        value += OWN_DIES;
    }
    if piece.kind == Kind::Rabbit && is_near_goal(piece, to) {
        value += RABBIT_ARRIVES;
    }
    match before {
        // The first half of the same push is no previous step.
        _ if position.pending_push().is_some() => (),
        Some(before) if before.to() == Some(from) && before.from() == to => value += REVERSAL,
        Some(before) if before.to() == Some(from) => value += SAME_PIECE,
        Some(before) => value += nearness(before, from),
        None => (),
    }
    value
}

/// What a step from this square gains by being near the previous step.
fn nearness(before: Step, from: Square) -> f32 {
    let distance = |to: Square| to.row().abs_diff(from.row()) + to.file().abs_diff(from.file());
    if before.to().is_some_and(|to| distance(to) <= NEAR_DISTANCE) { NEAR } else { 0.0 }
}

/// The last two rows of a rabbit's way.
fn is_near_goal(piece: Piece, square: Square) -> bool {
    match piece.side {
        Side::First => square.row() >= 6,
        Side::Second => square.row() <= 1,
    }
}
