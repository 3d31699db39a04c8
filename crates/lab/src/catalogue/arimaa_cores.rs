//! Arimaa on several cores: figure 6.3, first part, and the table of cores (Jakl 2011).

use super::{
    arimaa::{AB, GAME, LOST, MCTS, OPENINGS, matches},
    game,
};
use crate::{
    Conditions, Design, Findings, LabError,
    experiment::{Rounds, TypedWork},
    hypothesis::{Bound, Claim, Evidence, Part, Test},
    kinds::{
        cores::Cores,
        matches::{OWN_LIMITS, Pairing},
        searches::{mean_with_error, player_probe},
    },
    positions::near_the_end,
    show::{Mark, Plot, Series, Table, Value},
};
use ::game::{History, Notation};
use arimaa::{
    Arimaa,
    heuristics::{GoalCheck, Rabbocop, heuristics},
};
use players::{Limits, TimeLimit, derive_seed};
use search::{Root, SearchControl, TurnSearch, mcts};
use serde::{Deserialize, Serialize};
use std::{sync::atomic::AtomicBool, time::Duration};

/// Memory of MCTS and alpha-beta in short searches, which would spend their time on clearing 200 MB.
const SMALL: [&str; 2] = [",memory=16M", ",tt=8M"];

/// MCTS against alpha-beta, both on the same number of these cores.
pub(super) fn figure(
    conditions: &Conditions,
    all_cores: [Cores; 4],
    words: &str,
) -> Result<Design, LabError> {
    let milliseconds = conditions.scale.sizes(3, 4, 15_000);
    let pairs = conditions.scale.sizes(3, 60, 200);
    let entry = game(GAME)?;
    let memory = conditions.scale.pick(SMALL, ["", ""]);
    let pairings = all_cores.map(|cores| {
        let settings = cores.settings(milliseconds);
        let players = [
            (format!("MCTS on {}", cores.label()), format!("{MCTS}{}{settings}", memory[0])),
            ("alpha-beta".to_string(), format!("{AB}{}{settings}", memory[1])),
        ];
        let players = [0, 1].map(|nth: usize| (players[nth].0.as_str(), players[nth].1.clone()));
        let pairing = Pairing::new(entry, "classic", players, OWN_LIMITS, pairs).from(OPENINGS);
        pairing.at(cores.series(), cores.many as f64)
    });
    let time = format!("{milliseconds} ms a turn on each core.");
    let labels = pairings.each_ref().map(Pairing::label);
    let claim = Claim::new("MCTS gains on alpha-beta with every doubling of the cores.")
        .gains(
            "On two cores MCTS scores more than on one, in percentage points.",
            "",
            [&labels[1], &labels[0]],
            Bound::AtLeast(0.0),
        )
        .gains(
            "On eight cores MCTS scores more than on one, in percentage points.",
            "",
            [&labels[3], &labels[0]],
            Bound::AtLeast(0.0),
        )
        .why("The thesis's first explanation is an artifact of its implementation: its alpha-beta gains no depth from four to eight cores. Simulated cores have no such loss, and deeper search helps alpha-beta more (compare the full curve of arimaa-figure-6.1).");
    matches(conditions, "Cores", "cores", pairings.into(), &[&time, words, LOST], claim)
}

/// Cores, and what the thesis prints for them: iterations of MCTS, depth of alpha-beta.
const PRINTED: [(u64, f64); 4] = [(4566, 6.9), (8370, 8.3), (16161, 8.8), (22083, 8.8)];

/// What both searches reach on one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Reached {
    iterations: u64,
    depth: u32,
    /// Has alpha-beta found the end of the game? Then its depth means nothing.
    decided: bool,
    /// Time limits it, so that it cannot be repeated exactly.
    timed: bool,
}

/// A cell is a position and a number of cores; a group is a number of cores.
pub(super) fn table(conditions: &Conditions, all_cores: [Cores; 4], words: &str) -> Result<Design, LabError> {
    let entry = game(GAME)?;
    let many = conditions.scale.sizes(4, 40, 100);
    let milliseconds = conditions.scale.sizes(40, 250, 15_000);
    let texts = near_the_end(entry, "classic", conditions.seed, many, 24)?;
    let memory = conditions.scale.pick(SMALL, ["", ""]);
    let (mut groups, mut threads) = (Vec::new(), Vec::new());
    for cores in all_cores {
        let spec = format!("{AB}{}{}", memory[1], cores.settings(milliseconds));
        let alpha_beta = player_probe(entry, &spec, Limits::default())?;
        let cells = texts.iter().enumerate().map(|(nth, text)| {
            let seed = derive_seed(conditions.seed, &[nth as u64]);
            let (alpha_beta, text) = (alpha_beta.clone(), text.clone());
            let work: TypedWork<Reached> = Box::new(move |stop| {
                let iterations = iterations(&text, memory[0], cores, milliseconds, seed, stop)?;
                let found = alpha_beta(&text, seed, stop)?;
                Ok(Reached { iterations, depth: found.depth, decided: found.is_solved(), timed: true })
            });
            (format!("{}, position {}", cores.label(), nth + 1), work)
        });
        groups.push((cores.label(), cells.collect::<Vec<_>>()));
        threads.push((texts.len(), cores.threads() as usize));
    }
    let method = vec![
        format!("{} positions 24 turns before the end of games between weak players, {milliseconds} ms on each core.", texts.len()),
        words.into(),
        "Iterations are counted as in the thesis: a descent and ten playouts. Where alpha-beta finds the end of the game, its depth is left out.".into(),
    ];
    let (rounds, claim) = (Rounds::Each(4), table_claim(all_cores));
    let show = move |all: &[Vec<Reached>]| show_table(all, all_cores);
    let design = Design::grouped(groups, rounds, Some(claim), method, show)?;
    Ok(design.on_threads(threads))
}

fn table_claim(cores: [Cores; 4]) -> Claim<Reached> {
    let [one, two, four, eight] = cores.map(Cores::label);
    let iterations = Part::new(
        "On two cores MCTS makes at least 1.5 times the iterations.",
        "8370 for 4566, or 1.83",
        Test::Ratio(Bound::AtLeast(1.5)),
    );
    let deeper = Part::new(
        "On two cores alpha-beta searches at least half a step deeper.",
        "8.3 for 6.9",
        Test::Mean(Bound::AtLeast(0.5)),
    );
    let words = "From four to eight cores alpha-beta's depth does not grow.";
    let no_deeper = if cores[3].is_simulated() {
        let why = "Eight cores are simulated here, and simulated cores do not wait for each other.";
        Part::new(words, "8.8 for 8.8", Test::Citation { why: why.into() })
    } else {
        Part::new(words, "8.8 for 8.8", Test::Mean(Bound::AtMost(0.3)))
    };
    Claim::new("Two cores nearly double the iterations of MCTS and let alpha-beta search more than a step deeper.")
        .part(iterations, &[&two, &one], |groups| {
            let ratio = |(more, less): (&Reached, &Reached)| {
                (more.iterations.max(1) as f64 / less.iterations.max(1) as f64).ln()
            };
            Evidence::Numbers(groups[0].iter().zip(groups[1]).map(ratio).collect())
        })
        .part(deeper, &[&two, &one], deeper_by)
        .part(no_deeper, &[&eight, &four], deeper_by)
        .why("A doubling of the time brings alpha-beta less than a step (see the simulated cores), so a second core cannot bring more. The thesis's 1.4 steps for the second core and 0.5 for the next two are more than its budget explains.")
}

/// By how many steps the depth of one group is above that of another, where neither found the end of the game.
fn deeper_by(groups: &[&[Reached]]) -> Evidence {
    let undecided = |(more, less): &(&Reached, &Reached)| !more.decided && !less.decided;
    let pairs = groups[0].iter().zip(groups[1]).filter(undecided);
    Evidence::Numbers(pairs.map(|(more, less)| f64::from(more.depth) - f64::from(less.depth)).collect())
}

/// Iterations of the thesis's MCTS on a position.
fn iterations(
    text: &str,
    memory: &str,
    cores: Cores,
    milliseconds: u64,
    seed: u64,
    stop: &AtomicBool,
) -> Result<u64, LabError> {
    let position = Arimaa::parse_position(text).map_err(LabError::cell)?;
    let spec = game(GAME)?.spec(&format!("{MCTS}{memory}")).map_err(LabError::cell)?.to_string();
    let settings = spec.trim_start_matches("mcts:").split(',').filter(|word| !word.starts_with("eval="));
    let settings: Vec<&str> = settings.collect();
    let settings = format!("{},threads={}", settings.join(","), cores.threads());
    let config = mcts::Config::parse(&settings, &mcts::Config::BEST).map_err(LabError::cell)?;
    let mut search =
        mcts::Mcts::new(config, heuristics(Rabbocop::PLAIN, GoalCheck::Off), seed).map_err(LabError::cell)?;
    let time = TimeLimit::exactly(Duration::from_millis(cores.milliseconds(milliseconds)));
    let control = SearchControl::new(search::Limits { time: Some(time), ..search::Limits::default() }, stop);
    let history = History::starting_at(&position);
    search.search(Root { position: &position, history: &history, lines: 1 }, &control);
    Ok(search.iterations())
}

fn show_table(all: &[Vec<Reached>], all_cores: [Cores; 4]) -> Findings {
    let mut table = Table::new(
        "cores | ~MCTS: iterations | ~times those of one core | ~alpha-beta: depth | Jakl: iterations | Jakl: times those of one core | Jakl: depth",
    );
    let iterations = |these: &[Reached]| {
        let logs: Vec<f64> = these.iter().map(|r| (r.iterations.max(1) as f64).ln()).collect();
        mean_with_error(&logs).map(|(mean, _)| mean.exp())
    };
    let one = all.first().and_then(|these| iterations(these));
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for ((cores, (printed_iterations, printed_depth)), these) in all_cores.into_iter().zip(PRINTED).zip(all) {
        let depths: Vec<f64> = these.iter().filter(|r| !r.decided).map(|r| f64::from(r.depth)).collect();
        let (depth, here) = (mean_with_error(&depths), iterations(these));
        table.push(vec![
            Value::text(cores.label()),
            Value::maybe(here, 0),
            Value::maybe(here.zip(one).map(|(here, one)| here / one), 2),
            Value::estimate(depth, 1),
            Value::count(printed_iterations),
            Value::Number(printed_iterations as f64 / PRINTED[0].0 as f64, 2),
            Value::Number(printed_depth, 1),
        ]);
        let name = format!("alpha-beta's depth, {}", cores.series());
        let mark = depth.map(|(mean, error)| Mark::with_error(cores.many as f64, mean, error));
        Series::add(&mut ours, Series::ours(name, mark.into_iter().collect()));
        theirs.push(Mark::at(cores.many as f64, printed_depth));
    }
    ours.push(Series::source("alpha-beta's depth", theirs));
    let plot = Plot::lines("Depth by cores", "cores", "depth in steps", ours);
    Findings { table, plot: plot.log(true, false), notes: Vec::new(), games: 0 }
}
