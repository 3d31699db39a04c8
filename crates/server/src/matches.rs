//! Matches and tournaments in the background: started, followed, stopped, resumed, their games replayed. `plans.rs` reads
//! the plan, `standings.rs` computes the results.

use crate::{
    blocking,
    error::{ApiError, ApiResult},
    guard::{Body, Client},
    live_boards::{self, LiveBoards},
    plans::{Plan, Schedule},
    searches::Purpose,
    sse, standings,
    state::App,
    store::{self, StoredMatch},
    updates::Update,
};
use arena::{GameRecord, MatchEnd, Progress, RunningSprt, WallClock, run_watched_match};
use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
    response::{IntoResponse, Response},
};
use serde_json::{Value, json};
use std::{
    collections::HashMap,
    ops::ControlFlow,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

/// The stop flags of running matches, and the games that are played in them.
#[derive(Default)]
pub struct Matches(Mutex<HashMap<String, Arc<AtomicBool>>>, LiveBoards);

impl Matches {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<AtomicBool>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many matches are running.
    pub fn running(&self) -> usize {
        self.lock().len()
    }
}

fn records(app: &App, id: &str) -> ApiResult<Vec<GameRecord>> {
    let lines = app.store.match_games(id)?;
    let read = |line: &String| {
        GameRecord::from_line(line).map_err(|e| ApiError::internal(format!("a record is damaged: {e}")))
    };
    lines.iter().map(read).collect()
}

/// Starts or resumes a match in the background.
fn launch(app: &App, id: &str, plan: &Plan, client: Client) -> ApiResult<()> {
    let schedule = plan.schedule(app.config.games, &app.config.limits)?;
    let done = records(app, id)?;
    let stop = Arc::new(AtomicBool::new(false));
    let game = app.config.games.find(&plan.game)?.name();
    let purpose = Purpose::new("match", game, &plan.players.join(" against "), schedule.memory, client);
    let permit = app.searches.begin(purpose, &stop)?;
    {
        let mut running = app.matches.lock();
        if running.len() >= app.config.limits.matches {
            return Err(ApiError::too_many("no more matches may run at the same time; stop one first", 10));
        }
        if running.contains_key(id) {
            return Err(ApiError::conflict("running", "this match is already running"));
        }
        running.insert(id.into(), Arc::clone(&stop));
    }
    app.store.set_match_state(id, "running", None)?;
    let (own, name) = (app.clone(), id.to_string());
    let started = blocking::spawn("match", move || {
        let work = AssertUnwindSafe(|| play(&own, &name, &schedule, &done, &stop));
        let (state, problem) = match catch_unwind(work) {
            Err(_) => ("failed", Some("the match crashed".to_string())),
            Ok(Err(problem)) => ("failed", Some(problem)),
            Ok(Ok(MatchEnd::Complete | MatchEnd::Enough)) => ("complete", None),
            Ok(Ok(MatchEnd::Crashed)) => ("failed", Some("a player crashed".to_string())),
            Ok(Ok(MatchEnd::Stopped)) if *own.closing.borrow() => ("interrupted", None),
            Ok(Ok(MatchEnd::Stopped)) => ("stopped", None),
        };
        drop(permit);
        // If this cannot be written, the next start of the server marks the match as interrupted.
        let _ = own.store.set_match_state(&name, state, problem.as_deref());
        own.matches.lock().remove(&name);
        own.matches.1.forget(&name);
        own.updates.publish(&name, || Update::Changed);
    });
    if let Err(error) = started {
        app.matches.lock().remove(id);
        app.store.set_match_state(id, "failed", Some(&error.sentence))?;
    }
    Ok(())
}

/// Plays the encounters in order, except the games that are done.
fn play(
    app: &App,
    id: &str,
    schedule: &Schedule,
    done: &[GameRecord],
    stop: &AtomicBool,
) -> Result<MatchEnd, String> {
    let clock = WallClock::start();
    for encounter in &schedule.encounters {
        let done: Vec<GameRecord> = done.iter().filter(|record| encounter.has(record)).cloned().collect();
        let mut test = schedule.sprt.map(RunningSprt::new);
        for record in &done {
            test.as_mut().and_then(|test| test.add(record));
        }
        let mut problem = None;
        let observer = &mut |progress: Progress<'_>| {
            let line = progress.record.to_line().unwrap_or_default();
            if let Err(error) = app.store.add_match_game(id, &line) {
                problem = Some(error.sentence);
                return ControlFlow::Break(());
            }
            app.matches.1.end(id, progress.record);
            app.updates.publish(id, || Update::Changed);
            app.updates.publish(&live_boards::topic(id), || Update::Changed);
            match test.as_mut().and_then(|test| test.add(progress.record)) {
                Some(_) => ControlFlow::Break(()),
                None => ControlFlow::Continue(()),
            }
        };
        let watcher = &|game: arena::RunningGame<'_>| {
            app.matches.1.see(id, encounter.players, &game);
            app.updates.publish(&live_boards::topic(id), || Update::Changed);
        };
        let played = run_watched_match(&encounter.plan, &clock, None, &done, stop, observer, watcher);
        let summary = played.map_err(|error| error.to_string())?;
        if let Some(problem) = problem {
            return Err(problem);
        }
        if summary.end != MatchEnd::Complete {
            return Ok(summary.end);
        }
    }
    Ok(MatchEnd::Complete)
}

fn plan_of(stored: &StoredMatch) -> ApiResult<Plan> {
    serde_json::from_str(&stored.plan).map_err(|_| ApiError::internal("the plan of this match is damaged"))
}

fn view(app: &App, stored: &StoredMatch) -> ApiResult<Value> {
    let plan = plan_of(stored)?;
    let schedule = plan.schedule(app.config.games, &app.config.limits)?;
    standings::view(stored, &plan, &schedule, &records(app, &stored.id)?)
}

fn find(app: &App, id: &str) -> ApiResult<StoredMatch> {
    let found = if store::is_id(id) { app.store.find_match(id)? } else { None };
    found.ok_or_else(|| ApiError::not_found("there is no match with this id"))
}

/// `GET /api/v1/matches`
pub async fn list(State(app): State<App>) -> ApiResult {
    blocking::json(move || {
        let summary = |stored: &StoredMatch| {
            let plan = plan_of(stored)?;
            let schedule = plan.schedule(app.config.games, &app.config.limits)?;
            Ok(standings::summary(stored, &plan, &schedule, app.store.count_match_games(&stored.id)?))
        };
        let matches = app.store.matches(50)?.iter().map(summary).collect::<ApiResult<Value>>()?;
        Ok(json!({ "matches": matches }))
    })
    .await
}

/// `POST /api/v1/matches`
pub async fn create(State(app): State<App>, client: Client, Body(plan): Body<Plan>) -> ApiResult<Response> {
    let view = blocking::run(move || {
        plan.schedule(app.config.games, &app.config.limits)?;
        let id = store::new_id()?;
        app.store.insert_match(&id, &serde_json::to_string(&plan).unwrap_or_default())?;
        if let Err(error) = launch(&app, &id, &plan, client) {
            app.store.delete_match(&id)?;
            return Err(error);
        }
        view(&app, &find(&app, &id)?)
    });
    Ok((StatusCode::CREATED, Json(view.await?)).into_response())
}

/// `GET /api/v1/matches/{id}`
pub async fn show(State(app): State<App>, Path(id): Path<String>) -> ApiResult {
    blocking::json(move || view(&app, &find(&app, &id)?)).await
}

/// `POST /api/v1/matches/{id}/stop`
pub async fn stop(State(app): State<App>, Path(id): Path<String>) -> ApiResult {
    match app.matches.lock().get(&id) {
        Some(stop) => stop.store(true, Ordering::Relaxed),
        None => return Err(ApiError::conflict("not_running", "this match is not running")),
    }
    Ok(Json(json!({ "id": id })))
}

/// `POST /api/v1/matches/{id}/resume`
pub async fn resume(State(app): State<App>, client: Client, Path(id): Path<String>) -> ApiResult {
    blocking::json(move || {
        let stored = find(&app, &id)?;
        if stored.state == "complete" {
            return Err(ApiError::conflict("over", "this match is complete"));
        }
        launch(&app, &id, &plan_of(&stored)?, client)?;
        view(&app, &find(&app, &id)?)
    })
    .await
}

/// `DELETE /api/v1/matches/{id}`
pub async fn delete(State(app): State<App>, Path(id): Path<String>) -> ApiResult<StatusCode> {
    blocking::run(move || {
        if app.matches.lock().contains_key(&id) {
            return Err(ApiError::conflict("running", "this match is running; stop it first"));
        }
        find(&app, &id)?;
        app.store.delete_match(&id)
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `GET /api/v1/matches/{id}/games/{number}`: the start and the turns of a game.
pub async fn game(State(app): State<App>, Path((id, number)): Path<(String, usize)>) -> ApiResult {
    blocking::json(move || {
        find(&app, &id)?;
        let records = records(&app, &id)?;
        let record = records
            .get(number)
            .ok_or_else(|| ApiError::not_found("this match has no game with this number"))?;
        let chosen = record.played.turns.iter().map(|turn| turn.turn.clone());
        let turns: Vec<String> = record.header.opening_turns.iter().cloned().chain(chosen).collect();
        Ok(json!({
            "game": record.header.game,
            "start": record.header.start,
            "turns": turns,
            "opening": record.header.opening_turns.len(),
            "players": record.header.players,
            "result": record.played.result.text(),
            "reason": record.played.reason,
        }))
    })
    .await
}

/// `GET /api/v1/matches/{id}/live`: the games that are being played, whenever one of them has another turn.
pub async fn live(State(app): State<App>, client: Client, Path(id): Path<String>) -> ApiResult<Response> {
    let topic = live_boards::topic(&id);
    sse::follow(app, client, topic, "live", move |app| {
        find(app, &id)?;
        Ok(app.matches.1.view(&id))
    })
    .await
}

/// `GET /api/v1/matches/{id}/events`: the whole match whenever a game of it ends.
pub async fn events(State(app): State<App>, client: Client, Path(id): Path<String>) -> ApiResult<Response> {
    sse::follow(app, client, id.clone(), "match", move |app| view(app, &find(app, &id)?)).await
}
