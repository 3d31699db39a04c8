//! The rules: two bit boards with a1 as the lowest bit, and the side to move.

use quadrille::game::{Action, Game, Key, Outcome, Side};
use std::ops::ControlFlow;

const A_FILE: u64 = 0x0101_0101_0101_0101;
const FIRST_ROW: u64 = 0xff;

/// A position.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Breakthrough {
    pub(crate) pieces: [u64; 2],
    pub(crate) to_move: Side,
}

/// A move from one square to another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Step {
    pub(crate) from: u8,
    pub(crate) to: u8,
}

impl Action for Step {
    fn code(self) -> u16 {
        u16::from(self.from) << 6 | u16::from(self.to)
    }

    fn from_code(code: u16) -> Option<Step> {
        (code < 1 << 12).then_some(Step { from: (code >> 6) as u8, to: (code & 63) as u8 })
    }
}

impl Breakthrough {
    /// Both sides on their two rows, White to move.
    pub fn start_position() -> Breakthrough {
        Breakthrough {
            pieces: [FIRST_ROW | FIRST_ROW << 8, (FIRST_ROW | FIRST_ROW << 8) << 48],
            to_move: Side::First,
        }
    }

    pub(crate) fn own(&self) -> u64 {
        self.pieces[self.to_move.index()]
    }

    pub(crate) fn enemy(&self) -> u64 {
        self.pieces[self.to_move.other().index()]
    }

    /// The squares that a piece of the side to move can step to: left, straight and right.
    fn targets(&self, from: u8) -> [u64; 3] {
        let piece = 1_u64 << from;
        let ahead = if self.to_move == Side::First { piece << 8 } else { piece >> 8 };
        let free = !self.own();
        [(ahead & !A_FILE) >> 1 & free, ahead & free & !self.enemy(), (ahead << 1) & !A_FILE & free]
    }
}

impl Game for Breakthrough {
    type Action = Step;

    const SIDES: [&'static str; 2] = ["White", "Black"];
    const HISTORY_SIZE: usize = 1 << 12;

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn starts_turn(&self) -> bool {
        true
    }

    fn outcome(&self) -> Option<Outcome> {
        let [white, black] = self.pieces;
        if white >> 56 != 0 || black == 0 {
            return Some(Outcome::Win(Side::First));
        }
        (black & FIRST_ROW != 0 || white == 0).then_some(Outcome::Win(Side::Second))
    }

    fn actions(&self, mut visit: impl FnMut(Step) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.outcome().is_some() {
            return ControlFlow::Continue(());
        }
        for from in (0..64).filter(|from| self.own() >> from & 1 != 0) {
            for to in self.targets(from).into_iter().filter(|to| *to != 0) {
                visit(Step { from, to: to.trailing_zeros() as u8 })?;
            }
        }
        ControlFlow::Continue(())
    }

    fn play(&mut self, Step { from, to }: Step) {
        self.pieces[self.to_move.index()] ^= 1 << from | 1 << to;
        self.pieces[self.to_move.other().index()] &= !(1 << to);
        self.to_move = self.to_move.other();
    }

    fn key(&self) -> Key {
        let mixed = |word: u64| (word ^ word >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(27);
        let [white, black] = self.pieces;
        Key(mixed(mixed(white ^ 0x9e37_79b9_7f4a_7c15) ^ black) ^ self.to_move.index() as u64)
    }

    fn history_index(&self, step: Step) -> usize {
        step.code().into()
    }
}
