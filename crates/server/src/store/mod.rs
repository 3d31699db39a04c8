//! The database: games and matches in one SQLite file. What a method has returned from is on disk.
//!
//! Every change of a game is one transaction that checks the version it was made for, so that of two concurrent changes
//! exactly one succeeds. Stores texts and numbers, and knows no rules.

mod club_schema;
mod files;
mod games;
mod matches;
mod writer;

pub use games::{Change, Changed, Ending, Seat, StoredGame, StoredTurn, insert_game};
pub use matches::StoredMatch;

use crate::{
    data_lock::DataLock,
    error::{ApiError, ApiResult},
    time::TimeSource,
};
use club_schema::CLUB;
use files::DataFiles;
use rusqlite::Connection;
use rusqlite_migration::{M, Migrations};
use std::{
    path::Path,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use writer::Writer;

/// The file within the data folder.
pub const FILE: &str = "quadrille.sqlite";

/// Its write-ahead log, as SQLite names it.
pub const LOG: &str = "quadrille.sqlite-wal";

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

/// The database. Reads have a connection of their own, so they never wait for the disk, and see what is committed.
pub struct Store {
    reader: Mutex<Connection>,
    writer: Writer,
    /// Identifies this run of the server.
    pub boot: String,
    time: Arc<dyn TimeSource>,
}

/// The versions of the database, the oldest first. A version that was released never changes.
fn migrations() -> Migrations<'static> {
    Migrations::new(vec![M::up(SCHEMA), M::up(CLUB)])
}

/// Upgrades a database to the latest version. Nothing is lost.
pub fn migrate(connection: &mut Connection) -> Result<(), String> {
    migrations().to_latest(connection).map_err(|e| e.to_string())
}

/// A new id that cannot be guessed.
pub fn new_id() -> ApiResult<String> {
    let mut bytes = [0; 9];
    getrandom::fill(&mut bytes).map_err(|_| ApiError::internal("the system gives no random numbers"))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Could [`new_id`] have made this text?
pub fn is_id(text: &str) -> bool {
    text.len() == 18 && text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
}

impl Store {
    /// Opens the database of an existing folder, and creates or upgrades it where needed.
    pub fn open(folder: &Path, time: Arc<dyn TimeSource>) -> Result<Store, String> {
        let sentence = |e: String| format!("'{}' cannot be used as the data folder: {e}", folder.display());
        let open = || Connection::open(folder.join(FILE)).map_err(|e| sentence(e.to_string()));
        let mut connection = open()?;
        let prepare = |connection: &Connection| {
            connection.busy_timeout(Duration::from_secs(5))?;
            connection.pragma_update(None, "journal_mode", "WAL")?;
            // An acknowledged move has reached the disk.
            connection.pragma_update(None, "synchronous", "FULL")?;
            connection.pragma_update(None, "foreign_keys", true)
        };
        prepare(&connection).map_err(|e| sentence(e.to_string()))?;
        migrate(&mut connection).map_err(&sentence)?;
        // Matches that were running when the server ended.
        connection
            .execute("UPDATE matches SET state = 'interrupted' WHERE state = 'running'", [])
            .map_err(|e| sentence(e.to_string()))?;
        let boot = new_id().map_err(|e| e.sentence)?;
        let reader = open()?;
        prepare(&reader).map_err(|e| sentence(e.to_string()))?;
        // A reader opens the log too, so that it is there from now on.
        let files = DataFiles::remember(folder, &[FILE, LOG, DataLock::FILE]);
        let writer = files.and_then(|files| Writer::start(connection, files));
        let writer = writer.map_err(|e| sentence(e.to_string()))?;
        Ok(Store { reader: Mutex::new(reader), writer, boot, time })
    }

    /// Finishes the queued changes and refuses all later ones.
    pub fn close(&self) {
        self.writer.close();
    }

    fn lock(&self) -> MutexGuard<'_, Connection> {
        self.reader.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The time of day, in milliseconds since 1970.
    pub fn now(&self) -> u64 {
        self.time.time_of_day()
    }

    /// Reads something.
    pub fn read<T>(&self, question: impl FnOnce(&Connection) -> ApiResult<T>) -> ApiResult<T> {
        question(&self.lock())
    }

    /// Makes a change and returns when it is on disk. A change that fails leaves nothing behind.
    pub fn write<T: Send + 'static>(
        &self,
        change: impl FnOnce(&Connection) -> ApiResult<T> + Send + 'static,
    ) -> ApiResult<T> {
        self.writer.write(change)
    }

    /// Executes one statement and returns how many rows it changed.
    fn execute(&self, sql: &'static str, values: impl rusqlite::Params + Send + 'static) -> ApiResult<usize> {
        self.writer.write(move |connection| Ok(connection.execute(sql, values)?))
    }
}
