//! The temperatures and means of the games born by a given day (Table A.1 of the thesis), and so the sets T_n.
//!
//! There are too many games to enumerate, but a thermograph depends on its options only through the largest right wall of
//! Left's options and the smallest left wall of Right's. So this enumerates walls instead. From day 5 on even walls are too many,
//! and only a sample can be had.

use crate::{
    Dyadic, ExactError, Result, Thermograph, Walls,
    thermograph::wall::{Wall, envelope, is_below, negated},
};
use rand::RngExt;
use search::{NodeBudget, random::generator};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Most envelopes: all pairs of them are tried, a few million.
pub(crate) const MAX_WALLS: usize = 4000;

/// All thermographs of games born by a day, each once.
fn thermographs(day: u32) -> Result<HashSet<Walls<i128>>> {
    let mut all = HashSet::from([Walls::integer(0)]);
    for _ in 0..day {
        let best = best_walls(day, &all)?;
        // Left's envelopes are the negatives of Right's, because the games of a day are closed under negation.
        let lower: Vec<Wall<i128>> = best.iter().map(|wall| negated(wall)).collect();
        let none = || std::iter::once(None);
        for upper in none().chain(best.iter().map(|w| Some(&w[..]))) {
            for lower in none().chain(lower.iter().map(|w| Some(&w[..]))) {
                all.insert(Walls::from_envelopes(upper, lower)?);
            }
        }
    }
    Ok(all)
}

/// The first day of which games are sampled; all thermographs of the day before begin a sample.
pub const FIRST_SAMPLED: u32 = 4;
/// The last day of which games are sampled: temperatures of day n are multiples of 2^-(n-1), and walls hold 2^-60.
pub const LAST_SAMPLED: u32 = 40;
/// Most games in a sample of a day: some hundred megabytes.
pub const MOST_SAMPLED: u32 = 200_000;
/// Most options of either player of a sampled game.
const MOST_OPTIONS: usize = 3;

/// The temperatures above zero of some games born by a day, each with the absolute values of its means: a sample, which proves
/// that a pair occurs and never that another does not.
///
/// It begins with all thermographs of the games born by day 3. For each later day, `many` games are drawn: each
/// player has 0 to 3 options, each number as likely as the others, and each option is drawn, with repetition, from the games drawn
/// for the day before and all of the first ones, all with equal chances. The pairs are those of the games drawn for the last day.
pub fn sampled_hot_pairs(
    day: u32,
    many: u32,
    seed: u64,
    budget: &mut NodeBudget,
) -> Result<BTreeMap<Dyadic, BTreeSet<Dyadic>>> {
    if !(FIRST_SAMPLED..=LAST_SAMPLED).contains(&day) {
        return Err(ExactError::NotSampled(day));
    }
    if many == 0 || many > MOST_SAMPLED {
        return Err(ExactError::SampleSize(many));
    }
    let mut first: Vec<Walls<i128>> = thermographs(FIRST_SAMPLED - 1)?.into_iter().collect();
    // A set of this kind has no order of its own.
    first.sort_by(|a, b| (&a.left, &a.right, a.mast).cmp(&(&b.left, &b.right, b.mast)));
    let mut drawn: Vec<Walls<i128>> = Vec::new();
    for day in FIRST_SAMPLED..=day {
        let mut random = generator(seed, &[u64::from(day)]);
        let mut next = Vec::with_capacity(many as usize);
        for _ in 0..many {
            budget.step()?;
            let mut side = || -> Vec<&Walls<i128>> {
                let options = random.random_range(0..=MOST_OPTIONS);
                (0..options)
                    .map(|_| {
                        let nth = random.random_range(0..first.len() + drawn.len());
                        first.get(nth).unwrap_or_else(|| &drawn[nth - first.len()])
                    })
                    .collect()
            };
            let (left, right) = (side(), side());
            next.push(Walls::from_options(left.into_iter(), right.into_iter())?);
        }
        drawn = next;
    }
    hot(drawn.iter().map(pair))
}

/// The upper envelopes of all sets of right walls.
fn best_walls(day: u32, games: &HashSet<Walls<i128>>) -> Result<Vec<Wall<i128>>> {
    let single: BTreeSet<&Wall<i128>> = games.iter().map(|game| &game.right).collect();
    let mut known: HashSet<Wall<i128>> = HashSet::new();
    let mut best: Vec<Wall<i128>> = Vec::new();
    for wall in single {
        // Each envelope so far gives another one with this wall.
        let mut more = vec![wall.clone()];
        for so_far in best.iter().filter(|so_far| !is_below(wall, so_far)) {
            let mut out = Vec::new();
            envelope::<i128, true>(so_far, wall, &mut out);
            more.push(out);
        }
        for wall in more {
            if known.insert(wall.clone()) {
                best.push(wall);
            }
        }
        if best.len() > MAX_WALLS {
            return Err(ExactError::TooLate(day));
        }
    }
    Ok(best)
}

/// The temperatures above zero of the games born by a day, each with the absolute values of its means.
///
/// ```
/// // Day two has ±1 (temperature 1, mean 0) and {1|0} (temperature 1/2, mean 1/2).
/// let pairs = cgt::born::hot_pairs(2).unwrap();
/// assert_eq!(pairs.keys().map(ToString::to_string).collect::<Vec<_>>(), ["1/2", "1"]);
/// ```
pub fn hot_pairs(day: u32) -> Result<BTreeMap<Dyadic, BTreeSet<Dyadic>>> {
    hot(thermographs(day)?.iter().map(pair))
}

/// Temperature and mean.
fn pair(walls: &Walls<i128>) -> Result<(Dyadic, Dyadic)> {
    let graph = Thermograph::from_walls(walls)?;
    Ok((graph.temperature(), graph.mean()))
}

/// The temperatures above zero, with the absolute values of their means.
fn hot(all: impl Iterator<Item = Result<(Dyadic, Dyadic)>>) -> Result<BTreeMap<Dyadic, BTreeSet<Dyadic>>> {
    let mut pairs = BTreeMap::<Dyadic, BTreeSet<Dyadic>>::new();
    for found in all {
        let (temperature, mean) = found?;
        if temperature > Dyadic::ZERO {
            pairs.entry(temperature).or_default().insert(mean.abs());
        }
    }
    Ok(pairs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GameId, Games};

    /// The table of the thesis, whose print is damaged, as computed by another program.
    const TABLE: &str = "
1/8: 1/8 3/8 5/8 7/8
1/4: 0 1/4 1/2 3/4 1 5/4 7/4
3/8: 1/8 3/8 5/8 9/8
1/2: 0 1/4 1/2 1 3/2 5/2
5/8: 1/8 3/8 7/8 11/8
3/4: 0 1/4 1/2 3/4 5/4 9/4
7/8: 1/8 3/8 5/8 9/8 17/8
1: 0 1/4 1/2 1 2
9/8: 1/8 3/8 7/8 15/8
5/4: 0 1/4 3/4 7/4
11/8: 1/8 5/8 13/8
3/2: 0 1/2 3/2
13/8: 3/8 11/8
7/4: 1/4 5/4
15/8: 9/8
2: 0 1
17/8: 7/8
9/4: 3/4
5/2: 1/2
3: 0";

    #[test]
    fn day_four_has_twenty_temperatures_and_sixty_six_pairs() {
        let pairs = hot_pairs(4).unwrap();
        let found: Vec<String> = pairs
            .iter()
            .map(|(t, means)| {
                let means: Vec<String> = means.iter().map(ToString::to_string).collect();
                format!("{t}: {}", means.join(" "))
            })
            .collect();
        assert_eq!(found.join("\n"), TABLE.trim());
        assert_eq!((pairs.len(), pairs.values().map(BTreeSet::len).sum::<usize>()), (20, 66));
    }

    /// Every game of day two, one by one, has a listed thermograph, and every listed one belongs to a game.
    #[test]
    fn day_two_agrees_with_all_its_games() {
        let mut games = Games::default();
        let mut day: Vec<GameId> = vec![games.integer(0).unwrap()];
        for _ in 0..2 {
            let subsets: Vec<Vec<GameId>> = (0..1u32 << day.len())
                .map(|set| {
                    day.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1).map(|(_, &g)| g).collect()
                })
                .collect();
            let mut next = BTreeSet::new();
            for left in &subsets {
                for right in &subsets {
                    next.insert(games.game(left, right).unwrap());
                }
            }
            day = next.into_iter().collect();
        }
        assert_eq!(day.len(), 22);
        let by_game: BTreeSet<(Dyadic, Dyadic)> = day
            .iter()
            .map(|&game| {
                let (mean, temperature) = games.mean_and_temperature(game).unwrap();
                (temperature, mean)
            })
            .collect();
        let listed: BTreeSet<_> = thermographs(2).unwrap().iter().map(|walls| pair(walls).unwrap()).collect();
        assert_eq!(by_game, listed);
    }

    #[test]
    fn too_late_days_are_refused() {
        let error = hot_pairs(5).unwrap_err().to_string();
        assert!(error.contains("day 5"), "{error}");
    }

    /// A sample of day 4 shows nothing that day 4 does not have, and nearly all that it has.
    #[test]
    fn samples_are_parts_of_the_whole() {
        let mut budget: NodeBudget = NodeBudget::new(&search::Unlimited);
        let (all, some) = (hot_pairs(4).unwrap(), sampled_hot_pairs(4, 20_000, 1, &mut budget).unwrap());
        for (t, means) in &some {
            assert!(means.is_subset(&all[t]), "{t}");
        }
        let many = |pairs: &BTreeMap<_, BTreeSet<_>>| pairs.values().map(BTreeSet::len).sum::<usize>();
        assert!(many(&some) > 50 && budget.used() == 20_000, "{}", many(&some));
        assert_eq!(
            some,
            sampled_hot_pairs(4, 20_000, 1, &mut budget).unwrap(),
            "the same seed, the same sample"
        );
        assert_ne!(
            sampled_hot_pairs(5, 100, 1, &mut budget).unwrap(),
            sampled_hot_pairs(5, 100, 2, &mut budget).unwrap()
        );
    }

    /// The theorem of the thesis on day n: temperatures are at most n - 1, and both are multiples of 2^-(n-1).
    #[test]
    fn sampled_days_keep_the_bounds_of_their_day() {
        let mut budget: NodeBudget = NodeBudget::new(&search::Unlimited);
        for day in [5, 6, 8] {
            let some = sampled_hot_pairs(day, 3_000, 7, &mut budget).unwrap();
            assert!(some.len() > 20, "{}", some.len());
            for (t, means) in &some {
                assert!(*t <= Dyadic::integer(i64::from(day) - 1), "{t}");
                assert!(means.iter().chain([t]).all(|n| u32::from(n.exponent()) < day), "{t}");
            }
        }
        for (day, many) in [(3, 10), (41, 10), (5, 0), (5, MOST_SAMPLED + 1)] {
            assert!(sampled_hot_pairs(day, many, 1, &mut budget).is_err(), "{day} {many}");
        }
    }
}
