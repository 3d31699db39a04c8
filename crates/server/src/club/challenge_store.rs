//! Challenges in the database, and what clients see of them.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use super::{clock::Clock, members, play::player_json, ratings};
use crate::error::{ApiError, ApiResult};
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde_json::{Value, json};

/// A challenge to a member, or an open seek.
#[derive(Clone, Debug)]
pub struct Challenge {
    pub id: String,
    /// `open`, `accepted`, `declined`, `cancelled` or `expired`.
    pub state: String,
    pub challenger: i64,
    /// `None` for an open seek.
    pub opponent: Option<i64>,
    pub accepted_by: Option<i64>,
    pub game: String,
    pub variant: String,
    /// The side of the challenger: `first`, `second` or `random`.
    pub side: String,
    pub rated: bool,
    pub clock: Clock,
    pub created: u64,
    pub expires: u64,
    pub game_id: Option<String>,
    pub reason: Option<String>,
    pub rematch_of: Option<String>,
}

const COLUMNS: &str = "id, state, challenger, opponent, accepted_by, game, variant, side, rated, clock, created, \
                       expires, game_id, reason, rematch_of";

fn read(row: &Row<'_>) -> rusqlite::Result<Challenge> {
    Ok(Challenge {
        id: row.get(0)?,
        state: row.get(1)?,
        challenger: row.get(2)?,
        opponent: row.get(3)?,
        accepted_by: row.get(4)?,
        game: row.get(5)?,
        variant: row.get(6)?,
        side: row.get(7)?,
        rated: row.get(8)?,
        clock: Clock::read(&row.get::<_, String>(9)?),
        created: row.get::<_, i64>(10)? as u64,
        expires: row.get::<_, i64>(11)? as u64,
        game_id: row.get(12)?,
        reason: row.get(13)?,
        rematch_of: row.get(14)?,
    })
}

/// Stores a new challenge within a transaction.
pub fn insert(connection: &Connection, new: &Challenge) -> ApiResult<()> {
    connection.execute(
        "INSERT INTO challenges VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)",
        params![
            new.id,
            new.state,
            new.challenger,
            new.opponent,
            new.accepted_by,
            new.game,
            new.variant,
            new.side,
            new.rated,
            new.clock.text(),
            new.created as i64,
            new.expires as i64,
            new.game_id,
            new.reason,
            new.rematch_of
        ],
    )?;
    Ok(())
}

/// Stores a new state of a challenge within a transaction.
pub fn update(connection: &Connection, challenge: &Challenge) -> ApiResult<()> {
    connection.execute(
        "UPDATE challenges SET state = ?2, accepted_by = ?3, game_id = ?4, reason = ?5 WHERE id = ?1",
        params![challenge.id, challenge.state, challenge.accepted_by, challenge.game_id, challenge.reason],
    )?;
    Ok(())
}

/// The challenge with this id.
pub fn find(connection: &Connection, id: &str) -> ApiResult<Challenge> {
    let mut statement =
        connection.prepare_cached(&format!("SELECT {COLUMNS} FROM challenges WHERE id = ?1"))?;
    statement
        .query_row([id], read)
        .optional()?
        .ok_or_else(|| ApiError::not_found("there is no challenge with this id"))
}

/// The open challenge of a member that asks for a rematch of a game.
pub fn rematch(
    connection: &Connection,
    challenger: i64,
    game: &str,
    now: u64,
) -> ApiResult<Option<Challenge>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM challenges WHERE challenger = ?1 AND rematch_of = ?2 AND state = 'open' AND expires > ?3"
    );
    Ok(connection.query_row(&sql, params![challenger, game, now as i64], read).optional()?)
}

fn list(connection: &Connection, condition: &str, member: i64, now: u64) -> ApiResult<Vec<Challenge>> {
    let mut statement = connection.prepare_cached(&format!(
        "SELECT {COLUMNS} FROM challenges WHERE state = 'open' AND expires > ?2 AND {condition} \
         ORDER BY created DESC LIMIT 200"
    ))?;
    let rows = statement.query_map(params![member, now as i64], read)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Open challenges to a member.
pub fn incoming(connection: &Connection, member: i64, now: u64) -> ApiResult<Vec<Challenge>> {
    list(connection, "opponent = ?1", member, now)
}

/// Open challenges of a member.
pub fn outgoing(connection: &Connection, member: i64, now: u64) -> ApiResult<Vec<Challenge>> {
    list(connection, "challenger = ?1", member, now)
}

/// Open seeks of others.
pub fn seeks(connection: &Connection, member: i64, now: u64) -> ApiResult<Vec<Challenge>> {
    list(connection, "opponent IS NULL AND challenger <> ?1", member, now)
}

/// Open challenges whose time is up.
pub fn overdue(connection: &Connection, now: u64) -> ApiResult<Vec<Challenge>> {
    let sql = format!("SELECT {COLUMNS} FROM challenges WHERE state = 'open' AND expires <= ?1 LIMIT 200");
    let mut statement = connection.prepare_cached(&sql)?;
    let rows = statement.query_map([now as i64], read)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

impl Challenge {
    /// What clients see.
    pub fn json(&self, connection: &Connection) -> ApiResult<Value> {
        let player = |member: i64| {
            let rating = ratings::of_member(connection, member, &self.game)?;
            let member = members::by_id(connection, member)?;
            Ok::<_, ApiError>(player_json(&member.name, member.robot, rating.rating, rating.deviation))
        };
        Ok(json!({
            "id": self.id, "state": self.state, "from": player(self.challenger)?,
            "to": self.opponent.map(player).transpose()?, "game": self.game, "variant": self.variant,
            "side": self.side, "rated": self.rated, "clock": self.clock, "created": self.created,
            "expires": self.expires, "game_id": self.game_id, "reason": self.reason, "rematch_of": self.rematch_of,
        }))
    }
}

/// What clients see of a list.
pub fn list_json(connection: &Connection, list: &[Challenge]) -> ApiResult<Value> {
    list.iter().map(|challenge| challenge.json(connection)).collect()
}
