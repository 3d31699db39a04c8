//! Seeded mutations of the corpus, the same in every run; `cargo xtask soak` tries twenty times as many.

use crate::corpus::seeds;
use fuzz::TARGETS;
use testkit::fuzz::{Cases, inputs};

/// Tries the target of this name.
fn mutate(name: &str) {
    let target = TARGETS.iter().find(|target| target.name == name).unwrap();
    let corpus: Vec<Vec<u8>> = seeds(name).into_iter().map(|(_, bytes)| bytes).collect();
    let cases = Cases { count: target.mutations, seed: 15 };
    let tally = inputs(&corpus, cases, target.check);
    // A law that is never reached, or nothing but good input, would show nothing.
    let few = target.mutations / 500;
    assert!(tally.read > few && tally.refused > few, "{name}: {tally:?}");
}

macro_rules! mutated {
    ($($test:ident: $name:literal),* $(,)?) => {
        const TESTED: &[&str] = &[$($name),*];
        $(
            #[test]
            fn $test() {
                mutate($name);
            }
        )*
    };
}

mutated! {
    aei: "aei",
    cgt_boards: "cgt-boards",
    cgt_games: "cgt-games",
    cgt_sums: "cgt-sums",
    databases: "databases",
    http: "http",
    imports: "imports",
    positions: "positions",
    records: "records",
    specs: "specs",
    time_controls: "time-controls",
    turns: "turns",
    ugi: "ugi",
    waltz: "waltz",
}

#[test]
fn every_target_is_tried() {
    assert!(TARGETS.iter().map(|target| target.name).eq(TESTED.iter().copied()));
}
