//! The Arimaa Engine Interface, protocol version 1: one message a line, in both directions at once.
//!
//! A controller sends [`ToEngine`] and an engine answers with [`FromEngine`]; both can be parsed and printed. Options are typed in
//! [`Setting`], and [`TimeControl`] holds those of the clock.

mod from_engine;
mod setting;
mod time_control;
mod to_engine;

use crate::words::{alone, digits, one_line, split_word, word_of};

pub use crate::words::{IdField, RESIGN};
pub use from_engine::{FromEngine, Info, LogLevel};
pub use setting::{Setting, Time};
pub use time_control::TimeControl;
pub use to_engine::ToEngine;

/// The version of the protocol that these messages belong to.
pub const PROTOCOL_VERSION: u32 = 1;
