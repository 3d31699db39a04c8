//! Texel's method from games to a page: plays, chooses positions, fits, writes. The mathematics is in `texel.rs`.

use super::{
    Tuning,
    sampling::{self, HELD_OUT, Positions},
    spec_with, texel,
};
use crate::{
    Findings, LabError, Page,
    show::{Mark, Plot, Series, Table, Value},
};
use arena::Colours;
use players::TunableEvaluation;
use std::{fmt::Write as _, ops::ControlFlow, path::PathBuf, sync::atomic::AtomicBool};

/// What to fit, and how.
pub struct FitConfig {
    /// The player, which plays against itself and whose evaluation is fitted.
    pub spec: String,
    /// Half the number of games, each with its own opening.
    pub pairs: u64,
    /// The most positions taken from a game.
    pub per_game: usize,
    /// The strength of the pull towards the old weights, in positions.
    pub prior: f64,
    /// The share of the search's score in the target; the rest is the result of the game.
    pub blend: f64,
    /// Only weights whose names begin with one of these; all if there are none.
    pub only: Vec<String>,
    /// No weights whose names begin with one of these.
    pub without: Vec<String>,
    /// How often the gradients are recomputed at the new weights.
    pub rounds: usize,
}

/// Fits the weights of an evaluation to games and writes the page; gives it, its folder and the spec found.
pub fn fit(
    tuning: &Tuning<'_>,
    config: &FitConfig,
    stop: &AtomicBool,
    observer: &mut dyn FnMut(u64, u64),
) -> Result<(Page, PathBuf, String), LabError> {
    let tunable_evaluation = tuning.entry.spec(&config.spec).and_then(|s| s.tunable_evaluation());
    let tunable_evaluation = tunable_evaluation.map_err(LabError::bad_input)?;
    let own = tunable_evaluation.weights();
    let places = places(&own, config)?;
    let specs = [config.spec.clone(), config.spec.clone()];
    // One game from each opening: with colours swapped, two equal players would play the same game again.
    let records = tuning.games(specs, config.pairs, Colours::Random, stop, &mut |_, done, total| {
        observer(done, total);
        ControlFlow::Continue(())
    })?;
    let positions = sampling::positions(
        &records,
        tuning.entry,
        tunable_evaluation.as_ref(),
        config.per_game,
        tuning.seed,
    )?;
    let held_out = positions.held_out.iter().filter(|held| **held).count();
    if held_out == 0 || held_out == positions.boards.len() {
        return Err(LabError::BadInput(format!(
            "'{}' games give too few quiet positions to fit to some and hold out others; one game in {HELD_OUT} is held out",
            2 * config.pairs
        )));
    }
    let found = Found::search(&positions, tunable_evaluation.as_ref(), &own, &places, config);
    let changed: Vec<(String, String)> = own
        .iter()
        .zip(&found.weights)
        .filter(|((_, old), new)| old != *new)
        .map(|((name, _), new)| (format!("w.{name}"), new.to_string()))
        .collect();
    let spec = spec_with(&config.spec, &changed);
    let mut weights = String::from("weight,before,after\n");
    for ((name, old), new) in own.iter().zip(&found.weights) {
        let _ = writeln!(weights, "{name},{old},{new}");
    }
    let file = tuning.folder()?.join(format!("{}.weights.csv", tuning.name));
    crate::files::write_whole(&file, &weights)?;
    let counts = [positions.boards.len() - held_out, held_out];
    let method = method(config, &found, counts, records.len());
    let heading = [
        "Weights fitted to games",
        "Österlund 2014, Texel's tuning method",
        "With which weights does the evaluation predict results best?",
    ];
    let findings = found.findings(&spec, records.len() as u64);
    let (page, folder) = tuning.write(heading, method, findings, found.steps.len())?;
    Ok((page, folder, spec))
}

/// Which weights may change.
fn places(own: &[(String, i32)], config: &FitConfig) -> Result<Vec<usize>, LabError> {
    if own.is_empty() {
        return Err(LabError::BadInput(format!("'{}' has an evaluation without weights", config.spec)));
    }
    for prefix in config.only.iter().chain(&config.without) {
        if !own.iter().any(|(name, _)| name.starts_with(prefix.as_str())) {
            return Err(LabError::BadInput(format!(
                "'{prefix}' is not the beginning of a weight of '{}'; `quadrille lab tune weights` names them",
                config.spec
            )));
        }
    }
    let is_any = |prefixes: &[String], name: &str| prefixes.iter().any(|p| name.starts_with(p.as_str()));
    let wanted =
        |name: &str| (config.only.is_empty() || is_any(&config.only, name)) && !is_any(&config.without, name);
    let places: Vec<usize> = (0..own.len()).filter(|&place| wanted(&own[place].0)).collect();
    if places.is_empty() {
        return Err(LabError::BadInput(format!("'{}' leaves no weight to fit", config.without.join(","))));
    }
    Ok(places)
}

/// The result of a fit.
struct Found {
    weights: Vec<i32>,
    scale: f64,
    /// Round, and errors of the model; the last is of the rounded weights themselves.
    steps: Vec<(usize, texel::Step)>,
    last: texel::Step,
}

impl Found {
    fn search(
        positions: &Positions,
        tunable_evaluation: &dyn TunableEvaluation,
        own: &[(String, i32)],
        places: &[usize],
        config: &FitConfig,
    ) -> Found {
        let mut weights: Vec<i32> = own.iter().map(|(_, number)| *number).collect();
        let results = positions.samples(tunable_evaluation, &weights, &[], &positions.results);
        let scale = texel::fit_scale(&results);
        let targets = positions.targets(scale, config.blend);
        let split = |samples: Vec<texel::Sample>| {
            let (mut train, mut held_out) = (Vec::new(), Vec::new());
            for (sample, &held) in samples.into_iter().zip(&positions.held_out) {
                if held { held_out.push(sample) } else { train.push(sample) }
            }
            (train, held_out)
        };
        let mut steps = Vec::new();
        for round in 1..=config.rounds.max(1) {
            let (train, held_out) = split(positions.samples(tunable_evaluation, &weights, places, &targets));
            let fit = texel::fit(&train, &held_out, places.len(), scale, config.prior);
            steps.extend(fit.steps.into_iter().map(|step| (round, step)));
            for (&place, change) in places.iter().zip(fit.changes) {
                weights[place] += change.round() as i32;
            }
        }
        let (train, held_out) = split(positions.samples(tunable_evaluation, &weights, &[], &targets));
        let last = texel::Step {
            train: texel::mean_loss(&train, scale, &[]),
            held_out: texel::mean_loss(&held_out, scale, &[]),
        };
        Found { weights, scale, steps, last }
    }
}

fn method(config: &FitConfig, found: &Found, [train, held_out]: [usize; 2], games: usize) -> Vec<String> {
    vec![
        format!("`{}` played {games} games against itself.", config.spec),
        format!(
            "At most {} quiet positions a game: {train} to fit to, {held_out} of other openings held out.",
            config.per_game
        ),
        format!(
            "Errors are mean log losses; scale {:.6}, prior {}, share of the search's score in the target {}.",
            found.scale, config.prior, config.blend
        ),
    ]
}

impl Found {
    fn findings(&self, spec: &str, games: u64) -> Findings {
        let mut table = Table::new("step | round | train error | held-out error");
        let mut marks = [Vec::new(), Vec::new()];
        let errors = |step: &texel::Step| [step.train, step.held_out].map(|error| Value::Number(error, 5));
        for (nth, (round, step)) in self.steps.iter().enumerate() {
            marks[0].push(Mark::at(nth as f64, step.train));
            marks[1].push(Mark::at(nth as f64, step.held_out));
            let [train, held_out] = errors(step);
            table.push(vec![Value::count(nth as u64), Value::count(*round as u64), train, held_out]);
        }
        let [train, held_out] = errors(&self.last);
        table.push(vec![Value::text("whole numbers"), Value::Nothing, train, held_out]);
        let [train, held_out] = marks;
        let series = vec![Series::ours("train", train), Series::ours("held out", held_out)];
        let plot = Plot::lines("errors by step", "step of Newton's method", "mean log loss", series);
        let notes = vec![
            format!("Found: `{spec}`"),
            "A smaller error is no proof of strength; `quadrille lab tune confirm` tests it in games.".into(),
        ];
        Findings { table, plot, notes, games }
    }
}
