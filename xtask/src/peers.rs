//! External programs as referees and opponents: installs the Python package `aei` into the target folder, lets it judge our
//! Arimaa, and lets its engine play in our matches.
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

/// The Python that has the package, in an environment of its own in the target folder.
fn python(repo: &Repo) -> Result<PathBuf> {
    let environment = repo.target.join("tools").join("python");
    let python = environment.join("bin").join("python");
    if has_package(&python) {
        println!("    {AEI}");
        return Ok(python);
    }
    println!("    installing {AEI} from PyPI into {}", environment.display());
    let mut make = Command::new("python3");
    make.args(["-m", "venv", "--clear"]).arg(&environment);
    run(make).context("a Python environment cannot be made; on Debian it takes the package python3-venv")?;
    let mut install = Command::new(&python);
    install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", AEI]);
    run(install).with_context(|| format!("{AEI} could not be installed"))?;
    ensure!(has_package(&python), "the {AEI} just installed cannot be used");
    Ok(python)
}

fn has_package(python: &Path) -> bool {
    let question = "import importlib.metadata as m; print('aei==' + m.version('aei'))";
    let answer = Command::new(python).args(["-c", question]).output();
    answer.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).trim() == AEI)
}
