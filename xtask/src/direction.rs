//! Which crate of the workspace may use which: the table of ARCHITECTURE.md as data, and its check.
//!
//! Only dependencies between our own crates are judged here; what may come from outside is the business of `deny.toml`.

use crate::repo::Package;

/// What a crate may depend on.
#[derive(Clone, Copy, Debug)]
pub enum MayUse {
    /// These crates of the workspace only.
    Only(&'static [&'static str]),
    /// Every crate that stands above it in the table.
    AllAbove,
}

use MayUse::{AllAbove, Only};

/// Every crate of the workspace, from the foundations up. The crates in `examples/` share a row.
pub const TABLE: &[(&str, MayUse)] = &[
    ("game", Only(&[])),
    ("network", Only(&[])),
    ("testkit", Only(&["game"])),
    ("knightthrough", Only(&["game", "network"])),
    ("tzaar", Only(&["game", "network"])),
    ("amazons", Only(&["game", "network"])),
    ("arimaa", Only(&["game", "network"])),
    ("search", Only(&["game"])),
    ("cgt", Only(&["game", "search"])),
    ("players", AllAbove),
    ("protocol", Only(&["game"])),
    ("arena", Only(&["game", "players", "protocol"])),
    ("lab", AllAbove),
    ("learn", AllAbove),
    ("server", AllAbove),
    ("robot", AllAbove),
    ("quadrille", AllAbove),
    ("fuzz", AllAbove),
    ("examples/", Only(&["quadrille"])),
    ("xtask", Only(&[])),
];

/// One sentence for each dependency that the table does not allow. Dev-dependencies are exempt.
pub fn violations(packages: &[Package]) -> Vec<String> {
    let mut found = Vec::new();
    for package in packages {
        let name = if package.is_example { "examples/" } else { package.name.as_str() };
        let Some(row) = TABLE.iter().position(|(row, _)| *row == name) else {
            found.push(format!(
                "crate '{}' is not in the table of xtask/src/direction.rs; add it with what it may use",
                package.name
            ));
            continue;
        };
        for used in &package.uses {
            let is_ours = packages.iter().any(|p| p.name == *used);
            if is_ours && !allows(row, used) {
                found.push(format!(
                    "crate '{}' depends on '{used}'; it may use {}",
                    package.name,
                    allowance(row)
                ));
            }
        }
    }
    found
}

fn allows(row: usize, used: &str) -> bool {
    match TABLE[row].1 {
        Only(list) => list.contains(&used),
        AllAbove => TABLE[..row].iter().any(|(name, _)| *name == used),
    }
}

fn allowance(row: usize) -> String {
    match TABLE[row].1 {
        Only([]) => "no other crate of the workspace".into(),
        Only(list) => list.join(", "),
        AllAbove => TABLE[..row].iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repo::Repo;

    fn package(name: &str, uses: &[&str]) -> Package {
        Package {
            name: name.into(),
            is_example: false,
            manifest: "Cargo.toml".into(),
            uses: uses.iter().map(|u| u.to_string()).collect(),
        }
    }

    #[test]
    fn a_made_up_bad_graph_is_refused() {
        let graph = [
            package("game", &["search"]),
            package("search", &["game", "knightthrough", "serde"]),
            package("knightthrough", &["game"]),
            package("players", &["game", "search", "knightthrough", "arena"]),
            package("arena", &["game", "players", "search"]),
            package("gadget", &[]),
            Package { is_example: true, ..package("go", &["quadrille", "game"]) },
        ];
        assert_eq!(
            violations(&graph),
            [
                "crate 'game' depends on 'search'; it may use no other crate of the workspace",
                "crate 'search' depends on 'knightthrough'; it may use game",
                "crate 'players' depends on 'arena'; it may use game, network, testkit, knightthrough, tzaar, \
                 amazons, arimaa, search, cgt",
                "crate 'arena' depends on 'search'; it may use game, players, protocol",
                "crate 'gadget' is not in the table of xtask/src/direction.rs; add it with what it may use",
                "crate 'go' depends on 'game'; it may use quadrille",
            ]
        );
    }

    #[test]
    fn a_good_graph_passes() {
        let graph = [
            package("game", &["thiserror"]),
            package("search", &["game"]),
            package("players", &["game", "search"]),
            package("quadrille", &["players", "search", "game"]),
        ];
        assert_eq!(violations(&graph), Vec::<String>::new());
    }

    #[test]
    fn the_table_only_points_upwards() {
        for (row, (name, may_use)) in TABLE.iter().enumerate() {
            if let Only(list) = may_use {
                for used in *list {
                    assert!(
                        TABLE[..row].iter().any(|(above, _)| above == used),
                        "{name} may use {used}, which does not stand above it"
                    );
                }
            }
        }
    }

    /// The table for people and the table for the check are the same table.
    #[test]
    fn the_architecture_page_shows_this_table() {
        let repo = Repo::find().unwrap();
        let page = std::fs::read_to_string(repo.root.join("ARCHITECTURE.md")).unwrap();
        let shown: Vec<(&str, String)> = page
            .lines()
            .filter(|line| line.starts_with("| `"))
            .map(|line| line.trim_matches('|').split('|').map(str::trim).collect::<Vec<_>>())
            .map(|cells| (cells[0].trim_matches('`'), cells[cells.len() - 1].to_string()))
            .collect();
        let quoted =
            |list: &[&str]| list.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        let expected = TABLE.iter().map(|(name, may_use)| {
            let text = match may_use {
                Only([]) => "nothing".into(),
                Only(list) => quoted(list),
                AllAbove => "all above".into(),
            };
            (*name, text)
        });
        assert_eq!(shown, expected.collect::<Vec<_>>());
    }

    #[test]
    fn this_workspace_keeps_the_direction() {
        let repo = Repo::find().expect("cargo metadata describes this workspace");
        assert!(repo.packages.iter().any(|p| p.name == "game"), "the metadata was not understood");
        assert_eq!(violations(&repo.packages), Vec::<String>::new());
    }
}
