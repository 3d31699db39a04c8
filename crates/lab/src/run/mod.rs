//! Runs an experiment: does the missing cells, keeps their results in a journal, and writes the page.

mod journal;
pub(crate) mod line_file;
pub(crate) mod pool;
pub(crate) mod provenance;
mod verify;

use crate::{Conditions, Design, Experiment, LabError, Page, Provenance, hypothesis::Judge, write_page};
use journal::Journal;
use std::{
    num::NonZeroUsize,
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
};
pub use verify::{Difference, Verification, VerifyConfig, verify};

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
    let judge = work(&design, &mut journal, config.concurrency, stop, observer)?;
    let findings = (design.present)(&journal.values(|_| true))?;
    let Conditions { scale, seed, .. } = config.conditions;
    let provenance = Provenance {
        cells: journal.done(),
        planned: design.cells.len(),
        games: findings.games,
        cpu_seconds: journal.cpu_seconds(),
        bench: journal.bench(),
        ..provenance::now(journal.commits(), &config.command, scale.to_string(), seed, config.concurrency)
    };
    let answer = judge.map(|judge| judge.answer());
    let Experiment { name, title, source, claim, .. } = experiment;
    let page = Page::new([name, title, source, claim], design.method, findings, provenance);
    let page = Page { answer, ..page };
    let folder = write_page(config.out, &page)?;
    Ok(FinishedRun { page, folder, resumed, repaired: journal.repaired() })
}

/// Runs the cells of one round after the other. After each, the hypothesis is judged, and cells that only serve decided parts
/// are skipped from then on. What is skipped depends on results alone, so a resumed run skips the same cells.
fn work<'a>(
    design: &'a Design,
    journal: &mut Journal,
    concurrency: NonZeroUsize,
    stop: &AtomicBool,
    observer: &mut dyn FnMut(Progress),
) -> Result<Option<Judge<'a>>, LabError> {
    let cells = &design.cells;
    let mut judge = design.hypothesis.as_ref().map(Judge::new);
    for round in 0..design.rounds() {
        let is_needed = |nth: &usize| judge.as_ref().is_none_or(|judge| judge.needs(&cells[*nth].parts));
        let wanted: Vec<usize> =
            (0..cells.len()).filter(|nth| cells[*nth].round == round && is_needed(nth)).collect();
        let later = (0..cells.len()).filter(|nth| cells[*nth].round > round && is_needed(nth));
        let missing = wanted.iter().copied().chain(later).filter(|&nth| !journal.has(nth)).count();
        let total = journal.done() + missing;
        observer(Progress { done: journal.done(), total });
        let observer = &mut |done: usize| observer(Progress { done, total });
        pool::work(cells, &wanted, journal, concurrency, stop, observer)?;
        if let (Some(judge), Some(hypothesis)) = (&mut judge, &design.hypothesis) {
            let values = journal.values(|nth| cells[nth].round <= round);
            judge.look(&(hypothesis.gather)(&values)?)?;
        }
    }
    Ok(judge)
}
