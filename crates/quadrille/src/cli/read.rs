//! From the words of the command line to what they ask for, or to one sentence that says what is wrong with them.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use super::Cli;
use crate::{failure::Failure, output};
use clap::{Arg, Command, CommandFactory, FromArgMatches, error::ErrorKind};

impl Cli {
    /// Reads the command line of the program. Help is printed and ends the program; what is wrong becomes a sentence.
    pub(crate) fn read() -> Result<Cli, Failure> {
        let matches = with_negative_numbers(Cli::command()).try_get_matches();
        matches.and_then(|matches| Cli::from_arg_matches(&matches)).map_err(|error| {
            let text = error.render();
            if !error.use_stderr() {
                let text = if output::is_colourful() { text.ansi().to_string() } else { text.to_string() };
                output::trusted(&text);
                output::finish();
                std::process::exit(0);
            }
            if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
                return Failure::bad("a subcommand is missing; --help lists them");
            }
            Failure::bad(sentence(&text.to_string()))
        })
    }
}

/// Takes -1 for a value, which may be out of range, not for an unknown option.
fn with_negative_numbers(command: Command) -> Command {
    let allow = |arg: Arg| {
        let takes_values = arg.get_action().takes_values();
        arg.allow_negative_numbers(takes_values)
    };
    command.mut_args(allow).mut_subcommands(with_negative_numbers)
}

/// The explanation of clap without its frame: the parts that say what is wrong and what would be right, on one line.
fn sentence(text: &str) -> String {
    let is_frame = |part: &str| part.starts_with("Usage:") || part.starts_with("For more information");
    let words = |part: &str| part.split_whitespace().collect::<Vec<_>>().join(" ");
    let parts = text.trim_start_matches("error: ").split("\n\n").map(str::trim);
    parts.filter(|part| !part.is_empty() && !is_frame(part)).map(words).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_frame_of_an_error_is_left_out() {
        let error =
            |words: &[&str]| with_negative_numbers(Cli::command()).try_get_matches_from(words).unwrap_err();
        let said = |words: &[&str]| sentence(&error(words).render().to_string());
        assert_eq!(
            said(&["quadrille", "perft", "tzaar"]),
            "the following required arguments were not provided: --depth <DEPTH>"
        );
        assert_eq!(
            said(&["quadrille", "serv"]),
            "unrecognized subcommand 'serv'; tip: a similar subcommand exists: 'serve'"
        );
        assert_eq!(
            said(&["quadrille", "perft", "tzaar", "--depth", "-1"]),
            "invalid value '-1' for '--depth <DEPTH>': -1 is not in 1..=100"
        );
    }

    #[test]
    fn the_command_line_is_sound() {
        with_negative_numbers(Cli::command()).debug_assert();
    }
}
