//! Programs of others as players: `aei:COMMAND`, `ugi:COMMAND`, `waltz:COMMAND`, where all that follows is a command of the
//! shell.
//!
//! [`WithEngines`] adds them to a game of the registry. Only who wraps a game so can start programs: the registry itself
//! knows no external players, and whoever takes specs from the network uses the registry.

mod aei;
mod compliance;
mod files;
mod language;
mod player;
mod process;
mod ugi;

pub use compliance::{ComplianceStep, check_engine};
pub use files::FileForm;
pub use process::kill_all_engines;

use crate::clock::TimeControl;
use game::TextError;
use player::EnginePlayer;
use players::{AnyPlayer, Board, BoardRegions, GameEntry, Level, Limits, SpecError};
use std::{path::PathBuf, sync::atomic::AtomicBool, time::Duration};

/// How long programs are waited for, and where their words go.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineSettings {
    /// From the start of the program, and of every game, until it says that it is ready.
    pub start: Duration,
    /// Beyond the end of its time for a turn; an answer within it is late, none at all is a stall.
    pub overtime: Duration,
    /// For a turn without a limit in time.
    pub patience: Duration,
    /// A folder for what programs write to their standard error.
    pub log: Option<PathBuf>,
}

impl Default for EngineSettings {
    fn default() -> EngineSettings {
        EngineSettings {
            start: Duration::from_secs(10),
            overtime: Duration::from_secs(3),
            patience: Duration::from_secs(60),
            log: None,
        }
    }
}

/// The languages that programs speak.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Tongue {
    Aei,
    Ugi,
    Waltz,
}

impl Tongue {
    const NAMES: [(Tongue, &str); 3] = [(Tongue::Aei, "aei"), (Tongue::Ugi, "ugi"), (Tongue::Waltz, "waltz")];
}

/// Splits the spec of an external player; `None` for all others.
fn external(spec: &str) -> Option<(Tongue, &str)> {
    let (name, command) = spec.trim().split_once(':')?;
    let (tongue, _) = Tongue::NAMES.iter().find(|(_, known)| *known == name)?;
    Some((*tongue, command.trim()))
}

/// A game of the registry whose players may also be programs of others.
pub struct WithEngines<'a> {
    entry: &'a dyn GameEntry,
    settings: EngineSettings,
    form: Option<&'static dyn FileForm>,
}

impl<'a> WithEngines<'a> {
    /// The same game, with players in other processes.
    pub fn new(entry: &'a dyn GameEntry, settings: EngineSettings) -> WithEngines<'a> {
        WithEngines { entry, settings, form: None }
    }

    /// Also with programs that play by files of this form.
    pub fn with_files(self, form: &'static dyn FileForm) -> WithEngines<'a> {
        WithEngines { form: Some(form), ..self }
    }

    /// Can the player of this spec be held to this time control? Not every protocol knows every one.
    pub fn check_control(&self, spec: &str, control: TimeControl) -> Result<(), TextError> {
        let right = match (external(spec), control) {
            (Some((Tongue::Aei, _)), TimeControl::Nodes(_)) => {
                "knows no number of nodes; AEI needs --time, --tc or --depth"
            }
            (Some((Tongue::Waltz, _)), TimeControl::Nodes(_) | TimeControl::Depth(_)) => {
                "thinks for whole seconds; it needs --time 1500ms or more"
            }
            (Some((Tongue::Waltz, _)), TimeControl::PerTurn(time))
                if Duration::from_millis(time.0) < files::LEAST_TIME =>
            {
                "thinks for whole seconds; it needs --time 1500ms or more"
            }
            _ => return Ok(()),
        };
        Err(TextError::new(spec, right))
    }
}

impl GameEntry for WithEngines<'_> {
    fn player(&self, spec: &str, seed: u64) -> Result<Box<dyn AnyPlayer>, SpecError> {
        let Some((tongue, command)) = external(spec) else { return self.entry.player(spec, seed) };
        let refused = |problem: &str| Err(SpecError::External(TextError::new(spec, problem)));
        if command.is_empty() {
            return refused("names no program; write the command behind the colon");
        }
        let spec = spec.trim();
        let (entry, settings) = (self.entry, self.settings.clone());
        match (tongue, self.form) {
            (Tongue::Aei, _) if entry.name() != "arimaa" => refused("speaks of arimaa only"),
            (Tongue::Aei, _) => {
                Ok(Box::new(EnginePlayer::new(entry, spec, command, aei::Aei::default(), settings)))
            }
            (Tongue::Ugi, _) => Ok(Box::new(EnginePlayer::new(entry, spec, command, ugi::Ugi, settings))),
            (Tongue::Waltz, None) => refused("plays by files, which only tzaar has"),
            (Tongue::Waltz, Some(form)) => {
                let (spec, command) = (spec.to_owned(), command.to_owned());
                Ok(Box::new(files::FilePlayer { spec, command, form, settings, failure: None }))
            }
        }
    }

    fn name(&self) -> &'static str {
        self.entry.name()
    }
    fn variants(&self) -> &'static str {
        self.entry.variants()
    }
    fn starts(&self) -> &'static [(&'static str, &'static str)] {
        self.entry.starts()
    }
    fn position_example(&self) -> &'static str {
        self.entry.position_example()
    }
    fn sides(&self) -> [&'static str; 2] {
        self.entry.sides()
    }
    fn start(&self, variant: &str) -> Result<Box<dyn Board>, TextError> {
        self.entry.start(variant)
    }
    fn at_position(&self, text: &str) -> Result<Box<dyn Board>, TextError> {
        self.entry.at_position(text)
    }
    fn read_record(&self, text: &str) -> Option<Result<(String, Vec<String>), TextError>> {
        self.entry.read_record(text)
    }
    fn evaluations(&self) -> &'static [&'static str] {
        self.entry.evaluations()
    }
    fn best(&self) -> &'static str {
        self.entry.best()
    }
    fn levels(&self) -> &'static [Level] {
        self.entry.levels()
    }
    fn presets(&self) -> &'static [Level] {
        self.entry.presets()
    }
    fn notes(&self) -> &'static str {
        self.entry.notes()
    }
    fn unit(&self, spec: &str) -> Result<Option<i32>, SpecError> {
        // What a program of others counts by is its own affair.
        if external(spec).is_some() { Ok(None) } else { self.entry.unit(spec) }
    }
    fn regions(&self, board: &dyn Board, limits: Limits, stop: &AtomicBool) -> Option<BoardRegions> {
        self.entry.regions(board, limits, stop)
    }
    fn bench_positions(&self) -> &'static [(&'static str, u32)] {
        self.entry.bench_positions()
    }
}
