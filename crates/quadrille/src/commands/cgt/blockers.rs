//! `quadrille cgt blockers`: builds, probes and verifies databases of blocker territories, and counts what they add. Computes nothing
//! itself.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::{failure::Failure, output};
use clap::{Args, Subcommand};
use players::blockers::{self, Blockers, BlockersError, Comparison};
use serde_json::json;
use std::{
    fs,
    io::{ErrorKind, Read},
    path::{Path, PathBuf},
    time::Instant,
};

/// What to do with a database of blocker territories.
#[derive(Subcommand)]
pub(crate) enum Task {
    /// Compute all territories in a box
    #[command(after_help = "Example: quadrille cgt blockers build 4x4 --amazons 2 --file 4x4.blockers
Takes a second or two. Players with eval=blockers compute the databases of 4x4 and 5x3 squares themselves when they first need them.")]
    Build {
        /// Files and rows of the box, such as 4x4; at most 16 squares
        size: String,
        /// Most amazons of a territory, 1 or 2
        #[arg(long, default_value_t = 2)]
        amazons: u8,
        #[command(flatten)]
        file: File,
    },
    /// The number of turns that are certain in a territory
    #[command(
        after_help = "Example: quadrille cgt blockers probe --file 4x4.blockers --position \"X..|.#.|..#\""
    )]
    Probe {
        #[command(flatten)]
        file: File,
        /// Rows from the top separated by '|': x amazon, X blocker, '.' empty, '#' anything else
        #[arg(long, value_name = "TEXT")]
        position: String,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Check the file, and that every territory follows from its moves
    #[command(after_help = "Example: quadrille cgt blockers verify --file 4x4.blockers")]
    Verify {
        #[command(flatten)]
        file: File,
    },
    /// Play random games, and count in how many positions the database knows more than counting without it
    #[command(after_help = "Example: quadrille cgt blockers compare 10x10 --games 100 --seed 1")]
    Compare {
        /// Files and rows of the board, such as 10x10
        size: String,
        /// Number of random games
        #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
        games: u32,
        /// Random seed
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
}

#[derive(Args)]
pub(crate) struct File {
    /// The database
    #[arg(long = "file", value_name = "FILE")]
    path: PathBuf,
}

pub(super) fn run(task: &Task) -> Result<(), Failure> {
    match task {
        Task::Build { size, amazons, file } => build(size, *amazons, &file.path),
        Task::Probe { file, position, json } => probe(&file.path, position, *json),
        Task::Verify { file } => verify(&file.path),
        Task::Compare { size, games, seed, json } => compare(size, *games, *seed, *json),
    }
}

fn bad(path: &Path) -> impl Fn(BlockersError) -> Failure {
    move |error| Failure::bad(format!("'{}': {error}", path.display()))
}

fn build(size: &str, amazons: u8, path: &Path) -> Result<(), Failure> {
    let started = Instant::now();
    let numbers = size.split_once('x').and_then(|(f, r)| Some((f.parse().ok()?, r.parse().ok()?)));
    let Some((files, rows)) = numbers else { refuse!("'{size}' is not a box; use one such as 4x4") };
    check_target(path)?;
    let blockers = Blockers::build(files, rows, amazons).map_err(Failure::bad)?;
    let bytes = blockers.to_bytes();
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    fs::write(&part, &bytes)
        .and_then(|()| fs::rename(&part, path))
        .map_err(|error| Failure::failed(format!("'{}': {error}", path.display())))?;
    say!(
        "{}: box {files}x{rows}, {} territories with up to {amazons} amazons, {} of them defective, {} bytes, {:.1} s",
        path.display(),
        blockers.grounds(),
        blockers.defective(),
        bytes.len(),
        started.elapsed().as_secs_f64()
    );
    Ok(())
}

/// Refuses to overwrite anything but such a database.
fn check_target(path: &Path) -> Result<(), Failure> {
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => refuse!("'{}': {error}", path.display()),
        Ok(_) => {}
    }
    let is_own = fs::metadata(path).is_ok_and(|found| found.is_file())
        && read(path).is_ok_and(|bytes| Blockers::is_magic(&bytes));
    if !is_own {
        refuse!("'{}' exists and is no database of blocker territories; choose another name", path.display());
    }
    Ok(())
}

/// The bytes of a file that may be a database.
fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let failed = |error: std::io::Error| Failure::bad(format!("'{}': {error}", path.display()));
    // Opening a pipe would wait for a writer.
    if !fs::metadata(path).map_err(failed)?.is_file() {
        refuse!("'{}' is not an ordinary file", path.display());
    }
    let mut bytes = Vec::new();
    let most = Blockers::MOST_BYTES as u64;
    fs::File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes)).map_err(failed)?;
    Ok(bytes)
}

fn open(path: &Path) -> Result<Blockers, Failure> {
    Blockers::from_bytes(&read(path)?).map_err(bad(path))
}

fn probe(path: &Path, text: &str, json: bool) -> Result<(), Failure> {
    let database = open(path)?;
    let Some((turns, empty)) = blockers::probe(&database, text)? else {
        let (files, rows) = database.size();
        refuse!(
            "'{text}' is not in the database: it holds connected territories with 1 to {} amazons in a box of {files}x{rows}",
            database.amazons()
        );
    };
    if json {
        output::json(&json!({"position": text, "turns": turns, "empty": empty}));
    } else {
        say!("{turns} turns are certain on {empty} empty squares");
    }
    Ok(())
}

fn verify(path: &Path) -> Result<(), Failure> {
    let blockers = open(path)?;
    if !blockers.is_consistent() {
        refuse!("'{}': a territory does not follow from its moves", path.display());
    }
    say!("{}: all {} territories follow from their moves", path.display(), blockers.grounds());
    Ok(())
}

fn compare(size: &str, games: u32, seed: u64, json: bool) -> Result<(), Failure> {
    let Comparison { positions, settled, decided, grounds, better } = blockers::compare(size, games, seed)?;
    if json {
        output::json(&json!({
            "positions": positions,
            "settled": settled,
            "decided": decided,
            "grounds": grounds,
            "better": better,
        }));
        return Ok(());
    }
    let [settled, settled_with] = settled;
    let [decided, decided_with] = decided;
    say!("{positions} positions of {games} random games, without and with the database");
    say!("value known without search: {settled} and {settled_with}");
    say!("winner known without search: {decided} and {decided_with}");
    say!("{better} of {grounds} grounds of one side have better bounds");
    Ok(())
}
