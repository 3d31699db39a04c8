//! Limits of the server, and which player specs it accepts from the network.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::error::{ApiError, ApiResult};
use game::TextError;
use players::{AnyGame, Spec};
use std::time::Duration;

/// Limits of a server.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Searches that run at the same time.
    pub searches: usize,
    /// Searches that run at the same time for one client.
    pub searches_per_client: usize,
    /// Memory of all searches together, in bytes.
    pub memory: u64,
    /// Memory of the searches of one client, in bytes.
    pub memory_per_client: u64,
    /// Memory of one search, in bytes.
    pub memory_per_search: u64,
    /// Threads of one search.
    pub threads: u32,
    /// Longest time for one turn of a player, or for one analysis.
    pub time: Duration,
    /// Changing requests per second and client.
    pub rate: f64,
    /// Changing requests that a client may send in one burst.
    pub burst: f64,
    /// Open connections, if the system has room for so many.
    pub connections: usize,
    /// Open connections of one client; never more than half of all.
    pub connections_per_client: usize,
    /// Event streams of one client.
    pub streams_per_client: usize,
    /// Longest time that a client may take to send the head or the body of a request.
    pub request_timeout: Duration,
    /// Longest time that a client may read nothing of what is sent to it.
    pub write_timeout: Duration,
    /// Stored games.
    pub games: u64,
    /// Matches that run at the same time.
    pub matches: usize,
    /// Experiments that run at the same time.
    pub experiments: usize,
}

impl Limits {
    /// Largest body of a request.
    pub const BODY: usize = 64 << 10;
    /// Longest position and turns in a query.
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
            // Half of them, and room for two of the largest level, but not for three.
            searches_per_client: (2 * cores).max(4),
            memory: 2 << 30,
            memory_per_client: 1200 << 20,
            // The largest level takes three tables of together 576M.
            memory_per_search: 640 << 20,
            threads: cores.clamp(1, 64) as u32,
            time: Duration::from_secs(600),
            rate: 200.0,
            burst: 400.0,
            connections: 1024,
            connections_per_client: 256,
            streams_per_client: 192,
            request_timeout: Duration::from_secs(10),
            write_timeout: Duration::from_secs(20),
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

/// Reads a spec from the network: it must name a built-in player within the limits. Allocates nothing.
pub fn approve(game: &'static dyn AnyGame, text: &str, limits: &Limits) -> ApiResult<Spec> {
    if text.trim().len() > Limits::SPEC {
        return Err(ApiError::bad(format!("a player spec has at most {} characters", Limits::SPEC)));
    }
    // Before it is parsed: nothing that a request names is read.
    if text.contains(players::NETWORK_FILE) {
        let problem =
            format!("names a file by '{}', which only the command line may do", players::NETWORK_FILE);
        return Err(ApiError::bad(TextError::new(text, problem).to_string()));
    }
    let spec = game.spec(text)?;
    let refuse = |problem: String| Err(ApiError::bad(TextError::new(spec.given(), problem).to_string()));
    if spec.threads() > limits.threads {
        return refuse(format!(
            "asks for {} threads; at most {} are allowed",
            spec.threads(),
            limits.threads
        ));
    }
    if spec.memory() > limits.memory_per_search {
        let (asked, most) = (spec.memory() >> 20, limits.memory_per_search >> 20);
        return refuse(format!("takes {asked}M of memory; a search may use at most {most}M"));
    }
    Ok(spec)
}

#[cfg(test)]
mod tests {
    use super::*;
    use players::GAMES;

    /// What a level or a preset takes is known before it is made, and none is above what a search may have.
    #[test]
    fn everything_that_is_offered_is_allowed_and_accounted_for() {
        let limits = Limits::for_cores(2);
        for game in GAMES.iter() {
            for level in game.info().levels.iter().chain(game.info().presets) {
                let spec = format!("level:{}", level.name);
                approve(game, &spec, &limits).unwrap_or_else(|e| panic!("{spec}: {}", e.sentence));
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
                    approve(game, spec, &limits).map(|spec| spec.memory()),
                    Ok(bytes),
                    "{} {spec}",
                    game.name()
                );
            }
        }
    }

    /// A request must not learn whether a file exists, so the answer is the same for every path.
    #[test]
    fn files_of_networks_are_refused_unread() {
        let limits = Limits::for_cores(2);
        let game = GAMES.find("knightthrough").unwrap();
        for path in ["/etc/passwd", "no/such/file"] {
            let spec = format!("alphabeta:eval-file={path}");
            let refused = approve(game, &spec, &limits).err().map(|e| e.sentence);
            let expected =
                format!("'{spec}' names a file by 'eval-file', which only the command line may do");
            assert_eq!(refused.as_deref(), Some(&*expected));
        }
    }
}
