//! What the checks know about this repository: where it is, its packages and its files.
//!
//! Everything comes from `cargo metadata` and `git`; nothing is judged here.

use crate::tools;
use anyhow::{Context, Result};
use serde_json::Value;
use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};

/// The repository that xtask belongs to.
pub struct Repo {
    /// The folder of the workspace's `Cargo.toml`.
    pub root: PathBuf,
    /// Where cargo builds.
    pub target: PathBuf,
    /// The crates of the workspace.
    pub packages: Vec<Package>,
}

/// A crate of the workspace.
#[derive(Clone, Debug)]
pub struct Package {
    /// Its name, without the prefix `quadrille-`.
    pub name: String,
    /// Whether it lies in `examples/`.
    pub is_example: bool,
    /// Its `Cargo.toml`.
    pub manifest: PathBuf,
    /// The packages it depends on, in the same form, dev-dependencies left out.
    pub uses: Vec<String>,
}

impl Repo {
    /// Asks cargo about the workspace that this xtask was built in.
    pub fn find() -> Result<Repo> {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut command = Command::new(cargo());
        command.args(["metadata", "--no-deps", "--format-version", "1"]).current_dir(here);
        let metadata: Value =
            serde_json::from_str(&tools::output(command)?).context("cargo metadata is not JSON")?;
        Ok(Repo {
            root: text(&metadata, "workspace_root")?.into(),
            target: text(&metadata, "target_directory")?.into(),
            packages: list(&metadata, "packages")?.iter().map(package).collect::<Result<_>>()?,
        })
    }

    /// A cargo command that runs in the root of the repository.
    pub fn cargo(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(cargo());
        command.args(arguments).current_dir(&self.root);
        command
    }

    /// The files that are or could be committed, relative to the root, sorted.
    pub fn files(&self) -> Result<Vec<PathBuf>> {
        let listed = Command::new("git")
            .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
            .current_dir(&self.root)
            .output();
        let mut files: Vec<PathBuf> = match listed {
            Ok(output) if output.status.success() => String::from_utf8(output.stdout)
                .context("a file name in this repository is not UTF-8")?
                .split_terminator('\0')
                .map(PathBuf::from)
                .collect(),
            // An exported tree without git history is checked as it lies there.
            _ => {
                let mut found = Vec::new();
                self.walk(&self.root, &mut found)?;
                found
            }
        };
        files.retain(|file| self.root.join(file).is_file());
        files.sort();
        files.dedup();
        Ok(files)
    }

    fn walk(&self, folder: &Path, found: &mut Vec<PathBuf>) -> Result<()> {
        for entry in folder.read_dir().with_context(|| format!("{} cannot be read", folder.display()))? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default();
            if path.is_dir() {
                if path != self.target && name != ".git" && name != "target" && name != "node_modules" {
                    self.walk(&path, found)?;
                }
            } else if let Ok(relative) = path.strip_prefix(&self.root) {
                found.push(relative.into());
            }
        }
        Ok(())
    }
}

/// The cargo that started us, or the one in the path.
fn cargo() -> String {
    env::var("CARGO").unwrap_or_else(|_| "cargo".into())
}

fn package(package: &Value) -> Result<Package> {
    let mut uses = Vec::new();
    for dependency in list(package, "dependencies")? {
        if dependency.get("kind").and_then(Value::as_str) != Some("dev") {
            uses.push(short_name(dependency)?);
        }
    }
    let manifest = PathBuf::from(text(package, "manifest_path")?);
    let is_example = manifest.ancestors().nth(2).is_some_and(|folder| folder.ends_with("examples"));
    Ok(Package { name: short_name(package)?, is_example, manifest, uses })
}

/// The name of a package without the prefix that ours have in a registry.
fn short_name(package: &Value) -> Result<String> {
    let name = text(package, "name")?;
    Ok(name.strip_prefix("quadrille-").unwrap_or(name).into())
}

/// The text under this key.
pub fn text<'a>(value: &'a Value, key: &str) -> Result<&'a str> {
    value[key].as_str().with_context(|| format!("there is no text '{key}' in the JSON"))
}

/// The list under this key.
pub fn list<'a>(value: &'a Value, key: &str) -> Result<&'a [Value]> {
    value[key].as_array().map(Vec::as_slice).with_context(|| format!("there is no list '{key}' in the JSON"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dev_dependencies_and_prefixes_are_left_out() {
        let described = serde_json::json!({
            "name": "quadrille-search", "manifest_path": "Cargo.toml", "dependencies": [
                {"name": "quadrille-game", "kind": null},
                {"name": "codegen", "kind": "build"},
                {"name": "knightthrough", "kind": "dev"},
            ]
        });
        let package = package(&described).unwrap();
        assert_eq!((package.name.as_str(), package.uses), ("search", vec!["game".into(), "codegen".into()]));
    }

    #[test]
    fn the_walk_finds_what_git_lists() {
        let repo = Repo::find().unwrap();
        let mut walked = Vec::new();
        repo.walk(&repo.root, &mut walked).unwrap();
        for file in [Path::new("Cargo.toml"), Path::new("xtask/src/repo.rs")] {
            assert!(walked.iter().any(|f| f == file), "{} was not walked to", file.display());
            assert!(repo.files().unwrap().iter().any(|f| f == file), "{} is not listed", file.display());
        }
    }
}
