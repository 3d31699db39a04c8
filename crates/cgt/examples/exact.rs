//! Times the exact methods on a file of positions with known mean and temperature: `exact FILE [fast|generic|N]`, where N is
//! the least number of empty squares from which refutations are looked for. Each position is computed in a fresh state, and
//! times are processor time where the system tells it, so that other programs do not spoil them.

#![allow(clippy::print_stdout)]

use cgt::{
    Dyadic, Partizan,
    exact::{Thermographs, fast::Fast},
    games::Amazons,
    meter::{Meter, Unlimited},
    thermograph::Thermograph,
};
use std::time::Instant;

/// Processor time of this process so far, from the scheduler's count in nanoseconds; real time elsewhere.
fn now(since: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| since.elapsed().as_secs_f64(), |n| n / 1e9)
}

fn main() {
    let began = Instant::now();
    let args: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&args[1]).expect("the file can be read");
    let generic = args.get(2).is_some_and(|m| m == "generic");
    let refuting: Option<u32> = args.get(2).and_then(|m| m.parse().ok());
    let (mut all, mut slowest) = (0.0, (0.0, String::new()));
    let mut by_empties = std::collections::BTreeMap::<u32, (u32, f64, f64, usize)>::new();
    for line in text.lines().skip(1) {
        let words: Vec<&str> = line.split(',').collect();
        let position = Amazons::parse(words[0]).expect("a position");
        let start = now(began);
        let mut meter = Meter::new(&Unlimited);
        let (sketch, positions) = if generic {
            let mut method = Thermographs::default();
            (method.of(&[position], &mut meter).expect("an answer"), method.positions())
        } else {
            let mut method = refuting.map_or_else(Fast::default, |n| Fast::default().refuting_from(n));
            (method.of(&position, &mut meter).expect("an answer"), method.positions())
        };
        let took = now(began) - start;
        if took > slowest.0 {
            slowest = (took, line.to_owned());
        }
        let graph = Thermograph::of(&sketch).expect("in range");
        let expected =
            (Dyadic::parse(words[2]).expect("mean"), Dyadic::parse(words[3]).expect("temperature"));
        assert_eq!((graph.mean(), graph.temperature()), expected, "{line}");
        all += took;
        let entry = by_empties.entry(words[1].parse().expect("a number")).or_default();
        *entry = (entry.0 + 1, entry.1 + took, entry.2.max(took), entry.3 + positions);
    }
    for (empties, (many, total, most, positions)) in by_empties {
        println!(
            "{empties:3} empties: {many:3} positions, {total:8.3} s, most {most:7.3} s, {positions} nodes"
        );
    }
    println!("all exact, {all:.2} s; slowest {:.3} s: {}", slowest.0, slowest.1);
}
