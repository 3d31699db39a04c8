//! Handlers for games between members: turns, resigning, aborting, claiming, rematches, lists.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use super::{
    account::Empty,
    auth::{Challenger, Player, Reader},
    challenge_store::{self, Challenge},
    challenges, mails, members,
    play::{self, ClubGame, NO_RESULT},
};
use crate::{
    blocking,
    error::{ApiError, ApiResult},
    games::{Asked, game_over, stale},
    guard::{Body, Params},
    live_game::{Applied, LiveGame, ending_by_rules, loss},
    policy::Limits,
    state::App,
    store::{Change, StoredTurn},
};
use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
    response::{IntoResponse, Response},
};
use game::Side;
use rusqlite::params;
use serde::Deserialize;
use serde_json::{Value, json};

/// Turns from which on a game cannot be aborted.
const ABORTABLE: usize = 2;

/// `GET /api/v1/club/games/{id}`
pub async fn show(State(app): State<App>, Path(id): Path<String>) -> ApiResult {
    app.club()?;
    blocking::json(move || {
        let game = play::find(&app, &id)?;
        game.full(&app, game.current(&app)?.as_ref())
    })
    .await
}

/// Which games are listed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListQuery {
    limit: Option<u32>,
    before: Option<u64>,
    running: Option<bool>,
}

/// `GET /api/v1/club/games`
pub async fn list(State(app): State<App>, Params(query): Params<ListQuery>) -> ApiResult {
    app.club()?;
    blocking::json(move || listed(&app, None, &ListQuery { running: Some(true), ..query })).await
}

/// `GET /api/v1/members/{name}/games`
pub async fn of_member(
    State(app): State<App>,
    Path(name): Path<String>,
    Params(query): Params<ListQuery>,
) -> ApiResult {
    app.club()?;
    blocking::json(move || {
        let member = app.store.read(|connection| members::visible(connection, &name))?;
        listed(&app, Some(member.id), &query)
    })
    .await
}

fn listed(app: &App, member: Option<i64>, query: &ListQuery) -> ApiResult<Value> {
    let (columns, tables) = (play::COLUMNS, play::TABLES);
    let limit = query.limit.unwrap_or(50).clamp(1, 200);
    let before = query.before.map_or(i64::MAX, |before| i64::try_from(before).unwrap_or(i64::MAX));
    let running = if query.running == Some(true) { "AND c.finished IS NULL" } else { "" };
    app.store.read(|connection| {
        let mut statement = connection.prepare_cached(&format!(
            "SELECT {columns}, (SELECT count(*) FROM turns t WHERE t.game_id = g.id), g.result, g.reason FROM {tables} \
             WHERE (?1 IS NULL OR c.first = ?1 OR c.second = ?1) AND c.created < ?2 {running} \
             ORDER BY c.created DESC, c.game_id LIMIT ?3"
        ))?;
        let rows = statement.query_map(params![member, before, limit], |row| {
            let (result, reason): (Option<String>, Option<String>) = (row.get(18)?, row.get(19)?);
            let turns = row.get::<_, i64>(17)? as u64;
            Ok(play::read_game(row)?.brief(turns, result.as_deref(), reason.as_deref()))
        })?;
        Ok(json!({ "games": rows.collect::<Result<Vec<_>, _>>()? }))
    })
}

/// `GET /api/v1/account/playing`
pub async fn playing(State(app): State<App>, Reader(caller): Reader) -> ApiResult {
    blocking::json(move || Ok(json!({ "games": playing_of(&app, caller.member.id)? }))).await
}

/// The running games of a member as its events show them, those where it is to move first.
pub fn playing_of(app: &App, member: i64) -> ApiResult<Vec<Value>> {
    let mut views = Vec::new();
    for game in play::running_of(app, member)? {
        let live = game.current(app)?;
        if let Some(side) = game.side_of(member).filter(|_| live.stored.result.is_none()) {
            views.push(game.playing(app, &live, side)?);
        }
    }
    views.sort_by_key(|view| view.get("is_my_turn") != Some(&Value::Bool(true)));
    Ok(views)
}

/// A turn of a member.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewTurn {
    version: u64,
    turn: String,
    request: Option<String>,
}

/// The side of a member in its own game.
fn own_side(game: &ClubGame, member: i64) -> ApiResult<Side> {
    game.side_of(member).ok_or_else(|| ApiError::forbidden("you do not play in this game"))
}

/// Decides on a change of a game for a member and stores it.
fn change(
    app: &App,
    member: i64,
    id: &str,
    mut asked: Asked,
    decide: impl FnOnce(&LiveGame, Side) -> ApiResult<Change>,
) -> ApiResult<Value> {
    let game = play::find(app, id)?;
    let side = own_side(&game, member)?;
    // Members choose names independently.
    asked.name = asked.name.map(|name| format!("{member} {name}"));
    let live = game.current(app)?;
    if live.stored.version != asked.version {
        let before = asked.name.as_deref().map(|name| app.store.answer(id, name)).transpose()?;
        return match before.flatten() {
            Some(before) => asked.repeated(&before),
            None if live.stored.result.is_some() => Err(game_over()),
            None => Err(stale(live.stored.version)),
        };
    }
    if live.is_over() {
        return Err(game_over());
    }
    let change = decide(&live, side)?;
    let turn = change.add.as_ref().map(|turn| json!({ "word": turn.word, "text": turn.text }));
    let answer = json!({ "id": id, "version": asked.version + 1, "turn": turn });
    let named = asked
        .name
        .as_deref()
        .map(|name| (name, json!({ "asked": asked.text(), "answer": answer }).to_string()));
    match live.apply(app, named, &change)? {
        Applied::Stale(current) => Err(stale(current)),
        Applied::Before(text) => asked.repeated(&text),
        Applied::Done(live) => {
            game.settle(app, &live)?;
            if live.stored.result.is_none() && game.clock.days().is_some() {
                mails::your_turn(app, &game, &live)?;
            }
            Ok(answer)
        }
    }
}

/// `POST /api/v1/club/games/{id}/turns`
pub async fn play_turn(
    State(app): State<App>,
    Player(caller): Player,
    Path(id): Path<String>,
    Body(new): Body<NewTurn>,
) -> ApiResult {
    let asked = Asked::new(new.version, new.request, format!("turn {}", new.turn))?;
    blocking::json(move || {
        change(&app, caller.member.id, &id, asked, |live, side| {
            let keep = live.stored.turns.len();
            if live.board.to_move() != side {
                return Err(ApiError::conflict("not_your_turn", "it is your opponent's turn"));
            }
            if keep >= Limits::TURNS {
                return Err(ApiError::conflict(
                    "full",
                    format!("a game has at most {} turns", Limits::TURNS),
                ));
            }
            let mut board = live.board.copy();
            let played = board.play(&new.turn)?;
            let spent = live.elapsed(&app);
            let end = live.time_forfeit(spent).or_else(|| ending_by_rules(board.as_ref()));
            let add = StoredTurn { word: played.word, text: played.text, ms: spent, info: None };
            Ok(Change { keep, add: Some(add), end })
        })
    })
    .await
}

/// The version that a member resigns at.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Resign {
    version: u64,
    request: Option<String>,
}

/// `POST /api/v1/club/games/{id}/resign`
pub async fn resign(
    State(app): State<App>,
    Player(caller): Player,
    Path(id): Path<String>,
    Body(sent): Body<Resign>,
) -> ApiResult {
    let asked = Asked::new(sent.version, sent.request, "resign")?;
    blocking::json(move || {
        change(&app, caller.member.id, &id, asked, |live, side| {
            Ok(Change { keep: live.stored.turns.len(), add: None, end: Some(loss(side, "resigned")) })
        })
    })
    .await
}

/// Ends a running game for a member if `ending` says how.
async fn end_by(
    app: App,
    member: i64,
    id: String,
    ending: impl FnOnce(&App, &ClubGame, &LiveGame, Side) -> ApiResult<(String, String)> + Send + 'static,
) -> ApiResult {
    blocking::json(move || {
        let game = play::find(&app, &id)?;
        let side = own_side(&game, member)?;
        let live = game.current(&app)?;
        if live.stored.result.is_some() {
            return Err(game_over());
        }
        let live = game.end(&app, &live, ending(&app, &game, &live, side)?)?;
        game.state(&app, &live)
    })
    .await
}

/// `POST /api/v1/club/games/{id}/abort`
pub async fn abort(
    State(app): State<App>,
    Player(caller): Player,
    Path(id): Path<String>,
    Body(Empty {}): Body<Empty>,
) -> ApiResult {
    end_by(app, caller.member.id, id, |_, _, live, _| {
        if live.stored.turns.len() >= ABORTABLE {
            return Err(ApiError::conflict("begun", "the game has begun; resign instead"));
        }
        Ok((NO_RESULT.into(), "aborted".into()))
    })
    .await
}

/// `POST /api/v1/club/games/{id}/claim`
pub async fn claim(
    State(app): State<App>,
    Player(caller): Player,
    Path(id): Path<String>,
    Body(Empty {}): Body<Empty>,
) -> ApiResult {
    end_by(app, caller.member.id, id, |app, game, live, side| {
        let now = app.config.time.running();
        let opponent = game.player(side.other());
        if game.clock.days().is_some() {
            return Err(ApiError::conflict("days", "a turn-based game ends at its deadline by itself"));
        }
        // The time of a turn counts too, so that someone who has just lost the connection can come back.
        let is_here = app.club()?.presence.is_here(opponent.member, now) || live.elapsed(app) < 60_000;
        if live.board.to_move() == side || is_here {
            let name = &opponent.name;
            let sentence = format!("{name} is not to move, or has not been away for a minute");
            return Err(ApiError::conflict("here", sentence));
        }
        Ok(loss(side.other(), "abandoned"))
    })
    .await
}

/// `POST /api/v1/club/games/{id}/rematch`
pub async fn rematch(
    State(app): State<App>,
    Challenger(caller): Challenger,
    Path(id): Path<String>,
    Body(Empty {}): Body<Empty>,
) -> ApiResult<Response> {
    let view = blocking::run(move || {
        let game = play::find(&app, &id)?;
        let side = own_side(&game, caller.member.id)?;
        if game.current(&app)?.stored.result.is_none() {
            return Err(ApiError::conflict("running", "the game is not over"));
        }
        let now = app.config.time.time_of_day();
        let opponent = game.player(side.other());
        let [asked, own] = [opponent.member, caller.member.id].map(|member| {
            app.store.read(|connection| challenge_store::rematch(connection, member, &game.id, now))
        });
        if let Some(asked) = asked? {
            return challenges::begin(&app, &caller.member, &asked.id);
        }
        if let Some(own) = own? {
            return app.store.read(|connection| own.json(connection));
        }
        let challenge = Challenge {
            id: crate::store::new_id()?,
            state: "open".into(),
            challenger: caller.member.id,
            opponent: None,
            accepted_by: None,
            game: game.game.clone(),
            variant: game.variant.clone(),
            side: play::side_word(side.other()).into(),
            rated: game.rated,
            clock: game.clock,
            created: 0,
            expires: 0,
            game_id: None,
            reason: None,
            rematch_of: Some(game.id.clone()),
        };
        challenges::propose(&app, &caller.member, challenge, Some(opponent.name.clone()))
    });
    Ok((StatusCode::CREATED, Json(view.await?)).into_response())
}
