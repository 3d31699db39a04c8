//! Selects training positions from game records: quiet, unproven, a few per game.

use super::texel::{Sample, chance};
use crate::LabError;
use arena::{GameRecord, reason};
use game::Score;
use players::{AnyGame, Board, TunableEvaluation, derive_seed};

/// Keeps the choice of positions apart from other random choices.
const PURPOSE: u64 = 310;
/// One game in this many is held out.
pub(super) const HELD_OUT: u64 = 5;

/// Positions with the results of their games.
#[derive(Default)]
pub(super) struct Positions {
    /// The positions.
    pub(super) boards: Vec<Box<dyn Board>>,
    /// Points of the side to move, from 0 to 1.
    pub(super) results: Vec<f64>,
    /// The search's score for the side to move.
    pub(super) scores: Vec<f64>,
    /// Is the position held out?
    pub(super) held_out: Vec<bool>,
}

/// Takes at most `per_game` positions of each game. Games with a common opening are either all used for the fit or all held
/// out.
pub(super) fn positions(
    records: &[GameRecord],
    entry: &dyn AnyGame,
    tunable_evaluation: &dyn TunableEvaluation,
    per_game: usize,
    seed: u64,
) -> Result<Positions, LabError> {
    let mut taken = Positions::default();
    for record in records {
        let why = record.played.reason.as_str();
        // A forfeit says nothing about the position.
        if reason::FORFEITS.contains(&why) {
            continue;
        }
        let header = &record.header;
        let name = [PURPOSE, header.pair, u64::from(header.leg)];
        let held_out = derive_seed(seed, &[PURPOSE, header.pair]).is_multiple_of(HELD_OUT);
        let mut board = entry.at_position(&header.start).map_err(LabError::bad_input)?;
        for turn in &header.opening_turns {
            board.play(turn).map_err(LabError::bad_input)?;
        }
        let mut of_game = Vec::new();
        for (nth, chosen) in record.played.turns.iter().enumerate() {
            let draw = derive_seed(seed, &[name[0], name[1], name[2], nth as u64]);
            let score = chosen.score.map(Score::from_raw).filter(|score| !score.is_decided());
            if let Some(score) = score {
                let actions = chosen.turn.split(',').count() as u64;
                let quiet = tunable_evaluation.quiet(board.as_ref(), &chosen.turn, (draw % actions) as usize);
                of_game.extend(quiet.map(|quiet| (draw, quiet, score)));
            }
            board.play(&chosen.turn).map_err(LabError::bad_input)?;
        }
        // The draws are random, so the first ones are a fair sample.
        of_game.sort_by_key(|(draw, ..)| *draw);
        for (_, quiet, score) in of_game.into_iter().take(per_game) {
            let points = f64::from(record.played.result.half_points(quiet.to_move())) / 2.0;
            taken.boards.push(quiet);
            taken.results.push(points);
            taken.scores.push(f64::from(score.raw()));
            taken.held_out.push(held_out);
        }
    }
    Ok(taken)
}

impl Positions {
    /// The targets of the fit: a blend of results and search scores.
    pub(super) fn targets(&self, scale: f64, blend: f64) -> Vec<f64> {
        let one = |(result, score): (&f64, &f64)| (1.0 - blend) * result + blend * chance(scale * score);
        self.results.iter().zip(&self.scores).map(one).collect()
    }

    /// The positions as the fit sees them, with the slopes of the weights at `places`.
    pub(super) fn samples(
        &self,
        tunable_evaluation: &dyn TunableEvaluation,
        weights: &[i32],
        places: &[usize],
        targets: &[f64],
    ) -> Vec<Sample> {
        let values = tunable_evaluation.evaluate(&self.boards, weights);
        let sample = |(value, target): (&i32, &f64)| Sample {
            value: f64::from(*value),
            slopes: Vec::new(),
            target: *target,
        };
        let mut samples: Vec<Sample> = values.iter().zip(targets).map(sample).collect();
        let mut tried = weights.to_vec();
        for (nth, &place) in places.iter().enumerate() {
            tried[place] = weights[place] + STRIDE;
            for (nth_sample, value) in
                tunable_evaluation.evaluate(&self.boards, &tried).into_iter().enumerate()
            {
                let slope = (value - values[nth_sample]) as f32 / STRIDE as f32;
                if slope != 0.0 {
                    samples[nth_sample].slopes.push((nth as u16, slope));
                }
            }
            tried[place] = weights[place];
        }
        samples
    }
}

/// Slopes are differences over this step: evaluations are linear, but round.
const STRIDE: i32 = 64;
