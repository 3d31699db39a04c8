//! Handlers for stored games: create, list, play, take back, resign, export, follow.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::{
    blocking, engine,
    error::{ApiError, ApiResult, quoted},
    guard::{Body, Client, Params},
    import,
    live_game::{Applied, GameView, LiveGame, MISSING, ending_by_rules, loss},
    new_game::NewGame,
    policy::Limits,
    sse::{self, Events},
    state::App,
    store::{self, Change, StoredTurn},
    updates::Update,
    wire,
};
use axum::{
    Json,
    body::Bytes,
    extract::{Path, State},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::broadcast::error::RecvError;

/// `POST /api/v1/games`
pub async fn create(State(app): State<App>, client: Client, Body(new): Body<NewGame>) -> ApiResult<Response> {
    let view = blocking::run(move || {
        let stored = new.into_stored(&app)?;
        app.store.insert_game(&stored)?;
        let game = app.recent_games.add(app.config.games, stored, None)?;
        engine::wake(&app, &game, client);
        Ok(game.view(&app).json())
    });
    Ok((StatusCode::CREATED, json_response(view.await?)).into_response())
}

fn json_response(text: Bytes) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text).into_response()
}

/// The current version and view of a game. An engine that was to move when the server ended moves once a client asks for
/// its game.
fn current_view(app: &App, id: &str, client: Client) -> ApiResult<(u64, GameView)> {
    let game = LiveGame::find(app, id)?;
    engine::wake(app, &game, client);
    Ok((game.stored.version, game.view(app)))
}

/// `GET /api/v1/games/{id}`
pub async fn show(State(app): State<App>, client: Client, Path(id): Path<String>) -> ApiResult<Response> {
    let view = blocking::run(move || Ok(current_view(&app, &id, client)?.1.json()));
    Ok(json_response(view.await?))
}

/// Which games are listed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListQuery {
    limit: Option<u32>,
    before: Option<u64>,
}

/// `GET /api/v1/games`
pub async fn list(State(app): State<App>, Params(query): Params<ListQuery>) -> ApiResult {
    let limit = query.limit.unwrap_or(50).clamp(1, 200);
    let games = blocking::run(move || app.store.games(limit, query.before)).await?;
    let rows = games.iter().map(|(game, turns)| {
        json!({
            "id": game.id, "game": game.game, "variant": game.variant, "name": game.name, "seats": game.seats,
            "turns": turns, "created": game.created, "updated": game.updated, "result": game.result,
            "reason": game.reason,
        })
    });
    Ok(Json(json!({ "games": rows.collect::<Value>() })))
}

/// Which version of a game to delete; any if it names none.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeleteQuery {
    version: Option<u64>,
}

/// `DELETE /api/v1/games/{id}`
pub async fn delete(
    State(app): State<App>,
    Path(id): Path<String>,
    Params(query): Params<DeleteQuery>,
) -> ApiResult<StatusCode> {
    blocking::run(move || {
        if !store::is_id(&id) {
            return Err(ApiError::not_found(MISSING));
        }
        let game = app.store.game(&id)?.ok_or_else(|| ApiError::not_found(MISSING))?;
        if game.seats.iter().any(|seat| matches!(seat, store::Seat::Member(_))) {
            return Err(ApiError::forbidden("members of the club play this game; it cannot be deleted"));
        }
        app.store.delete_game(&id, query.version)?.map_err(stale)?;
        app.updates.stop_thinking(&id);
        app.recent_games.remove(&id);
        app.searches.drop_players(&id);
        app.updates.publish(&id, || Update::Gone(sse::event("gone", &json!({ "sentence": MISSING }))));
        Ok(())
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A turn made by a person.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewTurn {
    version: u64,
    request: Option<String>,
    turn: String,
}

/// Any other command of a person in a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameCommand {
    version: u64,
    request: Option<String>,
    side: Option<u8>,
}

/// The refusal of a change for another version.
pub fn stale(version: u64) -> ApiError {
    ApiError::conflict("stale", format!("the game has changed; it is at version {version} now"))
}

/// The refusal of a change after the end.
pub fn game_over() -> ApiError {
    ApiError::conflict("over", "the game is over")
}

/// What a client asks for, and the version of the game that it is for.
pub struct Asked {
    pub version: u64,
    /// A name that the client chose: the same request under the same name happens once and gets one answer.
    pub name: Option<String>,
    /// Command and arguments, to tell the same request from another one of the same name.
    command: String,
}

impl Asked {
    /// Checks the name.
    pub fn new(version: u64, name: Option<String>, command: impl Into<String>) -> ApiResult<Asked> {
        if name.as_ref().is_some_and(|name| name.is_empty() || name.len() > 64) {
            return Err(ApiError::bad("a request name has 1 to 64 characters"));
        }
        Ok(Asked { version, name, command: command.into() })
    }

    /// The command with its version, as it is stored beside the answer.
    pub fn text(&self) -> String {
        format!("{} {}", self.version, self.command)
    }

    /// The answer to a request that came before under this name.
    pub fn repeated(&self, stored: &str) -> ApiResult<Value> {
        let damaged = |_| ApiError::internal("a stored answer is damaged");
        let stored: Value = serde_json::from_str(stored).map_err(damaged)?;
        match (stored.get("asked"), stored.get("answer")) {
            (Some(asked), Some(answer)) if *asked == self.text() => Ok(answer.clone()),
            // Earlier releases stored the answer alone.
            (None, _) => Ok(stored),
            _ => Err(ApiError::conflict("reused", "another request has used this request name")),
        }
    }
}

/// Decides on a change of a game, stores it, notifies the followers and lets the engine move.
async fn change(
    app: App,
    client: Client,
    id: String,
    asked: Asked,
    decide: impl FnOnce(&LiveGame) -> ApiResult<Change> + Send + 'static,
) -> ApiResult {
    blocking::json(move || {
        let game = LiveGame::find(&app, &id)?;
        if game.stored.version != asked.version {
            // Either the same request came before and has its answer, or another change came first.
            let before = asked.name.as_deref().map(|name| app.store.answer(&id, name)).transpose()?;
            return match before.flatten() {
                Some(before) => asked.repeated(&before),
                None => Err(stale(game.stored.version)),
            };
        }
        commit(&app, client, &game, &asked, &decide(&game)?)
    })
    .await
}

/// Stores a change that was decided on `game`, which has the version that the client named.
fn commit(app: &App, client: Client, game: &LiveGame, asked: &Asked, change: &Change) -> ApiResult<Value> {
    let id = &game.stored.id;
    let turn = change.add.as_ref().map(|turn| json!({ "word": turn.word, "text": turn.text }));
    let answer = json!({ "id": id, "version": asked.version + 1, "turn": turn });
    let named = asked
        .name
        .as_deref()
        .map(|name| (name, json!({ "asked": asked.text(), "answer": answer }).to_string()));
    match game.apply(app, named, change)? {
        Applied::Stale(current) => Err(stale(current)),
        Applied::Before(text) => asked.repeated(&text),
        Applied::Done(game) => {
            // An engine that still thinks about the old position may stop; its turn would be refused anyway.
            app.updates.stop_thinking_before(id, game.stored.version);
            engine::wake(app, &game, client);
            Ok(answer)
        }
    }
}

/// `POST /api/v1/games/{id}/turns`
pub async fn play(
    State(app): State<App>,
    client: Client,
    Path(id): Path<String>,
    Body(new): Body<NewTurn>,
) -> ApiResult {
    let asked = Asked::new(new.version, new.request, format!("turn {}", new.turn))?;
    let clock = app.clone();
    change(app, client, id, asked, move |game| {
        let keep = game.stored.turns.len();
        if game.is_over() {
            return Err(game_over());
        }
        let side = game.board.to_move();
        if !game.is_person(side) {
            let sides = game.board.sides();
            let name = sides.get(side.index()).copied().unwrap_or_default();
            let sentence =
                format!("it is {name}'s turn, and an engine or a member of the club plays that side");
            return Err(ApiError::conflict("not_your_turn", sentence));
        }
        if keep >= Limits::TURNS {
            return Err(ApiError::conflict("full", format!("a game has at most {} turns", Limits::TURNS)));
        }
        let mut board = game.board.copy();
        let played = board.play(&new.turn)?;
        let spent = game.elapsed(&clock);
        let end = game.time_forfeit(spent).or_else(|| ending_by_rules(board.as_ref()));
        let add = StoredTurn { word: played.word, text: played.text, ms: spent, info: None };
        Ok(Change { keep, add: Some(add), end })
    })
    .await
}

/// `POST /api/v1/games/{id}/undo`: back to the last position in which a person was to move.
pub async fn undo(
    State(app): State<App>,
    client: Client,
    Path(id): Path<String>,
    Body(command): Body<GameCommand>,
) -> ApiResult {
    let asked = Asked::new(command.version, command.request, "undo")?;
    change(app, client, id, asked, move |game| {
        let keep = game
            .turns_before_last_of_person()
            .ok_or_else(|| ApiError::conflict("nothing", "you have no turn to take back"))?;
        Ok(Change { keep, add: None, end: None })
    })
    .await
}

/// `POST /api/v1/games/{id}/resign`
pub async fn resign(
    State(app): State<App>,
    client: Client,
    Path(id): Path<String>,
    Body(command): Body<GameCommand>,
) -> ApiResult {
    let side = command.side.map(wire::side).transpose()?;
    let asked = Asked::new(command.version, command.request, format!("resign {side:?}"))?;
    change(app, client, id, asked, move |game| {
        if game.is_over() {
            return Err(game_over());
        }
        let side = side.unwrap_or_else(|| game.board.to_move());
        if !game.is_person(side) {
            return Err(ApiError::conflict("not_a_person", "an engine plays that side and does not resign"));
        }
        Ok(Change { keep: game.stored.turns.len(), add: None, end: Some(loss(side, "resigned")) })
    })
    .await
}

/// `POST /api/v1/games/{id}/move-now`
pub async fn move_now(State(app): State<App>, Path(id): Path<String>) -> ApiResult {
    match app.updates.stop_thinking(&id) {
        Some(thinking) => Ok(Json(json!({ "id": id, "version": thinking.version }))),
        None => Err(ApiError::conflict("not_thinking", "no engine is thinking in this game")),
    }
}

/// How a game is exported.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExportQuery {
    #[serde(default)]
    format: String,
}

/// `GET /api/v1/games/{id}/export`
pub async fn export(
    State(app): State<App>,
    Path(id): Path<String>,
    Params(query): Params<ExportQuery>,
) -> ApiResult<Response> {
    let (text, kind) = blocking::run(move || {
        let game = LiveGame::find(&app, &id)?;
        let plain = "text/plain; charset=utf-8";
        match query.format.as_str() {
            "" | "json" => Ok((import::saved_game(&game.stored), "application/json")),
            "text" => Ok((import::numbered_turns(&game.stored, game.board.sides()), plain)),
            "position" => Ok((game.board.position_text() + "\n", plain)),
            other => {
                let format = quoted(other);
                Err(ApiError::bad(format!("{format} is not a format; known: json, text, position")))
            }
        }
    })
    .await?;
    Ok(([(header::CONTENT_TYPE, kind)], text).into_response())
}

/// `GET /api/v1/games/{id}/events`: the whole game, then what changes, and what its engine thinks.
pub async fn events(State(app): State<App>, client: Client, Path(id): Path<String>) -> ApiResult<Response> {
    // Subscribing before the first view, so that no change falls between the two.
    let mut updates = app.updates.subscribe(&id);
    let own = app.clone();
    let (mut version, first) = blocking::run(move || current_view(&own, &id, client)).await?;
    let (events, response) = Events::open(&app, client)?;
    tokio::spawn(async move {
        for part in first.event() {
            events.send_bytes(part).await;
        }
        loop {
            let update = tokio::select! {
                update = updates.recv() => update,
                () = events.closed(&app) => return,
            };
            let event = match update {
                Ok(Update::Version(new, event)) if new > version => {
                    version = new;
                    event
                }
                // The first view contained it.
                Ok(Update::Version(..) | Update::Changed) => continue,
                Ok(Update::Event(event)) => event,
                Ok(Update::Gone(event)) => {
                    events.send_bytes(event).await;
                    return;
                }
                // A client that reads too slowly has missed events.
                Err(RecvError::Lagged(_)) => sse::event("reload", &json!({})),
                Err(RecvError::Closed) => return,
            };
            if !events.send_bytes(event).await {
                return;
            }
        }
    });
    Ok(response)
}
