//! Matches between players of sums (section 4.5 of the thesis): random boards, each sum played twice with colours swapped,
//! mean scores, and win rates without the games that end in zero.

use super::{Exact, Move, Sum};
use crate::{
    Amazons, Player, Result,
    games::field::{Field, STRIDE, square},
};
use rand::RngExt;
use search::{
    Limits,
    random::{Generator, generator},
};
use std::time::{Duration, Instant};

/// A player of sums of Amazons boards.
pub trait SumPlayer {
    /// The move in a sum; `None` if there is none.
    fn choose(&mut self, sum: &mut Sum<Amazons>, limits: Limits) -> Result<Option<Move<Amazons>>>;

    /// Forgets everything before another sum.
    fn new_sum(&mut self);
}

/// Half the width of a 95 % interval, in standard deviations.
const Z95: f64 = 1.96;

/// The conditions of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Match {
    /// Number of sums; each is played twice.
    pub sums: u32,
    /// Boards in each sum.
    pub boards: usize,
    /// Files of each board, at most 8.
    pub files: u32,
    /// Rows of each board, at most 8.
    pub rows: u32,
    /// Burnt squares of each board.
    pub burnt: u32,
    /// Random seed for the boards.
    pub seed: u64,
}

/// The scores of a match for the first player.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tally {
    /// The score of each game.
    pub scores: Vec<i32>,
}

impl Tally {
    /// Games with a score above zero, below zero, and zero.
    pub fn counts(&self) -> [usize; 3] {
        let many = |f: fn(&i32) -> bool| self.scores.iter().filter(|s| f(s)).count();
        [many(|s| *s > 0), many(|s| *s < 0), many(|s| *s == 0)]
    }

    /// The share of games won among those that did not end in zero; `None` if all did.
    pub fn win_rate(&self) -> Option<f64> {
        let [won, lost, _] = self.counts();
        (won + lost > 0).then(|| won as f64 / (won + lost) as f64)
    }

    /// Half the width of the 95 % interval of the win rate, by Wilson's score; `None` if all games ended in zero.
    ///
    /// The two games of a sum count as independent. With colours swapped they are, if anything, negatively correlated.
    pub fn win_rate_error(&self) -> Option<f64> {
        let [won, lost, _] = self.counts();
        let (many, rate) = ((won + lost) as f64, self.win_rate()?);
        let z2 = Z95 * Z95;
        Some(Z95 / (1.0 + z2 / many) * (rate * (1.0 - rate) / many + z2 / (4.0 * many * many)).sqrt())
    }

    /// Half the width of the 95 % interval of the mean score, from the scores of pairs of games; `None` below two pairs.
    pub fn score_error(&self) -> Option<f64> {
        let pairs: Vec<f64> = self.scores.chunks_exact(2).map(|p| f64::from(p[0] + p[1]) / 2.0).collect();
        let many = pairs.len() as f64;
        (pairs.len() > 1).then(|| {
            let mean = pairs.iter().sum::<f64>() / many;
            let variance = pairs.iter().map(|p| (p - mean).powi(2)).sum::<f64>() / (many - 1.0);
            Z95 * (variance / many).sqrt()
        })
    }

    /// The mean score and its standard deviation; `None` without games.
    pub fn score(&self) -> Option<(f64, f64)> {
        let many = self.scores.len() as f64;
        (many > 0.0).then(|| {
            let mean = self.scores.iter().map(|&s| f64::from(s)).sum::<f64>() / many;
            let square = self.scores.iter().map(|&s| (f64::from(s) - mean).powi(2)).sum::<f64>() / many;
            (mean, square.sqrt())
        })
    }
}

/// A board with one amazon each and some burnt squares at random places. Sizes above 8 and too many burnt squares are
/// reduced.
pub fn local_board(files: u32, rows: u32, burnt: u32, random: &mut Generator) -> Amazons {
    let (files, rows) = (files.clamp(2, 8), rows.clamp(1, 8));
    let mut squares: Vec<u128> =
        (0..rows).flat_map(|row| (0..files).map(move |file| square(row * STRIDE + file))).collect();
    let mut draw = || {
        let at = random.random_range(0..squares.len());
        squares.swap_remove(at)
    };
    let (left, right) = (draw(), draw());
    for _ in 0..burnt.min(files * rows - 2) {
        draw();
    }
    Amazons(Field { empty: squares.into_iter().fold(0, |set, s| set | s), left, right })
}

/// A finished game of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameResult {
    /// The number of the sum, from 0.
    pub sum: u32,
    /// Did the first player of the match begin, as Left?
    pub first_began: bool,
    /// The score for the first player of the match.
    pub score: i32,
}

/// The result of a match, with the time that each player took.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct MatchResult {
    /// The scores, for the first player.
    pub tally: Tally,
    /// Moves of each player.
    pub moves: [u32; 2],
    /// Total time of each player.
    pub time: [Duration; 2],
    /// Longest time of each player for one move.
    pub longest: [Duration; 2],
}

impl Match {
    /// The boards of a sum.
    pub fn boards_in(&self, sum: u32) -> Vec<Amazons> {
        let mut random = generator(self.seed, &[u64::from(sum)]);
        (0..self.boards).map(|_| local_board(self.files, self.rows, self.burnt, &mut random)).collect()
    }

    /// Plays all games, each sum twice with colours swapped; `watch` sees every result. Left always moves first.
    pub fn play(
        &self,
        mut players: [&mut dyn SumPlayer; 2],
        limits: Limits,
        mut watch: impl FnMut(&MatchResult, GameResult),
    ) -> Result<MatchResult> {
        let mut all = MatchResult::default();
        let mut referee = Exact::default();
        for nth in 0..self.sums {
            let boards = self.boards_in(nth);
            for first_is in Player::BOTH {
                players.iter_mut().for_each(|player| player.new_sum());
                let mut sum = Sum::new(boards.clone(), Player::Left);
                loop {
                    let begun = Instant::now();
                    let who = usize::from(sum.player != first_is);
                    let Some(chosen) = players[who].choose(&mut sum, limits)? else { break };
                    let took = begun.elapsed();
                    all.time[who] += took;
                    all.longest[who] = all.longest[who].max(took);
                    all.moves[who] += 1;
                    sum.play(chosen);
                }
                let score = first_is.sign() * sum.score(&mut referee)?;
                all.tally.scores.push(score);
                watch(&all, GameResult { sum: nth, first_began: first_is == Player::Left, score });
            }
        }
        Ok(all)
    }
}
