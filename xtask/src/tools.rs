//! Tools that the checks need: which are there, which are installed and how.
//!
//! Nothing is installed outside the toolchain and the target folder; what a browser needs is in `browser.rs`.

use crate::repo::Repo;
use anyhow::{Context, Result, ensure};
use std::{ffi::OsString, path::Path, process::Command};

/// The release of cargo-deny that `deny.toml` is written for.
const CARGO_DENY: &str = "0.20.2";

/// Runs a command with our own input and output; an error says how it ended.
pub fn run(mut command: Command) -> Result<()> {
    let shown = describe(&command);
    let status = command.status().with_context(|| format!("'{shown}' could not be started"))?;
    ensure!(status.success(), "'{shown}' ended with {status}");
    Ok(())
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

/// The cargo-deny to use, installed into the target folder if the right one is not in the path.
pub fn cargo_deny(repo: &Repo) -> Result<OsString> {
    let root = repo.target.join("tools");
    let own = root.join("bin").join("cargo-deny").into_os_string();
    for program in [OsString::from("cargo-deny"), own.clone()] {
        if version_of(&program).as_deref() == Some(CARGO_DENY) {
            println!("    cargo-deny {CARGO_DENY}");
            return Ok(program);
        }
    }
    println!("    installing cargo-deny {CARGO_DENY} into {} (a minute or two)", root.display());
    let mut install =
        repo.cargo(&["install", "cargo-deny", "--locked", "--debug", "--force", "--version", CARGO_DENY]);
    install.arg("--quiet").arg("--root").arg(&root);
    run(install).context("cargo-deny could not be installed")?;
    ensure!(version_of(&own).as_deref() == Some(CARGO_DENY), "the cargo-deny just installed does not run");
    Ok(own)
}

/// The number that `PROGRAM --version` ends with.
fn version_of(program: &OsString) -> Option<String> {
    let output = Command::new(program).arg("--version").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    text.split_whitespace().last().map(String::from)
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
    fn versions_are_the_last_word() {
        assert_eq!(version_of(&"no-such-program-here".into()), None);
        assert!(version_of(&"bash".into()).is_some());
    }
}
