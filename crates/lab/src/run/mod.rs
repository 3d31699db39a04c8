//! Runs an experiment: does the missing cells, keeps their results in a journal, and writes the page.

mod journal;
pub(crate) mod line_file;
pub(crate) mod pool;
pub(crate) mod provenance;

use crate::{Conditions, Experiment, LabError, Page, Provenance, write_page};
use journal::Journal;
use std::{
    num::NonZeroUsize,
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
};

/// How to run an experiment.
pub struct RunConfig<'a> {
    /// Scale, seed and positions.
    pub conditions: Conditions,
    /// How many cells run at the same time.
    pub concurrency: NonZeroUsize,
    /// The folder for results.
    pub out: &'a Path,
    /// The command that repeats the run, for the page.
    pub command: String,
}

/// The progress of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// FinishedRun cells, including those of earlier runs.
    pub done: usize,
    /// All cells.
    pub total: usize,
}

/// A finished run.
#[derive(Clone, PartialEq, Debug)]
pub struct FinishedRun {
    /// The page that was written.
    pub page: Page,
    /// The folder it was written to.
    pub folder: PathBuf,
    /// Cells that an earlier run had finished.
    pub resumed: usize,
    /// Was a torn line cut off the journal?
    pub repaired: bool,
}

/// Runs an experiment. Cells that an earlier run under the same conditions finished are not repeated.
pub fn run(
    experiment: &Experiment,
    config: &RunConfig<'_>,
    stop: &AtomicBool,
    observer: &mut dyn FnMut(Progress),
) -> Result<FinishedRun, LabError> {
    let design = (experiment.design)(&config.conditions)?;
    let folder = config.out.join(&experiment.name);
    std::fs::create_dir_all(&folder).map_err(LabError::io(&folder))?;
    let path = folder.join(format!("{}.journal.jsonl", experiment.name));
    let commit = provenance::commit();
    let mut journal = Journal::open(&path, experiment, config, &design, &commit)?;
    let resumed = journal.done();
    pool::work(&design.cells, &mut journal, config.concurrency, stop, observer)?;
    let values = journal.values()?;
    let findings = (design.present)(&values)?;
    let Conditions { scale, seed, .. } = config.conditions;
    let provenance = Provenance {
        cells: design.cells.len(),
        games: findings.games,
        ..provenance::now(journal.commits(), &config.command, scale.to_string(), seed, config.concurrency)
    };
    let Experiment { name, title, source, claim, .. } = experiment;
    let page = Page::new([name, title, source, claim], design.method, findings, provenance);
    let folder = write_page(config.out, &page)?;
    Ok(FinishedRun { page, folder, resumed, repaired: journal.repaired() })
}
