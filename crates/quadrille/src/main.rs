//! The workbench with its four games.

use std::process::ExitCode;

fn main() -> ExitCode {
    quadrille::run(&quadrille::games())
}
