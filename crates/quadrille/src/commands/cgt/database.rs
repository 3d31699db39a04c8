//! `quadrille cgt database`: builds, probes and verifies files of Amazons positions. Computes nothing itself.

use crate::{failure::Failure, output, stop};
use cgt::{
    Partizan, Thermograph,
    database::{
        BoardSize, Builder, Database, DatabaseError, Entry, Extras, Plan, Requirements, Step, Verifier,
        check_disk, check_memory,
    },
    games::Amazons,
};
use clap::{Args, Subcommand};
use search::{
    Clock, Limits, NodeBudget,
    settings::{SettingValue, TableSize},
};
use serde_json::json;
use std::{path::PathBuf, time::Instant};

/// What to do with a database.
#[derive(Subcommand)]
pub(crate) enum Task {
    /// Compute all positions up to a board size; resumes a build that was stopped
    #[command(after_help = "Examples:
  quadrille cgt database build 4x4 --file 4x4.cgdb
  quadrille cgt database build 3x3 --left 2 --right 1 --minimax --forms --mem 1G --file 3x3-2-1.cgdb
The build writes one level at a time beside the file; stop it at any time and run the same command again to resume. With
other than one amazon each, or with --forms or --minimax, a sum of several contested regions has no entry: probe its parts.")]
    Build(BuildArgs),
    /// Mean, temperature and best moves of a position
    #[command(
        after_help = "Example: quadrille cgt database probe --file 4x4.cgdb --position \"x...|....|...o\""
    )]
    Probe {
        #[command(flatten)]
        file: File,
        /// Rows from the top separated by '|': x Left, o Right, '.' empty, '#' burnt
        #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
        position: String,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Check the file, and that every position follows from its moves
    #[command(after_help = "Example: quadrille cgt database verify --file 4x4.cgdb")]
    Verify {
        #[command(flatten)]
        file: File,
    },
    /// How much a database holds
    #[command(after_help = "Example: quadrille cgt database stats --file 4x4.cgdb --json")]
    Stats {
        #[command(flatten)]
        file: File,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
}

#[derive(Args)]
pub(crate) struct BuildArgs {
    /// Files and rows of the board, such as 4x4; at most 20 squares
    #[arg(value_name = "SIZE")]
    size: String,
    #[command(flatten)]
    file: File,
    /// Most amazons of Left, 0 to 2
    #[arg(long, default_value_t = 1)]
    left: u8,
    /// Most amazons of Right, 0 to 2
    #[arg(long, default_value_t = 1)]
    right: u8,
    /// Store canonical forms as well; for small boards only
    #[arg(long)]
    forms: bool,
    /// Store the minimax score of alternating play to the end
    #[arg(long)]
    minimax: bool,
    /// Memory limit, such as 256M or 2G; a build that needs more does not start
    #[arg(long, value_parser = memory, default_value = "2G")]
    mem: u64,
}

/// Bytes, with or without a unit.
fn memory(text: &str) -> Result<u64, String> {
    match TableSize::parse(text) {
        Some(TableSize::Bytes(bytes)) => Ok(bytes),
        _ => Err(format!("'{text}' is not a memory size; use one such as 256M or 2G")),
    }
}

#[derive(Args)]
pub(crate) struct File {
    /// The database
    #[arg(long = "file", value_name = "FILE")]
    path: PathBuf,
}

/// A damaged file counts as bad input; only a stopped build is a failure.
fn failure(error: DatabaseError) -> Failure {
    match error {
        DatabaseError::Exact(error) => Failure::failed(error),
        other => Failure::bad(other),
    }
}

pub(super) fn run(task: &Task) -> Result<(), Failure> {
    match task {
        Task::Build(args) => build(args),
        Task::Probe { file, position, json } => probe(file, position, *json),
        Task::Verify { file } => verify(file),
        Task::Stats { file, json } => stats(file, *json),
    }
}

fn build(args: &BuildArgs) -> Result<(), Failure> {
    let started = Instant::now();
    let clock = Clock::new(Limits::default(), stop::on_ctrl_c());
    let mut budget: NodeBudget = NodeBudget::new(&clock);
    let size = BoardSize::parse(&args.size).map_err(failure)?;
    let path = &args.file.path;
    let extras = Extras { forms: args.forms, minimax: args.minimax };
    let plan = Plan::new(size, args.left, args.right, extras).map_err(failure)?;
    let needs = Requirements::new(&plan);
    // A build that would not fit is refused before anything is written.
    check_memory(needs, args.mem).and_then(|()| check_disk(path, needs)).map_err(failure)?;
    let mut builder = Builder::new(plan, path).map_err(failure)?;
    while let Step::Level { squares, positions, resumed } = builder.step(&mut budget).map_err(failure)? {
        let how = if resumed { "found" } else { "computed" };
        remark!("{squares} squares: {positions} positions {how}");
    }
    say!("{} built in {:.1} s", path.display(), started.elapsed().as_secs_f64());
    stats(&args.file, false)
}

fn probe(file: &File, position: &str, json: bool) -> Result<(), Failure> {
    let position = Amazons::parse(position)?;
    let entry = Database::open(&file.path).and_then(|database| database.probe(&position)).map_err(failure)?;
    tell(&position, entry, json)
}

fn tell(position: &Amazons, entry: Entry, json: bool) -> Result<(), Failure> {
    let mut more = Vec::new();
    if let Some((form, whole)) = entry.form {
        more.push(("value", if whole == 0 { form } else { format!("{form} + {whole}") }));
    }
    if let Some([left, right]) = entry.minimax {
        more.push(("left_first", left.to_string()));
        more.push(("right_first", right.to_string()));
    }
    let graph = Thermograph::from_walls(&entry.walls).map_err(Failure::failed)?;
    let [left, right] = entry.best.map(|best| best.map(|after| after.text()));
    if json {
        let mut object = json!({
            "position": position.text(),
            "mean": graph.mean().to_string(),
            "temperature": graph.temperature().to_string(),
            "left_best": left,
            "right_best": right,
        });
        for (name, text) in more {
            object[name] = json!(text);
        }
        output::json(&object);
        return Ok(());
    }
    say!("mean {}, temperature {}", graph.mean(), graph.temperature());
    for (name, best) in [("Left", left), ("Right", right)] {
        output::line(match best {
            Some(after) => format!("{name} moves best to {after}"),
            None => format!("{name}: no move, or only counting is left"),
        });
    }
    for (name, text) in more {
        output::line(match name {
            "left_first" => format!("Left first, both in turn: {text} moves left"),
            "right_first" => format!("Right first, both in turn: {text} moves left"),
            name => format!("{name} {text}"),
        });
    }
    Ok(())
}

fn verify(file: &File) -> Result<(), Failure> {
    let database = Database::open(&file.path).map_err(failure)?;
    let clock = Clock::new(Limits { depth: None, nodes: None, time: None }, stop::on_ctrl_c());
    let mut budget: NodeBudget = NodeBudget::new(&clock);
    let mut verifier = Verifier::default();
    let mut checked = 0;
    for position in database.positions() {
        verifier.check(&database, &position, &mut budget).map_err(failure)?;
        checked += 1;
    }
    say!("{}: all {checked} positions follow from their moves", file.path.display());
    Ok(())
}

fn stats(file: &File, json: bool) -> Result<(), Failure> {
    let database = Database::open(&file.path).map_err(failure)?;
    let (plan, stats) = (database.plan(), database.stats());
    let (size, amazons, extras) = (plan.size(), plan.amazons(), plan.extras());
    if json {
        let object = json!({
            "box": size.to_string(),
            "left": amazons.0,
            "right": amazons.1,
            "forms": extras.forms,
            "minimax": extras.minimax,
            "shapes": stats.shapes,
            "positions": stats.positions,
            "thermographs": stats.thermographs,
            "bytes": stats.bytes,
        });
        output::json(&object);
    } else {
        say!(
            "board {size}, {} and {} amazons, {} sets of squares, {} positions, {} thermographs, {} bytes",
            amazons.0,
            amazons.1,
            stats.shapes,
            stats.positions,
            stats.thermographs,
            stats.bytes
        );
    }
    Ok(())
}
