//! What results say of a difference in strength, in words that promise no more than the results do.
//!
//! Pure arithmetic on counts, as in `stats.rs`, which has the usual estimates. Those rest on a normal distribution, and say
//! far too much when every pair ended alike: then only a bound is claimed.

use crate::stats::{Estimate, Pentanomial, elo_of};
use std::fmt;

/// What can be said of a difference in strength, with a confidence of 95 %.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum EloInterval {
    /// No pair is complete.
    Unknown,
    /// There are results, but so few that they bound nothing: all pairs went to one player and a weaker one could have won
    /// them with a chance of 5 %, or any score is possible.
    TooFew,
    /// Every pair was won: the difference is at least this.
    AtLeast(f64),
    /// Every pair was lost: the difference is at most this.
    AtMost(f64),
    /// About this much, and between these two; an end is infinite if results of the kind do not bound it.
    About(Estimate, [f64; 2]),
}

impl fmt::Display for EloInterval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// An interval is shown as such when one half of it is longer than the other by more than this.
        const LOPSIDED: f64 = 1.25;
        match *self {
            EloInterval::Unknown => write!(f, "unknown before the first pair is complete"),
            EloInterval::TooFew => write!(f, "too few games for an interval"),
            EloInterval::AtLeast(bound) => write!(f, "at least {bound:.2}"),
            EloInterval::AtMost(bound) => write!(f, "at most {bound:.2}"),
            EloInterval::About(estimate, [low, high]) => {
                write!(f, "{estimate}")?;
                let [below, above] = [estimate.value - low, high - estimate.value];
                match (low.is_finite(), high.is_finite()) {
                    (true, true) if above.max(below) <= LOPSIDED * above.min(below) => Ok(()),
                    (true, true) => write!(f, " ({low:.2} to {high:.2})"),
                    (true, false) => write!(f, " ({low:.2} or more)"),
                    (false, _) => write!(f, " ({high:.2} or less)"),
                }
            }
        }
    }
}

/// The chance that a claim is wrong.
const DOUBT: f64 = 0.05;

impl Pentanomial {
    /// What is known of the difference in logistic Elo.
    pub fn elo_interval(self) -> EloInterval {
        let [_, low, high] = self.score_interval();
        // An end beyond what a score can tell is infinite.
        let low = if low > Self::EDGE { elo_of(low) } else { f64::NEG_INFINITY };
        let high = if high < 1.0 - Self::EDGE { elo_of(high) } else { f64::INFINITY };
        self.claim(self.elo(), [low, high], |[share, points, other]| {
            elo_of(share * points + (1.0 - share) * other)
        })
    }

    /// What is known of the difference in normalised Elo.
    pub fn normalised_elo_interval(self) -> EloInterval {
        let estimate = self.normalised_elo();
        let interval = estimate.map(|Estimate { value, error }| [value - error, value + error]);
        self.claim(estimate, interval.unwrap_or_default(), |[share, points, other]| {
            let mean = share * points + (1.0 - share) * other;
            let variance = share * (points - mean).powi(2) + (1.0 - share) * (other - mean).powi(2);
            Pentanomial::NORMALISED * (mean - 0.5) / (2.0 * variance).sqrt()
        })
    }

    /// The usual estimate, unless all pairs ended alike: as that has happened, it had a chance that is bounded from below
    /// (Clopper and Pearson 1934), and the other pairs may be as bad or as good as they like. `strength` says how strong a
    /// player is whose pairs bring some points with this share, and other points with the rest.
    fn claim(
        self,
        estimate: Option<Estimate>,
        interval: [f64; 2],
        strength: impl Fn([f64; 3]) -> f64,
    ) -> EloInterval {
        let Some(estimate) = estimate else { return EloInterval::Unknown };
        let pairs = self.pairs();
        let Some(alike) = self.0.iter().position(|&count| count == pairs) else {
            let bounds_nothing = interval.iter().all(|end| end.is_infinite());
            return if bounds_nothing { EloInterval::TooFew } else { EloInterval::About(estimate, interval) };
        };
        let (share, points) = (DOUBT.powf(1.0 / pairs as f64), alike as f64 / 4.0);
        let [low, high] = [0.0, 1.0].map(|other| strength([share, points, other]));
        match alike {
            // Below half of the points a bound would not even say who is stronger; that takes five pairs.
            0 | 4 if share < 0.5 => EloInterval::TooFew,
            0 => EloInterval::AtMost(high),
            4 => EloInterval::AtLeast(low),
            _ => {
                EloInterval::About(Estimate { value: estimate.value, error: (high - low) / 2.0 }, [low, high])
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn elo(counts: [u64; 5]) -> String {
        Pentanomial(counts).elo_interval().to_string()
    }

    #[test]
    fn usual_results_read_as_elsewhere() {
        assert_eq!(elo([177, 1629, 3083, 1780, 221]), "6.03 +/- 3.49");
        assert_eq!(elo([8, 96, 184, 124, 33]), "30.53 +/- 14.85");
        let normalised = Pentanomial([177, 1629, 3083, 1780, 221]).normalised_elo_interval().to_string();
        assert_eq!(normalised, "10.01 +/- 5.80");
    }

    #[test]
    fn nothing_is_claimed_before_the_first_pair() {
        assert_eq!(Pentanomial::default().elo_interval(), EloInterval::Unknown);
        assert_eq!(Pentanomial::default().normalised_elo_interval(), EloInterval::Unknown);
    }

    /// 0.05 = p^n gives the bound on the share p of pairs that are won, and a share of p in points is the least it means.
    #[test]
    fn one_sided_results_are_bounds_that_grow_with_their_number() {
        let of = |pairs: u64| match Pentanomial([0, 0, 0, 0, pairs]).elo_interval() {
            EloInterval::AtLeast(bound) => bound,
            other => panic!("{other:?}"),
        };
        assert!((of(30) - 400.0 * (0.904_966_f64 / 0.095_034).log10()).abs() < 0.1, "{}", of(30));
        assert!(0.0 < of(5) && of(5) < of(6) && of(10) < of(1000) && of(1_000_000).is_finite());
        for pairs in [5, 7, 500] {
            let EloInterval::AtMost(bound) = Pentanomial([pairs, 0, 0, 0, 0]).elo_interval() else {
                panic!()
            };
            assert!((bound + of(pairs)).abs() < 1e-9, "won and lost mirror each other");
            let won = Pentanomial([0, 0, 0, 0, pairs]).normalised_elo_interval();
            assert!(matches!(won, EloInterval::AtLeast(bound) if bound.is_finite()), "{won:?}");
        }
        assert_eq!(elo([0, 0, 0, 0, 30]), "at least 391.50");
        assert_eq!(elo([30, 0, 0, 0, 0]), "at most -391.50");
    }

    /// Four pairs are won by an equal player with a chance of 1/16, which is more than 5 %.
    #[test]
    fn results_that_say_nothing_are_called_too_few() {
        for few in 1..5 {
            for counts in [[0, 0, 0, 0, few], [few, 0, 0, 0, 0]] {
                assert_eq!(elo(counts), "too few games for an interval", "{counts:?}");
                assert_eq!(Pentanomial(counts).normalised_elo_interval(), EloInterval::TooFew, "{counts:?}");
            }
        }
        // Two pairs that went to different players: every score is possible.
        assert_eq!(Pentanomial([1, 0, 0, 0, 1]).elo_interval(), EloInterval::TooFew);
        // Pairs that were all shared bound both sides, however few they are.
        assert!(elo([0, 0, 1, 0, 0]).starts_with("0.00 +/- "), "{}", elo([0, 0, 1, 0, 0]));
    }

    /// How often the bound is wrong for a player whose pairs are won with a known chance, lost otherwise.
    #[test]
    fn bounds_hold_as_often_as_promised() {
        for chance in [0.3_f64, 0.8, 0.95, 0.99] {
            for pairs in [5, 10, 30, 100] {
                let EloInterval::AtLeast(bound) = Pentanomial([0, 0, 0, 0, pairs]).elo_interval() else {
                    panic!()
                };
                // The claim is made only if all pairs are won, and is wrong if the truth lies below it.
                let wrong = if elo_of(chance) < bound { chance.powi(pairs as i32) } else { 0.0 };
                assert!(wrong <= DOUBT, "{chance}, {pairs} pairs: wrong in {wrong}");
            }
        }
    }

    #[test]
    fn pairs_that_all_end_even_say_little_as_long_as_they_are_few() {
        let EloInterval::About(few, [low, high]) = Pentanomial([0, 0, 7, 0, 0]).elo_interval() else {
            panic!()
        };
        assert!(few.value.abs() < 1e-9 && few.error > 100.0 && (low + high).abs() < 1e-9, "{few}");
        let EloInterval::About(many, _) = Pentanomial([0, 0, 7000, 0, 0]).elo_interval() else { panic!() };
        assert!(many.error < 1.0, "{many}");
        let EloInterval::About(normalised, _) = Pentanomial([0, 0, 7, 0, 0]).normalised_elo_interval() else {
            panic!()
        };
        assert!(normalised.error > 100.0, "{normalised}");
    }

    #[test]
    fn lopsided_intervals_are_shown() {
        let text = elo([0, 0, 4, 0, 46]);
        assert!(
            text.starts_with("551.91 +/- ") && text.contains(" (429.8") && text.contains(" to 10"),
            "{text}"
        );
        assert!(elo([0, 0, 1, 0, 49]).ends_with(" or more)"), "{}", elo([0, 0, 1, 0, 49]));
        assert!(elo([49, 0, 1, 0, 0]).ends_with(" or less)"), "{}", elo([49, 0, 1, 0, 0]));
    }
}
