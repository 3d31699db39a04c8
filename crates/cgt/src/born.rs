//! The temperatures and means of the games born by a given day (Table A.1 of the thesis), and so the sets T_n.
//!
//! There are too many games to enumerate, but a thermograph depends on its options only through the largest right wall of
//! Left's options and the smallest left wall of Right's. So this enumerates walls instead.

use crate::{
    Dyadic, ExactError, Result, Thermograph, Walls,
    thermograph::wall::{Wall, envelope, is_below, negated},
};
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
    let mut pairs = BTreeMap::<Dyadic, BTreeSet<Dyadic>>::new();
    for (temperature, mean) in all_pairs(day)? {
        if temperature > Dyadic::ZERO {
            pairs.entry(temperature).or_default().insert(mean.abs());
        }
    }
    Ok(pairs)
}

fn all_pairs(day: u32) -> Result<BTreeSet<(Dyadic, Dyadic)>> {
    thermographs(day)?
        .iter()
        .map(|walls| {
            let graph = Thermograph::from_walls(walls)?;
            Ok((graph.temperature(), graph.mean()))
        })
        .collect()
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
        assert_eq!(by_game, all_pairs(2).unwrap());
    }

    #[test]
    fn too_late_days_are_refused() {
        let error = hot_pairs(5).unwrap_err().to_string();
        assert!(error.contains("day 5"), "{error}");
    }
}
