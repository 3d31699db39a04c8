//! Which steps are legal, and whether the turn may end: the only place that says so.
//!
//! A step is legal only if the turn can still end legally after it. Ending is impossible in an unfinished push and on the
//! board of the turn's start. The first never happens, since a push only begins where it can be completed. The second can
//! only happen after two or four steps, and after two the turn goes on; so what must be refused is a fourth step that
//! restores the board, a push that only such a step could complete, and a pass after stepping out and back.

use super::{Arimaa, Pending, STEPS};
use crate::{
    act::{Act, Step},
    squares::{Direction, Square, Squares, TRAPS, each, neighbours},
};
use game::Side;
use std::ops::ControlFlow;

/// A push takes two steps: after this many it is too late to begin one.
const LAST_PUSH_AFTER: u8 = STEPS - 2;
/// The next step is the last one.
const BEFORE_LAST: u8 = STEPS - 1;

impl Arimaa {
    /// Visits all actions of a turn.
    #[inline]
    pub(super) fn turn_actions(&self, mut visit: impl FnMut(Act) -> ControlFlow<()>) -> ControlFlow<()> {
        self.steps(|step| visit(Act::Step(step)))?;
        if self.can_pass() { visit(Act::Pass) } else { ControlFlow::Continue(()) }
    }

    /// Visits the steps of a turn. Naming the side lets the compiler make a loop for each.
    #[inline]
    pub(crate) fn steps(&self, visit: impl FnMut(Step) -> ControlFlow<()>) -> ControlFlow<()> {
        match self.side {
            Side::First => self.steps_of(Side::First, visit),
            Side::Second => self.steps_of(Side::Second, visit),
        }
    }

    #[inline(always)]
    fn steps_of(&self, side: Side, mut visit: impl FnMut(Step) -> ControlFlow<()>) -> ControlFlow<()> {
        let refused = if self.steps == BEFORE_LAST { self.turn_start.way_back() } else { None };
        let refused = refused.map(|(_, step)| step);
        let mut visit = |step| if Some(step) == refused { ControlFlow::Continue(()) } else { visit(step) };
        let movers = self.board.of_side(side) & !self.board.frozen(side);
        if let Pending::Push(square, kind) = self.pending {
            return steps_into(square, movers & self.board.stronger(side, kind), &mut visit);
        }
        let pulled = self.pulled_into();
        if let Some((square, able)) = pulled {
            steps_into(square, able, &mut visit)?;
        }
        if self.steps <= LAST_PUSH_AFTER {
            let displaceable = self.board.displaceable(side, movers);
            if displaceable != 0 {
                self.pushes(displaceable, pulled, &mut visit)?;
            }
        }
        for direction in Direction::ALL {
            for from in each(self.board.can_step(side, movers, direction)) {
                visit(Step::new(from, direction))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Steps of these enemies that begin a push. A step that is a pull is not one, so that it comes up once.
    #[inline]
    fn pushes(
        &self,
        displaceable: Squares,
        pulled: Option<(Square, Squares)>,
        visit: &mut impl FnMut(Step) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let empty = self.board.empty();
        for direction in Direction::ALL {
            for from in each(displaceable & direction.opposite().shift(empty)) {
                let step = Step::new(from, direction);
                let is_pull = pulled.is_some_and(|(square, able)| {
                    able & from.alone() != 0 && direction.shift(from.alone()) == square.alone()
                });
                if !is_pull && !self.only_restores(step) {
                    visit(step)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The square that a pull would fill and the enemies that could be pulled into it.
    #[inline]
    pub(super) fn pulled_into(&self) -> Option<(Square, Squares)> {
        match self.pending {
            Pending::Pull(square, kind) => {
                Some((square, neighbours(square.alone()) & self.board.weaker(self.side.other(), kind)))
            }
            _ => None,
        }
    }

    /// The enemies that could be pulled now; `None` if there are none.
    pub(crate) fn pulled(&self) -> Option<Squares> {
        self.pulled_into().map(|(_, able)| able).filter(|&able| able != 0)
    }

    /// Pieces of the side to move that could complete a push of the enemy that stands on this square.
    #[inline]
    fn pushers_of(&self, square: Square) -> Squares {
        let stronger = self.board.stronger(self.side, self.board.kind_at(square));
        let around = neighbours(square.alone()) & stronger;
        if around == 0 { 0 } else { around & !self.board.frozen(self.side) }
    }

    /// Would this step begin a push that can only be completed by restoring the board of the turn's start?
    ///
    /// That takes a turn which began with pulling the very same enemy off the square to which it is now pushed back.
    #[inline]
    fn only_restores(&self, step: Step) -> bool {
        if self.steps != LAST_PUSH_AFTER || !self.turn_start.is_alive() {
            return false;
        }
        let (Some(to), Some(pushed)) = (step.to(), self.board.at(step.from())) else { return false };
        match (self.turn_start.was_on(step.from()), self.turn_start.was_on(to)) {
            (Some(Some(own)), Some(Some(enemy))) if own.side == self.side && enemy == pushed => {
                let after = self.turn_start.after_step(pushed, step.from(), to);
                let Some((piece, back)) = after.way_back() else { return false };
                let restores = piece == own && back.to() == Some(step.from());
                restores && self.pushers_of(step.from()) == back.from().alone()
            }
            _ => false,
        }
    }

    /// Does this step just take back the first step of the turn?
    #[inline]
    pub(crate) fn undoes(&self, step: Step) -> bool {
        self.steps == 1 && self.turn_start.way_back().is_some_and(|(_, back)| back == step)
    }

    /// Would this step be the last of the turn and leave the board as the turn found it?
    #[inline]
    pub(crate) fn is_restored_by(&self, step: Step) -> bool {
        self.steps == BEFORE_LAST
            && self.turn_start.is_alive()
            && self.turn_start.way_back().is_some_and(|(_, back)| back == step)
    }

    /// Is this step legal in this turn? Answers for any step.
    pub(super) fn can_step(&self, step: Step) -> bool {
        let (from, Some(to)) = (step.from(), step.to()) else { return false };
        let Some(piece) = self.board.at(from) else { return false };
        if self.board.occupied() & to.alone() != 0 {
            return false;
        }
        if self.is_restored_by(step) {
            return false;
        }
        if piece.side == self.side {
            let allowed = match self.pending {
                Pending::Push(square, kind) => to == square && piece.kind > kind,
                _ => self.board.can_step(self.side, from.alone(), step.direction()) != 0,
            };
            return allowed && !self.board.is_frozen(from, self.side);
        }
        if matches!(self.pending, Pending::Push(..)) {
            return false;
        }
        let is_pull =
            self.pulled_into().is_some_and(|(square, able)| to == square && able & from.alone() != 0);
        is_pull || (self.steps <= LAST_PUSH_AFTER && self.pushers_of(from) != 0 && !self.only_restores(step))
    }

    /// Can these two steps be made in either order, to the same effect? The second is legal after the first.
    ///
    /// They must be steps of two own pieces and have no squares beside each other, so that neither frees, freezes or blocks
    /// for the other, and no trap in common, so that neither guards for the other. What the last of them leaves to be
    /// pulled must not matter either.
    #[inline]
    pub(super) fn are_apart(&self, first: Step, second: Step) -> bool {
        let (Some(first_to), Some(second_to)) = (first.to(), second.to()) else { return false };
        let own = self.board.of_side(self.side);
        let one = first.from().alone() | first_to.alone();
        let other = second.from().alone() | second_to.alone();
        let (near_one, near_other) = (one | neighbours(one), other | neighbours(other));
        own & first.from().alone() != 0
            && own & second.from().alone() != 0
            && near_one & other == 0
            && near_one & near_other & TRAPS == 0
            && !matches!(self.pending, Pending::Push(..))
            && (self.steps >= LAST_PUSH_AFTER
                || !(self.leaves_pull(first.from()) || self.leaves_pull(second.from())))
    }

    /// Could the piece on this square pull an enemy by leaving it?
    #[inline]
    fn leaves_pull(&self, from: Square) -> bool {
        let around = neighbours(from.alone()) & self.board.of_side(self.side.other());
        around != 0 && around & self.board.weaker(self.side.other(), self.board.kind_at(from)) != 0
    }

    /// May the rest of the turn be left unused?
    #[inline]
    pub(super) fn can_pass(&self) -> bool {
        self.steps > 0 && !matches!(self.pending, Pending::Push(..)) && !self.turn_start.is_unchanged()
    }
}

/// Visits the steps of these pieces into a square beside them.
#[inline]
fn steps_into(
    square: Square,
    pieces: Squares,
    visit: &mut impl FnMut(Step) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for direction in Direction::ALL {
        let from = direction.opposite().shift(square.alone()) & pieces;
        if from != 0 {
            visit(Step::new(Square::of_bit(from.trailing_zeros()), direction))?;
        }
    }
    ControlFlow::Continue(())
}
