//! Players of matches from the command line, external engines included.

use crate::{cli::EngineOptions, failure::Failure};
use arena::{Contestant, EngineSettings};
use players::AnyGame;

/// What the options say about external engines.
pub(crate) fn settings(options: &EngineOptions) -> EngineSettings {
    EngineSettings {
        start: options.engine_start,
        timeout: options.engine_timeout,
        log: options.engine_log.clone(),
        ..EngineSettings::default()
    }
}

/// A player that may be an external engine.
pub(crate) fn contestant(
    game: &'static dyn AnyGame,
    text: &str,
    options: &EngineOptions,
) -> Result<Contestant, Failure> {
    Ok(Contestant::parse(game, text, &settings(options))?)
}

/// Makes the folder for what engines write to their standard error.
pub(crate) fn make_log(options: &EngineOptions) -> Result<(), Failure> {
    let Some(folder) = &options.engine_log else { return Ok(()) };
    let problem = |e: std::io::Error| Failure::bad(format!("'{}' cannot be made: {e}", folder.display()));
    std::fs::create_dir_all(folder).map_err(problem)
}
