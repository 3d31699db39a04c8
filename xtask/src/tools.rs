//! Tools that the checks need: which are there, which are installed and how.
//!
//! Nothing is installed outside the toolchain and the target folder; what a browser needs is in `browser.rs`.

use crate::repo::Repo;
use anyhow::{Context, Result, ensure};
use std::{
    env,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// The release of cargo-deny that `deny.toml` is written for.
const CARGO_DENY: &str = "0.20.2";

/// The release of cargo-fuzz that `fuzz/Cargo.toml` is written for.
const CARGO_FUZZ: &str = "0.13.2";

/// The release of mdBook that `docs/book.toml` is written for.
const MDBOOK: &str = "0.5.4";

/// Runs a command with our own input and output; an error says how it ended.
pub fn run(mut command: Command) -> Result<()> {
    let shown = describe(&command);
    let status = command.status().with_context(|| format!("'{shown}' could not be started"))?;
    ensure!(status.success(), "'{shown}' ended with {status}");
    Ok(())
}

/// Runs a command and returns what it printed; an error says how it ended.
pub fn output(mut command: Command) -> Result<String> {
    let shown = describe(&command);
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("'{shown}' could not be started"))?;
    ensure!(output.status.success(), "'{shown}' ended with {}", output.status);
    String::from_utf8(output.stdout).with_context(|| format!("'{shown}' printed something that is not UTF-8"))
}

/// The command as a person would type it.
fn describe(command: &Command) -> String {
    let program =
        Path::new(command.get_program()).file_name().unwrap_or_default().to_string_lossy().into_owned();
    let arguments = command.get_args().map(|a| a.to_string_lossy().into_owned());
    std::iter::once(program).chain(arguments).collect::<Vec<_>>().join(" ")
}

/// Makes sure that rustfmt and clippy are part of the toolchain.
pub fn toolchain(repo: &Repo) -> Result<()> {
    for (component, subcommand) in [("rustfmt", "fmt"), ("clippy", "clippy")] {
        let mut ask = repo.cargo(&[subcommand, "--version"]);
        match ask.output() {
            Ok(output) if output.status.success() => {
                println!("    {}", String::from_utf8_lossy(&output.stdout).trim());
            }
            _ => {
                println!("    installing {component} with rustup");
                let mut rustup = Command::new("rustup");
                rustup.args(["component", "add", component]).current_dir(&repo.root);
                run(rustup)
                    .with_context(|| format!("cargo {subcommand} is missing and cannot be installed"))?;
            }
        }
    }
    Ok(())
}

/// The cargo-deny to use.
pub fn cargo_deny(repo: &Repo) -> Result<OsString> {
    cargo_tool(repo, "cargo-deny", CARGO_DENY, &[])
}

/// Where cargo and its tools keep what they download.
pub fn cargo_home() -> PathBuf {
    let default = || env::home_dir().unwrap_or_default().join(".cargo");
    env::var_os("CARGO_HOME").map_or_else(default, PathBuf::from)
}

/// The database of advisories that `cargo deny fetch db` has left there, if it has.
pub fn advisory_database(cargo_home: &Path) -> Option<PathBuf> {
    let folders = cargo_home.join("advisory-dbs").read_dir().ok()?.flatten().map(|entry| entry.path());
    folders.into_iter().find(|folder| folder.join("crates").is_dir())
}

/// The cargo-fuzz to use.
pub fn cargo_fuzz(repo: &Repo) -> Result<OsString> {
    cargo_tool(repo, "cargo-fuzz", CARGO_FUZZ, &[])
}

/// The mdBook to use, without its server for authors.
pub fn mdbook(repo: &Repo) -> Result<OsString> {
    cargo_tool(repo, "mdbook", MDBOOK, &["--no-default-features", "--features", "search"])
}

/// A program of crates.io, installed into the target folder if the right version is not in the path.
fn cargo_tool(repo: &Repo, name: &str, version: &str, features: &[&str]) -> Result<OsString> {
    let root = repo.target.join("tools");
    let own = root.join("bin").join(name).into_os_string();
    for program in [OsString::from(name), own.clone()] {
        if version_of(&program).as_deref() == Some(version) {
            println!("    {name} {version}");
            return Ok(program);
        }
    }
    println!("    installing {name} {version} into {} (a minute or two)", root.display());
    let mut install = repo.cargo(&["install", name, "--locked", "--debug", "--force", "--version", version]);
    install.args(features).arg("--quiet").arg("--root").arg(&root);
    run(install).with_context(|| format!("{name} could not be installed"))?;
    ensure!(version_of(&own).as_deref() == Some(version), "the {name} just installed does not run");
    Ok(own)
}

/// The quadrille that documentation is checked with: the one that the variable QUADRILLE names, or a development build.
pub fn quadrille(repo: &Repo) -> Result<PathBuf> {
    if let Some(program) = env::var_os("QUADRILLE") {
        return fs::canonicalize(&program).with_context(|| format!("QUADRILLE is {}", program.display()));
    }
    run(repo.cargo(&["build", "--quiet", "--package", "quadrille"]))?;
    Ok(repo.target.join("debug").join("quadrille"))
}

/// The number that `PROGRAM --version` ends with.
fn version_of(program: &OsString) -> Option<String> {
    let output = Command::new(program).arg("--version").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    text.split_whitespace().last().map(|word| word.trim_start_matches('v').into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_command_is_named() {
        let mut command = Command::new("bash");
        command.args(["-c", "exit 3"]);
        assert_eq!(run(command).unwrap_err().to_string(), "'bash -c exit 3' ended with exit status: 3");
        let missing = Command::new("no-such-program-here");
        assert_eq!(run(missing).unwrap_err().to_string(), "'no-such-program-here' could not be started");
    }

    #[test]
    fn advisories_need_their_database() {
        let home = Repo::find().unwrap().target.join("advisories-test");
        let database = home.join("advisory-dbs").join("advisory-db-1");
        fs::create_dir_all(database.join("crates")).unwrap();
        assert_eq!(advisory_database(&home), Some(database.clone()));
        fs::remove_dir_all(&home).unwrap();
        assert_eq!(advisory_database(&home), None);
    }

    #[test]
    fn versions_are_the_last_word() {
        assert_eq!(version_of(&"no-such-program-here".into()), None);
        assert!(version_of(&"bash".into()).is_some());
    }
}
