//! Finished games from other servers in a member's profile: read from records, replayed by the rules, never rated.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use super::{auth::InSession, members};
use crate::{
    blocking,
    error::{ApiError, ApiResult},
    guard::Body,
    import::{self, Pasted},
    live_game::ending_by_rules,
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
use serde_json::{Value, json};

/// Imported games of one member.
const MOST: i64 = 2000;

/// The imported games of a member, the newest first.
pub fn of_member(connection: &Connection, member: i64) -> ApiResult<Vec<Value>> {
    let sql = "SELECT id, game, start, turns, form, result, added FROM imports WHERE member = ?1 ORDER BY added DESC, id";
    let mut statement = connection.prepare_cached(sql)?;
    let rows = statement.query_map([member], |row| {
        let turns: String = row.get(3)?;
        Ok(json!({
            "id": row.get::<_, String>(0)?, "game": row.get::<_, String>(1)?, "start": row.get::<_, String>(2)?,
            "turns": turns.split_whitespace().collect::<Value>(), "form": row.get::<_, String>(4)?,
            "result": row.get::<_, Option<String>>(5)?, "added": row.get::<_, i64>(6)?,
        }))
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// `GET /api/v1/members/{name}/imports`
pub async fn list(State(app): State<App>, Path(name): Path<String>) -> ApiResult {
    app.club()?;
    blocking::json(move || {
        app.store.read(|connection| {
            let member = members::visible(connection, &name)?;
            Ok(json!({ "imports": of_member(connection, member.id)? }))
        })
    })
    .await
}

/// `POST /api/v1/account/imports`
pub async fn add(
    State(app): State<App>,
    InSession(caller): InSession,
    Body(pasted): Body<Pasted>,
) -> ApiResult<Response> {
    let view = blocking::run(move || {
        let read = import::read(app.config.games, &pasted)?;
        if read.turns.is_empty() {
            return Err(ApiError::bad("the text has no turns; paste the record of a game"));
        }
        let mut board = app.config.games.find(read.game)?.at_position(&read.start)?;
        for turn in &read.turns {
            board.play(turn)?;
        }
        // A game may have been given up; then the record says who won, which no one can check.
        let result = ending_by_rules(board.as_ref()).map(|(result, _)| result);
        let (id, member, now) = (store::new_id()?, caller.member.id, app.config.time.time_of_day());
        let view = json!({
            "id": id, "game": read.game, "start": read.start, "turns": read.turns, "form": read.form,
            "result": result, "added": now,
        });
        app.store.write(move |connection| {
            let count = "SELECT count(*) FROM imports WHERE member = ?1";
            if connection.query_row(count, [member], |row| row.get::<_, i64>(0))? >= MOST {
                return Err(ApiError::conflict(
                    "full",
                    format!("a member has at most {MOST} imported games"),
                ));
            }
            connection.execute(
                "INSERT INTO imports VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
                params![
                    id,
                    member,
                    read.game,
                    read.start,
                    read.turns.join(" "),
                    read.form,
                    result,
                    now as i64
                ],
            )?;
            Ok(())
        })?;
        Ok(view)
    });
    Ok((StatusCode::CREATED, Json(view.await?)).into_response())
}

/// `DELETE /api/v1/account/imports/{id}`
pub async fn delete(
    State(app): State<App>,
    InSession(caller): InSession,
    Path(id): Path<String>,
) -> ApiResult<StatusCode> {
    let member = caller.member.id;
    blocking::run(move || {
        let deleted = app.store.write(move |connection| {
            Ok(connection
                .execute("DELETE FROM imports WHERE id = ?1 AND member = ?2", params![id, member])?)
        })?;
        (deleted > 0)
            .then_some(())
            .ok_or_else(|| ApiError::not_found("you have no imported game with this id"))
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}
