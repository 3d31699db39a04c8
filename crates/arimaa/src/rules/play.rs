//! What a step does to a position: the board, the key, the pending half of a push or pull, and the end of the turn.

use super::{Arimaa, Pending, STEPS, TurnStart, ending};
use crate::{
    act::Step,
    keys,
    piece::{Kind, Piece},
    squares::{Direction, Square, neighbours},
};

impl Arimaa {
    /// Plays a legal step. The part of the key that is not about the board is left to the caller.
    #[inline]
    pub(super) fn play_step(&mut self, step: Step) {
        let (from, Some(to)) = (step.from(), step.to()) else { return };
        let Some(piece) = self.board.at(from) else { return };
        let capture = self.move_piece(piece, from, to);
        self.steps += 1;
        if self.steps == STEPS {
            return self.end_turn();
        }
        self.pending = self.pending_after(piece, from, to);
        self.turn_start = self.remembered_after(piece, step, to, capture);
    }

    /// Moves a piece, springs the traps and keeps the board's part of the key. Says whether a piece was lost.
    #[inline]
    fn move_piece(&mut self, piece: Piece, from: Square, to: Square) -> bool {
        let lost = self.board.step(piece, from, to);
        self.key.0 ^= keys::piece(piece, from) ^ keys::piece(piece, to);
        if let Some((piece, square)) = lost {
            self.key.0 ^= keys::piece(piece, square);
        }
        lost.is_some()
    }

    /// What a step leaves to be done by the next one.
    #[inline]
    fn pending_after(&self, piece: Piece, from: Square, to: Square) -> Pending {
        let own = piece.side == self.side;
        match self.pending {
            // The step that completes a push, and the one that is a pull, have served their purpose.
            Pending::Push(..) => Pending::Nothing,
            Pending::Pull(square, kind) if !own && to == square && piece.kind < kind => Pending::Nothing,
            _ if !own => Pending::Push(from, piece.kind),
            _ => {
                let can_pull = piece.kind > Kind::Rabbit
                    && neighbours(from.alone()) & self.board.weaker(self.side.other(), piece.kind) != 0;
                if can_pull { Pending::Pull(from, piece.kind) } else { Pending::Nothing }
            }
        }
    }

    /// What is still to be remembered of the start of the turn. Asked when board, steps and pending are up to date.
    #[inline]
    fn remembered_after(&self, piece: Piece, step: Step, to: Square, capture: bool) -> TurnStart {
        let own_rabbit_forward = piece.kind == Kind::Rabbit
            && piece.side == self.side
            && step.direction() == Direction::backwards(self.side).opposite();
        if capture || own_rabbit_forward {
            return TurnStart::FORGOTTEN;
        }
        match self.steps {
            1 => TurnStart::after_first(piece, step.from(), to),
            _ if !self.turn_start.is_alive() => TurnStart::FORGOTTEN,
            2 => self.turn_start.after_step(piece, step.from(), to),
            _ => self.only_last_step(self.turn_start.after_step(piece, step.from(), to)),
        }
    }

    /// Before the last step only a step that restores the board is worth remembering, and only if it could be made.
    #[inline]
    pub(crate) fn only_last_step(&self, memory: TurnStart) -> TurnStart {
        let Some((piece, back)) = memory.way_back() else { return TurnStart::FORGOTTEN };
        let (from, Some(to)) = (back.from(), back.to()) else { return TurnStart::FORGOTTEN };
        let possible = match self.pending {
            Pending::Push(square, kind) => {
                piece.side == self.side
                    && to == square
                    && piece.kind > kind
                    && !self.board.is_frozen(from, self.side)
            }
            _ if piece.side == self.side => {
                self.board.can_step(self.side, from.alone(), back.direction()) != 0
                    && !self.board.is_frozen(from, self.side)
            }
            Pending::Pull(square, kind) => to == square && piece.kind < kind,
            Pending::Nothing => false,
        };
        if possible { memory } else { TurnStart::FORGOTTEN }
    }

    /// The turn is over and the other side begins its own.
    #[inline]
    pub(super) fn end_turn(&mut self) {
        self.steps = 0;
        self.pending = Pending::Nothing;
        self.turn_start = TurnStart::FORGOTTEN;
        self.side = self.side.other();
        self.result = ending::judged(&self.board, self.side);
    }

    /// This board in the middle of a turn. The caller answers for the marks fitting the board.
    pub(crate) fn resumed(&self, left: u8, pending: Pending, memory: TurnStart) -> Arimaa {
        let mut position =
            Arimaa { steps: STEPS - left, pending, turn_start: memory, result: None, setup: false, ..*self };
        if left == 1 && memory.is_alive() {
            position.turn_start = position.only_last_step(memory);
        }
        position.key = position.key_from_scratch();
        position
    }
}
