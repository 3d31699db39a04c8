//! What the results of a match say about the two players: counts, Elo with error, likelihood of superiority.
//!
//! Pure arithmetic on counts. Games of a pair share their opening and are not independent, so errors come from the five
//! possible results of a pair and not from the three of a game, as fishtest and its kin do it. Everything is seen from the
//! first player of the match.

use crate::{elo_interval::EloInterval, record::GameRecord};
use std::{collections::BTreeMap, fmt};

/// Results of the games and pairs of a match.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games won, drawn and lost: indexed by half points, 0 to 2.
    games: [u64; 3],
    /// Pairs by half points, 0 to 4: LL, LD, WL and DD, WD, WW.
    pairs: [u64; 5],
    /// Pairs of which one game is finished.
    half_done: PairScores,
}

impl Tally {
    /// The results of these games.
    pub fn from_records<'a>(records: impl IntoIterator<Item = &'a GameRecord>) -> Tally {
        let mut tally = Tally::default();
        records.into_iter().for_each(|record| tally.add(record));
        tally
    }

    /// Counts a game. Every game must be counted once only.
    pub fn add(&mut self, record: &GameRecord) {
        self.add_result(record.pair_of_results(), record.half_points_of_first_player());
    }

    fn add_result(&mut self, pair: u64, half_points: u8) {
        self.games[usize::from(half_points)] += 1;
        self.half_done.add(pair, half_points);
        if let Some(points) = self.half_done.take_complete(pair) {
            self.pairs[usize::from(points)] += 1;
        }
    }

    /// Games won by the first player.
    pub fn wins(&self) -> u64 {
        self.games[2]
    }

    /// Drawn games.
    pub fn draws(&self) -> u64 {
        self.games[1]
    }

    /// Games lost by the first player.
    pub fn losses(&self) -> u64 {
        self.games[0]
    }

    /// All finished games.
    pub fn games(&self) -> u64 {
        self.games.iter().sum()
    }

    /// Points of the first player.
    pub fn points(&self) -> f64 {
        self.wins() as f64 + self.draws() as f64 / 2.0
    }

    /// Points per game, from 0 to 1; a half before the first game.
    pub fn score(&self) -> f64 {
        if self.games() == 0 { 0.5 } else { self.points() / self.games() as f64 }
    }

    /// Finished pairs by half points: LL, LD, WL and DD, WD, WW.
    pub fn pentanomial(&self) -> Pentanomial {
        Pentanomial(self.pairs)
    }
}

/// Half points and finished games of pairs, by the numbers of the pairs and not in the order of the games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct PairScores(BTreeMap<u64, (u8, u8)>);

impl PairScores {
    pub(crate) fn add(&mut self, pair: u64, half_points: u8) {
        let (points, games) = self.0.entry(pair).or_default();
        *points += half_points;
        *games += 1;
    }

    /// Removes a pair of which both games are finished; answers with its half points.
    pub(crate) fn take_complete(&mut self, pair: u64) -> Option<u8> {
        self.0.get(&pair).filter(|(_, games)| *games == 2)?;
        self.0.remove(&pair).map(|(points, _)| points.min(4))
    }

    /// The half points of all complete pairs.
    pub(crate) fn complete(&self) -> Vec<u8> {
        self.0.values().filter(|(_, games)| *games == 2).map(|(points, _)| *points).collect()
    }
}

/// How often a pair brought 0, ½, 1, 1½ and 2 points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pentanomial(pub [u64; 5]);

/// A number and half the width of its 95 % confidence interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The most likely value.
    pub value: f64,
    /// The true value is within this distance in 19 of 20 matches.
    pub error: f64,
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Adding zero turns minus zero into zero.
        write!(f, "{:.2} +/- {:.2}", self.value + 0.0, self.error)
    }
}

impl Pentanomial {
    /// A result that has not occurred counts this much, so that variances are positive and logarithms finite.
    const REGULAR: f64 = 1e-3;
    /// Standard deviations on each side of a 95 % interval.
    const Z95: f64 = 1.959_963_984_540_054;
    /// Normalised Elo per standard deviation of a game.
    pub(crate) const NORMALISED: f64 = 800.0 / std::f64::consts::LN_10;
    /// The ends of an interval of scores are kept this far from 0 and 1, where Elo becomes infinite (± 1200 Elo), unless
    /// the score itself is nearer.
    pub(crate) const EDGE: f64 = 1e-3;

    /// Finished pairs.
    pub fn pairs(self) -> u64 {
        self.0.iter().sum()
    }

    /// The counts, with those of zero regularised, and their sum.
    fn regular(self) -> ([f64; 5], f64) {
        let counts = self.0.map(|count| if count == 0 { Self::REGULAR } else { count as f64 });
        (counts, counts.iter().sum())
    }

    /// The shares of the five results, with zero counts regularised, and the number of pairs that they are shares of.
    pub(crate) fn regular_shares(self) -> ([f64; 5], f64) {
        let (counts, number) = self.regular();
        (counts.map(|count| count / number), number)
    }

    /// Mean and variance of the points per game in a pair, and the number of pairs; with zero counts regularised.
    fn moments(self) -> (f64, f64, f64) {
        let (counts, number) = self.regular();
        let (mean, variance) = moments(&counts, number);
        (mean, variance, number)
    }

    /// The difference in logistic Elo; `None` before the first pair.
    pub fn elo(self) -> Option<Estimate> {
        if self.pairs() == 0 {
            return None;
        }
        let [mean, low, high] = self.score_interval();
        let low = low.max(mean.min(Self::EDGE));
        let high = high.min(mean.max(1.0 - Self::EDGE));
        let error = (elo_of(high) - elo_of(low)) / 2.0;
        Some(Estimate { value: elo_of(mean), error })
    }

    /// The mean score per game and the ends of its 95 % interval, which may lie beyond 0 and 1.
    pub(crate) fn score_interval(self) -> [f64; 3] {
        let (mean, variance, number) = self.moments();
        let reach = Self::Z95 * (variance / number).sqrt();
        [mean, mean - reach, mean + reach]
    }

    /// The difference in normalised Elo: in standard deviations of a game, so that it does not depend on how often games
    /// are drawn or decided by their opening; `None` before the first pair.
    pub fn normalised_elo(self) -> Option<Estimate> {
        if self.pairs() == 0 {
            return None;
        }
        let (mean, variance, number) = self.moments();
        // A pair has half the variance of a game when games are independent.
        let value = Self::NORMALISED * (mean - 0.5) / (2.0 * variance).sqrt();
        Some(Estimate { value, error: Self::NORMALISED * Self::Z95 / (2.0 * number).sqrt() })
    }

    /// How likely it is, from 0 to 1, that the first player is the stronger one; a half before the first pair.
    pub fn likelihood_of_superiority(self) -> f64 {
        // Equal players win both games of a pair in at most half of the pairs. Where nothing else has happened there is no
        // variance to go by, and this bound, with every chance as likely beforehand, says all that can be said.
        let pairs = self.pairs();
        let of_one_side = || 1.0 - 0.5_f64.powf(pairs as f64 + 1.0);
        match self.0 {
            _ if pairs == 0 => return 0.5,
            [.., won] if won == pairs => return of_one_side(),
            [lost, ..] if lost == pairs => return 1.0 - of_one_side(),
            _ => {}
        }
        let (mean, variance, number) = self.moments();
        normal_below((mean - 0.5) / (variance / number).sqrt())
    }
}

/// The points per game of the five results of a pair.
pub(crate) const POINTS: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Mean and variance of the five results when they occur with these weights, of which the sum is given.
pub(crate) fn moments(weights: &[f64; 5], sum: f64) -> (f64, f64) {
    let mean = weights.iter().zip(POINTS).map(|(w, x)| w * x).sum::<f64>() / sum;
    let variance = weights.iter().zip(POINTS).map(|(w, x)| w * (x - mean).powi(2)).sum::<f64>() / sum;
    (mean, variance)
}

/// The difference in Elo that makes a score between 0 and 1 likely.
pub(crate) fn elo_of(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The share of a standard normal distribution that lies below `x`: its Taylor series about 0 in Marsaglia's form.
fn normal_below(x: f64) -> f64 {
    /// Beyond this the share is 0 or 1 to the last digit.
    const FAR: f64 = 8.3;
    if x.abs() > FAR {
        return if x > 0.0 { 1.0 } else { 0.0 };
    }
    let density = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    let mut term = x;
    let mut sum = x;
    let mut odd = 1.0;
    while sum + term != sum {
        odd += 2.0;
        term *= x * x / odd;
        sum += term;
    }
    (0.5 + density * sum).clamp(0.0, 1.0)
}

/// The result block of a match, in the words that people know from other match runners.
#[derive(Clone, Copy, Debug)]
pub struct ResultBlock<'a> {
    /// What the first player is called.
    pub first: &'a str,
    /// What the second player is called.
    pub second: &'a str,
    /// The results so far.
    pub tally: &'a Tally,
}

impl fmt::Display for ResultBlock<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tally = self.tally;
        let pairs = tally.pentanomial();
        writeln!(f, "Results of {} vs {}", self.first, self.second)?;
        match pairs.elo_interval() {
            elo @ (EloInterval::Unknown | EloInterval::TooFew) => writeln!(f, "Elo: {elo}")?,
            elo => writeln!(f, "Elo: {elo}, nElo: {}", pairs.normalised_elo_interval())?,
        }
        writeln!(f, "LOS: {:.2}%", 100.0 * pairs.likelihood_of_superiority())?;
        writeln!(
            f,
            "Games: {}, Wins: {}, Losses: {}, Draws: {}, Points: {:.1} ({:.2}%)",
            tally.games(),
            tally.wins(),
            tally.losses(),
            tally.draws(),
            tally.points(),
            100.0 * tally.score()
        )?;
        let [ll, ld, even, wd, ww] = pairs.0;
        write!(f, "Ptnml(0-2): [{ll}, {ld}, {even}, {wd}, {ww}]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_near(actual: f64, expected: f64, tolerance: f64) {
        assert!((actual - expected).abs() <= tolerance, "{actual} is not {expected}");
    }

    /// Published results of fishtest and fastchess: counts, Elo and its error, normalised Elo and its error.
    #[test]
    fn published_results_are_reproduced() {
        let first = Pentanomial([379, 10170, 21828, 10640, 343]);
        assert_eq!(first.normalised_elo().unwrap().to_string(), "3.05 +/- 2.31");
        let second = Pentanomial([177, 1629, 3083, 1780, 221]);
        assert_eq!(second.elo().unwrap().to_string(), "6.03 +/- 3.49");
        assert_eq!(second.normalised_elo().unwrap().to_string(), "10.01 +/- 5.80");
        assert_eq!(Pentanomial([57, 1119, 2907, 1213, 61]).elo().unwrap().to_string(), "3.31 +/- 3.36");
        assert_eq!(Pentanomial([8, 96, 184, 124, 33]).elo().unwrap().to_string(), "30.53 +/- 14.85");
    }

    #[test]
    fn extreme_results_are_finite_and_sensible() {
        for pairs in [1, 2, 10, 1000, 1_000_000] {
            let (won, lost) = (Pentanomial([0, 0, 0, 0, pairs]), Pentanomial([pairs, 0, 0, 0, 0]));
            let (elo, mirrored) = (won.elo().unwrap(), lost.elo().unwrap());
            assert!(
                (1000.0..4000.0).contains(&elo.value) && (300.0..400.0).contains(&elo.error),
                "{pairs}: {elo}"
            );
            assert_near(elo.value, -mirrored.value, 1e-6);
            assert_near(elo.error, mirrored.error, 1e-6);
            let normalised = won.normalised_elo().unwrap();
            assert!(normalised.value > 0.0 && normalised.value.is_finite() && normalised.error.is_finite());
            let sure = won.likelihood_of_superiority();
            assert!((pairs < 7 && sure < 0.99) || (pairs >= 7 && sure > 0.99), "{pairs}: {sure}");
            assert_near(sure, 1.0 - lost.likelihood_of_superiority(), 1e-12);
        }
        // An interval that covers every score is as wide as the edges allow.
        assert_eq!(Pentanomial([1, 0, 0, 0, 1]).elo().unwrap().to_string(), "0.00 +/- 1199.83");
        assert_near(Pentanomial([0, 0, 0, 0, 1]).likelihood_of_superiority(), 0.75, 0.0);
        assert_eq!(Pentanomial::default().elo(), None);
        assert_eq!(Pentanomial::default().normalised_elo(), None);
        assert_near(Pentanomial::default().likelihood_of_superiority(), 0.5, 0.0);
    }

    #[test]
    fn even_results_are_even() {
        for counts in [[0, 0, 7, 0, 0], [5, 0, 3, 0, 5], [1, 2, 3, 2, 1], [1, 0, 0, 0, 1]] {
            let even = Pentanomial(counts);
            assert_near(even.elo().unwrap().value, 0.0, 1e-9);
            assert_near(even.normalised_elo().unwrap().value, 0.0, 1e-9);
            assert_near(even.likelihood_of_superiority(), 0.5, 1e-9);
        }
    }

    #[test]
    fn more_pairs_give_smaller_errors() {
        let few = Pentanomial([2, 0, 5, 0, 4]);
        let many = Pentanomial([200, 0, 500, 0, 400]);
        assert_near(few.elo().unwrap().value, many.elo().unwrap().value, 0.1);
        assert!(few.elo().unwrap().error > 9.0 * many.elo().unwrap().error);
        let (few, many) = (few.normalised_elo().unwrap(), many.normalised_elo().unwrap());
        assert_near(few.error, 10.0 * many.error, 0.1);
    }

    #[test]
    fn the_normal_distribution_has_its_known_shares() {
        for (x, share) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746_068_543),
            (Pentanomial::Z95, 0.975),
            (-3.0, 0.001_349_898_031_630),
        ] {
            assert_near(normal_below(x), share, 1e-12);
        }
        assert_near(normal_below(40.0) - normal_below(-40.0), 1.0, 0.0);
        assert_near(normal_below(8.2), 1.0, 1e-12);
    }

    #[test]
    fn games_are_paired_in_any_order() {
        let mut tally = Tally::default();
        // Pair 0: WW. Pair 1: WL. Pair 2: DL. Pair 3: one win so far.
        for (pair, half_points) in [(0, 2), (1, 2), (2, 1), (3, 2), (1, 0), (2, 0), (0, 2)] {
            tally.add_result(pair, half_points);
        }
        assert_eq!(tally.pentanomial(), Pentanomial([0, 1, 1, 0, 1]));
        assert_eq!((tally.games(), tally.wins(), tally.draws(), tally.losses()), (7, 4, 1, 2));
        assert_near(tally.points(), 4.5, 0.0);
    }

    #[test]
    fn the_block_uses_the_words_people_look_for() {
        let mut tally = Tally::default();
        let empty = ResultBlock { first: "A", second: "B", tally: &tally }.to_string();
        assert!(empty.contains("Games: 0, Wins: 0, Losses: 0, Draws: 0, Points: 0.0 (50.00%)"), "{empty}");
        for (pair, half_points) in [(0, 2), (0, 0), (1, 2), (1, 2), (2, 1), (2, 0), (3, 2), (3, 1)] {
            tally.add_result(pair, half_points);
        }
        let block = ResultBlock { first: "alphabeta:-history", second: "random", tally: &tally }.to_string();
        let lines: Vec<&str> = block.lines().collect();
        assert_eq!(lines[0], "Results of alphabeta:-history vs random");
        assert!(
            lines[1].starts_with("Elo: 88.") && lines[1].contains(", nElo: ") && lines[1].contains(" +/- "),
            "{block}"
        );
        assert!(lines[2].starts_with("LOS: 8") && lines[2].ends_with('%'), "{block}");
        assert_eq!(lines[3], "Games: 8, Wins: 4, Losses: 2, Draws: 2, Points: 5.0 (62.50%)");
        assert_eq!(lines[4], "Ptnml(0-2): [0, 1, 1, 1, 1]");
    }
}
