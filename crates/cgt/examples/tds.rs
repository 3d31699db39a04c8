//! Measures temperature searches: `tds SET SETTINGS NODES [LEAST MOST]`, with positions of LEAST to MOST empty squares.
//!
//! SET is a CSV file whose first column is a board of the Amazons, or `random:SEED:EACH` for boards of 4x4 squares.
//! Prints solved positions, wrong answers among them, nodes, and mean errors of temperature and mean over all positions.
#![allow(clippy::print_stdout, reason = "an example prints its result")]

use cgt::{
    Dyadic, Partizan,
    exact::AmazonsThermographs,
    games::Amazons,
    sums::local_board,
    temperature::{TemperatureConfig, TemperatureSearch},
    thermograph::Thermograph,
};
use search::{Clock, Limits, NodeBudget, Unlimited, random::generator};
use std::{env, error::Error, fs, sync::atomic::AtomicBool};

fn positions(set: &str, least: u32, most: u32) -> Result<Vec<Amazons>, Box<dyn Error>> {
    let words: Vec<&str> = set.split(':').collect();
    if let ["random", seed, each] = words[..] {
        let (seed, each): (u64, usize) = (seed.parse()?, each.parse()?);
        let boards = |empties: u32| {
            let mut random = generator(seed, &[u64::from(empties)]);
            let board = std::iter::repeat_with(move || local_board(4, 4, 14 - empties, &mut random));
            // Connected boards only, so that all empty squares count.
            board.filter(|board| {
                let mut parts = 0;
                board.parts(|part| parts += u32::from(part.longest() == board.longest()));
                parts == 1 && board.one_sided().is_none()
            })
        };
        return Ok((least..=most).flat_map(|empties| boards(empties).take(each)).collect());
    }
    let mut all = Vec::new();
    for line in fs::read_to_string(set)?.lines().filter(|line| !line.starts_with("board")) {
        let board = Amazons::parse(line.split(',').next().unwrap_or_default())?;
        if (least..=most).contains(&board.longest()) {
            all.push(board);
        }
    }
    Ok(all)
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = env::args().skip(1).collect();
    let [set, settings, nodes, range @ ..] = words.as_slice() else {
        return Err("usage: tds SET SETTINGS NODES [LEAST MOST]".into());
    };
    let range = match range {
        [least, most] => (least.parse()?, most.parse()?),
        _ => (0, u32::MAX),
    };
    let limits = Limits { nodes: Some(nodes.parse::<f64>()? as u64), ..Limits::default() };
    let (mut solved, mut wrong, mut used, mut errors) = (0, 0, 0, [0.0; 2]);
    let all = positions(set, range.0, range.1)?;
    for position in &all {
        let walls = AmazonsThermographs::default().walls(position, &mut NodeBudget::new(&Unlimited))?;
        let exact = Thermograph::from_walls(&walls)?;
        let stop = AtomicBool::new(false);
        let clock = Clock::new(limits, &stop);
        let mut budget: NodeBudget = NodeBudget::new(&clock);
        let mut search = TemperatureSearch::new(TemperatureConfig::read(settings)?);
        let found = search.run(position, &mut budget)?;
        let error = |a: Dyadic, b: Dyadic| Ok::<f64, Box<dyn Error>>(a.minus(b)?.to_f64().abs());
        let both = [error(found.temperature, exact.temperature())?, error(found.mean, exact.mean())?];
        if env::var_os("EACH").is_some() {
            println!(
                "{} {} {} found {} {} {found:?} {}",
                position.text(),
                exact.temperature(),
                exact.mean(),
                found.temperature,
                found.mean,
                budget.used()
            );
        }
        solved += usize::from(!found.stopped);
        wrong += usize::from(!found.stopped && both != [0.0; 2]);
        used += budget.used();
        errors = [errors[0] + both[0], errors[1] + both[1]];
    }
    let many = all.len() as f64;
    println!(
        "{settings}: {} positions, {solved} solved, {wrong} of them wrong, {used} nodes; mean error of temperature {:.3}, of mean {:.3}",
        all.len(),
        errors[0] / many,
        errors[1] / many
    );
    Ok(())
}
