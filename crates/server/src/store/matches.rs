//! Stored matches and the records of their games.

use super::Store;
use crate::{error::ApiResult, openings::OpeningGame};
use arena::GameRecord;
use rusqlite::OptionalExtension;

/// A stored match.
#[derive(Clone, Debug)]
pub struct StoredMatch {
    pub id: String,
    /// The plan, as JSON.
    pub plan: String,
    /// Milliseconds since 1970.
    pub created: u64,
    /// `running`, `complete`, `stopped`, `failed` or `interrupted`.
    pub state: String,
    /// Why it failed.
    pub problem: Option<String>,
}

impl Store {
    /// Stores a new match.
    pub fn insert_match(&self, id: &str, plan: &str) -> ApiResult<()> {
        let row = (id.to_string(), plan.to_string(), self.time.time_of_day() as i64);
        self.execute("INSERT INTO matches VALUES (?1, ?2, ?3, 'running', NULL)", row)?;
        Ok(())
    }

    /// Stores the state of a match.
    pub fn set_match_state(&self, id: &str, state: &str, problem: Option<&str>) -> ApiResult<()> {
        let row = (id.to_string(), state.to_string(), problem.map(String::from));
        self.execute("UPDATE matches SET state = ?2, problem = ?3 WHERE id = ?1", row)?;
        Ok(())
    }

    /// Matches, the newest first.
    pub fn matches(&self, limit: u32) -> ApiResult<Vec<StoredMatch>> {
        let connection = self.lock();
        let mut statement = connection.prepare_cached(
            "SELECT id, plan, created, state, problem FROM matches ORDER BY created DESC, id LIMIT ?1",
        )?;
        let rows = statement.query_map([limit], read_match)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// A match.
    pub fn find_match(&self, id: &str) -> ApiResult<Option<StoredMatch>> {
        let sql = "SELECT id, plan, created, state, problem FROM matches WHERE id = ?1";
        Ok(self.lock().query_row(sql, [id], read_match).optional()?)
    }

    /// Deletes a match.
    pub fn delete_match(&self, id: &str) -> ApiResult<bool> {
        Ok(self.execute("DELETE FROM matches WHERE id = ?1", (id.to_string(),))? > 0)
    }

    /// Stores the record of a game of a match.
    pub fn add_match_game(&self, id: &str, record: &str) -> ApiResult<()> {
        self.execute(
            "INSERT INTO match_games SELECT ?1, count(*), ?2 FROM match_games WHERE match_id = ?1",
            (id.to_string(), record.to_string()),
        )?;
        Ok(())
    }

    /// How many records a match has.
    pub fn count_match_games(&self, id: &str) -> ApiResult<u64> {
        let sql = "SELECT count(*) FROM match_games WHERE match_id = ?1";
        Ok(self.lock().query_row(sql, [id], |row| row.get::<_, i64>(0))? as u64)
    }

    /// The latest games of matches that began here and have at least so many turns, with those turns.
    pub fn opening_games_of_matches(
        &self,
        game: &str,
        start: &str,
        turns: usize,
        limit: u32,
    ) -> ApiResult<Vec<OpeningGame>> {
        let connection = self.lock();
        // Only records that name the position at all are read as JSON.
        let mut statement = connection.prepare_cached(
            "SELECT record FROM match_games JOIN matches ON id = match_id WHERE instr(record, ?1) \
             ORDER BY created DESC, number DESC LIMIT ?2",
        )?;
        let rows = statement.query_map((start, limit), |row| row.get::<_, String>(0))?;
        let mut games = Vec::new();
        for line in rows {
            let Ok(GameRecord { header, played }) = GameRecord::from_line(&line?) else { continue };
            let chosen = played.turns.into_iter().map(|turn| turn.turn);
            let words: Vec<String> = header.opening_turns.into_iter().chain(chosen).take(turns).collect();
            if header.game == game && header.start == start && words.len() == turns {
                let result = Some(played.result.text().into());
                games.push(OpeningGame { turns: words, players: header.players, result });
            }
        }
        Ok(games)
    }

    /// The records of a match, in order.
    pub fn match_games(&self, id: &str) -> ApiResult<Vec<String>> {
        let connection = self.lock();
        let mut statement = connection
            .prepare_cached("SELECT record FROM match_games WHERE match_id = ?1 ORDER BY number")?;
        let rows = statement.query_map([id], |row| row.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
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
