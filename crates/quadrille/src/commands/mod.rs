//! The subcommands, one file each.

mod analyze;
mod bench;
pub(crate) mod cgt;
mod convert;
mod matches;
mod perft;
mod play;
mod players;
mod properties;
mod show;
mod solve;
mod tzaar;
mod welcome;

use crate::{cli::Command, failure::Failure};

/// Does what was asked for; without a subcommand, says what could be.
pub(crate) fn run(command: Option<Command>) -> Result<(), Failure> {
    match command {
        None => welcome::run(),
        Some(Command::Play(args)) => play::run(&args),
        Some(Command::Analyze(args)) => analyze::run(&args),
        Some(Command::Solve(args)) => solve::run(&args),
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Match(args)) => matches::run(&args),
        Some(Command::Show(args)) => show::run(&args),
        Some(Command::Convert(args)) => convert::run(&args),
        Some(Command::Tzaar(args)) => tzaar::run(&args),
        Some(Command::Players(args)) => players::run(&args),
        Some(Command::Cgt(args)) => cgt::run(&args),
        Some(Command::Properties(args)) => properties::run(&args),
    }
}
