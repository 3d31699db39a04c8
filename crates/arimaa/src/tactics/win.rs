//! How soon the side to move wins when it can reach goal in this turn: in actions, exactly.
//!
//! Goal is not always the fastest way: capturing the last enemy rabbit, or leaving the enemy without a step, may take fewer
//! actions. That is rare, so it is only searched for where a few counts do not rule it out.

use super::{capture::captures_within, goal::goal_in};
use crate::{
    act::Act,
    rules::Arimaa,
    squares::{Direction, Square, Squares, each},
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
#[inline]
fn wins_otherwise(position: &Arimaa, steps: u32) -> bool {
    debug_assert!(steps <= 2);
    (may_eliminate(position, steps) || may_immobilise(position, steps)) && passes_into_win(position, steps)
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

/// Might the last enemy rabbit be captured? Two steps hold at most one step of an enemy, and that captures at most one.
#[inline]
fn may_eliminate(position: &Arimaa, steps: u32) -> bool {
    match position.board().rabbits(position.to_move().other()).count_ones() {
        0 => true,
        1 => steps > 0 && captures_within(position, steps),
        _ => false,
    }
}

/// Might so few steps leave the enemy without a step? Errs only on the side of caution.
///
/// An enemy with room to step is stopped by filling its room, by freezing it or by taking its support. So a plain step stops
/// only enemies beside the square it enters, a push or pull only enemies at most three squares from the one that it moves,
/// and the step that completes a pull only enemies at most two squares away.
#[inline]
fn may_immobilise(position: &Arimaa, steps: u32) -> bool {
    let able = able_to_step(position, position.to_move().other());
    let nothing_pending = position.pending_push().is_none() && position.pending_pull().is_none();
    match steps {
        _ if able == 0 => true,
        0 => false,
        1 if nothing_pending => stopped_by_one(able),
        1 => within_of_all(able, &TWO_AWAY) != 0,
        _ if nothing_pending => stopped_by_two(able) || stopped_by_displacing(position, able),
        // A step of an enemy stops at most eleven, a plain step three.
        _ => able.count_ones() <= 14,
    }
}

/// Is there a square beside all of these?
#[inline]
fn stopped_by_one(able: Squares) -> bool {
    able.count_ones() <= 4 && within_of_all(able, &BESIDE) != 0
}

/// Are there two squares so that each of these is beside one of them?
#[inline]
fn stopped_by_two(able: Squares) -> bool {
    let Some(first) = each(able).next().filter(|_| able.count_ones() <= 8) else { return false };
    each(BESIDE[first.bit()]).any(|entered| {
        let rest = able & !BESIDE[entered.bit()];
        rest == 0 || stopped_by_one(rest)
    })
}

/// Can an enemy be pushed or pulled that has all of these near it?
#[inline]
fn stopped_by_displacing(position: &Arimaa, able: Squares) -> bool {
    let near_all = within_of_all(able, &THREE_AWAY);
    if near_all == 0 {
        return false;
    }
    let (board, side) = (position.board(), position.to_move());
    board.displaceable(side, board.of_side(side) & !board.frozen(side)) & near_all != 0
}

/// The squares that are near all of these.
#[inline]
fn within_of_all(squares: Squares, near: &[Squares; 64]) -> Squares {
    each(squares).fold(u64::MAX, |all, square| all & near[square.bit()])
}

static BESIDE: [Squares; 64] = around(1);
static TWO_AWAY: [Squares; 64] = around(2);
static THREE_AWAY: [Squares; 64] = around(3);

/// For each square those at most so many steps away; for one step without the square itself.
const fn around(steps: u8) -> [Squares; 64] {
    let mut table = [0; 64];
    let mut from = 0;
    while from < 64 {
        let mut to = 0;
        while to < 64 {
            let (a, b) = (Square::of_bit(from), Square::of_bit(to));
            let distance = a.file().abs_diff(b.file()) + a.row().abs_diff(b.row());
            if distance <= steps && (steps > 1 || distance == 1) {
                table[from as usize] |= 1 << to;
            }
            to += 1;
        }
        from += 1;
    }
    table
}

/// The pieces of `side` that could make a plain step if it were its turn. Those that could only push are left out: what
/// stops them may be further away.
#[inline]
fn able_to_step(position: &Arimaa, side: Side) -> Squares {
    let board = position.board();
    let movers = board.of_side(side) & !board.frozen(side);
    Direction::ALL.into_iter().fold(0, |all, d| all | board.can_step(side, movers, d))
}
