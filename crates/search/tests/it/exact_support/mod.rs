//! What the tests of exact techniques on real games share: the configurations to try, and a search to compare with minimax.

#![allow(dead_code, reason = "each test file uses its own part")]

use game::{Game, Heuristics, History, Notation};
use search::{
    Depth, Limits, Report, Root, SearchControl, TurnSearch,
    alphabeta::{AlphaBeta, Config},
    minimax,
    settings::{Kind, Number, TableSize},
};
use std::sync::atomic::AtomicBool;

/// Small tables: making a large one takes longer than these searches.
const TABLE: TableSize = TableSize::Bytes(1 << 20);

/// A search by a fresh player.
pub fn search<G: Game>(
    position: &G,
    heuristics: &impl Heuristics<G>,
    config: &Config,
    limits: Limits,
) -> Report<G> {
    let table = if config.table == TableSize::Off { TableSize::Off } else { TABLE };
    let depth = Number(limits.depth.unwrap_or(0).into());
    let mut player =
        AlphaBeta::new(Config { depth, table, ..config.clone() }, heuristics.clone(), 0).unwrap();
    let stop = AtomicBool::new(false);
    let root = Root { position, history: &History::starting_at(position), lines: 1 };
    player.search(root, &SearchControl::new(limits, &stop))
}

pub fn to_depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

/// Every exact technique but the one that takes alpha-beta's own pruning away.
fn exact_keys() -> impl Iterator<Item = &'static str> {
    Config::LIST.iter().filter(|s| s.kind == Kind::Exact && s.key != "unpruned").map(|s| s.key)
}

/// All exact techniques together.
pub fn all_exact() -> Config {
    exact_keys().fold(Config::PLAIN, |config, key| config.switched(key).unwrap())
}

/// Every exact technique alone and left out, and both ways to use threads.
pub fn configs() -> Vec<(String, Config)> {
    let all = all_exact();
    let mut configs = vec![("all".to_owned(), all.clone()), ("plain".to_owned(), Config::PLAIN)];
    for key in exact_keys() {
        configs.push((key.into(), Config::PLAIN.switched(key).unwrap()));
        configs.push((format!("-{key}"), all.switched(&format!("-{key}")).unwrap()));
    }
    for parallel in ["lazy", "root"] {
        let config = all.switched("threads=2").unwrap().switched(&format!("parallel={parallel}")).unwrap();
        configs.push((parallel.into(), config));
    }
    configs
}

/// Every configuration gives minimax's value. Answers with how many of the values were proven ends.
pub fn check<G: Game + Notation>(positions: &[G], heuristics: &impl Heuristics<G>, depth: u32) -> usize {
    let configs = configs();
    let mut decided = 0;
    for position in positions {
        let value = minimax(position, heuristics, &History::starting_at(position), Depth(depth as i32));
        decided += usize::from(value.is_decided());
        for (name, config) in &configs {
            let found = search(position, heuristics, config, to_depth(depth)).lines[0].score;
            assert_eq!(found, Some(value), "{name} at depth {depth} of {}", position.position_text());
        }
    }
    decided
}
