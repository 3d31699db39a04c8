//! The command line of the workbench: parses, calls the libraries, prints. No rules and no search live here.
//!
//! Exit codes: 0 done, 1 failed, 2 wrong usage or bad input.

mod cli;
mod cli_tune;
mod commands;
mod engines;
mod failure;
mod output;
mod processor;
mod regions;
mod saved;
mod setup;
mod stop;
mod words;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    if let Some(missing) = processor::lacks() {
        let rebuild = "RUSTFLAGS='-C target-cpu=x86-64-v2' cargo build --release";
        output::complain(&format!(
            "this processor lacks {missing}, which the program was built for; build it with {rebuild}"
        ));
        return ExitCode::FAILURE;
    }
    let cli = cli::Cli::parse();
    match commands::run(cli.command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            output::complain(&failure.to_string());
            ExitCode::from(failure.exit_code())
        }
    }
}
