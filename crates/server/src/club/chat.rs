//! What is said in a game: by its players to each other, and by spectators among themselves.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use super::{
    auth::{Anyone, Player},
    members,
    play::{self, ClubGame},
};
use crate::{
    blocking,
    error::{ApiError, ApiResult},
    guard::Body,
    state::App,
    updates::Update,
};
use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
    response::{IntoResponse, Response},
};
use rusqlite::params;
use serde::Deserialize;
use serde_json::{Value, json};

/// Longest line.
const LONGEST: usize = 300;

/// Lines of one game.
const MOST: i64 = 1000;

/// Lines that a member may write in a minute.
const PER_MINUTE: i64 = 20;

/// The topic of what is said in a game.
pub fn topic(game: &str) -> String {
    format!("chat {game}")
}

/// The room of a member in a game.
fn room_of(game: &ClubGame, member: Option<i64>) -> &'static str {
    match member.and_then(|member| game.side_of(member)) {
        Some(_) => "players",
        None => "spectators",
    }
}

/// May someone read this line? While a game is running, players do not read what spectators say, nor the other way round.
pub fn is_visible(game: &ClubGame, member: Option<i64>, is_over: bool, line: &Value) -> bool {
    is_over || line.get("room").and_then(Value::as_str) == Some(room_of(game, member))
}

/// The lines of a game.
pub fn lines(app: &App, game: &ClubGame) -> ApiResult<Vec<Value>> {
    app.store.read(|connection| {
        let mut statement = connection.prepare_cached(
            "SELECT number, at, name, room, text FROM chat JOIN members ON id = member WHERE game_id = ?1 ORDER BY number",
        )?;
        let rows = statement.query_map([&game.id], |row| {
            Ok(line(row.get(0)?, row.get(1)?, &row.get::<_, String>(2)?, &row.get::<_, String>(3)?, &row.get::<_, String>(4)?))
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    })
}

fn line(number: i64, at: i64, name: &str, room: &str, text: &str) -> Value {
    json!({ "type": "chatLine", "number": number, "at": at, "name": name, "room": room, "text": text })
}

/// `GET /api/v1/club/games/{id}/chat`
pub async fn list(State(app): State<App>, Anyone(caller): Anyone, Path(id): Path<String>) -> ApiResult {
    app.club()?;
    let member = caller.map(|caller| caller.member.id);
    blocking::json(move || {
        let game = play::find(&app, &id)?;
        let is_over = game.current(&app)?.stored.result.is_some();
        let mut lines = lines(&app, &game)?;
        lines.retain(|line| is_visible(&game, member, is_over, line));
        Ok(json!({ "lines": lines }))
    })
    .await
}

/// Something to say.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Said {
    text: String,
}

/// `POST /api/v1/club/games/{id}/chat`
pub async fn say(
    State(app): State<App>,
    Player(caller): Player,
    Path(id): Path<String>,
    Body(said): Body<Said>,
) -> ApiResult<Response> {
    let text = said.text.trim().to_string();
    if text.is_empty() || text.chars().count() > LONGEST || text.chars().any(char::is_control) {
        return Err(ApiError::bad(format!("a line has 1 to {LONGEST} characters, all of them visible")));
    }
    let view = blocking::run(move || {
        let game = play::find(&app, &id)?;
        let (member, now) = (caller.member, app.config.time.time_of_day());
        if member.muted_until > now {
            return Err(ApiError::forbidden("a moderator has muted you for a while").with_code("muted"));
        }
        let (topic, own, room) = (topic(&id), game.clone(), room_of(&game, Some(member.id)));
        let view = app.store.write(move |connection| {
            let other = own.members().into_iter().find(|&other| other != member.id).unwrap_or(0);
            if room == "players" && members::is_blocked(connection, member.id, other)? {
                let sentence = "one of you has blocked the other";
                return Err(ApiError::forbidden(sentence).with_code("blocked"));
            }
            let recent = "SELECT count(*) FROM chat WHERE game_id = ?1 AND member = ?2 AND at > ?3";
            let since = now.saturating_sub(60_000) as i64;
            let recent: i64 =
                connection.query_row(recent, params![own.id, member.id, since], |row| row.get(0))?;
            if recent >= PER_MINUTE {
                return Err(ApiError::too_many("you have said a lot in a minute; wait a moment", 60));
            }
            let sql = "SELECT coalesce(max(number), 0) + 1 FROM chat WHERE game_id = ?1";
            let number: i64 = connection.query_row(sql, [&own.id], |row| row.get(0))?;
            if number > MOST {
                return Err(ApiError::conflict("full", format!("a game has at most {MOST} lines of chat")));
            }
            connection.execute(
                "INSERT INTO chat VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                params![own.id, number, member.id, now as i64, room, text],
            )?;
            Ok(line(number, now as i64, &member.name, room, &text))
        })?;
        app.updates.publish(&topic, || Update::Event(view.to_string().into()));
        Ok(view)
    });
    Ok((StatusCode::CREATED, Json(view.await?)).into_response())
}
