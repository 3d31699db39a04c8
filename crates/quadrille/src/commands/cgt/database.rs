//! `quadrille cgt database`: builds, asks and checks files of Amazons positions. Computes nothing itself.

use crate::{failure::Failure, output, stop};
use cgt::{
    Partizan, Thermograph,
    database::{Builder, Database, DatabaseError, Frame, Step},
    games::Amazons,
    meter::{Clock, Meter},
};
use clap::{Args, Subcommand};
use search::Limits;
use serde_json::json;
use std::{path::PathBuf, time::Instant};

/// What to do with a database.
#[derive(Args)]
pub(crate) struct DatabaseArgs {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Compute all positions with one amazon each in a box; a build that was stopped goes on where it was
    #[command(after_help = "Example: quadrille cgt database build 4x4 --file 4x4.cgdb")]
    Build {
        /// Files and rows of the box, such as 4x4; at most 20 squares
        #[arg(value_name = "BOX")]
        frame: String,
        #[command(flatten)]
        file: File,
    },
    /// Mean, temperature and both players' best moves of a position
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
struct File {
    /// The database
    #[arg(long = "file", value_name = "FILE")]
    path: PathBuf,
}

/// Damage and bad input are the same to whoever asked: nothing can be answered.
fn failure(error: DatabaseError) -> Failure {
    match error {
        DatabaseError::Exact(error) => Failure::Failed(error.to_string()),
        other => Failure::bad(other.to_string()),
    }
}

pub(super) fn run(args: &DatabaseArgs) -> Result<(), Failure> {
    match &args.task {
        Task::Build { frame, file } => build(frame, file),
        Task::Probe { file, position, json } => probe(file, position, *json),
        Task::Verify { file } => verify(file),
        Task::Stats { file, json } => stats(file, *json),
    }
}

fn build(frame: &str, file: &File) -> Result<(), Failure> {
    let started = Instant::now();
    let clock = Clock::new(Limits { depth: None, nodes: None, time: None }, stop::on_ctrl_c());
    let mut meter = Meter::new(&clock);
    let mut builder = Builder::new(Frame::parse(frame).map_err(failure)?, &file.path);
    while let Step::Level { squares, positions, resumed } = builder.step(&mut meter).map_err(failure)? {
        let how = if resumed { "found" } else { "computed" };
        output::remark(&format!("{squares} squares: {positions} positions {how}"));
    }
    output::line(&format!("{} built in {:.1} s", file.path.display(), started.elapsed().as_secs_f64()));
    stats(file, false)
}

fn probe(file: &File, position: &str, json: bool) -> Result<(), Failure> {
    let position = Amazons::parse(position)?;
    let entry = Database::open(&file.path).and_then(|d| d.probe(&position)).map_err(failure)?;
    let graph = Thermograph::of(&entry.sketch).map_err(|error| Failure::Failed(error.to_string()))?;
    let [left, right] = entry.best.map(|best| best.map(|after| after.text()));
    if json {
        let object = json!({
            "position": position.text(),
            "mean": graph.mean().to_string(),
            "temperature": graph.temperature().to_string(),
            "left_best": left,
            "right_best": right,
        });
        output::line(&object.to_string());
    } else {
        output::line(&format!("mean {}, temperature {}", graph.mean(), graph.temperature()));
        for (name, best) in [("Left", left), ("Right", right)] {
            output::line(&match best {
                Some(after) => format!("{name} moves best to {after}"),
                None => format!("{name}: no move, or only counting is left"),
            });
        }
    }
    Ok(())
}

fn verify(file: &File) -> Result<(), Failure> {
    let database = Database::open(&file.path).map_err(failure)?;
    let mut checked = 0;
    for position in database.positions() {
        database.audit(&position).map_err(failure)?;
        checked += 1;
    }
    output::line(&format!("{}: all {checked} positions follow from their moves", file.path.display()));
    Ok(())
}

fn stats(file: &File, json: bool) -> Result<(), Failure> {
    let database = Database::open(&file.path).map_err(failure)?;
    let (frame, stats) = (database.frame(), database.stats());
    if json {
        let object = json!({
            "box": frame.to_string(),
            "shapes": stats.shapes,
            "positions": stats.positions,
            "thermographs": stats.thermographs,
            "bytes": stats.bytes,
        });
        output::line(&object.to_string());
    } else {
        output::line(&format!(
            "box {frame}, {} sets of squares, {} positions, {} thermographs, {} bytes",
            stats.shapes, stats.positions, stats.thermographs, stats.bytes
        ));
    }
    Ok(())
}
