//! Players of sums of Amazons boards, from texts: strategies with their sources, and searches of the whole sum as one game.
//!
//! The strategies themselves, the score and the matches are in `cgt::sums`; this is where they meet the searches.

mod switching;
mod whole;

use crate::{SpecError, UnknownSource};
use cgt::{
    database::Database,
    games::Amazons,
    sums::{Budgeted, ByStrategy, Chooser, Exact, FromDatabase, Mixed, Source, Strategy},
    temperature::TemperatureConfig,
};
use search::{
    alphabeta::{self, AlphaBeta},
    mcts::{self, Mcts},
    settings::{Number, SettingError, SettingValue},
};
use std::path::Path;
use switching::Switching;
use whole::{WholeBeliefs, WholeSearch};

/// Names of all players of sums.
pub fn names() -> Vec<&'static str> {
    Strategy::all().iter().map(|(name, _)| *name).chain(["switching", "alphabeta", "mcts"]).collect()
}

/// What may follow the name of a strategy.
pub const SOURCES: &str = "exact, tds, tds+, mixed or database=FILE";

/// Nodes of a temperature search for one position, unless a spec says otherwise.
const NODES: u64 = 1000;

/// Makes a player of sums: a strategy as `NAME[:SOURCE][,nodes=N]`, the hybrid also with `depth`, `components` and `moves`;
/// or `alphabeta` or `mcts` with their settings, on all boards at once; or
/// `switching`, alpha-beta on all boards until the hybrid's values are exact.
pub fn make(spec: &str, seed: u64) -> Result<Box<dyn Chooser>, SpecError> {
    let (name, settings) = spec.trim().split_once(':').unwrap_or((spec.trim(), ""));
    match name {
        "alphabeta" => {
            let config = alphabeta::Config::parse(settings, &alphabeta::Config::BEST)?;
            let search = AlphaBeta::new(config, WholeBeliefs::default(), seed)?;
            Ok(Box::new(WholeSearch::new(Box::new(search))))
        }
        "mcts" => {
            let best = mcts::Config::parse(MCTS, &mcts::Config::BEST)?;
            let config = mcts::Config::parse(settings, &best)?;
            let search = Mcts::new(config, WholeBeliefs::default(), seed)?;
            Ok(Box::new(WholeSearch::new(Box::new(search))))
        }
        // The hybrid where its values are exact, and the settings of alpha-beta for the time before.
        "switching" => Ok(Box::new(Switching {
            local: by_strategy("hybrid", "")?,
            global: make(&format!("alphabeta:{settings}"), seed)?,
        })),
        _ => by_strategy(name, settings),
    }
}

/// Settings of Monte-Carlo tree search for sums on top of its general best.
const MCTS: &str = "bias-by=eval";

fn by_strategy(name: &str, settings: &str) -> Result<Box<dyn Chooser>, SpecError> {
    let mut strategy = Strategy::parse(name).map_err(|_| SpecError::UnknownPlayer {
        name: name.into(),
        game: "sums",
        known: names().join(", "),
    })?;
    let mut nodes = NODES;
    // Exact values are the best where they can be had in time; the hybrid is made for boards where they cannot.
    let mut source = if matches!(strategy, Strategy::Hybrid { .. }) { "mixed" } else { "exact" };
    for word in settings.split(',').map(str::trim).filter(|w| !w.is_empty()) {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        match (key, &mut strategy) {
            ("nodes", _) => nodes = number::<1, { i64::MAX }>("nodes", value, "a number such as 1e4")? as u64,
            ("depth", Strategy::Hybrid { depth, .. }) => {
                *depth = number::<1, 20>("depth", value, "1 to 20")? as u32;
            }
            ("components", Strategy::Hybrid { components, .. }) => {
                *components = number::<1, 64>("components", value, "1 to 64")? as usize;
            }
            ("moves", Strategy::Hybrid { moves, .. }) => {
                *moves = number::<1, 1000>("moves", value, "1 to 1000")? as usize;
            }
            _ => source = word,
        }
    }
    Ok(Box::new(ByStrategy { strategy, source: source_of(source, nodes)? }))
}

fn number<const LEAST: i64, const MOST: i64>(
    key: &'static str,
    text: &str,
    values: &'static str,
) -> Result<i64, SettingError> {
    let read = Number::<LEAST, MOST>::parse(text).map(|n| n.0);
    read.ok_or(SettingError::BadValue { key, text: text.into(), values })
}

fn source_of(word: &str, nodes: u64) -> Result<Box<dyn Source<Amazons>>, SpecError> {
    // Every search has a table of its own, so a small one is wise.
    let searched = |settings: &str| -> Result<Box<dyn Source<Amazons>>, SpecError> {
        Ok(Box::new(Budgeted::new(TemperatureConfig::read(settings)?, nodes)))
    };
    match word.split_once('=') {
        None if word == "exact" => Ok(Box::new(Exact::default())),
        None if word == "mixed" => Ok(Box::new(Mixed::default())),
        None if word == "tds" => searched("plain,tt=1M"),
        None if word == "tds+" => searched("best,tt=1M"),
        Some(("database", file)) => {
            let database =
                Database::open(Path::new(file)).map_err(|error| SpecError::Database(error.to_string()))?;
            Ok(Box::new(FromDatabase::new(database)))
        }
        _ => Err(UnknownSource(word.into()).into()),
    }
}
