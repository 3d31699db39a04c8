//! External engines as players: `aei:COMMAND`, `ugi:COMMAND`, `waltz:COMMAND`, where all that follows is a command of the
//! shell.
//!
//! Only [`crate::Contestant`] knows them: a [`players::Spec`], which may come from the network, names built-in players only.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

mod aei;
mod compliance;
mod files;
mod language;
mod player;
mod process;
mod session;
#[cfg(target_os = "linux")]
mod supervisor;
mod ugi;

pub use compliance::{ComplianceStep, check_engine};
pub use process::kill_all_engines;
#[cfg(target_os = "linux")]
pub use supervisor::supervise_engine;

use crate::clock::TimeControl;
use game::{TextError, Verdict};
use language::Language;
use player::EnginePlayer;
use players::{AnyGame, Failure, Player, SearchInfo};
use std::{fmt, path::PathBuf, time::Duration};

/// Engines are supervised on Linux only; elsewhere they are killed with their process groups.
#[cfg(not(target_os = "linux"))]
pub fn supervise_engine() -> Option<std::process::ExitCode> {
    None
}

#[cfg(not(target_os = "linux"))]
mod supervisor {
    //! A leash that does not exist.
    pub(super) enum Leash {}
    pub(super) fn supervisor() -> std::io::Result<Option<(std::process::Command, Leash)>> {
        Ok(None)
    }
}

/// External engine timeouts, and where their messages go.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineSettings {
    /// From the start of the program, and of every game, until it says that it is ready.
    pub start: Duration,
    /// Beyond the end of its time for a turn; an answer within it is late, none at all is a stall.
    pub overtime: Duration,
    /// For a turn without a limit in time.
    pub timeout: Duration,
    /// A folder for what programs write to their standard error.
    pub log: Option<PathBuf>,
}

impl Default for EngineSettings {
    fn default() -> EngineSettings {
        EngineSettings {
            start: Duration::from_secs(10),
            overtime: Duration::from_secs(3),
            timeout: Duration::from_secs(60),
            log: None,
        }
    }
}

/// The protocols that engines speak.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Protocol {
    Aei,
    Ugi,
    Waltz,
}

impl Protocol {
    const NAMES: [(Protocol, &str); 3] =
        [(Protocol::Aei, "aei"), (Protocol::Ugi, "ugi"), (Protocol::Waltz, "waltz")];

    /// How an engine is spoken to; `None` where files are exchanged instead.
    fn language(self) -> Option<fn() -> Box<dyn Language>> {
        match self {
            Protocol::Aei => Some(|| Box::new(aei::Aei::default())),
            Protocol::Ugi => Some(|| Box::new(ugi::Ugi)),
            Protocol::Waltz => None,
        }
    }
}

/// An external engine, as a value: `aei:COMMAND`, `ugi:COMMAND` or `waltz:COMMAND`.
#[derive(Clone)]
pub struct EngineSpec {
    game: &'static dyn AnyGame,
    given: String,
    protocol: Protocol,
    command: String,
    settings: EngineSettings,
}

impl EngineSpec {
    /// Reads the text of an engine; `None` for any other player.
    pub fn parse(
        game: &'static dyn AnyGame,
        text: &str,
        settings: &EngineSettings,
    ) -> Option<Result<EngineSpec, TextError>> {
        let (name, command) = text.trim().split_once(':')?;
        let (protocol, _) = *Protocol::NAMES.iter().find(|(_, known)| *known == name)?;
        let command = command.trim().to_owned();
        let (given, settings) = (text.trim().to_owned(), settings.clone());
        let plays_by_files = || game.start("").is_ok_and(|board| game.engine_file(board.as_ref()).is_some());
        let problem = match protocol {
            _ if command.is_empty() => Some("has no command; write it after the colon".into()),
            Protocol::Aei if game.name() != "arimaa" => Some("plays arimaa only".into()),
            Protocol::Waltz if !plays_by_files() => {
                Some(format!("plays by files, for which {} has no form", game.name()))
            }
            _ => None,
        };
        Some(match problem {
            Some(problem) => Err(TextError::new(text, problem)),
            None => Ok(EngineSpec { game, given, protocol, command, settings }),
        })
    }

    /// The text as it was given.
    pub fn given(&self) -> &str {
        &self.given
    }

    /// Refuses a time control that the protocol cannot express.
    pub fn check_control(&self, control: TimeControl) -> Result<(), TextError> {
        let problem = match (self.protocol, control) {
            (Protocol::Aei, TimeControl::Nodes(_)) => {
                "knows no number of nodes; AEI needs --time, --tc or --depth"
            }
            (Protocol::Waltz, TimeControl::Nodes(_) | TimeControl::Depth(_)) => {
                "thinks for whole seconds; it needs --time 1500ms or more"
            }
            (Protocol::Waltz, TimeControl::PerTurn(time))
                if Duration::from_millis(time.0) < files::LEAST_TIME =>
            {
                "thinks for whole seconds; it needs --time 1500ms or more"
            }
            _ => return Ok(()),
        };
        Err(TextError::new(&self.given, problem))
    }

    /// Makes the player; the program is started when a game begins.
    pub fn build(&self) -> Box<dyn Player> {
        match self.protocol.language() {
            Some(language) => Box::new(EnginePlayer::new(self, language)),
            None => Box::new(files::FilePlayer::new(self)),
        }
    }
}

impl fmt::Debug for EngineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("EngineSpec").field(&self.given).finish()
    }
}

/// Search info without a turn.
fn nothing() -> SearchInfo {
    let (time, verdict) = (Duration::ZERO, Verdict::Unknown);
    SearchInfo { depth: 0, nodes: 0, time, verdict, length: None, lines: Vec::new() }
}

/// Why a program did not answer, in a word of records and in a sentence.
fn failure(reason: &'static str, detail: impl Into<String>) -> Failure {
    Failure { reason, detail: detail.into() }
}
