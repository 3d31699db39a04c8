//! Players of sums of Amazons boards from their specs: strategies with their sources, and searches of the whole sum as one
//! game. The strategies, the score and the matches are in `cgt::sums`.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

#[allow(clippy::indexing_slicing, reason = "the rules of a game, which read no text")]
mod whole;

use crate::{SpecError, spec::check_length};
use cgt::{
    database::Database,
    games::Amazons,
    sums::{
        DatabaseSource, Exact, Hybrid, HybridConfig, MixedSource, Source, Strategy, StrategyPlayer,
        SumPlayer, TdsSource,
    },
    temperature::TemperatureConfig,
};
use search::{
    alphabeta::{self, AlphaBeta},
    mcts::{self, Mcts},
    settings::{Number, SettingError, SettingValue, quoted},
};
use std::path::Path;
use whole::{WholeHeuristics, WholeSearch};

/// The names of all players of sums.
pub fn names() -> Vec<&'static str> {
    Strategy::all().iter().map(|(name, _)| *name).chain(["hybrid", "alphabeta", "mcts"]).collect()
}

/// The sources that may follow the name of a strategy.
pub const SOURCES: &str = "exact, tds, tds+, mixed or database=FILE";

/// Default nodes of a temperature search for one position.
const NODES: u64 = 1000;

/// Builds a player of sums: a strategy as `NAME[:SOURCE][,nodes=N]`; `hybrid`, with `moves` and `exact`; or `alphabeta` or
/// `mcts` with their settings, on all boards at once.
pub fn make(spec: &str, seed: u64) -> Result<Box<dyn SumPlayer>, SpecError> {
    check_length(spec)?;
    let (name, settings) = spec.trim().split_once(':').unwrap_or((spec.trim(), ""));
    match name {
        "alphabeta" => {
            let config = alphabeta::Config::parse(settings, &alphabeta::Config::BEST)?;
            let search = AlphaBeta::new(config, WholeHeuristics::default(), seed)?;
            Ok(Box::new(WholeSearch(Box::new(search))))
        }
        "mcts" => {
            let best = mcts::Config::parse(MCTS, &mcts::Config::BEST)?;
            let config = mcts::Config::parse(settings, &best)?;
            let search = Mcts::new(config, WholeHeuristics::default(), seed)?;
            Ok(Box::new(WholeSearch(Box::new(search))))
        }
        "hybrid" => Ok(Box::new(Hybrid::new(hybrid_config(settings)?))),
        _ => by_strategy(name, settings),
    }
}

/// Settings of Monte-Carlo tree search for sums on top of its general best.
const MCTS: &str = "bias-by=eval";

fn hybrid_config(settings: &str) -> Result<HybridConfig, SettingError> {
    let mut config = HybridConfig::default();
    for word in words(settings) {
        match word.split_once('=').unwrap_or((word, "")) {
            ("moves", value) => config.moves = number::<1, 1000>("moves", value, "1 to 1000")? as usize,
            ("exact", value) => config.exact = number::<0, 64>("exact", value, "0 to 64")? as u32,
            (key, _) => {
                let known = "moves, exact".into();
                return Err(SettingError::UnknownKey { key: quoted(key), owner: "hybrid", known });
            }
        }
    }
    Ok(config)
}

fn words(settings: &str) -> impl Iterator<Item = &str> {
    settings.split(',').map(str::trim).filter(|word| !word.is_empty())
}

fn by_strategy(name: &str, settings: &str) -> Result<Box<dyn SumPlayer>, SpecError> {
    let strategy = Strategy::parse(name).map_err(|_| SpecError::Unknown {
        name: quoted(name),
        what: "a player",
        game: "sums",
        known: names().join(", "),
    })?;
    let (mut nodes, mut source) = (NODES, "exact");
    for word in words(settings) {
        match word.split_once('=') {
            Some(("nodes", value)) => {
                nodes = number::<1, { i64::MAX }>("nodes", value, "a number such as 1e4")? as u64;
            }
            _ => source = word,
        }
    }
    Ok(Box::new(StrategyPlayer { strategy, source: source_of(source, nodes)? }))
}

fn number<const LEAST: i64, const MOST: i64>(
    key: &'static str,
    text: &str,
    values: &'static str,
) -> Result<i64, SettingError> {
    let read = Number::<LEAST, MOST>::parse(text).map(|n| n.0);
    read.ok_or(SettingError::BadValue { key, text: quoted(text), values })
}

fn source_of(word: &str, nodes: u64) -> Result<Box<dyn Source<Amazons>>, SpecError> {
    // Every search has its own table, so keep it small.
    let searched = |settings: &str| -> Result<Box<dyn Source<Amazons>>, SpecError> {
        Ok(Box::new(TdsSource::new(TemperatureConfig::read(settings)?, nodes)))
    };
    match word.split_once('=') {
        None if word == "exact" => Ok(Box::new(Exact::default())),
        None if word == "mixed" => Ok(Box::new(MixedSource::default())),
        None if word == "tds" => searched("plain,tt=1M"),
        None if word == "tds+" => searched("best,tt=1M"),
        Some(("database", file)) => {
            let database =
                Database::open(Path::new(file)).map_err(|error| SpecError::Database(error.to_string()))?;
            Ok(Box::new(DatabaseSource::new(database)))
        }
        _ => Err(SpecError::Source(quoted(word))),
    }
}
