//! Runs the commands that README.md shows, so that it cannot promise what the program does not do.
//!
//! In every fenced block marked `console`, a line that begins with `$ ` is a command (continued on the next line by a
//! trailing `\`), and the lines up to the next command are output that must appear, in this order, other lines between
//! them allowed. `…` stands for any text within a line; a line of `…` alone stands for any lines. Not run are:
//! `cargo run --release` without a subcommand, which serves until it is stopped; `cargo xtask …`, which would call
//! itself; and commands with the trailing comment `# long`. Everything else must end with exit code 0.

use crate::repo::Repo;
use anyhow::{Context, Result, bail, ensure};
use std::{
    env,
    ffi::OsString,
    fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// A command of the README that takes longer than this hangs, or should be marked `# long`.
const PATIENCE: Duration = Duration::from_secs(300);

/// A command as the README shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Shown {
    /// Its line in the file, from 1.
    line: usize,
    command: String,
    expected: Vec<String>,
}

/// What cargo is told for the commands: release builds without optimisation across crates, which would take minutes longer
/// than all commands together, in a folder of their own, so that they take nobody's own release build away.
pub fn quick_build(repo: &Repo) -> [(&'static str, OsString); 3] {
    [
        ("CARGO_TARGET_DIR", build_folder(repo).into()),
        ("CARGO_PROFILE_RELEASE_LTO", "off".into()),
        ("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16".into()),
    ]
}

fn build_folder(repo: &Repo) -> PathBuf {
    repo.target.join("readme-build")
}

/// Runs every command of README.md; answers with how many were run and how many were not meant to be.
pub fn check(repo: &Repo) -> Result<(usize, usize)> {
    let text = fs::read_to_string(repo.root.join("README.md")).context("README.md cannot be read")?;
    let shown = commands(&text)?;
    let (run, skipped): (Vec<_>, Vec<_>) = shown.iter().partition(|s| is_run(&s.command));
    ensure!(!run.is_empty(), "README.md shows no command to run; mark its blocks as ```console");
    let folder = scratch_folder(repo)?;
    for shown in &run {
        println!("    $ {}", shown.command);
        let output = run_one(repo, &folder, &shown.command)
            .with_context(|| format!("README.md line {}: '{}'", shown.line, shown.command))?;
        if let Some(missing) = first_missing(&shown.expected, &output) {
            bail!(
                "README.md line {}: the output of '{}' does not show '{missing}' where the README does; it was:\n{output}",
                shown.line,
                shown.command
            );
        }
    }
    Ok((run.len(), skipped.len()))
}

/// Finds the commands in the `console` blocks of a Markdown text.
fn commands(text: &str) -> Result<Vec<Shown>> {
    let mut found: Vec<Shown> = Vec::new();
    let mut inside = false;
    let mut first_of_block = 0;
    let mut continued = false;
    for (number, line) in text.lines().enumerate().map(|(n, l)| (n + 1, l.trim())) {
        if line.starts_with("```") {
            inside = !inside && line == "```console";
            first_of_block = found.len();
            continued = false;
        } else if !inside {
            continue;
        } else if continued {
            let shown = found.last_mut().context("a continued line follows a command")?;
            continued = extend(&mut shown.command, line);
        } else if let Some(command) = line.strip_prefix("$ ") {
            let mut shown = Shown { line: number, command: String::new(), expected: Vec::new() };
            continued = extend(&mut shown.command, command);
            found.push(shown);
        } else if found.len() == first_of_block {
            bail!("README.md line {number}: '{line}' stands before the first '$ ' of its console block");
        } else if let Some(shown) = found.last_mut()
            && !line.is_empty()
        {
            shown.expected.push(line.into());
        }
    }
    Ok(found)
}

/// Adds a line to a command; answers whether yet another follows.
fn extend(command: &mut String, line: &str) -> bool {
    let (part, more) = match line.strip_suffix('\\') {
        Some(part) => (part.trim_end(), true),
        None => (line, false),
    };
    if !command.is_empty() {
        command.push(' ');
    }
    command.push_str(part.trim());
    more
}

fn is_run(command: &str) -> bool {
    !(command == "cargo run --release" || command.starts_with("cargo xtask") || command.ends_with("# long"))
}

/// A fresh folder below the target folder, with links to what lies in the root: commands find the files they name, what
/// they write does not land in the repository, and cargo still finds the workspace above it.
fn scratch_folder(repo: &Repo) -> Result<PathBuf> {
    let folder = repo.target.join("readme");
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("{} cannot be emptied", folder.display()))?;
    }
    fs::create_dir_all(&folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    for entry in repo.root.read_dir()? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default();
        let is_cargos = name == "Cargo.toml" || name == "Cargo.lock" || path == repo.target;
        if !is_cargos && !name.to_string_lossy().starts_with('.') {
            symlink(&path, folder.join(name))?;
        }
    }
    Ok(folder)
}

/// Runs one command; answers with everything it printed.
fn run_one(repo: &Repo, folder: &Path, command: &str) -> Result<String> {
    let output_file = repo.target.join("readme-output.txt");
    let output = fs::File::create(&output_file)?;
    let mut path = build_folder(repo).join("release").into_os_string();
    path.push(":");
    path.push(env::var_os("PATH").unwrap_or_default());
    let mut child = Command::new("bash")
        .args(["-o", "pipefail", "-c", command])
        .current_dir(folder)
        .env("PATH", path)
        .envs(quick_build(repo))
        .env("CARGO_TERM_QUIET", "true")
        .stdin(Stdio::null())
        .stdout(output.try_clone()?)
        .stderr(output)
        .spawn()
        .context("bash could not be started")?;
    let started = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if started.elapsed() > PATIENCE {
            child.kill()?;
            child.wait()?;
            bail!("did not end within {} s; mark it '# long' if that is meant", PATIENCE.as_secs());
        }
        thread::sleep(Duration::from_millis(5));
    };
    let output = String::from_utf8_lossy(&fs::read(&output_file)?).into_owned();
    ensure!(status.success(), "ended with {status} and printed:\n{output}");
    Ok(output)
}

/// The first expected line that the output does not show after the ones before it.
fn first_missing<'a>(expected: &'a [String], output: &str) -> Option<&'a str> {
    let mut lines = output.lines().map(str::trim);
    expected
        .iter()
        .map(String::as_str)
        .find(|&wanted| wanted != "…" && !lines.any(|line| matches(wanted, line)))
}

/// Does the line fit the pattern, in which `…` stands for any text?
fn matches(pattern: &str, line: &str) -> bool {
    let mut pieces = pattern.split('…');
    let first = pieces.next().unwrap_or_default();
    let Some(mut rest) = line.strip_prefix(first) else { return false };
    let mut pieces: Vec<&str> = pieces.collect();
    let Some(last) = pieces.pop() else { return rest.is_empty() };
    for piece in pieces {
        match rest.find(piece) {
            Some(at) => rest = &rest[at + piece.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "# Title\n```sh\n$ rm -rf nothing\n```\n\n```console\n$ quadrille perft \\\n    --depth 2\ndepth 1 …\n\n\
                        $ cargo run --release\n$ sleep 9999 # long\n$ cargo xtask test\n```\n$ not here\n";

    #[test]
    fn commands_come_from_console_blocks_only() {
        let shown = commands(PAGE).unwrap();
        assert_eq!(
            shown[0],
            Shown {
                line: 7,
                command: "quadrille perft --depth 2".into(),
                expected: vec!["depth 1 …".into()]
            }
        );
        let run: Vec<_> = shown.iter().map(|s| (s.command.as_str(), is_run(&s.command))).collect();
        assert_eq!(
            run[1..],
            [("cargo run --release", false), ("sleep 9999 # long", false), ("cargo xtask test", false)]
        );
    }

    #[test]
    fn output_without_a_command_is_an_error() {
        let error = commands("```console\nhello\n```\n").unwrap_err().to_string();
        assert_eq!(error, "README.md line 2: 'hello' stands before the first '$ ' of its console block");
        assert!(commands("```console\n$ a\n```\n```console\nhello\n```\n").is_err());
    }

    #[test]
    fn the_ellipsis_stands_for_any_text() {
        assert!(matches("depth 3 …: 8902", "depth 3 (0.1 s): 8902"));
        assert!(matches("…", ""));
        assert!(matches("a…b…c", "a1b2c"));
        assert!(!matches("a…b…c", "a1c2b"));
        assert!(!matches("depth 3", "depth 3 and more"));
        assert!(!matches("ab…ba", "aba"));
    }

    #[test]
    fn expected_lines_appear_in_order() {
        let expected = ["one".to_string(), "…".into(), "three …".into()];
        assert_eq!(first_missing(&expected, "zero\none\ntwo\nthree 3\n"), None);
        assert_eq!(first_missing(&expected, "three 3\none\n"), Some("three …"));
    }

    #[test]
    fn commands_run_in_a_folder_of_their_own() {
        let repo = Repo::find().unwrap();
        let folder = repo.target.join("readme-test");
        fs::create_dir_all(&folder).unwrap();
        let output = run_one(&repo, &folder, "pwd; echo seen >&2").unwrap();
        assert_eq!(first_missing(&["…readme-test".into(), "seen".into()], &output), None);
        let error = run_one(&repo, &folder, "false | cat").unwrap_err().to_string();
        assert!(error.starts_with("ended with exit status: 1"), "{error}");
    }
}
