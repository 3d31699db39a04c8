//! Runs an experiment: does the cells that are missing, keeps them in a journal, and writes the page.

mod journal;
mod pool;
pub(crate) mod provenance;

use crate::{Conditions, Experiment, LabError, Page, Provenance, write_page};
use journal::Journal;
use std::{
    num::NonZeroUsize,
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
};

/// What is to be run and how.
pub struct Order<'a> {
    /// Scale, seed and positions.
    pub conditions: Conditions,
    /// How many cells are done at the same time.
    pub concurrency: NonZeroUsize,
    /// The folder for all results.
    pub out: &'a Path,
    /// The command that rebuilds it, for the page.
    pub command: String,
}

/// How far a run is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Cells that are done, those of earlier runs included.
    pub done: usize,
    /// All cells.
    pub total: usize,
}

/// A run that is over.
#[derive(Clone, PartialEq, Debug)]
pub struct Finished {
    /// What was written.
    pub page: Page,
    /// Where.
    pub folder: PathBuf,
    /// Cells that were there already.
    pub resumed: usize,
    /// Was a torn line cut off the journal?
    pub mended: bool,
}

/// Runs an experiment. Cells of an earlier run with the same conditions are not done again.
pub fn run(
    experiment: &Experiment,
    order: &Order<'_>,
    stop: &AtomicBool,
    observer: &mut dyn FnMut(Progress),
) -> Result<Finished, LabError> {
    let design = (experiment.design)(&order.conditions)?;
    let folder = order.out.join(&experiment.name);
    std::fs::create_dir_all(&folder).map_err(LabError::io(&folder))?;
    let path = folder.join(format!("{}.journal.jsonl", experiment.name));
    let commit = provenance::commit();
    let mut journal = Journal::open(&path, experiment, order, &design, &commit)?;
    let resumed = journal.done();
    pool::work(&design.cells, &mut journal, order.concurrency, stop, observer)?;
    let values = journal.values()?;
    let findings = (design.present)(&values)?;
    let page = Page {
        version: Page::VERSION,
        name: experiment.name.clone(),
        title: experiment.title.clone(),
        source: experiment.source.into(),
        claim: experiment.claim.into(),
        method: design.method,
        table: findings.table,
        plot: findings.plot,
        notes: findings.notes,
        provenance: Provenance {
            command: order.command.clone(),
            scale: order.conditions.scale.to_string(),
            seed: order.conditions.seed,
            commit: journal.commits(),
            machine: provenance::machine(),
            date: provenance::today(),
            concurrency: order.concurrency.get(),
            cells: design.cells.len(),
            games: findings.games,
        },
    };
    let folder = write_page(order.out, &page)?;
    Ok(Finished { page, folder, resumed, mended: journal.mended() })
}
