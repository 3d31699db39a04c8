//! Small extra abilities that only some games have.

use crate::{Game, Side};

/// Either side may be asked to move here. Null moves and sums of games need it.
pub trait EitherSideCanMove: Game {
    /// The same position with `side` about to start a turn. Only asked at the start of a turn.
    fn with_to_move(&self, side: Side) -> Self;
}
