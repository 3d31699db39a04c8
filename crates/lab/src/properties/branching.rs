//! The number of legal turns by the number of stacks on the board, sampled from quick self-play games that look one turn
//! ahead.

use crate::kinds::searches::mean_with_error;
use game::{Game, Heuristics, Score, Turn, TurnChoice, distinct_turns};
use players::derive_seed;
use rand::Rng;
use rand_xoshiro::{SplitMix64, rand_core::SeedableRng};
use std::collections::BTreeMap;
use tzaar::{FIELDS, Tzaar, heuristics::Waltz};

/// The numbers of stacks in table 1.1 of the thesis.
pub const COLUMNS: [u32; 12] = [59, 55, 49, 43, 37, 31, 25, 19, 13, 9, 7, 6];

/// Table 1.1 of the thesis, sampled there from games between people: positions, then the fewest, most and average turns.
pub const PRINTED: [[u32; 4]; COLUMNS.len()] = [
    [470, 4961, 9933, 7497],
    [464, 3962, 7651, 5965],
    [456, 2732, 6007, 4463],
    [460, 1732, 4235, 2971],
    [446, 906, 2986, 1978],
    [427, 403, 2078, 1117],
    [399, 139, 1073, 562],
    [338, 35, 476, 203],
    [170, 1, 114, 37],
    [61, 1, 21, 7],
    [15, 1, 4, 1],
    [7, 1, 2, 1],
];

/// The sample at one number of stacks. Turns that lead to the same position count once.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample {
    /// The number of positions.
    pub positions: u32,
    /// The fewest turns in any of them.
    pub fewest: u32,
    /// The most turns in any of them.
    pub most: u32,
    /// The average number of turns, and half the width of its 95 % interval.
    pub average: (f64, f64),
}

/// Numbers of turns by number of stacks.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Branching(BTreeMap<u32, Vec<u32>>);

impl Branching {
    /// Adds a position.
    pub(crate) fn add(&mut self, stacks: u32, turns: u32) {
        self.0.entry(stacks).or_default().push(turns);
    }

    /// Plays the game with this number of a seed and counts the turns at every position where one begins. The same seed
    /// gives the same samples on every machine.
    pub fn add_game(&mut self, seed: u64, game: u32) {
        quick_game(seed, game, |position, turns| self.add(position.stack_count(), turns.len() as u32));
    }

    /// The numbers of stacks that were seen, the greatest first.
    pub(crate) fn stacks(&self) -> impl Iterator<Item = u32> {
        self.0.keys().rev().copied()
    }

    /// The sample with this many stacks on the board, if there is one.
    pub fn with_stacks(&self, stacks: u32) -> Option<Sample> {
        let turns = self.0.get(&stacks)?;
        let average = mean_with_error(&turns.iter().map(|&n| f64::from(n)).collect::<Vec<_>>())?;
        let (fewest, most) = (*turns.iter().min()?, *turns.iter().max()?);
        Some(Sample { positions: turns.len() as u32, fewest, most, average })
    }

    /// The size of the game tree as the thesis estimates it: the averages of all turns of a longest game without a pass,
    /// multiplied. Numbers of stacks that were never seen count as one turn.
    pub fn tree_size(&self) -> f64 {
        let stacks = (7..FIELDS as u32).step_by(2).chain([FIELDS as u32]);
        stacks.filter_map(|stacks| Some(self.with_stacks(stacks)?.average.0)).product()
    }
}

/// How many of the best turns a quick player chooses from.
const BEST_TURNS: usize = 4;

/// Plays one quick game from a random start and shows every position in which a turn begins, with its distinct turns. Both
/// sides choose at random among the turns that WALTZ's evaluation rates best.
pub fn quick_game(seed: u64, game: u32, mut visit: impl FnMut(&Tzaar, &[TurnChoice<Tzaar>])) {
    let mut random = SplitMix64::seed_from_u64(derive_seed(seed, &[]) ^ u64::from(game));
    let mut position = Tzaar::random_start(random.next_u64());
    while position.outcome().is_none() {
        let turns = distinct_turns(&position);
        visit(&position, &turns);
        let mut scored: Vec<(Score, usize)> =
            turns.iter().enumerate().map(|(nth, turn)| (score_after(&position, &turn.result), nth)).collect();
        let kept = BEST_TURNS.min(scored.len());
        if kept == 0 {
            return;
        }
        // The number of the turn breaks ties, so that the choice does not depend on the sorting algorithm.
        scored.sort_unstable_by(|first, second| second.cmp(first));
        position = turns[scored[below(&mut random, kept as u64) as usize].1].result;
    }
}

/// A number below `bound`, each equally likely: the incomplete last round of numbers is rejected.
fn below(random: &mut SplitMix64, bound: u64) -> u64 {
    let complete = u64::MAX - u64::MAX % bound;
    loop {
        let number = random.next_u64();
        if number < complete {
            return number % bound;
        }
    }
}

/// The score of a position after a turn for the side that played it.
fn score_after(before: &Tzaar, after: &Tzaar) -> Score {
    let score = match after.outcome() {
        Some(outcome) => Score::finished(outcome, after.to_move()),
        None => Waltz::MARCH_2013.heuristics().static_score_from_scratch(after),
    };
    Turn::between(before.to_move(), after.to_move()).score(score)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_games(seed: u64, games: u32) -> Branching {
        let mut branching = Branching::default();
        (0..games).for_each(|game| branching.add_game(seed, game));
        branching
    }

    #[test]
    fn samples_have_the_shape_of_the_printed_table() {
        let ours = of_games(1, 12);
        for (stacks, [_, _, _, printed]) in COLUMNS.into_iter().zip(PRINTED).take(5) {
            let sample = ours.with_stacks(stacks).unwrap();
            let average = sample.average.0;
            let ratio = average / f64::from(printed);
            assert!((0.7..1.4).contains(&ratio), "{stacks} stacks: {average:.0}, printed {printed}");
            assert!(f64::from(sample.fewest) <= average && average <= f64::from(sample.most));
        }
        let size = ours.tree_size().log10();
        assert!((60.0..85.0).contains(&size), "10^{size}");
    }

    #[test]
    fn a_seed_gives_the_same_samples_again() {
        assert_eq!(of_games(5, 1), of_games(5, 1));
        assert_ne!(of_games(5, 1), of_games(6, 1));
    }

    #[test]
    fn samples_count_whole_turns_once() {
        let mut seen = Vec::new();
        quick_game(3, 0, |position, turns| seen.push((*position, turns.len())));
        let total: u32 = (0..=60).filter_map(|n| Some(of_games(3, 1).with_stacks(n)?.positions)).sum();
        assert_eq!(total as usize, seen.len());
        // The opening turn is a single capture, so its turns are the captures.
        let (start, turns) = seen[0];
        assert_eq!(turns, start.action_list().len());
        assert_eq!(game::perft_turns(&seen[1].0, 1), seen[1].1 as u64);
    }
}
