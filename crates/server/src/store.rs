//! Games and matches on disk: one SQLite file. What a method has returned from is safely there.
//!
//! Every change of a game is one transaction that checks the version the change was made for, so that of two changes made
//! at once exactly one happens. Knows texts and numbers, no rules.

use crate::{error::ApiError, writer::Writer};
use rusqlite::{Connection, OptionalExtension, params};
use rusqlite_migration::{M, Migrations};
use serde::{Deserialize, Serialize};
use std::{
    path::Path,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

/// The name of the file within the data folder.
const FILE: &str = "quadrille.sqlite";

const SCHEMA: &str = "
CREATE TABLE games (
    id TEXT PRIMARY KEY, game TEXT NOT NULL, variant TEXT NOT NULL, start TEXT NOT NULL, name TEXT NOT NULL,
    seats TEXT NOT NULL, control TEXT, seed INTEGER NOT NULL, version INTEGER NOT NULL,
    created INTEGER NOT NULL, updated INTEGER NOT NULL, turn_began INTEGER NOT NULL, boot TEXT NOT NULL,
    result TEXT, reason TEXT
) STRICT;
CREATE INDEX games_by_time ON games (updated DESC);
CREATE TABLE turns (
    game_id TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE, number INTEGER NOT NULL,
    word TEXT NOT NULL, text TEXT NOT NULL, ms INTEGER NOT NULL, thought TEXT,
    PRIMARY KEY (game_id, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE requests (
    game_id TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE, request TEXT NOT NULL, answer TEXT NOT NULL,
    PRIMARY KEY (game_id, request)
) STRICT, WITHOUT ROWID;
CREATE TABLE matches (
    id TEXT PRIMARY KEY, plan TEXT NOT NULL, created INTEGER NOT NULL, state TEXT NOT NULL, problem TEXT
) STRICT;
CREATE TABLE match_games (
    match_id TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE, number INTEGER NOT NULL, record TEXT NOT NULL,
    PRIMARY KEY (match_id, number)
) STRICT, WITHOUT ROWID;
";

/// Who sits at a side of the board: a person, or a player by its spec.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Seat {
    /// Somebody in front of a browser.
    Person,
    /// A built-in player.
    Engine(String),
}

/// A stored game.
#[derive(Clone, Debug)]
pub struct StoredGame {
    /// Its name in addresses.
    pub id: String,
    /// Name of the game in the registry.
    pub game: String,
    /// What followed the name and a colon.
    pub variant: String,
    /// The position before the first turn.
    pub start: String,
    /// What people call it.
    pub name: String,
    /// Who plays the first and the second side.
    pub seats: [Seat; 2],
    /// The time control, if there are clocks.
    pub control: Option<String>,
    /// Feeds whatever is random in its players.
    pub seed: u64,
    /// Rises with every change.
    pub version: u64,
    /// Milliseconds since 1970.
    pub created: u64,
    /// Milliseconds since 1970.
    pub updated: u64,
    /// When the turn that is now being thought about began.
    pub turn_began: u64,
    /// Which run of the server that was in; clocks do not run in between.
    pub boot: String,
    /// `1-0`, `0-1` or `1/2-1/2` once it is over.
    pub result: Option<String>,
    /// Why it is over.
    pub reason: Option<String>,
    /// Its turns.
    pub turns: Vec<StoredTurn>,
}

/// A stored turn.
#[derive(Clone, Debug)]
pub struct StoredTurn {
    /// As one word.
    pub word: String,
    /// As people write it.
    pub text: String,
    /// How long it took.
    pub ms: u64,
    /// What its player thought, as JSON.
    pub thought: Option<String>,
}

/// A change of a game.
#[derive(Clone, Debug)]
pub struct Change {
    /// Turns that stay.
    pub keep: usize,
    /// A turn that is added.
    pub add: Option<StoredTurn>,
    /// The end of the game, if this is it: result and reason.
    pub end: Option<(String, String)>,
}

/// How a change went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Changed {
    /// It is on disk; the game has this version now.
    Done(u64),
    /// The same request came before, with this answer.
    Before(String),
    /// Another change was faster; the game has this version now.
    Stale(u64),
}

/// A stored match.
#[derive(Clone, Debug)]
pub struct StoredMatch {
    /// Its name in addresses.
    pub id: String,
    /// What is played, as JSON.
    pub plan: String,
    /// Milliseconds since 1970.
    pub created: u64,
    /// `running`, `complete`, `stopped`, `failed` or `interrupted`.
    pub state: String,
    /// What went wrong, if anything.
    pub problem: Option<String>,
}

/// The database. Reading does not wait for the disk: it has a connection of its own, and sees what has been committed.
pub struct Store {
    reader: Mutex<Connection>,
    writer: Writer,
    /// Names this run of the server.
    pub boot: String,
}

/// Milliseconds since 1970.
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as u64
}

/// A name that nobody can guess.
pub fn new_id() -> Result<String, ApiError> {
    let mut bytes = [0; 9];
    getrandom::fill(&mut bytes).map_err(|_| ApiError::broken("the machine gives no random numbers"))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Only names that [`new_id`] makes are looked for.
pub fn is_id(text: &str) -> bool {
    text.len() == 18 && text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
}

impl Store {
    /// Opens the database of a folder, which must be there, and makes or brings up to date what is missing.
    pub fn open(folder: &Path) -> Result<Store, String> {
        let sentence = |e: String| format!("'{}' cannot hold the games: {e}", folder.display());
        let open = || Connection::open(folder.join(FILE)).map_err(|e| sentence(e.to_string()));
        let mut connection = open()?;
        let prepare = |connection: &Connection| {
            connection.busy_timeout(Duration::from_secs(5))?;
            connection.pragma_update(None, "journal_mode", "WAL")?;
            // A move that is acknowledged has reached the disk.
            connection.pragma_update(None, "synchronous", "FULL")?;
            connection.pragma_update(None, "foreign_keys", true)
        };
        prepare(&connection).map_err(|e| sentence(e.to_string()))?;
        Migrations::new(vec![M::up(SCHEMA)])
            .to_latest(&mut connection)
            .map_err(|e| sentence(e.to_string()))?;
        // Matches that ran when the server ended run no more.
        connection
            .execute("UPDATE matches SET state = 'interrupted' WHERE state = 'running'", [])
            .map_err(|e| sentence(e.to_string()))?;
        let boot = new_id().map_err(|e| e.sentence)?;
        let reader = open()?;
        prepare(&reader).map_err(|e| sentence(e.to_string()))?;
        let writer = Writer::start(connection).map_err(|e| sentence(e.to_string()))?;
        Ok(Store { reader: Mutex::new(reader), writer, boot })
    }

    /// Keeps what was given so far and refuses everything after that.
    pub fn close(&self) {
        self.writer.close();
    }

    fn lock(&self) -> MutexGuard<'_, Connection> {
        self.reader.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many games are kept.
    pub fn count_games(&self) -> Result<u64, ApiError> {
        let count: i64 = self.lock().query_row("SELECT count(*) FROM games", [], |row| row.get(0))?;
        Ok(count as u64)
    }

    /// Keeps a new game with its turns.
    pub fn insert_game(&self, game: &StoredGame) -> Result<(), ApiError> {
        let game = game.clone();
        self.writer.write(move |connection| {
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
        })
    }

    /// A game with its turns; `None` if there is none of that name.
    pub fn game(&self, id: &str) -> Result<Option<StoredGame>, ApiError> {
        let connection = self.lock();
        // Both looks see the same state, whatever is committed in between.
        let connection = connection.unchecked_transaction()?;
        let found = connection
            .query_row(&format!("SELECT {COLUMNS} FROM games WHERE id = ?1"), [id], read_game)
            .optional()?;
        let Some(mut game) = found else { return Ok(None) };
        let mut statement = connection
            .prepare_cached("SELECT word, text, ms, thought FROM turns WHERE game_id = ?1 ORDER BY number")?;
        let turns = statement.query_map([id], |row| {
            Ok(StoredTurn {
                word: row.get(0)?,
                text: row.get(1)?,
                ms: row.get::<_, i64>(2)? as u64,
                thought: row.get(3)?,
            })
        })?;
        game.turns = turns.collect::<Result<_, _>>()?;
        Ok(Some(game))
    }

    /// Games without their turns, the last changed first, each with its number of turns.
    pub fn games(&self, limit: u32, before: Option<u64>) -> Result<Vec<(StoredGame, u64)>, ApiError> {
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

    /// Changes a game if it still has `version`. `answer` is made from the new version and kept under the request's name,
    /// so that the same request gets the same answer when it comes again.
    pub fn change(
        &self,
        id: &str,
        version: u64,
        request: Option<&str>,
        change: &Change,
        answer: impl FnOnce(u64) -> String,
    ) -> Result<Changed, ApiError> {
        let (id, change, boot) = (id.to_string(), change.clone(), self.boot.clone());
        // If the change happens at all, this is the version that it leads to.
        let request = request.map(|request| (request.to_string(), answer(version + 1)));
        self.writer.write(move |connection| {
            if let Some((request, _)) = &request
                && let Some(before) = connection
                    .query_row(
                        "SELECT answer FROM requests WHERE game_id = ?1 AND request = ?2",
                        [&id, request],
                        |row| row.get(0),
                    )
                    .optional()?
            {
                return Ok(Changed::Before(before));
            }
            let current: Option<i64> = connection
                .query_row("SELECT version FROM games WHERE id = ?1", [&id], |row| row.get(0))
                .optional()?;
            let Some(current) = current.map(|v| v as u64) else {
                return Err(ApiError::missing("there is no such game any more"));
            };
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
            connection.execute(
                "UPDATE games SET version = ?2, updated = ?3, turn_began = ?3, boot = ?4, result = ?5, reason = ?6 WHERE id = ?1",
                params![id, (current + 1) as i64, now() as i64, boot, result, reason],
            )?;
            if let Some((request, answer)) = &request {
                connection.execute("INSERT INTO requests VALUES (?1, ?2, ?3)", [&id, request, answer])?;
            }
            Ok(Changed::Done(current + 1))
        })
    }

    /// A game that was begun in an earlier run of the server: the clock of its turn starts anew.
    pub fn restart_turn(&self, id: &str) -> Result<u64, ApiError> {
        let began = now();
        let (id, boot) = (id.to_string(), self.boot.clone());
        self.execute(
            "UPDATE games SET turn_began = ?2, boot = ?3 WHERE id = ?1 AND boot <> ?3",
            (id, began as i64, boot),
        )?;
        Ok(began)
    }

    /// Forgets a game.
    pub fn delete_game(&self, id: &str) -> Result<bool, ApiError> {
        Ok(self.execute("DELETE FROM games WHERE id = ?1", (id.to_string(),))? > 0)
    }

    /// One statement that changes something; how many rows it has changed.
    fn execute(
        &self,
        sql: &'static str,
        values: impl rusqlite::Params + Send + 'static,
    ) -> Result<usize, ApiError> {
        self.writer.write(move |connection| Ok(connection.execute(sql, values)?))
    }

    /// Keeps a new match.
    pub fn insert_match(&self, id: &str, plan: &str) -> Result<(), ApiError> {
        let row = (id.to_string(), plan.to_string(), now() as i64);
        self.execute("INSERT INTO matches VALUES (?1, ?2, ?3, 'running', NULL)", row)?;
        Ok(())
    }

    /// Says how a match stands.
    pub fn set_match_state(&self, id: &str, state: &str, problem: Option<&str>) -> Result<(), ApiError> {
        let row = (id.to_string(), state.to_string(), problem.map(String::from));
        self.execute("UPDATE matches SET state = ?2, problem = ?3 WHERE id = ?1", row)?;
        Ok(())
    }

    /// Matches, the newest first.
    pub fn matches(&self, limit: u32) -> Result<Vec<StoredMatch>, ApiError> {
        let connection = self.lock();
        let mut statement = connection.prepare_cached(
            "SELECT id, plan, created, state, problem FROM matches ORDER BY created DESC, id LIMIT ?1",
        )?;
        let rows = statement.query_map([limit], read_match)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// A match.
    pub fn find_match(&self, id: &str) -> Result<Option<StoredMatch>, ApiError> {
        let sql = "SELECT id, plan, created, state, problem FROM matches WHERE id = ?1";
        Ok(self.lock().query_row(sql, [id], read_match).optional()?)
    }

    /// Forgets a match.
    pub fn delete_match(&self, id: &str) -> Result<bool, ApiError> {
        Ok(self.execute("DELETE FROM matches WHERE id = ?1", (id.to_string(),))? > 0)
    }

    /// Keeps the record of a game of a match.
    pub fn add_match_game(&self, id: &str, record: &str) -> Result<(), ApiError> {
        self.execute(
            "INSERT INTO match_games SELECT ?1, count(*), ?2 FROM match_games WHERE match_id = ?1",
            (id.to_string(), record.to_string()),
        )?;
        Ok(())
    }

    /// How many records a match has.
    pub fn count_match_games(&self, id: &str) -> Result<u64, ApiError> {
        let sql = "SELECT count(*) FROM match_games WHERE match_id = ?1";
        Ok(self.lock().query_row(sql, [id], |row| row.get::<_, i64>(0))? as u64)
    }

    /// The records of a match, in order.
    pub fn match_games(&self, id: &str) -> Result<Vec<String>, ApiError> {
        let connection = self.lock();
        let mut statement = connection
            .prepare_cached("SELECT record FROM match_games WHERE match_id = ?1 ORDER BY number")?;
        let rows = statement.query_map([id], |row| row.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
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

fn read_match(row: &rusqlite::Row<'_>) -> rusqlite::Result<StoredMatch> {
    Ok(StoredMatch {
        id: row.get(0)?,
        plan: row.get(1)?,
        created: row.get::<_, i64>(2)? as u64,
        state: row.get(3)?,
        problem: row.get(4)?,
    })
}

fn insert_turn(connection: &Connection, id: &str, number: usize, turn: &StoredTurn) -> Result<(), ApiError> {
    connection.execute(
        "INSERT INTO turns VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        params![id, number as i64, turn.word, turn.text, turn.ms as i64, turn.thought],
    )?;
    Ok(())
}
