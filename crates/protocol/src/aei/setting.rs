//! AEI's options with their types: times in seconds, numbers, facts about the game, and unknown options.

use super::{digits, one_line, split_word};
use game::TextError;
use std::{fmt, time::Duration};

/// The time that an option sets. Zero means unlimited where it is a limit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Time {
    /// For one move.
    Move,
    /// The reserve at the start.
    Reserve,
    /// Upper limit of the reserve.
    MostReserve,
    /// For the whole game.
    Total,
    /// Limit for one turn.
    Turn,
    /// The reserve that gold has now.
    GoldReserve,
    /// The reserve that silver has now.
    SilverReserve,
    /// Used in gold's last turn.
    GoldUsed,
    /// Used in silver's last turn.
    SilverUsed,
    /// Used in the last turn.
    LastUsed,
    /// Used in the running turn so far.
    Used,
}

impl Time {
    /// Every time with its names: first the one that is printed, then those of protocol version 0.
    const NAMES: [(Time, &[&str]); 11] = [
        (Time::Move, &["tcmove"]),
        (Time::Reserve, &["tcreserve"]),
        (Time::MostReserve, &["tcmax"]),
        (Time::Total, &["tctotal"]),
        (Time::Turn, &["tcturntime"]),
        (Time::GoldReserve, &["greserve", "wreserve"]),
        (Time::SilverReserve, &["sreserve", "breserve"]),
        (Time::GoldUsed, &["gused", "wused"]),
        (Time::SilverUsed, &["sused", "bused"]),
        (Time::LastUsed, &["lastmoveused", "tclastmoveused"]),
        (Time::Used, &["moveused", "tcmoveused"]),
    ];
}

/// Names of the facts about the game that do not affect play.
const FACTS: [&str; 4] = ["opponent", "opponent_rating", "rating", "event"];

/// An option and its value.
#[derive(Clone, PartialEq, Debug)]
pub enum Setting {
    /// A time.
    Time(Time, Duration),
    /// `tcpercent`: how much of the unused time of a move is added to the reserve.
    Percent(u32),
    /// `tcturns`: the most turns of a game; 0 means no limit.
    Turns(u32),
    /// A fact about the game that does not affect play: its name, such as `opponent`, and its text.
    Fact(&'static str, String),
    /// `rated`: does the game count?
    Rated(bool),
    /// `hash`: size of the table in megabytes.
    Hash(u32),
    /// `depth`: a fixed depth in steps; `None` for none.
    Depth(Option<u32>),
    /// `threads`: how many to search with.
    Threads(u32),
    /// An option that the protocol does not define; an engine logs a warning and continues.
    Other {
        /// Its name.
        name: String,
        /// Its value, if it has one.
        value: Option<String>,
    },
}

impl Setting {
    /// Reads `name NAME [value VALUE]`.
    pub fn parse(text: &str) -> Result<Setting, TextError> {
        const EXPECTED: &str = "expected as in 'setoption name tcmove value 15'";
        let (word, rest) = split_word(text);
        let (name, rest) = split_word(rest);
        if word != "name" || name.is_empty() {
            return Err(TextError::new(text, format!("does not name an option; {EXPECTED}")));
        }
        let (word, value) = split_word(rest);
        match word {
            "value" => Setting::named(name, Some(value).filter(|v| !v.is_empty())),
            "" => Setting::named(name, None),
            _ => Err(TextError::new(word, format!("is not the word 'value'; {EXPECTED}"))),
        }
    }

    /// The option with this name and value. Only options that the protocol defines can have a bad value.
    pub fn named(name: &str, value: Option<&str>) -> Result<Setting, TextError> {
        let number = |what: &str| -> Result<u32, TextError> {
            let text = value.unwrap_or("");
            digits(text)
                .ok_or_else(|| TextError::new(text, format!("is not a value of '{name}'; expected {what}")))
        };
        if let Some(&(time, _)) = Time::NAMES.iter().find(|(_, names)| names.contains(&name)) {
            let text = value.unwrap_or("");
            let problem = format!("is not a value of '{name}'; expected a number of seconds");
            return seconds(text)
                .map(|duration| Setting::Time(time, duration))
                .ok_or_else(|| TextError::new(text, problem));
        }
        if let Some(fact) = FACTS.iter().find(|known| **known == name) {
            return Ok(Setting::Fact(fact, one_line(value.unwrap_or(""))));
        }
        match name {
            "tcpercent" => Ok(Setting::Percent(number("a whole number of per cent")?)),
            "tcturns" => Ok(Setting::Turns(number("a whole number of turns")?)),
            "hash" => Ok(Setting::Hash(number("a whole number of megabytes")?)),
            "threads" => Ok(Setting::Threads(number("a whole number of threads")?)),
            "depth" => match value.and_then(|v| v.strip_prefix('-')) {
                Some(rest) if digits::<u64>(rest).is_some() => Ok(Setting::Depth(None)),
                _ => Ok(Setting::Depth(Some(number("a whole number of steps")?).filter(|&steps| steps > 0))),
            },
            "rated" => match value {
                Some("1") => Ok(Setting::Rated(true)),
                Some("0") => Ok(Setting::Rated(false)),
                _ => Err(TextError::new(value.unwrap_or(""), "is not a value of 'rated'; expected 1 or 0")),
            },
            _ => {
                let value = value.map(one_line).filter(|v| !v.is_empty());
                Ok(Setting::Other { name: one_line(name), value })
            }
        }
    }

    /// The name under which it is written.
    pub fn name(&self) -> &str {
        match self {
            Setting::Time(time, _) => Time::NAMES
                .iter()
                .find(|(t, _)| t == time)
                .map_or("", |(_, names)| names.first().copied().unwrap_or_default()),
            Setting::Fact(name, _) => name,
            Setting::Percent(_) => "tcpercent",
            Setting::Turns(_) => "tcturns",
            Setting::Rated(_) => "rated",
            Setting::Hash(_) => "hash",
            Setting::Depth(_) => "depth",
            Setting::Threads(_) => "threads",
            Setting::Other { name, .. } => name,
        }
    }

    /// The value as it is written.
    pub fn value(&self) -> Option<String> {
        match self {
            Setting::Time(_, time) => Some(seconds_text(*time)),
            Setting::Fact(_, text) => Some(one_line(text)).filter(|t| !t.is_empty()),
            Setting::Percent(n) | Setting::Turns(n) | Setting::Hash(n) | Setting::Threads(n) => {
                Some(n.to_string())
            }
            Setting::Rated(rated) => Some(if *rated { "1" } else { "0" }.into()),
            Setting::Depth(steps) => Some(steps.unwrap_or(0).to_string()),
            Setting::Other { value, .. } => value.clone(),
        }
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "name {}", self.name())?;
        self.value().map_or(Ok(()), |value| write!(f, " value {value}"))
    }
}

/// Reads seconds, with or without a fraction, truncated to milliseconds; a year or more is refused.
pub(super) fn seconds(text: &str) -> Option<Duration> {
    const MOST: u64 = 366 * 24 * 3600;
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    if fraction.is_empty() || !fraction.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let whole = digits(whole).filter(|&seconds| seconds <= MOST)?;
    let thousandths: String = fraction.chars().chain("000".chars()).take(3).collect();
    Some(Duration::from_secs(whole) + Duration::from_millis(thousandths.parse().ok()?))
}

/// Seconds, without a fraction if they are whole: some engines read whole numbers only.
pub(super) fn seconds_text(time: Duration) -> String {
    match time.subsec_millis() {
        0 => time.as_secs().to_string(),
        millis => format!("{}.{millis:03}", time.as_secs()).trim_end_matches('0').to_owned(),
    }
}
