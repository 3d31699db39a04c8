//! A game in progress as a file: small, readable, versioned, never half-written.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::{
    cli::SideChoice,
    failure::Failure,
    input::{self, Limit},
    setup,
};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Everything needed to resume a game.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct SavedGame {
    #[serde(default)]
    quadrille: String,
    version: u64,
    pub(crate) game: String,
    pub(crate) start: String,
    pub(crate) side: SideChoice,
    pub(crate) opponent: String,
    pub(crate) seed: u64,
    pub(crate) turns: Vec<String>,
}

const VERSION: u64 = 1;

impl SavedGame {
    pub(crate) fn new(game: &str, start: &str, side: SideChoice, opponent: &str, seed: u64) -> SavedGame {
        let (game, start, opponent) = (game.into(), start.into(), opponent.into());
        let quadrille = "saved game".into();
        SavedGame { quadrille, version: VERSION, game, start, side, opponent, seed, turns: Vec::new() }
    }

    /// Writes the file, over an earlier saved game but over nothing else.
    pub(crate) fn write(&self, path: &Path) -> Result<(), Failure> {
        if path.exists() && SavedGame::read(path).is_err() {
            refuse!("'{}' exists already and is not a saved game", path.display());
        }
        let text = serde_json::to_string_pretty(self).map_err(Failure::failed)?;
        setup::write_file(path, &format!("{text}\n")).map_err(Failure::failed)
    }

    pub(crate) fn read(path: &Path) -> Result<SavedGame, Failure> {
        let text = input::read_text(path, Limit::Small)?;
        let bad = |what: String| Failure::bad(format!("'{}' is not a saved game: {what}", path.display()));
        let saved: SavedGame = serde_json::from_str(&text).map_err(|e| bad(e.to_string()))?;
        match saved.version {
            VERSION => Ok(saved),
            other => Err(bad(format!("its version is {other}, this program reads {VERSION}"))),
        }
    }
}
