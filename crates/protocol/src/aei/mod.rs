//! The Arimaa Engine Interface, protocol version 1: one message a line, in both directions at once.
//!
//! [`ToEngine`] is what a controller says, [`FromEngine`] what an engine answers; both read and write either end of the
//! channel. Options are typed in [`Setting`], and [`TimeControl`] is the text `15s/90s/100/2m/2h/5m` that tools share.

mod from_engine;
mod setting;
mod time_control;
mod to_engine;

pub use from_engine::{FromEngine, IdField, Info, LogLevel, Reply};
pub use setting::{Fact, Setting, Time};
pub use time_control::TimeControl;
pub use to_engine::{Placement, ToEngine};

/// The version of the protocol that these messages belong to.
pub const PROTOCOL_VERSION: u32 = 1;

/// Splits a line into its first word and the rest, both without blanks around them.
fn split_word(line: &str) -> (&str, &str) {
    let line = line.trim_matches(is_blank);
    line.split_once(is_blank).map_or((line, ""), |(word, rest)| (word, rest.trim_matches(is_blank)))
}

/// Control characters separate words like blanks do.
fn is_blank(sign: char) -> bool {
    sign.is_whitespace() || sign.is_control()
}

/// A text that cannot break out of its line: control characters become blanks.
fn one_line(text: &str) -> String {
    let words = text.trim_matches(is_blank).chars();
    words.map(|c| if c.is_control() { ' ' } else { c }).collect()
}
