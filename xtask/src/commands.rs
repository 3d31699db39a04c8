//! Runs the commands that README.md and the pages of the book show, so that they cannot promise what the program does not do.
//!
//! In every fenced block marked `console`, a line that begins with `$ ` is a command (continued on the next line by a
//! trailing `\`), and the lines up to the next command are output that must appear, in this order, other lines between
//! them allowed. `…` stands for any text within a line; a line of `…` alone stands for any lines. Not run are:
//! `cargo run --release` without a subcommand, which serves until it is stopped; `cargo xtask …`, which would call
//! itself; and commands with the trailing comment `# long`. Everything else must end with exit code 0. Blocks marked as
//! another kind of shell are refused, because their commands would not be run.

use crate::{repo::Repo, tools};
use anyhow::{Context, Result, bail, ensure};
use std::{
    env, fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// A command that takes longer than this hangs, or should be marked `# long`.
const TIMEOUT: Duration = Duration::from_secs(120);

/// Names of fenced blocks that hold commands for a shell, but no output to compare with.
const OTHER_SHELLS: [&str; 4] = ["```sh", "```bash", "```shell", "```shell-session"];

/// A command as a page shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Shown {
    /// Its line in the page, from 1.
    line: usize,
    command: String,
    expected: Vec<String>,
}

/// Runs every command of README.md and the book. The commands of one page share a folder.
pub fn check(repo: &Repo) -> Result<()> {
    let program = tools::quadrille(repo)?;
    let started = Instant::now();
    let (mut run, mut skipped) = (0, 0);
    for page in pages(repo)? {
        let text = fs::read_to_string(repo.root.join(&page))
            .with_context(|| format!("{} cannot be read", page.display()))?;
        let shown = commands(&text).with_context(|| format!("in {}", page.display()))?;
        let folder = scratch_folder(repo)?;
        for shown in shown {
            if is_run(&shown.command) {
                check_one(&folder, &program, &shown).with_context(|| {
                    format!("{} line {}: '{}'", page.display(), shown.line, shown.command)
                })?;
                run += 1;
            } else {
                skipped += 1;
            }
        }
    }
    ensure!(run > 0, "README.md and the book show no command to run; mark their blocks as ```console");
    println!("    {run} commands run in {:.0} s, {skipped} not run here", started.elapsed().as_secs_f64());
    Ok(())
}

/// README.md and the pages of the book, relative to the root.
fn pages(repo: &Repo) -> Result<Vec<PathBuf>> {
    let mut pages = repo.files()?;
    let is_page = |file: &Path| {
        file == Path::new("README.md")
            || (file.starts_with("docs/src") && file.extension().is_some_and(|e| e == "md"))
    };
    pages.retain(|file| is_page(file));
    Ok(pages)
}

fn check_one(folder: &Path, program: &Path, shown: &Shown) -> Result<()> {
    let started = Instant::now();
    let output = run_one(folder, program, &shown.command)?;
    println!("    {:5.1} s  $ {}", started.elapsed().as_secs_f64(), shown.command);
    if let Some(missing) = first_missing(&shown.expected, &output) {
        bail!("the output does not show '{missing}' where the page does; it was:\n{output}");
    }
    Ok(())
}

/// Finds the commands in the `console` blocks of a Markdown text.
fn commands(text: &str) -> Result<Vec<Shown>> {
    let mut found: Vec<Shown> = Vec::new();
    let mut inside = false;
    let mut first_of_block = 0;
    let mut continued = false;
    for (number, line) in text.lines().enumerate().map(|(n, l)| (n + 1, l.trim())) {
        if line.starts_with("```") {
            ensure!(!OTHER_SHELLS.contains(&line), "line {number}: mark the block as ```console, not {line}");
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
            bail!("line {number}: '{line}' stands before the first '$ ' of its console block");
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

/// A fresh folder below the target folder, with links to what lies in the root: commands find the files they name, and
/// what they write does not land in the repository, and cargo still finds the workspace above it.
fn scratch_folder(repo: &Repo) -> Result<PathBuf> {
    let folder = repo.target.join("shown-commands");
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

/// Runs one command with `program` first in the path; answers with everything it printed.
fn run_one(folder: &Path, program: &Path, command: &str) -> Result<String> {
    let output_file = folder.join(".output");
    let output = fs::File::create(&output_file)?;
    let mut path = program.parent().context("the program is in no folder")?.as_os_str().to_owned();
    path.push(":");
    path.push(env::var_os("PATH").unwrap_or_default());
    let mut child = Command::new("bash")
        .args(["-o", "pipefail", "-c", command])
        .current_dir(folder)
        .env("PATH", path)
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
        if started.elapsed() > TIMEOUT {
            child.kill()?;
            child.wait()?;
            bail!("did not end within {} s; mark it '# long' if that is meant", TIMEOUT.as_secs());
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

    const PAGE: &str = "# Title\n```text\n$ rm -rf nothing\n```\n\n```console\n$ quadrille perft \\\n    --depth 2\ndepth 1 …\n\n\
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
        assert_eq!(error, "line 2: 'hello' stands before the first '$ ' of its console block");
        assert!(commands("```console\n$ a\n```\n```console\nhello\n```\n").is_err());
    }

    #[test]
    fn blocks_that_would_not_be_run_are_refused() {
        let error = commands("```sh\nquadrille bench\n```\n").unwrap_err().to_string();
        assert_eq!(error, "line 1: mark the block as ```console, not ```sh");
    }

    #[test]
    fn pages_are_the_readme_and_the_book() {
        let pages = pages(&Repo::find().unwrap()).unwrap();
        assert!(pages.contains(&"README.md".into()));
        assert!(pages.contains(&"docs/src/SUMMARY.md".into()));
        assert!(!pages.contains(&"CONTRIBUTING.md".into()));
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
        let folder = repo.target.join("commands-test");
        fs::create_dir_all(&folder).unwrap();
        let output = run_one(&folder, Path::new("bin/quadrille"), "pwd; echo seen >&2").unwrap();
        assert_eq!(first_missing(&["…commands-test".into(), "seen".into()], &output), None);
        let error = run_one(&folder, Path::new("bin/quadrille"), "false | cat").unwrap_err().to_string();
        assert!(error.starts_with("ended with exit status: 1"), "{error}");
    }
}
