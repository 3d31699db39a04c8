//! The subcommands, one file each.

mod analyze;
mod bench;
pub(crate) mod cgt;
mod club;
mod compliance;
mod convert;
mod engine;
mod lab;
mod learn;
mod matches;
mod perft;
mod play;
mod players;
mod properties;
mod results;
mod robot;
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
use ::players::Games;
use clap::Parser;

/// Does what was asked for; without a subcommand, serves the workbench in the browser.
pub(crate) fn run(games: Games, command: Option<Command>) -> Result<(), Failure> {
    match command {
        None => run(games, Cli::parse_from(["quadrille", "serve"]).command),
        Some(Command::Serve(args)) => serve::run(games, &args),
        Some(Command::Play(args)) => play::run(games, &args),
        Some(Command::Analyze(args)) => analyze::run(games, &args),
        Some(Command::Solve(args)) => solve::run(games, &args),
        Some(Command::Perft(args)) => perft::run(games, &args),
        Some(Command::Bench(args)) => bench::run(games, &args),
        Some(Command::Match(args)) => matches::run(games, &args),
        Some(Command::Tournament(args)) => tournament::run(games, &args),
        Some(Command::Show(args)) => show::run(games, &args),
        Some(Command::Convert(args)) => convert::run(games, &args),
        Some(Command::Engine(args)) => engine::run(games, &args),
        Some(Command::Compliance(args)) => compliance::run(games, &args),
        Some(Command::Tzaar(args)) => tzaar::run(games, &args),
        Some(Command::Players { game }) => players::run(games, game.as_deref()),
        Some(Command::Cgt(question)) => cgt::run(&question),
        Some(Command::Properties(args)) => properties::run(games, &args),
        Some(Command::Club(task)) => club::run(&task),
        Some(Command::Robot(args)) => robot::run(games, &args),
        Some(Command::Lab(task)) => lab::run(games, &task),
        Some(Command::Learn(args)) => learn::run(games, &args),
    }
}
