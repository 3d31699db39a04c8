//! Two open questions of the thesis as commands: which temperatures games of a day have, and whether a search with steps δ
//! is ever more than 2δ too cold. Computes nothing itself.

use super::unknown;
use crate::{failure::Failure, output, setup, stop};
use cgt::{
    Partizan,
    born::hot_pairs,
    games::{Amazons, Clobber, Domineering, NoGo},
    meter::{Clock, Meter},
    temperature::{TemperatureConfig, conjecture},
};
use clap::Args;
use search::{Limits, TimeLimit};
use serde_json::json;
use std::{fs, path::PathBuf, time::Duration};

/// Which day.
#[derive(Args)]
pub(super) struct BornArgs {
    /// The day, 0 to 4
    day: u32,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn born(args: &BornArgs) -> Result<(), Failure> {
    let pairs = hot_pairs(args.day).map_err(|error| Failure::bad(error.to_string()))?;
    let texts = pairs
        .iter()
        .map(|(t, means)| (t.to_string(), means.iter().map(ToString::to_string).collect::<Vec<_>>()));
    if args.json {
        let rows: Vec<_> =
            texts.map(|(t, means)| json!({"temperature": t, "absolute_means": means})).collect();
        output::line(&json!({"day": args.day, "temperatures": rows}).to_string());
        return Ok(());
    }
    for (t, means) in texts {
        output::line(&format!("{t}: {}", means.join(" ")));
    }
    let many: usize = pairs.values().map(std::collections::BTreeSet::len).sum();
    output::line(&format!("{} temperatures, {many} pairs of temperature and absolute mean", pairs.len()));
    Ok(())
}

/// What to hunt where.
#[derive(Args)]
pub(super) struct HuntArgs {
    /// The local game: amazons, domineering, clobber or nogo
    name: String,
    /// One position per line; what follows a comma is not read, nor is a first line that begins with 'board'
    #[arg(long, value_name = "FILE")]
    file: PathBuf,
    /// The coarse search has steps of one over two to this power, 1 to 20
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=20))]
    finest: u8,
    /// How many steps hotter a position may be
    #[arg(long, default_value_t = 2)]
    steps: u8,
    /// Settings of the coarse search
    #[arg(long, default_value = "best,-means", allow_hyphen_values = true)]
    settings: String,
    /// Longest time, such as 500ms, 5s or 2m
    #[arg(long, value_parser = setup::parse_time, allow_hyphen_values = true)]
    time: Option<Duration>,
}

pub(super) fn hunt(args: &HuntArgs) -> Result<(), Failure> {
    match args.name.as_str() {
        Amazons::NAME => hunt_in::<Amazons>(args),
        Domineering::NAME => hunt_in::<Domineering>(args),
        Clobber::NAME => hunt_in::<Clobber>(args),
        NoGo::NAME => hunt_in::<NoGo>(args),
        other => Err(unknown(other)),
    }
}

fn hunt_in<P: Partizan>(args: &HuntArgs) -> Result<(), Failure> {
    let path = args.file.display();
    let text = fs::read_to_string(&args.file).map_err(|error| Failure::bad(format!("{path}: {error}")))?;
    let config = TemperatureConfig::read(&args.settings).map_err(|error| Failure::bad(error.to_string()))?;
    let mut positions = Vec::new();
    for (nth, line) in text.lines().enumerate() {
        let board = line.split(',').next().unwrap_or_default().trim();
        if board.is_empty() || (nth == 0 && board.starts_with("board")) {
            continue;
        }
        let read = P::parse(board);
        positions.push(read.map_err(|error| Failure::bad(format!("{path}, line {}: {error}", nth + 1)))?);
    }
    let limits = Limits { depth: None, nodes: None, time: args.time.map(TimeLimit::exactly) };
    let clock = Clock::new(limits, stop::on_ctrl_c());
    let meter = &mut Meter::new(&clock);
    let hunt = conjecture::hunt(positions.into_iter(), &config, args.finest, i64::from(args.steps), meter)
        .map_err(|error| Failure::Failed(error.to_string()))?;
    for found in &hunt.found {
        let board = found.position.text();
        output::line(&format!("{board}: temperature {}, estimate {}", found.temperature, found.estimate));
    }
    output::line(&format!(
        "{} positions, {} more than {} steps of 2^-{} hotter than the estimate",
        hunt.checked,
        hunt.found.len(),
        args.steps,
        args.finest
    ));
    Ok(())
}
