//! The workbench as a library: [`run`] gives a list of games a command line, a page in the browser, matches and engine
//! protocols.
//!
//! A game of your own is a type that implements [`game::GameDefinition`]; see `examples/breakthrough`.
//!
//! ```no_run
//! # use knightthrough::Definition as MyGame;
//! fn main() -> std::process::ExitCode {
//!     quadrille::run(&[quadrille::players::game::<MyGame>()])
//! }
//! ```
//!
//! Exit codes: 0 done, 1 failed, 2 wrong usage or bad input.

#[macro_use]
mod failure;
#[macro_use]
mod output;
mod cli;
mod commands;
mod input;
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
mod processor;
mod regions;
mod saved;
mod setup;
mod stop;
mod words;

pub use {arena, cgt, game, lab, players, search, server, testkit};

use players::{AnyGame, Games};
use std::process::ExitCode;

/// The four games of the workbench.
pub fn games() -> Vec<&'static dyn AnyGame> {
    players::GAMES.iter().collect()
}

/// Does what the command line asks for, with these games.
pub fn run(games: &[&'static dyn AnyGame]) -> ExitCode {
    if let Some(code) = arena::supervise_engine() {
        return code;
    }
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    if let Some(missing) = processor::lacks() {
        let rebuild = "RUSTFLAGS='-C target-cpu=x86-64-v2' cargo build --release";
        remark!(
            "error: this processor lacks {missing}, which the program was built for; build it with {rebuild}"
        );
        return ExitCode::FAILURE;
    }
    let result = cli::Cli::read().and_then(|cli| commands::run(Games::new(games), cli.command));
    output::finish();
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            remark!("error: {}", failure.sentence);
            ExitCode::from(failure.code)
        }
    }
}
