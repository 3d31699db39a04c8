//! Stored games: making, playing, taking back, resigning, and watching them live.

use crate::{
    blocking, engine,
    error::ApiError,
    guard::{Body, Client, Params},
    import, policy,
    policy::Limits,
    room::News,
    state::App,
    store::{self, Change, Changed, Seat, StoredGame, StoredTurn},
    wire,
};
use arena::{Clocks, TimeControl, Timing};
use axum::{
    Json,
    extract::{Path, State},
    http::{StatusCode, header},
    response::{IntoResponse, Response, Sse, sse::Event},
};
use game::{Outcome, Side};
use players::{Board, GameEntry, find_game};
use serde::Deserialize;
use serde_json::{Value, json};
use std::{convert::Infallible, sync::atomic::Ordering, time::Duration};
use tokio::sync::{broadcast::error::RecvError, mpsc};
use tokio_stream::{Stream, wrappers::ReceiverStream};

/// A stored game with its board.
pub struct Table {
    /// The game's entry in the registry.
    pub entry: &'static dyn GameEntry,
    /// As it is stored.
    pub stored: StoredGame,
    /// The position after all turns.
    pub board: Box<dyn Board>,
    /// Squares of the last turn.
    squares: Vec<String>,
    clocks: Option<Clocks>,
}

/// The end of a game by its rules, as it is stored.
pub fn finish_of(board: &dyn Board) -> Option<(String, String)> {
    let result = match board.outcome()? {
        Outcome::Win(Side::First) => "1-0",
        Outcome::Win(Side::Second) => "0-1",
        Outcome::Draw => "1/2-1/2",
    };
    Some((result.into(), board.ending().unwrap_or("rules").into()))
}

fn loss_of(side: Side, reason: &str) -> (String, String) {
    (if side == Side::First { "0-1" } else { "1-0" }.into(), reason.into())
}

impl Table {
    /// Reads a game; `None` if there is none of that name.
    pub fn load(app: &App, id: &str) -> Result<Option<Table>, ApiError> {
        if !store::is_id(id) {
            return Ok(None);
        }
        let Some(mut stored) = app.store.game(id)? else { return Ok(None) };
        if stored.boot != app.store.boot {
            stored.turn_began = app.store.restart_turn(id)?;
            stored.boot.clone_from(&app.store.boot);
        }
        let mut table = Table::replay(stored)?;
        if let Some(end) = table.overdue() {
            let change = Change { keep: table.stored.turns.len(), add: None, end: Some(end.clone()) };
            if let Changed::Done(version) =
                app.store.change(id, table.stored.version, None, &change, |_| String::new())?
            {
                table.stored.version = version;
                (table.stored.result, table.stored.reason) = (Some(end.0), Some(end.1));
            }
        }
        Ok(Some(table))
    }

    /// The same, where a game that is missing is an error.
    fn expect(app: &App, id: &str) -> Result<Table, ApiError> {
        Table::load(app, id)?
            .ok_or_else(|| ApiError::missing("there is no game with this name; it may have been deleted"))
    }

    fn replay(stored: StoredGame) -> Result<Table, ApiError> {
        let entry = find_game(&stored.game)?;
        let mut board = entry.at_position(&stored.start)?;
        let control = stored.control.as_deref().map(str::parse::<TimeControl>).transpose()?;
        let mut clocks = control.map(Clocks::new);
        let mut squares = Vec::new();
        for turn in &stored.turns {
            if let Some(clocks) = &mut clocks {
                clocks.spend(board.to_move(), Duration::from_millis(turn.ms));
            }
            squares = board.play(&turn.word)?.squares;
        }
        Ok(Table { entry, stored, board, squares, clocks })
    }

    /// Is the game over, by its rules or otherwise?
    pub fn is_over(&self) -> bool {
        self.stored.result.is_some() || self.board.outcome().is_some()
    }

    /// Milliseconds since the turn began.
    fn elapsed(&self) -> u64 {
        store::now().saturating_sub(self.stored.turn_began)
    }

    /// What an engine may use for its turn.
    pub fn limits(&self, most: Duration) -> players::Limits {
        let cap =
            players::Limits { time: Some(players::TimeLimit::exactly(most)), ..players::Limits::default() };
        match &self.clocks {
            Some(clocks) => cap.and(clocks.limits(self.board.to_move())),
            None => cap,
        }
    }

    /// The loss of the side to move if a turn that took this long was too late.
    pub fn time_forfeit(&self, spent: u64) -> Option<(String, String)> {
        let side = self.board.to_move();
        let timing = self.clocks.clone()?.spend(side, Duration::from_millis(spent));
        (timing == Timing::Forfeit).then(|| loss_of(side, arena::reason::TIME_FORFEIT))
    }

    /// The loss of the side to move if its time is over already.
    fn overdue(&self) -> Option<(String, String)> {
        if self.is_over() { None } else { self.time_forfeit(self.elapsed()) }
    }

    fn is_person(&self, side: Side) -> bool {
        self.stored.seats[side.index()] == Seat::Person
    }

    fn view(&self, app: &App) -> Value {
        let stored = &self.stored;
        let mut view = wire::position(self.board.as_ref());
        if let Some((result, reason)) = stored.result.as_deref().zip(stored.reason.as_deref()) {
            let winner = match result {
                "1-0" => json!(0),
                "0-1" => json!(1),
                _ => Value::Null,
            };
            view["outcome"] = json!({ "winner": winner, "reason": reason });
        }
        let turns = stored.turns.iter().map(|turn| {
            let thought = turn.thought.as_deref().and_then(|t| serde_json::from_str::<Value>(t).ok());
            json!({ "word": turn.word, "text": turn.text, "ms": turn.ms, "thought": thought })
        });
        let thinking = app.rooms.thinking(&stored.id).filter(|t| t.version == stored.version);
        let clock = self.clocks.as_ref().map(|clocks| {
            let left = Side::BOTH.map(|side| clocks.remaining(side).as_millis() as u64);
            json!({ "control": stored.control, "remaining_ms": left, "elapsed_ms": self.elapsed() })
        });
        for (key, value) in [
            ("id", json!(stored.id)),
            ("name", json!(stored.name)),
            ("variant", json!(stored.variant)),
            ("start", json!(stored.start)),
            ("seats", json!(stored.seats)),
            ("version", json!(stored.version)),
            ("created", json!(stored.created)),
            ("updated", json!(stored.updated)),
            ("turns", turns.collect()),
            ("squares", json!(self.squares)),
            ("clock", json!(clock)),
            ("thinking", json!(thinking.as_ref().map(|t| t.last.as_deref().cloned().unwrap_or(Value::Null)))),
            ("is_thinking", json!(thinking.is_some())),
            ("elapsed_ms", json!(self.elapsed())),
        ] {
            view[key] = value;
        }
        view
    }
}

/// What a new game needs.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    game: String,
    #[serde(default)]
    variant: String,
    position: Option<String>,
    #[serde(default)]
    turns: Vec<String>,
    seats: [Seat; 2],
    clock: Option<String>,
    name: Option<String>,
    seed: Option<u64>,
}

/// `POST /api/v1/games`
pub async fn create(State(app): State<App>, Body(new): Body<NewGame>) -> Result<Response, ApiError> {
    let view = blocking::run(move || {
        let table = make(&app, new)?;
        app.store.insert_game(&table.stored)?;
        engine::wake(&app, &table);
        Ok(table.view(&app))
    })
    .await?;
    Ok((StatusCode::CREATED, Json(view)).into_response())
}

fn make(app: &App, new: NewGame) -> Result<Table, ApiError> {
    let entry = find_game(&new.game)?;
    if new.turns.len() > Limits::TURNS {
        return Err(ApiError::bad(format!("a game has at most {} turns", Limits::TURNS)));
    }
    let start = match &new.position {
        Some(text) => entry.at_position(text)?,
        None => entry.start(&new.variant)?,
    };
    for seat in &new.seats {
        if let Seat::Engine(spec) = seat {
            policy::approve(entry, spec, &app.config.limits)?;
        }
    }
    let control = new.clock.as_deref().map(str::parse::<TimeControl>).transpose()?;
    if let Some(control @ (TimeControl::Nodes(_) | TimeControl::Depth(_))) = control {
        return Err(ApiError::bad(format!(
            "'{control}' is not a clock; write 5m+5s for a game or 30s for each turn"
        )));
    }
    let name = new.name.unwrap_or_default();
    if name.chars().count() > Limits::NAME || name.chars().any(char::is_control) {
        let sentence = format!("a name has at most {} characters, none of them invisible", Limits::NAME);
        return Err(ApiError::bad(sentence));
    }
    if app.store.count_games()? >= app.config.limits.games {
        return Err(ApiError::conflict(
            "full",
            "so many games are kept that there is no room; delete some first",
        ));
    }
    let mut board = start.copy();
    let mut turns = Vec::new();
    for turn in &new.turns {
        let played = board.play(turn)?;
        turns.push(StoredTurn { word: played.word, text: played.text, ms: 0, thought: None });
    }
    let (result, reason) = finish_of(board.as_ref()).unzip();
    let (id, now) = (store::new_id()?, store::now());
    let seed = new.seed.unwrap_or_else(|| u64::from_str_radix(&id[..15], 16).unwrap_or(1));
    Table::replay(StoredGame {
        id,
        game: entry.name().into(),
        variant: new.variant,
        start: start.position_text(),
        name,
        seats: new.seats,
        control: control.map(|c| c.to_string()),
        seed,
        version: 1,
        created: now,
        updated: now,
        turn_began: now,
        boot: app.store.boot.clone(),
        result,
        reason,
        turns,
    })
}

/// `GET /api/v1/games/{id}`
pub async fn show(State(app): State<App>, Path(id): Path<String>) -> Result<Json<Value>, ApiError> {
    let view = blocking::run(move || {
        let table = Table::expect(&app, &id)?;
        // A game whose engine was to move when the server ended goes on when somebody looks at it.
        engine::wake(&app, &table);
        Ok(table.view(&app))
    });
    Ok(Json(view.await?))
}

/// Which games are listed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListQuery {
    limit: Option<u32>,
    before: Option<u64>,
}

/// `GET /api/v1/games`
pub async fn list(State(app): State<App>, Params(query): Params<ListQuery>) -> Result<Json<Value>, ApiError> {
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

/// `DELETE /api/v1/games/{id}`
pub async fn delete(State(app): State<App>, Path(id): Path<String>) -> Result<StatusCode, ApiError> {
    blocking::run(move || {
        if let Some(thinking) = app.rooms.thinking(&id) {
            thinking.stop.store(true, Ordering::Relaxed);
        }
        match store::is_id(&id) && app.store.delete_game(&id)? {
            true => {
                // Whoever watches looks again and finds that it is gone.
                app.rooms.tell(&id, News::Changed);
                Ok(())
            }
            false => Err(ApiError::missing("there is no game with this name; it may have been deleted")),
        }
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A turn that a person has made.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewTurn {
    version: u64,
    request: Option<String>,
    turn: String,
}

/// Something else that a person does in a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deed {
    version: u64,
    request: Option<String>,
    side: Option<u8>,
}

fn stale(version: u64) -> ApiError {
    ApiError::conflict("stale", format!("the game has gone on, to version {version}; look at it again"))
}

/// Puts a change into a game, tells the watchers and lets the engine go on.
fn commit(
    app: &App,
    table: &Table,
    version: u64,
    request: Option<&str>,
    change: &Change,
) -> Result<Value, ApiError> {
    let id = &table.stored.id;
    if request.is_some_and(|r| r.is_empty() || r.len() > 64) {
        return Err(ApiError::bad("the name of a request has 1 to 64 characters"));
    }
    let answer = |version: u64| {
        let turn = change.add.as_ref().map(|turn| json!({ "word": turn.word, "text": turn.text }));
        json!({ "id": id, "version": version, "turn": turn })
    };
    match app.store.change(id, version, request, change, |version| answer(version).to_string())? {
        Changed::Stale(current) => Err(stale(current)),
        Changed::Before(text) => {
            serde_json::from_str(&text).map_err(|_| ApiError::broken("an old answer was lost"))
        }
        Changed::Done(version) => {
            // Whoever still thinks about the old position may stop; its turn would be refused anyway.
            if let Some(thinking) = app.rooms.thinking(id) {
                thinking.stop.store(true, Ordering::Relaxed);
            }
            app.rooms.tell(id, News::Changed);
            // People who play each other need not wait for another look at the game.
            let has_engine = table.stored.seats.iter().any(|seat| matches!(seat, Seat::Engine(_)));
            if let Some(table) = if has_engine { Table::load(app, id)? } else { None } {
                engine::wake(app, &table);
            }
            Ok(answer(version))
        }
    }
}

/// `POST /api/v1/games/{id}/turns`
pub async fn play(
    State(app): State<App>,
    Path(id): Path<String>,
    Body(new): Body<NewTurn>,
) -> Result<Json<Value>, ApiError> {
    let answer = blocking::run(move || {
        let table = Table::expect(&app, &id)?;
        let again = Change { keep: table.stored.turns.len(), add: None, end: None };
        if table.stored.version != new.version {
            // Either the same request came before, which has an answer, or somebody else was faster.
            let request = new.request.as_deref();
            return commit(&app, &table, new.version, request, &again);
        }
        if table.is_over() {
            return Err(ApiError::conflict("over", "the game is over"));
        }
        let side = table.board.to_move();
        if !table.is_person(side) {
            let name = table.board.sides()[side.index()];
            return Err(ApiError::conflict(
                "not_your_turn",
                format!("it is the engine's turn, which plays {name}"),
            ));
        }
        if table.stored.turns.len() >= Limits::TURNS {
            return Err(ApiError::conflict("full", format!("a game has at most {} turns", Limits::TURNS)));
        }
        let mut board = table.board.copy();
        let played = board.play(&new.turn)?;
        let spent = table.elapsed();
        let end = table.time_forfeit(spent).or_else(|| finish_of(board.as_ref()));
        let add = StoredTurn { word: played.word, text: played.text, ms: spent, thought: None };
        let change = Change { keep: table.stored.turns.len(), add: Some(add), end };
        commit(&app, &table, new.version, new.request.as_deref(), &change)
    });
    Ok(Json(answer.await?))
}

/// `POST /api/v1/games/{id}/undo`: back to the last position in which a person was to move.
pub async fn undo(
    State(app): State<App>,
    Path(id): Path<String>,
    Body(deed): Body<Deed>,
) -> Result<Json<Value>, ApiError> {
    let answer = blocking::run(move || {
        let table = Table::expect(&app, &id)?;
        if table.stored.version != deed.version {
            return Err(stale(table.stored.version));
        }
        let mut board = table.entry.at_position(&table.stored.start)?;
        let mut keep = None;
        for (number, turn) in table.stored.turns.iter().enumerate() {
            if table.is_person(board.to_move()) {
                keep = Some(number);
            }
            board.play(&turn.word)?;
        }
        let Some(keep) = keep else {
            return Err(ApiError::conflict("nothing", "there is no turn of yours to take back"));
        };
        let change = Change { keep, add: None, end: None };
        commit(&app, &table, deed.version, deed.request.as_deref(), &change)
    });
    Ok(Json(answer.await?))
}

/// `POST /api/v1/games/{id}/resign`
pub async fn resign(
    State(app): State<App>,
    Path(id): Path<String>,
    Body(deed): Body<Deed>,
) -> Result<Json<Value>, ApiError> {
    let answer = blocking::run(move || {
        let table = Table::expect(&app, &id)?;
        if table.is_over() {
            return Err(ApiError::conflict("over", "the game is over"));
        }
        let side = match deed.side {
            None => table.board.to_move(),
            Some(0) => Side::First,
            Some(1) => Side::Second,
            Some(other) => {
                return Err(ApiError::bad(format!("'{other}' is not a side; 0 is the first, 1 the second")));
            }
        };
        if !table.is_person(side) {
            return Err(ApiError::conflict("not_a_person", "an engine does not resign by hand"));
        }
        let change =
            Change { keep: table.stored.turns.len(), add: None, end: Some(loss_of(side, "resigned")) };
        commit(&app, &table, deed.version, deed.request.as_deref(), &change)
    });
    Ok(Json(answer.await?))
}

/// `POST /api/v1/games/{id}/move-now`
pub async fn move_now(State(app): State<App>, Path(id): Path<String>) -> Result<Json<Value>, ApiError> {
    let Some(thinking) = app.rooms.thinking(&id) else {
        return Err(ApiError::conflict("not_thinking", "no engine is thinking in this game"));
    };
    thinking.stop.store(true, Ordering::Relaxed);
    Ok(Json(json!({ "id": id, "version": thinking.version })))
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
) -> Result<Response, ApiError> {
    let (text, kind) = blocking::run(move || {
        let table = Table::expect(&app, &id)?;
        match query.format.as_str() {
            "" | "json" => Ok((import::saved_game(&table.stored), "application/json")),
            "text" => {
                Ok((import::people_text(&table.stored, table.board.sides()), "text/plain; charset=utf-8"))
            }
            "position" => Ok((table.board.position_text() + "\n", "text/plain; charset=utf-8")),
            other => {
                let quoted: String = other.chars().take(40).flat_map(char::escape_debug).collect();
                Err(ApiError::bad(format!("'{quoted}' is not a format; known: json, text, position")))
            }
        }
    })
    .await?;
    Ok(([(header::CONTENT_TYPE, kind)], text).into_response())
}

/// `GET /api/v1/games/{id}/events`: the whole game whenever it changes, and what its engine thinks.
pub async fn events(
    State(app): State<App>,
    Path(id): Path<String>,
    _client: Client,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    // Watching begins before the first look, so that nothing is missed in between.
    let mut news = app.rooms.watch(&id);
    let read = move |app: App, id: String| async move {
        blocking::run(move || {
            let table = Table::expect(&app, &id)?;
            engine::wake(&app, &table);
            Ok(table.view(&app))
        })
        .await
    };
    let first = read(app.clone(), id.clone()).await?;
    let (sender, receiver) = mpsc::channel(16);
    tokio::spawn(async move {
        let mut closing = app.closing.clone();
        let send = async |name: &str, value: &Value| sender.send(Ok(event(name, value))).await.is_ok();
        if !send("game", &first).await {
            return;
        }
        loop {
            let heard = tokio::select! {
                heard = news.recv() => heard,
                () = sender.closed() => return,
                _ = closing.wait_for(|closing| *closing) => return,
            };
            let going = match heard {
                Ok(News::Thought(version, thought)) => {
                    send("thought", &json!({ "version": version, "thought": *thought })).await
                }
                Ok(News::Failed(sentence)) => send("failed", &json!({ "sentence": &*sentence })).await,
                Ok(News::Changed) | Err(RecvError::Lagged(_)) => match read(app.clone(), id.clone()).await {
                    Ok(view) => send("game", &view).await,
                    Err(error) => {
                        send("gone", &json!({ "sentence": error.sentence })).await;
                        false
                    }
                },
                Err(RecvError::Closed) => false,
            };
            if !going {
                return;
            }
        }
    });
    Ok(live(receiver))
}

/// An event with JSON in it.
pub fn event(name: &str, value: &Value) -> Event {
    Event::default().event(name).data(value.to_string())
}

/// A stream that shows a sign of life now and then.
pub fn live(
    receiver: mpsc::Receiver<Result<Event, Infallible>>,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let alive = axum::response::sse::KeepAlive::new().interval(Duration::from_secs(5));
    Sse::new(ReceiverStream::new(receiver)).keep_alive(alive)
}
