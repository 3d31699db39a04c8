//! `cargo xtask`: sets up and runs every check of this repository, on a developer's machine and in CI alike.
//!
//! This file owns the list of steps. It refuses to know what they check: that is in the other modules.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a task runner talks to people")]

mod bench;
mod book;
mod browser;
mod commands;
mod direction;
mod fuzz;
mod hygiene;
mod peers;
mod python;
mod reference;
mod repo;
mod results;
mod steps;
mod tools;

use anyhow::{Result, bail};
use repo::Repo;
use std::{env, process::ExitCode};
use steps::Step;

const USAGE: &str = "\
Usage: cargo xtask COMMAND

  test       every check and every test; what CI runs
  check      the fast part: rules of the repository, formatting, lints
  soak       the long tests in full: 20 times as many random games, fuzzed texts and seconds of load
  bench      compare the search's node totals with crates/lab/bench.txt; --update writes the file
  verify     repeat some cells of committed results
  peers      other programs as referees of ours
  mail-server  install the mail server that tests send to
  browser    the page in a real browser
  python     the Python package, its environments and its notebooks
  book       the book: its generated pages, its links, and the commands that it and README.md show
  reference  write the generated pages and diagrams of the book, and the tables that repeat results

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
const REST: [Step; 9] = [
    Step { name: "dependencies: cargo deny check bans licenses sources, and advisories if there", run: deny },
    MAIL_SERVER,
    Step { name: "tests: cargo test --workspace", run: |repo| cargo(repo, &["test", "--workspace"]) },
    BENCH,
    VERIFY,
    PEERS,
    PYTHON,
    BROWSER,
    Step { name: "documentation: cargo doc --no-deps --workspace", run: doc },
];

/// The long tests in full; `testkit::scale` reads the variable.
const SOAK: [Step; 6] = [
    MAIL_SERVER,
    Step { name: "tests: QUADRILLE_SOAK=1 cargo test --workspace --no-fail-fast", run: soak },
    Step {
        name: "shared tables under loom: RUSTFLAGS='--cfg loom' cargo test -p quadrille-search",
        run: loom,
    },
    Step { name: "fuzz targets: a minute each with cargo fuzz run", run: fuzz::soak },
    Step {
        name: "Arimaa judged by pyrimaa: 1000 games, crates/quadrille/tests/peers/arimaa.py",
        run: |repo| peers::arimaa(repo, 1000),
    },
    Step { name: "Python: 1000 games of Amazons judged by OpenSpiel", run: |repo| python::test(repo, 1000) },
];

const BENCH: Step = Step { name: "bench: node totals of crates/lab/bench.txt", run: bench::compare };
const UPDATE_BENCH: Step =
    Step { name: "bench: new node totals for crates/lab/bench.txt", run: bench::update };
const MAIL_SERVER: Step =
    Step { name: "mail server for the tests of robots: aiosmtpd", run: peers::mail_server };
const PEERS: Step = Step {
    name: "Arimaa judged by pyrimaa: 100 games, crates/quadrille/tests/peers/arimaa.py",
    run: |repo| peers::arimaa(repo, 100),
};
const PYTHON: Step = Step {
    name: "Python: pip install ./python, pytest, OpenSpiel as a judge",
    run: |repo| python::test(repo, 10),
};
const BROWSER: Step =
    Step { name: "page: types, lints, and a real Chromium (tests/browser)", run: browser::run };

const BOOK: [Step; 4] = [
    Step { name: "tables of README.md and the book: as their results say", run: results::check_tables },
    Step { name: "generated pages and diagrams of the book", run: reference::check },
    Step { name: "book: mdbook build docs, links, names of files", run: book::check },
    Step { name: "commands of README.md and the book", run: commands::check },
];

const VERIFY: Step =
    Step { name: "results: quadrille lab verify repeats cells of four experiments", run: results::verify };

const TABLES: Step = Step { name: "tables of README.md and the book", run: results::write_tables };
const REFERENCE: Step = Step { name: "generated pages and diagrams of the book", run: reference::write };

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let steps: Vec<Step> = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["test"] => CHECK.into_iter().chain(REST).chain(BOOK).collect(),
        ["check"] => CHECK.into(),
        ["soak"] => SOAK.into(),
        ["bench"] => vec![BENCH],
        ["bench", "--update"] => vec![UPDATE_BENCH],
        ["peers"] => vec![PEERS],
        ["mail-server"] => vec![MAIL_SERVER],
        ["browser"] => vec![BROWSER],
        ["python"] => vec![PYTHON],
        ["book"] => BOOK.into(),
        ["verify"] => vec![VERIFY],
        ["reference"] => vec![REFERENCE, TABLES],
        ["help" | "--help" | "-h"] => {
            println!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        [] => return wrong_usage("a command is missing"),
        [_, extra, ..] => return wrong_usage(&format!("unexpected argument '{extra}'")),
        [unknown] => return wrong_usage(&format!("unknown command '{unknown}'")),
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
    eprintln!("error: {problem}\n\n{USAGE}");
    ExitCode::from(2)
}

/// In a target folder of its own, because the flag changes every crate.
fn loom(repo: &Repo) -> Result<()> {
    let mut command = repo.cargo(&["test", "--package", "quadrille-search", "--lib", "models::"]);
    command.env("RUSTFLAGS", "--cfg loom").env("CARGO_TARGET_DIR", repo.target.join("loom"));
    tools::run(command)
}

fn soak(repo: &Repo) -> Result<()> {
    let mut command = repo.cargo(&["test", "--workspace", "--no-fail-fast"]);
    command.env("QUADRILLE_SOAK", "1");
    tools::run(command)
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
    command.current_dir(&repo.root);
    match tools::advisory_database(&tools::cargo_home()) {
        // Offline, because the database that is there is the one to use.
        Some(_) => command.args(["--offline", "check", "bans", "licenses", "sources", "advisories"]),
        None => {
            println!(
                "    not checked: advisories; 'cargo deny fetch db' gets their database, where a network allows it"
            );
            command.args(["check", "bans", "licenses", "sources"])
        }
    };
    tools::run(command)
}

fn doc(repo: &Repo) -> Result<()> {
    let mut command = repo.cargo(&["doc", "--no-deps", "--workspace"]);
    command.env("RUSTDOCFLAGS", "-Dwarnings");
    tools::run(command)
}
