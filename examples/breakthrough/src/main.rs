//! The workbench with Breakthrough: `cargo run -p breakthrough -- match breakthrough best random --games 10 --nodes 1000`.

use std::process::ExitCode;

fn main() -> ExitCode {
    quadrille::run(&[breakthrough::game()])
}
