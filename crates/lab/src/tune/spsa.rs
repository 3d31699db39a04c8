//! Simultaneous perturbation (Spall 1998): all parameters are perturbed at once, and a few games decide the direction.
//!
//! In step k of N the perturbation is `c = STEP · (N / k)^0.101` to either side, so that it ends at STEP; the parameter then
//! moves by `rate · ((A + N) / (A + k))^0.602 · c · sign · result` with A = N / 10 and the result between -1 and 1.

use super::{Parameter, Tuning};
use crate::{
    Findings, LabError, Page,
    kinds::matches::{Pairing, play_pair},
    run::{line_file::LineFile, pool::in_threads},
    show::{Mark, Plot, Series, Table, Value},
};
use arena::Openings;
use players::derive_seed;
use std::{
    path::PathBuf,
    sync::{Mutex, atomic::AtomicBool},
};

/// Keeps the signs apart from other random choices.
const PURPOSE: u64 = 311;

/// The SPSA iteration: asks which two points to compare and is told which one was better.
#[derive(Clone, Debug)]
pub struct Spsa {
    parameters: Vec<Parameter>,
    values: Vec<f64>,
    steps: usize,
    rate: f64,
    seed: u64,
    done: usize,
}

impl Spsa {
    /// An SPSA run of this many steps.
    pub fn new(parameters: Vec<Parameter>, steps: usize, rate: f64, seed: u64) -> Spsa {
        let values = parameters.iter().map(|p| p.start).collect();
        Spsa { parameters, values, steps, rate, seed, done: 0 }
    }

    /// The current values.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The two points to compare.
    pub fn ask(&self) -> [Vec<f64>; 2] {
        [1.0, -1.0].map(|way| {
            let moved = |(nth, value): (usize, &f64)| {
                let at = value + way * self.perturbation(nth);
                at.clamp(self.parameters[nth].least, self.parameters[nth].most)
            };
            self.values.iter().enumerate().map(moved).collect()
        })
    }

    /// Takes the result: 1 if the first point won everything, -1 if the second did.
    pub fn tell(&mut self, result: f64) {
        let (all, now) = (self.steps as f64, (self.done + 1) as f64);
        let gain = self.rate * ((1.1 * all) / (0.1 * all + now)).powf(0.602);
        let moves: Vec<f64> =
            (0..self.values.len()).map(|nth| gain * self.perturbation(nth) * result).collect();
        for ((value, by), parameter) in self.values.iter_mut().zip(moves).zip(&self.parameters) {
            *value = (*value + by).clamp(parameter.least, parameter.most);
        }
        self.done += 1;
    }

    /// The signed perturbation of a parameter in this step.
    fn perturbation(&self, nth: usize) -> f64 {
        let draw = derive_seed(self.seed, &[PURPOSE, self.done as u64, nth as u64]);
        let size =
            (self.steps as f64 / (self.done + 1) as f64).max(1.0).powf(0.101) * self.parameters[nth].step;
        if draw >> 63 == 0 { size } else { -size }
    }
}

/// What SPSA may change, and how long it takes.
pub struct SpsaConfig {
    /// The player.
    pub spec: String,
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// How many steps.
    pub steps: usize,
    /// How many pairs of games a step.
    pub pairs: u64,
    /// How far a result moves the parameters.
    pub rate: f64,
}

/// Runs SPSA, or resumes it, and writes the page; gives it, its folder and the spec found.
pub fn spsa(
    tuning: &Tuning<'_>,
    config: &SpsaConfig,
    stop: &AtomicBool,
    observer: &mut dyn FnMut(u64, u64),
) -> Result<(Page, PathBuf, String), LabError> {
    let mut spsa = Spsa::new(config.parameters.clone(), config.steps, config.rate, tuning.seed);
    tuning.check(&config.spec_at(tuning, spsa.values())?)?;
    for point in spsa.ask() {
        tuning.check(&config.spec_at(tuning, &point)?)?;
    }
    let (mut log, earlier) = config.open_log(tuning)?;
    let mut table = Table::new("step | result | parameters");
    let mut curves: Vec<Vec<Mark>> = vec![Vec::new(); config.parameters.len()];
    let openings = Openings::new(tuning.entry, tuning.variant, tuning.openings.clone(), tuning.seed);
    let openings = Mutex::new(openings.map_err(LabError::bad_input)?);
    for step in 0..config.steps {
        let result = match earlier.get(step) {
            Some(&result) => result,
            None => {
                let [first, second] = spsa.ask();
                let players =
                    [("+", config.spec_at(tuning, &first)?), ("-", config.spec_at(tuning, &second)?)];
                let pairing = tuning.pairing(players, config.pairs);
                let result = compare(tuning, &pairing, &openings, step as u64 * config.pairs, stop)?;
                log.write(&result)?;
                result
            }
        };
        spsa.tell(result);
        observer(step as u64 + 1, config.steps as u64);
        for (nth, parameter) in config.parameters.iter().enumerate() {
            let range = (parameter.most - parameter.least).max(f64::MIN_POSITIVE);
            curves[nth].push(Mark::at(step as f64 + 1.0, (spsa.values()[nth] - parameter.least) / range));
        }
        let texts: Vec<String> =
            config.settings(spsa.values()).iter().map(|(key, value)| format!("{key}={value}")).collect();
        let row = [Value::count(step as u64 + 1), Value::Number(result, 3), Value::text(texts.join(" "))];
        table.push(row.into());
    }
    let found = config.spec_at(tuning, spsa.values())?;
    let series = config.parameters.iter().zip(curves).map(|(p, marks)| Series::ours(p.key.clone(), marks));
    let plot = Plot::lines("parameters by step", "step", "place between the bounds", series.collect());
    let notes = vec![
        format!("Found: `{found}`"),
        "SPSA finds a guess, not a proof; `quadrille lab tune confirm` tests it.".into(),
    ];
    let findings = Findings { table, plot, notes, games: 2 * config.pairs * config.steps as u64 };
    let heading = [
        "SPSA",
        "Spall 1998, implementation of the simultaneous perturbation algorithm",
        "Which values of these parameters win most games?",
    ];
    let method =
        vec![format!("{} steps of {} pairs of games, rate {}.", config.steps, config.pairs, config.rate)];
    let (page, folder) = tuning.write(heading, method, findings, config.steps)?;
    Ok((page, folder, found))
}

impl SpsaConfig {
    /// The parameters as settings with these values.
    fn settings(&self, values: &[f64]) -> Vec<(&str, String)> {
        self.parameters.iter().zip(values).map(|(p, &value)| (p.key.as_str(), p.text(value))).collect()
    }

    /// The player with these values.
    fn spec_at(&self, tuning: &Tuning<'_>, values: &[f64]) -> Result<String, LabError> {
        tuning.spec_with(&self.spec, &self.settings(values))
    }

    /// Opens the log of a run, whose first line identifies it, and gives the results of its steps.
    fn open_log(&self, tuning: &Tuning<'_>) -> Result<(LineFile, Vec<f64>), LabError> {
        let parameters: Vec<String> = self.parameters.iter().map(|p| format!("{p:?}")).collect();
        let ours = format!(
            "{} {} seed {}, {} pairs a step, {} steps, rate {}: {}; {}",
            tuning.games_sentence(),
            self.spec,
            tuning.seed,
            self.pairs,
            self.steps,
            self.rate,
            parameters.join(", "),
            tuning.entry.spec(&self.spec).map_err(LabError::bad_input)?
        );
        let path = tuning.folder()?.join(format!("{}.journal.jsonl", tuning.name));
        let (mut log, lines) = LineFile::open(&path)?;
        let mut lines = lines.iter().enumerate();
        let bad = |log: &LineFile, nth: usize, error| {
            log.corrupt(nth + 1, format!("is not part of a log: {error}"))
        };
        match lines.next() {
            None => log.write(&ours)?,
            Some((nth, first)) => {
                let theirs: String = serde_json::from_str(first).map_err(|e| bad(&log, nth, e))?;
                if theirs != ours {
                    let (theirs, ours) = (format!("'{theirs}'"), format!("'{ours}'"));
                    return Err(LabError::OtherRun { path, field: "settings", theirs, ours });
                }
            }
        }
        let steps = lines.map(|(nth, line)| serde_json::from_str(line).map_err(|e| bad(&log, nth, e)));
        let steps = steps.collect::<Result<_, _>>()?;
        Ok((log, steps))
    }
}

/// Plays pairs on several threads; gives the result of the first player, from -1 to 1.
fn compare(
    tuning: &Tuning<'_>,
    pairing: &Pairing,
    openings: &Mutex<Openings>,
    from: u64,
    stop: &AtomicBool,
) -> Result<f64, LabError> {
    let (mut played, pairs) = (Vec::new(), pairing.pairs);
    let jobs: Vec<usize> = (0..pairs as usize).collect();
    let play = |nth: usize| play_pair(pairing, openings, from + nth as u64, tuning.seed, stop);
    in_threads(tuning.concurrency, &jobs, &AtomicBool::new(false), play, |pair| played.extend(pair));
    let mut half_points = 0;
    for (_, pair) in played {
        half_points += pair?.half_points.iter().map(|&h| i64::from(h)).sum::<i64>();
    }
    // A game is worth two half points.
    let most = 4 * pairs as i64;
    Ok((2 * half_points - most) as f64 / most.max(1) as f64)
}
