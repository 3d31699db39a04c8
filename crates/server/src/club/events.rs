//! Events for robots and notifications for people: stored for each member, and told to the streams that follow.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use super::auth::{InSession, Reader};
use crate::{
    blocking,
    error::ApiResult,
    guard::{Body, Params},
    state::App,
    updates::Update,
};
use axum::{extract::State, http::StatusCode};
use rusqlite::{Connection, params};
use serde::Deserialize;
use serde_json::{Value, json};

/// Events that are kept for each member.
const KEPT: i64 = 1000;

/// Events in one answer.
const LISTED: i64 = 200;

/// The topic of a member's events.
pub fn topic(member: i64) -> String {
    format!("member {member}")
}

/// Tells the streams of these members that there may be something new.
pub fn wake(app: &App, members: impl IntoIterator<Item = i64>) {
    for member in members {
        app.updates.publish(&topic(member), || Update::Changed);
    }
}

/// Stores an event within a transaction. Call [`wake`] after it.
pub fn push(connection: &Connection, member: i64, body: &Value) -> ApiResult<()> {
    connection
        .prepare_cached("INSERT INTO events (member, body) VALUES (?1, ?2)")?
        .execute(params![member, body.to_string()])?;
    if connection.last_insert_rowid() % 64 == 0 {
        let old = "DELETE FROM events WHERE member = ?1 AND seq <= \
                   (SELECT seq FROM events WHERE member = ?1 ORDER BY seq DESC LIMIT 1 OFFSET ?2)";
        connection.execute(old, [member, KEPT])?;
    }
    Ok(())
}

/// Events of a member after a number, each with its own.
pub fn since(connection: &Connection, member: i64, since: i64) -> ApiResult<Vec<(i64, Value)>> {
    let sql = "SELECT seq, body FROM events WHERE member = ?1 AND seq > ?2 ORDER BY seq LIMIT ?3";
    let mut statement = connection.prepare_cached(sql)?;
    let rows = statement.query_map([member, since, LISTED], |row| {
        let (seq, body): (i64, String) = (row.get(0)?, row.get(1)?);
        let mut body: Value = serde_json::from_str(&body).unwrap_or_default();
        if let Some(body) = body.as_object_mut() {
            body.insert("seq".into(), seq.into());
        }
        Ok((seq, body))
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// The number of the last event of a member.
pub fn last(connection: &Connection, member: i64) -> ApiResult<i64> {
    let sql = "SELECT coalesce(max(seq), 0) FROM events WHERE member = ?1";
    Ok(connection.prepare_cached(sql)?.query_row([member], |row| row.get(0))?)
}

/// Which events are asked for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Since {
    pub since: Option<i64>,
}

/// `GET /api/v1/account/events`
pub async fn list(State(app): State<App>, Reader(caller): Reader, Params(query): Params<Since>) -> ApiResult {
    let member = caller.member.id;
    blocking::json(move || {
        app.store.read(|connection| {
            let found = since(connection, member, query.since.unwrap_or(0))?;
            let last = match found.last() {
                Some((seq, _)) => *seq,
                None => last(connection, member)?,
            };
            let events: Value = found.into_iter().map(|(_, body)| body).collect();
            Ok(json!({ "events": events, "last": last }))
        })
    })
    .await
}

/// What a member is told.
pub struct Notice<'a> {
    pub kind: &'a str,
    pub text: String,
    pub game: Option<&'a str>,
    pub challenge: Option<&'a str>,
}

/// Stores a notification within a transaction. One of the same kind about the same game that was not read yet gives way.
pub fn notify(connection: &Connection, member: i64, notice: &Notice<'_>, now: u64) -> ApiResult<()> {
    connection.execute(
        "DELETE FROM notifications WHERE member = ?1 AND kind = ?2 AND game_id = ?3 AND read = 0",
        params![member, notice.kind, notice.game],
    )?;
    connection.execute(
        "INSERT INTO notifications (member, kind, at, read, text, game_id, challenge_id) \
         VALUES (?1, ?2, ?3, 0, ?4, ?5, ?6)",
        params![member, notice.kind, now as i64, notice.text, notice.game, notice.challenge],
    )?;
    connection.execute(
        "DELETE FROM notifications WHERE member = ?1 AND id <= \
         (SELECT id FROM notifications WHERE member = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)",
        [member, KEPT],
    )?;
    Ok(())
}

/// The latest notifications of a member, the newest first.
pub fn notifications(connection: &Connection, member: i64, limit: i64) -> ApiResult<Value> {
    let sql = "SELECT id, kind, at, read, text, game_id, challenge_id FROM notifications \
               WHERE member = ?1 ORDER BY id DESC LIMIT ?2";
    let mut statement = connection.prepare_cached(sql)?;
    let rows = statement.query_map([member, limit], |row| {
        Ok(json!({
            "id": row.get::<_, i64>(0)?, "kind": row.get::<_, String>(1)?, "at": row.get::<_, i64>(2)?,
            "read": row.get::<_, bool>(3)?, "text": row.get::<_, String>(4)?,
            "game_id": row.get::<_, Option<String>>(5)?, "challenge_id": row.get::<_, Option<String>>(6)?,
        }))
    })?;
    Ok(rows.collect::<Result<Vec<_>, _>>()?.into())
}

/// How many notifications of a member are unread.
pub fn unread(connection: &Connection, member: i64) -> ApiResult<i64> {
    let sql = "SELECT count(*) FROM notifications WHERE member = ?1 AND read = 0";
    Ok(connection.query_row(sql, [member], |row| row.get(0))?)
}

/// `GET /api/v1/account/notifications`
pub async fn notices(State(app): State<App>, Reader(caller): Reader) -> ApiResult {
    blocking::json(move || {
        let list = app.store.read(|connection| notifications(connection, caller.member.id, 100))?;
        Ok(json!({ "notifications": list }))
    })
    .await
}

/// Up to which notification a member has read.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UpTo {
    up_to: i64,
}

/// `POST /api/v1/account/notifications/read`
pub async fn mark_read(
    State(app): State<App>,
    InSession(caller): InSession,
    Body(sent): Body<UpTo>,
) -> ApiResult<StatusCode> {
    let member = caller.member.id;
    blocking::run(move || {
        app.store.write(move |connection| {
            let sql = "UPDATE notifications SET read = 1 WHERE member = ?1 AND id <= ?2 AND read = 0";
            Ok(connection.execute(sql, [member, sent.up_to])?)
        })
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}
