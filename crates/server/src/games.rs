//! Handlers for stored games: create, list, play, take back, resign, export, follow.

use crate::{
    blocking, engine,
    error::{ApiError, ApiResult, quoted},
    guard::{Body, Params},
    import,
    live_game::{LiveGame, MISSING, ending_by_rules, loss},
    new_game::NewGame,
    policy::Limits,
    sse::Events,
    state::App,
    store::{self, Change, Changed, Seat, StoredTurn},
    updates::Update,
    wire,
};
use axum::{
    Json,
    extract::{Path, State},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::broadcast::error::RecvError;

/// `POST /api/v1/games`
pub async fn create(State(app): State<App>, Body(new): Body<NewGame>) -> ApiResult<Response> {
    let view = blocking::run(move || {
        let game = app.recent_games.add(app.config.games, new.into_stored(&app)?, None)?;
        app.store.insert_game(&game.stored)?;
        engine::wake(&app, &game);
        Ok(game.view(&app))
    });
    Ok((StatusCode::CREATED, Json(view.await?)).into_response())
}

/// The current view of a game. An engine that was to move when the server ended moves once a client asks for its game.
fn current_view(app: &App, id: &str) -> ApiResult<Value> {
    let game = LiveGame::find(app, id)?;
    engine::wake(app, &game);
    Ok(game.view(app))
}

/// `GET /api/v1/games/{id}`
pub async fn show(State(app): State<App>, Path(id): Path<String>) -> ApiResult {
    blocking::json(move || current_view(&app, &id)).await
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
        if let Changed::Stale(current) = app.store.delete_game(&id, query.version)? {
            return Err(stale(current));
        }
        app.updates.stop_thinking(&id);
        app.recent_games.remove(&id);
        app.searches.drop_players(&id);
        // Clients that follow the game read it again and find that it is gone.
        app.updates.publish(&id, Update::Changed);
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

fn stale(version: u64) -> ApiError {
    ApiError::conflict("stale", format!("the game has changed; it is at version {version} now"))
}

fn game_over() -> ApiError {
    ApiError::conflict("over", "the game is over")
}

/// What a client asks for, and the version of the game that it is for.
struct Asked {
    version: u64,
    /// A name that the client chose: the same request under the same name happens once and gets one answer.
    name: Option<String>,
    /// Command and arguments, to tell the same request from another one of the same name.
    command: String,
}

impl Asked {
    fn new(version: u64, name: Option<String>, command: impl Into<String>) -> ApiResult<Asked> {
        if name.as_ref().is_some_and(|name| name.is_empty() || name.len() > 64) {
            return Err(ApiError::bad("a request name has 1 to 64 characters"));
        }
        Ok(Asked { version, name, command: command.into() })
    }

    /// The command with its version, as it is stored beside the answer.
    fn text(&self) -> String {
        format!("{} {}", self.version, self.command)
    }

    /// The answer to a request that came before under this name.
    fn repeated(&self, stored: &str) -> ApiResult<Value> {
        let damaged = |_| ApiError::internal("a stored answer is damaged");
        let mut stored: Value = serde_json::from_str(stored).map_err(damaged)?;
        match stored.get("asked") {
            // Earlier releases stored the answer alone.
            None => Ok(stored),
            Some(asked) if *asked == self.text() => Ok(stored["answer"].take()),
            Some(_) => Err(ApiError::conflict("reused", "another request has used this request name")),
        }
    }
}

/// Decides on a change of a game, stores it, notifies the followers and lets the engine move.
async fn change(
    app: App,
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
        commit(&app, &game, &asked, &decide(&game)?)
    })
    .await
}

/// Stores a change that was decided on `game`, which has the version that the client named.
fn commit(app: &App, game: &LiveGame, asked: &Asked, change: &Change) -> ApiResult<Value> {
    let id = &game.stored.id;
    let turn = change.add.as_ref().map(|turn| json!({ "word": turn.word, "text": turn.text }));
    let answer = json!({ "id": id, "version": asked.version + 1, "turn": turn });
    let named = asked
        .name
        .as_deref()
        .map(|name| (name, json!({ "asked": asked.text(), "answer": answer }).to_string()));
    match app.store.change(id, asked.version, named, change)? {
        Changed::Stale(current) => Err(stale(current)),
        Changed::Before(text) => asked.repeated(&text),
        Changed::Done => {
            // An engine that still thinks about the old position may stop; its turn would be refused anyway.
            app.updates.stop_thinking(id);
            if change.add.is_none() || change.end.is_some() {
                app.searches.drop_players(id);
            }
            app.updates.publish(id, Update::Changed);
            // Two people need not wait until the game has been read again.
            let has_engine = game.stored.seats.iter().any(|seat| matches!(seat, Seat::Engine(_)));
            if let Some(game) = if has_engine { LiveGame::load(app, id)? } else { None } {
                engine::wake(app, &game);
            }
            Ok(answer)
        }
    }
}

/// `POST /api/v1/games/{id}/turns`
pub async fn play(State(app): State<App>, Path(id): Path<String>, Body(new): Body<NewTurn>) -> ApiResult {
    let asked = Asked::new(new.version, new.request, format!("turn {}", new.turn))?;
    change(app, id, asked, move |game| {
        let keep = game.stored.turns.len();
        if game.is_over() {
            return Err(game_over());
        }
        let side = game.board.to_move();
        if !game.is_person(side) {
            let sentence =
                format!("it is {}'s turn, and an engine plays that side", game.board.sides()[side.index()]);
            return Err(ApiError::conflict("not_your_turn", sentence));
        }
        if keep >= Limits::TURNS {
            return Err(ApiError::conflict("full", format!("a game has at most {} turns", Limits::TURNS)));
        }
        let mut board = game.board.copy();
        let played = board.play(&new.turn)?;
        let spent = game.elapsed();
        let end = game.time_forfeit(spent).or_else(|| ending_by_rules(board.as_ref()));
        let add = StoredTurn { word: played.word, text: played.text, ms: spent, info: None };
        Ok(Change { keep, add: Some(add), end })
    })
    .await
}

/// `POST /api/v1/games/{id}/undo`: back to the last position in which a person was to move.
pub async fn undo(
    State(app): State<App>,
    Path(id): Path<String>,
    Body(command): Body<GameCommand>,
) -> ApiResult {
    let asked = Asked::new(command.version, command.request, "undo")?;
    change(app, id, asked, move |game| {
        let mut board = game.entry.at_position(&game.stored.start)?;
        let mut keep = None;
        for (number, turn) in game.stored.turns.iter().enumerate() {
            if game.is_person(board.to_move()) {
                keep = Some(number);
            }
            board.play(&turn.word)?;
        }
        let keep = keep.ok_or_else(|| ApiError::conflict("nothing", "you have no turn to take back"))?;
        Ok(Change { keep, add: None, end: None })
    })
    .await
}

/// `POST /api/v1/games/{id}/resign`
pub async fn resign(
    State(app): State<App>,
    Path(id): Path<String>,
    Body(command): Body<GameCommand>,
) -> ApiResult {
    let side = command.side.map(wire::side).transpose()?;
    let asked = Asked::new(command.version, command.request, format!("resign {side:?}"))?;
    change(app, id, asked, move |game| {
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

/// `GET /api/v1/games/{id}/events`: the whole game whenever it changes, and what its engine thinks.
pub async fn events(State(app): State<App>, Path(id): Path<String>) -> ApiResult<Response> {
    // Subscribing before the first view, so that no change falls between the two.
    let mut updates = app.updates.subscribe(&id);
    let read = {
        let app = app.clone();
        move || {
            let (app, id) = (app.clone(), id.clone());
            blocking::run(move || current_view(&app, &id))
        }
    };
    let first = read().await?;
    let (events, response) = Events::channel(16);
    tokio::spawn(async move {
        let mut open = events.send("game", &first).await;
        while open {
            let update = tokio::select! {
                update = updates.recv() => update,
                () = events.closed(&app) => return,
            };
            open = match update {
                Ok(Update::SearchInfo(version, info)) => {
                    events.send("thought", &json!({ "version": version, "thought": *info })).await
                }
                Ok(Update::Failed(sentence)) => {
                    events.send("failed", &json!({ "sentence": &*sentence })).await
                }
                Ok(Update::Changed) | Err(RecvError::Lagged(_)) => match read().await {
                    Ok(view) => events.send("game", &view).await,
                    Err(error) => {
                        events.send("gone", &json!({ "sentence": error.sentence })).await;
                        false
                    }
                },
                Err(RecvError::Closed) => false,
            };
        }
    });
    Ok(response)
}
