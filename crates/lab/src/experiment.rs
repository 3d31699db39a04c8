//! What an experiment is: a name, a source, a claim, and cells to be done. Does and writes nothing.

use crate::{
    LabError,
    show::{Plot, Table},
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::{fmt, path::PathBuf, sync::atomic::AtomicBool};

/// How much of an experiment is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// Minutes on two cores: few positions, small depths, budgets of nodes.
    Quick,
    /// As in the paper.
    Full,
}

impl Scale {
    /// The one or the other.
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

/// Under which conditions an experiment is done; together with its name they settle every cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conditions {
    /// How much of it.
    pub scale: Scale,
    /// Everything random derives from this.
    pub seed: u64,
    /// A folder of WALTZ's position files to be used in place of generated ones.
    pub positions: Option<PathBuf>,
}

/// An experiment.
pub struct Experiment {
    /// The name on the command line, of the files and of the folder.
    pub name: String,
    /// A few words.
    pub title: String,
    /// Where it comes from: author, year, table or figure.
    pub source: &'static str,
    /// What the source found, in our words; for our own experiments, the question.
    pub claim: &'static str,
    /// Can its positions come from a folder of WALTZ's files?
    pub takes_positions: bool,
    /// Makes the cells.
    pub design: DesignFn,
}

/// Makes the cells of an experiment.
pub type DesignFn = Box<dyn Fn(&Conditions) -> Result<Design, LabError> + Send + Sync>;

/// A unit of work: self-contained, and the same result wherever and whenever it is done, but for measured times.
pub struct Cell {
    /// Its name, unique within the experiment.
    pub id: String,
    /// Does it. When the flag is raised it may end early; what it answers then is thrown away.
    pub work: Box<Work>,
}

/// What a cell does.
pub type Work = dyn Fn(&AtomicBool) -> Result<Value, LabError> + Send + Sync;

/// What makes a table and a plot of results.
pub type Present = dyn Fn(&[Value]) -> Result<Findings, LabError> + Send + Sync;

/// What is to be done and how it is to be shown.
pub struct Design {
    /// The units of work.
    pub cells: Vec<Cell>,
    /// What was done, in sentences: positions, limits, what replaces what.
    pub method: Vec<String>,
    /// Turns the results, in the order of the cells, into a table and a plot.
    pub present: Box<Present>,
}

impl Design {
    /// A design whose cells give values of one type.
    pub(crate) fn new<T, W, P>(cells: Vec<(String, W)>, method: Vec<String>, present: P) -> Design
    where
        T: Serialize + DeserializeOwned,
        W: Fn(&AtomicBool) -> Result<T, LabError> + Send + Sync + 'static,
        P: Fn(&[T]) -> Findings + Send + Sync + 'static,
    {
        let ids: Vec<String> = cells.iter().map(|(id, _)| id.clone()).collect();
        let cells = cells.into_iter().map(|(id, work)| {
            let work = move |stop: &AtomicBool| {
                work(stop).and_then(|value| serde_json::to_value(value).map_err(LabError::because))
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

    /// A design without work: what is shown is known already.
    pub(crate) fn known(method: Vec<String>, show: impl Fn() -> Findings + Send + Sync + 'static) -> Design {
        Design { cells: Vec::new(), method, present: Box::new(move |_| Ok(show())) }
    }
}

/// What came of an experiment.
#[derive(Clone, PartialEq, Debug)]
pub struct Findings {
    /// The table; the source's figures stand in columns of their own.
    pub table: Table,
    /// The plot.
    pub plot: Plot,
    /// What should be said about it.
    pub notes: Vec<String>,
    /// Games that were played.
    pub games: u64,
}
