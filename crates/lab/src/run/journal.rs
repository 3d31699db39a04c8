//! The journal of a run: a line for each finished cell. The first line says which run it belongs to; a line that cannot
//! be read, or whose checksum is wrong, is an error that names it.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use super::{
    RunConfig,
    line_file::{self, LineFile, quoted},
    provenance,
};
use crate::{Cell, Design, Experiment, LabError};
use players::derive_seed;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{
    collections::{BTreeMap, HashMap},
    path::{Path, PathBuf},
};

/// The version of the format, and that of journals without checksums.
const VERSION: u32 = 2;
const UNCHECKED: u32 = 1;
/// Stands for positions that come from no folder.
const GENERATED: &str = "generated";

/// The first line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Head {
    version: u32,
    experiment: String,
    scale: String,
    seed: u64,
    positions: String,
    /// A hash of the names of all cells.
    cells: String,
    commit: String,
    /// Node totals of `quadrille bench` for its games, which tell searches of different versions apart.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    bench: BTreeMap<String, u64>,
}

/// A further line: a finished cell, or the commit of a resumed run.
#[derive(Debug, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum Line {
    Done {
        cell: String,
        result: Value,
        /// Microseconds of processor time, where the system tells.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cpu_us: Option<u64>,
    },
    Resumed {
        commit: String,
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        bench: BTreeMap<String, u64>,
    },
}

/// An open journal.
pub(super) struct Journal {
    file: LineFile,
    ids: Vec<String>,
    values: Vec<Option<Value>>,
    done: usize,
    /// Processor time of all finished cells, and whether that of every cell is known.
    cpu_us: u64,
    is_timed: bool,
    /// Commits and node totals of all runs that contributed.
    builds: Vec<Build>,
    /// Those of this run, until it has contributed.
    unnamed: Option<Build>,
}

/// What a run was made with: the commit, and the node totals of `quadrille bench`.
type Build = (String, BTreeMap<String, u64>);

impl Journal {
    /// Opens the journal of a run, or starts one.
    pub(super) fn open(
        path: &Path,
        experiment: &Experiment,
        config: &RunConfig<'_>,
        design: &Design,
        commit: &str,
    ) -> Result<Journal, LabError> {
        let (file, lines) = LineFile::open(path)?;
        let conditions = &config.conditions;
        let head = Head {
            version: if file.is_checked { VERSION } else { UNCHECKED },
            experiment: experiment.name.clone(),
            scale: conditions.scale.to_string(),
            seed: conditions.seed,
            positions: conditions.positions.as_ref().map_or(GENERATED.into(), |p| p.display().to_string()),
            cells: hash_of(&design.cells),
            commit: commit.into(),
            bench: provenance::bench(&experiment.name),
        };
        let ids: Vec<String> = design.cells.iter().map(|cell| cell.id.clone()).collect();
        let values = vec![None; ids.len()];
        let mut journal = Journal {
            file,
            ids,
            values,
            done: 0,
            cpu_us: 0,
            is_timed: true,
            builds: Vec::new(),
            unnamed: None,
        };
        journal.begin(&lines, &head)?;
        Ok(journal)
    }

    /// Reads the lines, or writes the first one.
    fn begin(&mut self, lines: &[String], head: &Head) -> Result<(), LabError> {
        let known: HashMap<String, usize> =
            self.ids.iter().enumerate().map(|(nth, id)| (id.clone(), nth)).collect();
        for (nth, line) in lines.iter().enumerate() {
            let bad = |problem: String| self.file.corrupt(nth + 1, problem);
            if nth == 0 {
                let theirs: Head = serde_json::from_str(line).map_err(|e| {
                    bad(format!("'{}' is not the first line of a journal: {e}", quoted(line)))
                })?;
                self.check(&theirs, head)?;
                self.builds.push((theirs.commit, theirs.bench));
                continue;
            }
            match serde_json::from_str(line)
                .map_err(|e| bad(format!("'{}' is not a cell: {e}", quoted(line))))?
            {
                Line::Resumed { commit, bench } => self.builds.push((commit, bench)),
                Line::Done { cell, result, cpu_us } => {
                    let place = known.get(&cell).and_then(|&place| self.values.get_mut(place));
                    match place {
                        None => return Err(bad(format!("'{cell}' is not a cell of this run"))),
                        Some(Some(_)) => return Err(bad(format!("'{cell}' is there twice"))),
                        Some(empty) => *empty = Some(result),
                    }
                    self.done += 1;
                    self.count(cpu_us);
                }
            }
        }
        let build: Build = (head.commit.clone(), head.bench.clone());
        if self.builds.is_empty() {
            self.file.write(head)?;
            self.builds.push(build);
        } else if self.builds.last() != Some(&build) {
            self.unnamed = Some(build);
        }
        Ok(())
    }

    /// Refuses a journal of another run.
    fn check(&self, theirs: &Head, ours: &Head) -> Result<(), LabError> {
        let fields = [
            ("version", theirs.version.to_string(), ours.version.to_string()),
            ("experiment", theirs.experiment.clone(), ours.experiment.clone()),
            ("scale", theirs.scale.clone(), ours.scale.clone()),
            ("seed", theirs.seed.to_string(), ours.seed.to_string()),
            ("positions", theirs.positions.clone(), ours.positions.clone()),
            ("cells", theirs.cells.clone(), ours.cells.clone()),
        ];
        match fields.into_iter().find(|(_, theirs, ours)| theirs != ours) {
            None => Ok(()),
            Some((field, theirs, ours)) => {
                Err(LabError::OtherRun { path: self.file.path.clone(), field, theirs, ours })
            }
        }
    }

    fn count(&mut self, cpu_us: Option<u64>) {
        self.cpu_us += cpu_us.unwrap_or(0);
        self.is_timed &= cpu_us.is_some();
    }

    /// Appends the result of a cell and its processor time.
    pub(super) fn append(&mut self, nth: usize, result: Value, cpu_us: Option<u64>) -> Result<(), LabError> {
        if let Some((commit, bench)) = self.unnamed.take() {
            self.file.write(&Line::Resumed { commit: commit.clone(), bench: bench.clone() })?;
            self.builds.push((commit, bench));
        }
        let (Some(id), Some(value)) = (self.ids.get(nth), self.values.get_mut(nth)) else { return Ok(()) };
        self.file.write(&Line::Done { cell: id.clone(), result: result.clone(), cpu_us })?;
        // Parsed back, so that interrupted and uninterrupted runs give the same.
        *value = Some(serde_json::from_str(&result.to_string()).map_err(LabError::cell)?);
        self.done += 1;
        self.count(cpu_us);
        Ok(())
    }

    /// Is a cell finished?
    pub(super) fn has(&self, nth: usize) -> bool {
        matches!(self.values.get(nth), Some(Some(_)))
    }

    /// How many cells are finished.
    pub(super) fn done(&self) -> usize {
        self.done
    }

    /// Was a torn line cut off?
    pub(super) fn repaired(&self) -> bool {
        self.file.repaired
    }

    /// The commits of all runs that contributed.
    pub(super) fn commits(&self) -> String {
        let commits: Vec<&str> = self.builds.iter().map(|(commit, _)| commit.as_str()).collect();
        commits.join(", then ")
    }

    /// The node totals of the runs that contributed; none if they differ or are not known.
    pub(super) fn bench(&self) -> BTreeMap<String, u64> {
        common_bench(self.builds.iter().map(|(_, bench)| bench))
    }

    /// Seconds of processor time of all finished cells, if that of every cell is known.
    pub(super) fn cpu_seconds(&self) -> Option<f64> {
        self.is_timed.then_some(self.cpu_us as f64 / 1e6)
    }

    /// The results of these cells, in the order of the cells; others have none.
    pub(super) fn values(&self, is_wanted: impl Fn(usize) -> bool) -> Vec<Option<Value>> {
        let wanted = |(nth, value): (usize, &Option<Value>)| value.clone().filter(|_| is_wanted(nth));
        self.values.iter().enumerate().map(wanted).collect()
    }
}

fn common_bench<'a>(mut all: impl Iterator<Item = &'a BTreeMap<String, u64>>) -> BTreeMap<String, u64> {
    let first = all.next();
    first.filter(|first| all.all(|other| other == *first)).cloned().unwrap_or_default()
}

/// A journal as it is stored.
pub(super) struct StoredRun {
    pub(super) scale: String,
    pub(super) seed: u64,
    /// A folder of positions; `None` if they were generated.
    pub(super) positions: Option<PathBuf>,
    /// The node totals of the search that made it; none if they are not known or several searches did.
    pub(super) bench: BTreeMap<String, u64>,
    cells: String,
    results: HashMap<String, Value>,
}

impl StoredRun {
    /// Reads a journal and leaves it as it is.
    pub(super) fn read(path: &Path, experiment: &str) -> Result<StoredRun, LabError> {
        let lines = line_file::read(path)?;
        let corrupt = |line: usize, problem| LabError::Corrupt { path: path.into(), line, problem };
        let Some((first, lines)) = lines.split_first() else {
            return Err(corrupt(1, "is missing: the journal is empty".into()));
        };
        let head: Head = serde_json::from_str(first).map_err(|e| {
            corrupt(1, format!("'{}' is not the first line of a journal: {e}", quoted(first)))
        })?;
        if head.experiment != experiment {
            return Err(corrupt(1, format!("'{}' is another experiment than {experiment}", head.experiment)));
        }
        let (mut benches, mut results) = (vec![head.bench], HashMap::new());
        for (nth, line) in lines.iter().enumerate() {
            let bad = |problem| corrupt(nth + 2, problem);
            match serde_json::from_str(line)
                .map_err(|e| bad(format!("'{}' is not a cell: {e}", quoted(line))))?
            {
                Line::Resumed { bench, .. } => benches.push(bench),
                Line::Done { cell, result, .. } => {
                    if results.insert(cell.clone(), result).is_some() {
                        return Err(bad(format!("'{cell}' is there twice")));
                    }
                }
            }
        }
        let positions = Some(head.positions).filter(|p| p != GENERATED).map(PathBuf::from);
        let bench = common_bench(benches.iter());
        Ok(StoredRun { scale: head.scale, seed: head.seed, positions, bench, cells: head.cells, results })
    }

    /// Does it have the cells of this design?
    pub(super) fn is_of(&self, cells: &[Cell]) -> bool {
        self.cells == hash_of(cells)
    }

    /// The result of a cell.
    pub(super) fn result(&self, cell: &Cell) -> Option<&Value> {
        self.results.get(&cell.id)
    }
}

fn hash_of(cells: &[Cell]) -> String {
    let letters: Vec<u64> =
        cells.iter().flat_map(|cell| cell.id.bytes().map(u64::from).chain([256])).collect();
    format!("{:016x}", derive_seed(0, &letters))
}
