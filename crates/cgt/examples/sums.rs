//! Matches between strategies on sums of random boards: `sums BOARDS SIDE SUMS FIRST SECOND`, where a strategy may be
//! followed by its source: `hotstrat`, `hotstrat:tds`, `hotstrat:tds+`, `hotstrat:mixed`. Temperature searches get 1000 nodes
//! a component. `quadrille cgt sum match` does the same with more choices.

#![allow(clippy::print_stdout)]

use cgt::{
    games::Amazons,
    sums::{Budgeted, ByStrategy, Exact, Match, Mixed, Source, Strategy},
    temperature::TemperatureConfig,
};
use search::Limits;

const NODES: u64 = 1000;

fn player(text: &str) -> ByStrategy {
    let (name, source) = text.split_once(':').unwrap_or((text, "exact"));
    let settings = |text| TemperatureConfig::read(text).expect("settings");
    let source: Box<dyn Source<Amazons>> = match source {
        "tds" => Box::new(Budgeted::new(settings("plain,tt=1M"), NODES)),
        "tds+" => Box::new(Budgeted::new(settings("best,tt=1M"), NODES)),
        "mixed" => Box::new(Mixed::default()),
        _ => Box::new(Exact::default()),
    };
    ByStrategy { strategy: Strategy::parse(name).expect("a strategy"), source }
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let number = |nth: usize| args[nth].parse::<u32>().expect("a number");
    let (mut first, mut second) = (player(&args[4]), player(&args[5]));
    let side = number(2);
    let all =
        Match { sums: number(3), boards: number(1) as usize, files: side, rows: side, burnt: 3, seed: 1 };
    let limits = Limits { nodes: Some(100_000), ..Limits::default() };
    let tally = all.play([&mut first, &mut second], limits, |_, _| ()).expect("games").tally;
    let (mean, deviation) = tally.score().expect("games");
    println!(
        "{} against {}: score {mean:.2} ({deviation:.2}), won, lost, zero {:?}, {:.1} %",
        args[4],
        args[5],
        tally.counts(),
        100.0 * tally.win_rate().unwrap_or(0.5)
    );
}
