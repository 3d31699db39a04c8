//! The two sides and how a game ends. Absolute, never relative to the side to move.

/// One of the two players. Which colour or metal that is, the game says in [`crate::Game::SIDES`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// The side that moves first from the start position.
    First,
    /// The other side.
    Second,
}

impl Side {
    /// Both sides, the first mover first.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// The opponent.
    #[inline]
    pub fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// What belongs to this side of two things, the first side's first.
    #[inline]
    pub fn pick<T>(self, [first, second]: [T; 2]) -> T {
        match self {
            Side::First => first,
            Side::Second => second,
        }
    }

    /// 0 for the first side, 1 for the second: an index into tables with an entry for each side.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }
}

/// How a finished game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This side has won.
    Win(Side),
    /// Neither side has won.
    Draw,
}
