//! What others see of a member, blocking, and the club as a whole.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use super::{
    account,
    auth::{By, Caller, InSession, Reader},
    members,
};
use crate::{
    blocking,
    error::{ApiError, ApiResult},
    state::App,
};
use axum::{
    extract::{Path, State},
    http::StatusCode,
};
use rusqlite::Connection;
use serde_json::{Value, json};

/// `GET /api/v1/club`: the club as a whole, and the account of a member that has a session.
pub async fn club(State(app): State<App>, caller: ApiResult<Caller>) -> ApiResult {
    let config = app.club()?.config.clone();
    let caller = caller.ok().filter(|caller| matches!(caller.by, By::Session { .. }));
    blocking::json(move || {
        let own = caller.map(|caller| account::own_view(&app, &caller)).transpose()?;
        let [members, playing, games] = app.store.read(|connection| {
            let count = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0));
            Ok([
                count("SELECT count(*) FROM members WHERE state = 'active'")?,
                count("SELECT count(*) FROM club_games WHERE finished IS NULL")?,
                count("SELECT count(*) FROM club_games")?,
            ])
        })?;
        Ok(json!({
            "registration": config.registration.word(), "mail": config.mail.is_some(),
            "public_url": config.public_url, "members": members, "playing": playing, "games": games,
            "account": own,
        }))
    })
    .await
}

/// `GET /api/v1/members/{name}`
pub async fn show(State(app): State<App>, Path(name): Path<String>) -> ApiResult {
    app.club()?;
    blocking::json(move || {
        let member = app.store.read(|connection| members::visible(connection, &name))?;
        account::profile(&app, &member)
    })
    .await
}

/// The names of the members that a member has blocked.
pub fn blocked_by(connection: &Connection, member: i64) -> ApiResult<Value> {
    let sql = "SELECT name FROM blocks JOIN members ON id = other WHERE member = ?1 ORDER BY name";
    let mut statement = connection.prepare(sql)?;
    let names = statement.query_map([member], |row| row.get::<_, String>(0))?;
    Ok(names.collect::<Result<Vec<_>, _>>()?.into())
}

/// `GET /api/v1/account/blocks`
pub async fn blocks(State(app): State<App>, Reader(caller): Reader) -> ApiResult {
    blocking::json(move || {
        let names = app.store.read(|connection| blocked_by(connection, caller.member.id))?;
        Ok(json!({ "blocked": names }))
    })
    .await
}

/// `POST /api/v1/members/{name}/block`
pub async fn block(
    State(app): State<App>,
    InSession(caller): InSession,
    Path(name): Path<String>,
) -> ApiResult<StatusCode> {
    set_block(app, caller.member.id, name, "INSERT OR IGNORE INTO blocks VALUES (?1, ?2)").await
}

/// `DELETE /api/v1/members/{name}/block`
pub async fn unblock(
    State(app): State<App>,
    InSession(caller): InSession,
    Path(name): Path<String>,
) -> ApiResult<StatusCode> {
    set_block(app, caller.member.id, name, "DELETE FROM blocks WHERE member = ?1 AND other = ?2").await
}

async fn set_block(app: App, member: i64, name: String, sql: &'static str) -> ApiResult<StatusCode> {
    blocking::run(move || {
        app.store.write(move |connection| {
            let other = members::visible(connection, &name)?;
            if other.id == member {
                return Err(ApiError::bad("you cannot block yourself"));
            }
            Ok(connection.execute(sql, [member, other.id])?)
        })
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}
