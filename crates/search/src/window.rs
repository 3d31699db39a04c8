//! Search windows, depths and plies: small types for ideas that get confused.

use game::{Score, Turn};

/// The scores that still matter: above `alpha` and below `beta`, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// The side to move already has this much elsewhere.
    pub alpha: Score,
    /// The other side will not allow this much.
    pub beta: Score,
}

impl Window {
    /// Every score matters.
    pub const FULL: Window = Window { alpha: Score::MINUS_INFINITE, beta: Score::INFINITE };

    /// The scores within `delta` of a guess.
    pub fn around(guess: Score, delta: i32) -> Window {
        Window { alpha: guess.plus(-delta), beta: guess.plus(delta) }
    }

    /// No score is left between the bounds.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.alpha >= self.beta
    }

    /// Nothing fits strictly between the bounds: a search with this window only answers "above or not".
    #[inline]
    pub fn is_null(self) -> bool {
        self.alpha.plus(1) >= self.beta
    }

    /// Does this score lie strictly inside?
    #[inline]
    pub fn contains(self, score: Score) -> bool {
        self.alpha < score && score < self.beta
    }

    /// Notes that the side to move can have this score.
    #[inline]
    pub fn raise_alpha(&mut self, score: Score) {
        self.alpha = self.alpha.max(score);
    }

    /// The window that only asks whether a score is above `alpha`.
    #[inline]
    pub fn null_above_alpha(self) -> Window {
        Window { alpha: self.alpha, beta: self.alpha.plus(1) }
    }

    /// The window that only asks whether a score reaches `beta`.
    #[inline]
    pub fn null_below_beta(self) -> Window {
        Window { alpha: self.beta.plus(-1), beta: self.beta }
    }

    /// The same window as the side to move in a child sees it.
    #[inline]
    pub fn seen_after(self, turn: Turn) -> Window {
        match turn {
            Turn::Continues => self,
            Turn::Passes => Window { alpha: turn.score(self.beta), beta: turn.score(self.alpha) },
        }
    }
}

/// How many actions are still to be searched; zero or less means: evaluate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Depth(pub i32);

impl Depth {
    /// This depth with some actions fewer to go.
    #[inline]
    pub fn less(self, actions: i32) -> Depth {
        Depth(self.0 - actions)
    }

    /// Nothing is left to search: evaluate.
    #[inline]
    pub fn is_leaf(self) -> bool {
        self.0 <= 0
    }
}

/// How many actions lie between the root and a node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Ply(pub u32);

impl Ply {
    /// The root of a search.
    pub const ROOT: Ply = Ply(0);

    /// One action further from the root.
    #[inline]
    pub fn next(self) -> Ply {
        Ply(self.0 + 1)
    }

    /// As an index into tables by ply.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}
