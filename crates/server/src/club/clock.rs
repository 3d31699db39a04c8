//! The clock of a game between members: live with increments, or some days for each turn.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::error::{ApiError, ApiResult};
use serde::{Deserialize, Serialize};

/// A clock as clients write it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clock {
    /// Seconds at the beginning of a live game.
    #[serde(skip_serializing_if = "Option::is_none")]
    initial: Option<u32>,
    /// Seconds that a turn adds.
    #[serde(skip_serializing_if = "Option::is_none")]
    increment: Option<u32>,
    /// Days for each turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    days: Option<u32>,
}

impl Clock {
    /// The same clock, if there is such a one.
    pub fn checked(self) -> ApiResult<Clock> {
        let wrong = |sentence: String| Err(ApiError::bad(sentence));
        match self {
            Clock { initial: Some(initial), increment, days: None } => {
                let increment = increment.unwrap_or(0);
                if !(10..=3 * 3600).contains(&initial) {
                    return wrong(format!("'initial' is {initial}; expected 10 to 10800 seconds"));
                }
                if increment > 180 {
                    return wrong(format!("'increment' is {increment}; expected 0 to 180 seconds"));
                }
                Ok(Clock { increment: Some(increment), ..self })
            }
            Clock { initial: None, increment: None, days: Some(1..=14) } => Ok(self),
            Clock { initial: None, increment: None, days: Some(days) } => {
                wrong(format!("'days' is {days}; expected 1 to 14"))
            }
            _ => wrong("a clock is {\"initial\": 300, \"increment\": 3} in seconds, or {\"days\": 3}".into()),
        }
    }

    /// Days for each turn of a turn-based game.
    pub fn days(self) -> Option<u32> {
        self.days
    }

    /// The time control of a live game.
    pub fn control(self) -> Option<String> {
        Some(format!("{}s+{}s", self.initial?, self.increment.unwrap_or(0)))
    }

    /// How it is stored.
    pub fn text(self) -> String {
        serde_json::to_string(&self).unwrap_or_default()
    }

    /// Reads what [`Clock::text`] wrote.
    pub fn read(text: &str) -> Clock {
        serde_json::from_str(text).unwrap_or(Clock { initial: None, increment: None, days: Some(14) })
    }

    /// In words.
    pub fn words(self) -> String {
        match self.days {
            Some(1) => "1 day for each turn".into(),
            Some(days) => format!("{days} days for each turn"),
            None => self.control().unwrap_or_default(),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may fail")]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_live_or_turn_based() {
        let read = |text: &str| serde_json::from_str::<Clock>(text).unwrap().checked();
        let live = read(r#"{"initial":300,"increment":3}"#).unwrap();
        assert_eq!((live.control().as_deref(), live.days()), (Some("300s+3s"), None));
        assert_eq!(Clock::read(&live.text()), live);
        assert_eq!(read(r#"{"initial":60}"#).unwrap().control().as_deref(), Some("60s+0s"));
        assert_eq!(read(r#"{"days":3}"#).unwrap().days(), Some(3));
        for bad in [
            "{}",
            r#"{"days":0}"#,
            r#"{"days":15}"#,
            r#"{"initial":9}"#,
            r#"{"initial":60,"days":1}"#,
            r#"{"increment":3}"#,
            r#"{"initial":60,"increment":181}"#,
        ] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
