//! Programs of others for the command line: how long they are waited for, and the files of those that play by files.

use crate::{cli::EngineOptions, failure::Failure};
use arena::{EngineSettings, FileForm, WithEngines};
use game::{Notation, TextError};
use players::{Board, GameEntry};
use tzaar::{
    Tzaar,
    waltz_file::{self, BestMove},
};

/// WALTZ's files.
struct WaltzFiles;

impl FileForm for WaltzFiles {
    fn question(&self, board: &dyn Board) -> Result<String, TextError> {
        waltz_file::write_position(&Tzaar::parse_position(&board.position_text())?)
    }

    fn answer(&self, board: &dyn Board, text: &str) -> Result<String, TextError> {
        let position = Tzaar::parse_position(&board.position_text())?;
        let turn = BestMove::read(text)?.turn(&position)?;
        Ok(position.turn_word(&turn))
    }
}

/// What the options say about programs.
pub(crate) fn settings(options: &EngineOptions) -> EngineSettings {
    EngineSettings {
        start: options.engine_start,
        patience: options.engine_patience,
        log: options.engine_log.clone(),
        ..EngineSettings::default()
    }
}

/// A game whose players may be programs of others.
pub(crate) fn with_engines<'a>(entry: &'a dyn GameEntry, options: &EngineOptions) -> WithEngines<'a> {
    let engines = WithEngines::new(entry, settings(options));
    if entry.name() == "tzaar" { engines.with_files(&WaltzFiles) } else { engines }
}

/// Makes the folder for what programs write to their standard error.
pub(crate) fn make_log(options: &EngineOptions) -> Result<(), Failure> {
    let Some(folder) = &options.engine_log else { return Ok(()) };
    let problem = |e: std::io::Error| Failure::bad(format!("'{}' cannot be made: {e}", folder.display()));
    std::fs::create_dir_all(folder).map_err(problem)
}
