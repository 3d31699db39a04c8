//! The command line of `quadrille lab`. Parses and explains; runs nothing.

use crate::setup::parse_nodes;
use clap::{Args, Subcommand};
use std::path::PathBuf;

#[derive(Subcommand)]
pub(crate) enum LabTask {
    /// List every experiment with its source
    #[command(after_help = "Examples:
  quadrille lab list
  quadrille lab list --out results")]
    List {
        /// Show size and verdict of the results in this folder too
        #[arg(long, value_name = "FOLDER")]
        out: Option<PathBuf>,
    },
    /// Run an experiment, or resume one that was interrupted
    #[command(after_help = "Examples:
  quadrille lab run amazons-figure-4.1 --quick
  quadrille lab run works --concurrency 2
  quadrille lab run all --quick --concurrency 2 --out tried
  quadrille lab run tzaar-table-4.7 --positions endgames --seed 7
Run the same command again to resume an interrupted run.")]
    Run(LabRunArgs),
    /// Join all results of a folder into report.md and report.html
    #[command(after_help = "Example: quadrille lab report --out results")]
    Report {
        /// Folder with results
        #[arg(long, value_name = "FOLDER", default_value = "results")]
        out: PathBuf,
    },
    /// Repeat a random share of the cells of stored results and compare them with the journals
    #[command(after_help = "Examples:
  quadrille lab verify tzaar-table-4.9
  quadrille lab verify all --share 1% --seed 7
Only what every machine finds again is compared: not cells limited by time, and no measured times. A result that an
earlier search made is listed as such. Exit code 1 if a cell differs.")]
    Verify(LabVerifyArgs),
    /// Write the tables and figures of Markdown files that repeat results
    #[command(after_help = "Examples:
  quadrille lab tables README.md docs/src/results.md
  quadrille lab tables --check README.md
A table stands between the lines <!-- result: NAME; COLUMN; COLUMN as HEADING; rows: A | B --> and <!-- end -->, figures
between <!-- value: NAME; ROW; TEXT WITH {COLUMN} --> and <!-- end --> on one line. Without columns a table has all of
them, without rows all rows. A row is named by its first value, or is last.")]
    Tables(LabTablesArgs),
    /// Tune a player: fit weights to games, SPSA, grids, and tests of the result
    #[command(subcommand)]
    Tune(TuneTask),
}

#[derive(Args)]
pub(crate) struct LabRunArgs {
    /// The experiment; all, works (those of the four works) or own (the others), cheapest first
    pub(crate) name: String,
    /// Run in a minute, to try it: few positions, small depths, few games
    #[arg(long, conflicts_with = "full")]
    pub(crate) quick: bool,
    /// Run at the size of the work itself, which may take days
    #[arg(long)]
    pub(crate) full: bool,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Cells to run at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=64))]
    pub(crate) concurrency: u32,
    /// Folder of WALTZ's position files, for experiments on Tzaar's middle games and endgames
    #[arg(long, value_name = "FOLDER")]
    pub(crate) positions: Option<PathBuf>,
    /// Folder for results
    #[arg(long, value_name = "FOLDER", default_value = "results")]
    pub(crate) out: PathBuf,
    /// Discard journals of runs with another size, seed or set of cells instead of refusing to run
    #[arg(long)]
    pub(crate) replace: bool,
}

#[derive(Args)]
pub(crate) struct LabVerifyArgs {
    /// The experiment, or all
    pub(crate) name: String,
    /// Share of the cells to repeat, in per cent; at least one cell is
    #[arg(long, default_value = "2%", value_parser = parse_share)]
    pub(crate) share: f64,
    /// Random seed of the choice
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Cells to run at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=64))]
    pub(crate) concurrency: u32,
    /// Folder with results
    #[arg(long, value_name = "FOLDER", default_value = "results")]
    pub(crate) dir: PathBuf,
}

#[derive(Args)]
pub(crate) struct LabTablesArgs {
    /// The Markdown files
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Change nothing, and fail if a table or a figure is out of date
    #[arg(long)]
    pub(crate) check: bool,
    /// Folder with results
    #[arg(long, value_name = "FOLDER", default_value = "results")]
    pub(crate) dir: PathBuf,
}

/// A share between 0 and 1, given in per cent.
fn parse_share(text: &str) -> Result<f64, String> {
    let number = text.strip_suffix('%').unwrap_or(text).trim().parse::<f64>().ok();
    let share = number.filter(|percent| *percent > 0.0 && *percent <= 100.0);
    share.map(|percent| percent / 100.0).ok_or("expected more than 0% and at most 100%".into())
}

/// What can be tuned and how.
#[derive(Subcommand)]
pub(crate) enum TuneTask {
    /// List the weights of an evaluation, which a spec sets as w.NAME=VALUE
    #[command(after_help = "Example: quadrille lab tune weights knightthrough alphabeta:eval=main")]
    Weights {
        /// The game
        game: String,
        /// The player
        #[arg(default_value = "alphabeta")]
        spec: String,
    },
    /// Fit the weights of an evaluation to self-play games (Texel's method)
    #[command(after_help = "Examples:
  quadrille lab tune fit knightthrough --games 2000 --nodes 1000 --openings random:8
  quadrille lab tune fit arimaa alphabeta:eval=main --games 1000 --without placement --blend 0.5
Run the same command again to resume an interrupted run.")]
    Fit(FitArgs),
    /// Tune parameters of a spec by games between two perturbed copies (SPSA)
    #[command(after_help = "Examples:
  quadrille lab tune spsa amazons alphabeta --param w.arrow=128:0:400:16 --param w.weights.0.queens=19:0:80:6 --steps 300
  quadrille lab tune spsa arimaa alphabeta --param 'w.frozen*=1.0:0.0:4.0:0.3' --param 'w.home_trap*=1.0:0.0:4.0:0.3'
Run the same command again to resume an interrupted run.")]
    Spsa(SpsaArgs),
    /// Play every combination of values against the unchanged spec
    #[command(after_help = "Example:
  quadrille lab tune grid arimaa alphabeta --param quiescence=2,4,6 --param futility=30,60 --games 40")]
    Grid(GridArgs),
    /// Test whether one spec is stronger than another (SPRT), and keep the run
    #[command(after_help = "Example:
  quadrille lab tune confirm knightthrough alphabeta:w.guard=9 alphabeta --sprt elo0=0,elo1=50 --nodes 2000")]
    Confirm(ConfirmArgs),
}

/// How games are played and where results go.
#[derive(Args)]
pub(crate) struct TuneArgs {
    /// Nodes per turn
    #[arg(long, default_value = "2000", value_parser = parse_nodes)]
    pub(crate) nodes: u64,
    /// Openings, as in quadrille match
    #[arg(long, default_value = "random:4")]
    pub(crate) openings: String,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Games to play at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=64))]
    pub(crate) concurrency: u32,
    /// Folder for results
    #[arg(long, value_name = "FOLDER", default_value = "results/tuning")]
    pub(crate) out: PathBuf,
    /// Name of the run, its folder and its files [default: fit-GAME, spsa-GAME …]
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
    /// Maximum number of positions from one game
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) per_game: u32,
    /// Strength of the prior that holds weights at their old values, in positions
    #[arg(long, default_value_t = 50.0)]
    pub(crate) prior: f64,
    /// Share of the search's score in the target, 0 to 1; the rest is the result of the game
    #[arg(long, default_value_t = 0.0)]
    pub(crate) blend: f64,
    /// Fit only weights with this prefix; may be given several times
    #[arg(long, value_name = "PREFIX")]
    pub(crate) only: Vec<String>,
    /// Do not fit weights with this prefix; may be given several times
    #[arg(long, value_name = "PREFIX")]
    pub(crate) without: Vec<String>,
    /// Number of times to recompute gradients
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
    /// Parameter to tune; may be given several times. w.NAME*=… tunes a factor for all weights with this prefix
    #[arg(long = "param", value_name = "KEY=START:MIN:MAX:STEP", required = true)]
    pub(crate) params: Vec<String>,
    /// Steps
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) steps: u32,
    /// Pairs of games per step
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) pairs: u32,
    /// Learning rate
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
    /// Values of a setting; several settings are combined. w.NAME*=… gives factors for all weights with this prefix
    #[arg(long = "param", value_name = "KEY=A,B,C", required = true)]
    pub(crate) params: Vec<String>,
    /// Games for each combination, an even number
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    pub(crate) games: u32,
    #[command(flatten)]
    pub(crate) tune: TuneArgs,
}

#[derive(Args)]
pub(crate) struct ConfirmArgs {
    /// The game
    pub(crate) game: String,
    /// Player that should be stronger
    pub(crate) new: String,
    /// Player to compare it with
    pub(crate) old: String,
    /// The SPRT
    #[arg(long, default_value = "elo0=0,elo1=50")]
    pub(crate) sprt: String,
    /// Maximum number of games, even
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    pub(crate) games: u32,
    #[command(flatten)]
    pub(crate) tune: TuneArgs,
}
