//! Texel's method from games to a page: plays, chooses positions, fits, writes. The mathematics is in `texel.rs`.

use super::{
    Setting,
    sampling::{self, HELD_OUT, Positions},
    spec_with, texel, write,
};
use crate::{
    LabError, Page,
    show::{Entry, Mark, Plot, Series, Table},
};
use arena::Colours;
use players::Weighing;
use std::{fmt::Write as _, ops::ControlFlow, path::PathBuf, sync::atomic::AtomicBool};

/// What is to be fitted.
pub struct Fitting {
    /// The player, which plays against itself and whose evaluation is fitted.
    pub spec: String,
    /// Half the number of games, each of which has an opening of its own.
    pub pairs: u64,
    /// At most so many positions of a game.
    pub per_game: usize,
    /// A weight is held where it was as strongly as so many positions could.
    pub prior: f64,
    /// The share of the search's own judgement in what is aimed at; the rest is the result of the game.
    pub blend: f64,
    /// Only weights whose names begin with one of these; all if there are none.
    pub only: Vec<String>,
    /// No weights whose names begin with one of these.
    pub without: Vec<String>,
    /// How often the slopes are taken anew where the weights have come to.
    pub rounds: usize,
}

/// Fits the weights of an evaluation to games, and writes the page; answers with it, its folder and the spec that was found.
pub fn fit(
    setting: &Setting<'_>,
    fitting: &Fitting,
    stop: &AtomicBool,
    observer: &mut dyn FnMut(u64, u64),
) -> Result<(Page, PathBuf, String), LabError> {
    let weighing = setting.entry.weighing(&fitting.spec).map_err(LabError::asked)?;
    let own = weighing.weights();
    let places = places(&own, fitting)?;
    let specs = [fitting.spec.clone(), fitting.spec.clone()];
    // One game from each opening: with colours swapped, two equal players would play the same game again.
    let records = setting.games(specs, fitting.pairs, Colours::Random, stop, &mut |_, done, total| {
        observer(done, total);
        ControlFlow::Continue(())
    })?;
    let positions =
        sampling::positions(&records, setting.entry, weighing.as_ref(), fitting.per_game, setting.seed)?;
    let held_out = positions.held_out.iter().filter(|held| **held).count();
    if held_out == 0 || held_out == positions.boards.len() {
        return Err(LabError::Asked(format!(
            "'{}' games give too few quiet positions to fit to some and hold out others; one game in {HELD_OUT} is held out",
            2 * fitting.pairs
        )));
    }
    let found = Found::search(&positions, weighing.as_ref(), &own, &places, fitting);
    let changed: Vec<(String, String)> = own
        .iter()
        .zip(&found.weights)
        .filter(|((_, old), new)| old != *new)
        .map(|((name, _), new)| (format!("w.{name}"), new.to_string()))
        .collect();
    let spec = spec_with(&fitting.spec, &changed);
    let mut weights = String::from("weight,before,after\n");
    for ((name, old), new) in own.iter().zip(&found.weights) {
        let _ = writeln!(weights, "{name},{old},{new}");
    }
    let file = setting.folder()?.join(format!("{}.weights.csv", setting.name));
    crate::show::write_whole(&file, &weights)?;
    let counts = [positions.boards.len() - held_out, held_out];
    let page = page(setting, fitting, &found, counts, records.len(), &spec);
    let (page, folder) = write(setting.out, page)?;
    Ok((page, folder, spec))
}

/// Which weights may change.
fn places(own: &[(String, i32)], fitting: &Fitting) -> Result<Vec<usize>, LabError> {
    if own.is_empty() {
        return Err(LabError::Asked(format!("'{}' has an evaluation without weights", fitting.spec)));
    }
    for prefix in fitting.only.iter().chain(&fitting.without) {
        if !own.iter().any(|(name, _)| name.starts_with(prefix.as_str())) {
            return Err(LabError::Asked(format!(
                "'{prefix}' is not the beginning of a weight of '{}'; `quadrille lab tune weights` names them",
                fitting.spec
            )));
        }
    }
    let is_any = |prefixes: &[String], name: &str| prefixes.iter().any(|p| name.starts_with(p.as_str()));
    let wanted = |name: &str| {
        (fitting.only.is_empty() || is_any(&fitting.only, name)) && !is_any(&fitting.without, name)
    };
    let places: Vec<usize> = (0..own.len()).filter(|&place| wanted(&own[place].0)).collect();
    if places.is_empty() {
        return Err(LabError::Asked(format!("'{}' leaves no weight to fit", fitting.without.join(","))));
    }
    Ok(places)
}

/// What came of a fit.
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
        weighing: &dyn Weighing,
        own: &[(String, i32)],
        places: &[usize],
        fitting: &Fitting,
    ) -> Found {
        let mut weights: Vec<i32> = own.iter().map(|(_, number)| *number).collect();
        let results = positions.samples(weighing, &weights, &[], &positions.results);
        let scale = texel::fit_scale(&results);
        let targets = positions.targets(scale, fitting.blend);
        let split = |samples: Vec<texel::Sample>| {
            let (mut train, mut held_out) = (Vec::new(), Vec::new());
            for (sample, &held) in samples.into_iter().zip(&positions.held_out) {
                if held { held_out.push(sample) } else { train.push(sample) }
            }
            (train, held_out)
        };
        let mut steps = Vec::new();
        for round in 1..=fitting.rounds.max(1) {
            let (train, held_out) = split(positions.samples(weighing, &weights, places, &targets));
            let fit = texel::fit(&train, &held_out, places.len(), scale, fitting.prior);
            steps.extend(fit.steps.into_iter().map(|step| (round, step)));
            for (&place, change) in places.iter().zip(fit.changes) {
                weights[place] += change.round() as i32;
            }
        }
        let (train, held_out) = split(positions.samples(weighing, &weights, &[], &targets));
        let last = texel::Step {
            train: texel::mean_loss(&train, scale, &[]),
            held_out: texel::mean_loss(&held_out, scale, &[]),
        };
        Found { weights, scale, steps, last }
    }
}

fn page(
    setting: &Setting<'_>,
    fitting: &Fitting,
    found: &Found,
    [train, held_out]: [usize; 2],
    games: usize,
    spec: &str,
) -> Page {
    let mut table = Table::new(&["step", "round", "train error", "held-out error"]);
    let mut marks = [Vec::new(), Vec::new()];
    for (nth, (round, step)) in found.steps.iter().enumerate() {
        marks[0].push(Mark::at(nth as f64, step.train));
        marks[1].push(Mark::at(nth as f64, step.held_out));
        table.push(vec![
            Entry::count(nth as u64),
            Entry::count(*round as u64),
            Entry::Number(step.train, 5),
            Entry::Number(step.held_out, 5),
        ]);
    }
    table.push(vec![
        Entry::words("whole numbers"),
        Entry::Nothing,
        Entry::Number(found.last.train, 5),
        Entry::Number(found.last.held_out, 5),
    ]);
    let [train_marks, held_marks] = marks;
    Page {
        version: Page::VERSION,
        name: setting.name.clone(),
        title: format!("Weights of {} fitted to games", setting.entry.name()),
        source: "Österlund 2014, Texel's tuning method".into(),
        claim: "With which weights do opinions foretell results best?".into(),
        method: vec![
            setting.games_sentence(),
            format!("`{}` played {games} games against itself.", fitting.spec),
            format!(
                "At most {} quiet positions a game: {train} to fit to, {held_out} of other openings held out.",
                fitting.per_game
            ),
            format!(
                "Errors are mean log losses; scale {:.6}, prior {}, share of the search's judgement in the aim {}.",
                found.scale, fitting.prior, fitting.blend
            ),
        ],
        table,
        plot: Plot::lines(
            "errors by step",
            "step of Newton's method",
            "mean log loss",
            vec![Series::ours("train", train_marks), Series::ours("held out", held_marks)],
        ),
        notes: vec![
            format!("Found: `{spec}`"),
            "A smaller error is no proof of strength; `quadrille lab tune confirm` tests it in games.".into(),
        ],
        provenance: setting.provenance(found.steps.len(), games as u64),
    }
}
