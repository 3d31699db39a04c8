//! Matches between strategies as in section 4.5 of the thesis: sums of random boards, each played twice with colours
//! changed, scores with their spread, and win rates without the games that end in zero.

use super::{Exact, Move, Source, Sum, ended::plain_value};
use crate::{
    exact::ExactError,
    games::{
        Amazons,
        field::{Field, STRIDE, square},
    },
    partizan::Player,
    thermograph::Unit,
};
use rand::RngExt;
use search::{
    Limits,
    random::{Generator, generator},
};
use std::time::{Duration, Instant};

/// Somebody who plays sums of Amazons boards.
pub trait Chooser {
    /// The move in a sum; `None` if there is none.
    fn choose(&mut self, sum: &mut Sum<Amazons>, limits: Limits)
    -> Result<Option<Move<Amazons>>, ExactError>;

    /// Forgets everything before another sum.
    fn new_sum(&mut self);
}

/// Standard deviations of a 95 % interval.
const Z95: f64 = 1.96;

/// A match: how many sums of how many boards of which size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Match {
    /// Sums; each is played twice.
    pub sums: u32,
    /// Boards in each.
    pub boards: usize,
    /// Files of each board, at most 8.
    pub files: u32,
    /// Rows of each board, at most 8.
    pub rows: u32,
    /// Burnt squares of each board.
    pub burnt: u32,
    /// Where the boards come from.
    pub seed: u64,
}

/// What came of a match, seen from the first strategy.
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

    /// The part of games won among those that did not end in zero; `None` if all did.
    pub fn win_rate(&self) -> Option<f64> {
        let [won, lost, _] = self.counts();
        (won + lost > 0).then(|| won as f64 / (won + lost) as f64)
    }

    /// Half the width of the 95 % interval of the win rate, by Wilson's score; `None` if all games ended in zero.
    ///
    /// The two games of a sum are taken as independent; colours changed, they are less alike than that, not more.
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

/// A board with one amazon each and some burnt squares at random places. Sides are at most 8 and the squares suffice, or
/// the board is smaller and less burnt than asked for.
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

/// [`Sum::score`] of a sum that is over, by counting where that is enough: boards with much room have no exact values in time.
fn final_score(sum: &Sum<Amazons>, referee: &mut Exact) -> Result<i32, ExactError> {
    let mut score = 0;
    for component in &sum.components {
        score += match plain_value(component, sum.player) {
            Some(moves) => moves,
            None => referee.sketch(component)?.mast.v / i32::ONE,
        };
    }
    Ok(score)
}

/// A game of a match that has just been played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// Which sum, from 0 on.
    pub sum: u32,
    /// Did the first player of the match begin, as Left?
    pub first_began: bool,
    /// The score for the first player of the match.
    pub score: i32,
}

/// What came of a match, with the time that each player took.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tallied {
    /// The scores, for the first player.
    pub tally: Tally,
    /// Moves of each player.
    pub moves: [u32; 2],
    /// Time of each player for all of them.
    pub time: [Duration; 2],
    /// The longest time of each player for one of them.
    pub longest: [Duration; 2],
}

impl Match {
    /// The boards of a sum.
    pub fn boards_of(&self, sum: u32) -> Vec<Amazons> {
        let mut random = generator(self.seed, &[u64::from(sum)]);
        (0..self.boards).map(|_| local_board(self.files, self.rows, self.burnt, &mut random)).collect()
    }

    /// Plays all games, each sum twice with colours changed; `watch` sees every result. Left always moves first.
    pub fn play(
        &self,
        players: [&mut dyn Chooser; 2],
        limits: Limits,
        mut watch: impl FnMut(&Tallied, Played),
    ) -> Result<Tallied, ExactError> {
        let mut all = Tallied::default();
        let mut referee = Exact::default();
        let [first, second] = players;
        for nth in 0..self.sums {
            let boards = self.boards_of(nth);
            for first_is in Player::BOTH {
                first.new_sum();
                second.new_sum();
                let mut sum = Sum::new(boards.clone(), Player::Left);
                loop {
                    let begun = Instant::now();
                    let who = usize::from(sum.player != first_is);
                    let chosen = if who == 0 {
                        first.choose(&mut sum, limits)?
                    } else {
                        second.choose(&mut sum, limits)?
                    };
                    let Some(chosen) = chosen else { break };
                    let took = begun.elapsed();
                    all.time[who] += took;
                    all.longest[who] = all.longest[who].max(took);
                    all.moves[who] += 1;
                    sum.play(chosen);
                }
                let score = final_score(&sum, &mut referee)?;
                let score = if first_is == Player::Left { score } else { -score };
                all.tally.scores.push(score);
                watch(&all, Played { sum: nth, first_began: first_is == Player::Left, score });
            }
        }
        Ok(all)
    }
}
