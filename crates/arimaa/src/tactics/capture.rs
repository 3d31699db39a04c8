//! Can the side to move capture something at a trap with the steps it has left? Exact.
//!
//! Only a foe's step captures a foe, so the turn needs a push or pull that either moves a foe onto the trap with no other
//! foe beside it, or takes the last guard from a foe on the trap. Before it there is time for at most two plain steps, or
//! for one push or pull. A lower bound on the steps needed cuts the search short; exhaustive search confirms it in the tests.

use super::displace::{Change, FOE, OWN, View, displacements, steps, turned};
use crate::{
    act::{Act, Step},
    board::Board,
    piece::Kind,
    rules::Arimaa,
    squares::{Square, Squares, TRAPS, each, neighbours},
};
use game::Game;
use std::ops::ControlFlow;

const TRAP_SQUARES: [Square; 4] =
    [Square::of_bit(18), Square::of_bit(21), Square::of_bit(42), Square::of_bit(45)];

/// The traps at which the side to move can capture something in this turn.
pub fn captures(position: &Arimaa) -> Squares {
    each(TRAPS).filter(|&trap| can_capture(position, trap)).fold(0, |all, trap| all | trap.alone())
}

/// Could a foe be captured at some trap if only so many of the steps that are left could be used?
pub(super) fn captures_within(position: &Arimaa, steps: u32) -> bool {
    each(TRAPS).any(|trap| capturing(position, trap, steps.min(position.steps_left().into())))
}

/// Can the side to move capture something at this trap with the steps it has left, and end its turn? In the setup and
/// after the end of the game it cannot.
pub fn can_capture(position: &Arimaa, trap: Square) -> bool {
    debug_assert!(trap.alone() & TRAPS != 0);
    if position.is_setup() || position.outcome().is_some() {
        return false;
    }
    capturing(position, trap, position.steps_left().into())
}

/// The fewest steps in which the side to move can capture something at this trap, if those that are left suffice. The one
/// that completes a push is counted.
pub fn capture_in(position: &Arimaa, trap: Square) -> Option<u32> {
    if !can_capture(position, trap) {
        return None;
    }
    (1..=u32::from(position.steps_left())).find(|&steps| capturing(position, trap, steps))
}

/// Visits the steps that capture, and those that begin a quickest way to capture something at one of the traps in this
/// turn, in the order of generation.
pub fn capturing_steps(position: &Arimaa, mut visit: impl FnMut(Step) -> ControlFlow<()>) -> ControlFlow<()> {
    let ways = TRAP_SQUARES.map(|trap| (trap, capture_in(position, trap)));
    if ways.iter().all(|(_, steps)| steps.is_none()) {
        return ControlFlow::Continue(());
    }
    // A push that was begun elsewhere must be completed first.
    let anywhere = if position.pending_push().is_some() { Squares::MAX } else { 0 };
    let near =
        ways.iter().fold(anywhere, |all, &(trap, steps)| all | steps.map_or(0, |n| prepared_within(trap, n)));
    let (board, foe) = (position.board(), position.to_move().other());
    position.steps(|step| {
        let (from, Some(to)) = (step.from(), step.to()) else { return ControlFlow::Continue(()) };
        if (from.alone() | to.alone()) & near == 0 {
            return ControlFlow::Continue(());
        }
        if board.of_side(foe) & from.alone() != 0 && board.doomed_after(foe, from, to) != 0 {
            return visit(step);
        }
        let child = position.child(Act::Step(step));
        let goes_on = child.to_move() == position.to_move();
        let begins = |&(trap, steps): &(Square, Option<u32>)| {
            steps.is_some_and(|steps| steps > 1 && capturing(&child, trap, steps - 1))
        };
        if goes_on && ways.iter().any(begins) { visit(step) } else { ControlFlow::Continue(()) }
    })
}

fn capturing(position: &Arimaa, trap: Square, left: u32) -> bool {
    let view = View::new(position);
    let trap = if position.to_move() == OWN { trap } else { turned(trap) };
    if let Some((square, kind)) = view.push {
        // Completing a push captures nothing by itself.
        return view.after_push(square, kind).any(|board| captures_at(&board, trap, left - 1));
    }
    let by_pull = view.pull.is_some_and(|(square, kind)| {
        let mut after = view.after_pull(square, kind);
        after.any(|(board, lost)| lost == Some(trap) || captures_at(&board, trap, left - 1))
    });
    by_pull || captures_at(&view.board, trap, left)
}

/// Can gold capture at this trap within `left` steps, with nothing pending?
fn captures_at(board: &Board, trap: Square, left: u32) -> bool {
    if left < 2 || !is_possible(board, trap, left) {
        return false;
    }
    let movers = board.of_side(OWN) & !board.frozen(OWN);
    let foes = board.displaceable(OWN, movers);
    let beside = neighbours(trap.alone());
    // A single push or pull moves a foe beside the trap: onto it, or away from one that it guards.
    let stop_if = |found: bool| if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    let at_once = |change: Change| stop_if(change.captured == Some(trap));
    if foes & beside != 0
        && one_guard_short(board, trap)
        && displacements(board, movers, foes & beside, at_once).is_break()
    {
        return true;
    }
    if left == 2 {
        return false;
    }
    let near = prepared_within(trap, left);
    let prepared = |change: Change| stop_if(captures_at(&change.board, trap, left - 1));
    if steps(board, movers, near, prepared).is_break() {
        return true;
    }
    if left == 3 {
        return false;
    }
    // Two pushes or pulls: the first one moves a foe that is on the trap or at most two squares from it.
    let both = |change: Change| stop_if(captures_at(&change.board, trap, left - 2));
    displacements(board, movers, foes & within(trap, 3), both).is_break()
}

/// Would losing one foe beside the trap, or one stepping from there onto it, be a capture?
#[inline]
fn one_guard_short(board: &Board, trap: Square) -> bool {
    (neighbours(trap.alone()) & board.of_side(FOE)).count_ones() == 1
}

/// A lower bound: is there a foe that could be the last one moved, with a stronger piece near enough to move it?
#[inline]
fn is_possible(board: &Board, trap: Square, left: u32) -> bool {
    let beside = neighbours(trap.alone());
    let guards = (beside & board.of_side(FOE)).count_ones();
    let reach = left - 2;
    // One push or pull takes away one guard or brings one foe near; the last one needs exactly one beside the trap.
    match (guards, left) {
        (1, _) => near_stronger(board, beside, reach),
        (0, 4) => near_stronger(board, within(trap, 2), 0),
        (2, 4) => near_stronger(board, beside, 0),
        _ => false,
    }
}

/// Is a foe on one of these squares at most `reach` steps from being beside a stronger own piece?
#[inline]
fn near_stronger(board: &Board, squares: Squares, reach: u32) -> bool {
    let foes = board.of_side(FOE) & squares;
    if foes == 0 {
        return false;
    }
    let mut stronger = 0;
    for kind in (0..5).rev() {
        stronger |= board.pieces(OWN, Kind::of_index(kind + 1));
        let near = (0..=reach).fold(stronger, |all, _| all | neighbours(all));
        if near & foes & board.of_kind(Kind::of_index(kind)) != 0 {
            return true;
        }
    }
    false
}

/// The squares that the first of so many steps to a capture at this trap leaves or enters.
#[inline]
fn prepared_within(trap: Square, steps: u32) -> Squares {
    within(trap, if steps <= 3 { 3 } else { 6 })
}

/// The squares at most so many steps away.
#[inline]
fn within(square: Square, steps: u32) -> Squares {
    (0..steps).fold(square.alone(), |all, _| all | neighbours(all))
}
