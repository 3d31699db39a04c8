//! How much may be asked for: sizes, rates, searches, and which player specs are taken from the network.

use crate::error::ApiError;
use players::{ALGORITHMS, GameEntry, SettingValue};
use search::{
    alphabeta, mcts,
    proof::{DfpnConfig, PnsConfig},
    settings::TableSize,
};
use std::time::Duration;

/// Limits of a server.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Searches at the same time.
    pub searches: usize,
    /// Searches at the same time for one client.
    pub searches_per_client: usize,
    /// Memory of all searches together, in bytes.
    pub memory: u64,
    /// Memory of one search, in bytes.
    pub memory_per_search: u64,
    /// Threads of one search.
    pub threads: u32,
    /// Longest time for one turn of a player, or for one analysis.
    pub time: Duration,
    /// Changing requests per second and client, in the long run.
    pub rate: f64,
    /// Changing requests that may come at once.
    pub burst: f64,
    /// Connections at the same time.
    pub connections: usize,
    /// How long a client may take to send the head of a request, or its body.
    pub patience: Duration,
    /// Games that are kept; older ones have to be deleted first.
    pub games: u64,
    /// Matches that run at the same time.
    pub matches: usize,
    /// Experiments that run at the same time.
    pub experiments: usize,
}

impl Limits {
    /// Largest body of a request.
    pub const BODY: usize = 64 << 10;
    /// Longest text of turns or of a position in an address.
    pub const QUERY_TEXT: usize = 24 << 10;
    /// Turns of one game.
    pub const TURNS: usize = 5000;
    /// Lines of one analysis.
    pub const LINES: usize = 5;
    /// Longest name of a game.
    pub const NAME: usize = 80;
    /// Longest player spec.
    pub const SPEC: usize = 1000;
    /// Most games of one match.
    pub const MATCH_GAMES: u64 = 10_000;

    /// Limits for a machine with this many cores.
    pub fn for_cores(cores: usize) -> Limits {
        Limits {
            searches: (4 * cores).max(8),
            searches_per_client: (3 * cores).max(6),
            memory: 2 << 30,
            // The largest level takes three tables of together 576M.
            memory_per_search: 640 << 20,
            threads: cores.clamp(1, 64) as u32,
            time: Duration::from_secs(600),
            rate: 200.0,
            burst: 400.0,
            connections: 512,
            patience: Duration::from_secs(10),
            games: 20_000,
            matches: 2,
            experiments: 1,
        }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::for_cores(std::thread::available_parallelism().map_or(1, std::num::NonZero::get))
    }
}

/// What a player will take.
#[derive(Clone, Debug)]
pub struct Approved {
    /// The spec as it was given.
    pub spec: String,
    /// Bytes of its tables.
    pub memory: u64,
}

/// An entry of a table counts as this much where a size is given in entries; no search has larger ones.
const ENTRY: u64 = 32;

/// Settings that ask for memory.
const MEMORY: [&str; 3] = ["tt", "tree", "memory"];

/// What exact values of regions remember before they forget everything.
const ENDGAME: u64 = 256 << 20;

/// Takes a spec from the network, or says what is wrong with it. Only players that are built in may be named.
pub fn approve(entry: &dyn GameEntry, spec: &str, limits: &Limits) -> Result<Approved, ApiError> {
    let spec = spec.trim();
    if spec.len() > Limits::SPEC {
        return Err(ApiError::bad(format!("a player spec has at most {} characters", Limits::SPEC)));
    }
    let name = spec.split(':').next().unwrap_or("");
    let built_in = ["best", "level"].contains(&name) || ALGORITHMS.iter().any(|a| a.name == name);
    if !built_in {
        let known = ["best", "level:NAME"].into_iter().chain(ALGORITHMS.iter().map(|a| a.name));
        let known = known.collect::<Vec<_>>().join(", ");
        let quoted: String = name.chars().take(40).flat_map(char::escape_debug).collect();
        return Err(ApiError::bad(format!("'{quoted}' is not a built-in player; known: {known}")));
    }
    // Before anything is made, so that no absurd table is ever asked of the machine.
    check_settings(spec, limits)?;
    let canonical = entry.player(spec, 0)?.spec().to_string();
    let memory = memory_of(&canonical);
    if memory > limits.memory_per_search {
        let (asked, most) = (memory >> 20, limits.memory_per_search >> 20);
        let quoted: String = spec.chars().take(60).flat_map(char::escape_debug).collect();
        return Err(ApiError::bad(format!(
            "'{quoted}' takes {asked}M, which is more memory than a search may have here: at most {most}M"
        )));
    }
    Ok(Approved { spec: spec.into(), memory })
}

/// What the player of a canonical spec takes. Such a spec names what differs from the plain player, so a table that it does
/// not name has the plain size.
fn memory_of(canonical: &str) -> u64 {
    let (name, settings) = canonical.split_once(':').unwrap_or((canonical, ""));
    let value = |key: &str| {
        settings
            .split(',')
            .filter_map(|setting| setting.split_once('='))
            .find(|(k, _)| *k == key)
            .map(|(_, v)| v)
    };
    let table =
        |key: &str, plain: TableSize| value(key).and_then(TableSize::parse).unwrap_or(plain).bytes(ENTRY);
    let is_on = |key: &str| value(key).is_some_and(|value| value != "0");
    let (alphabeta, dfpn) = (alphabeta::Config::PLAIN.table, DfpnConfig::PLAIN.table);
    match name {
        "alphabeta" => table("tt", alphabeta),
        "dfpns" => table("tt", dfpn),
        "pns" => table("tree", PnsConfig::PLAIN.tree),
        "mcts" => table("memory", mcts::Config::PLAIN.memory),
        "combined" => {
            let opening = if is_on("opening") { table("op.tt", alphabeta) } else { 0 };
            let endgame = if is_on("endgame") { ENDGAME } else { 0 };
            let tree = if is_on("mcts") { table("mc.memory", mcts::Config::PLAIN.memory) } else { 0 };
            table("tt", alphabeta) + table("pn.tt", dfpn) + opening + endgame + tree
        }
        _ => 0,
    }
}

/// Looks at every setting that asks for memory or threads.
fn check_settings(spec: &str, limits: &Limits) -> Result<(), ApiError> {
    let mut memory = 0_u64;
    let settings = spec.split_once(':').map_or("", |(_, settings)| settings);
    for setting in settings.split(',') {
        let Some((key, value)) = setting.split_once('=') else { continue };
        let key = key.rsplit('.').next().unwrap_or(key).trim();
        let quoted = || setting.chars().take(60).flat_map(char::escape_debug).collect::<String>();
        match key {
            key if MEMORY.contains(&key) => {
                let most = limits.memory_per_search >> 20;
                let Some(size) = TableSize::parse(value.trim()) else {
                    return Err(ApiError::bad(format!(
                        "'{}' is not a size from 16K to {most}M such as 64M",
                        quoted()
                    )));
                };
                memory = memory.saturating_add(size.bytes(ENTRY));
                if memory > limits.memory_per_search {
                    return Err(ApiError::bad(format!(
                        "'{}' is more memory than a search may have here: at most {most}M",
                        quoted()
                    )));
                }
            }
            "threads" => {
                let most = limits.threads;
                if value.trim().parse::<u32>().map_or(true, |threads| threads == 0 || threads > most) {
                    return Err(ApiError::bad(format!(
                        "'{}' is not a number of threads from 1 to {most}",
                        quoted()
                    )));
                }
            }
            _ => (),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use players::{GAMES, Kind};

    /// A budget that is neither counted as memory nor known to cost none would be a way around the limits.
    #[test]
    fn every_budget_of_every_algorithm_is_known_here() {
        for setting in ALGORITHMS.iter().flat_map(|algorithm| algorithm.settings) {
            if setting.kind == Kind::Budget || setting.values.contains("bytes") {
                let known = MEMORY.iter().chain(&["threads", "depth", "nodes", "time"]);
                assert!(known.clone().any(|key| *key == setting.key), "{} is not known", setting.key);
                assert_eq!(
                    MEMORY.contains(&setting.key),
                    setting.values.contains("bytes"),
                    "{}",
                    setting.key
                );
            }
        }
    }

    /// An algorithm that the accounting does not know would count as nothing.
    #[test]
    fn every_algorithm_is_accounted_for() {
        let known = ["alphabeta", "dfpns", "pns", "mcts", "combined", "random"];
        assert_eq!(ALGORITHMS.iter().map(|a| a.name).collect::<Vec<_>>(), known);
    }

    /// What a level or a preset takes is known before it is made, and none is above what a search may have.
    #[test]
    fn everything_that_is_offered_is_allowed_and_accounted_for() {
        let limits = Limits::for_cores(2);
        for game in GAMES {
            for level in game.levels().iter().chain(game.presets()) {
                let spec = format!("level:{}", level.name);
                let approved =
                    approve(*game, &spec, &limits).unwrap_or_else(|e| panic!("{spec}: {}", e.sentence));
                assert!(approved.memory <= limits.memory_per_search, "{spec} takes {}", approved.memory);
            }
            for (spec, bytes) in [
                ("random", 0),
                ("alphabeta:-tt", 0),
                ("alphabeta:tt=2^20e", 32 << 20),
                ("dfpns", 64 << 20),
                ("pns", 256 << 20),
                ("pns:tree=8M", 8 << 20),
                ("mcts", 64 << 20),
                ("mcts:memory=48M", 48 << 20),
                ("combined:tt=16M,endgame=0", (16 + 64) << 20),
                ("combined:tt=16M,endgame=0,opening=50,pn.tt=8M", (16 + 16 + 8) << 20),
                ("combined:tt=16M,endgame=0,mcts=1,pn.tt=8M,mc.memory=32M", (16 + 8 + 32) << 20),
            ] {
                assert_eq!(
                    approve(*game, spec, &limits).map(|a| a.memory),
                    Ok(bytes),
                    "{} {spec}",
                    game.name()
                );
            }
        }
    }
}
