//! Experiments: a name, a source, a claim and the cells to run.

use crate::{
    LabError,
    show::{Plot, Table},
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::{fmt, path::PathBuf, sync::atomic::AtomicBool};

/// The size of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// Minutes on two cores: few positions, small depths, budgets of nodes.
    Quick,
    /// As in the paper.
    Full,
}

impl Scale {
    /// Picks the value for this scale.
    pub fn pick<T>(self, quick: T, full: T) -> T {
        match self {
            Scale::Quick => quick,
            Scale::Full => full,
        }
    }
}

impl fmt::Display for Scale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.pick("quick", "full"))
    }
}

/// The conditions of a run; together with the name of the experiment they determine every cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conditions {
    /// The size of the run.
    pub scale: Scale,
    /// The random seed.
    pub seed: u64,
    /// A folder of WALTZ's position files to use instead of generated positions.
    pub positions: Option<PathBuf>,
}

/// An experiment.
pub struct Experiment {
    /// The name on the command line, of the files and of the folder.
    pub name: String,
    /// A short title.
    pub title: String,
    /// Where it comes from: author, year, table or figure.
    pub source: &'static str,
    /// What the source claims; for our own experiments, the question.
    pub claim: &'static str,
    /// Can its positions come from a folder of WALTZ's files?
    pub takes_positions: bool,
    /// Makes the cells.
    pub design: DesignFn,
}

/// Makes the cells of an experiment.
pub type DesignFn = Box<dyn Fn(&Conditions) -> Result<Design, LabError> + Send + Sync>;

/// A unit of work: self-contained, with the same result on every run, except for measured times.
pub struct Cell {
    /// Its name, unique within the experiment.
    pub id: String,
    /// Does the work. When the flag is set it may stop early; its result is then discarded.
    pub work: Box<Work>,
}

/// The work of a cell.
pub type Work = dyn Fn(&AtomicBool) -> Result<Value, LabError> + Send + Sync;

/// The work of a cell before its result becomes JSON.
pub(crate) type TypedWork<T> = Box<dyn Fn(&AtomicBool) -> Result<T, LabError> + Send + Sync>;

/// Turns results into a table and a plot.
pub type Present = dyn Fn(&[Value]) -> Result<Findings, LabError> + Send + Sync;

/// The cells of a run and how their results are presented.
pub struct Design {
    /// The units of work.
    pub cells: Vec<Cell>,
    /// The method in sentences: positions, limits, substitutes.
    pub method: Vec<String>,
    /// Turns the results, in the order of the cells, into a table and a plot.
    pub present: Box<Present>,
}

impl Design {
    /// A design whose cells all give values of one type.
    pub(crate) fn new<T, W, P>(cells: Vec<(String, W)>, method: Vec<String>, present: P) -> Design
    where
        T: Serialize + DeserializeOwned,
        W: Fn(&AtomicBool) -> Result<T, LabError> + Send + Sync + 'static,
        P: Fn(&[T]) -> Findings + Send + Sync + 'static,
    {
        let ids: Vec<String> = cells.iter().map(|(id, _)| id.clone()).collect();
        let cells = cells.into_iter().map(|(id, work)| {
            let work = move |stop: &AtomicBool| {
                work(stop).and_then(|value| serde_json::to_value(value).map_err(LabError::cell))
            };
            Cell { id, work: Box::new(work) }
        });
        let present = move |values: &[Value]| {
            let mut typed = Vec::with_capacity(values.len());
            for (id, value) in ids.iter().zip(values) {
                let value = serde_json::from_value(value.clone());
                typed.push(value.map_err(|e| LabError::Cell { cell: id.clone(), problem: e.to_string() })?);
            }
            Ok(present(&typed))
        };
        Design { cells: cells.collect(), method, present: Box::new(present) }
    }

    /// A design without cells, whose findings are already known.
    pub(crate) fn known(method: Vec<String>, show: impl Fn() -> Findings + Send + Sync + 'static) -> Design {
        Design { cells: Vec::new(), method, present: Box::new(move |_| Ok(show())) }
    }
}

/// The findings of an experiment.
#[derive(Clone, PartialEq, Debug)]
pub struct Findings {
    /// The table; the source's figures have their own columns.
    pub table: Table,
    /// The plot.
    pub plot: Plot,
    /// Remarks on the results.
    pub notes: Vec<String>,
    /// The number of games played.
    pub games: u64,
}
