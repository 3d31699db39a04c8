//! Rules about the files of this repository that no other tool checks.
//!
//! Each rule takes text and answers with sentences, so that it can be tested with made-up files. Formatting, lints and
//! licences are left to rustfmt, clippy and cargo-deny.

use crate::{direction, repo::Repo};
use anyhow::{Context, Result};
use std::{fs, path::Path};

/// A Rust file past this many lines has more than one purpose.
const MOST_LINES: usize = 700;

/// Folders that exist only on a developer's machine. Put together here so that this file keeps its own rule.
const MACHINE_FOLDERS: [&str; 4] =
    [concat!("/", "work/"), concat!("/", "root/"), concat!("/", "home/"), concat!("/", "Users/")];

/// Words that mean unfinished work.
const UNFINISHED: [&str; 4] =
    [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("to", "do!("), concat!("unimpl", "emented!(")];

/// Modules that read what comes from outside: files, standard input, engines, the network, texts that people type. A
/// mistake in them must become an error, never a panic.
const READERS: &[&str] = &[
    "crates/amazons/src/notation/mod.rs",
    "crates/amazons/src/notation/positions.rs",
    "crates/amazons/src/notation/turns.rs",
    "crates/arena/src/clock.rs",
    "crates/arena/src/config.rs",
    "crates/arena/src/external/aei.rs",
    "crates/arena/src/external/compliance.rs",
    "crates/arena/src/external/files.rs",
    "crates/arena/src/external/language.rs",
    "crates/arena/src/external/mod.rs",
    "crates/arena/src/external/player.rs",
    "crates/arena/src/external/process.rs",
    "crates/arena/src/external/session.rs",
    "crates/arena/src/external/supervisor.rs",
    "crates/arena/src/external/ugi.rs",
    "crates/arena/src/opening.rs",
    "crates/arena/src/record.rs",
    "crates/arena/src/record_file.rs",
    "crates/arena/src/replay.rs",
    "crates/arimaa/src/notation/diagram.rs",
    "crates/arimaa/src/notation/mod.rs",
    "crates/arimaa/src/notation/movelist.rs",
    "crates/arimaa/src/notation/position.rs",
    "crates/arimaa/src/notation/suffix.rs",
    "crates/arimaa/src/notation/turn.rs",
    "crates/cgt/src/database/header.rs",
    "crates/cgt/src/database/read.rs",
    "crates/cgt/src/games/field.rs",
    "crates/cgt/src/short/parse.rs",
    "crates/game/src/notation.rs",
    "crates/knightthrough/src/notation.rs",
    "crates/lab/src/files.rs",
    "crates/lab/src/positions.rs",
    "crates/lab/src/run/journal.rs",
    "crates/lab/src/run/line_file.rs",
    "crates/lab/src/run/verify.rs",
    "crates/lab/src/show/blocks.rs",
    "crates/lab/src/show/report.rs",
    "crates/lab/src/tune/parameter.rs",
    "crates/players/src/board.rs",
    "crates/players/src/combined.rs",
    "crates/players/src/evaluation.rs",
    "crates/players/src/noise.rs",
    "crates/players/src/partial.rs",
    "crates/players/src/registry.rs",
    "crates/players/src/spec.rs",
    "crates/players/src/sums/mod.rs",
    "crates/protocol/src/lib.rs",
    "crates/quadrille/src/cli/read.rs",
    "crates/quadrille/src/commands/cgt/studies.rs",
    "crates/quadrille/src/commands/convert.rs",
    "crates/quadrille/src/commands/engine/aei.rs",
    "crates/quadrille/src/commands/engine/session.rs",
    "crates/quadrille/src/commands/engine/ugi.rs",
    "crates/quadrille/src/commands/play.rs",
    "crates/quadrille/src/commands/robot.rs",
    "crates/quadrille/src/commands/tournament.rs",
    "crates/quadrille/src/input.rs",
    "crates/quadrille/src/saved.rs",
    "crates/quadrille/src/setup.rs",
    "crates/robot/src/alerts.rs",
    "crates/robot/src/api.rs",
    "crates/robot/src/config.rs",
    "crates/robot/src/house.rs",
    "crates/robot/src/journal.rs",
    "crates/robot/src/policy.rs",
    "crates/robot/src/report.rs",
    "crates/robot/src/wire.rs",
    "crates/search/src/alphabeta/config.rs",
    "crates/search/src/mcts/config.rs",
    "crates/search/src/proof/config.rs",
    "crates/search/src/settings/mod.rs",
    "crates/search/src/settings/values.rs",
    "crates/server/src/analysis.rs",
    "crates/server/src/boards.rs",
    "crates/server/src/connections.rs",
    "crates/server/src/games.rs",
    "crates/server/src/guard.rs",
    "crates/server/src/import.rs",
    "crates/server/src/new_game.rs",
    "crates/server/src/plans.rs",
    "crates/server/src/policy.rs",
    "crates/server/src/regions.rs",
    "crates/server/src/review.rs",
    "crates/server/src/trainer.rs",
    "crates/tzaar/src/import/boardspace.rs",
    "crates/tzaar/src/import/littlegolem.rs",
    "crates/tzaar/src/import/sgf.rs",
    "crates/tzaar/src/notation.rs",
    "crates/tzaar/src/waltz_file.rs",
];

/// The line that a reader must have.
const READER_LINTS: &str = "#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]";

/// The page that names a test for every promise.
const PROMISES: &str = "docs/src/guarantees.md";

/// The tests that a page names as `CRATE/FILE::TEST`, in its code quotes.
fn tests_named_in(page: &str) -> impl Iterator<Item = (&str, &str, &str)> {
    page.split('`').filter(|quoted| !quoted.contains(' ') && *quoted != "server/versions::NAME").filter_map(
        |quoted| {
            let (place, test) = quoted.split_once("::")?;
            let (krate, file) = place.split_once('/')?;
            Some((krate, file, test))
        },
    )
}

/// One sentence for each place in the repository that breaks a rule.
pub fn violations(repo: &Repo) -> Result<Vec<String>> {
    let mut found = direction::violations(&repo.packages);
    for package in &repo.packages {
        let manifest = fs::read_to_string(&package.manifest)
            .with_context(|| format!("{} cannot be read", package.manifest.display()))?;
        if !package.is_example && !opts_in_to_lints(&manifest) {
            found.push(format!(
                "crate '{}' does not opt in to the lints of the workspace; add '[lints]' with 'workspace = true'",
                package.name
            ));
        }
    }
    for reader in READERS {
        let text =
            fs::read_to_string(repo.root.join(reader)).with_context(|| format!("{reader} cannot be read"))?;
        if !has_reader_lints(&text) {
            found.push(format!("{reader} reads input and lacks the line {READER_LINTS}"));
        }
    }
    let promises =
        fs::read_to_string(repo.root.join(PROMISES)).context("the page of promises cannot be read")?;
    for (krate, file, test) in tests_named_in(&promises) {
        let path = format!("crates/{krate}/tests/it/{file}.rs");
        let text = fs::read_to_string(repo.root.join(&path)).unwrap_or_default();
        if !text.contains(&format!("fn {test}(")) {
            found.push(format!("{PROMISES} names the test {test}, which is not in {path}"));
        }
    }
    for file in repo.files()? {
        let bytes =
            fs::read(repo.root.join(&file)).with_context(|| format!("{} cannot be read", file.display()))?;
        // Pictures and other binary files hold no sentences to judge.
        if let Ok(text) = String::from_utf8(bytes) {
            found.extend(violations_in(&file, &text));
        }
    }
    Ok(found)
}

/// One sentence for each place in a text file that breaks a rule.
fn violations_in(file: &Path, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let name = file.display();
    if file.extension().is_some_and(|e| e == "rs") {
        if !text.starts_with("//!") {
            found.push(format!("{name} does not begin with '//!' and what it owns"));
        }
        let lines = text.lines().count();
        if lines > MOST_LINES {
            found.push(format!("{name} has {lines} lines; split it, {MOST_LINES} are the most"));
        }
    }
    for (number, line) in text.lines().enumerate() {
        for folder in MACHINE_FOLDERS {
            if has_absolute(line, folder) {
                found.push(format!("{name}:{} names a folder of one machine: '{folder}'", number + 1));
            }
        }
        for word in UNFINISHED {
            if has_word(line, word) {
                found.push(format!("{name}:{} holds '{word}'; finish it or write an issue", number + 1));
            }
        }
    }
    found
}

/// Is there a `[lints]` table that says `workspace = true`?
fn opts_in_to_lints(manifest: &str) -> bool {
    let mut in_lints = false;
    for line in manifest.lines().map(str::trim) {
        if line.starts_with('[') {
            in_lints = line == "[lints]";
        } else if in_lints && line.replace(' ', "") == "workspace=true" {
            return true;
        }
    }
    false
}

/// Does the module refuse to panic? The line stands at its beginning, before any item.
fn has_reader_lints(text: &str) -> bool {
    let head =
        text.lines().take_while(|line| line.is_empty() || line.starts_with("//") || line.starts_with("#!["));
    head.into_iter().any(|line| line == READER_LINTS)
}

/// Does an absolute path below `folder` stand in this line? Parts of longer paths and addresses do not count.
fn has_absolute(line: &str, folder: &str) -> bool {
    line.match_indices(folder).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '~' | '}' | '*'))
    })
}

/// Does `word` stand in this line, not as part of a longer word?
fn has_word(line: &str, word: &str) -> bool {
    let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    line.match_indices(word).any(|(at, _)| {
        let open_ended = word.ends_with('(');
        !is_part(line[..at].chars().next_back())
            && (open_ended || !is_part(line[at + word.len()..].chars().next()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge(file: &str, text: &str) -> Vec<String> {
        violations_in(Path::new(file), text)
    }

    #[test]
    fn rust_files_say_what_they_own() {
        assert_eq!(judge("a.rs", "//! Owns a.\n"), Vec::<String>::new());
        assert_eq!(judge("a.rs", "fn main() {}\n"), ["a.rs does not begin with '//!' and what it owns"]);
        assert_eq!(judge("a.txt", "fn main() {}\n"), Vec::<String>::new());
    }

    #[test]
    fn long_rust_files_are_refused() {
        let text = |lines| format!("//! Long.\n{}", "\n".repeat(lines - 1));
        assert_eq!(judge("a.rs", &text(MOST_LINES)), Vec::<String>::new());
        assert_eq!(judge("a.rs", &text(MOST_LINES + 1)).len(), 1);
    }

    #[test]
    fn unfinished_work_is_refused() {
        for word in UNFINISHED {
            assert_eq!(judge("a.md", &format!("fine\nx {word} y")).len(), 1, "{word}");
        }
        assert_eq!(judge("a.md", &format!("MAS{}R {}S", UNFINISHED[0], UNFINISHED[1])), Vec::<String>::new());
    }

    #[test]
    fn folders_of_one_machine_are_refused() {
        for folder in MACHINE_FOLDERS {
            assert_eq!(judge("a.md", &format!("see {folder}me/x")).len(), 1, "{folder}");
            assert_eq!(judge("a.md", &format!("{folder}me/x")).len(), 1, "{folder}");
            assert_eq!(
                judge("a.md", &format!("https://example.org{folder}x")),
                Vec::<String>::new(),
                "{folder}"
            );
        }
    }

    #[test]
    fn tests_are_found_in_a_page() {
        let page = "| held | `arena/records::a_line_is_checked`, `plain` and `a/b` |";
        let found: Vec<_> = tests_named_in(page).collect();
        assert_eq!(found, [("arena", "records", "a_line_is_checked")]);
    }

    #[test]
    fn lints_count_only_in_their_own_table() {
        assert!(opts_in_to_lints("[package]\nname = \"a\"\n\n[lints]\nworkspace = true\n"));
        assert!(!opts_in_to_lints("[package]\nname = \"a\"\n"));
        assert!(!opts_in_to_lints("[lints]\n\n[dependencies.game]\nworkspace = true\n"));
    }

    #[test]
    fn readers_of_input_may_not_panic() {
        assert!(READERS.is_sorted(), "keep the list sorted, so that it merges well");
        assert!(has_reader_lints(&format!("//! Reads.\n{READER_LINTS}\n\nuse std::fs;\n")));
        assert!(!has_reader_lints("//! Reads.\n\nuse std::fs;\n"));
        assert!(!has_reader_lints(&format!(
            "//! Reads.\n\nuse std::fs;\n// {READER_LINTS}\n{READER_LINTS}\n"
        )));
        assert!(!has_reader_lints("//! Reads.\n#![deny(clippy::unwrap_used)]\n"));
    }

    #[test]
    fn this_repository_keeps_the_rules() {
        let repo = Repo::find().unwrap();
        let files = repo.files().unwrap();
        assert!(files.iter().any(|f| f.ends_with("hygiene.rs")), "the files were not listed");
        assert_eq!(violations(&repo).unwrap(), Vec::<String>::new());
    }
}
