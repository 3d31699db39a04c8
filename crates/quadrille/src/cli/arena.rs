//! The command line of matches, tournaments and engines. Parses and explains; plays nothing.

use crate::{
    failure::Failure,
    setup::{self, parse_nodes, parse_time},
};
use arena::EngineSettings;
use clap::{Args, ValueEnum};
use std::{path::PathBuf, time::Duration};

#[derive(Args)]
pub(crate) struct MatchArgs {
    /// The game, for example knightthrough
    pub(crate) game: String,
    /// The first player; see `quadrille players`
    pub(crate) first: String,
    /// The second player
    pub(crate) second: String,
    /// Number of games, even: they are played in pairs with colours swapped
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: u32,
    /// Number of pairs of games, instead of --games
    #[arg(long, conflicts_with = "games", value_parser = clap::value_parser!(u32).range(1..=5_000_000))]
    rounds: Option<u32>,
    /// Time limit for each turn, such as 200ms
    #[arg(long, value_parser = parse_time, allow_hyphen_values = true, conflicts_with_all = ["tc", "nodes", "depth"])]
    pub(crate) time: Option<Duration>,
    /// Time for the game plus increment for each turn, such as 60s+0.5s
    #[arg(long, allow_hyphen_values = true, conflicts_with_all = ["nodes", "depth"])]
    pub(crate) tc: Option<String>,
    /// Node limit for each turn
    #[arg(long, value_parser = parse_nodes, conflicts_with = "depth")]
    pub(crate) nodes: Option<u64>,
    /// Depth limit for each turn, in actions
    #[arg(long, allow_hyphen_values = true, value_parser = clap::value_parser!(u32).range(1..=200))]
    pub(crate) depth: Option<u32>,
    /// Games to play at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=64))]
    pub(crate) concurrency: u32,
    /// Random seed for openings and players
    #[arg(long, alias = "srand", default_value_t = 1)]
    pub(crate) seed: u64,
    /// start, starts (random starts of games that have them), random:K for K random turns, or a file with an opening on
    /// each line: a position, `moves` and turns, or both
    #[arg(long, default_value = "random:4")]
    pub(crate) openings: String,
    /// A game that reaches this many turns is a draw
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) maxturns: u32,
    /// swapped: two games from each opening; random: one, with colours drawn by lot
    #[arg(long, default_value = "swapped")]
    pub(crate) colours: String,
    /// End games early: when a player reports a win or loss, df-pn must prove it within this many nodes
    #[arg(long, value_name = "NODES", num_args = 0..=1, require_equals = true, value_parser = parse_nodes,
          default_missing_value = "100000")]
    pub(crate) adjudicate: Option<u64>,
    /// File for the records of all games, one JSON object per line
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Resume the match in --out
    #[arg(long, requires = "out")]
    pub(crate) resume: bool,
    /// End the match when a player fails, instead of scoring a loss
    #[arg(long)]
    pub(crate) no_recover: bool,
    /// Stop by a sequential probability ratio test: elo0=0,elo1=10,alpha=0.05,beta=0.05,model=normalized
    #[arg(long, value_name = "TEST")]
    pub(crate) sprt: Option<String>,
    #[command(flatten)]
    pub(crate) engines: EngineOptions,
    /// Print the results after every N games
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) ratinginterval: u32,
}

#[derive(Args)]
pub(crate) struct TournamentArgs {
    /// File that describes the tournament
    pub(crate) file: PathBuf,
    /// End the tournament when a player fails, instead of scoring a loss
    #[arg(long)]
    pub(crate) no_recover: bool,
    /// Print the standings after every N games
    #[arg(long, value_name = "GAMES", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) ratinginterval: Option<u64>,
    #[command(flatten)]
    pub(crate) engines: EngineOptions,
}

/// External engine timeouts.
#[derive(Args)]
pub(crate) struct EngineOptions {
    /// How long an engine may take to start
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = parse_time)]
    pub(crate) engine_start: Duration,
    /// How long an engine may take for a turn that has no time limit
    #[arg(long, alias = "engine-patience", value_name = "TIME", default_value = "60s", value_parser = parse_time)]
    pub(crate) engine_timeout: Duration,
    /// Folder for what engines write to standard error
    #[arg(long, value_name = "FOLDER")]
    pub(crate) engine_log: Option<PathBuf>,
}

impl EngineOptions {
    /// What external engines are started with.
    pub(crate) fn settings(&self) -> EngineSettings {
        let (start, timeout, log) = (self.engine_start, self.engine_timeout, self.engine_log.clone());
        EngineSettings { start, timeout, log, ..EngineSettings::default() }
    }

    /// Makes the folder for what engines write to standard error.
    pub(crate) fn make_log(&self) -> Result<(), Failure> {
        self.engine_log.as_deref().map_or(Ok(()), setup::make_folder)
    }
}

impl MatchArgs {
    /// How many games were asked for.
    pub(crate) fn games(&self) -> u32 {
        self.rounds.map_or(self.games, |pairs| pairs * 2)
    }
}

impl Protocol {
    /// The word before the colon of a spec, and the game that is meant when none is named.
    pub(crate) fn word_and_game(self) -> (&'static str, &'static str) {
        match self {
            Protocol::Aei => ("aei", "arimaa"),
            Protocol::Ugi => ("ugi", "knightthrough"),
        }
    }
}

/// Engine protocols.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Protocol {
    /// The Arimaa Engine Interface, version 1
    Aei,
    /// The Universal Game Interface, for any game
    Ugi,
}

#[derive(Args)]
pub(crate) struct EngineArgs {
    /// Protocol
    #[arg(long, value_enum)]
    pub(crate) protocol: Protocol,
    /// Game; aei requires arimaa [default: arimaa with aei, knightthrough with ugi]
    #[arg(long)]
    pub(crate) game: Option<String>,
    /// Player; see `quadrille players`
    #[arg(long, value_name = "SPEC", default_value = "best")]
    pub(crate) player: String,
    /// Random seed of a UGI player
    #[arg(long)]
    pub(crate) seed: Option<u64>,
}

#[derive(Args)]
pub(crate) struct ComplianceArgs {
    /// Command that starts the engine
    pub(crate) command: String,
    /// Protocol
    #[arg(long, value_enum, default_value = "ugi")]
    pub(crate) protocol: Protocol,
    /// Game that it plays; aei requires arimaa [default: arimaa with aei, knightthrough with ugi]
    #[arg(long)]
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) engines: EngineOptions,
}
