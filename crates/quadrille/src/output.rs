//! The only place that writes to standard output and standard error.

use game::TextStyle;
use indicatif::{ProgressBar, ProgressStyle};
use std::{
    fmt::Display,
    io::{IsTerminal, Write},
};

/// Formats a line and writes it to standard output.
macro_rules! say {
    ($($text:tt)*) => { $crate::output::line(format_args!($($text)*)) };
}

/// Formats a remark and writes it to standard error.
macro_rules! remark {
    ($($text:tt)*) => { $crate::output::remark(format_args!($($text)*)) };
}

/// Writes a line to standard output. A reader that has gone away ends the program quietly, as `head` expects.
pub(crate) fn line(text: impl Display) {
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
pub(crate) fn remark(text: impl Display) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}

/// Progress of long work: a bar on a terminal, plain lines elsewhere. The bar vanishes with the value.
pub(crate) struct Progress {
    bar: Option<ProgressBar>,
    name: String,
    unit: &'static str,
    tenths: u64,
}

impl Progress {
    /// `unit` names what is counted, `name` the work, where that is not obvious.
    pub(crate) fn new(name: &str, unit: &'static str) -> Progress {
        let bar = std::io::stderr().is_terminal().then(|| ProgressBar::new(0));
        let template = format!("{{bar:30}} {{pos}}/{{len}} {unit}, {{eta}} left  {{msg}}");
        if let (Some(bar), Ok(style)) = (&bar, ProgressStyle::with_template(&template)) {
            bar.set_style(style);
        }
        Progress { bar, name: name.to_owned(), unit, tenths: 0 }
    }

    /// Moves the bar and shows a message beside it; `false` if there is no bar.
    pub(crate) fn shows(&self, done: u64, total: u64, message: &str) -> bool {
        let Some(bar) = &self.bar else { return false };
        bar.set_length(total);
        bar.set_position(done);
        bar.set_message(message.to_owned());
        true
    }

    /// Moves the bar, or prints a remark after each tenth of the work.
    pub(crate) fn advance(&mut self, done: u64, total: u64) {
        let tenths = 10 * done / total.max(1);
        if !self.shows(done, total, &self.name) && tenths > self.tenths && done < total {
            self.tenths = tenths;
            let name = if self.name.is_empty() { String::new() } else { format!("{}: ", self.name) };
            remark!("{name}{done} of {total} {}", self.unit);
        }
    }

    /// Prints text above the bar, or calls `elsewhere` with it.
    pub(crate) fn print(&self, text: &str, elsewhere: fn(&str)) {
        match &self.bar {
            Some(bar) => bar.println(text),
            None => elsewhere(text),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// How to draw boards: no colours when the output goes to a file, and none against the wish of NO_COLOR.
pub(crate) fn text_style() -> TextStyle {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if std::io::stdout().is_terminal() && !refused { TextStyle::Colour } else { TextStyle::Plain }
}
