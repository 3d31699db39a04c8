//! Results and proofs: numbers from -1 to 1 for the first side, and what is certain. Knows no tree.

use game::{Outcome, Score, Side, Verdict};

/// A result from -1 (the second side wins) to 1 (the first side wins). It does not depend on the side to move.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub(super) struct Value(pub(super) f64);

impl Value {
    /// Sums are kept in whole parts of this, so that they do not depend on the order of additions.
    const ONE: f64 = (1_u64 << 30) as f64;

    pub(super) const EVEN: Value = Value(0.0);

    /// The result of a finished game.
    #[inline]
    pub(super) fn from_outcome(outcome: Outcome) -> Value {
        match outcome {
            Outcome::Draw => Value::EVEN,
            Outcome::Win(side) => Value::seen_by(side, 1.0),
        }
    }

    /// A number in the view of a side as a result. Its own inverse, see [`Value::for_side`].
    #[inline]
    pub(super) fn seen_by(side: Side, number: f64) -> Value {
        match side {
            Side::First => Value(number),
            Side::Second => Value(-number),
        }
    }

    /// The result as this side sees it.
    #[inline]
    pub(super) fn for_side(self, side: Side) -> f64 {
        Value::seen_by(side, self.0).0
    }

    /// As a summand.
    #[inline]
    pub(super) fn fixed(self) -> i64 {
        (self.0 * Self::ONE) as i64
    }

    /// The mean of a sum of summands.
    #[inline]
    pub(super) fn from_fixed(sum: i64) -> Value {
        Value(sum as f64 / Self::ONE)
    }
}

/// How evaluations become results and back.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sigmoid(f64);

impl Sigmoid {
    pub(super) fn new(slope: f64) -> Sigmoid {
        Sigmoid(slope)
    }

    /// The result that a score of the side to move stands for: 2 / (1 + e^(-k v)) - 1, and ±1 for what is proven.
    #[inline]
    pub(super) fn value(self, score: Score, to_move: Side) -> Value {
        let number = match score {
            s if s.is_win() => 1.0,
            s if s.is_loss() => -1.0,
            s => 2.0 / (1.0 + (-self.0 * f64::from(s.raw())).exp()) - 1.0,
        };
        Value::seen_by(to_move, number)
    }

    /// The score that a result of the side to move stands for: the inverse of the above. A
    /// result of 0.76 is a win in 88 games of 100.
    pub(super) fn score(self, result: f64) -> Score {
        /// Means that are nearer to certainty than this are taken for this.
        const CERTAIN: f64 = 0.999_999;
        let result = result.clamp(-CERTAIN, CERTAIN);
        Score::estimate((((1.0 + result) / (1.0 - result)).ln() / self.0).round() as i32)
    }
}

/// What is certain about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Proof {
    /// Nothing.
    Unknown = 0,
    /// The first side wins.
    First = 1,
    /// The second side wins.
    Second = 2,
    /// Neither side wins.
    Draw = 3,
    /// The turn cannot be completed from here, so the action that leads here is not available.
    DeadEnd = 4,
}

impl Proof {
    #[inline]
    pub(super) fn from_bits(bits: u64) -> Proof {
        match bits {
            1 => Proof::First,
            2 => Proof::Second,
            3 => Proof::Draw,
            4 => Proof::DeadEnd,
            _ => Proof::Unknown,
        }
    }

    pub(super) fn win_of(side: Side) -> Proof {
        match side {
            Side::First => Proof::First,
            Side::Second => Proof::Second,
        }
    }

    pub(super) fn from_outcome(outcome: Outcome) -> Proof {
        match outcome {
            Outcome::Draw => Proof::Draw,
            Outcome::Win(side) => Proof::win_of(side),
        }
    }

    /// What a proven score of the side to move proves, with its distance.
    pub(super) fn from_score(score: Score, to_move: Side) -> Option<(Proof, u32)> {
        let winner = if score.is_win() { to_move } else { to_move.other() };
        score.distance().map(|distance| (Proof::win_of(winner), distance))
    }

    /// The result, where there is one.
    #[inline]
    pub(super) fn value(self) -> Option<Value> {
        match self {
            Proof::First => Some(Value(1.0)),
            Proof::Second => Some(Value(-1.0)),
            Proof::Draw => Some(Value::EVEN),
            Proof::Unknown | Proof::DeadEnd => None,
        }
    }

    /// For the side to move.
    pub(super) fn verdict(self, to_move: Side) -> Verdict {
        match self {
            p if p == Proof::win_of(to_move) => Verdict::Win,
            p if p == Proof::win_of(to_move.other()) => Verdict::Loss,
            Proof::Draw => Verdict::Draw,
            _ => Verdict::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_come_back_from_results() {
        let sigmoid = Sigmoid::new(0.0003);
        assert!((sigmoid.value(Score::estimate(1000), Side::First).0 - 0.149).abs() < 0.001);
        for raw in [-20_000, -300, 0, 15, 12_345] {
            for side in Side::BOTH {
                let value = sigmoid.value(Score::estimate(raw), side);
                let back = sigmoid.score(value.for_side(side));
                assert!((back.raw() - raw).abs() <= 1, "{raw} came back as {}", back.raw());
            }
        }
        assert!(!sigmoid.score(1.0).is_decided());
    }

    #[test]
    fn a_win_belongs_to_a_side_and_not_to_the_mover() {
        assert_eq!(Proof::from_score(Score::loss_in(4), Side::First), Some((Proof::Second, 4)));
        assert_eq!(Proof::from_score(Score::estimate(7), Side::First), None);
        assert_eq!(Value::from_outcome(Outcome::Win(Side::Second)).for_side(Side::Second), 1.0);
        assert_eq!(Proof::Second.verdict(Side::Second), Verdict::Win);
        assert_eq!(Proof::Second.verdict(Side::First), Verdict::Loss);
    }
}
