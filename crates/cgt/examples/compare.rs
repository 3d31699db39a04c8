//! Compares the searches for mean and temperature in nodes and processor time: `compare hot DEPTH GAMES [SEED]` on random
//! games that are hot until they are settled, `compare FILE EMPTIES` on the positions of a file with so many empty squares.

#![allow(clippy::print_stdout)]

use cgt::{
    Dyadic, Partizan, Thermograph,
    exact::Thermographs,
    games::{Amazons, Form},
    graph::Graph,
    meter::{Meter, Unlimited},
    mts::{MeanSearch, Recognise},
    temperature::{TemperatureConfig, TemperatureSearch},
};
use search::random::generator;
use std::time::Instant;

/// Processor time of this process so far, from the scheduler's count in nanoseconds; real time elsewhere.
fn now(since: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| since.elapsed().as_secs_f64(), |n| n / 1e9)
}

type Answer = (Dyadic, Dyadic);
type Method<P> = fn(&P, &mut Meter) -> Answer;

fn exact<P: Partizan>(position: &P, meter: &mut Meter) -> Answer {
    let sketch = Thermographs::default().of(std::slice::from_ref(position), meter).expect("a thermograph");
    let graph = Thermograph::of(&sketch).expect("in range");
    (graph.mean(), graph.temperature())
}

fn tds<P: Partizan>(position: &P, meter: &mut Meter) -> Answer {
    let mut graph = Graph::default();
    let found = TemperatureSearch::new(&mut graph, TemperatureConfig::BEST).run(position, meter);
    let found = found.expect("an answer");
    (found.mean, found.temperature)
}

fn mts<P: Partizan>(position: &P, recognise: Recognise, meter: &mut Meter) -> Answer {
    let mut graph = Graph::default();
    let checker = TemperatureSearch::new(&mut graph, TemperatureConfig::BEST);
    let found = MeanSearch::new(checker, recognise).run(position, meter).expect("an answer");
    (found.mean[0], found.temperature[0])
}

fn compare<P: Partizan>(positions: &[P]) {
    let began = Instant::now();
    let methods: [(&str, Method<P>); 4] = [
        ("exact", exact),
        ("tds+", tds),
        ("mts", |position, meter| mts(position, Recognise::Settled, meter)),
        ("mts+tds", |position, meter| mts(position, Recognise::Checked, meter)),
    ];
    for (name, method) in methods {
        let (mut nodes, mut wrong) = (0, 0);
        let start = now(began);
        for position in positions {
            let mut meter = Meter::new(&Unlimited);
            let found = method(position, &mut meter);
            nodes += meter.used();
            wrong += usize::from(found != exact(position, &mut Meter::new(&Unlimited)));
        }
        let took = now(began) - start;
        println!(
            "{name:8} {} positions, {wrong} wrong, {nodes:9} nodes, {took:7.3} s with the check",
            positions.len()
        );
    }
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let number = |nth: usize| args.get(nth).and_then(|n| n.parse::<u64>().ok());
    if args[1] == "hot" {
        let mut random = generator(number(4).unwrap_or(1), &[1]);
        let depth = number(2).expect("a depth") as u32;
        let many = number(3).expect("how many");
        compare(&(0..many).map(|_| Form::hot(depth, &mut random)).collect::<Vec<_>>());
        return;
    }
    let text = std::fs::read_to_string(&args[1]).expect("the file can be read");
    let lines = text.lines().skip(1).map(|line| line.split(',').collect::<Vec<_>>());
    let chosen = lines.filter(|words| words[1] == args[2]);
    compare(&chosen.map(|words| Amazons::parse(words[0]).expect("a position")).collect::<Vec<_>>());
}
