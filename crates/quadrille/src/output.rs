//! The only place that writes to standard output and standard error.

use indicatif::{ProgressBar, ProgressStyle};
use std::{
    fmt::Display,
    io::{IsTerminal, Write},
};

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

/// Writes a remark to standard error; errors there are ignored.
pub(crate) fn remark(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}

/// Writes an error message to standard error.
pub(crate) fn complain(text: &str) {
    remark(&format!("error: {text}"));
}

/// A progress bar on a terminal; `None` elsewhere, where plain lines must do. `unit` names what is counted.
pub(crate) fn progress_bar(total: u64, unit: &str) -> Option<ProgressBar> {
    let bar = std::io::stderr().is_terminal().then(|| ProgressBar::new(total))?;
    if let Ok(style) =
        ProgressStyle::with_template(&format!("{{bar:30}} {{pos}}/{{len}} {unit}, {{eta}} left  {{msg}}"))
    {
        bar.set_style(style);
    }
    Some(bar)
}

/// Prints a remark after each tenth of some work: what is counted, behind a prefix.
pub(crate) fn tenths(prefix: impl Display, unit: &'static str) -> impl FnMut(u64, u64) {
    let mut tenths = 0;
    move |done, total| {
        let now = 10 * done / total.max(1);
        if now > tenths && done < total {
            tenths = now;
            remark(&format!("{prefix}{done} of {total} {unit}"));
        }
    }
}

/// May colours and redrawing be used? Not when the output goes to a file, and not against the wish of NO_COLOR.
pub(crate) fn is_colourful() -> bool {
    std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty())
}
