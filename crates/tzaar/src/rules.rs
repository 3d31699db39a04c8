//! The rules of Tzaar as [`Game`]: which actions are legal and what they lead to. No heuristics here.
//!
//! A turn is a capture and then a capture, a stacking or a pass; White's very first turn is a single capture. A side loses
//! when its last stack of one of the three kinds is captured, or covered by itself, and when it cannot begin its turn with
//! a capture. In the tournament version the pieces are first placed, one at a time.

use crate::{
    action::{Choice, TzaarAction},
    geometry::{DIRECTIONS, FIELDS, Field, lowest, nearest, opposite, ray},
    phase::Phase,
    piece::Kind,
    position::Tzaar,
};
use game::{Game, Key, Outcome, Side};
use std::ops::ControlFlow;

impl Game for Tzaar {
    type Action = TzaarAction;

    const SIDES: [&'static str; 2] = ["White", "Black"];

    /// Moves by first or second move of a turn and by both fields; then the pass, then placements.
    const HISTORY_SIZE: usize = 2 * FIELDS * FIELDS + 1 + 3 * FIELDS;

    #[inline(always)]
    fn to_move(&self) -> Side {
        self.side_to_move()
    }

    #[inline(always)]
    fn starts_turn(&self) -> bool {
        self.phase() != Phase::Second
    }

    #[inline(always)]
    fn outcome(&self) -> Option<Outcome> {
        self.result()
    }

    #[inline]
    fn actions(&self, mut visit: impl FnMut(TzaarAction) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.result().is_some() {
            return ControlFlow::Continue(());
        }
        match self.phase() {
            Phase::Placement => self.placements(visit),
            Phase::Opening | Phase::First => self.captures(visit),
            Phase::Second => {
                self.captures(&mut visit)?;
                self.stackings(&mut visit)?;
                visit(TzaarAction::PASS)
            }
        }
    }

    fn is_legal(&self, action: TzaarAction) -> bool {
        if self.result().is_some() {
            return false;
        }
        match (action.choice(), self.phase()) {
            (Choice::Place { kind, field }, Phase::Placement) => {
                self.stack_at(field).is_none() && self.to_place(self.to_move(), kind) > 0
            }
            (Choice::Move { from, to }, Phase::Opening | Phase::First | Phase::Second) => {
                self.can_move(from.slot(), to.slot())
            }
            (Choice::Pass, Phase::Second) => true,
            _ => false,
        }
    }

    #[inline]
    fn play(&mut self, action: TzaarAction) {
        *self = self.child(action);
    }

    #[inline]
    fn child(&self, action: TzaarAction) -> Tzaar {
        debug_assert!(self.is_legal(action), "{action:?} is not legal in {self:?}");
        match action.choice() {
            Choice::Move { from, to } => self.after_move(from.slot(), to.slot()),
            Choice::Pass => self.after_pass(),
            Choice::Place { kind, field } => self.after_placement(kind, field.slot()),
        }
    }

    /// Two captures by different stacks of different stacks can be made in either order, unless the first one opens the line
    /// of the second.
    #[inline]
    fn commute(&self, first: TzaarAction, second: TzaarAction) -> bool {
        let (Choice::Move { from, to }, Choice::Move { from: next_from, to: next_to }) =
            (first.choice(), second.choice())
        else {
            return false;
        };
        next_from != to
            && self.of_side(self.to_move().other()) >> next_to.slot() & 1 != 0
            && next_to != to
            && !is_between(from.slot(), next_from.slot(), next_to.slot())
    }

    #[inline]
    fn is_pass(action: TzaarAction) -> bool {
        action == TzaarAction::PASS
    }

    #[inline(always)]
    fn key(&self) -> Key {
        self.position_key()
    }

    #[inline]
    fn history_index(&self, action: TzaarAction) -> usize {
        match action.choice() {
            Choice::Move { from, to } => {
                let second = usize::from(self.phase() == Phase::Second);
                (second * FIELDS + from.index()) * FIELDS + to.index()
            }
            Choice::Pass => 2 * FIELDS * FIELDS,
            Choice::Place { kind, field } => 2 * FIELDS * FIELDS + 1 + kind.index() * FIELDS + field.index(),
        }
    }
}

/// Does a slot lie between two others on one line?
#[inline]
fn is_between(slot: usize, one: usize, other: usize) -> bool {
    (0..DIRECTIONS).any(|ahead| ray(ahead, slot) >> one & ray(opposite(ahead), slot) >> other & 1 != 0)
}

impl Tzaar {
    /// Visits every capture of the side to move, by the stack that is captured.
    #[inline]
    pub(crate) fn captures(&self, mut visit: impl FnMut(TzaarAction) -> ControlFlow<()>) -> ControlFlow<()> {
        let others = self.of_side(self.to_move().other());
        for direction in 0..DIRECTIONS {
            let mut taken = self.threats().taken_from(direction) & others;
            while taken != 0 {
                let to = lowest(taken);
                taken &= taken - 1;
                let from = nearest(self.occupied(), to, direction);
                visit(TzaarAction::step(Field::at_slot(from), Field::at_slot(to)))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Visits every stacking of the side to move, by the stack that is covered.
    #[inline]
    pub(crate) fn stackings(&self, mut visit: impl FnMut(TzaarAction) -> ControlFlow<()>) -> ControlFlow<()> {
        let own = self.of_side(self.to_move());
        for direction in 0..DIRECTIONS {
            let mut covered = own;
            while covered != 0 {
                let to = lowest(covered);
                covered &= covered - 1;
                let from = nearest(self.occupied(), to, direction);
                if own >> from & 1 != 0 {
                    visit(TzaarAction::step(Field::at_slot(from), Field::at_slot(to)))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn placements(&self, mut visit: impl FnMut(TzaarAction) -> ControlFlow<()>) -> ControlFlow<()> {
        for kind in Kind::ALL {
            if self.to_place(self.to_move(), kind) > 0 {
                for field in Field::all().filter(|&field| self.stack_at(field).is_none()) {
                    visit(TzaarAction::place(kind, field))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn can_move(&self, from: usize, to: usize) -> bool {
        let own = self.of_side(self.to_move());
        if own >> from & 1 == 0 || self.occupied() >> to & 1 == 0 {
            return false;
        }
        let possible = match own >> to & 1 {
            0 => self.stack(from).can_take(self.stack(to)),
            _ => self.phase() == Phase::Second,
        };
        possible && self.are_neighbours(Field::at_slot(from), Field::at_slot(to))
    }

    /// Do two stacks face each other on a line, with nothing in between?
    pub fn are_neighbours(&self, first: Field, second: Field) -> bool {
        let (from, to) = (first.slot(), second.slot());
        let direction = (0..DIRECTIONS).find(|&direction| ray(direction, from) >> to & 1 != 0);
        direction.is_some_and(|direction| nearest(self.occupied(), from, direction) == to)
    }

    /// Is this action a capture here?
    #[inline]
    pub fn is_capture(&self, action: TzaarAction) -> bool {
        match action.choice() {
            Choice::Move { to, .. } => self.of_side(self.to_move().other()) >> to.slot() & 1 != 0,
            Choice::Pass | Choice::Place { .. } => false,
        }
    }
}
