//! Compares the node totals of `quadrille bench` with the file that is committed, so that no search changes unnoticed.

use crate::{repo::Repo, tools};
use anyhow::{Context, Result, bail};
use std::{fs, path::PathBuf, process::Command};

/// Fails if the totals differ from those in the file.
pub fn compare(repo: &Repo) -> Result<()> {
    let file = file(repo);
    let expected = fs::read_to_string(&file).with_context(|| format!("{} cannot be read", file.display()))?;
    let counted = count(repo)?;
    if counted != expected {
        bail!(
            "{} says\n{expected}and quadrille bench counts\n{counted}\
             run 'cargo xtask bench --update' if the search was meant to change",
            file.display()
        );
    }
    Ok(())
}

/// Writes the totals of the present search into the file.
pub fn update(repo: &Repo) -> Result<()> {
    let file = file(repo);
    let counted = count(repo)?;
    print!("{counted}");
    fs::write(&file, counted).with_context(|| format!("{} cannot be written", file.display()))
}

fn file(repo: &Repo) -> PathBuf {
    repo.root.join("crates/lab/bench.txt")
}

/// Runs the bench. A debug build counts the same nodes as a release build.
fn count(repo: &Repo) -> Result<String> {
    let mut bench = Command::new(tools::quadrille(repo)?);
    bench.args(["bench", "--concurrency", "2"]);
    totals(&tools::output(bench)?)
}

/// Sums up the nodes of each game, then of all games: one line each.
fn totals(output: &str) -> Result<String> {
    let mut games: Vec<(&str, u64)> = Vec::new();
    for line in output.lines().filter(|line| line.contains(" nodes ")) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [game, "depth", _, nodes, "nodes", ..] = words[..] else {
            bail!("'{line}' is not a line of quadrille bench: GAME depth DEPTH NODES nodes …");
        };
        let nodes: u64 = nodes.parse().with_context(|| format!("'{nodes}' is not a number of nodes"))?;
        match games.last_mut() {
            Some((last, total)) if *last == game => *total += nodes,
            _ => games.push((game, nodes)),
        }
    }
    let total = games.iter().map(|(_, nodes)| nodes).sum();
    games.push(("total", total));
    Ok(games.iter().map(|(game, nodes)| format!("{game} {nodes}\n")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_summed_up_for_each_game() {
        let output = "go depth  9  40 nodes  8.5M/s  x y\ngo depth 8 2 nodes 1/s z\nhex depth 1 5 nodes 1/s q\n\
                      Bench: 47\n9 nodes/s\n";
        assert_eq!(totals(output).unwrap(), "go 42\nhex 5\ntotal 47\n");
        assert!(
            totals("go deep 9 40 nodes 1/s").unwrap_err().to_string().contains("'go deep 9 40 nodes 1/s'")
        );
    }
}
