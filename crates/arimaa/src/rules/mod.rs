//! The rules of Arimaa: positions, also in the middle of a turn and of the setup. No heuristics here.
//!
//! An action is a step, the pass that ends a turn early, or a piece placed in the setup. Pushes and pulls are two steps of
//! one turn: a push is an enemy's step that the next step must complete, a pull an enemy's step that follows the step of
//! a stronger piece. The files beside this one own the parts: `generate` what is legal, `play` what a step does, `ending`
//! when the game is over, `turn_start` what a turn must not restore, `setup` the placing of pieces, and [`perft`] the
//! counting.

mod ending;
mod generate;
pub mod perft;
mod play;
mod setup;
mod turn_start;

pub use ending::Ending;
pub use setup::Lineup;
pub(crate) use setup::setup_square;
pub(crate) use turn_start::{Content, TurnStart};

use crate::{
    act::Act,
    board::Board,
    keys,
    piece::{Kind, Piece},
    squares::{Square, each},
};
use game::{Counted, EitherSideCanMove, Game, Key, Outcome, Side};
use std::ops::ControlFlow;

/// How many steps a turn has.
pub const STEPS: u8 = 4;

/// A position: the board, whose turn it is, and what of the running turn restricts play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Arimaa {
    board: Board,
    key: Key,
    turn_start: TurnStart,
    pending: Pending,
    /// Steps done in this turn, 0 to 3.
    steps: u8,
    side: Side,
    /// Pieces are still being placed.
    setup: bool,
    /// Worked out when a turn ends, since it is asked at every node.
    result: Option<(Side, Ending)>,
}

/// What the last step leaves to be done.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Pending {
    /// Nothing.
    Nothing,
    /// An enemy of this kind was pushed off this square, which a stronger piece must enter now.
    Push(Square, Kind),
    /// A piece of this kind has left this square, into which it may pull a weaker enemy now. Only where one stands by.
    Pull(Square, Kind),
}

impl Pending {
    fn key(self) -> u64 {
        match self {
            Pending::Nothing => 0,
            Pending::Push(square, kind) => keys::push(square, kind),
            Pending::Pull(square, kind) => keys::pull(square, kind),
        }
    }
}

impl Arimaa {
    /// The position with this board at the start of a turn of `side`. It may be one in which the game is over. The error
    /// continues a sentence that begins with the position.
    pub fn new(board: Board, side: Side) -> Result<Arimaa, String> {
        if board.occupied() == 0 {
            return Err("has no pieces; on the empty board gold is to move, to set up its pieces".into());
        }
        for side in Side::BOTH {
            for kind in Kind::ALL {
                let (count, most) = (board.pieces(side, kind).count_ones(), kind.count_at_start());
                if count > most {
                    let piece = Piece::new(side, kind);
                    return Err(format!("has {count} {piece}s; a side has at most {most}"));
                }
            }
            if let Some(trap) = each(board.doomed(side)).next() {
                return Err(format!(
                    "has a piece on the trap {trap} without a friend beside it; it would be lost"
                ));
            }
        }
        Ok(Arimaa::turn_begins(board, side))
    }

    fn turn_begins(board: Board, side: Side) -> Arimaa {
        let mut position = Arimaa {
            board,
            key: Key(0),
            turn_start: TurnStart::FORGOTTEN,
            pending: Pending::Nothing,
            steps: 0,
            side,
            setup: false,
            result: ending::judged(&board, side),
        };
        position.key = position.key_from_scratch();
        position
    }

    /// The pieces on their squares.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Steps that the side to move has left in this turn, 1 to 4; 0 in the setup, where there are none.
    #[inline]
    pub fn steps_left(&self) -> u8 {
        if self.setup { 0 } else { STEPS - self.steps }
    }

    /// Are pieces still being placed?
    #[inline]
    pub fn is_setup(&self) -> bool {
        self.setup
    }

    /// The square that must be entered now to complete a push, and the kind of the piece that was pushed off it.
    #[inline]
    pub fn pending_push(&self) -> Option<(Square, Kind)> {
        match self.pending {
            Pending::Push(square, kind) => Some((square, kind)),
            _ => None,
        }
    }

    /// The square into which a weaker enemy may be pulled now, and the kind of the piece that has just left it.
    #[inline]
    pub fn pending_pull(&self) -> Option<(Square, Kind)> {
        match self.pending {
            Pending::Pull(square, kind) => Some((square, kind)),
            _ => None,
        }
    }

    /// Who has won and how, once the game is over.
    #[inline]
    pub fn result(&self) -> Option<(Side, Ending)> {
        self.result
    }

    pub(crate) fn pending(&self) -> Pending {
        self.pending
    }

    pub(crate) fn turn_start(&self) -> TurnStart {
        self.turn_start
    }

    /// What everything but the board contributes to the key.
    #[inline]
    fn phase_key(&self) -> u64 {
        let side = if self.side == Side::Second { keys::change_of_sides() } else { 0 };
        let setup = if self.setup { keys::setup() } else { 0 };
        let turn = keys::steps(self.steps) ^ self.pending.key() ^ keys::turn_start(self.turn_start.word());
        side ^ setup ^ turn
    }

    /// The key computed anew, for tests of the one kept up to date.
    pub fn key_from_scratch(&self) -> Key {
        let on_board = each(self.board.occupied()).filter_map(|s| Some(keys::piece(self.board.at(s)?, s)));
        Key(on_board.fold(self.phase_key(), |key, number| key ^ number))
    }
}

impl Game for Arimaa {
    type Action = Act;
    const SIDES: [&'static str; 2] = ["Gold", "Silver"];
    const FORBIDDEN_REPETITION: Option<u8> = Some(3);
    /// Twelve pieces with 256 steps each, the pass, and six kinds placed on 32 squares.
    const HISTORY_SIZE: usize = 12 * 256 + 1 + 6 * 32;

    #[inline]
    fn to_move(&self) -> Side {
        self.side
    }

    #[inline]
    fn starts_turn(&self) -> bool {
        if self.setup { self.placed().is_multiple_of(16) } else { self.steps == 0 }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.result.map(|(winner, _)| Outcome::Win(winner))
    }

    /// In a turn: pulls, pushes, then plain steps by direction, the pass last. In the setup: by kind, the weakest first.
    #[inline]
    fn actions(&self, visit: impl FnMut(Act) -> ControlFlow<()>) -> ControlFlow<()> {
        match (self.result, self.setup) {
            (Some(_), _) => ControlFlow::Continue(()),
            (None, true) => self.placements(visit),
            (None, false) => self.turn_actions(visit),
        }
    }

    /// Two steps of one's own that are too far from each other to free, freeze or guard for one another.
    #[inline]
    fn commute(&self, first: Act, second: Act) -> bool {
        match (first, second) {
            (Act::Step(first), Act::Step(second)) => !self.setup && self.are_apart(first, second),
            _ => false,
        }
    }

    #[inline]
    fn is_pass(action: Act) -> bool {
        action == Act::Pass
    }

    /// A setup of sixteen pieces is one turn, and there are 64,864,800 of them.
    fn lists_turns(&self) -> bool {
        !self.setup
    }

    fn count(&self, what: Counted, depth: u32) -> u64 {
        match what {
            Counted::Sequences => perft::sequences(self, depth).whole,
            Counted::Turns => perft::turns(self, depth),
        }
    }

    /// Sequences are those of steps within the running turn. Turns are counted to any depth once the setup is over; before,
    /// only the setups themselves are.
    fn deepest_count(&self, what: Counted) -> Option<u32> {
        match (what, self.setup) {
            (Counted::Sequences, _) => Some(self.steps_left().into()),
            (Counted::Turns, true) => Some(if self.side == Side::First { 2 } else { 1 }),
            (Counted::Turns, false) => None,
        }
    }

    #[inline]
    fn is_legal(&self, action: Act) -> bool {
        if self.result.is_some() {
            return false;
        }
        match action {
            Act::Place(kind) => self.setup && self.can_place(kind),
            _ if self.setup => false,
            Act::Pass => self.can_pass(),
            Act::Step(step) => self.can_step(step),
        }
    }

    #[inline]
    fn play(&mut self, action: Act) {
        debug_assert!(self.is_legal(action), "{action:?} in {self:?}");
        self.key.0 ^= self.phase_key();
        match action {
            Act::Step(step) => self.play_step(step),
            Act::Pass => self.end_turn(),
            Act::Place(kind) => self.place(kind),
        }
        self.key.0 ^= self.phase_key();
    }

    #[inline]
    fn key(&self) -> Key {
        self.key
    }

    /// By piece, square and direction; in the setup by kind and square.
    #[inline]
    fn history_index(&self, action: Act) -> usize {
        const PASS: usize = 12 * 256;
        match action {
            Act::Step(step) => {
                let piece = self.board.at(step.from()).map_or(0, Piece::index);
                piece * 256 + step.index()
            }
            Act::Pass => PASS,
            Act::Place(kind) => PASS + 1 + kind.index() * 32 + (self.placed() & 31) as usize,
        }
    }
}

impl EitherSideCanMove for Arimaa {
    fn with_to_move(&self, side: Side) -> Arimaa {
        if side == self.side || self.setup { *self } else { Arimaa::turn_begins(self.board, side) }
    }
}
