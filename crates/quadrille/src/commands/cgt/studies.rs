//! Studies of many games: which temperatures the games of a day have, whether a search with steps δ is ever more than 2δ
//! too cold, and how many positions of a file a method solves. Computes nothing itself.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use super::{Subject, no_subject, with_game};
use crate::{
    failure::Failure,
    input::{self, Limit},
    output, setup, stop,
};
use cgt::{
    Dyadic, ExactError, Partizan,
    born::{hot_pairs, sampled_hot_pairs},
    games::{Amazons, Clobber, Domineering, NoGo},
    temperature::{TemperatureConfig, conjecture},
};
use clap::Args;
use search::{Clock, NodeBudget};
use serde_json::json;
use std::{
    path::{Path, PathBuf},
    time::Duration,
};

/// Arguments of `born`.
#[derive(Args)]
pub(crate) struct BornArgs {
    /// The day: 0 to 4, or 4 to 40 with --sample
    day: u32,
    /// Draw N random games for each day from 4 on instead of listing all; at most 200000
    #[arg(long, value_name = "N")]
    sample: Option<u32>,
    /// Random seed of the sample
    #[arg(long, default_value_t = 1, requires = "sample")]
    seed: u64,
    /// Time limit, such as 500ms, 5s or 2m
    #[arg(long, value_parser = setup::parse_time, allow_hyphen_values = true, requires = "sample")]
    time: Option<Duration>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn born(args: &BornArgs) -> Result<(), Failure> {
    let pairs = match args.sample {
        None => hot_pairs(args.day).map_err(Failure::bad)?,
        Some(many) => {
            let clock = Clock::new(setup::limits(None, None, args.time), stop::on_ctrl_c());
            sampled_hot_pairs(args.day, many, args.seed, &mut NodeBudget::new(&clock)).map_err(|error| {
                match error {
                    ExactError::Stopped(stopped) => Failure::failed(stopped),
                    error => Failure::bad(error),
                }
            })?
        }
    };
    let texts = pairs
        .iter()
        .map(|(t, means)| (t.to_string(), means.iter().map(ToString::to_string).collect::<Vec<_>>()));
    if args.json {
        let rows: Vec<_> =
            texts.map(|(t, means)| json!({"temperature": t, "absolute_means": means})).collect();
        let object = match args.sample {
            None => json!({"day": args.day, "temperatures": rows, "complete": true}),
            Some(many) => {
                json!({"day": args.day, "temperatures": rows, "complete": false, "sample": many, "seed": args.seed})
            }
        };
        output::json(&object);
        return Ok(());
    }
    for (t, means) in texts {
        say!("{t}: {}", means.join(" "));
    }
    let many: usize = pairs.values().map(std::collections::BTreeSet::len).sum();
    let seen = format!("{} temperatures, {many} pairs of temperature and absolute mean", pairs.len());
    match args.sample {
        None => output::line(seen),
        Some(games) => {
            say!("{seen} in a sample of {games} games born by day {}; there may be others", args.day)
        }
    }
    Ok(())
}

/// Arguments of `hunt`.
#[derive(Args)]
pub(crate) struct HuntArgs {
    /// The local game: amazons, domineering, clobber or nogo
    name: String,
    /// CSV file whose first column is the position; a first line that begins with 'board' is skipped
    #[arg(long, value_name = "FILE")]
    file: PathBuf,
    /// The coarse search has steps of 2^-N, 0 to 20
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(0..=20))]
    finest: u8,
    /// How many steps hotter a position may be
    #[arg(long, default_value_t = 2)]
    steps: u8,
    /// Settings of the coarse search
    #[arg(long, default_value = "best,-means", allow_hyphen_values = true)]
    settings: String,
    /// Time limit, such as 500ms, 5s or 2m
    #[arg(long, value_parser = setup::parse_time, allow_hyphen_values = true)]
    time: Option<Duration>,
}

pub(super) fn hunt(args: &HuntArgs) -> Result<(), Failure> {
    with_game!(args.name.as_str(), hunt_in(args))
}

fn hunt_in<P: Partizan>(args: &HuntArgs) -> Result<(), Failure> {
    let config = TemperatureConfig::read(&args.settings).map_err(Failure::bad)?;
    let positions = read::<P>(&args.file)?.into_iter().map(|row| row.position);
    let clock = Clock::new(setup::limits(None, None, args.time), stop::on_ctrl_c());
    let budget: &mut NodeBudget = &mut NodeBudget::new(&clock);
    let hunt = conjecture::hunt(positions, &config, args.finest, i64::from(args.steps), budget)
        .map_err(Failure::failed)?;
    for found in &hunt.found {
        let board = found.position.text();
        say!("{board}: temperature {}, estimate {}", found.temperature, found.estimate);
    }
    say!(
        "{} positions, {} more than {} steps of 2^-{} hotter than the estimate",
        hunt.checked,
        hunt.found.len(),
        args.steps,
        args.finest
    );
    Ok(())
}

/// A position of a file, with its known mean and temperature if the file has them.
struct Row<P> {
    position: P,
    known: Option<(Dyadic, Dyadic)>,
}

/// Reads a CSV file: the board comes first; a first line that begins with 'board' names the columns.
fn read<P: Partizan>(path: &Path) -> Result<Vec<Row<P>>, Failure> {
    let name = path.display();
    let text = input::read_text(path, Limit::Large)?;
    let header: Vec<&str> = text.lines().next().unwrap_or_default().split(',').map(str::trim).collect();
    let column = |title| header.iter().position(|&word| word == title);
    let columns = column("mean").zip(column("temperature"));
    let mut rows = Vec::new();
    for (nth, line) in text.lines().enumerate() {
        let words: Vec<&str> = line.split(',').map(str::trim).collect();
        let board = words.first().copied().unwrap_or_default();
        if board.is_empty() || (nth == 0 && board.starts_with("board")) {
            continue;
        }
        let bad = |error| Failure::bad(format!("'{name}', line {}: {error}", nth + 1));
        let number = |at: usize| Dyadic::parse(words.get(at).copied().unwrap_or_default());
        let known = columns.map(|(mean, temperature)| Ok((number(mean)?, number(temperature)?)));
        rows.push(Row { position: P::parse(board).map_err(bad)?, known: known.transpose().map_err(bad)? });
    }
    Ok(rows)
}

pub(super) fn solve_file(subject: &Subject, path: &Path) -> Result<(), Failure> {
    let name = subject.name.as_deref().ok_or_else(no_subject)?;
    with_game!(name, solve_rows(subject, path))
}

/// Solves every position of a file, each within the limits and from an empty memory.
fn solve_rows<P: Partizan>(subject: &Subject, path: &Path) -> Result<(), Failure> {
    let method = subject.method()?;
    let (mut positions, mut solved, mut wrong, mut nodes) = (0, 0, 0, 0);
    for Row { position, known } in read::<P>(path)? {
        let clock = subject.clock();
        let mut budget: NodeBudget = NodeBudget::new(&clock);
        let answer = method.temperature(std::slice::from_ref(&position), &mut budget);
        positions += 1;
        nodes += budget.used();
        let board = position.text();
        let answer = match answer {
            Ok(answer) => answer,
            Err(ExactError::Stopped(_)) => continue,
            Err(error) => return Err(super::failure(&board)(error)),
        };
        let differs = known.is_some_and(|known| known != (answer.mean, answer.temperature));
        solved += u32::from(answer.exact);
        wrong += u32::from(answer.exact && differs);
        if subject.json {
            output::json(
                &json!({"position": board, "mean": answer.mean.to_string(), "temperature": answer.temperature.to_string(), "exact": answer.exact, "nodes": budget.used()}),
            );
        } else if answer.exact && differs {
            say!("{board}: mean {}, temperature {} differ from the file", answer.mean, answer.temperature);
        }
    }
    let line = format!(
        "{method}: {positions} positions, {solved} solved, {wrong} differ from the file, {nodes} nodes"
    );
    if subject.json {
        output::remark(line)
    } else {
        output::line(line)
    }
    Ok(())
}
