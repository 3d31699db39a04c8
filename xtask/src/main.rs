//! `cargo xtask`: sets up and runs every check of this repository, on a developer's machine and in CI alike.
//!
//! This file owns the list of steps. It refuses to know what they check: that is in the other modules.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a task runner talks to people")]

mod browser;
mod direction;
mod hygiene;
mod peers;
mod readme;
mod repo;
mod steps;
mod tools;

use anyhow::{Result, bail};
use repo::Repo;
use std::{env, process::ExitCode};
use steps::Step;

const USAGE: &str = "\
Usage: cargo xtask COMMAND

  test     every check and every test; what CI runs
  check    the fast part: rules of the repository, formatting, lints
  peers    other programs as referees of ours
  readme   the commands that README.md shows
  browser  the page in a real browser

Example: cargo xtask check";

/// The fast part, first because it fails first.
const CHECK: [Step; 4] = [
    Step { name: "toolchain: rustfmt and clippy", run: tools::toolchain },
    Step { name: "rules of the repository", run: rules },
    Step {
        name: "formatting: cargo fmt --all --check",
        run: |repo| cargo(repo, &["fmt", "--all", "--check"]),
    },
    Step {
        name: "lints: cargo clippy --workspace --all-targets -- -D warnings",
        run: |repo| cargo(repo, &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]),
    },
];

/// What takes longer. Later checks are added here.
const REST: [Step; 6] = [
    Step { name: "dependencies: cargo deny check bans licenses sources", run: deny },
    Step { name: "tests: cargo test --workspace", run: |repo| cargo(repo, &["test", "--workspace"]) },
    PEERS,
    BROWSER,
    Step { name: "documentation: cargo doc --no-deps --workspace", run: doc },
    README,
];

const PEERS: Step =
    Step { name: "Arimaa judged by pyrimaa: crates/quadrille/tests/peers/arimaa.py", run: peers::arimaa };
const BROWSER: Step =
    Step { name: "page: types, lints, and a real Chromium (tests/browser)", run: browser::run };

const README: Step = Step { name: "commands of README.md, with cargo build --release", run: readme };

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let steps: Vec<Step> = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["test"] => CHECK.into_iter().chain(REST).collect(),
        ["check"] => CHECK.into(),
        ["peers"] => vec![PEERS],
        ["readme"] => vec![README],
        ["browser"] => vec![BROWSER],
        ["help" | "--help" | "-h"] => {
            println!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        [] => return wrong_usage("a command is missing"),
        [unknown] => return wrong_usage(&format!("'{unknown}' is not a command")),
        [_, extra, ..] => return wrong_usage(&format!("'{extra}' is one word too many")),
    };
    match Repo::find() {
        Ok(repo) if steps::run_all(&repo, &steps) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn wrong_usage(problem: &str) -> ExitCode {
    eprintln!("error: {problem}; known: test, check, peers, readme, browser\n\n{USAGE}");
    ExitCode::from(2)
}

fn cargo(repo: &Repo, arguments: &[&str]) -> Result<()> {
    tools::run(repo.cargo(arguments))
}

fn rules(repo: &Repo) -> Result<()> {
    let broken = hygiene::violations(repo)?;
    if !broken.is_empty() {
        bail!("{} places break a rule of the repository:\n{}", broken.len(), broken.join("\n"));
    }
    Ok(())
}

fn deny(repo: &Repo) -> Result<()> {
    let program = tools::cargo_deny(repo)?;
    let mut command = std::process::Command::new(program);
    command.args(["check", "bans", "licenses", "sources"]).current_dir(&repo.root);
    tools::run(command)
}

fn doc(repo: &Repo) -> Result<()> {
    let mut command = repo.cargo(&["doc", "--no-deps", "--workspace"]);
    command.env("RUSTDOCFLAGS", "-Dwarnings");
    tools::run(command)
}

fn readme(repo: &Repo) -> Result<()> {
    let mut build = repo.cargo(&["build", "--release"]);
    build.envs(readme::quick_build(repo));
    tools::run(build)?;
    let (run, skipped) = readme::check(repo)?;
    println!("    {run} commands run, {skipped} marked as not to be run here");
    Ok(())
}
