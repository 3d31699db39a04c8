//! Messages from an engine to a controller.

use super::{alone, digits, one_line, setting, split_word};
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
    /// The turn to play, or a resignation.
    BestMove(Reply),
    /// Progress of the running search.
    Info(Info),
    /// A message for people.
    Log(LogLevel, String),
}

/// One fact about the engine.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IdField {
    /// Its name.
    Name,
    /// Its author.
    Author,
    /// Its version.
    Version,
}

impl IdField {
    const WORDS: [(IdField, &str); 3] =
        [(IdField::Name, "name"), (IdField::Author, "author"), (IdField::Version, "version")];
}

/// The answer to `go`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// A turn in the game's notation.
    Turn(String),
    /// The engine resigns.
    Resign,
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
    /// The number of the root move that is being searched.
    CurrentMove(u32),
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
                let (field, text) = split_word(rest);
                let known = IdField::WORDS.iter().find(|(_, name)| *name == field);
                let problem = "is not a key of id; expected name, author or version";
                let &(field, _) = known.ok_or_else(|| TextError::new(field, problem))?;
                FromEngine::Id(field, one_line(text))
            }
            "aeiok" => plain(FromEngine::AeiOk)?,
            "readyok" => plain(FromEngine::ReadyOk)?,
            "bestmove" => match rest {
                "" => {
                    let problem = "is missing the move; expected as in 'bestmove Ee2n Ee3n'";
                    return Err(TextError::new(line.trim(), problem));
                }
                "resign" => FromEngine::BestMove(Reply::Resign),
                turn => FromEngine::BestMove(Reply::Turn(one_line(turn))),
            },
            "info" => FromEngine::Info(Info::parse(rest)?),
            "log" => {
                let level = LogLevel::WORDS.iter().find(|(_, name)| rest.starts_with(name));
                let (level, text) =
                    level.map_or((LogLevel::Plain, rest), |(l, name)| (*l, &rest[name.len()..]));
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
                "currmovenumber" => Info::CurrentMove(digits(value)?),
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
            FromEngine::Id(field, text) => {
                let word = IdField::WORDS.iter().find(|(known, _)| known == field).map_or("", |(_, w)| w);
                write!(f, "id {word} {}", one_line(text))
            }
            FromEngine::AeiOk => write!(f, "aeiok"),
            FromEngine::ReadyOk => write!(f, "readyok"),
            FromEngine::BestMove(Reply::Resign) => write!(f, "bestmove resign"),
            FromEngine::BestMove(Reply::Turn(turn)) => write!(f, "bestmove {}", one_line(turn)),
            FromEngine::Info(info) => write!(f, "info {info}"),
            FromEngine::Log(level, text) => {
                let word =
                    LogLevel::WORDS.iter().find(|(known, _)| known == level).map(|(_, w)| format!("{w} "));
                write!(f, "log {}{}", word.unwrap_or_default(), one_line(text))
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
            Info::CurrentMove(number) => write!(f, "currmovenumber {number}"),
            Info::Other { kind, value } => write!(f, "{} {}", one_line(kind), one_line(value)),
        }
    }
}
