//! Can the side to move capture something at a trap with the steps it has left? Exact.
//!
//! Only a foe's step captures a foe, so the turn needs a push or pull that either moves a foe onto the trap with no other
//! foe beside it, or takes the last guard from a foe on the trap. Before it there is time for at most two plain steps, or
//! for one push or pull. A lower bound on the steps needed cuts the search short; exhaustive search confirms it in the tests.

use super::displace::{Change, FOE, OWN, displacements, steps};
use crate::{
    act::{Act, Step},
    board::Board,
    piece::{Kind, Piece},
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
    let near = ways.iter().fold(anywhere, |all, &(trap, steps)| all | steps.map_or(0, |n| reach(trap, n)));
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

/// The squares that the first of so many steps to a capture at this trap leaves or enters.
fn reach(trap: Square, steps: u32) -> Squares {
    within(trap, if steps <= 3 { 3 } else { 6 })
}

fn capturing(position: &Arimaa, trap: Square, left: u32) -> bool {
    let side = position.to_move();
    let turned = |square: Square| if side == OWN { square } else { Square::of_bit(square.bit() as u32 ^ 56) };
    let board = if side == OWN { *position.board() } else { position.board().reversed() };
    let trap = turned(trap);
    if let Some((square, kind)) = position.pending_push() {
        return after_push(&board, trap, turned(square), kind, left);
    }
    let by_pull = position
        .pending_pull()
        .is_some_and(|(square, kind)| after_pull(&board, trap, turned(square), kind, left));
    by_pull || captures_at(&board, trap, left)
}

/// A push must be completed first; that itself captures nothing.
fn after_push(board: &Board, trap: Square, square: Square, kind: Kind, left: u32) -> bool {
    let able =
        board.of_side(OWN) & !board.frozen(OWN) & board.stronger(OWN, kind) & neighbours(square.alone());
    each(able).any(|from| {
        let mut after = *board;
        after.step(Piece::new(OWN, board.kind_at(from)), from, square);
        captures_at(&after, trap, left - 1)
    })
}

/// The pull that may be made now comes first.
fn after_pull(board: &Board, trap: Square, square: Square, kind: Kind, left: u32) -> bool {
    each(neighbours(square.alone()) & board.weaker(FOE, kind)).any(|from| {
        let mut after = *board;
        let lost = after.step(Piece::new(FOE, board.kind_at(from)), from, square);
        lost.is_some_and(|(_, at)| at == trap) || captures_at(&after, trap, left - 1)
    })
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
    let at_once = |change: Change| {
        if change.captured == Some(trap) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    if foes & beside != 0
        && one_guard_short(board, trap)
        && displacements(board, movers, foes & beside, at_once).is_break()
    {
        return true;
    }
    if left == 2 {
        return false;
    }
    let near = within(trap, if left == 3 { 3 } else { 6 });
    let prepared = |change: Change| match captures_at(&change.board, trap, left - 1) {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    if steps(board, movers, near, prepared).is_break() {
        return true;
    }
    if left == 3 {
        return false;
    }
    // Two pushes or pulls: the first one moves a foe that is on the trap or at most two squares from it.
    let both = |change: Change| match captures_at(&change.board, trap, left - 2) {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
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

/// The squares at most so many steps away.
#[inline]
fn within(square: Square, steps: u32) -> Squares {
    (0..steps).fold(square.alone(), |all, _| all | neighbours(all))
}
