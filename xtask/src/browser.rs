//! The page in a real browser: installs what that needs on a Debian machine, checks the scripts, runs `tests/browser`.
//!
//! What is tested stands in that folder; this file only prepares and starts it.

use crate::{repo::Repo, tools};
use anyhow::{Context, Result, ensure};
use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};

/// A program, and the Debian package that has it.
const NEEDED: [(&str, &str); 3] = [("node", "nodejs"), ("npm", "npm"), ("chromium", "chromium")];

/// Prepares and runs the tests of the page; pictures are left in the target folder.
pub fn run(repo: &Repo) -> Result<()> {
    install_missing()?;
    let folder = repo.root.join("tests").join("browser");
    println!("    npm packages of {}", folder.display());
    npm(&folder, &["ci", "--no-progress", "--loglevel=error"])?;
    npm(&folder, &["run", "--silent", "check"]).context("the page's scripts have problems")?;
    let pictures = repo.target.join("pictures");
    println!("    pictures go to {}", pictures.display());
    let mut tests = command(&folder, &["test", "--silent"]);
    tools::run(repo.cargo(&["build", "--quiet", "--package", "breakthrough"]))?;
    let breakthrough = repo.target.join("debug").join("breakthrough");
    tests
        .env("QUADRILLE", tools::quadrille(repo)?)
        .env("BREAKTHROUGH", breakthrough)
        .env("PICTURES", pictures);
    tools::run(tests)
}

fn npm(folder: &Path, arguments: &[&str]) -> Result<()> {
    tools::run(command(folder, arguments))
}

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new("npm");
    command.args(arguments).current_dir(folder);
    command
}

/// Installs Debian packages for the programs that are not in the path.
fn install_missing() -> Result<()> {
    let missing: Vec<&str> = NEEDED
        .iter()
        .filter(|(program, _)| in_path(program).is_none())
        .map(|(_, package)| *package)
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    ensure!(
        in_path("apt-get").is_some(),
        "{} missing, and there is no apt-get to install it with; see CONTRIBUTING.md",
        missing.join(" and ")
    );
    println!("    installing {} with apt-get", missing.join(", "));
    tools::run(apt(&["update", "--quiet=2"]))?;
    let mut install = apt(&["install", "--yes", "--quiet=2", "--no-install-recommends"]);
    install.args(&missing).arg("fonts-dejavu-core");
    tools::run(install).with_context(|| format!("install {} by hand", missing.join(", ")))
}

fn apt(arguments: &[&str]) -> Command {
    let mut command = Command::new("apt-get");
    command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive");
    command
}

fn in_path(program: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_looked_for_in_the_path() {
        assert!(in_path("bash").is_some());
        assert!(in_path("no-such-program-here").is_none());
    }

    /// A committed lock file must not say where packages were downloaded from.
    #[test]
    fn the_lock_file_names_no_host() {
        let repo = Repo::find().unwrap();
        let lock = std::fs::read_to_string(repo.root.join("tests/browser/package-lock.json")).unwrap();
        assert!(lock.contains("playwright-core"));
        assert!(!lock.contains("\"resolved\""), "npm install again with the .npmrc of that folder");
    }
}
