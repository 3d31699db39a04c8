//! What a side is about to do: the phases of a game and of a turn, and their signs in texts. Knows no position.

/// What the side to move is about to do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Phase {
    /// Put a piece on the board, in the tournament version.
    Placement,
    /// White's first turn, which is a single capture.
    Opening,
    /// The first move of a turn: a capture.
    First,
    /// The second move of a turn: a capture, a stacking or a pass.
    Second,
}

impl Phase {
    /// All phases, in the order of a game.
    pub const ALL: [Phase; 4] = [Phase::Placement, Phase::Opening, Phase::First, Phase::Second];

    /// The sign of the phase in texts.
    pub fn sign(self) -> &'static str {
        ["p", "o", "1", "2"][self as usize]
    }

    /// The phase of a sign.
    pub fn from_sign(sign: &str) -> Option<Phase> {
        Phase::ALL.into_iter().find(|phase| phase.sign() == sign)
    }
}
