//! Ratings of many players who have met each other: the Bradley–Terry model, with errors from a bootstrap over pairs.
//!
//! Pure arithmetic, deterministic for a seed. A draw counts as half a win and half a loss. Every player also draws one game
//! against an imaginary player of rating 0, so that a player who has only won or lost, or has met only some of the others, gets a
//! finite rating. Ratings have the mean 0.

use players::derive_seed;
use std::fmt::Write;

/// The results of two players against each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Encounter {
    /// Numbers of the two players, from 0.
    pub players: [usize; 2],
    /// Complete pairs of games: half points of the first of the two, 0 to 4.
    pub pairs: Vec<u8>,
}

/// What is known of the strength of a player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// In Elo; the mean of all players is 0.
    pub elo: f64,
    /// The bounds of the middle 95 % of the bootstrap.
    pub interval: [f64; 2],
    /// Games in complete pairs.
    pub games: u64,
    /// Points from them.
    pub points: f64,
}

impl Rating {
    /// Why the interval would say more than is known, if so. It comes from drawing the pairs anew, and pairs that all ended
    /// alike have nothing to draw from.
    pub fn doubt(&self) -> Option<&'static str> {
        let [low, high] = self.interval;
        if self.games == 0 {
            Some("not yet known")
        } else if self.points >= self.games as f64 {
            Some("no upper bound")
        } else if self.points <= 0.0 {
            Some("no lower bound")
        } else if high - low < 1e-6 {
            Some("all pairs alike")
        } else {
            None
        }
    }
}

/// The ratings of all players of a tournament.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings(pub Vec<Rating>);

/// Imaginary draws of every player against rating 0, in games.
const IMAGINARY: f64 = 1.0;

/// Points of each player against each other, and the games between them.
struct Score {
    points: Vec<f64>,
    games: Vec<Vec<f64>>,
}

impl Score {
    fn new(players: usize) -> Score {
        Score { points: vec![0.0; players], games: vec![vec![0.0; players]; players] }
    }

    fn add(&mut self, [one, other]: [usize; 2], half_points: u8) {
        let points = f64::from(half_points) / 2.0;
        self.points[one] += points;
        self.points[other] += 2.0 - points;
        self.games[one][other] += 2.0;
        self.games[other][one] += 2.0;
    }

    /// The most likely ratings in Elo, of mean 0, by Newton's method: the likelihood is concave, and the imaginary games
    /// keep its curvature away from zero. Steps are kept short, because far from the top a full one may overshoot.
    fn ratings(&self) -> Vec<f64> {
        const MOST_STEPS: usize = 200;
        const LONGEST_STEP: f64 = 1.0;
        const CLOSE: f64 = 1e-9;
        let number = self.points.len();
        // Natural logarithms of strengths.
        let mut strength = vec![0.0_f64; number];
        let chance = |own: f64, other: f64| 1.0 / (1.0 + (other - own).exp());
        for _ in 0..MOST_STEPS {
            // Each row: the curvature, then how many points more than expected there are.
            let mut rows = vec![vec![0.0; number + 1]; number];
            for player in 0..number {
                let imaginary = chance(strength[player], 0.0);
                rows[player][player] = IMAGINARY * imaginary * (1.0 - imaginary);
                rows[player][number] = self.points[player] + IMAGINARY * (0.5 - imaginary);
                for other in 0..number {
                    let (games, chance) =
                        (self.games[player][other], chance(strength[player], strength[other]));
                    let curvature = games * chance * (1.0 - chance);
                    rows[player][player] += curvature;
                    rows[player][other] -= curvature;
                    rows[player][number] -= games * chance;
                }
            }
            let step = solve(rows);
            let longest = step.iter().map(|s| s.abs()).fold(0.0, f64::max);
            let part = if longest > LONGEST_STEP { LONGEST_STEP / longest } else { 1.0 };
            strength.iter_mut().zip(&step).for_each(|(strength, step)| *strength += part * step);
            if longest < CLOSE {
                break;
            }
        }
        let elo: Vec<f64> = strength.iter().map(|s| 400.0 * s / std::f64::consts::LN_10).collect();
        let mean = elo.iter().sum::<f64>() / number.max(1) as f64;
        elo.iter().map(|elo| elo - mean).collect()
    }
}

/// Solves linear equations whose matrix is positive definite, so that no row need be exchanged.
fn solve(mut rows: Vec<Vec<f64>>) -> Vec<f64> {
    let number = rows.len();
    for pivot in 0..number {
        let (above, below) = rows.split_at_mut(pivot + 1);
        let pivot_row = &above[pivot];
        for row in below {
            let factor = row[pivot] / pivot_row[pivot];
            for column in pivot..=number {
                row[column] -= factor * pivot_row[column];
            }
        }
    }
    let mut solution = vec![0.0; number];
    for row in (0..number).rev() {
        let known: f64 = (row + 1..number).map(|column| rows[row][column] * solution[column]).sum();
        solution[row] = (rows[row][number] - known) / rows[row][row];
    }
    solution
}

impl Ratings {
    /// How many times the pairs are drawn anew.
    const SAMPLES: u64 = 400;

    /// Rates `players` players by their encounters, of which there may be several between the same two. `seed` feeds the
    /// bootstrap: as many pairs as there were are drawn from those of each encounter, with replacement.
    pub fn fit(players: usize, encounters: &[Encounter], seed: u64) -> Ratings {
        let mut score = Score::new(players);
        for encounter in encounters {
            encounter.pairs.iter().for_each(|&half_points| score.add(encounter.players, half_points));
        }
        let elo = score.ratings();
        let mut sampled = vec![Vec::new(); players];
        for sample in 0..Self::SAMPLES {
            let mut drawn = Score::new(players);
            for (number, encounter) in encounters.iter().enumerate() {
                let count = encounter.pairs.len() as u64;
                for draw in 0..count {
                    let index = derive_seed(seed, &[sample, number as u64, draw]) % count;
                    drawn.add(encounter.players, encounter.pairs[index as usize]);
                }
            }
            sampled.iter_mut().zip(drawn.ratings()).for_each(|(all, elo)| all.push(elo));
        }
        let rating = |(player, mut all): (usize, Vec<f64>)| {
            all.sort_by(f64::total_cmp);
            let at = |share: f64| all[(share * (all.len() - 1) as f64).round() as usize];
            Rating {
                elo: elo[player],
                interval: [at(0.025), at(0.975)],
                games: score.games[player].iter().sum::<f64>() as u64,
                points: score.points[player],
            }
        };
        Ratings(sampled.into_iter().enumerate().map(rating).collect())
    }

    /// A table for people, the strongest first; of equals, the one who was named first.
    pub fn table(&self, names: &[String]) -> String {
        let mut order: Vec<usize> = (0..self.0.len()).collect();
        order.sort_by(|&a, &b| self.0[b].elo.total_cmp(&self.0[a].elo).then(a.cmp(&b)));
        let name = |player: usize| names.get(player).map_or("", String::as_str);
        let width = order.iter().map(|&p| name(p).chars().count()).max().unwrap_or(0).max("Player".len());
        let mut text = format!("Rank  {:width$}      Elo   95 % interval      Games   Points\n", "Player");
        for (rank, &player) in order.iter().enumerate() {
            let Rating { elo, interval: [low, high], games, points } = self.0[player];
            // Adding zero turns minus zero into zero.
            let [elo, low, high] = [elo, low, high].map(|number| (number * 10.0).round() / 10.0 + 0.0);
            let interval = match self.0[player].doubt() {
                Some(doubt) => doubt.to_owned(),
                None => format!("[{low:+7.1}, {high:+7.1}]"),
            };
            let share = if games == 0 { 50.0 } else { 100.0 * points / games as f64 };
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "{:4}  {:width$}  {elo:+7.1}  {interval:18}  {games:6}  {points:7.1} ({share:.1}%)",
                rank + 1,
                name(player)
            );
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encounter(players: [usize; 2], counts: [usize; 5]) -> Encounter {
        let pairs = counts.iter().enumerate().flat_map(|(points, &n)| vec![points as u8; n]).collect();
        Encounter { players, pairs }
    }

    #[test]
    fn two_players_differ_by_their_logistic_elo() {
        // 60 % of 20,000 games; the imaginary games are too few to matter.
        let ratings = Ratings::fit(2, &[encounter([0, 1], [2000, 0, 4000, 0, 4000])], 1);
        let expected = 400.0 * (0.6_f64 / 0.4).log10();
        assert!((ratings.0[0].elo - ratings.0[1].elo - expected).abs() < 0.1, "{ratings:?}");
        assert!((ratings.0[0].elo + ratings.0[1].elo).abs() < 1e-9);
        assert_eq!((ratings.0[0].games, ratings.0[0].points), (20_000, 12_000.0));
        let [low, high] = ratings.0[0].interval;
        assert!(low < ratings.0[0].elo && ratings.0[0].elo < high && high - low < 10.0, "{ratings:?}");
    }

    #[test]
    fn all_won_and_all_lost_are_finite_and_grow_with_the_games() {
        let mut before = 0.0;
        for pairs in [1, 10, 1000] {
            let ratings = Ratings::fit(3, &[encounter([0, 1], [0, 0, 0, 0, pairs])], 1);
            let [best, worst, absent] = ratings.0[..] else { panic!("three players") };
            assert!(best.elo.is_finite() && best.elo > before && best.elo < 3000.0, "{ratings:?}");
            assert!((best.elo + worst.elo).abs() < 0.1 && absent.elo.abs() < 0.1, "{ratings:?}");
            assert_eq!((absent.games, absent.points), (0, 0.0));
            before = best.elo;
        }
        assert_eq!(Ratings::fit(0, &[], 1).0.len(), 0);
    }

    /// Ratings that made the results are found again, also between players who never met.
    #[test]
    fn true_ratings_lie_in_their_intervals() {
        const TRUE: [f64; 4] = [150.0, 40.0, -60.0, -130.0];
        let mut inside = 0;
        for seed in 0..25 {
            let encounters: Vec<Encounter> = [[0, 1], [1, 2], [2, 3], [0, 2]]
                .iter()
                .map(|&[a, b]| {
                    let chance = 1.0 / (1.0 + 10f64.powf((TRUE[b] - TRUE[a]) / 400.0));
                    let wins = |pair: u64, leg: u64| {
                        let random = derive_seed(seed, &[a as u64, b as u64, pair, leg]);
                        u8::from((random as f64 / u64::MAX as f64) < chance) * 2
                    };
                    let pairs = (0..200).map(|pair| wins(pair, 0) + wins(pair, 1)).collect();
                    Encounter { players: [a, b], pairs }
                })
                .collect();
            let ratings = Ratings::fit(4, &encounters, seed);
            for (rating, truth) in ratings.0.iter().zip(TRUE) {
                assert!((rating.elo - truth).abs() < 100.0, "{rating:?} for {truth}");
                inside += u32::from((rating.interval[0]..=rating.interval[1]).contains(&truth));
            }
        }
        // 95 of 100 are expected, with a standard deviation of about 2.2 if they were independent.
        assert!((85..=100).contains(&inside), "{inside} of 100 intervals hold the truth");
    }

    #[test]
    fn intervals_that_nothing_stands_behind_are_not_shown() {
        let names = ["one", "two", "three"].map(String::from);
        let one_sided = Ratings::fit(3, &[encounter([0, 1], [0, 0, 0, 0, 8])], 1).table(&names);
        for doubt in ["no upper bound", "no lower bound", "not yet known"] {
            assert!(one_sided.contains(doubt), "{one_sided}");
        }
        let alike = Ratings::fit(2, &[encounter([0, 1], [0, 0, 8, 0, 0])], 1).table(&names);
        assert!(alike.contains("all pairs alike") && !alike.contains('['), "{alike}");
    }

    #[test]
    fn the_same_seed_gives_the_same_table() {
        let encounters = [encounter([0, 1], [3, 0, 5, 0, 6]), encounter([1, 2], [4, 1, 5, 1, 4])];
        let names = ["best", "level:expert", "random"].map(String::from);
        let table = Ratings::fit(3, &encounters, 9).table(&names);
        assert_eq!(table, Ratings::fit(3, &encounters, 9).table(&names));
        let lines: Vec<&str> = table.lines().collect();
        assert_eq!(lines.len(), 4);
        assert!(lines[0].starts_with("Rank  Player") && lines[1].starts_with("   1  best "), "{table}");
    }
}
