//! How soon the side to move wins when it can reach goal in this turn: in actions, exactly.
//!
//! Goal is not always the fastest way: capturing the last enemy rabbit, or leaving the enemy without a step, may take fewer
//! actions. That is rare, so it is only searched for where a few counts do not rule it out.

use super::goal::goal_in;
use crate::{
    act::Act,
    rules::Arimaa,
    squares::{Direction, Squares, each, neighbours},
};
use game::{Game, Outcome, Side};
use std::ops::ControlFlow;

/// The fewest actions in which the side to move wins, if it can reach goal with the steps that are left; else `None`.
#[inline]
pub fn win_in(position: &Arimaa) -> Option<u32> {
    let steps = goal_in(position)?;
    let left = u32::from(position.steps_left());
    // A turn that uses all its steps ends by itself; any other needs a pass.
    let by_goal = if steps < left { steps + 1 } else { steps };
    // Another win would have to be passed into, too.
    let faster = (0..by_goal.saturating_sub(1)).find(|&steps| wins_otherwise(position, steps));
    Some(faster.map_or(by_goal, |steps| steps + 1))
}

/// Can the side to move win by passing after exactly `steps` steps, at most two, without reaching goal?
fn wins_otherwise(position: &Arimaa, steps: u32) -> bool {
    debug_assert!(steps <= 2);
    if cannot_be_eliminated(position) && cannot_be_immobilised(position, steps) {
        return false;
    }
    passes_into_win(position, steps)
}

fn passes_into_win(position: &Arimaa, steps: u32) -> bool {
    let side = position.to_move();
    if steps == 0 {
        return position.is_legal(Act::Pass)
            && position.child(Act::Pass).outcome() == Some(Outcome::Win(side));
    }
    let found = position.steps(|step| match passes_into_win(&position.child(Act::Step(step)), steps - 1) {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    });
    found.is_break()
}

/// Each step of an enemy captures at most one, and two steps are at most two of them.
#[inline]
fn cannot_be_eliminated(position: &Arimaa) -> bool {
    position.board().rabbits(position.to_move().other()).count_ones() > 2
}

/// Are there enemies so far apart, all able to act, that so few steps cannot stop them all?
///
/// A plain step stops only enemies beside the square it enters, so two of them are at most two apart. A step of an enemy
/// stops only itself and enemies at most two squares from where it was, so two of them are at most four apart; as part of
/// a push or pull, with the other step, at most six.
#[inline]
fn cannot_be_immobilised(position: &Arimaa, steps: u32) -> bool {
    let able = able_to_act(position, position.to_move().other());
    match steps {
        0 => able != 0,
        1 => scattered(able, 4, 2),
        _ => {
            let nothing_pending = position.pending_push().is_none() && position.pending_pull().is_none();
            scattered(able, 4, 3) || (nothing_pending && scattered(able, 6, 2) && scattered(able, 2, 3))
        }
    }
}

/// Are there `count` squares of the set that are pairwise more than `apart` steps apart? May overlook some.
#[inline]
fn scattered(mut squares: Squares, apart: u32, count: u32) -> bool {
    for _ in 1..count {
        let Some(first) = each(squares).next() else { return false };
        let near = (0..apart).fold(first.alone(), |all, _| all | neighbours(all));
        squares &= !near;
    }
    squares != 0
}

/// The pieces of `side` that could act if it were its turn.
fn able_to_act(position: &Arimaa, side: Side) -> Squares {
    let board = position.board();
    let movers = board.of(side) & !board.frozen(side);
    let steps = Direction::ALL.into_iter().fold(0, |all, d| all | board.can_step(side, movers, d));
    let displaceable = board.displaceable(side, movers) & neighbours(board.empty());
    let pushers = each(displaceable).fold(0, |all, square| {
        all | (neighbours(square.alone()) & movers & board.stronger(side, board.kind_at(square)))
    });
    steps | pushers
}
