//! What an engine answers to a controller.

use super::{one_line, setting, split_word};
use game::TextError;
use std::{fmt, time::Duration};

/// A message from an engine.
#[derive(Clone, PartialEq, Debug)]
pub enum FromEngine {
    /// The first line of the opening; engines that leave it out speak version 0.
    ProtocolVersion(u32),
    /// Who the engine is.
    Id(IdField, String),
    /// The opening is over.
    AeiOk,
    /// Everything before the question is done.
    ReadyOk,
    /// What to play.
    BestMove(Reply),
    /// Something about the running search.
    Info(Info),
    /// Words for people.
    Log(LogLevel, String),
}

/// What an engine says about itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IdField {
    /// Its name.
    Name,
    /// Who wrote it.
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
    /// The engine gives up.
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
        /// Is the next one under way?
        begun: bool,
    },
    /// Positions visited, quiescence included.
    Nodes(u64),
    /// The line that is expected, with a colour letter before each later turn.
    Pv(String),
    /// Time since the search began.
    Time(Duration),
    /// The number of the root move that is being searched.
    CurrentMove(u32),
    /// Any other kind.
    Other {
        /// The kind.
        kind: String,
        /// What is said about it.
        value: String,
    },
}

/// How serious a log message is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LogLevel {
    /// Nothing is said about that.
    Plain,
    /// Something is wrong.
    Error,
    /// Something is odd.
    Warning,
    /// For developers.
    Debug,
}

impl LogLevel {
    const WORDS: [(LogLevel, &str); 3] =
        [(LogLevel::Error, "Error:"), (LogLevel::Warning, "Warning:"), (LogLevel::Debug, "Debug:")];
}

impl FromEngine {
    /// Reads a line; `None` for one that is blank.
    pub fn parse(line: &str) -> Result<Option<FromEngine>, TextError> {
        let (word, rest) = split_word(line);
        let plain = |message| match rest {
            "" => Ok(message),
            _ => Err(TextError::new(rest, format!("comes after '{word}', which stands alone"))),
        };
        let message = match word {
            "" => return Ok(None),
            "protocol-version" => {
                let version = whole(rest).and_then(|n| u32::try_from(n).ok());
                let problem = "is not a version of the protocol; it should be a number such as 1";
                FromEngine::ProtocolVersion(version.ok_or_else(|| TextError::new(rest, problem))?)
            }
            "id" => {
                let (field, text) = split_word(rest);
                let known = IdField::WORDS.iter().find(|(_, name)| *name == field);
                let problem =
                    "is not something an engine says about itself; it should be name, author or version";
                let &(field, _) = known.ok_or_else(|| TextError::new(field, problem))?;
                FromEngine::Id(field, one_line(text))
            }
            "aeiok" => plain(FromEngine::AeiOk)?,
            "readyok" => plain(FromEngine::ReadyOk)?,
            "bestmove" => match rest {
                "" => {
                    let problem = "lacks the move; it should be as in 'bestmove Ee2n Ee3n'";
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
    /// Reads what follows `info`. A known kind with a value that it should not have counts as some other kind: engines
    /// differ here, and nothing depends on it.
    fn parse(text: &str) -> Result<Info, TextError> {
        let (kind, value) = split_word(text);
        if kind.is_empty() {
            return Err(TextError::new(text, "is no information; it should be as in 'info score 120'"));
        }
        let typed = || -> Option<Info> {
            let small = |text: &str| whole(text).and_then(|n| u32::try_from(n).ok());
            Some(match kind {
                "score" => match value.strip_prefix('-') {
                    Some(rest) => Info::Score(-i64::try_from(whole(rest)?).ok()?),
                    None => Info::Score(i64::try_from(whole(value)?).ok()?),
                },
                "depth" => {
                    let steps = value.strip_suffix('+');
                    Info::Depth { steps: small(steps.unwrap_or(value))?, begun: steps.is_some() }
                }
                "nodes" => Info::Nodes(whole(value)?),
                "pv" => Info::Pv(one_line(value)),
                "time" => Info::Time(setting::seconds(value)?),
                "currmovenumber" => Info::CurrentMove(small(value)?),
                _ => return None,
            })
        };
        Ok(typed().unwrap_or_else(|| Info::Other { kind: one_line(kind), value: one_line(value) }))
    }
}

/// A number of plain digits.
fn whole(text: &str) -> Option<u64> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|_| digits)
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
