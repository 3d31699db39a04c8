//! Scores for the side to move, and the one rule that says when their sign changes.

use crate::{Outcome, Side};

/// How good a position is for the side to move there; larger is better.
///
/// Wins and losses carry their distance in actions, so that a nearer win scores higher and a more distant loss scores
/// higher than a near one. Scores deliberately cannot be negated: only [`Turn`] does that.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Score(i32);

/// What a score proves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// The side to move wins.
    Win,
    /// The side to move loses.
    Loss,
    /// Neither side can win.
    Draw,
    /// Nothing is proven.
    Unknown,
}

impl Score {
    const WIN: i32 = 1_000_000_000;
    const LONGEST_GAME: i32 = 1_000_000;

    /// Equal chances, and the score of a drawn game.
    pub const DRAW: Score = Score(0);
    /// Better than any score a position can have.
    pub const INFINITE: Score = Score(Self::WIN + Self::LONGEST_GAME);
    /// Worse than any score a position can have; also the value of a turn that cannot be completed.
    pub const MINUS_INFINITE: Score = Score(-Self::WIN - Self::LONGEST_GAME);
    /// The largest score that is an estimate and not a proof.
    pub const MAX_ESTIMATE: i32 = Self::WIN - Self::LONGEST_GAME - 1;

    /// An estimate of an unfinished game, clamped to the range of estimates.
    #[inline]
    pub fn estimate(value: i32) -> Score {
        Score(value.clamp(-Self::MAX_ESTIMATE, Self::MAX_ESTIMATE))
    }

    /// A win that the side to move can force in this many actions.
    #[inline]
    pub fn win_in(actions: u32) -> Score {
        Score(Self::WIN - actions as i32)
    }

    /// A loss that the other side can force in this many actions.
    #[inline]
    pub fn loss_in(actions: u32) -> Score {
        Score(actions as i32 - Self::WIN)
    }

    /// The score of a finished game for `side`.
    #[inline]
    pub fn finished(outcome: Outcome, side: Side) -> Score {
        match outcome {
            Outcome::Draw => Score::DRAW,
            Outcome::Win(winner) if winner == side => Score::win_in(0),
            Outcome::Win(_) => Score::loss_in(0),
        }
    }

    /// The bare number, for tables, records and printing.
    #[inline]
    pub fn raw(self) -> i32 {
        self.0
    }

    /// The inverse of [`Score::raw`]; any number is cut to the valid range.
    #[inline]
    pub fn from_raw(raw: i32) -> Score {
        Score(raw.clamp(Self::MINUS_INFINITE.0, Self::INFINITE.0))
    }

    /// This score moved by some units of evaluation, never past the infinities.
    #[inline]
    pub fn plus(self, units: i32) -> Score {
        Score(self.0.saturating_add(units).clamp(Self::MINUS_INFINITE.0, Self::INFINITE.0))
    }

    /// Is this a proven win or loss?
    #[inline]
    pub fn is_decided(self) -> bool {
        self.0.abs() > Self::MAX_ESTIMATE
    }

    /// Is this a proven win?
    #[inline]
    pub fn is_win(self) -> bool {
        self.0 > Self::MAX_ESTIMATE
    }

    /// Is this a proven loss?
    #[inline]
    pub fn is_loss(self) -> bool {
        self.0 < -Self::MAX_ESTIMATE
    }

    /// Actions until the end of the game, if the score proves a win or a loss.
    pub fn distance(self) -> Option<u32> {
        self.is_decided().then(|| (Self::WIN - self.0.abs()).max(0) as u32)
    }

    /// What this score proves. A draw cannot be told from an even estimate and counts as unknown.
    pub fn verdict(self) -> Verdict {
        match self {
            s if s.is_win() => Verdict::Win,
            s if s.is_loss() => Verdict::Loss,
            _ => Verdict::Unknown,
        }
    }

    /// The same score seen from a position `actions` earlier: proven ends lie that much further away. The infinities
    /// have no distance and stay.
    #[inline]
    pub fn later_by(self, actions: u32) -> Score {
        match self {
            s if s.0.abs() > Self::WIN => s,
            s if s.is_win() => Score(s.0 - actions as i32),
            s if s.is_loss() => Score(s.0 + actions as i32),
            s => s,
        }
    }

    /// The inverse of [`Score::later_by`].
    #[inline]
    pub fn sooner_by(self, actions: u32) -> Score {
        match self {
            s if s.0.abs() > Self::WIN => s,
            s if s.is_win() => Score(s.0 + actions as i32),
            s if s.is_loss() => Score(s.0 - actions as i32),
            s => s,
        }
    }
}

/// What happens to the right to move between a position and its child. The only place that knows when a sign flips.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// The same side acts again: scores keep their sign.
    Continues,
    /// The other side acts next: scores change their sign.
    Passes,
}

impl Turn {
    /// The relation between the sides to move in two positions.
    #[inline]
    pub fn between(parent: Side, child: Side) -> Turn {
        if parent == child { Turn::Continues } else { Turn::Passes }
    }

    /// A score of one position as the other position's side to move sees it; works in both directions.
    #[inline]
    pub fn score(self, score: Score) -> Score {
        match self {
            Turn::Continues => score,
            Turn::Passes => Score(-score.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearer_wins_and_later_losses_score_higher() {
        assert!(Score::win_in(1) > Score::win_in(3));
        assert!(Score::loss_in(4) > Score::loss_in(2));
        assert!(Score::win_in(900_000) > Score::estimate(i32::MAX));
        assert!(Score::loss_in(900_000) < Score::estimate(i32::MIN));
    }

    #[test]
    fn distance_survives_a_change_of_sides() {
        let seen = Turn::Passes.score(Score::win_in(5));
        assert_eq!(seen, Score::loss_in(5));
        assert_eq!(seen.later_by(2).distance(), Some(7));
        assert_eq!(seen.later_by(2).sooner_by(2), seen);
        assert_eq!(Turn::Continues.score(seen), seen);
    }

    #[test]
    fn estimates_have_no_distance() {
        assert_eq!(Score::estimate(300).distance(), None);
        assert_eq!(Score::estimate(300).later_by(9), Score::estimate(300));
        assert_eq!(Score::estimate(300).verdict(), Verdict::Unknown);
    }
}
