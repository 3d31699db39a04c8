//! Messages from a controller to an engine.

use super::{alone, digits, one_line, split_word, with_word, word_of};
use game::TextError;
use std::{fmt, str::FromStr, time::Duration};

/// A message from a controller.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ToEngine {
    /// Opens the handshake: the engine identifies itself.
    Ugi,
    /// Asks the engine to answer once it has processed all earlier messages.
    IsReady,
    /// An option.
    SetOption {
        /// Its name.
        name: String,
        /// Its value, if it has one.
        value: Option<String>,
    },
    /// A new game begins.
    NewGame,
    /// The position to search.
    Position {
        /// Where the game began.
        start: Start,
        /// The turns since then, each one word.
        turns: Vec<String>,
    },
    /// Search and answer with one best move.
    Go(Go),
    /// Stop the search and answer with the best turn so far.
    Stop,
    /// A question about the position.
    Query(Query),
    /// Quit.
    Quit,
}

/// Where a game began.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Start {
    /// At the usual start.
    Usual,
    /// At a position in the game's own notation.
    Position(String),
}

/// Limits of a search; without any, the engine decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// For this turn.
    pub move_time: Option<Duration>,
    /// Depth in actions.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// The clocks of the game.
    pub clocks: Option<Clocks>,
    /// Until `stop`.
    pub infinite: bool,
}

/// Both sides' clocks and increments.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clocks {
    /// Remaining time.
    pub remaining: [Duration; 2],
    /// Increment per turn.
    pub increment: [Duration; 2],
}

/// A question about the position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Query {
    /// Is the game over?
    GameOver,
    /// Is it the first side's turn?
    FirstToMove,
    /// Who has won?
    Result,
}

impl Query {
    const WORDS: [(Query, &str); 3] =
        [(Query::GameOver, "gameover"), (Query::FirstToMove, "p1turn"), (Query::Result, "result")];
}

impl ToEngine {
    /// Reads a line; `None` if it is blank.
    pub fn parse(line: &str) -> Result<Option<ToEngine>, TextError> {
        // Control characters separate words here and in what is printed.
        let line = &one_line(line);
        let (word, rest) = split_word(line);
        let plain = |message| alone(Some(message), word, rest);
        match word {
            "" => Ok(None),
            "ugi" => plain(ToEngine::Ugi),
            "isready" => plain(ToEngine::IsReady),
            "uginewgame" => plain(ToEngine::NewGame),
            "stop" => plain(ToEngine::Stop),
            "quit" => plain(ToEngine::Quit),
            "setoption" => option(rest).map(Some),
            "position" => position(rest).map(Some),
            "go" => Go::parse(rest).map(|go| Some(ToEngine::Go(go))),
            "query" => {
                let problem = "is not a query; expected gameover, p1turn or result";
                let query = with_word(&Query::WORDS, rest).ok_or_else(|| TextError::new(rest, problem))?;
                Ok(Some(ToEngine::Query(query)))
            }
            _ => Err(TextError::new(
                word,
                "is not a message; known: ugi, isready, setoption, uginewgame, position, go, stop, query, quit",
            )),
        }
    }
}

/// Reads `name NAME [value VALUE]`; the name may have several words.
fn option(text: &str) -> Result<ToEngine, TextError> {
    let wrong =
        || TextError::new(text, "does not name an option; expected as in 'setoption name threads value 2'");
    let (word, rest) = split_word(text);
    if word != "name" || rest.is_empty() {
        return Err(wrong());
    }
    let words: Vec<&str> = rest.split_whitespace().collect();
    let mut parts = words.splitn(2, |word| *word == "value").map(|words| words.join(" "));
    let name = parts.next().filter(|name| !name.is_empty()).ok_or_else(wrong)?;
    let value = parts.next().filter(|value| !value.is_empty());
    Ok(ToEngine::SetOption { name, value })
}

/// Reads `startpos|fen F [moves …]`.
fn position(text: &str) -> Result<ToEngine, TextError> {
    const EXPECTED: &str = "expected as in 'position startpos moves b1-c3' or 'position fen TEXT'";
    // Blanks inside a position are part of it: some games write empty squares so.
    let (head, turns) = match text.split_once(" moves") {
        Some((head, turns)) if turns.is_empty() || turns.starts_with(char::is_whitespace) => (head, turns),
        _ => (text, ""),
    };
    let turns = turns.split_whitespace().map(str::to_owned).collect();
    let start = match split_word(head) {
        ("startpos", "") => Start::Usual,
        ("fen", fen) if !fen.is_empty() => Start::Position(fen.into()),
        _ => return Err(TextError::new(text, format!("is not a position; {EXPECTED}"))),
    };
    Ok(ToEngine::Position { start, turns })
}

impl Go {
    /// Reads what follows `go`.
    fn parse(text: &str) -> Result<Go, TextError> {
        let mut go = Go::default();
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            if word == "infinite" {
                go.infinite = true;
                continue;
            }
            let known = ["movetime", "depth", "nodes", "p1time", "p2time", "p1inc", "p2inc"];
            if !known.contains(&word) {
                let problem = format!("is not an argument of go; known: {}, infinite", known.join(", "));
                return Err(TextError::new(word, problem));
            }
            let value = words.next().unwrap_or("");
            let mut clocks = go.clocks.unwrap_or_default();
            match word {
                "movetime" => go.move_time = Some(milliseconds(word, value)?),
                "depth" => go.depth = Some(number(word, value)?),
                "nodes" => go.nodes = Some(number(word, value)?),
                "p1time" => clocks.remaining[0] = milliseconds(word, value)?,
                "p2time" => clocks.remaining[1] = milliseconds(word, value)?,
                "p1inc" => clocks.increment[0] = milliseconds(word, value)?,
                _ => clocks.increment[1] = milliseconds(word, value)?,
            }
            if word.starts_with('p') {
                go.clocks = Some(clocks);
            }
        }
        Ok(go)
    }
}

fn number<N: FromStr>(word: &str, value: &str) -> Result<N, TextError> {
    digits(value).ok_or_else(|| TextError::new(value, format!("is not a whole number after '{word}'")))
}

/// Some controllers send negative clocks; they count as zero.
fn milliseconds(word: &str, value: &str) -> Result<Duration, TextError> {
    match value.strip_prefix('-') {
        Some(below) => number::<u64>(word, below).map(|_| Duration::ZERO),
        None => number(word, value).map(Duration::from_millis),
    }
}

impl fmt::Display for ToEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ToEngine::Ugi => write!(f, "ugi"),
            ToEngine::IsReady => write!(f, "isready"),
            ToEngine::SetOption { name, value } => {
                write!(f, "setoption name {}", one_line(name))?;
                value.iter().try_for_each(|value| write!(f, " value {}", one_line(value)))
            }
            ToEngine::NewGame => write!(f, "uginewgame"),
            ToEngine::Position { start, turns } => {
                match start {
                    Start::Usual => write!(f, "position startpos")?,
                    Start::Position(text) => write!(f, "position fen {}", one_line(text))?,
                }
                if !turns.is_empty() {
                    write!(f, " moves")?;
                }
                turns.iter().try_for_each(|turn| write!(f, " {}", one_line(turn)))
            }
            ToEngine::Go(go) => go.fmt(f),
            ToEngine::Stop => write!(f, "stop"),
            ToEngine::Query(query) => write!(f, "query {}", word_of(&Query::WORDS, *query)),
            ToEngine::Quit => write!(f, "quit"),
        }
    }
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "go")?;
        self.move_time.iter().try_for_each(|time| write!(f, " movetime {}", time.as_millis()))?;
        self.depth.iter().try_for_each(|depth| write!(f, " depth {depth}"))?;
        self.nodes.iter().try_for_each(|nodes| write!(f, " nodes {nodes}"))?;
        if let Some(Clocks { remaining, increment }) = self.clocks {
            let [t1, t2] = remaining.map(|time| time.as_millis());
            let [i1, i2] = increment.map(|time| time.as_millis());
            write!(f, " p1time {t1} p2time {t2} p1inc {i1} p2inc {i2}")?;
        }
        if self.infinite { write!(f, " infinite") } else { Ok(()) }
    }
}
