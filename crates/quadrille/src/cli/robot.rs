//! The arguments of `quadrille robot`.

use crate::setup::parse_time;
use clap::Args;
use std::{path::PathBuf, time::Duration};

#[derive(Args)]
pub(crate) struct RobotArgs {
    /// File that describes the robot
    #[arg(required_unless_present = "house", conflicts_with = "house")]
    pub(crate) config: Option<PathBuf>,
    /// Print the report of a day, such as 2026-11-18, instead of playing [default: today]
    #[arg(long, value_name = "DAY", num_args = 0..=1, default_missing_value = "today", requires = "config")]
    pub(crate) report: Option<String>,
    /// Run a robot for every level, which plays every game
    #[arg(long)]
    pub(crate) house: bool,
    #[command(flatten)]
    pub(crate) house_options: HouseOptions,
}

/// House robots.
#[derive(Args)]
#[command(next_help_heading = "House robots")]
pub(crate) struct HouseOptions {
    /// Address of the club
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:7878", requires = "house")]
    pub(crate) club: String,
    /// Data folder of the club, where missing robots are added [default: quadrille in the user's data folder]
    #[arg(long, value_name = "FOLDER", requires = "house")]
    pub(crate) data: Option<PathBuf>,
    /// File with a robot and its token on each line, for a club on another machine
    #[arg(long, value_name = "FILE", requires = "house", conflicts_with = "data")]
    pub(crate) tokens: Option<PathBuf>,
    /// Folder for the figures of the robots [default: robots in the data folder]
    #[arg(long, value_name = "FOLDER", requires = "house")]
    pub(crate) figures: Option<PathBuf>,
    /// Searches of all robots at the same time [default: half of the cores]
    #[arg(long, value_name = "N", requires = "house", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(crate) searches: Option<u32>,
    /// Tables of all robots together, in MB
    #[arg(long, value_name = "MB", default_value_t = 1024, requires = "house", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) memory: u64,
    /// Longest time for a turn
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = parse_time, requires = "house")]
    pub(crate) time: Duration,
    /// Running games of one robot at once
    #[arg(long, value_name = "N", default_value_t = 8, requires = "house", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) games: u32,
    /// Running games of one robot against the same opponent
    #[arg(long, value_name = "N", default_value_t = 2, requires = "house", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) per_opponent: u32,
    /// Time zone of the daily reports
    #[arg(long, value_name = "ZONE", default_value = "UTC", requires = "house")]
    pub(crate) zone: String,
    /// File with a section [mail], as for `serve --mail`
    #[arg(long, value_name = "FILE", requires_all = ["house", "mail_to"])]
    pub(crate) mail: Option<PathBuf>,
    /// Reader of mails about troubles and of daily reports
    #[arg(long, value_name = "ADDRESS", requires = "mail")]
    pub(crate) mail_to: Option<String>,
}
