//! Stored games and their turns.

use super::Store;
use crate::{
    error::{ApiError, ApiResult},
    live_game::MISSING,
    openings::{OpeningGame, player_of},
};
use rusqlite::{Connection, OptionalExtension, params};
use serde::{Deserialize, Serialize, de::IgnoredAny};
use serde_json::json;
use std::sync::Arc;

/// Who plays a side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Seat {
    /// A person.
    Person,
    /// A built-in player, by its spec.
    Engine(String),
    /// A member of the club, by name. Only the club changes such a game.
    Member(String),
}

/// A stored game.
#[derive(Clone, Debug)]
pub struct StoredGame {
    pub id: String,
    pub game: String,
    pub variant: String,
    /// The position before the first turn.
    pub start: String,
    /// Its title.
    pub name: String,
    /// Who plays the first and the second side.
    pub seats: [Seat; 2],
    /// The time control, if there are clocks.
    pub control: Option<String>,
    /// The random seed of its players.
    pub seed: u64,
    /// Increases with every change.
    pub version: u64,
    /// Milliseconds since 1970.
    pub created: u64,
    /// Milliseconds since 1970.
    pub updated: u64,
    /// When the current turn began, in milliseconds that its run of the server had been running.
    pub turn_began: u64,
    /// The run of the server in which it began; clocks stop between runs.
    pub boot: String,
    /// `1-0`, `0-1` or `1/2-1/2` once it is over.
    pub result: Option<String>,
    /// Why it is over.
    pub reason: Option<String>,
    pub turns: Vec<Arc<StoredTurn>>,
}

/// A stored turn.
#[derive(Clone, Debug)]
pub struct StoredTurn {
    /// The turn as one word.
    pub word: String,
    /// The turn as people write it.
    pub text: String,
    /// How long it took, in milliseconds.
    pub ms: u64,
    /// What the engine reported, as JSON.
    pub info: Option<String>,
}

impl StoredTurn {
    /// The turn as clients see it.
    pub fn json(&self) -> String {
        let is_json = |text: &&str| serde_json::from_str::<IgnoredAny>(text).is_ok();
        let info = self.info.as_deref().filter(is_json).unwrap_or("null");
        let (word, text) = (json!(self.word), json!(self.text));
        format!("{{\"word\":{word},\"text\":{text},\"ms\":{},\"thought\":{info}}}", self.ms)
    }
}

impl StoredGame {
    /// The game after a change that was stored.
    pub fn after(&self, change: &Change, stamp: Stamp) -> StoredGame {
        let mut game = self.clone();
        game.turns.truncate(change.keep);
        game.turns.extend(change.add.clone().map(Arc::new));
        game.version += 1;
        (game.result, game.reason) = change.end.clone().unzip();
        (game.updated, game.turn_began) = (stamp.updated, stamp.turn_began);
        game
    }
}

/// How a game ended: result and reason.
pub type Ending = (String, String);

/// A change of a game.
#[derive(Clone, Debug)]
pub struct Change {
    /// How many turns stay.
    pub keep: usize,
    /// A new turn after those.
    pub add: Option<StoredTurn>,
    /// The end of the game, if it is over now.
    pub end: Option<Ending>,
}

/// When a change was stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// The time of day, in milliseconds since 1970.
    pub updated: u64,
    /// When the next turn began, in milliseconds that the server had been running.
    pub turn_began: u64,
}

/// What became of a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Changed {
    /// It is on disk, and the game has the next version.
    Done(Stamp),
    /// The same request came before and got this answer.
    Before(String),
    /// Another change came first; the game now has this version.
    Stale(u64),
}

impl Store {
    /// How many games are stored.
    pub fn count_games(&self) -> ApiResult<u64> {
        let count: i64 = self.lock().query_row("SELECT count(*) FROM games", [], |row| row.get(0))?;
        Ok(count as u64)
    }

    /// Stores a new game with its turns.
    pub fn insert_game(&self, game: &StoredGame) -> ApiResult<()> {
        let game = game.clone();
        self.writer.write(move |connection| insert_game(connection, &game))
    }

    /// A game with its turns; `None` if there is none with this id.
    pub fn game(&self, id: &str) -> ApiResult<Option<StoredGame>> {
        let connection = self.lock();
        // Both queries see the same state.
        let connection = connection.unchecked_transaction()?;
        let found = connection
            .query_row(&format!("SELECT {COLUMNS} FROM games WHERE id = ?1"), [id], read_game)
            .optional()?;
        let Some(mut game) = found else { return Ok(None) };
        let mut statement = connection
            .prepare_cached("SELECT word, text, ms, thought FROM turns WHERE game_id = ?1 ORDER BY number")?;
        let turns = statement.query_map([id], |row| {
            Ok(Arc::new(StoredTurn {
                word: row.get(0)?,
                text: row.get(1)?,
                ms: row.get::<_, i64>(2)? as u64,
                info: row.get(3)?,
            }))
        })?;
        game.turns = turns.collect::<Result<_, _>>()?;
        Ok(Some(game))
    }

    /// The version of a game; `None` if there is none with this id.
    pub fn game_version(&self, id: &str) -> ApiResult<Option<u64>> {
        version_of(&self.lock(), id)
    }

    /// Games without their turns, the last changed first, each with its number of turns.
    pub fn games(&self, limit: u32, before: Option<u64>) -> ApiResult<Vec<(StoredGame, u64)>> {
        let connection = self.lock();
        let mut statement = connection.prepare_cached(&format!(
            "SELECT {COLUMNS}, (SELECT count(*) FROM turns WHERE game_id = id) FROM games \
             WHERE updated < ?1 ORDER BY updated DESC LIMIT ?2"
        ))?;
        let before = before.map_or(i64::MAX, |before| i64::try_from(before).unwrap_or(i64::MAX));
        let rows = statement
            .query_map(params![before, limit], |row| Ok((read_game(row)?, row.get::<_, i64>(15)? as u64)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The latest games of this kind that began here and have at least so many turns, with those turns.
    pub fn opening_games(
        &self,
        game: &str,
        start: &str,
        turns: usize,
        limit: u32,
    ) -> ApiResult<Vec<OpeningGame>> {
        let connection = self.lock();
        let mut statement = connection.prepare_cached(
            "SELECT seats, result, (SELECT group_concat(word, ' ') FROM \
                (SELECT word FROM turns WHERE game_id = id AND number < ?3 ORDER BY number)) \
             FROM games WHERE game = ?1 AND start = ?2 ORDER BY updated DESC LIMIT ?4",
        )?;
        let most = i64::try_from(turns).unwrap_or(i64::MAX);
        let rows = statement.query_map(params![game, start, most, limit], |row| {
            Ok((row.get::<_, String>(0)?, row.get(1)?, row.get::<_, Option<String>>(2)?))
        })?;
        let mut games = Vec::new();
        for row in rows {
            let (seats, result, words) = row?;
            let Ok(seats) = serde_json::from_str::<[Seat; 2]>(&seats) else { continue };
            let words: Vec<String> = words.unwrap_or_default().split(' ').map(String::from).collect();
            if words.len() == turns {
                games.push(OpeningGame { turns: words, players: seats.map(player_of), result });
            }
        }
        Ok(games)
    }

    /// Changes a game if it still has `version`. A named request brings the answer that is stored under its name, so that the
    /// same request gets the same answer again.
    pub fn change(
        &self,
        id: &str,
        version: u64,
        request: Option<(&str, String)>,
        change: &Change,
    ) -> ApiResult<Changed> {
        let (id, change, boot) = (id.to_string(), change.clone(), self.boot.clone());
        let time = Arc::clone(&self.time);
        let request = request.map(|(name, answer)| (name.to_string(), answer));
        self.writer.write(move |connection| {
            if let Some((name, _)) = &request
                && let Some(before) = stored_answer(connection, &id, name)?
            {
                return Ok(Changed::Before(before));
            }
            let current = version_of(connection, &id)?.ok_or_else(|| ApiError::not_found(MISSING))?;
            if current != version {
                return Ok(Changed::Stale(current));
            }
            connection.execute(
                "DELETE FROM turns WHERE game_id = ?1 AND number >= ?2",
                params![id, change.keep as i64],
            )?;
            if let Some(turn) = &change.add {
                insert_turn(connection, &id, change.keep, turn)?;
            }
            let (result, reason) = change.end.clone().unzip();
            let stamp = Stamp { updated: time.time_of_day(), turn_began: time.running() };
            connection.execute(
                "UPDATE games SET version = ?2, updated = ?3, turn_began = ?4, boot = ?5, result = ?6, reason = ?7 WHERE id = ?1",
                params![
                    id,
                    (current + 1) as i64,
                    stamp.updated as i64,
                    stamp.turn_began as i64,
                    boot,
                    result,
                    reason
                ],
            )?;
            if let Some((name, answer)) = &request {
                connection.execute("INSERT INTO requests VALUES (?1, ?2, ?3)", [&id, name, answer])?;
            }
            Ok(Changed::Done(stamp))
        })
    }

    /// The answer that a named request got before.
    pub fn answer(&self, id: &str, request: &str) -> ApiResult<Option<String>> {
        stored_answer(&self.lock(), id, request)
    }

    /// Restarts the clock of a turn that began in an earlier run of the server.
    pub fn restart_turn(&self, id: &str) -> ApiResult<u64> {
        let began = self.time.running();
        let (id, boot) = (id.to_string(), self.boot.clone());
        self.execute(
            "UPDATE games SET turn_began = ?2, boot = ?3 WHERE id = ?1 AND boot <> ?3",
            (id, began as i64, boot),
        )?;
        Ok(began)
    }

    /// Deletes a game, if it still has this version; returns the version that it has if it is another one.
    pub fn delete_game(&self, id: &str, version: Option<u64>) -> ApiResult<Result<(), u64>> {
        let id = id.to_string();
        self.writer.write(move |connection| {
            let current = version_of(connection, &id)?.ok_or_else(|| ApiError::not_found(MISSING))?;
            if version.is_some_and(|version| version != current) {
                return Ok(Err(current));
            }
            connection.execute("DELETE FROM games WHERE id = ?1", [&id])?;
            Ok(Ok(()))
        })
    }
}

/// Stores a new game with its turns, within a transaction.
pub fn insert_game(connection: &Connection, game: &StoredGame) -> ApiResult<()> {
    let seats = serde_json::to_string(&game.seats).unwrap_or_default();
    connection.execute(
        "INSERT INTO games VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)",
        params![
            game.id,
            game.game,
            game.variant,
            game.start,
            game.name,
            seats,
            game.control,
            game.seed as i64,
            game.version as i64,
            game.created as i64,
            game.updated as i64,
            game.turn_began as i64,
            game.boot,
            game.result,
            game.reason
        ],
    )?;
    for (number, turn) in game.turns.iter().enumerate() {
        insert_turn(connection, &game.id, number, turn)?;
    }
    Ok(())
}

fn version_of(connection: &Connection, id: &str) -> ApiResult<Option<u64>> {
    let mut statement = connection.prepare_cached("SELECT version FROM games WHERE id = ?1")?;
    Ok(statement.query_row([id], |row| row.get::<_, i64>(0)).optional()?.map(|version| version as u64))
}

fn stored_answer(connection: &Connection, id: &str, request: &str) -> ApiResult<Option<String>> {
    let mut statement =
        connection.prepare_cached("SELECT answer FROM requests WHERE game_id = ?1 AND request = ?2")?;
    Ok(statement.query_row([id, request], |row| row.get(0)).optional()?)
}

const COLUMNS: &str = "id, game, variant, start, name, seats, control, seed, version, created, updated, turn_began, boot, \
                       result, reason";

fn read_game(row: &rusqlite::Row<'_>) -> rusqlite::Result<StoredGame> {
    let number = |at: usize| row.get::<_, i64>(at).map(|n| n as u64);
    let seats: String = row.get(5)?;
    Ok(StoredGame {
        id: row.get(0)?,
        game: row.get(1)?,
        variant: row.get(2)?,
        start: row.get(3)?,
        name: row.get(4)?,
        seats: serde_json::from_str(&seats).unwrap_or([Seat::Person, Seat::Person]),
        control: row.get(6)?,
        seed: number(7)?,
        version: number(8)?,
        created: number(9)?,
        updated: number(10)?,
        turn_began: number(11)?,
        boot: row.get(12)?,
        result: row.get(13)?,
        reason: row.get(14)?,
        turns: Vec::new(),
    })
}

fn insert_turn(connection: &Connection, id: &str, number: usize, turn: &StoredTurn) -> ApiResult<()> {
    connection.execute(
        "INSERT INTO turns VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        params![id, number as i64, turn.word, turn.text, turn.ms as i64, turn.info],
    )?;
    Ok(())
}
