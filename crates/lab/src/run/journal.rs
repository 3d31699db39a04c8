//! The journal of a run: one line of JSON for each cell that is done, so that a run can be killed at any moment.
//!
//! It is only appended to, a whole line at a time, and locked while it is written. A torn last line is cut off; anything else
//! that cannot be read is an error that names the line. The first line says which run it belongs to.

use super::Order;
use crate::{Cell, Design, Experiment, LabError};
use players::derive_seed;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{
    collections::HashMap,
    fs::{File, OpenOptions, TryLockError},
    io::{Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

/// The version of the format.
const VERSION: u32 = 1;

/// The first line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Head {
    version: u32,
    experiment: String,
    scale: String,
    seed: u64,
    positions: String,
    /// A hash of the names of all cells: equal runs have equal ones.
    cells: String,
    commit: String,
}

/// A further line: a cell, or the commit of a run that went on.
#[derive(Debug, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum Line {
    Done { cell: String, result: Value },
    Resumed { commit: String },
}

/// An open journal.
pub(super) struct Journal {
    path: PathBuf,
    file: File,
    ids: Vec<String>,
    values: Vec<Option<Value>>,
    done: usize,
    commits: Vec<String>,
    mended: bool,
}

impl Journal {
    /// Opens the journal of a run, or begins it.
    pub(super) fn open(
        path: &Path,
        experiment: &Experiment,
        order: &Order<'_>,
        design: &Design,
        commit: &str,
    ) -> Result<Journal, LabError> {
        let conditions = &order.conditions;
        let head = Head {
            version: VERSION,
            experiment: experiment.name.clone(),
            scale: conditions.scale.to_string(),
            seed: conditions.seed,
            positions: conditions.positions.as_ref().map_or("generated".into(), |p| p.display().to_string()),
            cells: hash_of(&design.cells),
            commit: commit.into(),
        };
        let mut file =
            OpenOptions::new().read(true).append(true).create(true).open(path).map_err(LabError::io(path))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(LabError::Locked(path.into())),
            Err(TryLockError::Error(source)) => return Err(LabError::Io { path: path.into(), source }),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(LabError::io(path))?;
        let ids: Vec<String> = design.cells.iter().map(|cell| cell.id.clone()).collect();
        let values = vec![None; ids.len()];
        let mut journal =
            Journal { path: path.into(), file, ids, values, done: 0, commits: Vec::new(), mended: false };
        journal.begin(&bytes, &head)?;
        Ok(journal)
    }

    /// Reads what is there, or writes the first line.
    fn begin(&mut self, bytes: &[u8], head: &Head) -> Result<(), LabError> {
        let whole = bytes.iter().rposition(|&b| b == b'\n').map_or(0, |end| end + 1);
        if whole < bytes.len() {
            self.mended = true;
            self.file.set_len(whole as u64).map_err(LabError::io(&self.path))?;
            self.file.seek(SeekFrom::End(0)).map_err(LabError::io(&self.path))?;
        }
        let known: HashMap<String, usize> =
            self.ids.iter().enumerate().map(|(nth, id)| (id.clone(), nth)).collect();
        let text = std::str::from_utf8(&bytes[..whole])
            .map_err(|_| self.corrupt(1, "is not UTF-8, so it is no journal".into()))?;
        for (nth, line) in text.lines().enumerate() {
            if nth == 0 {
                let theirs: Head = serde_json::from_str(line).map_err(|e| {
                    self.corrupt(1, format!("'{}' is not the beginning of a journal: {e}", cut(line)))
                })?;
                self.check(&theirs, head)?;
                self.commits.push(theirs.commit);
                continue;
            }
            let read = serde_json::from_str(line);
            let problem = |e| self.corrupt(nth + 1, format!("'{}' is not a cell: {e}", cut(line)));
            match read.map_err(problem)? {
                Line::Resumed { commit } => self.commits.push(commit),
                Line::Done { cell, result } => {
                    let Some(&place) = known.get(&cell) else {
                        return Err(self.corrupt(nth + 1, format!("'{cell}' is not a cell of this run")));
                    };
                    if self.values[place].is_some() {
                        return Err(self.corrupt(nth + 1, format!("'{cell}' stands there twice")));
                    }
                    self.values[place] = Some(result);
                    self.done += 1;
                }
            }
        }
        if self.commits.is_empty() {
            self.write(head)?;
            self.commits.push(head.commit.clone());
        } else if self.done < self.ids.len() && self.commits.last() != Some(&head.commit) {
            self.write(&Line::Resumed { commit: head.commit.clone() })?;
            self.commits.push(head.commit.clone());
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
                Err(LabError::OtherRun { path: self.path.clone(), field, theirs, ours })
            }
        }
    }

    fn corrupt(&self, line: usize, problem: String) -> LabError {
        LabError::Corrupt { path: self.path.clone(), line, problem }
    }

    fn write(&mut self, line: &impl Serialize) -> Result<(), LabError> {
        let mut text = serde_json::to_string(line).map_err(LabError::because)?;
        text.push('\n');
        self.file.write_all(text.as_bytes()).map_err(LabError::io(&self.path))
    }

    /// Writes down a cell that is done.
    pub(super) fn append(&mut self, nth: usize, result: Value) -> Result<(), LabError> {
        self.write(&Line::Done { cell: self.ids[nth].clone(), result: result.clone() })?;
        // As it would be read back, so that a run gives the same whether it was interrupted or not.
        let text = result.to_string();
        self.values[nth] = Some(serde_json::from_str(&text).map_err(LabError::because)?);
        self.done += 1;
        Ok(())
    }

    /// Is a cell done?
    pub(super) fn has(&self, nth: usize) -> bool {
        self.values[nth].is_some()
    }

    /// How many cells are done.
    pub(super) fn done(&self) -> usize {
        self.done
    }

    /// Was a torn line cut off?
    pub(super) fn mended(&self) -> bool {
        self.mended
    }

    /// The commits of all runs that took part.
    pub(super) fn commits(&self) -> String {
        self.commits.join(", then ")
    }

    /// The results in the order of the cells.
    pub(super) fn values(&self) -> Result<Vec<Value>, LabError> {
        self.values.iter().cloned().collect::<Option<_>>().ok_or(LabError::Stopped)
    }
}

/// The beginning of a line, to be quoted.
fn cut(line: &str) -> String {
    let short: String = line.chars().take(40).collect();
    if short.len() < line.len() { short + "…" } else { short }
}

fn hash_of(cells: &[Cell]) -> String {
    let letters: Vec<u64> =
        cells.iter().flat_map(|cell| cell.id.bytes().map(u64::from).chain([256])).collect();
    format!("{:016x}", derive_seed(0, &letters))
}
