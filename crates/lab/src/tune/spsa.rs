//! Simultaneous perturbation (Spall 1998): all parameters are disturbed at once, a few games say which way is better.
//!
//! In step k of N the disturbance is `c = STEP · (N / k)^0.101` to either side, so that it ends at STEP; the parameter then
//! moves by `rate · ((A + N) / (A + k))^0.602 · c · sign · result` with A = N / 10 and the result between -1 and 1.

use super::{Parameter, Setting, log::Log, write};
use crate::{
    LabError, Page,
    kinds::matches::{Pair, Pairing, play_pair},
    show::{Entry, Mark, Plot, Series, Table},
};
use arena::{Openings, TimeControl};
use players::derive_seed;
use std::{
    path::PathBuf,
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
};

/// Sets the signs apart from everything else that is random.
const PURPOSE: u64 = 311;

/// The climb itself: asks which two points to compare and is told which was better. Knows no game.
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
    /// A climb of so many steps.
    pub fn new(parameters: Vec<Parameter>, steps: usize, rate: f64, seed: u64) -> Spsa {
        let values = parameters.iter().map(|p| p.start).collect();
        Spsa { parameters, values, steps, rate, seed, done: 0 }
    }

    /// Where it is now.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The two points to compare.
    pub fn ask(&self) -> [Vec<f64>; 2] {
        [1.0, -1.0].map(|way| {
            let moved = |(nth, value): (usize, &f64)| {
                let at = value + way * self.disturbance(nth);
                at.clamp(self.parameters[nth].least, self.parameters[nth].most)
            };
            self.values.iter().enumerate().map(moved).collect()
        })
    }

    /// Which was better: 1 if the first point won everything, -1 if the second did.
    pub fn tell(&mut self, result: f64) {
        let (all, now) = (self.steps as f64, (self.done + 1) as f64);
        let gain = self.rate * ((1.1 * all) / (0.1 * all + now)).powf(0.602);
        let moves: Vec<f64> =
            (0..self.values.len()).map(|nth| gain * self.disturbance(nth) * result).collect();
        for ((value, by), parameter) in self.values.iter_mut().zip(moves).zip(&self.parameters) {
            *value = (*value + by).clamp(parameter.least, parameter.most);
        }
        self.done += 1;
    }

    /// By how much, and which way, a parameter is disturbed in this step.
    fn disturbance(&self, nth: usize) -> f64 {
        let draw = derive_seed(self.seed, &[PURPOSE, self.done as u64, nth as u64]);
        let size =
            (self.steps as f64 / (self.done + 1) as f64).max(1.0).powf(0.101) * self.parameters[nth].step;
        if draw >> 63 == 0 { size } else { -size }
    }
}

/// What is to be climbed.
pub struct Climb {
    /// The player.
    pub spec: String,
    /// What may be moved.
    pub parameters: Vec<Parameter>,
    /// How many steps.
    pub steps: usize,
    /// How many pairs of games a step.
    pub pairs: u64,
    /// How far a result moves the parameters.
    pub rate: f64,
}

/// Climbs, or goes on with a climb, and writes the page; answers with it, its folder and the spec that was found.
pub fn spsa(
    setting: &Setting<'_>,
    climb: &Climb,
    stop: &AtomicBool,
    observer: &mut dyn FnMut(u64, u64),
) -> Result<(Page, PathBuf, String), LabError> {
    let mut spsa = Spsa::new(climb.parameters.clone(), climb.steps, climb.rate, setting.seed);
    let spec_at = |values: &[f64]| {
        let settings: Vec<(&str, String)> =
            climb.parameters.iter().zip(values).map(|(p, &v)| (p.key.as_str(), p.text(v))).collect();
        setting.spec_with(&climb.spec, &settings)
    };
    setting.check(&spec_at(spsa.values())?)?;
    for point in spsa.ask() {
        setting.check(&spec_at(&point)?)?;
    }
    let path = setting.folder()?.join(format!("{}.journal.jsonl", setting.name));
    let parameters: Vec<String> = climb.parameters.iter().map(|p| format!("{p:?}")).collect();
    let run = format!(
        "{} {} seed {}, {} pairs a step, {} steps, rate {}: {}; {}",
        setting.games_sentence(),
        climb.spec,
        setting.seed,
        climb.pairs,
        climb.steps,
        climb.rate,
        parameters.join(", "),
        setting.entry.player(&climb.spec, 0).map_err(LabError::asked)?.spec()
    );
    let (mut log, earlier) = Log::<f64>::open(&path, &run)?;
    let mut table = Table::new(&["step", "result", "parameters"]);
    let mut ways: Vec<Vec<Mark>> = vec![Vec::new(); climb.parameters.len()];
    let variant = setting.lasting_variant();
    let openings = Openings::new(setting.entry, variant, setting.openings.clone(), setting.seed);
    let openings = Mutex::new(openings.map_err(LabError::asked)?);
    for step in 0..climb.steps {
        let result = match earlier.get(step) {
            Some(&result) => result,
            None => {
                let [first, second] = spsa.ask();
                let pairing = pairing(setting, variant, [spec_at(&first)?, spec_at(&second)?]);
                let result =
                    compare(setting, &pairing, &openings, step as u64 * climb.pairs, climb.pairs, stop)?;
                log.append(&result)?;
                result
            }
        };
        spsa.tell(result);
        observer(step as u64 + 1, climb.steps as u64);
        for (nth, parameter) in climb.parameters.iter().enumerate() {
            let range = (parameter.most - parameter.least).max(f64::MIN_POSITIVE);
            ways[nth].push(Mark::at(step as f64 + 1.0, (spsa.values()[nth] - parameter.least) / range));
        }
        let texts: Vec<String> = climb
            .parameters
            .iter()
            .zip(spsa.values())
            .map(|(p, &v)| format!("{}={}", p.key, p.text(v)))
            .collect();
        table.push(vec![
            Entry::count(step as u64 + 1),
            Entry::Number(result, 3),
            Entry::words(texts.join(" ")),
        ]);
    }
    let found = spec_at(spsa.values())?;
    let series = climb.parameters.iter().zip(ways).map(|(p, marks)| Series::ours(p.key.clone(), marks));
    let page = Page {
        version: Page::VERSION,
        name: setting.name.clone(),
        title: format!("SPSA of {}", setting.entry.name()),
        source: "Spall 1998, implementation of the simultaneous perturbation algorithm".into(),
        claim: "Which values of these parameters win most games?".into(),
        method: vec![
            setting.games_sentence(),
            format!("{} steps of {} pairs of games, rate {}.", climb.steps, climb.pairs, climb.rate),
        ],
        table,
        plot: Plot::lines("the way of the parameters", "step", "place between the bounds", series.collect()),
        notes: vec![
            format!("Found: `{found}`"),
            "A climb finds a guess, not a proof; `quadrille lab tune confirm` tests it.".into(),
        ],
        provenance: setting.provenance(climb.steps, 2 * climb.pairs * climb.steps as u64),
    };
    let (page, folder) = write(setting.out, page)?;
    Ok((page, folder, found))
}

/// Two players of this setting.
fn pairing(setting: &Setting<'_>, variant: &'static str, specs: [String; 2]) -> Pairing {
    Pairing {
        entry: setting.entry,
        variant,
        players: specs.map(|spec| (spec.clone(), spec)),
        control: TimeControl::Nodes(setting.nodes),
        openings: setting.openings.clone(),
        pairs: 0,
        printed: None,
        printed_words: None,
        point: None,
    }
}

/// Plays pairs on several threads; answers with the result of the first player, from -1 to 1.
fn compare(
    setting: &Setting<'_>,
    pairing: &Pairing,
    openings: &Mutex<Openings<'static>>,
    from: u64,
    pairs: u64,
    stop: &AtomicBool,
) -> Result<f64, LabError> {
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<Result<Pair, LabError>>> = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..setting.concurrency.get().min(pairs as usize) {
            scope.spawn(|| {
                loop {
                    let nth = next.fetch_add(1, Ordering::Relaxed) as u64;
                    if nth >= pairs {
                        return;
                    }
                    let pair = play_pair(pairing, openings, from + nth, setting.seed, stop);
                    results.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(pair);
                }
            });
        }
    });
    let mut half_points = 0;
    for pair in results.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) {
        half_points += pair?.half_points.iter().map(|&h| i64::from(h)).sum::<i64>();
    }
    // Two half points a game are to be had.
    let most = 4 * pairs as i64;
    Ok((2 * half_points - most) as f64 / most.max(1) as f64)
}
