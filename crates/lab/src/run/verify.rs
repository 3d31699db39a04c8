//! Repeats a random share of the cells of a stored result and compares them with its journal.
//!
//! Only what every machine finds again is compared: cells say in their results if they were limited by time, and measured times
//! have names of their own. Results of another search are not compared, since it visits other nodes.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use super::{
    journal::StoredRun,
    pool::{guarded, in_threads},
    provenance,
};
use crate::{Cell, Conditions, Experiment, LabError, Scale};
use players::derive_seed;
use serde_json::Value;
use std::{
    fmt,
    num::NonZeroUsize,
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
};

/// The fields of results that hold measured times. A kind of cell that measures a time gives it one of these names.
const MEASURED: [&str; 4] = ["micros", "exact_micros", "ms", "nanos"];
/// The field that is true in results that depend on the machine.
const TIMED: &str = "timed";

/// How to verify a result.
#[derive(Clone, Copy, Debug)]
pub struct VerifyConfig<'a> {
    /// The folder of results.
    pub dir: &'a Path,
    /// The share of cells to repeat, from 0 to 1; at least one is.
    pub share: f64,
    /// The random seed of the choice.
    pub seed: u64,
    /// How many cells run at the same time.
    pub concurrency: NonZeroUsize,
}

/// What became of a result when some of its cells were repeated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verification {
    /// So many cells were repeated, of so many that can be, and gave what is stored.
    Same {
        /// Repeated cells.
        repeated: usize,
        /// Cells that can be repeated.
        of: usize,
    },
    /// A repeated cell gave something else.
    Differs(Difference),
    /// The search has changed since: games with their node totals then and now.
    EarlierSearch(Vec<(String, u64, u64)>),
    /// The experiment or the format of results has changed since, for this reason.
    EarlierVersion(String),
    /// No cell can be repeated, for this reason.
    NothingToRepeat(String),
}

/// How a repeated cell differs from the stored one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The cell.
    pub cell: String,
    /// The field of its result.
    pub field: String,
    /// The stored value.
    pub stored: String,
    /// The value that was found now.
    pub found: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difference { cell, field, stored, found } = self;
        write!(f, "cell '{cell}' has {field} {stored} in the journal, but gave {found} when it was repeated")
    }
}

/// Repeats a share of the cells of a stored result.
pub fn verify(
    experiment: &Experiment,
    config: &VerifyConfig<'_>,
    stop: &AtomicBool,
) -> Result<Verification, LabError> {
    let name = &experiment.name;
    let path = config.dir.join(name).join(format!("{name}.journal.jsonl"));
    if !path.is_file() {
        let problem = format!("'{name}' has no journal in '{}'", config.dir.display());
        return Err(LabError::BadInput(problem));
    }
    let stored = StoredRun::read(&path, name)?;
    if stored.bench.is_empty() {
        return Ok(Verification::EarlierVersion("its journal does not say which search made it".into()));
    }
    let today = provenance::bench(name);
    if stored.bench != today {
        let then = |game: &str| stored.bench.get(game).copied().unwrap_or(0);
        let changed = today.iter().map(|(game, &now)| (game.clone(), then(game), now));
        return Ok(Verification::EarlierSearch(changed.filter(|(_, then, now)| then != now).collect()));
    }
    let Some(scale) = Scale::ALL.into_iter().find(|scale| scale.to_string() == stored.scale) else {
        return Ok(Verification::EarlierVersion(format!("'{}' is not a size of runs", stored.scale)));
    };
    if let Some(folder) = stored.positions.as_ref().filter(|folder| !folder.is_dir()) {
        let problem = format!("its positions come from '{}', which is not here", folder.display());
        return Ok(Verification::NothingToRepeat(problem));
    }
    let conditions = Conditions { scale, seed: stored.seed, positions: stored.positions.clone() };
    let design = (experiment.design)(&conditions)?;
    if !stored.is_of(&design.cells) {
        return Ok(Verification::EarlierVersion("the experiment had other cells".into()));
    }
    let can_repeat = |cell: &&Cell| stored.result(cell).is_some_and(|result| !is_timed(result));
    let cells: Vec<&Cell> = design.cells.iter().filter(can_repeat).collect();
    if cells.is_empty() {
        let reason =
            if design.cells.is_empty() { "it has no cells" } else { "its cells are limited by time" };
        return Ok(Verification::NothingToRepeat(reason.into()));
    }
    let chosen = choose(name, config, cells.len());
    let (mut different, mut failed): (Option<(usize, Difference)>, _) = (None, None);
    let halt = AtomicBool::new(false);
    let run = |nth: usize| {
        cells.get(nth).map(|cell| guarded(cell, &halt).and_then(|new| compare(cell, &stored, new)))
    };
    let mut repeated = 0;
    in_threads(config.concurrency, &chosen, &halt, run, |finished| {
        match finished {
            Some((_, Some(Ok(None)))) => repeated += 1,
            // The first in the order of the cells is named, on any number of threads.
            Some((nth, Some(Ok(Some(found))))) => {
                repeated += 1;
                if different.as_ref().is_none_or(|(first, _)| nth < *first) {
                    different = Some((nth, found));
                }
            }
            Some((_, Some(Err(error)))) => failed = Some(error),
            Some((_, None)) | None => {}
        }
        if failed.is_some() || stop.load(Ordering::Relaxed) {
            halt.store(true, Ordering::Relaxed);
        }
    });
    match (failed, different) {
        (Some(error), _) => Err(error),
        (None, Some((_, difference))) => Ok(Verification::Differs(difference)),
        (None, None) if repeated < chosen.len() => Err(LabError::Stopped),
        (None, None) => Ok(Verification::Same { repeated, of: cells.len() }),
    }
}

/// Which of so many cells are repeated: a share of them, at least one, drawn with the seed.
fn choose(name: &str, config: &VerifyConfig<'_>, cells: usize) -> Vec<usize> {
    let many = ((config.share * cells as f64).ceil() as usize).clamp(1, cells);
    let letters: Vec<u64> = name.bytes().map(u64::from).collect();
    let seed = derive_seed(config.seed, &letters);
    let mut chosen: Vec<usize> = (0..cells).collect();
    chosen.sort_by_key(|&nth| derive_seed(seed, &[nth as u64]));
    chosen.truncate(many);
    chosen.sort_unstable();
    chosen
}

/// The difference between the stored and the new result of a cell, if there is one.
fn compare(cell: &Cell, stored: &StoredRun, new: Value) -> Result<Option<Difference>, LabError> {
    let Some(old) = stored.result(cell) else { return Ok(None) };
    // Written and read, as the stored one was.
    let new: Value = serde_json::from_str(&new.to_string()).map_err(LabError::cell)?;
    let found = difference(old, &new, String::new());
    Ok(found.map(|(field, stored, found)| Difference { cell: cell.id.clone(), field, stored, found }))
}

/// Does a result, or a part of it, depend on the machine?
fn is_timed(result: &Value) -> bool {
    match result {
        Value::Object(fields) => {
            fields.get(TIMED) == Some(&Value::Bool(true)) || fields.values().any(is_timed)
        }
        Value::Array(list) => list.iter().any(is_timed),
        _ => false,
    }
}

/// The first field in which two results differ, with both values. Measured times are not compared.
fn difference(old: &Value, new: &Value, field: String) -> Option<(String, String, String)> {
    let shown = |value: Option<&Value>| value.map_or("nothing".into(), Value::to_string);
    let below = |name: &str| if field.is_empty() { name.to_string() } else { format!("{field}.{name}") };
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => {
            let mut names: Vec<&String> = old.keys().chain(new.keys()).collect();
            names.sort();
            names.dedup();
            names.into_iter().filter(|name| !MEASURED.contains(&name.as_str())).find_map(|name| {
                match (old.get(name), new.get(name)) {
                    (Some(old), Some(new)) => difference(old, new, below(name)),
                    (old, new) => Some((below(name), shown(old), shown(new))),
                }
            })
        }
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            let both = old.iter().zip(new).enumerate();
            both.into_iter().find_map(|(nth, (old, new))| difference(old, new, below(&(nth + 1).to_string())))
        }
        (old, new) if old == new => None,
        (old, new) => {
            let field = if field.is_empty() { "the result".to_string() } else { field };
            Some((field, shown(Some(old)), shown(Some(new))))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn measured_times_are_not_compared() {
        let old =
            json!({"nodes": 5, "micros": 10, "tried": {"TDS": {"nodes": 7, "micros": 1}}, "ms": [1, 2]});
        let new =
            json!({"nodes": 5, "micros": 99, "tried": {"TDS": {"nodes": 7, "micros": 2}}, "ms": [3, 4]});
        assert_eq!(difference(&old, &new, String::new()), None);
        let worse =
            json!({"nodes": 5, "micros": 99, "tried": {"TDS": {"nodes": 8, "micros": 2}}, "ms": [3, 4]});
        let expected = ("tried.TDS.nodes".to_string(), "7".to_string(), "8".to_string());
        assert_eq!(difference(&old, &worse, String::new()), Some(expected));
        let less = json!({"nodes": 5, "tried": {}});
        assert!(difference(&old, &less, String::new()).is_some());
        assert!(difference(&json!([1, 2]), &json!([1, 2, 3]), String::new()).is_some());
        assert!(is_timed(&json!({"first": [{"timed": true}]})) && !is_timed(&json!({"timed": false})));
    }

    #[test]
    fn the_choice_follows_from_seed_and_name() {
        let config =
            |seed, share| VerifyConfig { dir: Path::new(""), share, seed, concurrency: NonZeroUsize::MIN };
        assert_eq!(choose("a", &config(1, 0.02), 7).len(), 1);
        assert_eq!(choose("a", &config(1, 0.02), 440).len(), 9);
        assert_eq!(choose("a", &config(1, 1.0), 7), [0, 1, 2, 3, 4, 5, 6]);
        assert_eq!(choose("a", &config(1, 0.02), 440), choose("a", &config(1, 0.02), 440));
        assert_ne!(choose("a", &config(1, 0.02), 440), choose("a", &config(2, 0.02), 440));
        assert_ne!(choose("a", &config(1, 0.02), 440), choose("b", &config(1, 0.02), 440));
    }
}
