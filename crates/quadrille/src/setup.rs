//! From the words of the command line to a board and a player.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::{
    cli::PositionArgs,
    failure::Failure,
    input::{self, Limit},
};
use players::{AnyGame, Board, Games, Limits, Milliseconds, SettingValue, TimeLimit};
use std::{
    fs::{self, File},
    io::Write,
    path::Path,
    time::Duration,
};

/// Splits `GAME[:VARIANT]`.
pub(crate) fn game(games: Games, text: &str) -> Result<(&'static dyn AnyGame, &str), Failure> {
    let (name, variant) = text.split_once(':').unwrap_or((text, ""));
    Ok((games.find(name)?, variant))
}

/// Where the command line says to begin.
pub(crate) struct Start {
    pub(crate) entry: &'static dyn AnyGame,
    pub(crate) board: Box<dyn Board>,
    /// Squares of the last turn, if any was played.
    pub(crate) marked: Vec<String>,
}

/// The board that the game, position and moves arguments describe.
pub(crate) fn board(games: Games, text: &str, args: &PositionArgs) -> Result<Start, Failure> {
    let (entry, variant) = game(games, text)?;
    let mut board = match (&args.position, &args.file) {
        (Some(position), _) => entry.at_position(position)?,
        (None, Some(file)) => entry.at_position(input::read_text(file, Limit::Small)?.trim())?,
        (None, None) => entry.start(variant)?,
    };
    let mut marked = Vec::new();
    for turn in args.moves.iter().flat_map(|moves| moves.split_whitespace()) {
        marked = board.play(turn)?.squares;
    }
    Ok(Start { entry, board, marked })
}

/// A board whose game is not finished.
pub(crate) fn unfinished_board(games: Games, text: &str, args: &PositionArgs) -> Result<Start, Failure> {
    let start = board(games, text, args)?;
    if start.board.outcome().is_some() {
        refuse!("'{}' is finished: there is no turn to search for", start.board.position_text());
    }
    Ok(start)
}

/// Makes a folder, unless it is there.
pub(crate) fn make_folder(path: &Path) -> Result<(), Failure> {
    fs::create_dir_all(path).map_err(|e| Failure::bad(format!("'{}' cannot be made: {e}", path.display())))
}

/// Writes a whole text file: to a temporary file first, so that an old one survives a failure, and to the disk before it
/// takes the place of the old one. A device or folder is never replaced.
pub(crate) fn write_file(path: &Path, text: &str) -> Result<(), String> {
    if path.metadata().is_ok_and(|metadata| !metadata.is_file()) {
        return Err(format!("'{}' cannot be written: not a regular file", path.display()));
    }
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    let written = File::create(&part).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&part, path)
    });
    written.map_err(|e| {
        // What could not be put in its place is of no use.
        let _ = fs::remove_file(&part);
        format!("'{}' cannot be written: {e}", path.display())
    })
}

/// Reads a length of time that is more than nothing.
pub(crate) fn parse_time(text: &str) -> Result<Duration, String> {
    match Milliseconds::parse(text) {
        Some(Milliseconds(ms)) if ms > 0 => Ok(Duration::from_millis(ms)),
        _ => Err("a time looks like 500ms, 2s or 1m".into()),
    }
}

/// Reads a number of nodes; `1e6` is allowed.
pub(crate) fn parse_nodes(text: &str) -> Result<u64, String> {
    use players::Number;
    Number::<1, { i64::MAX }>::parse(text)
        .map(|n| n.0 as u64)
        .ok_or("a number looks like 50000 or 1e6".into())
}

/// Reads a number of nodes that may be none.
pub(crate) fn parse_count(text: &str) -> Result<u64, String> {
    if text == "0" { Ok(0) } else { parse_nodes(text) }
}

/// Limits from the usual options.
pub(crate) fn limits(depth: Option<u32>, nodes: Option<u64>, time: Option<Duration>) -> Limits {
    Limits { depth, nodes, time: time.map(TimeLimit::exactly) }
}

/// Another seed for each start of the program, where games should differ.
pub(crate) fn fresh_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(0, |time| time.as_nanos() as u64)
}
