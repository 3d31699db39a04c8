//! The command line of `quadrille learn`. Parses and explains; runs nothing.

use crate::setup::parse_nodes;
use clap::Args;
use std::path::PathBuf;

#[derive(Args)]
pub(crate) struct LearnArgs {
    /// The game
    pub(crate) game: String,
    /// Stop after this many hours; the same command with more hours continues
    #[arg(long, value_name = "H", default_value_t = 1.0)]
    pub(crate) hours: f64,
    /// Folder of the run [default: learn/GAME]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) folder: Option<PathBuf>,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Games at the same time, and threads in training [default: the number of cores]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=64))]
    pub(crate) concurrency: Option<u32>,
    /// Generations
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) generations: u32,
    /// Games of each generation
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(16..=1_000_000))]
    pub(crate) games: u32,
    /// Nodes per turn in these games
    #[arg(long, default_value = "1500", value_parser = parse_nodes)]
    pub(crate) nodes: u64,
    /// Random turns at the beginning of a game; half of the games get one more
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=40))]
    pub(crate) opening: u32,
    /// A network learns from the games of this many generations
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) window: u32,
    /// The player, without its evaluation
    #[arg(long, default_value = "alphabeta:tt=1M")]
    pub(crate) player: String,
    /// Evaluation of the players of the first generation's games
    #[arg(long, value_name = "NAME", default_value = "main")]
    pub(crate) from: String,
    /// Share of the result in the target, 0 to 1; the rest is the search's score
    #[arg(long, default_value_t = 0.5)]
    pub(crate) result_share: f32,
    /// Maximum number of times that a position is seen in training
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) epochs: u32,
    /// Nodes per turn in the match against the predecessor
    #[arg(long, default_value = "2000", value_parser = parse_nodes)]
    pub(crate) match_nodes: u64,
    /// Maximum number of games of that match, an even number
    #[arg(long, default_value_t = 800, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    pub(crate) match_games: u32,
    /// The test that a network has to pass
    #[arg(long, default_value = "elo0=0,elo1=20")]
    pub(crate) sprt: String,
}
