//! The corpus: small files with readable names, one folder for each target, and what the targets make of them.

use fuzz::TARGETS;
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// Names of files that libFuzzer has added on this machine have this length: a hash in hexadecimal.
const HASH: usize = 40;

/// Largest file of the corpus.
const MOST_BYTES: usize = 1000;

fn folder(inside: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(inside)
}

/// The names in a folder, without their extensions.
fn names(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let name = |path: PathBuf| path.file_stem().unwrap().to_str().unwrap().to_owned();
    entries.map(|entry| name(entry.unwrap().path())).collect()
}

/// The files of a target that are part of the repository, with their names, sorted.
pub fn seeds(target: &str) -> Vec<(String, Vec<u8>)> {
    let folder = folder("corpus").join(target);
    let own = names(&folder).into_iter().filter(|name| name.len() != HASH);
    own.map(|name| (name.clone(), fs::read(folder.join(&name)).unwrap())).collect()
}

#[test]
fn every_target_has_a_binary_and_a_corpus() {
    let targets: BTreeSet<String> = TARGETS.iter().map(|target| target.name.to_owned()).collect();
    assert_eq!(targets.len(), TARGETS.len(), "two targets have the same name");
    assert_eq!(names(&folder("fuzz_targets")), targets);
    assert_eq!(names(&folder("corpus")), targets);
    let manifest = fs::read_to_string(folder("Cargo.toml")).unwrap();
    for name in &targets {
        assert!(manifest.contains(&format!("\nname = \"{name}\"\n")), "{name} is missing in Cargo.toml");
    }
}

#[test]
fn the_corpus_is_small() {
    for target in TARGETS {
        let seeds = seeds(target.name);
        assert!((3..=20).contains(&seeds.len()), "{} has {} files", target.name, seeds.len());
        for (name, bytes) in seeds {
            assert!(bytes.len() <= MOST_BYTES, "{}/{name} has {} bytes", target.name, bytes.len());
        }
    }
}

#[test]
fn every_file_of_the_corpus_is_read_unless_its_name_says_bad() {
    let mut wrong = Vec::new();
    for target in TARGETS {
        for (name, bytes) in seeds(target.name) {
            let read = (target.check)(&bytes);
            if read == name.starts_with("bad-") {
                wrong.push(format!("{}/{name}", target.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
#[should_panic(expected = "'nonsense' is not a target")]
fn an_unknown_target_is_named() {
    fuzz::check("nonsense", b"");
}
