//! A grid: every combination of given values plays against the player as it is. An experiment like any other.

use super::{Setting, Values};
use crate::{
    Conditions, Experiment, Finished, LabError, Order, Progress, Scale,
    kinds::matches::{Matches, Pairing, Show},
    run,
};
use arena::TimeControl;
use std::sync::atomic::AtomicBool;

/// What is to be tried.
pub struct Grid {
    /// The player as it is.
    pub spec: String,
    /// The values of each setting.
    pub values: Vec<Values>,
    /// How many pairs of games each combination plays.
    pub pairs: u64,
}

/// More combinations than this are a mistake.
const MOST: usize = 1000;

/// Every combination of values, the last setting changing fastest.
pub fn combinations(values: &[Values]) -> Vec<Vec<(String, String)>> {
    let mut all = vec![Vec::new()];
    for one in values {
        let longer = |so_far: Vec<(String, String)>| {
            one.values.iter().map(move |value| {
                let mut longer = so_far.clone();
                longer.push((one.key.clone(), value.clone()));
                longer
            })
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}

/// Plays the grid, or goes on with it, and writes the page.
pub fn grid(
    setting: &Setting<'_>,
    grid: &Grid,
    stop: &AtomicBool,
    observer: &mut dyn FnMut(Progress),
) -> Result<Finished, LabError> {
    let count = grid.values.iter().try_fold(1_usize, |all, v| all.checked_mul(v.values.len()));
    if count.is_none_or(|count| count > MOST) {
        return Err(LabError::Asked(format!(
            "'{}' values are too many to combine; {MOST} combinations are the most",
            grid.values.len()
        )));
    }
    let points = combinations(&grid.values);
    setting.check(&grid.spec)?;
    let specs: Vec<String> =
        points.iter().map(|point| setting.spec_with(&grid.spec, point)).collect::<Result<_, _>>()?;
    for spec in &specs {
        setting.check(spec)?;
    }
    let variant = setting.lasting_variant();
    let pairing = |(point, spec): (&Vec<(String, String)>, String)| {
        let label: Vec<String> = point.iter().map(|(key, value)| format!("{key}={value}")).collect();
        Pairing {
            entry: setting.entry,
            variant,
            players: [(label.join(" "), spec), (grid.spec.clone(), grid.spec.clone())],
            control: TimeControl::Nodes(setting.nodes),
            openings: setting.openings.clone(),
            pairs: grid.pairs,
            printed: None,
            printed_words: None,
            point: None,
        }
    };
    let pairings: Vec<Pairing> = points.iter().zip(specs).map(pairing).collect();
    let method = vec![setting.games_sentence()];
    let design = move |conditions: &Conditions| {
        Matches {
            title: "values against the player as it is".into(),
            show: Show::Elo,
            x: "",
            log_x: false,
            pairings: pairings.clone(),
            method: method.clone(),
            notes: vec![
                "The best of many values looks better than it is; test it with `quadrille lab tune confirm`."
                    .into(),
            ],
            seed: conditions.seed,
        }
        .design()
    };
    let experiment = Experiment {
        name: setting.name.clone(),
        title: format!("A grid of parameters of {}", setting.entry.name()),
        source: "our own",
        claim: "Which values of these parameters win most games?",
        takes_positions: false,
        design: Box::new(design),
    };
    let order = Order {
        conditions: Conditions { scale: Scale::Full, seed: setting.seed, positions: None },
        concurrency: setting.concurrency,
        out: setting.out,
        command: setting.command.clone(),
    };
    run(&experiment, &order, stop, observer)
}
