//! Messages from an engine to a controller.

use super::{IdField, alone, digits, one_line, setting, split_word, word_of};
use game::TextError;
use std::{fmt, time::Duration};

/// A message from an engine.
#[derive(Clone, PartialEq, Debug)]
pub enum FromEngine {
    /// The first line of the handshake; engines that omit it speak version 0.
    ProtocolVersion(u32),
    /// The engine's name, author or version.
    Id(IdField, String),
    /// The handshake is complete.
    AeiOk,
    /// All earlier messages have been processed.
    ReadyOk,
    /// The turn to play in the game's notation, or [`RESIGN`](super::RESIGN); empty if the engine gave none.
    BestMove(String),
    /// Progress of the running search.
    Info(Info),
    /// A message for people.
    Log(LogLevel, String),
}

/// A fact about the running search.
#[derive(Clone, PartialEq, Debug)]
pub enum Info {
    /// In hundredths of a rabbit, from the engine's own side.
    Score(i64),
    /// Steps searched; `begun` while the next step is being searched.
    Depth {
        /// Completed steps.
        steps: u32,
        /// Is the next one being searched?
        begun: bool,
    },
    /// Positions visited, quiescence included.
    Nodes(u64),
    /// The principal variation, with a colour letter before each later turn.
    Pv(String),
    /// Time since the search began.
    Time(Duration),
    /// Any other kind.
    Other {
        /// The kind.
        kind: String,
        /// Its value.
        value: String,
    },
}

/// How serious a log message is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LogLevel {
    /// Not specified.
    Plain,
    /// An error.
    Error,
    /// A warning.
    Warning,
    /// Debug output.
    Debug,
}

impl LogLevel {
    const WORDS: [(LogLevel, &str); 3] =
        [(LogLevel::Error, "Error:"), (LogLevel::Warning, "Warning:"), (LogLevel::Debug, "Debug:")];
}

impl FromEngine {
    /// Reads a line; `None` if it is blank.
    pub fn parse(line: &str) -> Result<Option<FromEngine>, TextError> {
        let (word, rest) = split_word(line);
        let plain = |message| alone(message, word, rest);
        let message = match word {
            "" => return Ok(None),
            "protocol-version" => {
                let problem = "is not a protocol version; expected a number such as 1";
                FromEngine::ProtocolVersion(digits(rest).ok_or_else(|| TextError::new(rest, problem))?)
            }
            "id" => {
                let (field, text) = IdField::parse(rest)?;
                FromEngine::Id(field, text)
            }
            "aeiok" => plain(FromEngine::AeiOk)?,
            "readyok" => plain(FromEngine::ReadyOk)?,
            "bestmove" => FromEngine::BestMove(one_line(rest)),
            "info" => FromEngine::Info(Info::parse(rest)?),
            "log" => {
                let level = |(level, word): &(LogLevel, &str)| Some((*level, rest.strip_prefix(word)?));
                let (level, text) = LogLevel::WORDS.iter().find_map(level).unwrap_or((LogLevel::Plain, rest));
                FromEngine::Log(level, one_line(text))
            }
            _ => {
                return Err(TextError::new(
                    word,
                    "is not a message of an engine; known: protocol-version, id, aeiok, readyok, bestmove, info, log",
                ));
            }
        };
        Ok(Some(message))
    }
}

impl Info {
    /// Reads what follows `info`. A known kind with a bad value is read as `Other`: engines differ here, and nothing
    /// depends on it.
    fn parse(text: &str) -> Result<Info, TextError> {
        let (kind, value) = split_word(text);
        if kind.is_empty() {
            return Err(TextError::new(text, "is not an info message; expected as in 'info score 120'"));
        }
        let typed = || -> Option<Info> {
            Some(match kind {
                "score" => match value.strip_prefix('-') {
                    Some(rest) => Info::Score(-digits::<i64>(rest)?),
                    None => Info::Score(digits(value)?),
                },
                "depth" => {
                    let steps = value.strip_suffix('+');
                    Info::Depth { steps: digits(steps.unwrap_or(value))?, begun: steps.is_some() }
                }
                "nodes" => Info::Nodes(digits(value)?),
                "pv" => Info::Pv(one_line(value)),
                "time" => Info::Time(setting::seconds(value)?),
                _ => return None,
            })
        };
        Ok(typed().unwrap_or_else(|| Info::Other { kind: one_line(kind), value: one_line(value) }))
    }
}

impl fmt::Display for FromEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FromEngine::ProtocolVersion(version) => write!(f, "protocol-version {version}"),
            FromEngine::Id(field, text) => write!(f, "id {} {}", field.word(), one_line(text)),
            FromEngine::AeiOk => write!(f, "aeiok"),
            FromEngine::ReadyOk => write!(f, "readyok"),
            FromEngine::BestMove(turn) => write!(f, "bestmove {}", one_line(turn)),
            FromEngine::Info(info) => write!(f, "info {info}"),
            FromEngine::Log(LogLevel::Plain, text) => write!(f, "log {}", one_line(text)),
            FromEngine::Log(level, text) => {
                write!(f, "log {} {}", word_of(&LogLevel::WORDS, *level), one_line(text))
            }
        }
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Info::Score(score) => write!(f, "score {score}"),
            Info::Depth { steps, begun } => write!(f, "depth {steps}{}", if *begun { "+" } else { "" }),
            Info::Nodes(nodes) => write!(f, "nodes {nodes}"),
            Info::Pv(line) => write!(f, "pv {}", one_line(line)),
            Info::Time(time) => write!(f, "time {}", setting::seconds_text(*time)),
            Info::Other { kind, value } => write!(f, "{} {}", one_line(kind), one_line(value)),
        }
    }
}
