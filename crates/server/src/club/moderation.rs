//! Moderation: reports, muting, disabling, and the log of what moderators and administrators did.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use super::{
    auth::{Administrator, InSession, Moderator},
    events, log_in,
    members::{self, Member},
};
use crate::{
    blocking,
    error::{ApiError, ApiResult},
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

/// Open reports of one member.
const MOST_REPORTS: i64 = 20;

/// Longest time for which a member can be muted, in hours.
const LONGEST_MUTE: u64 = 24 * 365;

/// Checks what someone writes to moderators.
fn check_text(text: &str) -> ApiResult<()> {
    let is_valid = !text.trim().is_empty() && text.chars().count() <= 1000;
    is_valid.then_some(()).ok_or_else(|| ApiError::bad("a text has 1 to 1000 characters"))
}

/// A report about a member.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewReport {
    about: String,
    game_id: Option<String>,
    text: String,
}

/// `POST /api/v1/reports`
pub async fn report(
    State(app): State<App>,
    InSession(caller): InSession,
    Body(sent): Body<NewReport>,
) -> ApiResult<Response> {
    check_text(&sent.text)?;
    if sent.game_id.as_deref().is_some_and(|id| !store::is_id(id)) {
        return Err(ApiError::bad("'game_id' is not the id of a game"));
    }
    let (author, now) = (caller.member.id, app.config.time.time_of_day());
    let id = blocking::run(move || {
        app.store.write(move |connection| {
            let open = "SELECT count(*) FROM reports WHERE author = ?1 AND state = 'open'";
            if connection.query_row(open, [author], |row| row.get::<_, i64>(0))? >= MOST_REPORTS {
                let sentence = format!("{MOST_REPORTS} of your reports are open; the moderators have to catch up");
                return Err(ApiError::conflict("full", sentence));
            }
            let about = members::visible(connection, &sent.about)?;
            connection.execute(
                "INSERT INTO reports (author, about, game_id, at, text, state) VALUES (?1, ?2, ?3, ?4, ?5, 'open')",
                params![author, about.id, sent.game_id, now as i64, sent.text],
            )?;
            Ok(connection.last_insert_rowid())
        })
    });
    Ok((StatusCode::CREATED, Json(json!({ "id": id.await? }))).into_response())
}

/// `GET /api/v1/reports`
pub async fn reports(State(app): State<App>, Moderator(_): Moderator) -> ApiResult {
    blocking::json(move || {
        app.store.read(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT r.id, r.at, a.name, b.name, r.game_id, r.text, r.state, r.note, r.handled_by FROM reports r \
                 JOIN members a ON a.id = r.author JOIN members b ON b.id = r.about \
                 ORDER BY r.state = 'closed', r.id DESC LIMIT 200",
            )?;
            let rows = statement.query_map([], |row| {
                let text = |at: usize| row.get::<_, Option<String>>(at);
                Ok(json!({
                    "id": row.get::<_, i64>(0)?, "at": row.get::<_, i64>(1)?, "by": text(2)?, "about": text(3)?,
                    "game_id": text(4)?, "text": text(5)?, "state": text(6)?, "note": text(7)?, "handled_by": text(8)?,
                }))
            })?;
            Ok(json!({ "reports": rows.collect::<Result<Vec<_>, _>>()? }))
        })
    })
    .await
}

/// What a moderator found.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Note {
    note: String,
}

/// `POST /api/v1/reports/{id}`
pub async fn close(
    State(app): State<App>,
    Moderator(caller): Moderator,
    Path(id): Path<String>,
    Body(sent): Body<Note>,
) -> ApiResult<StatusCode> {
    check_text(&sent.note)?;
    let now = app.config.time.time_of_day();
    blocking::run(move || {
        app.store.write(move |connection| {
            let sql = "UPDATE reports SET state = 'closed', note = ?2, handled_by = ?3 WHERE id = ?1";
            let number = id.parse::<i64>().unwrap_or(0);
            if connection.execute(sql, params![number, sent.note, caller.member.name])? == 0 {
                return Err(ApiError::not_found("there is no report with this id"));
            }
            log_in(connection, &caller.member.name, "close report", &format!("{number}: {}", sent.note), now)
        })
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The member that a moderator acts on. No one acts on an equal or higher role.
fn subject(connection: &Connection, actor: &Member, name: &str) -> ApiResult<Member> {
    let member = members::visible(connection, name)?;
    if member.role >= actor.role {
        return Err(ApiError::forbidden(format!("{} has the role '{}'", member.name, member.role.word())));
    }
    Ok(member)
}

/// For how long to mute.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mute {
    hours: u64,
}

/// `POST /api/v1/members/{name}/mute`
pub async fn mute(
    State(app): State<App>,
    Moderator(caller): Moderator,
    Path(name): Path<String>,
    Body(sent): Body<Mute>,
) -> ApiResult<StatusCode> {
    if sent.hours > LONGEST_MUTE {
        return Err(ApiError::bad(format!("'hours' is {}; expected 0 to {LONGEST_MUTE}", sent.hours)));
    }
    let now = app.config.time.time_of_day();
    blocking::run(move || {
        app.store.write(move |connection| {
            let member = subject(connection, &caller.member, &name)?;
            let until = (now + sent.hours * 3_600_000) as i64;
            connection
                .execute("UPDATE members SET muted_until = ?2 WHERE id = ?1", params![member.id, until])?;
            let detail = format!("{}: {} hours", member.name, sent.hours);
            log_in(connection, &caller.member.name, "mute", &detail, now)
        })
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Whether a member is to be disabled.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Disable {
    disabled: bool,
}

/// `POST /api/v1/members/{name}/disable`
pub async fn disable(
    State(app): State<App>,
    Moderator(caller): Moderator,
    Path(name): Path<String>,
    Body(sent): Body<Disable>,
) -> ApiResult<StatusCode> {
    let now = app.config.time.time_of_day();
    blocking::run(move || {
        let member = app.store.write(move |connection| {
            let member = subject(connection, &caller.member, &name)?;
            set_disabled(connection, &member, sent.disabled, &caller.member.name, now)?;
            Ok(member.id)
        })?;
        // Its streams look whether they may go on.
        events::wake(&app, [member]);
        Ok(())
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Disables or enables a member within a transaction, and notes who did it.
pub fn set_disabled(
    connection: &Connection,
    member: &Member,
    disabled: bool,
    actor: &str,
    now: u64,
) -> ApiResult<()> {
    let (state, action) = if disabled { ("disabled", "disable") } else { ("active", "enable") };
    connection.execute("UPDATE members SET state = ?2 WHERE id = ?1", params![member.id, state])?;
    members::end_sessions(connection, member.id)?;
    log_in(connection, actor, action, &member.name, now)
}

/// The latest entries of the log, the newest first.
pub fn entries(connection: &Connection, limit: u32) -> ApiResult<Vec<Value>> {
    let sql = "SELECT at, actor, action, detail FROM admin_log ORDER BY id DESC LIMIT ?1";
    let mut statement = connection.prepare(sql)?;
    let rows = statement.query_map([limit], |row| {
        Ok(json!({
            "at": row.get::<_, i64>(0)?, "actor": row.get::<_, String>(1)?,
            "action": row.get::<_, String>(2)?, "detail": row.get::<_, String>(3)?,
        }))
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// `GET /api/v1/admin/log`
pub async fn log(State(app): State<App>, Administrator(_): Administrator) -> ApiResult {
    blocking::json(move || Ok(json!({ "entries": app.store.read(|connection| entries(connection, 500))? })))
        .await
}
