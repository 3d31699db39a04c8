//! Games on sums of random boards of the Amazons (Zhang 2015, 4.5): hotstrat against hotstrat, or against a search of the whole sum.
//!
//! A cell is one sum, played twice with colours swapped. Left always moves first.

use super::searches::limits;
use crate::LabError;
use cgt::{
    Player,
    games::Amazons,
    sums::{Exact, Match, Source, Strategy, StrategyPlayer, Sum, SumPlayer, TdsSource},
    temperature::TemperatureConfig,
};
use players::{Limits, derive_seed};
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, Ordering};

/// Burnt squares of each board, as in the thesis.
const BURNT: u32 = 3;

/// Where hotstrat takes its temperatures from.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Temperatures {
    /// Temperature search with these settings and so many nodes for each component.
    Searched(TemperatureConfig, u64),
    /// Exact values, as from a database.
    Exact,
}

/// Who plays against hotstrat.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Opponent {
    /// Another hotstrat with these temperatures.
    Hotstrat(Temperatures),
    /// A search of the whole sum as one game, with this spec of a player of sums and so many nodes a turn.
    WholeBoard(&'static str, u64),
}

/// A set of sums: how many boards of which side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Boards {
    pub(crate) many: usize,
    pub(crate) side: u32,
}

/// The scores of a sum for the first player, in both games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Scores(pub(crate) [i32; 2]);

fn source(temperatures: &Temperatures) -> Box<dyn Source<Amazons>> {
    match temperatures {
        Temperatures::Searched(config, nodes) => Box::new(TdsSource::new(config.clone(), *nodes)),
        Temperatures::Exact => Box::new(Exact::default()),
    }
}

/// Hotstrat with these temperatures.
fn hotstrat(temperatures: &Temperatures) -> Result<Box<dyn SumPlayer>, LabError> {
    let strategy = Strategy::parse("hotstrat-second").map_err(LabError::cell)?;
    Ok(Box::new(StrategyPlayer { strategy, source: source(temperatures) }))
}

/// Hotstrat with these temperatures against its opponent, on the sum with this number, played twice.
pub(crate) fn play(
    boards: Boards,
    seed: u64,
    nth: u64,
    first: &Temperatures,
    second: &Opponent,
    stop: &AtomicBool,
) -> Result<Scores, LabError> {
    let own = derive_seed(seed, &[nth]);
    let (files, rows) = (boards.side, boards.side);
    let components =
        Match { sums: 1, boards: boards.many, files, rows, burnt: BURNT, seed: own }.boards_in(0);
    // Hotstrat's sources have budgets of their own and ignore these limits.
    let (second, limits) = match second {
        Opponent::Hotstrat(temperatures) => (hotstrat(temperatures)?, Limits::default()),
        Opponent::WholeBoard(spec, nodes) => {
            (players::sums::make(spec, own).map_err(LabError::cell)?, limits(0, *nodes, 0))
        }
    };
    let mut players = [hotstrat(first)?, second];
    let mut scores = [0; 2];
    for (score, first_is) in scores.iter_mut().zip(Player::BOTH) {
        players.iter_mut().for_each(|player| player.new_sum());
        let mut sum = Sum::new(components.clone(), Player::Left);
        loop {
            if stop.load(Ordering::Relaxed) {
                return Err(LabError::Stopped);
            }
            let who = usize::from(sum.player != first_is);
            let chosen = players[who].choose(&mut sum, limits).map_err(LabError::cell)?;
            let Some(chosen) = chosen else { break };
            sum.play(chosen);
        }
        *score = first_is.sign() * sum.score(&mut Exact::default()).map_err(LabError::cell)?;
    }
    Ok(Scores(scores))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nothing but the sum player's own limit of eight boards of eight by eight squares bounds a sum.
    #[test]
    fn the_whole_sum_is_searched_on_boards_of_any_size() {
        let first = Temperatures::Searched(TemperatureConfig::read("best,tt=1K,finest=8").unwrap(), 1);
        let second = Opponent::WholeBoard("alphabeta:tt=64K", 20);
        let stop = AtomicBool::new(false);
        for (many, side) in [(6, 4), (2, 6)] {
            let scores = play(Boards { many, side }, 1, 0, &first, &second, &stop).unwrap();
            assert_eq!(scores, play(Boards { many, side }, 1, 0, &first, &second, &stop).unwrap());
        }
        stop.store(true, Ordering::Relaxed);
        let stopped = play(Boards { many: 2, side: 4 }, 1, 0, &first, &second, &stop);
        assert!(matches!(stopped, Err(LabError::Stopped)));
    }
}
