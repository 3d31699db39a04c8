//! The sequential probability ratio test: has a match shown which of two strengths is the true one?
//!
//! Pure arithmetic on counts of pairs. The hypotheses are differences in Elo or in normalised Elo; the likelihood of each is
//! that of the most likely distribution that has it (Van den Bergh, "Normalized Elo in practice"), not a normal
//! approximation. `running_sprt.rs` applies the test to a match.

use crate::stats::{POINTS, Pentanomial, moments};
use game::TextError;
use std::{fmt, str::FromStr};

/// What the hypotheses are differences of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Model {
    /// Usual Elo: the expected score.
    Logistic,
    /// Elo in standard deviations of a game.
    Normalised,
}

impl Model {
    const NAMES: [(Model, &str); 2] = [(Model::Normalised, "normalized"), (Model::Logistic, "logistic")];
}

/// A test: two hypotheses and the errors that are allowed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: Model,
}

/// What a test has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// The difference is `elo1` rather than `elo0`.
    Accepted,
    /// The difference is `elo0` rather than `elo1`.
    Rejected,
}

impl Sprt {
    /// Larger differences are no hypotheses: no match could tell them apart.
    const FARTHEST: f64 = 1000.0;
    const FORM: &str = "as in elo0=0,elo1=10,alpha=0.05,beta=0.05,model=normalized";

    /// A test of `elo1` against the smaller `elo0`, wrong with probability `alpha` if `elo0` is true and `beta` if `elo1`
    /// is.
    fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, model: Model) -> Result<Sprt, TextError> {
        let right = Self::FORM;
        for (name, elo) in [("elo0", elo0), ("elo1", elo1)] {
            if elo.is_nan() || elo.abs() > Self::FARTHEST {
                let problem =
                    format!("is not a value of {name}; it should be between -1000 and 1000, {right}");
                return Err(TextError::new(&elo.to_string(), problem));
            }
        }
        if elo0 >= elo1 {
            let problem = format!("is not above elo0 = {elo0}; elo1 should be larger, {right}");
            return Err(TextError::new(&elo1.to_string(), problem));
        }
        for (name, error) in [("alpha", alpha), ("beta", beta)] {
            if !(error > 0.0 && error < 0.5) {
                let problem = format!("is not a value of {name}; it should be between 0 and 0.5, {right}");
                return Err(TextError::new(&error.to_string(), problem));
            }
        }
        Ok(Sprt { elo0, elo1, alpha, beta, model })
    }

    /// The log-likelihood ratio below which the test is over, and the one above which it is.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// How much likelier the results are under `elo1` than under `elo0`, as a logarithm; 0 before the first pair.
    pub fn log_likelihood_ratio(&self, results: Pentanomial) -> f64 {
        if results.pairs() == 0 {
            return 0.0;
        }
        let (shares, number) = results.regular_shares();
        let [p0, p1] = [self.elo0, self.elo1].map(|elo| match self.model {
            Model::Logistic => with_mean(&shares, 1.0 / (1.0 + 10f64.powf(-elo / 400.0))),
            Model::Normalised => with_deviations(&shares, elo * 2f64.sqrt() / Pentanomial::NORMALISED),
        });
        let terms = shares.iter().zip(p0.iter().zip(&p1));
        number * terms.map(|(share, (p0, p1))| share * (p1 / p0).ln()).sum::<f64>()
    }

    /// What the results decide.
    pub fn decide(&self, results: Pentanomial) -> Option<Decision> {
        let (lower, upper) = self.bounds();
        match self.log_likelihood_ratio(results) {
            ratio if ratio >= upper => Some(Decision::Accepted),
            ratio if ratio <= lower => Some(Decision::Rejected),
            _ => None,
        }
    }

    /// The line that people look for: the ratio, how far it is on its way to a bound, the bounds and the hypotheses.
    pub fn line(&self, results: Pentanomial) -> String {
        let ratio = self.log_likelihood_ratio(results);
        let (lower, upper) = self.bounds();
        let way = 100.0 * if ratio < 0.0 { ratio / lower } else { ratio / upper };
        // Adding zero turns minus zero into zero.
        let [ratio, way] = [ratio, way].map(|number| number + 0.0);
        format!(
            "LLR: {ratio:.2} ({way:.1}%) ({lower:.2}, {upper:.2}) [{:.2}, {:.2}]",
            self.elo0 + 0.0,
            self.elo1 + 0.0
        )
    }
}

#[deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]
impl FromStr for Sprt {
    type Err = TextError;

    /// Reads `elo0=0,elo1=10,alpha=0.05,beta=0.05,model=normalized`; the hypotheses must be given.
    fn from_str(text: &str) -> Result<Sprt, TextError> {
        let (mut elo0, mut elo1, mut alpha, mut beta) = (None, None, 0.05, 0.05);
        let mut model = Model::Normalised;
        for word in text.split(',').map(str::trim) {
            let right = Self::FORM;
            let (key, value) = word
                .split_once('=')
                .ok_or_else(|| TextError::new(word, format!("is not KEY=VALUE; it should be {right}")))?;
            let number = || {
                let problem = format!("is not a number for {key}; it should be {right}");
                value.parse::<f64>().map_err(|_| TextError::new(value, problem))
            };
            match key {
                "elo0" => elo0 = Some(number()?),
                "elo1" => elo1 = Some(number()?),
                "alpha" => alpha = number()?,
                "beta" => beta = number()?,
                "model" => {
                    let known = Model::NAMES.iter().find(|(_, name)| *name == value);
                    let problem = "is not a model; it should be normalized or logistic";
                    model = known.ok_or_else(|| TextError::new(value, problem))?.0;
                }
                _ => {
                    let problem = "is not a setting of a test; known: elo0, elo1, alpha, beta, model";
                    return Err(TextError::new(key, problem));
                }
            }
        }
        match (elo0, elo1) {
            (Some(elo0), Some(elo1)) => Sprt::new(elo0, elo1, alpha, beta, model),
            _ => {
                Err(TextError::new(text, format!("lacks a hypothesis; it should have both, {}", Self::FORM)))
            }
        }
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let model = Model::NAMES.iter().find(|(model, _)| *model == self.model).map_or("", |(_, name)| name);
        let Sprt { elo0, elo1, alpha, beta, .. } = self;
        write!(f, "elo0={elo0},elo1={elo1},alpha={alpha},beta={beta},model={model}")
    }
}

/// The most likely distribution, given the observed shares, under which a pair brings `mean` points a game.
fn with_mean(shares: &[f64; 5], mean: f64) -> [f64; 5] {
    balanced(shares, &POINTS.map(|points| points - mean)).unwrap_or(*shares)
}

/// Mean and standard deviation of a distribution.
fn mean_and_deviation(distribution: &[f64; 5]) -> (f64, f64) {
    let (mean, variance) = moments(distribution, 1.0);
    (mean, variance.sqrt())
}

/// The most likely distribution under which the mean is `deviations` standard deviations of a pair above a half. The
/// condition is not linear; it is replaced by its tangent again and again. Close to the truth that converges within a few
/// steps; far from it the steps may swing back and forth, and are shortened whenever they do.
fn with_deviations(shares: &[f64; 5], deviations: f64) -> [f64; 5] {
    const MOST_STEPS: usize = 2000;
    const CLOSE: f64 = 1e-12;
    let mut found = some_with_deviations(deviations);
    let mut part = 1.0;
    let mut change_before = f64::INFINITY;
    for _ in 0..MOST_STEPS {
        let (mean, sigma) = mean_and_deviation(&found);
        let tangent = |x: f64| x - 0.5 - deviations * sigma * (1.0 + ((mean - x) / sigma).powi(2)) / 2.0;
        let Some(next) = balanced(shares, &POINTS.map(tangent)) else { break };
        let change = next.iter().zip(&found).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        if change >= change_before {
            part /= 2.0;
        }
        change_before = change;
        found = std::array::from_fn(|i| found[i] + part * (next[i] - found[i]));
        if change < CLOSE {
            break;
        }
    }
    found
}

/// Some distribution with this distance of the mean from a half: one extreme result has a share of its own, the other four
/// are equally likely.
fn some_with_deviations(deviations: f64) -> [f64; 5] {
    const BISECTIONS: usize = 60;
    let with = |share: f64| {
        let mut distribution = [(1.0 - share) / 4.0; 5];
        distribution[if deviations < 0.0 { 0 } else { 4 }] = share;
        distribution
    };
    let (mut low, mut high) = (0.2, 1.0);
    for _ in 0..BISECTIONS {
        let share = f64::midpoint(low, high);
        let (mean, sigma) = mean_and_deviation(&with(share));
        if (mean - 0.5).abs() < deviations.abs() * sigma {
            low = share;
        } else {
            high = share;
        }
    }
    with(low)
}

/// The most likely distribution, given the observed shares, under which `values` have the mean zero: every share divided by
/// `1 + x * value`, with the one `x` that makes it so (Owen's empirical likelihood). `None` if all values have one sign.
fn balanced(shares: &[f64; 5], values: &[f64; 5]) -> Option<[f64; 5]> {
    const BISECTIONS: usize = 200;
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || most <= 0.0 {
        return None;
    }
    // Between these every divisor is positive, and the mean falls from plus to minus infinity.
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..BISECTIONS {
        let x = f64::midpoint(low, high);
        if x <= low || x >= high {
            break;
        }
        let mean: f64 = shares.iter().zip(values).map(|(p, v)| p * v / (1.0 + x * v)).sum();
        if mean > 0.0 {
            low = x;
        } else {
            high = x;
        }
    }
    let x = f64::midpoint(low, high);
    Some(std::array::from_fn(|i| shares[i] / (1.0 + x * values[i])))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sprt(text: &str) -> Sprt {
        text.parse().unwrap()
    }

    fn ratio(test: &str, counts: [u64; 5]) -> f64 {
        sprt(test).log_likelihood_ratio(Pentanomial(counts))
    }

    /// Results that fishtest and fastchess have published, to the printed digits.
    #[test]
    fn published_ratios_are_reproduced() {
        let llr = |elo0: i32, elo1: i32, counts| ratio(&format!("elo0={elo0},elo1={elo1}"), counts);
        assert_eq!(format!("{:.4}", llr(0, 2, [379, 10170, 21828, 10640, 343])), "2.9455");
        assert_eq!(format!("{:.3}", llr(0, 3, [177, 1629, 3083, 1780, 221])), "2.913");
        assert_eq!(format!("{:.3}", llr(-4, 0, [57, 1119, 2907, 1213, 61])), "3.005");
        assert_eq!(format!("{:.3}", llr(0, 10, [8, 96, 184, 124, 33])), "3.108");
    }

    #[test]
    fn the_line_has_the_words_people_look_for() {
        let counts = Pentanomial([177, 1629, 3083, 1780, 221]);
        let test = sprt("elo0=0,elo1=3,alpha=0.05,beta=0.1,model=normalized");
        assert_eq!(test.line(counts), "LLR: 2.91 (100.8%) (-2.25, 2.89) [0.00, 3.00]");
        assert_eq!(test.line(Pentanomial::default()), "LLR: 0.00 (0.0%) (-2.25, 2.89) [0.00, 3.00]");
        assert_eq!(test.decide(counts), Some(Decision::Accepted));
    }

    #[test]
    fn extreme_results_are_finite_and_point_the_right_way() {
        for model in ["logistic", "normalized"] {
            for (elo0, elo1) in [(0, 5), (-300, 300), (0, 1000), (-1000, -999)] {
                let test = format!("elo0={elo0},elo1={elo1},model={model}");
                for pairs in [1, 10, 10_000] {
                    let won = ratio(&test, [0, 0, 0, 0, pairs]);
                    let lost = ratio(&test, [pairs, 0, 0, 0, 0]);
                    assert!(won.is_finite() && won > 0.0, "{test}, {pairs} pairs won: {won}");
                    assert!(lost.is_finite() && lost < 0.0, "{test}, {pairs} pairs lost: {lost}");
                }
            }
            let test = sprt(&format!("elo0=0,elo1=50,model={model}"));
            assert_eq!(test.decide(Pentanomial([0, 0, 0, 0, 10_000])), Some(Decision::Accepted));
            assert_eq!(test.decide(Pentanomial([10_000, 0, 0, 0, 0])), Some(Decision::Rejected));
            assert_eq!(test.decide(Pentanomial::default()), None);
        }
    }

    /// A far hypothesis and one-sided results: the distribution found keeps its condition all the same.
    #[test]
    fn the_distribution_has_the_asked_for_distance() {
        for counts in
            [[0, 0, 0, 0, 1], [7, 0, 0, 0, 0], [0, 0, 9, 0, 0], [3, 0, 20, 0, 9], [0, 0, 0, 0, 10_000]]
        {
            let (shares, _) = Pentanomial(counts).regular_shares();
            for deviations in [-4.0, -1.2, -0.3, 0.0, 0.01, 0.6, 1.5, 4.0] {
                let found = with_deviations(&shares, deviations);
                let (mean, sigma) = mean_and_deviation(&found);
                assert!(
                    (found.iter().sum::<f64>() - 1.0).abs() < 1e-6,
                    "{counts:?}, {deviations}: {found:?}"
                );
                let distance = (mean - 0.5) / sigma;
                assert!((distance - deviations).abs() < 1e-4, "{counts:?}, {deviations}: {distance}");
            }
        }
    }

    #[test]
    fn mirrored_results_have_mirrored_ratios() {
        for model in ["logistic", "normalized"] {
            let test = format!("elo0=-7,elo1=7,model={model}");
            let (one, other) = (ratio(&test, [3, 9, 30, 14, 8]), ratio(&test, [8, 14, 30, 9, 3]));
            assert!((one + other).abs() < 1e-6, "{model}: {one} and {other}");
            assert!(ratio(&test, [3, 9, 30, 9, 3]).abs() < 1e-6);
        }
    }

    #[test]
    fn tests_read_back_what_they_print_and_wrong_ones_are_quoted() {
        for text in
            ["elo0=0,elo1=10,alpha=0.05,beta=0.05,model=normalized", "elo1=2.5,elo0=-2,model=logistic"]
        {
            assert_eq!(sprt(&sprt(text).to_string()), sprt(text));
        }
        for (text, token) in [
            ("", "''"),
            ("elo0=0", "'elo0=0' lacks"),
            ("elo0=0,elo1=x", "'x'"),
            ("elo0=5,elo1=5", "'5'"),
            ("elo0=0,elo1=inf", "'inf'"),
            ("elo0=NaN,elo1=1", "'NaN'"),
            ("elo0=0,elo1=5,alpha=0", "'0'"),
            ("elo0=0,elo1=5,beta=0.5", "'0.5'"),
            ("elo0=0,elo1=5,model=bayes", "'bayes'"),
            ("elo0=0,elo2=5", "'elo2'"),
        ] {
            let message = text.parse::<Sprt>().unwrap_err().to_string();
            assert!(message.contains(token), "{text}: {message}");
        }
    }
}
