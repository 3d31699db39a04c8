//! The two kinds of action: an amazon moves, then it shoots. Knows nothing of what is legal.

use crate::grid::{COUNT, Square};
use game::Action;
use std::fmt;

/// A move of an amazon, or the arrow that it shoots afterwards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Act {
    /// An amazon goes from one square to another.
    Move {
        /// Where it stands.
        from: Square,
        /// Where it goes.
        to: Square,
    },
    /// The amazon that has just moved burns this square.
    Shoot(Square),
}

/// Squares fit into seven bits of a code.
const WIDTH: u16 = 7;
const MASK: u16 = (1 << WIDTH) - 1;
/// The bit that tells arrows from moves.
const ARROW: u16 = 1 << (2 * WIDTH);

impl Action for Act {
    #[inline]
    fn code(self) -> u16 {
        match self {
            Act::Move { from, to } => (from.bit() as u16) << WIDTH | to.bit() as u16,
            Act::Shoot(at) => ARROW | at.bit() as u16,
        }
    }

    #[inline]
    fn from_code(code: u16) -> Option<Act> {
        let square = |bit: u16| (usize::from(bit) < COUNT).then(|| Square::of_bit(bit.into()));
        let to = square(code & MASK)?;
        match code >> WIDTH {
            high if high == ARROW >> WIDTH => Some(Act::Shoot(to)),
            high => Some(Act::Move { from: square(high)?, to }),
        }
    }
}

impl fmt::Debug for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Act::Move { from, to } => write!(f, "{from}-{to}"),
            Act::Shoot(at) => write!(f, "/{at}"),
        }
    }
}
