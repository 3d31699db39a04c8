//! Committed results: texts that repeat them are up to date, and a sample of their cells gives the same again.

use crate::{repo::Repo, tools};
use anyhow::{Context, Result, ensure};
use std::{fs, process::Command};

/// Texts with blocks begin them so; `quadrille lab tables --help` explains the blocks.
const MARKERS: [&str; 2] = ["<!-- result:", "<!-- value:"];

/// Results of each game that are cheap to repeat: a few seconds in all.
const SAMPLE: [&str; 4] =
    ["tzaar-table-1.1", "amazons-e5", "knightthrough-aspiration-nodes", "arimaa-goal-and-trap-alphabeta"];

/// Writes the tables and figures of README.md and the book from results.
pub fn write_tables(repo: &Repo) -> Result<()> {
    tables(repo, &[])
}

/// Fails if a table or a figure of README.md or the book is not what its result says.
pub fn check_tables(repo: &Repo) -> Result<()> {
    tables(repo, &["--check"]).context("run cargo xtask reference")
}

fn tables(repo: &Repo, options: &[&str]) -> Result<()> {
    let mut files = Vec::new();
    for file in repo.files()? {
        let is_text = file.extension().is_some_and(|e| e == "md");
        if is_text && (file.starts_with("docs/src") || file.as_os_str() == "README.md") {
            let text = fs::read_to_string(repo.root.join(&file))?;
            if MARKERS.iter().any(|marker| text.contains(marker)) {
                files.push(file);
            }
        }
    }
    ensure!(!files.is_empty(), "no text repeats a result: the markers have changed");
    let mut command = Command::new(tools::quadrille(repo)?);
    command.current_dir(&repo.root).args(["lab", "tables"]).args(options).args(files);
    print!("    {}", tools::output(command)?);
    Ok(())
}

/// Repeats some cells of some results.
pub fn verify(repo: &Repo) -> Result<()> {
    let program = tools::quadrille(repo)?;
    for name in SAMPLE {
        let mut command = Command::new(&program);
        command.current_dir(&repo.root).args(["lab", "verify", name]);
        print!("    {}", tools::output(command)?);
    }
    Ok(())
}
