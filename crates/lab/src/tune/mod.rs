//! Tuning: finds better numbers for a player and says how sure it is. A spec names every number, so any of them can be tuned.
//!
//! * [`fit`] plays games of a player against itself and fits the weights of its evaluation to their results (Texel's method).
//! * [`spsa`] moves parameters of a spec towards what wins, by games between two disturbed copies.
//! * [`grid`] plays every combination of given values against the player as it is.
//! * [`confirm`] plays a sequential test between two specs: what the others find is a guess until it has passed.
//!
//! Everything is seeded, can be killed at any moment and gone on with, and is written like an experiment. Nothing prints.

mod confirm;
mod fit;
mod grid;
mod log;
mod parameter;
mod sampling;
mod spsa;
pub mod texel;

pub use confirm::{Confirmation, confirm};
pub use fit::{Fitting, fit};
pub use grid::{Grid, combinations, grid};
pub use parameter::{Parameter, Values, spec_with};
pub use spsa::{Climb, Spsa, spsa};

use crate::{LabError, Page, Provenance, run::provenance};
use arena::{
    AfterCrash, Colours, GameRecord, MatchEnd, MatchPlan, MatchTerms, OpeningSource, Progress, RecordFile,
    TimeControl, WallClock, run_match_on,
};
use players::GameEntry;
use std::{
    num::NonZeroUsize,
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
};

/// What all ways of tuning share: the game, how games are played, and where results go.
pub struct Setting<'a> {
    /// The game.
    pub entry: &'static dyn GameEntry,
    /// Its variant; empty for the usual one.
    pub variant: String,
    /// Nodes a turn.
    pub nodes: u64,
    /// Where games begin.
    pub openings: OpeningSource,
    /// Everything random derives from this.
    pub seed: u64,
    /// How many games are played at the same time.
    pub concurrency: NonZeroUsize,
    /// The folder for results.
    pub out: &'a Path,
    /// The name of the run, which is also that of its folder and files.
    pub name: String,
    /// The command that does the same again.
    pub command: String,
}

/// After so many turns a game is a draw; the same as in `quadrille match`.
const MOST_TURNS: u32 = 2000;

impl Setting<'_> {
    /// The folder of this run, which is made.
    fn folder(&self) -> Result<PathBuf, LabError> {
        let folder = self.out.join(&self.name);
        std::fs::create_dir_all(&folder).map_err(LabError::io(&folder))?;
        Ok(folder)
    }

    /// How a page of this run came about.
    fn provenance(&self, cells: usize, games: u64) -> Provenance {
        Provenance {
            command: self.command.clone(),
            scale: "full".into(),
            seed: self.seed,
            commit: provenance::commit(),
            machine: provenance::machine(),
            date: provenance::today(),
            concurrency: self.concurrency.get(),
            cells,
            games,
        }
    }

    /// How games were played, as a sentence.
    fn games_sentence(&self) -> String {
        let variant =
            if self.variant.is_empty() { "the usual game".into() } else { format!("'{}'", self.variant) };
        format!(
            "{}, {variant}; {} a turn; openings {}.",
            self.entry.name(),
            TimeControl::Nodes(self.nodes),
            self.openings
        )
    }

    /// The variant, for pairings, which want a text that lives as long as the program: one short text a run.
    fn lasting_variant(&self) -> &'static str {
        self.variant.clone().leak()
    }

    /// Refuses a spec that the game does not know.
    fn check(&self, spec: &str) -> Result<(), LabError> {
        self.entry.player(spec, 0).map(drop).map_err(LabError::asked)
    }

    /// A spec with further settings. A key that ends in `*`, such as `w.frozen*`, stands for all weights whose names begin
    /// so, and its value is what each of them is multiplied by.
    fn spec_with<K: AsRef<str>, V: AsRef<str>>(
        &self,
        spec: &str,
        settings: &[(K, V)],
    ) -> Result<String, LabError> {
        let groups = settings.iter().any(|(key, _)| key.as_ref().ends_with('*'));
        let weights = match groups {
            true => self.entry.weighing(spec).map_err(LabError::asked)?.weights(),
            false => Vec::new(),
        };
        let mut single = Vec::new();
        for (key, value) in settings {
            single.extend(parameter::scaled(key.as_ref(), value.as_ref(), &weights)?);
        }
        Ok(spec_with(spec, &single))
    }

    /// Plays a match whose records are kept in the folder of the run, or goes on with it, until the observer has seen enough.
    fn games(
        &self,
        specs: [String; 2],
        pairs: u64,
        colours: Colours,
        stop: &AtomicBool,
        observer: &mut dyn FnMut(&GameRecord, u64, u64) -> ControlFlow<()>,
    ) -> Result<Vec<GameRecord>, LabError> {
        let path = self.folder()?.join(format!("{}.games.jsonl", self.name));
        let plan = MatchPlan {
            entry: self.entry,
            variant: self.variant.clone(),
            specs,
            pairs,
            control: TimeControl::Nodes(self.nodes),
            openings: self.openings.clone(),
            seed: self.seed,
            concurrency: self.concurrency,
            max_turns: Some(MOST_TURNS),
            after_crash: AfterCrash::GoOn,
        };
        let (mut file, mut records) = if path.exists() {
            let resumed = RecordFile::resume(&path).map_err(LabError::asked)?;
            (resumed.file, resumed.records)
        } else {
            (RecordFile::create(&path).map_err(LabError::asked)?, Vec::new())
        };
        let total = 2 * pairs;
        for (nth, record) in records.iter().enumerate() {
            if observer(record, nth as u64 + 1, total).is_break() {
                records.truncate(nth + 1);
                return Ok(records);
            }
        }
        let mut new = Vec::new();
        let mut see = |progress: Progress<'_>| {
            new.push(progress.record.clone());
            observer(progress.record, progress.finished, progress.total)
        };
        let clock = WallClock::start();
        let terms = MatchTerms { colours, adjudication: None };
        let summary = run_match_on(&terms, &plan, &clock, Some(&mut file), &records, stop, &mut see)
            .map_err(LabError::asked)?;
        records.extend(new);
        match summary.end {
            MatchEnd::Complete | MatchEnd::Enough => Ok(records),
            MatchEnd::Stopped | MatchEnd::Crashed => Err(LabError::Stopped),
        }
    }
}

/// Writes the page of a run.
fn write(out: &Path, page: Page) -> Result<(Page, PathBuf), LabError> {
    let folder = crate::write_page(out, &page)?;
    Ok((page, folder))
}
