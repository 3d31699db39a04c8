//! Requests for new games: what they may contain, and the stored game that they make.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::{
    error::{ApiError, ApiResult},
    live_game::ending_by_rules,
    policy::{self, Limits},
    state::App,
    store::{self, Seat, StoredGame, StoredTurn},
};
use arena::TimeControl;
use serde::Deserialize;
use std::sync::Arc;

/// A request for a new game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    game: String,
    #[serde(default)]
    variant: String,
    position: Option<String>,
    #[serde(default)]
    turns: Vec<String>,
    seats: [Seat; 2],
    clock: Option<String>,
    name: Option<String>,
    seed: Option<u64>,
}

impl NewGame {
    /// The clock, the name and the number of turns, checked.
    fn control(&self) -> ApiResult<Option<TimeControl>> {
        if self.turns.len() > Limits::TURNS {
            return Err(ApiError::bad(format!("a game has at most {} turns", Limits::TURNS)));
        }
        let name = self.name.as_deref().unwrap_or_default();
        if name.chars().count() > Limits::NAME || name.chars().any(char::is_control) {
            let most = Limits::NAME;
            return Err(ApiError::bad(format!("a name has at most {most} characters, all of them visible")));
        }
        match self.clock.as_deref().map(str::parse::<TimeControl>).transpose()? {
            Some(control @ (TimeControl::Nodes(_) | TimeControl::Depth(_))) => Err(ApiError::bad(format!(
                "'{control}' is not a clock; write 5m+5s for a game or 30s for each turn"
            ))),
            control => Ok(control),
        }
    }

    /// The game with its first turns, ready to be stored.
    pub fn into_stored(self, app: &App) -> ApiResult<StoredGame> {
        let entry = app.config.games.find(&self.game)?;
        let control = self.control()?;
        let start = match &self.position {
            Some(text) => entry.at_position(text)?,
            None => entry.start(&self.variant)?,
        };
        for seat in &self.seats {
            match seat {
                Seat::Person => (),
                Seat::Engine(spec) => drop(policy::approve(entry, spec, &app.config.limits)?),
                Seat::Member(_) => {
                    return Err(ApiError::bad(
                        "members of a club play by challenges; see /api/v1/challenges",
                    ));
                }
            }
        }
        if app.store.count_games()? >= app.config.limits.games {
            return Err(ApiError::conflict(
                "full",
                "the server has no room for another game; delete some first",
            ));
        }
        let mut board = start.copy();
        let mut turns = Vec::new();
        for turn in &self.turns {
            let played = board.play(turn)?;
            turns.push(Arc::new(StoredTurn { word: played.word, text: played.text, ms: 0, info: None }));
        }
        let (result, reason) = ending_by_rules(board.as_ref()).unzip();
        let (id, now) = (store::new_id()?, app.config.time.time_of_day());
        let seed = self
            .seed
            .unwrap_or_else(|| id.get(..15).and_then(|id| u64::from_str_radix(id, 16).ok()).unwrap_or(1));
        Ok(StoredGame {
            id,
            game: entry.name().into(),
            variant: self.variant,
            start: start.position_text(),
            name: self.name.unwrap_or_default(),
            seats: self.seats,
            control: control.map(|c| c.to_string()),
            seed,
            version: 1,
            created: now,
            updated: now,
            turn_began: app.config.time.running(),
            boot: app.store.boot.clone(),
            result,
            reason,
            turns,
        })
    }
}
