//! The subcommands, one file each.

mod analyze;
mod bench;
pub(crate) mod cgt;
mod compliance;
mod convert;
mod engine;
mod lab;
mod matches;
mod perft;
mod play;
mod players;
mod properties;
mod serve;
mod show;
mod solve;
mod tournament;
mod tune;
mod tzaar;

use crate::{
    cli::{Cli, Command},
    failure::Failure,
};
use clap::Parser;

/// Does what was asked for; without a subcommand, serves the workbench in the browser.
pub(crate) fn run(command: Option<Command>) -> Result<(), Failure> {
    match command {
        None => run(Cli::parse_from(["quadrille", "serve"]).command),
        Some(Command::Serve(args)) => serve::run(&args),
        Some(Command::Play(args)) => play::run(&args),
        Some(Command::Analyze(args)) => analyze::run(&args),
        Some(Command::Solve(args)) => solve::run(&args),
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Match(args)) => matches::run(&args),
        Some(Command::Tournament(args)) => tournament::run(&args),
        Some(Command::Show(args)) => show::run(&args),
        Some(Command::Convert(args)) => convert::run(&args),
        Some(Command::Engine(args)) => engine::run(&args),
        Some(Command::Compliance(args)) => compliance::run(&args),
        Some(Command::Tzaar(args)) => tzaar::run(&args),
        Some(Command::Players(args)) => players::run(&args),
        Some(Command::Cgt(args)) => cgt::run(&args),
        Some(Command::Properties(args)) => properties::run(&args),
        Some(Command::Lab(args)) => lab::run(&args.task),
    }
}
