//! The smallest choices: a step, the pass that ends a turn early, and a piece placed in the setup. Judges no legality.

use crate::{
    piece::Kind,
    squares::{Direction, Square},
};
use game::Action;
use std::fmt;

/// A piece, own or enemy, goes one square in a direction. Which piece it is, the board says.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step(u8);

impl Step {
    /// The step from a square in a direction, possible or not.
    #[inline]
    pub const fn new(from: Square, direction: Direction) -> Step {
        Step((from.bit() as u8) << 2 | direction as u8)
    }

    /// The step between two squares; `None` if they are not next to each other.
    pub fn between(from: Square, to: Square) -> Option<Step> {
        Direction::ALL.into_iter().find(|d| d.next(from) == Some(to)).map(|d| Step::new(from, d))
    }

    /// Where the piece stands.
    #[inline]
    pub const fn from(self) -> Square {
        Square::of_bit(self.0 as u32 >> 2)
    }

    /// Where it goes to.
    #[inline]
    pub const fn direction(self) -> Direction {
        Direction::ALL[(self.0 & 3) as usize]
    }

    /// The square it arrives on; `None` off the board.
    #[inline]
    pub fn to(self) -> Option<Square> {
        self.direction().next(self.from())
    }

    /// A number below 256.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.direction().letter())
    }
}

/// What the side to move can choose next.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Act {
    /// A step; two of them make a push or a pull.
    Step(Step),
    /// The rest of the turn is not used.
    Pass,
    /// In the setup: this piece stands on the next square.
    Place(Kind),
}

impl Act {
    const PASS: u16 = 256;
    const PLACE: u16 = 257;
}

impl Action for Act {
    #[inline]
    fn code(self) -> u16 {
        match self {
            Act::Step(step) => step.0.into(),
            Act::Pass => Act::PASS,
            Act::Place(kind) => Act::PLACE + kind.index() as u16,
        }
    }

    #[inline]
    fn from_code(code: u16) -> Option<Act> {
        match code {
            0..Act::PASS => {
                let step = Step(code as u8);
                step.to().map(|_| Act::Step(step))
            }
            Act::PASS => Some(Act::Pass),
            _ => Kind::ALL.get(usize::from(code - Act::PLACE)).copied().map(Act::Place),
        }
    }
}
