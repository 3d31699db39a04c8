//! The fuzz targets of `fuzz/`: a minute of each under libFuzzer, or the seeded mutator where cargo-fuzz is not to be had.
//!
//! What a target checks is in `fuzz/src`; nothing is judged here.

use crate::{repo::Repo, tools};
use anyhow::{Context, Result, ensure};
use std::{fs, path::Path, process::Command};

/// Seconds for each target.
const SECONDS: u32 = 60;

/// A target that needs more memory than this, in megabytes, has failed.
const MOST_MEGABYTES: u32 = 512;

/// An input that takes longer than this, in seconds, has failed.
const LONGEST: u32 = 60;

/// Fuzzes every target and says with which fuzzer.
pub fn soak(repo: &Repo) -> Result<()> {
    match tools::cargo_fuzz(repo) {
        Ok(program) => {
            println!("    libFuzzer: {SECONDS} s for each target");
            targets(&repo.root)?.iter().try_for_each(|target| run(repo, Command::new(&program), target))
        }
        Err(error) => {
            println!("    {error:#}; the seeded mutator stands in for libFuzzer");
            let mut command = repo.cargo(&["test", "--package", "quadrille-fuzz"]);
            command.env("QUADRILLE_SOAK", "1");
            tools::run(command)
        }
    }
}

/// The names of all targets, sorted.
fn targets(root: &Path) -> Result<Vec<String>> {
    let folder = root.join("fuzz/fuzz_targets");
    let mut names = Vec::new();
    for entry in fs::read_dir(&folder).with_context(|| format!("{} cannot be read", folder.display()))? {
        let path = entry?.path();
        names.push(path.file_stem().unwrap_or_default().to_string_lossy().into_owned());
    }
    ensure!(!names.is_empty(), "{} holds no target", folder.display());
    names.sort();
    Ok(names)
}

/// Runs one target. New inputs go to the target folder, so that the corpus of the repository stays as it is.
fn run(repo: &Repo, mut command: Command, target: &str) -> Result<()> {
    let found = repo.target.join("fuzz-corpus").join(target);
    fs::create_dir_all(&found).with_context(|| format!("{} cannot be created", found.display()))?;
    command
        .args(["fuzz", "run", "--dev", "--sanitizer", "none", "--features", "libfuzzer", target])
        .arg(&found)
        .arg(Path::new("fuzz/corpus").join(target))
        .arg("--")
        .arg(format!("-max_total_time={SECONDS}"))
        .arg(format!("-rss_limit_mb={MOST_MEGABYTES}"))
        .arg(format!("-timeout={LONGEST}"))
        .args(["-print_final_stats=1", "-verbosity=0"])
        .current_dir(&repo.root);
    tools::run(command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_found_by_their_files() {
        let repo = Repo::find().unwrap();
        let names = targets(&repo.root).unwrap();
        assert!(names.len() >= 10 && names.contains(&"positions".into()), "{names:?}");
        assert!(names.is_sorted());
    }
}
