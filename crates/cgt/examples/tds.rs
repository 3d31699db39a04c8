//! Counts the positions of a file that temperature search solves: `tds FILE SETTINGS MILLISECONDS [NODES]`. Settings that
//! prove nothing, such as `early`, count as well, so that their mistakes show.

#![allow(clippy::print_stdout)]

use cgt::{
    Dyadic, Partizan,
    games::Amazons,
    graph::Graph,
    meter::{Clock, Meter},
    temperature::{TemperatureConfig, TemperatureSearch},
};
use search::{Limits, TimeLimit};
use std::{collections::BTreeMap, sync::atomic::AtomicBool, time::Duration};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&args[1]).expect("the file can be read");
    let config = TemperatureConfig::read(&args[2]).expect("settings");
    let time = Duration::from_millis(args[3].parse().expect("milliseconds"));
    let nodes = args.get(4).map(|n| n.parse().expect("nodes"));
    let stop = AtomicBool::new(false);
    let mut by_empties = BTreeMap::<u32, (u32, u32, u32)>::new();
    let (mut solved, mut wrong, mut misses, mut total) = (0, 0, 0, 0_u64);
    for line in text.lines().skip(1) {
        let words: Vec<&str> = line.split(',').collect();
        let empties: u32 = words[1].parse().expect("a number");
        let entry = by_empties.entry(empties).or_default();
        entry.0 += 1;
        // Where a whole size was out of reach, larger ones are not tried.
        if misses > 60 {
            continue;
        }
        let position = Amazons::parse(words[0]).expect("a position");
        let expected =
            (Dyadic::parse(words[2]).expect("mean"), Dyadic::parse(words[3]).expect("temperature"));
        let clock = Clock::new(Limits { nodes, time: Some(TimeLimit::exactly(time)), depth: None }, &stop);
        let mut graph = Graph::default();
        let mut meter = Meter::new(&clock);
        let found =
            TemperatureSearch::new(&mut graph, config.clone()).run(&position, &mut meter).expect("a result");
        total += meter.used();
        if !found.stopped {
            misses = 0;
            solved += 1;
            entry.1 += 1;
            if (found.mean, found.temperature) != expected {
                wrong += 1;
                entry.2 += 1;
                println!("wrong: {line}: {found:?}");
            }
        } else {
            misses += 1;
        }
    }
    for (empties, (many, solved, wrong)) in by_empties {
        println!("{empties:3} empties: {solved:3} of {many:3} solved, {wrong} wrong");
    }
    println!("{}: {solved} solved, {wrong} wrong, {total} nodes", config.canonical());
}
