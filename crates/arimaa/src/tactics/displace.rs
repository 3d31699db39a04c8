//! Pushes and pulls as single moves of two steps, and plain steps, for the side that the tactics look at: gold.

use crate::{
    board::Board,
    piece::{Kind, Piece},
    rules::Arimaa,
    squares::{Direction, Square, Squares, each, neighbours},
};
use game::{Game, Side};
use std::ops::ControlFlow;

/// The side whose tactics are looked at, after the board has been turned if need be.
pub(super) const OWN: Side = Side::First;
/// The other side.
pub(super) const FOE: Side = Side::Second;

/// A position as the tactics look at it: with gold to move, so turned round if silver is.
pub(super) struct View {
    pub(super) board: Board,
    /// What must be done first; see [`Arimaa::pending_push`].
    pub(super) push: Option<(Square, Kind)>,
    /// What may be done first; see [`Arimaa::pending_pull`].
    pub(super) pull: Option<(Square, Kind)>,
}

impl View {
    #[inline]
    pub(super) fn new(position: &Arimaa) -> View {
        let (push, pull) = (position.pending_push(), position.pending_pull());
        if position.to_move() == OWN {
            return View { board: *position.board(), push, pull };
        }
        let turned = |(square, kind): (Square, Kind)| (turned(square), kind);
        View { board: position.board().reversed(), push: push.map(turned), pull: pull.map(turned) }
    }

    /// The boards after the push that was begun has been completed, in every way.
    pub(super) fn after_push(&self, square: Square, kind: Kind) -> impl Iterator<Item = Board> {
        let board = self.board;
        let movers = board.of_side(OWN) & !board.frozen(OWN);
        each(movers & board.stronger(OWN, kind) & neighbours(square.alone())).map(move |from| {
            let mut after = board;
            after.step(Piece::new(OWN, board.kind_at(from)), from, square);
            after
        })
    }

    /// The boards after the pull that may be made now, in every way, and the trap on which a foe is lost by it.
    pub(super) fn after_pull(
        &self,
        square: Square,
        kind: Kind,
    ) -> impl Iterator<Item = (Board, Option<Square>)> {
        let board = self.board;
        each(neighbours(square.alone()) & board.weaker(FOE, kind)).map(move |from| {
            let mut after = board;
            let lost = after.step(Piece::new(FOE, board.kind_at(from)), from, square);
            (after, lost.map(|(_, trap)| trap))
        })
    }
}

/// The square that this one becomes when the board is turned upside down.
#[inline]
pub(super) fn turned(square: Square) -> Square {
    Square::of_bit(square.bit() as u32 ^ 56)
}

/// A change of the board by one or two steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    /// The board afterwards.
    pub(super) board: Board,
    /// Where the own piece went from and to.
    pub(super) own: (Square, Square),
    /// Where the foe went from and to, if it was a push or a pull.
    pub(super) foe: Option<(Square, Square)>,
    /// The trap on which a foe was lost.
    pub(super) captured: Option<Square>,
}

impl Change {
    /// Every square that a piece has left or entered.
    #[inline]
    pub(super) fn touched(&self) -> Squares {
        let foe = self.foe.map_or(0, |(from, to)| from.alone() | to.alone());
        self.own.0.alone() | self.own.1.alone() | foe
    }
}

/// Visits the plain steps of `movers`, which are own pieces that are not frozen.
#[inline]
pub(super) fn steps(
    board: &Board,
    movers: Squares,
    touching: Squares,
    mut visit: impl FnMut(Change) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for direction in Direction::ALL {
        let relevant = touching | direction.opposite().shift(touching);
        for from in each(board.can_step(OWN, movers, direction) & relevant) {
            let to = Square::of_bit(direction.shift(from.alone()).trailing_zeros());
            let mut after = *board;
            after.step(Piece::new(OWN, board.kind_at(from)), from, to);
            visit(Change { board: after, own: (from, to), foe: None, captured: None })?;
        }
    }
    ControlFlow::Continue(())
}

/// Visits the pushes and pulls that own pieces among `movers` can make on these foes.
#[inline]
pub(super) fn displacements(
    board: &Board,
    movers: Squares,
    foes: Squares,
    mut visit: impl FnMut(Change) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for foe_at in each(foes) {
        let foe = Piece::new(FOE, board.kind_at(foe_at));
        let able = movers & neighbours(foe_at.alone()) & board.stronger(OWN, foe.kind);
        if able != 0 {
            pushes(board, foe, foe_at, able, &mut visit)?;
            pulls(board, foe, foe_at, able, &mut visit)?;
        }
    }
    ControlFlow::Continue(())
}

#[inline]
fn pushes(
    board: &Board,
    foe: Piece,
    foe_at: Square,
    able: Squares,
    visit: &mut impl FnMut(Change) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for to in each(neighbours(foe_at.alone()) & board.empty()) {
        let mut pushed = *board;
        let captured = pushed.step(foe, foe_at, to).map(|(_, square)| square);
        for from in each(able) {
            let mut after = pushed;
            after.step(Piece::new(OWN, board.kind_at(from)), from, foe_at);
            visit(Change { board: after, own: (from, foe_at), foe: Some((foe_at, to)), captured })?;
        }
    }
    ControlFlow::Continue(())
}

#[inline]
fn pulls(
    board: &Board,
    foe: Piece,
    foe_at: Square,
    able: Squares,
    visit: &mut impl FnMut(Change) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for from in each(able) {
        let puller = Piece::new(OWN, board.kind_at(from));
        debug_assert!(puller.kind > Kind::Rabbit);
        for to in each(neighbours(from.alone()) & board.empty()) {
            let mut after = *board;
            after.step(puller, from, to);
            let captured = after.step(foe, foe_at, from).map(|(_, square)| square);
            visit(Change { board: after, own: (from, to), foe: Some((foe_at, from)), captured })?;
        }
    }
    ControlFlow::Continue(())
}
