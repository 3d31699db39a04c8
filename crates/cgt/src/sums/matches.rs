//! Matches between strategies as in section 4.5 of the thesis: sums of random boards, each played twice with colours
//! changed, scores with their spread, and win rates without the games that end in zero.

use super::{Exact, Source, Strategy, Sum};
use crate::{
    exact::ExactError,
    games::{
        Amazons,
        field::{Field, STRIDE, square},
    },
    partizan::Player,
};
use rand::RngExt;
use search::random::{Generator, generator};

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

impl Match {
    /// Plays all games. Each strategy has its own source; Left always moves first.
    pub fn play(
        &self,
        first: (Strategy, &mut dyn Source<Amazons>),
        second: (Strategy, &mut dyn Source<Amazons>),
    ) -> Result<Tally, ExactError> {
        let mut tally = Tally::default();
        let mut referee = Exact::default();
        for nth in 0..self.sums {
            let mut random = generator(self.seed, &[u64::from(nth)]);
            let boards: Vec<Amazons> = (0..self.boards)
                .map(|_| local_board(self.files, self.rows, self.burnt, &mut random))
                .collect();
            for first_is in Player::BOTH {
                let mut sum = Sum::new(boards.clone(), Player::Left);
                loop {
                    let chosen = if sum.player == first_is {
                        first.0.choose(&mut sum, first.1)?
                    } else {
                        second.0.choose(&mut sum, second.1)?
                    };
                    let Some(chosen) = chosen else { break };
                    sum.play(chosen);
                }
                let score = sum.score(&mut referee)?;
                tally.scores.push(if first_is == Player::Left { score } else { -score });
            }
        }
        Ok(tally)
    }
}
