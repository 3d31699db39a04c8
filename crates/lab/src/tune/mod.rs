//! Tuning: finds better parameters for a player, with error estimates. A spec names every parameter, so any can be tuned.
//!
//! * [`fit`] plays self-play games and fits the weights of the evaluation to their results (Texel's method).
//! * [`spsa`] moves parameters of a spec towards better results, by games between two perturbed copies.
//! * [`grid`] plays every combination of given values against the unchanged player.
//! * [`confirm`] plays a sequential test between two specs: the others only find candidates.
//!
//! Every run is seeded, resumes after it was killed, and is written like an experiment. Nothing prints.

mod confirm;
mod fit;
mod grid;
mod parameter;
mod sampling;
mod spsa;
pub mod texel;

pub use confirm::{ConfirmConfig, confirm};
pub use fit::{FitConfig, fit};
pub use grid::{GridConfig, combinations, grid};
pub use parameter::{Parameter, Values, spec_with};
pub use spsa::{Spsa, SpsaConfig, spsa};

use crate::{Findings, LabError, Page, Provenance, kinds::matches::Pairing, run::provenance};
use arena::{
    Colours, Contestant, GameRecord, MatchConfig, MatchEnd, OpeningSource, Progress, RecordFile, TimeControl,
    WallClock, run_match,
};
use players::AnyGame;
use std::{
    num::NonZeroUsize,
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
};

/// The settings that all tuning methods share: the game, how games are played, and where results go.
pub struct Tuning<'a> {
    /// The game.
    pub entry: &'static dyn AnyGame,
    /// Its variant; empty for the default.
    pub variant: &'static str,
    /// Nodes a turn.
    pub nodes: u64,
    /// Where games begin.
    pub openings: OpeningSource,
    /// The random seed.
    pub seed: u64,
    /// How many games run at the same time.
    pub concurrency: NonZeroUsize,
    /// The folder for results.
    pub out: &'a Path,
    /// The name of the run, which is also that of its folder and files.
    pub name: String,
    /// The command that repeats the run.
    pub command: String,
}

/// A game is drawn after this many turns, as in `quadrille match`.
const MOST_TURNS: u32 = 2000;

impl Tuning<'_> {
    /// The folder of this run, created if necessary.
    fn folder(&self) -> Result<PathBuf, LabError> {
        let folder = self.out.join(&self.name);
        std::fs::create_dir_all(&folder).map_err(LabError::io(&folder))?;
        Ok(folder)
    }

    /// Writes the page of this run; gives it and its folder.
    fn write(
        &self,
        [title, source, claim]: [&str; 3],
        mut method: Vec<String>,
        findings: Findings,
        cells: usize,
    ) -> Result<(Page, PathBuf), LabError> {
        method.insert(0, self.games_sentence());
        let games = findings.games;
        let (commit, scale) = (provenance::commit(), "full".into());
        let now = provenance::now(commit, &self.command, scale, self.seed, self.concurrency);
        let provenance = Provenance { cells, games, ..now };
        let title = format!("{title} of {}", self.entry.name());
        let page = Page::new([&self.name, &title, source, claim], method, findings, provenance);
        let folder = crate::write_page(self.out, &page)?;
        Ok((page, folder))
    }

    /// A sentence on how games are played.
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

    /// Two players with labels, under the terms of this run.
    fn pairing(&self, players: [(&str, String); 2], pairs: u64) -> Pairing {
        let control = TimeControl::Nodes(self.nodes);
        Pairing::new(self.entry, self.variant, players, control, pairs).from(self.openings.clone())
    }

    /// Checks a spec.
    fn check(&self, spec: &str) -> Result<(), LabError> {
        self.entry.spec(spec).map(drop).map_err(LabError::bad_input)
    }

    /// A spec with further settings. A key that ends in `*`, such as `w.frozen*`, multiplies all weights whose names start
    /// like that by its value.
    fn spec_with<K: AsRef<str>, V: AsRef<str>>(
        &self,
        spec: &str,
        settings: &[(K, V)],
    ) -> Result<String, LabError> {
        let groups = settings.iter().any(|(key, _)| key.as_ref().ends_with('*'));
        let weights = match groups {
            true => self
                .entry
                .spec(spec)
                .and_then(|s| s.tunable_evaluation())
                .map_err(LabError::bad_input)?
                .weights(),
            false => Vec::new(),
        };
        let mut single = Vec::new();
        for (key, value) in settings {
            single.extend(parameter::scaled(key.as_ref(), value.as_ref(), &weights)?);
        }
        Ok(spec_with(spec, &single))
    }

    /// Plays a match, or resumes it, until the observer stops it. The records are kept in the folder of the run.
    fn games(
        &self,
        specs: [String; 2],
        pairs: u64,
        colours: Colours,
        stop: &AtomicBool,
        observer: &mut dyn FnMut(&GameRecord, u64, u64) -> ControlFlow<()>,
    ) -> Result<Vec<GameRecord>, LabError> {
        let path = self.folder()?.join(format!("{}.games.jsonl", self.name));
        let player = |text: &str| self.entry.spec(text).map(Contestant::from).map_err(LabError::bad_input);
        let [first, second] = &specs;
        let players = [player(first)?, player(second)?];
        let config = MatchConfig {
            variant: self.variant.into(),
            pairs,
            openings: self.openings.clone(),
            seed: self.seed,
            concurrency: self.concurrency,
            max_turns: Some(MOST_TURNS),
            colours,
            ..MatchConfig::new(self.entry, players, TimeControl::Nodes(self.nodes))
        };
        let (mut file, mut records) = if path.exists() {
            let resumed = RecordFile::resume(&path).map_err(LabError::bad_input)?;
            (resumed.file, resumed.records)
        } else {
            (RecordFile::create(&path).map_err(LabError::bad_input)?, Vec::new())
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
        let summary = run_match(&config, &clock, Some(&mut file), &records, stop, &mut see)
            .map_err(LabError::bad_input)?;
        records.extend(new);
        match summary.end {
            MatchEnd::Complete | MatchEnd::Enough => Ok(records),
            MatchEnd::Stopped | MatchEnd::Crashed => Err(LabError::Stopped),
        }
    }
}
