//! The only place that writes to standard output and standard error.

use std::io::{IsTerminal, Write};

/// Writes a line to standard output. A reader that has gone away ends the program quietly, as `head` expects.
pub(crate) fn line(text: &str) {
    write(&format!("{text}\n"));
}

/// Writes text to standard output without a line end.
pub(crate) fn write(text: &str) {
    let mut out = std::io::stdout().lock();
    if out.write_all(text.as_bytes()).and_then(|()| out.flush()).is_err() {
        std::process::exit(0);
    }
}

/// Writes a remark to standard error; if even that is gone there is nobody to tell.
pub(crate) fn remark(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}

/// Writes an error message to standard error.
pub(crate) fn complain(text: &str) {
    remark(&format!("error: {text}"));
}

/// May colours and redrawing be used? Not when the output goes to a file, and not against the wish of NO_COLOR.
pub(crate) fn is_colourful() -> bool {
    std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty())
}
