//! From the words of the command line to a board and a player.

use crate::{cli::PositionArgs, failure::Failure};
use players::{AnyGame, Board, Games, Limits, Milliseconds, SettingValue, TimeLimit};
use std::{path::Path, time::Duration};

/// Largest position or moves file that is read.
const LARGEST_FILE: u64 = 1 << 20;

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
        (None, Some(file)) => entry.at_position(read_small_file(file)?.trim())?,
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

/// Reads a whole text file that should be small.
pub(crate) fn read_small_file(path: &Path) -> Result<String, Failure> {
    let sentence = |problem: &str| Failure::bad(format!("'{}' {problem}", path.display()));
    let size = std::fs::metadata(path).map_err(|e| sentence(&format!("cannot be read: {e}")))?.len();
    if size > LARGEST_FILE {
        return Err(sentence("is larger than 1 MiB, too large for what it should hold"));
    }
    let bytes = std::fs::read(path).map_err(|e| sentence(&format!("cannot be read: {e}")))?;
    String::from_utf8(bytes).map_err(|_| sentence("is not a text file"))
}

/// Makes a folder, unless it is there.
pub(crate) fn make_folder(path: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(path)
        .map_err(|e| Failure::bad(format!("'{}' cannot be made: {e}", path.display())))
}

/// Writes a whole text file: to a temporary file first, so that an old one survives a failure.
pub(crate) fn write_file(path: &Path, text: &str) -> Result<(), String> {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    let written = std::fs::write(&part, text).and_then(|()| std::fs::rename(&part, path));
    written.map_err(|e| {
        // What could not be put in its place is of no use to anybody.
        let _ = std::fs::remove_file(&part);
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
