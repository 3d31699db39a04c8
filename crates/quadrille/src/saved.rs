//! A game in progress as a file: small, readable, versioned, never half-written.

use crate::{cli::SideChoice, failure::Failure, setup};
use serde_json::{Value, json};
use std::path::Path;

/// Everything needed to go on with a game.
#[derive(Clone)]
pub(crate) struct SavedGame {
    pub(crate) game: String,
    pub(crate) start: String,
    pub(crate) side: SideChoice,
    pub(crate) opponent: String,
    pub(crate) seed: u64,
    pub(crate) turns: Vec<String>,
}

const VERSION: u64 = 1;
const SIDES: [(SideChoice, &str); 4] = [
    (SideChoice::First, "first"),
    (SideChoice::Second, "second"),
    (SideChoice::None, "none"),
    (SideChoice::Both, "both"),
];

impl SavedGame {
    pub(crate) fn new(game: &str, start: &str, side: SideChoice, opponent: &str, seed: u64) -> SavedGame {
        let (game, start, opponent) = (game.into(), start.into(), opponent.into());
        SavedGame { game, start, side, opponent, seed, turns: Vec::new() }
    }

    pub(crate) fn write(&self, path: &Path) -> Result<(), Failure> {
        let side = SIDES.iter().find(|(s, _)| *s == self.side).map(|(_, word)| *word);
        let object = json!({
            "quadrille": "saved game",
            "version": VERSION,
            "game": self.game,
            "start": self.start,
            "side": side,
            "opponent": self.opponent,
            "seed": self.seed,
            "turns": self.turns,
        });
        setup::write_file(path, &format!("{object:#}\n")).map_err(Failure::Failed)
    }

    pub(crate) fn read(path: &Path) -> Result<SavedGame, Failure> {
        let text = setup::read_small_file(path)?;
        let bad = |what: &str| Failure::bad(format!("'{}' is not a saved game: {what}", path.display()));
        let object: Value = serde_json::from_str(&text).map_err(|e| bad(&e.to_string()))?;
        if object["version"] != VERSION {
            return Err(bad("its version is not 1"));
        }
        let text = |key: &str| {
            object[key]
                .as_str()
                .map(str::to_owned)
                .ok_or_else(|| bad(&format!("'{key}' is missing or not a text")))
        };
        let side = text("side")?;
        let side =
            SIDES.iter().find(|(_, word)| *word == side).ok_or_else(|| bad("'side' is none of ours"))?.0;
        let turns = object["turns"].as_array().ok_or_else(|| bad("'turns' is missing"))?;
        let turns = turns.iter().map(|t| t.as_str().map(str::to_owned)).collect::<Option<Vec<_>>>();
        Ok(SavedGame {
            game: text("game")?,
            start: text("start")?,
            side,
            opponent: text("opponent")?,
            seed: object["seed"].as_u64().ok_or_else(|| bad("'seed' is missing or not a number"))?,
            turns: turns.ok_or_else(|| bad("'turns' holds something that is not a text"))?,
        })
    }
}
