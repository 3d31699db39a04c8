//! The command line of `quadrille lab tune`. Parses and explains; runs nothing.

use crate::setup::parse_nodes;
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// What can be tuned and how.
#[derive(Subcommand)]
pub(crate) enum TuneTask {
    /// Name the weights of an evaluation, which a spec changes by w.NAME=VALUE
    #[command(after_help = "Example: quadrille lab tune weights knightthrough alphabeta:eval=strong")]
    Weights {
        /// The game
        game: String,
        /// The player
        #[arg(default_value = "best")]
        spec: String,
    },
    /// Fit the weights of an evaluation to games of a player against itself (Texel's method)
    #[command(after_help = "Examples:
  quadrille lab tune fit knightthrough --games 2000 --nodes 1000 --openings random:8
  quadrille lab tune fit arimaa alphabeta:eval=own --games 1000 --without placement --blend 0.5
A run that was interrupted goes on where it was when the same command is given again.")]
    Fit(FitArgs),
    /// Move parameters of a spec towards what wins, by games between two disturbed copies (SPSA)
    #[command(after_help = "Example:
  quadrille lab tune spsa amazons alphabeta --param w.arrow=128:0:400:16 --param w.weights.0.queens=19:0:80:6 --steps 300
A run that was interrupted goes on where it was when the same command is given again.")]
    Spsa(SpsaArgs),
    /// Play every combination of values against the spec as it is
    #[command(after_help = "Example:
  quadrille lab tune grid arimaa alphabeta --param quiescence=2,4,6 --param futility=30,60 --games 40")]
    Grid(GridArgs),
    /// Test by a sequential test whether one spec is stronger than another, and keep the run
    #[command(after_help = "Example:
  quadrille lab tune confirm knightthrough alphabeta:w.guard=9 alphabeta --sprt elo0=0,elo1=50 --nodes 2000")]
    Confirm(ConfirmArgs),
}

/// How games are played and where results go.
#[derive(Args)]
pub(crate) struct TuneArgs {
    /// Nodes a turn
    #[arg(long, default_value = "2000", value_parser = parse_nodes)]
    pub(crate) nodes: u64,
    /// Where games begin, as in quadrille match
    #[arg(long, default_value = "random:4")]
    pub(crate) openings: String,
    /// Everything random derives from this
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Games played at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=64))]
    pub(crate) concurrency: u32,
    /// The folder for results
    #[arg(long, value_name = "FOLDER", default_value = "results/tuning")]
    pub(crate) out: PathBuf,
    /// The name of the run, its folder and its files [default: fit-GAME, spsa-GAME …]
    #[arg(long)]
    pub(crate) name: Option<String>,
}

#[derive(Args)]
pub(crate) struct FitArgs {
    /// The game
    pub(crate) game: String,
    /// The player whose evaluation is fitted
    #[arg(default_value = "alphabeta:tt=1M")]
    pub(crate) spec: String,
    /// Games against itself, an even number
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    pub(crate) games: u32,
    /// At most so many positions of a game
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) per_game: u32,
    /// A weight is held where it was as strongly as so many positions could
    #[arg(long, default_value_t = 50.0)]
    pub(crate) prior: f64,
    /// Share of the search's own judgement in what is aimed at, 0 to 1; the rest is the result of the game
    #[arg(long, default_value_t = 0.0)]
    pub(crate) blend: f64,
    /// Fit only weights whose names begin so; may be given several times
    #[arg(long, value_name = "PREFIX")]
    pub(crate) only: Vec<String>,
    /// Leave weights alone whose names begin so; may be given several times
    #[arg(long, value_name = "PREFIX")]
    pub(crate) without: Vec<String>,
    /// How often slopes are taken anew where the weights have come to
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=20))]
    pub(crate) rounds: u32,
    #[command(flatten)]
    pub(crate) tune: TuneArgs,
}

#[derive(Args)]
pub(crate) struct SpsaArgs {
    /// The game
    pub(crate) game: String,
    /// The player
    pub(crate) spec: String,
    /// A number of the spec that may be moved; may be given several times
    #[arg(long = "param", value_name = "KEY=START:MIN:MAX:STEP", required = true)]
    pub(crate) params: Vec<String>,
    /// Steps
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) steps: u32,
    /// Pairs of games a step
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) pairs: u32,
    /// How far a result moves the parameters
    #[arg(long, default_value_t = 0.2)]
    pub(crate) rate: f64,
    #[command(flatten)]
    pub(crate) tune: TuneArgs,
}

#[derive(Args)]
pub(crate) struct GridArgs {
    /// The game
    pub(crate) game: String,
    /// The player
    pub(crate) spec: String,
    /// Values of a setting; with several settings, all combinations are tried
    #[arg(long = "param", value_name = "KEY=A,B,C", required = true)]
    pub(crate) params: Vec<String>,
    /// Games of each combination, an even number
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    pub(crate) games: u32,
    #[command(flatten)]
    pub(crate) tune: TuneArgs,
}

#[derive(Args)]
pub(crate) struct ConfirmArgs {
    /// The game
    pub(crate) game: String,
    /// The player that should be stronger
    pub(crate) new: String,
    /// The player it is compared with
    pub(crate) old: String,
    /// The test
    #[arg(long, default_value = "elo0=0,elo1=50")]
    pub(crate) sprt: String,
    /// Give up after so many games, an even number
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    pub(crate) games: u32,
    #[command(flatten)]
    pub(crate) tune: TuneArgs,
}
