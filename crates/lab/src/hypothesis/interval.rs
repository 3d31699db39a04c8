//! Intervals that may be looked at after every round: a 95 % interval contains the truth at all looks of 19 in 20 runs.
//!
//! An interval consists of the values that a test martingale has not refuted, so that stopping when it decides costs nothing
//! (Ville's inequality; Robbins 1970, "Statistical methods related to the law of the iterated logarithm"). For means the
//! martingale is the t-statistic's likelihood ratio, mixed over a normal distribution of effects (Lai 1976; Wang and Ramdas
//! 2023, "Anytime-valid t-tests and confidence sequences for Gaussian means with unknown variance"); for shares it is the
//! binomial likelihood mixed over all shares alike.

/// An interval and the estimate within it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Interval {
    pub(super) value: f64,
    pub(super) low: f64,
    pub(super) high: f64,
}

/// Fewer numbers than this have no interval: they would have to be normally distributed.
const LEAST: usize = 5;

/// The weight of the mixing distribution: effects of about one standard deviation are found soonest.
const PRIOR: f64 = 1.0;

/// Fewer numbers than this have no interval if all are equal: another one may well be different, and then by any amount.
const LEAST_EQUAL: usize = 30;

/// The least standard deviation that is believed, so that a few equal numbers are not taken for certainty.
const LEAST_DEVIATION: f64 = 0.01;

/// The interval of a mean, wrong with probability `error` at most; `None` for too few numbers.
pub(super) fn mean(numbers: &[f64], error: f64) -> Option<Interval> {
    if numbers.len() < LEAST {
        return None;
    }
    let many = numbers.len() as f64;
    let value = numbers.iter().sum::<f64>() / many;
    let variance = numbers.iter().map(|n| (n - value).powi(2)).sum::<f64>() / (many - 1.0);
    if variance == 0.0 && numbers.len() < LEAST_EQUAL {
        return None;
    }
    let deviation = variance.sqrt().max(LEAST_DEVIATION);
    // The mixed likelihood ratio is √(g/(n+g)) · ((1+u)/(1+ug/(n+g)))^(n/2) with u = t²/(n−1). It is 1/error where:
    let shrink = PRIOR / (many + PRIOR);
    let factor = (1.0 / (error * shrink.sqrt())).powf(2.0 / many);
    let squared =
        if factor * shrink < 1.0 { (factor - 1.0) / (1.0 - factor * shrink) } else { f64::INFINITY };
    let half = deviation * (squared * (many - 1.0) / many).sqrt();
    Some(Interval { value, low: value - half, high: value + half })
}

/// The interval of a share, wrong with probability `error` at most; `None` without things.
pub(super) fn share(some: u64, of: u64, error: f64) -> Option<Interval> {
    if of == 0 || some > of {
        return None;
    }
    let value = some as f64 / of as f64;
    let log_factorial = |n: u64| (2..=n).map(|k| (k as f64).ln()).sum::<f64>();
    // The logarithm of the integral of the likelihood over all shares.
    let mixed = log_factorial(some) + log_factorial(of - some) - log_factorial(of + 1);
    let is_refuted = |p: f64| {
        let term = |count: u64, p: f64| if count == 0 { 0.0 } else { count as f64 * p.ln() };
        mixed - term(some, p) - term(of - some, 1.0 - p) >= (1.0 / error).ln()
    };
    Some(Interval { value, low: edge(0.0, value, is_refuted), high: edge(1.0, value, is_refuted) })
}

/// The last share that is not refuted on the way from an estimate to an end.
fn edge(end: f64, value: f64, is_refuted: impl Fn(f64) -> bool) -> f64 {
    if !is_refuted(end) {
        return end;
    }
    let (mut refuted, mut kept) = (end, value);
    for _ in 0..60 {
        let middle = f64::midpoint(refuted, kept);
        if is_refuted(middle) {
            refuted = middle;
        } else {
            kept = middle;
        }
    }
    kept
}

/// The interval of the difference between two shares on the same things, in percentage points, from those where only one of
/// the two succeeds.
pub(super) fn difference(first: u64, second: u64, of: u64, error: f64) -> Option<Interval> {
    let (one, other) = (share(first, of, error / 2.0)?, share(second, of, error / 2.0)?);
    Some(Interval {
        value: 100.0 * (one.value - other.value),
        low: 100.0 * (one.low - other.high),
        high: 100.0 * (one.high - other.low),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// A normally distributed number (Box and Muller 1958).
    fn normal(random: &mut impl Rng) -> f64 {
        let (u, v): (f64, f64) = (random.random(), random.random());
        (-2.0 * (1.0 - u).ln()).sqrt() * (std::f64::consts::TAU * v).cos()
    }

    /// A sequence of numbers around a mean, looked at after every number: is the true mean ever outside, and how many
    /// numbers does it take to exclude `other`?
    fn sequence(
        seed: u64,
        draw: impl Fn(&mut Xoshiro256PlusPlus) -> f64,
        truth: f64,
        other: f64,
    ) -> (bool, Option<usize>) {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let (mut numbers, mut wrong, mut excluded) = (Vec::new(), false, None);
        while numbers.len() < 200 {
            numbers.push(draw(&mut random));
            if let Some(found) = mean(&numbers, 0.05) {
                wrong |= truth < found.low || truth > found.high;
                if excluded.is_none() && (other < found.low || other > found.high) {
                    excluded = Some(numbers.len());
                }
            }
        }
        (wrong, excluded)
    }

    #[test]
    fn means_are_missed_no_more_often_than_promised_however_often_one_looks() {
        let tried = 2000;
        let many = |draw: &dyn Fn(&mut Xoshiro256PlusPlus) -> f64| {
            (0..tried).filter(|&seed| sequence(seed, draw, 0.0, 9.0).0).count()
        };
        // Three standard errors of 5 % of 2000 above it.
        let most = 100 + 30;
        let normal_ones = many(&normal);
        assert!(normal_ones <= most && normal_ones > 10, "{normal_ones}");
        let even = many(&|random: &mut Xoshiro256PlusPlus| random.random::<f64>() - 0.5);
        assert!(even <= most, "{even}");
    }

    #[test]
    fn a_clear_effect_is_found_soon() {
        let found: Vec<usize> =
            (0..500).filter_map(|seed| sequence(seed, |r| 1.0 + normal(r), 1.0, 0.0).1).collect();
        assert_eq!(found.len(), 500, "an effect of one standard deviation is always found within 200");
        let average = found.iter().sum::<usize>() as f64 / 500.0;
        assert!((8.0..25.0).contains(&average), "{average}");
    }

    #[test]
    fn means_have_the_intervals_of_the_formula() {
        assert_eq!(mean(&[0.0; 4], 0.05), None);
        // n = 10, mean 0, variance 10/9: u = (c−1)/(1−c/11) with c = (20√11)^(1/5); half = s·√(9u/10).
        let numbers = [1.0, -1.0, 1.0, -1.0, 1.0, -1.0, 1.0, -1.0, 1.0, -1.0];
        let c = (20.0 * 11_f64.sqrt()).powf(0.2);
        let half = ((c - 1.0) / (1.0 - c / 11.0)).sqrt();
        let found = mean(&numbers, 0.05).unwrap();
        assert!((found.high - half).abs() < 1e-9 && (found.low + half).abs() < 1e-9, "{found:?} {half}");
        // Equal numbers are not certain.
        assert_eq!(mean(&[0.0; 29], 0.05), None);
        let equal = mean(&[2.0; 30], 0.05).unwrap();
        assert!(equal.low < 2.0 && equal.high > 2.0 && equal.high < 2.02, "{equal:?}");
    }

    #[test]
    fn shares_have_known_intervals() {
        assert_eq!(share(0, 0, 0.05), None);
        // Without a success the martingale is 1/((n+1)(1−p)^n): refuted from 1 − (error/(n+1))^(1/n) on.
        let found = share(0, 100, 0.05).unwrap();
        assert!((found.high - (1.0 - (0.05_f64 / 101.0).powf(0.01))).abs() < 1e-9, "{found:?}");
        assert_eq!(found.low, 0.0);
        let (left, right) = (share(30, 100, 0.05).unwrap(), share(70, 100, 0.05).unwrap());
        assert!((left.low + right.high - 1.0).abs() < 1e-9 && (left.high + right.low - 1.0).abs() < 1e-9);
        // Wider than the interval of Clopper and Pearson for one look, 0.2124 to 0.3998.
        assert!(left.low < 0.2124 && left.high > 0.3998 && left.low > 0.14 && left.high < 0.49, "{left:?}");
    }

    #[test]
    fn shares_are_missed_no_more_often_than_promised() {
        for truth in [0.5, 0.1] {
            let missed = |seed: u64| {
                let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
                let mut some = 0;
                (1..=200).any(|of| {
                    some += u64::from(random.random::<f64>() < truth);
                    let found = share(some, of, 0.05).unwrap();
                    truth < found.low || truth > found.high
                })
            };
            let missed = (0..1000).filter(|&seed| missed(seed)).count();
            assert!(missed <= 50 + 21, "{truth}: {missed}");
        }
    }

    #[test]
    fn differences_are_those_of_shares() {
        let found = difference(10, 10, 100, 0.05).unwrap();
        assert!(
            found.value == 0.0 && (found.low + found.high).abs() < 1e-9 && found.high < 25.0,
            "{found:?}"
        );
        let clear = difference(60, 2, 100, 0.05).unwrap();
        assert!((clear.value - 58.0).abs() < 1e-9 && clear.low > 20.0 && clear.high < 80.0, "{clear:?}");
        let none = difference(0, 0, 400, 0.05).unwrap();
        assert!(none.high < 3.0 && none.low > -3.0, "{none:?}");
    }
}
