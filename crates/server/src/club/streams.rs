//! The streams of the club: what happens to a member, and what happens in a game, as lines of JSON.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use super::{
    auth::{Anyone, By, Caller, Reader},
    challenge_store as rows, chat, events, games,
    play::{self, ClubGame},
};
use crate::{
    blocking,
    error::ApiResult,
    guard::{Client, Params},
    sse::Events,
    state::App,
    updates::Update,
};
use axum::{
    extract::{Path, State},
    response::Response,
};
use serde_json::{Value, json};
use tokio::sync::broadcast::error::RecvError;

/// `GET /api/v1/stream/event`: the present state, or the events after a number; then what happens.
pub async fn events(
    State(app): State<App>,
    client: Client,
    Reader(caller): Reader,
    Params(query): Params<events::Since>,
) -> ApiResult<Response> {
    let member = caller.member.id;
    // Subscribing before the first look, so that nothing falls between the two.
    let mut updates = app.updates.subscribe(&events::topic(member));
    let own = app.clone();
    let (mut last, first) = blocking::run(move || match query.since {
        Some(since) => Ok((since, Vec::new())),
        None => present(&own, member),
    })
    .await?;
    let (stream, response) = Events::open_lines(&app, client)?;
    let following = app.club()?.presence.follow(member, app.config.time.clone());
    tokio::spawn(async move {
        let _following = following;
        for line in first {
            stream.send_line(&line).await;
        }
        loop {
            let (own, by, from) = (app.clone(), caller.clone(), last);
            let Ok(Some(news)) = blocking::run(move || news(&own, &by, from)).await else { return };
            for (seq, line) in news {
                last = seq;
                if !stream.send_line(&line).await {
                    return;
                }
            }
            // A stream that has fallen behind reads everything that it missed.
            tokio::select! {
                update = updates.recv() => if matches!(update, Err(RecvError::Closed)) { return },
                () = stream.closed(&app) => return,
            }
        }
    });
    Ok(response)
}

/// The number of the last event, and events that describe the present state.
fn present(app: &App, member: i64) -> ApiResult<(i64, Vec<Value>)> {
    let now = app.config.time.time_of_day();
    let last = app.store.read(|connection| events::last(connection, member))?;
    let games = games::playing_of(app, member)?.into_iter();
    let mut lines: Vec<Value> = games.map(|game| json!({ "type": "gameStart", "game": game })).collect();
    app.store.read(|connection| {
        for challenge in rows::incoming(connection, member, now)? {
            lines.push(json!({ "type": "challenge", "challenge": challenge.json(connection)? }));
        }
        Ok(())
    })?;
    Ok((last, lines))
}

/// All events after a number; `None` if the session or token has ended.
fn news(app: &App, caller: &Caller, last: i64) -> ApiResult<Option<Vec<(i64, Value)>>> {
    app.store.read(|connection| {
        let (sql, key) = match &caller.by {
            By::Session { hash, .. } => ("SELECT member FROM sessions WHERE hash = ?1", hash),
            By::Token { id, .. } => ("SELECT member FROM tokens WHERE id = ?1", id),
        };
        let is_valid =
            format!("SELECT EXISTS (SELECT 1 FROM members WHERE state = 'active' AND id = ({sql}))");
        if !connection.prepare_cached(&is_valid)?.query_row([key], |row| row.get::<_, bool>(0))? {
            return Ok(None);
        }
        let (mut all, mut last) = (Vec::new(), last);
        loop {
            let more = events::since(connection, caller.member.id, last)?;
            let Some((seq, _)) = more.last() else { return Ok(Some(all)) };
            last = *seq;
            all.extend(more);
        }
    })
}

/// A line of a game with its version, and whether the game is over.
type Look = (u64, Value, bool);

fn full(app: &App, game: &ClubGame) -> ApiResult<Look> {
    let live = game.current(app)?;
    Ok((live.stored.version, game.full(app, &live)?, live.stored.result.is_some()))
}

fn state(app: &App, game: &ClubGame) -> ApiResult<Look> {
    let live = game.current(app)?;
    Ok((live.stored.version, game.state(app, &live)?, live.stored.result.is_some()))
}

/// `GET /api/v1/bot/game/stream/{id}`: the whole game, then every change and what is said, until it ends.
pub async fn game(
    State(app): State<App>,
    client: Client,
    Anyone(caller): Anyone,
    Path(id): Path<String>,
) -> ApiResult<Response> {
    let club = app.club()?;
    let member = caller.map(|caller| caller.member.id);
    let mut updates = app.updates.subscribe(&id);
    let mut said = app.updates.subscribe(&chat::topic(&id));
    let own = app.clone();
    let (game, first) = blocking::run(move || {
        let game = play::find(&own, &id)?;
        let first = full(&own, &game)?;
        Ok((game, first))
    })
    .await?;
    let (stream, response) = Events::open_lines(&app, client)?;
    let following = member.map(|member| club.presence.follow(member, app.config.time.clone()));
    tokio::spawn(async move {
        let _following = following;
        let (mut version, line, mut is_over) = first;
        let mut is_open = stream.send_line(&line).await;
        while is_open && !is_over {
            let update = tokio::select! {
                update = updates.recv() => update,
                line = said.recv() => {
                    if let Ok(Update::Event(bytes)) = line {
                        let line: Value = serde_json::from_slice(&bytes).unwrap_or_default();
                        if chat::is_visible(&game, member, false, &line) {
                            is_open = stream.send_line(&line).await;
                        }
                    }
                    continue;
                }
                () = stream.closed(&app) => return,
            };
            match update {
                Ok(Update::Version(new, _)) if new <= version => continue,
                Err(RecvError::Closed) => return,
                _ => (),
            }
            let (own, at) = (app.clone(), game.clone());
            let Ok(next) = blocking::run(move || state(&own, &at)).await else { return };
            if next.0 > version {
                let line;
                (version, line, is_over) = next;
                is_open = stream.send_line(&line).await;
            }
        }
    });
    Ok(response)
}
