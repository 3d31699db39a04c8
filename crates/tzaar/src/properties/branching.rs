//! How many turns there are to choose from, by the number of stacks on the board, sampled from quick games against oneself.
//! The games are for sampling: they look one turn ahead and are no measure of how the game should be played.

use crate::{geometry::FIELDS, heuristics::Waltz, position::Tzaar, start::SplitMix};
use game::{Game, Heuristics, Score, Turn, TurnChoice, distinct_turns};

/// The numbers of stacks in table 1.1 of the thesis.
pub const COLUMNS: [usize; 12] = [59, 55, 49, 43, 37, 31, 25, 19, 13, 9, 7, 6];

/// Table 1.1 of the thesis, sampled there from games of people: positions, then the fewest, most and average turns.
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

/// What was seen at one number of stacks. Turns that lead to the same position count once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sample {
    /// How many positions were seen.
    pub positions: u32,
    /// The fewest turns in any of them.
    pub fewest: u32,
    /// The most turns in any of them.
    pub most: u32,
    total: u64,
}

impl Sample {
    /// The average number of turns; `None` if no position was seen.
    pub fn average(&self) -> Option<f64> {
        (self.positions > 0).then(|| self.total as f64 / f64::from(self.positions))
    }

    fn add(&mut self, turns: u32) {
        self.fewest = if self.positions == 0 { turns } else { self.fewest.min(turns) };
        self.most = self.most.max(turns);
        self.positions += 1;
        self.total += u64::from(turns);
    }
}

/// Samples by number of stacks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branching {
    samples: [Sample; FIELDS + 1],
}

impl Default for Branching {
    fn default() -> Branching {
        Branching { samples: [Sample::default(); FIELDS + 1] }
    }
}

impl Branching {
    /// The samples of this many games from random starts. The same seed gives the same samples on every machine.
    pub fn of_games(seed: u64, games: u32) -> Branching {
        let mut branching = Branching::default();
        for game in 0..games {
            branching.add_game(seed, game);
        }
        branching
    }

    /// Plays the game with this number among those of a seed, and counts the turns whenever one begins.
    pub fn add_game(&mut self, seed: u64, game: u32) {
        quick_game(seed, game, |position, turns| {
            self.samples[position.stack_count() as usize].add(turns.len() as u32);
        });
    }

    /// What was seen with this many stacks on the board; nothing for a number that no board has.
    pub fn with_stacks(&self, stacks: usize) -> Sample {
        self.samples.get(stacks).copied().unwrap_or_default()
    }

    /// The size of the game tree as the thesis estimates it: the averages of all turns of a longest game without a pass,
    /// multiplied. Numbers of stacks that were never seen count as one turn.
    pub fn tree_size(&self) -> f64 {
        let later = (7..FIELDS).step_by(2);
        later.chain([FIELDS]).filter_map(|stacks| self.with_stacks(stacks).average()).product()
    }
}

/// How many of the best turns a quick player chooses from.
const BEST_TURNS: usize = 4;

/// Plays one quick game from a random start and shows every position in which a turn begins, with its distinct turns. Both
/// sides choose at random among the turns whose results WALTZ's evaluation likes best.
pub fn quick_game(seed: u64, game: u32, mut visit: impl FnMut(&Tzaar, &[TurnChoice<Tzaar>])) {
    let mut random = SplitMix(SplitMix(seed).next() ^ u64::from(game));
    let mut position = Tzaar::random_start(random.next());
    while position.outcome().is_none() {
        let turns = distinct_turns(&position);
        visit(&position, &turns);
        let mut scored: Vec<(Score, usize)> =
            turns.iter().enumerate().map(|(nth, turn)| (worth(&position, &turn.result), nth)).collect();
        let kept = BEST_TURNS.min(scored.len());
        if kept == 0 {
            return;
        }
        // The number of the turn breaks ties, so that the choice does not depend on how the selection works.
        scored.sort_unstable_by(|first, second| second.cmp(first));
        position = turns[scored[random.below(kept as u64) as usize].1].result;
    }
}

/// What a position after a turn is worth for the side that had the turn.
fn worth(before: &Tzaar, after: &Tzaar) -> Score {
    let score = match after.outcome() {
        Some(outcome) => Score::finished(outcome, after.to_move()),
        None => Waltz::MARCH_2013.evaluate(after),
    };
    Turn::between(before.to_move(), after.to_move()).score(score)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_have_the_shape_of_the_printed_table() {
        let ours = Branching::of_games(1, 12);
        for (stacks, [_, _, _, printed]) in COLUMNS.into_iter().zip(PRINTED).take(5) {
            let sample = ours.with_stacks(stacks);
            let average = sample.average().unwrap();
            let ratio = average / f64::from(printed);
            assert!((0.7..1.4).contains(&ratio), "{stacks} stacks: {average:.0}, printed {printed}");
            assert!(f64::from(sample.fewest) <= average && average <= f64::from(sample.most));
        }
        let size = ours.tree_size().log10();
        assert!((60.0..85.0).contains(&size), "10^{size}");
    }

    #[test]
    fn a_seed_gives_the_same_samples_again() {
        assert_eq!(Branching::of_games(5, 1), Branching::of_games(5, 1));
        assert_ne!(Branching::of_games(5, 1), Branching::of_games(6, 1));
    }

    #[test]
    fn samples_count_whole_turns_once() {
        let mut seen = Vec::new();
        quick_game(3, 0, |position, turns| seen.push((*position, turns.len())));
        let total: u32 = (0..=FIELDS).map(|n| Branching::of_games(3, 1).with_stacks(n).positions).sum();
        assert_eq!(total as usize, seen.len());
        // The opening turn is a single capture, so its turns are the captures.
        let (start, turns) = seen[0];
        assert_eq!(turns, start.action_list().len());
        assert_eq!(game::perft_turns(&seen[1].0, 1), seen[1].1 as u64);
    }
}
