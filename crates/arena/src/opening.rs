//! Openings: where the games of a match begin, so that deterministic players do not play the same game again and again.
//!
//! Every opening is played twice, with colours swapped. Random openings are made of turns of the game's `random` player
//! and depend on nothing but the seed and their number; a file has one opening per line. Nothing is played here beyond the
//! opening.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::error::{ArenaError, read_at_most};
use game::{Key, Outcome, TextError};
use players::{AnyGame, Board, Limits, Request, SpecError, derive_seed};
use std::{
    collections::HashSet,
    fmt,
    path::{Path, PathBuf},
    str::FromStr,
    sync::atomic::AtomicBool,
};

/// Sets the seeds of openings apart from those of players.
const PURPOSE: u64 = 1;

/// Where openings come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpeningSource {
    /// Every game begins at the start of its variant.
    Start,
    /// A random start of the game for each pair, for games that have such starts.
    Starts,
    /// So many random turns.
    Random(u32),
    /// A file with one opening per line.
    File(PathBuf),
}

impl OpeningSource {
    /// Longer random openings are not openings any more.
    const MOST_TURNS: u32 = 500;
}

impl FromStr for OpeningSource {
    type Err = TextError;

    /// Reads `start`, `starts`, `random:K` or the name of a file.
    fn from_str(text: &str) -> Result<OpeningSource, TextError> {
        if let Some(number) = text.strip_prefix("random:") {
            let turns = number.parse().ok().filter(|turns| (1..=Self::MOST_TURNS).contains(turns));
            let problem = format!("is not a number of random turns; write 1 to {}", Self::MOST_TURNS);
            return turns.map(OpeningSource::Random).ok_or_else(|| TextError::new(number, problem));
        }
        let problem = "is not an opening; write start, starts, random:4 or the name of a file";
        match text {
            "start" => Ok(OpeningSource::Start),
            "starts" => Ok(OpeningSource::Starts),
            "" | "random" => Err(TextError::new(text, problem)),
            file => Ok(OpeningSource::File(file.into())),
        }
    }
}

impl fmt::Display for OpeningSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpeningSource::Start => write!(f, "start"),
            OpeningSource::Starts => write!(f, "starts"),
            OpeningSource::Random(turns) => write!(f, "random:{turns}"),
            OpeningSource::File(path) => write!(f, "{}", path.display()),
        }
    }
}

/// The beginning of a pair of games.
pub struct Opening {
    /// Where it comes from, for records.
    pub id: String,
    /// The position before the turns of the opening, as text.
    pub start: String,
    /// The turns, as words.
    pub turns: Vec<String>,
    /// The game after those turns; it is not finished.
    pub board: Box<dyn Board>,
}

impl Clone for Opening {
    fn clone(&self) -> Opening {
        let Opening { id, start, turns, board } = self;
        Opening { id: id.clone(), start: start.clone(), turns: turns.clone(), board: board.copy() }
    }
}

impl Opening {
    /// The positions before and after each of its turns.
    pub(crate) fn positions(&self, entry: &dyn AnyGame) -> Result<Vec<Box<dyn Board>>, TextError> {
        let mut board = entry.at_position(&self.start)?;
        let mut positions = vec![board.copy()];
        for turn in &self.turns {
            board.play(turn)?;
            positions.push(board.copy());
        }
        Ok(positions)
    }
}

/// The openings of a match, made when they are first asked for. The opening of a pair does not depend on how many pairs
/// there are.
pub struct Openings {
    entry: &'static dyn AnyGame,
    variant: String,
    source: OpeningSource,
    seed: u64,
    made: Vec<Opening>,
    seen: HashSet<Key>,
}

impl Openings {
    /// Tries for an opening that is new and in which no side wins with the first action.
    const FUSSY_TRIES: u64 = 100;
    /// So many more for one that is merely not finished.
    const TRIES: u64 = 1000;

    /// Prepares the openings of a match; reads and checks the whole file if there is one.
    pub fn new(
        entry: &'static dyn AnyGame,
        variant: &str,
        source: OpeningSource,
        seed: u64,
    ) -> Result<Openings, ArenaError> {
        let made = match &source {
            OpeningSource::Start => {
                let board = entry.start(variant)?;
                let (id, start) = ("start".into(), board.position_text());
                vec![Opening { id, start, turns: Vec::new(), board }]
            }
            // The first one is made at once, so that a game without random starts is refused before anything is played.
            OpeningSource::Starts => vec![random_start(entry, variant, seed, 0)?],
            OpeningSource::Random(_) => Vec::new(),
            OpeningSource::File(path) => read_file(entry, variant, path)?,
        };
        Ok(Openings { entry, variant: variant.into(), source, seed, made, seen: HashSet::new() })
    }

    /// The opening of a pair. A file is begun again when it is used up.
    pub fn of_pair(&mut self, pair: u64) -> Result<Opening, ArenaError> {
        let turns = match self.source {
            OpeningSource::Random(turns) => turns,
            OpeningSource::Starts => return random_start(self.entry, &self.variant, self.seed, pair),
            _ => {
                let place = pair % (self.made.len() as u64).max(1);
                return self.made_opening(place);
            }
        };
        while (self.made.len() as u64) <= pair {
            let opening = self.random_opening(turns)?;
            self.seen.insert(opening.board.key());
            self.made.push(opening);
        }
        self.made_opening(pair)
    }

    /// A copy of an opening that has been made.
    fn made_opening(&self, place: u64) -> Result<Opening, ArenaError> {
        let made = usize::try_from(place).ok().and_then(|place| self.made.get(place));
        made.cloned().ok_or_else(|| ArenaError::Input(format!("there is no opening {place}")))
    }

    /// The next random opening: new and without a win in one action where possible, in any case not finished.
    fn random_opening(&self, turns: u32) -> Result<Opening, ArenaError> {
        let number = self.made.len() as u64;
        for attempt in 0..Self::FUSSY_TRIES + Self::TRIES {
            let Some(opening) = self.random_attempt(turns, number, attempt)? else { continue };
            let fussy = attempt < Self::FUSSY_TRIES;
            if !fussy || !(self.seen.contains(&opening.board.key()) || wins_at_once(opening.board.as_ref())) {
                return Ok(opening);
            }
        }
        Err(ArenaError::Input(format!(
            "no unfinished game was found after {turns} random turns of {}; ask for fewer",
            self.entry.name()
        )))
    }

    /// Plays random turns; `None` if the game ends on the way.
    fn random_attempt(&self, turns: u32, number: u64, attempt: u64) -> Result<Option<Opening>, ArenaError> {
        let mut board = self.entry.start(&self.variant)?;
        let start = board.position_text();
        let seed = derive_seed(self.seed, &[PURPOSE, number, attempt]);
        let no_player =
            |e: SpecError| ArenaError::Input(format!("random openings need a random player: {e}"));
        let mut player =
            self.entry.spec("random").and_then(|random| random.build(seed)).map_err(no_player)?;
        let stop = AtomicBool::new(false);
        let limits = Limits { depth: Some(1), nodes: Some(1), time: None };
        let mut words = Vec::new();
        for _ in 0..turns {
            if board.outcome().is_some() {
                return Ok(None);
            }
            let info = player.choose_turn(board.as_ref(), Request::new(limits, &stop), &mut |_| ());
            words.push(board.play(info.turn().unwrap_or_default())?.word);
        }
        let id = format!("random:{turns}#{}", number + 1);
        Ok(board.outcome().is_none().then_some(Opening { id, start, turns: words, board }))
    }
}

/// The random start of a pair.
fn random_start(entry: &dyn AnyGame, variant: &str, seed: u64, pair: u64) -> Result<Opening, ArenaError> {
    if !variant.is_empty() {
        let problem = "cannot be combined with random starts, which have a variant of their own";
        return Err(TextError::new(variant, problem).into());
    }
    // The variant was made here, so an error must not quote it: it was not typed by anyone.
    let board = entry.start(&format!("random={}", derive_seed(seed, &[PURPOSE, pair]))).map_err(|_| {
        TextError::new("starts", format!("needs a game with random starts, and {} has none", entry.name()))
    })?;
    let (id, start) = (format!("starts#{}", pair + 1), board.position_text());
    Ok(Opening { id, start, turns: Vec::new(), board })
}

/// Can the side to move win with a single action? Cheap even where a turn can be completed in millions of ways.
fn wins_at_once(board: &dyn Board) -> bool {
    board.actions().iter().any(|action| {
        let mut after = board.copy();
        after.play(action).is_ok() && after.outcome() == Some(Outcome::Win(board.to_move()))
    })
}

/// Reads a file of openings: a position, `moves` and turns from the start, or a position followed by `moves` and turns.
/// Empty lines and lines that begin with `# ` are left out.
fn read_file(entry: &dyn AnyGame, variant: &str, path: &Path) -> Result<Vec<Opening>, ArenaError> {
    let wrong = |problem: String| ArenaError::Input(format!("{}{problem}", path.display()));
    let bytes = read_at_most(path, LARGEST_FILE).map_err(|e| wrong(format!(": {e}")))?.ok_or_else(|| {
        wrong(format!(" has more than {LARGEST_FILE} bytes, which no file of openings needs"))
    })?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut openings = Vec::new();
    for (index, bytes) in bytes.split(|&b| b == b'\n').enumerate() {
        let bad = |problem: TextError| ArenaError::bad_line(path, index + 1, problem);
        let line = std::str::from_utf8(bytes)
            .map_err(|_| bad(TextError::new(&String::from_utf8_lossy(bytes), "is not UTF-8")))?
            .trim();
        if line.is_empty() || line == "#" || line.starts_with("# ") {
            continue;
        }
        let id = format!("{name}:{}", index + 1);
        openings.push(read_line(entry, variant, line, id).map_err(bad)?);
    }
    if openings.is_empty() {
        return Err(wrong(" holds no opening; write one per line".into()));
    }
    Ok(openings)
}

/// A larger file is not one of openings.
const LARGEST_FILE: u64 = 64 << 20;
/// Separates a position from the turns behind it.
const MOVES: &str = "moves";

fn read_line(entry: &dyn AnyGame, variant: &str, line: &str, id: String) -> Result<Opening, TextError> {
    // Blanks may mean something in a position, so it is kept as it is.
    let is_blank = |sign: Option<char>| sign.is_none_or(char::is_whitespace);
    let around = |(at, _)| Some((line.get(..at)?, line.get(at + MOVES.len()..)?));
    let is_word = |(before, after): &(&str, &str)| {
        is_blank(before.chars().next_back()) && is_blank(after.chars().next())
    };
    let parts = line.match_indices(MOVES).filter_map(around).find(is_word);
    let (position, turns) = parts.map_or((line, ""), |(before, after)| (before.trim(), after));
    let mut board = if position.is_empty() { entry.start(variant)? } else { entry.at_position(position)? };
    let start = board.position_text();
    let mut played = Vec::new();
    for turn in turns.split_whitespace() {
        if board.outcome().is_some() {
            return Err(TextError::new(turn, "comes after the end of the game"));
        }
        played.push(board.play(turn)?.word);
    }
    if board.outcome().is_some() {
        return Err(TextError::new(line, "is a finished game; an opening must leave something to play"));
    }
    Ok(Opening { id, start, turns: played, board })
}
