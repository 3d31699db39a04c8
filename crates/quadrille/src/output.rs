//! The only place that writes to standard output and standard error.
//!
//! Most of what is printed comes from files, engines and the network. So text is printed with its control characters made
//! visible, as in `\u{1b}`: it can neither command the terminal nor reorder a line. JSON keeps to the escapes of JSON. An
//! output that cannot be written ends the program with exit code 1 and a sentence; only a reader that has gone away ends
//! it quietly, as `head` expects.

use game::TextStyle;
use indicatif::{ProgressBar, ProgressStyle};
use players::Board;
use serde_json::Value;
use std::{
    fmt::{Display, Write as _},
    fs::File,
    io::{self, ErrorKind, IsTerminal, Write},
    os::fd::AsFd,
};

/// Formats a line and writes it to standard output.
macro_rules! say {
    ($($text:tt)*) => { $crate::output::line(format_args!($($text)*)) };
}

/// Formats a remark and writes it to standard error.
macro_rules! remark {
    ($($text:tt)*) => { $crate::output::remark(format_args!($($text)*)) };
}

/// Writes a line to standard output.
pub(crate) fn line(text: impl Display) {
    trusted(&visible(&format!("{text}\n")));
}

/// Writes text that has its own line ends to standard output.
pub(crate) fn text(text: &str) {
    trusted(&visible(text));
}

/// Draws a board, in colours if they are wanted; squares of the last turn are marked.
pub(crate) fn board(board: &dyn Board, marked: &[String]) {
    let style = if is_colourful() { TextStyle::Colour } else { TextStyle::Plain };
    trusted(&format!("{}\n", board.text_board(style, marked).trim_end()));
}

/// Writes JSON to standard output, as one line.
pub(crate) fn json(value: &Value) {
    json_line(&value.to_string());
}

/// Writes a line that is JSON already. What its serializer has left unescaped stands in strings, where it may be escaped.
pub(crate) fn json_line(text: &str) {
    let mut escaped = String::with_capacity(text.len() + 1);
    for c in text.chars() {
        // All of them are below U+10000, so one escape is enough.
        let _ = if is_command(c) { write!(escaped, "\\u{:04x}", c as u32) } else { escaped.write_char(c) };
    }
    trusted(&(escaped + "\n"));
}

/// Writes our own text as it is, colours included.
pub(crate) fn trusted(text: &str) {
    let mut out = io::stdout().lock();
    if let Err(error) = out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        leave(&error);
    }
}

/// Makes sure that everything printed has arrived. Some file systems tell only now that there was no room.
pub(crate) fn finish() {
    let file = io::stdout().as_fd().try_clone_to_owned().map(File::from);
    let Ok(file) = file else { return };
    if file.metadata().is_ok_and(|metadata| metadata.is_file())
        && let Err(error) = file.sync_data()
        && !matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported)
    {
        leave(&error);
    }
}

/// Ends the program because nothing more can be printed. Engines must not outlive it.
fn leave(error: &io::Error) -> ! {
    arena::kill_all_engines();
    if error.kind() == ErrorKind::BrokenPipe {
        std::process::exit(0);
    }
    remark!("error: standard output cannot be written: {error}");
    std::process::exit(1);
}

/// Writes a remark to standard error; errors there are ignored.
pub(crate) fn remark(text: impl Display) {
    let _ = writeln!(io::stderr().lock(), "{}", visible(&text.to_string()));
}

/// The text with every character visible that could command a terminal or reorder a line.
fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if is_command(c) && c != '\n' && c != '\t' {
            shown.extend(c.escape_unicode());
        } else {
            shown.push(c);
        }
    }
    shown
}

/// Is it a control character of ASCII, Latin-1 or Unicode: one that moves, hides or reorders text?
fn is_command(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
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
        let bar = io::stderr().is_terminal().then(|| ProgressBar::new(0));
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
        bar.set_message(visible(message));
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
            Some(bar) => bar.println(visible(text)),
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

/// May colours be used? Not when the output goes to a file, and not against the wish of NO_COLOR.
pub(crate) fn is_colourful() -> bool {
    io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_commands_a_terminal_becomes_visible() {
        assert_eq!(visible("é→♞\tx\n"), "é→♞\tx\n");
        assert_eq!(visible("\x1b]0;title\x07"), "\\u{1b}]0;title\\u{7}");
        assert_eq!(visible("a\rb\0\x7f\u{9b}31m"), "a\\u{d}b\\u{0}\\u{7f}\\u{9b}31m");
        assert_eq!(
            visible("\u{202e}live\u{2066}\u{200f}\u{feff}"),
            "\\u{202e}live\\u{2066}\\u{200f}\\u{feff}"
        );
    }

    #[test]
    fn every_control_character_is_below_the_surrogates() {
        assert!(('\u{10000}'..=char::MAX).all(|c| !is_command(c)), "json_line writes four digits");
    }
}
