//! The move ordering: which steps are noisy, and in which order steps are worth trying. Knows nothing of evaluations.

use super::{placing, step_value};
use crate::{
    act::{Act, Step},
    piece::Kind,
    rules::Arimaa,
    squares::{Square, each, goal_row, neighbours},
    tactics,
};
use game::{EitherSideCanMove, Game, MoveOrdering, Outcome};
use std::ops::ControlFlow;

/// Hints by class: a class outranks everything that is learned from history in lower ones.
mod hint {
    pub(super) const GOAL: i32 = 1 << 27;
    pub(super) const CAPTURE: i32 = 1 << 26;
    pub(super) const CAPTURE_NEXT: i32 = 1 << 25;
    pub(super) const LOSS: i32 = -(1 << 26);
    pub(super) const BACK: i32 = -(1 << 25);
    /// Within the quiet steps.
    pub(super) const DISPLACE: i32 = 40;
    pub(super) const STRENGTH: [i32; 6] = [0, 6, 8, 14, 20, 30];
    pub(super) const RABBIT_FORWARD: i32 = 4;
    pub(super) const WANTED: i32 = 100;
}

/// The value of each kind to its captor, for ordering captures.
const WORTH: [i32; 6] = [100, 140, 210, 360, 650, 2200];

/// The move ordering of all evaluations: captures and threats first, goal steps above all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ordering;

impl MoveOrdering<Arimaa> for Ordering {
    /// Larger is tried earlier: goals, captures, steps that prepare one; own losses and steps straight back last.
    #[inline]
    fn order_hint(&self, position: &Arimaa, action: Act) -> i32 {
        let step = match action {
            Act::Pass => return if wins_by_passing(position) { hint::GOAL } else { 0 },
            Act::Place(kind) => return if placing::is_wanted(position, kind) { hint::WANTED } else { 0 },
            Act::Step(step) => step,
        };
        let board = position.board();
        let (from, Some(to)) = (step.from(), step.to()) else { return 0 };
        let Some(piece) = board.at(from) else { return 0 };
        let own = piece.side == position.to_move();
        let lost = board.doomed_after(piece.side, from, to);
        if lost != 0 {
            // The piece that falls is the one that stepped onto the trap, or one that stood there.
            let kind = if lost == to.alone() {
                piece.kind
            } else {
                board.kind_at(Square::of_bit(lost.trailing_zeros()))
            };
            let worth = WORTH[kind.index()];
            return if own { hint::LOSS - worth } else { hint::CAPTURE + worth };
        }
        if !own {
            return hint::DISPLACE + hint::STRENGTH[piece.kind.index()];
        }
        if piece.kind == Kind::Rabbit {
            return match to.alone() & goal_row(piece.side) {
                _ if from.row() == to.row() => 0,
                0 => hint::RABBIT_FORWARD,
                _ => hint::GOAL,
            };
        }
        if prepares_capture(position, step) {
            return hint::CAPTURE_NEXT;
        }
        if position.undoes(step) {
            return hint::BACK;
        }
        hint::STRENGTH[piece.kind.index()]
    }

    /// Visits the noisy actions in generation order.
    #[inline]
    fn noisy_actions(
        &self,
        position: &Arimaa,
        mut visit: impl FnMut(Act) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if position.is_setup() {
            return ControlFlow::Continue(());
        }
        position.actions(|action| {
            if self.is_noisy(position, action) { visit(action) } else { ControlFlow::Continue(()) }
        })
    }

    /// Visits the actions that begin a gain which exact tests have found in this turn: the quickest ways to goal if there are
    /// any, else the quickest ways to a capture at each trap. A push that was begun is completed in any case.
    #[inline]
    fn tactical_actions(
        &self,
        position: &Arimaa,
        mut visit: impl FnMut(Act) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if position.is_setup() || position.outcome().is_some() {
            return ControlFlow::Continue(());
        }
        match tactics::goal_in(position) {
            None if position.pending_push().is_some() && tactics::captures(position) == 0 => {
                position.actions(visit)
            }
            None => tactics::capturing_steps(position, |step| visit(Act::Step(step))),
            Some(0) => visit(Act::Pass),
            Some(steps) => position.actions(|action| {
                let child = position.child(action);
                let nearer = match child.outcome() {
                    Some(outcome) => outcome == Outcome::Win(position.to_move()),
                    None => {
                        child.to_move() == position.to_move() && tactics::goal_in(&child) == Some(steps - 1)
                    }
                };
                if nearer { visit(action) } else { ControlFlow::Continue(()) }
            }),
        }
    }

    /// Noisy are captures of enemies, steps onto the goal row, steps after which a pull captures, steps that complete a push
    /// (there is no choice but that), and the pass that wins.
    #[inline]
    fn is_noisy(&self, position: &Arimaa, action: Act) -> bool {
        let step = match action {
            Act::Step(step) => step,
            Act::Pass => return wins_by_passing(position),
            Act::Place(_) => return false,
        };
        if position.pending_push().is_some() {
            return true;
        }
        let board = position.board();
        let (from, Some(to)) = (step.from(), step.to()) else { return false };
        let side = position.to_move();
        if board.of_side(side) & from.alone() == 0 {
            return board.doomed_after(side.other(), from, to) != 0;
        }
        let arrives = goal_row(side) & to.alone() != 0 && goal_row(side) & from.alone() == 0;
        let to_goal = arrives && board.rabbits(side) & from.alone() != 0;
        to_goal || prepares_capture(position, step)
    }

    /// The setup has no steps; there the ordering hints know more.
    #[inline]
    fn step_value(&self, position: &Arimaa, action: Act, previous: Option<Act>) -> Option<f32> {
        (!position.is_setup()).then(|| step_value(position, action, previous))
    }

    /// None in the setup.
    #[inline]
    fn null_move(&self, position: &Arimaa) -> Option<Arimaa> {
        if position.is_setup() { None } else { position.turn_skipped() }
    }
}

fn wins_by_passing(position: &Arimaa) -> bool {
    let side = position.to_move();
    position.board().rabbits(side) & goal_row(side) != 0
}

/// Could this own step be followed by a pull that captures?
#[inline]
fn prepares_capture(position: &Arimaa, step: Step) -> bool {
    if position.steps_left() < 2 || position.pending_push().is_some() {
        return false;
    }
    let (board, side, from) = (position.board(), position.to_move(), step.from());
    let around = neighbours(from.alone()) & board.of_side(side.other());
    if around == 0 {
        return false;
    }
    let pulled = around & board.weaker(side.other(), board.kind_at(from));
    each(pulled).any(|enemy| board.doomed_after(side.other(), enemy, from) != 0)
}
