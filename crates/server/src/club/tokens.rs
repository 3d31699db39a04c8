//! Tokens: texts with which programs sign in. Only their hashes are stored.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use super::{
    auth::{InSession, Scope},
    events, secrets,
};
use crate::{
    blocking,
    error::{ApiError, ApiResult, quoted},
    guard::Body,
    state::App,
    store,
};
use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
    response::{IntoResponse, Response},
};
use rusqlite::{Connection, params};
use serde::Deserialize;
use serde_json::{Value, json};

/// How a token begins, so that people and scanners of secrets recognise it.
const PREFIX: &str = "qd_";

/// Tokens of one member.
const MOST: i64 = 50;

/// A wish for a token.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewToken {
    name: String,
    scopes: Vec<String>,
}

impl NewToken {
    fn scopes(&self) -> ApiResult<String> {
        if self.name.chars().count() > 60 || self.name.chars().any(char::is_control) {
            return Err(ApiError::bad("the name of a token has at most 60 characters, all of them visible"));
        }
        let known = |word: &String| {
            let found = Scope::ALL.into_iter().map(Scope::word).find(|known| known == word);
            found.ok_or_else(|| {
                ApiError::bad(format!("{} is not a scope; known: read, challenge, play", quoted(word)))
            })
        };
        let mut words = self.scopes.iter().map(known).collect::<ApiResult<Vec<_>>>()?;
        words.sort_unstable();
        words.dedup();
        if words.is_empty() {
            return Err(ApiError::bad("a token needs a scope; known: read, challenge, play"));
        }
        Ok(words.join(" "))
    }
}

/// Stores a new token of a member within a transaction; returns its id and its text.
pub fn insert(
    connection: &Connection,
    member: i64,
    name: &str,
    scopes: &str,
    now: u64,
) -> ApiResult<(String, String)> {
    let (id, token) = (store::new_id()?, format!("{PREFIX}{}", secrets::secret()?));
    connection.execute(
        "INSERT INTO tokens VALUES (?1, ?2, ?3, ?4, ?5, ?6, NULL)",
        params![id, secrets::stored("token", &token), member, name, scopes, now as i64],
    )?;
    Ok((id, token))
}

/// The tokens of a member, without their texts.
pub fn of_member(connection: &Connection, member: i64) -> ApiResult<Value> {
    let sql = "SELECT id, name, scopes, created, used FROM tokens WHERE member = ?1 ORDER BY created, id";
    let mut statement = connection.prepare_cached(sql)?;
    let rows = statement.query_map([member], |row| {
        let scopes: String = row.get(2)?;
        Ok(json!({
            "id": row.get::<_, String>(0)?, "name": row.get::<_, String>(1)?,
            "scopes": scopes.split(' ').collect::<Value>(), "created": row.get::<_, i64>(3)?,
            "used": row.get::<_, Option<i64>>(4)?,
        }))
    })?;
    Ok(rows.collect::<Result<Vec<_>, _>>()?.into())
}

/// `GET /api/v1/account/tokens`
pub async fn list(State(app): State<App>, InSession(caller): InSession) -> ApiResult {
    blocking::json(move || {
        let tokens = app.store.read(|connection| of_member(connection, caller.member.id))?;
        Ok(json!({ "tokens": tokens }))
    })
    .await
}

/// `POST /api/v1/account/tokens`
pub async fn create(
    State(app): State<App>,
    InSession(caller): InSession,
    Body(new): Body<NewToken>,
) -> ApiResult<Response> {
    let scopes = new.scopes()?;
    let (member, now) = (caller.member.id, app.config.time.time_of_day());
    let made = blocking::run(move || {
        app.store.write(move |connection| {
            let count = "SELECT count(*) FROM tokens WHERE member = ?1";
            if connection.query_row(count, [member], |row| row.get::<_, i64>(0))? >= MOST {
                return Err(ApiError::conflict("full", format!("a member has at most {MOST} tokens")));
            }
            let (id, token) = insert(connection, member, &new.name, &scopes, now)?;
            let scopes: Value = scopes.split(' ').collect();
            Ok(json!({
                "id": id, "name": new.name, "scopes": scopes, "created": now, "used": null, "token": token,
            }))
        })
    });
    Ok((StatusCode::CREATED, Json(made.await?)).into_response())
}

/// `DELETE /api/v1/account/tokens/{id}`
pub async fn delete(
    State(app): State<App>,
    InSession(caller): InSession,
    Path(id): Path<String>,
) -> ApiResult<StatusCode> {
    let member = caller.member.id;
    blocking::run(move || {
        let deleted = app.store.write(move |connection| {
            Ok(connection.execute("DELETE FROM tokens WHERE id = ?1 AND member = ?2", params![id, member])?)
        })?;
        // Streams that were opened with it look whether it is still there.
        events::wake(&app, [member]);
        (deleted > 0).then_some(()).ok_or_else(|| ApiError::not_found("you have no token with this id"))
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}
