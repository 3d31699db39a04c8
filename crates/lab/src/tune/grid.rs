//! Grid search: every combination of given values plays against the unchanged player, as an experiment.

use super::{Tuning, Values};
use crate::{
    Conditions, Experiment, FinishedRun, LabError, Progress, RunConfig, Scale,
    kinds::matches::{Matches, Pairing},
    run,
};
use std::sync::atomic::AtomicBool;

/// Which values play how many games.
pub struct GridConfig {
    /// The unchanged player.
    pub spec: String,
    /// The values of each setting.
    pub values: Vec<Values>,
    /// How many pairs of games each combination plays.
    pub pairs: u64,
}

/// The most combinations.
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

/// Plays the grid, or resumes it, and writes the page.
pub fn grid(
    tuning: &Tuning<'_>,
    config: &GridConfig,
    stop: &AtomicBool,
    observer: &mut dyn FnMut(Progress),
) -> Result<FinishedRun, LabError> {
    let count = config.values.iter().try_fold(1_usize, |all, v| all.checked_mul(v.values.len()));
    if count.is_none_or(|count| count > MOST) {
        return Err(LabError::BadInput(format!(
            "'{}' settings have too many combinations of values; at most {MOST} are allowed",
            config.values.len()
        )));
    }
    let points = combinations(&config.values);
    tuning.check(&config.spec)?;
    let specs: Vec<String> =
        points.iter().map(|point| tuning.spec_with(&config.spec, point)).collect::<Result<_, _>>()?;
    for spec in &specs {
        tuning.check(spec)?;
    }
    let pairing = |(point, spec): (&Vec<(String, String)>, String)| {
        let label: Vec<String> = point.iter().map(|(key, value)| format!("{key}={value}")).collect();
        tuning.pairing([(&label.join(" "), spec), (&config.spec, config.spec.clone())], config.pairs)
    };
    let pairings: Vec<Pairing> = points.iter().zip(specs).map(pairing).collect();
    let method = vec![tuning.games_sentence()];
    let note = "The best of many values looks better than it is; test it with `quadrille lab tune confirm`.";
    let design = move |conditions: &Conditions| {
        let title = "values against the unchanged player";
        let matches = Matches::new(title, conditions.seed, pairings.clone(), method.clone());
        Matches { notes: vec![note.into()], ..matches }.design()
    };
    let experiment = Experiment {
        name: tuning.name.clone(),
        title: format!("A grid of parameters of {}", tuning.entry.name()),
        source: "our own",
        claim: "Which values of these parameters win most games?",
        takes_positions: false,
        design: Box::new(design),
    };
    let config = RunConfig {
        conditions: Conditions { scale: Scale::Full, seed: tuning.seed, positions: None },
        concurrency: tuning.concurrency,
        out: tuning.out,
        command: tuning.command.clone(),
    };
    run(&experiment, &config, stop, observer)
}
