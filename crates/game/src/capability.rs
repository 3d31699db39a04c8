//! Small extra abilities that only some games have.

use crate::{Game, Side};

/// Either side may be asked to move here. Null moves and sums of games need it.
pub trait EitherSideCanMove: Game {
    /// The same position with `side` about to start a turn. Only asked at the start of a turn.
    fn with_to_move(&self, side: Side) -> Self;

    /// The position with the turn skipped; `None` where the other side could not go on.
    #[inline]
    fn turn_skipped(&self) -> Option<Self> {
        let skipped = self.with_to_move(self.to_move().other());
        skipped.outcome().is_none().then_some(skipped)
    }
}

/// Decomposes into independent regions. Sums of games and endgame databases need it.
pub trait Decomposes: Game {
    /// The regions in a fixed order, dead ones included. Only asked at the start of a turn.
    ///
    /// The promise: as a normal-play game, where a turn is made in one region at a time and a side without a turn loses, the sum of
    /// the regions has the value of the whole position. A game may keep together what it cannot prove to be independent; it must
    /// not split more.
    fn regions(&self) -> Vec<Region<Self>>;
}

/// A part of a position that is a game of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Region<G> {
    /// The part alone, with everything else out of play and the same side to move.
    pub position: G,
    /// Who can ever make a turn in it.
    pub holder: Holder,
    /// How many turns the holder can make in it, if there is one holder: its value is that whole number.
    pub turns: Option<Span>,
}

/// Who can ever make a turn in a region.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Holder {
    /// Neither side: it is worth nothing.
    Neither,
    /// Only this side: its territory.
    One(Side),
    /// Both sides, as far as is known.
    Both,
}

/// A whole number that is known to lie between two others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Span {
    /// At least this many.
    pub least: u32,
    /// At most this many.
    pub most: u32,
}

impl Span {
    /// The number, if it is known exactly.
    pub fn exact(self) -> Option<u32> {
        (self.least == self.most).then_some(self.least)
    }
}
