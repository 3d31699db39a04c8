//! Messages from an engine to a controller.

use super::{IdField, alone, one_line, split_word};
use game::TextError;
use std::{fmt, time::Duration};

/// A message from an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FromEngine {
    /// The engine's name, author or version.
    Id(IdField, String),
    /// An option that the engine offers, in its own words.
    Option(String),
    /// The handshake is complete.
    UgiOk,
    /// All earlier messages have been processed.
    ReadyOk,
    /// The turn to play as one word, or [`RESIGN`](super::RESIGN); empty if the engine gave none.
    BestMove(String),
    /// Progress of the running search.
    Info(Info),
    /// The answer to a query.
    Response(String),
}

/// Progress of the running search; facts that the engine did not send are `None`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Info {
    /// Completed depth in actions.
    pub depth: Option<u32>,
    /// Nodes visited.
    pub nodes: Option<u64>,
    /// Nodes per second.
    pub speed: Option<u64>,
    /// Time since the search began.
    pub time: Option<Duration>,
    /// The score for the engine's side.
    pub score: Option<Score>,
    /// The principal variation, one word per turn.
    pub line: Vec<String>,
    /// A message for people.
    pub remark: Option<String>,
}

/// The score of a position for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// An evaluation in the engine's units.
    Estimate(i32),
    /// A win in this many actions.
    Win(u32),
    /// A loss in this many actions.
    Loss(u32),
}

impl FromEngine {
    /// Reads a line; `None` if it is blank.
    pub fn parse(line: &str) -> Result<Option<FromEngine>, TextError> {
        // Control characters separate words here and in what is printed.
        let line = &one_line(line);
        let (word, rest) = split_word(line);
        let plain = |message| alone(message, word, rest);
        Ok(Some(match word {
            "" => return Ok(None),
            "ugiok" => plain(FromEngine::UgiOk)?,
            "readyok" => plain(FromEngine::ReadyOk)?,
            "id" => {
                let (field, text) = IdField::parse(rest)?;
                FromEngine::Id(field, text)
            }
            "option" => FromEngine::Option(one_line(rest)),
            // What it expects of the opponent is not asked for.
            "bestmove" => FromEngine::BestMove(one_line(split_word(rest).0)),
            "info" => FromEngine::Info(Info::parse(rest)),
            "response" => FromEngine::Response(one_line(rest)),
            _ => {
                return Err(TextError::new(
                    word,
                    "is not a message of an engine; known: id, option, ugiok, readyok, bestmove, info, response",
                ));
            }
        }))
    }
}

impl Info {
    /// Reads what follows `info`. Unknown keys and bad values are skipped: engines differ here, and nothing depends on it.
    fn parse(text: &str) -> Info {
        let mut info = Info::default();
        let mut words = text.split_whitespace().peekable();
        while let Some(word) = words.next() {
            match word {
                "depth" => info.depth = words.next().and_then(|n| n.parse().ok()),
                "nodes" => info.nodes = words.next().and_then(|n| n.parse().ok()),
                "nps" => info.speed = words.next().and_then(|n| n.parse().ok()),
                "time" => info.time = words.next().and_then(|n| n.parse().ok()).map(Duration::from_millis),
                "score" => {
                    let kind = words.next_if(|word| ["cp", "win", "loss", "mate"].contains(word));
                    let value = words.next().and_then(|n| n.parse::<i32>().ok());
                    info.score = value.map(|value| match kind {
                        Some("win") => Score::Win(value.unsigned_abs()),
                        Some("loss") => Score::Loss(value.unsigned_abs()),
                        Some("mate") if value > 0 => Score::Win(value.unsigned_abs()),
                        Some("mate") => Score::Loss(value.unsigned_abs()),
                        _ => Score::Estimate(value),
                    });
                }
                "pv" => info.line = words.by_ref().map(str::to_owned).collect(),
                "string" => info.remark = Some(words.by_ref().collect::<Vec<_>>().join(" ")),
                _ => {}
            }
        }
        info
    }
}

impl fmt::Display for FromEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FromEngine::Id(field, text) => write!(f, "id {} {}", field.word(), one_line(text)),
            FromEngine::Option(text) => write!(f, "option {}", one_line(text)),
            FromEngine::UgiOk => write!(f, "ugiok"),
            FromEngine::ReadyOk => write!(f, "readyok"),
            FromEngine::BestMove(turn) => write!(f, "bestmove {}", one_line(turn)),
            FromEngine::Info(info) => write!(f, "info{info}"),
            FromEngine::Response(text) => write!(f, "response {}", one_line(text)),
        }
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.depth.iter().try_for_each(|depth| write!(f, " depth {depth}"))?;
        self.time.iter().try_for_each(|time| write!(f, " time {}", time.as_millis()))?;
        self.nodes.iter().try_for_each(|nodes| write!(f, " nodes {nodes}"))?;
        self.speed.iter().try_for_each(|speed| write!(f, " nps {speed}"))?;
        match self.score {
            None => {}
            Some(Score::Estimate(value)) => write!(f, " score cp {value}")?,
            Some(Score::Win(actions)) => write!(f, " score win {actions}")?,
            Some(Score::Loss(actions)) => write!(f, " score loss {actions}")?,
        }
        if !self.line.is_empty() {
            write!(f, " pv {}", one_line(&self.line.join(" ")))?;
        }
        self.remark.iter().try_for_each(|remark| write!(f, " string {}", one_line(remark)))
    }
}
