//! What a member takes along and leaves behind: the export of everything it owns, and the deletion of its account.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use super::{
    account,
    auth::{self, InSession},
    challenge_store as rows, events, imports, members, play,
    play::ClubGame,
    profiles, ratings, tokens,
};
use crate::{
    blocking,
    error::{ApiError, ApiResult},
    guard::{Body, Client},
    live_game::loss,
    state::App,
};
use axum::{
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use rusqlite::{Connection, params};
use serde::Deserialize;
use serde_json::{Value, json};

/// Rows of a query about a member as objects, with the names of their columns.
fn objects(connection: &Connection, sql: &str, member: i64) -> ApiResult<Value> {
    let mut statement = connection.prepare(sql)?;
    let names: Vec<String> = statement.column_names().into_iter().map(String::from).collect();
    let rows = statement.query_map([member], |row| {
        let value = |at: usize| {
            use rusqlite::types::Value as Stored;
            Ok::<_, rusqlite::Error>(match row.get::<_, Stored>(at)? {
                Stored::Integer(number) => json!(number),
                Stored::Real(number) => json!(number),
                Stored::Text(text) => json!(text),
                Stored::Null | Stored::Blob(_) => Value::Null,
            })
        };
        names.iter().enumerate().map(|(at, name)| Ok((name.clone(), value(at)?))).collect::<Result<_, _>>()
    })?;
    Ok(Value::Array(rows.map(|row| row.map(Value::Object)).collect::<Result<_, _>>()?))
}

/// All games of a member with their turns.
fn games(connection: &Connection, member: i64) -> ApiResult<Vec<Value>> {
    let (columns, tables) = (play::COLUMNS, play::TABLES);
    let mut statement = connection.prepare(&format!(
        "SELECT {columns}, g.result, g.reason, g.start, \
         (SELECT group_concat(word, ' ') FROM (SELECT word FROM turns WHERE game_id = g.id ORDER BY number)) \
         FROM {tables} WHERE c.first = ?1 OR c.second = ?1 ORDER BY c.created"
    ))?;
    let rows = statement.query_map([member], |row| {
        let text = |at: usize| row.get::<_, Option<String>>(at);
        let turns = text(20)?.unwrap_or_default();
        let number = turns.split_whitespace().count() as u64;
        let mut view = play::read_game(row)?.brief(number, text(17)?.as_deref(), text(18)?.as_deref());
        crate::wire::merge(&mut view, json!({ "start": text(19)?, "turns": turns }));
        Ok(view)
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// `GET /api/v1/account/export`
pub async fn export(State(app): State<App>, InSession(caller): InSession) -> ApiResult<Response> {
    let document = blocking::run(move || {
        let (member, now) = (caller.member.id, app.config.time.time_of_day());
        let own = account::own_view(&app, &caller)?;
        app.store.read(|connection| {
            let said = "SELECT game_id, number, at, room, text FROM chat WHERE member = ?1 ORDER BY at";
            let wrote = "SELECT id, at, game_id, text, state FROM reports WHERE author = ?1 ORDER BY id";
            let vacations = "SELECT began, until FROM vacations WHERE member = ?1 ORDER BY began";
            let mut own = own;
            if let Some(own) = own.as_object_mut() {
                own.remove("csrf");
            }
            Ok(json!({
                "quadrille": "club export", "version": 1, "exported": now, "account": own,
                "rating_history": ratings::history(connection, member)?,
                "games": games(connection, member)?,
                "imports": imports::of_member(connection, member)?,
                "chat": objects(connection, said, member)?,
                "challenges": rows::list_json(connection, &rows::outgoing(connection, member, now)?)?,
                "notifications": events::notifications(connection, member, 1000)?,
                "vacations": objects(connection, vacations, member)?,
                "reports": objects(connection, wrote, member)?,
                "blocked": profiles::blocked_by(connection, member)?,
                "tokens": tokens::of_member(connection, member)?,
            }))
        })
    })
    .await?;
    let head = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"quadrille-club.json\""),
    ];
    Ok((head, format!("{document:#}\n")).into_response())
}

/// The password of a member that leaves.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leave {
    password: String,
}

/// `DELETE /api/v1/account`
pub async fn delete(
    State(app): State<App>,
    client: Client,
    InSession(caller): InSession,
    Body(sent): Body<Leave>,
) -> ApiResult<Response> {
    app.club()?.check_password(&app, client, &caller.member, sent.password).await?;
    let gone = auth::set_cookie(&app, None)?;
    blocking::run(move || {
        let member = caller.member.id;
        for game in play::running_of(&app, member)? {
            resign(&app, &game, member)?;
        }
        app.store.write(move |connection| erase(connection, member))?;
        events::wake(&app, [member]);
        Ok(())
    })
    .await?;
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, gone)]).into_response())
}

/// Resigns a running game for a member that leaves.
fn resign(app: &App, game: &ClubGame, member: i64) -> ApiResult<()> {
    let side = game.side_of(member).ok_or_else(|| ApiError::internal("a game has lost its player"))?;
    // A turn of the opponent may come in between.
    for _ in 0..10 {
        let live = game.current(app)?;
        if live.stored.result.is_some() {
            return Ok(());
        }
        game.end(app, &live, loss(side, "resigned"))?;
    }
    Ok(())
}

/// Removes all of a member but the games and lines that belong to others too, within a transaction.
fn erase(connection: &Connection, member: i64) -> ApiResult<()> {
    for table in [
        "sessions",
        "tokens",
        "resets",
        "vacations",
        "ratings",
        "rating_history",
        "events",
        "notifications",
        "blocks",
        "imports",
    ] {
        connection.execute(&format!("DELETE FROM {table} WHERE member = ?1"), [member])?;
    }
    connection.execute("DELETE FROM blocks WHERE other = ?1", [member])?;
    connection.execute("UPDATE chat SET text = '(deleted)' WHERE member = ?1", [member])?;
    connection.execute(
        "UPDATE challenges SET state = 'cancelled' WHERE state = 'open' AND (challenger = ?1 OR opponent = ?1)",
        [member],
    )?;
    let name = members::by_id(connection, member)?.name;
    let nameless = format!("deleted-{member}");
    connection.execute(
        "UPDATE members SET name = ?2, email = NULL, password = NULL, state = 'deleted', role = 'member', zone = 'UTC' \
         WHERE id = ?1",
        params![member, nameless],
    )?;
    // The seats and titles of its games carry the name too.
    for (column, from, to) in [
        ("seats", json!({ "member": name }).to_string(), json!({ "member": nameless }).to_string()),
        ("name", name, nameless),
    ] {
        connection.execute(
            &format!(
                "UPDATE games SET {column} = replace({column}, ?2, ?3) WHERE id IN \
                 (SELECT game_id FROM club_games WHERE first = ?1 OR second = ?1)"
            ),
            params![member, from, to],
        )?;
    }
    Ok(())
}
