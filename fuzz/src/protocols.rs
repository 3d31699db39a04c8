//! Messages of AEI and UGI, in both directions.

use game::TextError;
use protocol::{aei, ugi};
use std::fmt::{Debug, Display};

/// A line to an engine, from an engine, or both.
pub(crate) fn aei(line: &str) -> bool {
    message(line, aei::ToEngine::parse) | message(line, aei::FromEngine::parse)
}

/// A line to an engine, from an engine, or both.
pub(crate) fn ugi(line: &str) -> bool {
    message(line, ugi::ToEngine::parse) | message(line, ugi::FromEngine::parse)
}

fn message<M: PartialEq + Debug + Display>(
    line: &str,
    parse: impl Fn(&str) -> Result<Option<M>, TextError>,
) -> bool {
    let Ok(Some(message)) = parse(line) else { return false };
    let written = message.to_string();
    assert!(!written.contains(char::is_control), "{written:?} is not one line of text");
    assert_eq!(parse(&written), Ok(Some(message)), "{line:?} was written as {written:?}");
    true
}
