//! Kinds of pieces and the stacks they form. Knows nothing about where a stack stands.

use game::Side;
use std::fmt;

/// The three kinds of pieces.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// The plain piece; each side has 15.
    Tott,
    /// The piece with a dot; each side has 9.
    Tzarra,
    /// The piece with a crown; each side has 6.
    Tzaar,
}

impl Kind {
    /// All kinds, the most frequent first.
    pub const ALL: [Kind; 3] = [Kind::Tott, Kind::Tzarra, Kind::Tzaar];

    /// How many pieces of this kind each side starts with.
    #[inline(always)]
    pub fn initial_count(self) -> u8 {
        INITIAL_COUNTS[self.index()]
    }

    /// 0 for Totts, 1 for Tzarras, 2 for Tzaars.
    #[inline(always)]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The kind with this index, if there is one.
    #[inline]
    pub fn from_index(index: usize) -> Option<Kind> {
        Kind::ALL.get(index).copied()
    }

    /// Its name.
    pub fn singular(self) -> &'static str {
        match self {
            Kind::Tott => "Tott",
            Kind::Tzarra => "Tzarra",
            Kind::Tzaar => "Tzaar",
        }
    }

    /// The name of several.
    pub fn plural(self) -> &'static str {
        match self {
            Kind::Tott => "Totts",
            Kind::Tzarra => "Tzarras",
            Kind::Tzaar => "Tzaars",
        }
    }

    /// The letter of the kind in texts, as for White.
    pub fn letter(self) -> char {
        match self {
            Kind::Tott => 'T',
            Kind::Tzarra => 'A',
            Kind::Tzaar => 'Z',
        }
    }

    /// The kind of a letter in upper or lower case.
    pub fn from_letter(letter: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_uppercase())
    }
}

/// Pieces of each kind that a side starts with.
pub const INITIAL_COUNTS: [u8; 3] = [15, 9, 6];

/// Pieces of all kinds that a side starts with.
pub const PIECES_OF_A_SIDE: u8 = 30;

/// The highest stack that can come up in a game: before a stack of height 14 is built, 13 of the builder's pieces have been
/// captured, and two more stand elsewhere.
pub const GREATEST_HEIGHT: u8 = 14;

/// A stack in one byte: the side of its pieces, the kind of the piece on top, and its height. What lies below the top has no
/// influence on the game and is not kept.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stack(u8);

impl Stack {
    pub(crate) const HEIGHT: u8 = 0x1F;
    const KIND_SHIFT: u8 = 5;
    const SIDE_SHIFT: u8 = 7;

    /// A stack; the height must be 1 to 31.
    #[inline]
    pub fn new(side: Side, kind: Kind, height: u8) -> Stack {
        debug_assert!((1..=Self::HEIGHT).contains(&height));
        Stack((side.index() as u8) << Self::SIDE_SHIFT | (kind.index() as u8) << Self::KIND_SHIFT | height)
    }

    /// The stack of a byte of the board; the empty field is 0.
    #[inline(always)]
    pub(crate) fn from_cell(cell: u8) -> Option<Stack> {
        (cell != 0).then_some(Stack(cell))
    }

    /// The stack of a byte of the board that is known not to be empty.
    #[inline(always)]
    pub(crate) fn trusted(cell: u8) -> Stack {
        debug_assert!(cell != 0);
        Stack(cell)
    }

    /// The byte that stands for this stack on the board.
    #[inline(always)]
    pub(crate) fn cell(self) -> u8 {
        self.0
    }

    /// Whose stack it is.
    #[inline(always)]
    pub fn side(self) -> Side {
        if self.0 >> Self::SIDE_SHIFT == 0 { Side::First } else { Side::Second }
    }

    /// The kind of the piece on top, the only one that counts.
    #[inline(always)]
    pub fn kind(self) -> Kind {
        match self.0 >> Self::KIND_SHIFT & 3 {
            0 => Kind::Tott,
            1 => Kind::Tzarra,
            _ => Kind::Tzaar,
        }
    }

    /// How many pieces it has.
    #[inline(always)]
    pub fn height(self) -> u8 {
        self.0 & Self::HEIGHT
    }

    /// Which of the six sorts of pieces is on top: 0 to 2 White's Tott, Tzarra, Tzaar, 3 to 5 Black's.
    #[inline(always)]
    pub fn sort(self) -> usize {
        (self.0 >> Self::KIND_SHIFT) as usize - (self.0 >> Self::SIDE_SHIFT) as usize
    }

    /// Could this stack capture `other` if the way were clear?
    #[inline(always)]
    pub fn can_take(self, other: Stack) -> bool {
        (self.0 ^ other.0) >> Self::SIDE_SHIFT != 0 && self.height() >= other.height()
    }

    /// This stack put on top of another of the same side.
    #[inline(always)]
    pub(crate) fn on_top_of(self, other: Stack) -> Stack {
        debug_assert!(self.height() + other.height() <= Self::HEIGHT);
        Stack(self.0 + other.height())
    }
}

/// The index of a side's kind among the six sorts of pieces, see [`Stack::sort`].
#[inline(always)]
pub fn sort_of(side: Side, kind: Kind) -> usize {
    side.index() * 3 + kind.index()
}

impl fmt::Display for Stack {
    /// As in position texts: the letter, in lower case for Black, and the height when it is above 1.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = self.kind().letter();
        let letter = if self.side() == Side::First { letter } else { letter.to_ascii_lowercase() };
        match self.height() {
            1 => write!(f, "{letter}"),
            height => write!(f, "{letter}{height}"),
        }
    }
}

impl fmt::Debug for Stack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_holds_everything() {
        for side in Side::BOTH {
            for kind in Kind::ALL {
                for height in 1..=30 {
                    let stack = Stack::new(side, kind, height);
                    assert_eq!((stack.side(), stack.kind(), stack.height()), (side, kind, height));
                    assert_eq!(stack.sort(), sort_of(side, kind));
                    assert_eq!(Stack::from_cell(stack.cell()), Some(stack));
                }
            }
        }
        assert_eq!(Stack::new(Side::Second, Kind::Tzaar, 3).to_string(), "z3");
        assert_eq!(Stack::new(Side::First, Kind::Tott, 1).to_string(), "T");
    }

    #[test]
    fn equal_and_lower_stacks_of_the_other_side_can_be_taken() {
        let white = Stack::new(Side::First, Kind::Tott, 2);
        for (height, taken) in [(1, true), (2, true), (3, false)] {
            assert_eq!(white.can_take(Stack::new(Side::Second, Kind::Tzaar, height)), taken);
            assert!(!white.can_take(Stack::new(Side::First, Kind::Tzaar, height)));
        }
    }
}
