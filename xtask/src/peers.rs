//! External programs as referees and opponents: installs the Python package `aei` into the target folder, lets it judge our
//! Arimaa, and lets its engine play in our matches. Installs the mail server that tests of robots send to, too.
//!
//! What is judged is written in `crates/quadrille/tests/peers/arimaa.py`; nothing of that is known here.

use crate::{
    repo::Repo,
    tools::{self, run},
};
use anyhow::{Context, Result, ensure};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// The release of the package whose rules and tools the script is written for.
const AEI: &str = "aei==1.4.1";

/// The mail server for tests.
const AIOSMTPD: &str = "aiosmtpd==1.4.6";

/// Plays this many games from random setups, has them replayed, lets the package's tools play against our engine, and its engine in
/// our matches.
pub fn arimaa(repo: &Repo, count: u32) -> Result<()> {
    let python = python(repo)?;
    let script = repo.root.join("crates/quadrille/tests/peers/arimaa.py");
    let quadrille = tools::quadrille(repo)?;
    let folder = repo.target.join("peers");
    if folder.exists() {
        fs::remove_dir_all(&folder).context("the folder of the last run cannot be removed")?;
    }
    fs::create_dir_all(&folder).context("the folder for peers cannot be made")?;
    let records = folder.join("games.jsonl");
    let mut games = Command::new(&quadrille);
    games.args([
        "match",
        "arimaa",
        "best:tt=64K",
        "mcts:eval=plain,memory=256K",
        "--games",
        &count.to_string(),
    ]);
    games.args(["--nodes", "100", "--openings", "random:2", "--concurrency", "2", "--seed", "4", "--out"]);
    games.arg(&records);
    run(games)?;
    let mut replay = Command::new(&python);
    replay.arg(&script).arg("replay").arg(&records);
    run(replay)?;
    let mut engine = Command::new(&python);
    engine.arg(&script).arg("engine").arg(&quadrille).arg(&folder);
    run(engine)?;
    // Two programs of which one is ours meet in a match of ours, from the setup on and from the middle of a game.
    let simple = python.with_file_name("simple_engine");
    for openings in ["start", "random:6"] {
        let records = folder.join(format!("external-{}.jsonl", openings.replace(':', "-")));
        let mut games = Command::new(&quadrille);
        games.arg("match").arg("arimaa");
        games.arg(format!(
            "aei:exec '{}' engine --protocol aei --player best:nodes=2000",
            quadrille.display()
        ));
        games.arg(format!("aei:exec '{}'", simple.display()));
        games
            .args(["--games", "2", "--time", "2s", "--openings", openings, "--no-recover", "--out"])
            .arg(&records);
        run(games)?;
        // A forfeit is no end that the rules know, so this finds one.
        let mut replay = Command::new(&python);
        replay.arg(&script).arg("replay").arg(&records);
        run(replay)?;
    }
    Ok(())
}

/// The mail server that the tests of robots send to.
pub fn mail_server(repo: &Repo) -> Result<()> {
    package(repo, "mail", AIOSMTPD).map(drop)
}

/// The Python that has the package `aei`.
fn python(repo: &Repo) -> Result<PathBuf> {
    package(repo, "python", AEI)
}

/// The Python that has a package, in an environment of its own in the target folder.
fn package(repo: &Repo, name: &str, package: &str) -> Result<PathBuf> {
    let environment = repo.target.join("tools").join(name);
    let python = environment.join("bin").join("python");
    if has_package(&python, package) {
        println!("    {package}");
        return Ok(python);
    }
    println!("    installing {package} from PyPI into {}", environment.display());
    let mut make = Command::new("python3");
    make.args(["-m", "venv", "--clear"]).arg(&environment);
    run(make).context("a Python environment cannot be made; on Debian it takes the package python3-venv")?;
    let mut install = Command::new(&python);
    install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", package]);
    run(install).with_context(|| format!("{package} could not be installed"))?;
    ensure!(has_package(&python, package), "the {package} just installed cannot be used");
    Ok(python)
}

fn has_package(python: &Path, package: &str) -> bool {
    let (name, version) = package.split_once("==").unwrap_or((package, ""));
    let question = format!("import importlib.metadata as m; print(m.version('{name}'))");
    let answer = Command::new(python).args(["-c", &question]).output();
    answer.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).trim() == version)
}
