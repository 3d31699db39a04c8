//! Matches and tournaments in the background: started, followed live, stopped, gone on with after a restart; their games
//! can be replayed. What a plan means stands in `plans.rs`, how a match stands is computed in `standings.rs`.

use crate::{
    blocking,
    error::ApiError,
    feed,
    guard::{Body, Client},
    plans::{Plan, Programme},
    room::News,
    searches::Purpose,
    standings,
    state::App,
    store::{self, StoredMatch},
};
use arena::{GameRecord, MatchEnd, Progress, RunningSprt, WallClock, run_match};
use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
    response::{IntoResponse, Response, Sse, sse::Event},
};
use players::find_game;
use serde_json::{Value, json};
use std::{
    collections::HashMap,
    convert::Infallible,
    ops::ControlFlow,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};
use tokio_stream::Stream;

/// Flags of the matches that run.
#[derive(Default)]
pub struct Matches(Mutex<HashMap<String, Arc<AtomicBool>>>);

impl Matches {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<AtomicBool>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many matches run.
    pub fn running(&self) -> usize {
        self.lock().len()
    }
}

fn records(app: &App, id: &str) -> Result<Vec<GameRecord>, ApiError> {
    let lines = app.store.match_games(id)?;
    let read = |line: &String| {
        GameRecord::from_line(line).map_err(|e| ApiError::broken(format!("a record is damaged: {e}")))
    };
    lines.iter().map(read).collect()
}

/// Starts or goes on with a match in a thread of its own.
fn launch(app: &App, id: &str, plan: &Plan, client: Client) -> Result<(), ApiError> {
    let programme = plan.programme(&app.config.limits)?;
    let done = records(app, id)?;
    let stop = Arc::new(AtomicBool::new(false));
    let purpose = Purpose {
        what: "match",
        game: find_game(&plan.game)?.name(),
        spec: plan.players.join(" against "),
        memory: programme.memory,
        client: client.0,
    };
    let ticket = app.searches.begin(purpose, &stop)?;
    {
        let mut running = app.matches.lock();
        if running.len() >= app.config.limits.matches {
            return Err(ApiError::too_many("as many matches run as are allowed; stop one first", 10));
        }
        if running.contains_key(id) {
            return Err(ApiError::conflict("running", "this match is running already"));
        }
        running.insert(id.into(), Arc::clone(&stop));
    }
    app.store.set_match_state(id, "running", None)?;
    let (own, name) = (app.clone(), id.to_string());
    let made = thread::Builder::new().name("match".into()).spawn(move || {
        let work = AssertUnwindSafe(|| play(&own, &name, &programme, &done, &stop));
        let (state, problem) = match catch_unwind(work) {
            Err(_) => ("failed", Some("the match crashed".to_string())),
            Ok(Err(problem)) => ("failed", Some(problem)),
            Ok(Ok(MatchEnd::Complete | MatchEnd::Enough)) => ("complete", None),
            Ok(Ok(MatchEnd::Crashed)) => ("failed", Some("a player crashed".to_string())),
            Ok(Ok(MatchEnd::Stopped)) if *own.closing.borrow() => ("interrupted", None),
            Ok(Ok(MatchEnd::Stopped)) => ("stopped", None),
        };
        drop(ticket);
        // If even this cannot be written, the next start calls the match interrupted.
        let _ = own.store.set_match_state(&name, state, problem.as_deref());
        own.matches.lock().remove(&name);
        own.rooms.tell(&name, News::Changed);
    });
    if made.is_err() {
        app.matches.lock().remove(id);
        app.store.set_match_state(id, "failed", Some("the machine has no thread left"))?;
    }
    Ok(())
}

/// Plays the encounters one after the other, without the games that are done.
fn play(
    app: &App,
    id: &str,
    programme: &Programme,
    done: &[GameRecord],
    stop: &AtomicBool,
) -> Result<MatchEnd, String> {
    let clock = WallClock::start();
    for encounter in &programme.encounters {
        let done: Vec<GameRecord> = done.iter().filter(|record| encounter.has(record)).cloned().collect();
        let mut test = programme.sprt.map(RunningSprt::new);
        for record in &done {
            test.as_mut().and_then(|test| test.add(record));
        }
        let mut trouble = None;
        let observer = &mut |progress: Progress<'_>| {
            let line = progress.record.to_line().unwrap_or_default();
            if let Err(error) = app.store.add_match_game(id, &line) {
                trouble = Some(error.sentence);
                return ControlFlow::Break(());
            }
            app.rooms.tell(id, News::Changed);
            match test.as_mut().and_then(|test| test.add(progress.record)) {
                Some(_) => ControlFlow::Break(()),
                None => ControlFlow::Continue(()),
            }
        };
        let played = run_match(&encounter.plan, &clock, None, &done, stop, observer);
        let summary = played.map_err(|error| error.to_string())?;
        if let Some(trouble) = trouble {
            return Err(trouble);
        }
        if summary.end != MatchEnd::Complete {
            return Ok(summary.end);
        }
    }
    Ok(MatchEnd::Complete)
}

fn plan_of(stored: &StoredMatch) -> Result<Plan, ApiError> {
    serde_json::from_str(&stored.plan).map_err(|_| ApiError::broken("the plan of this match is damaged"))
}

fn view(app: &App, stored: &StoredMatch) -> Result<Value, ApiError> {
    let plan = plan_of(stored)?;
    let programme = plan.programme(&app.config.limits)?;
    standings::view(stored, &plan, &programme, &records(app, &stored.id)?)
}

fn find(app: &App, id: &str) -> Result<StoredMatch, ApiError> {
    let found = if store::is_id(id) { app.store.find_match(id)? } else { None };
    found.ok_or_else(|| ApiError::missing("there is no match with this name"))
}

/// `GET /api/v1/matches`
pub async fn list(State(app): State<App>) -> Result<Json<Value>, ApiError> {
    let matches = blocking::run(move || {
        let brief = |stored: &StoredMatch| {
            let plan = plan_of(stored)?;
            let programme = plan.programme(&app.config.limits)?;
            Ok(standings::brief(stored, &plan, &programme, app.store.count_match_games(&stored.id)?))
        };
        app.store.matches(50)?.iter().map(brief).collect::<Result<Value, ApiError>>()
    });
    Ok(Json(json!({ "matches": matches.await? })))
}

/// `POST /api/v1/matches`
pub async fn create(
    State(app): State<App>,
    client: Client,
    Body(plan): Body<Plan>,
) -> Result<Response, ApiError> {
    let view = blocking::run(move || {
        plan.programme(&app.config.limits)?;
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
pub async fn show(State(app): State<App>, Path(id): Path<String>) -> Result<Json<Value>, ApiError> {
    Ok(Json(blocking::run(move || view(&app, &find(&app, &id)?)).await?))
}

/// `POST /api/v1/matches/{id}/stop`
pub async fn stop(State(app): State<App>, Path(id): Path<String>) -> Result<Json<Value>, ApiError> {
    match app.matches.lock().get(&id) {
        Some(stop) => stop.store(true, Ordering::Relaxed),
        None => return Err(ApiError::conflict("not_running", "this match is not running")),
    }
    Ok(Json(json!({ "id": id })))
}

/// `POST /api/v1/matches/{id}/resume`
pub async fn resume(
    State(app): State<App>,
    client: Client,
    Path(id): Path<String>,
) -> Result<Json<Value>, ApiError> {
    let view = blocking::run(move || {
        let stored = find(&app, &id)?;
        if stored.state == "complete" {
            return Err(ApiError::conflict("over", "this match is complete"));
        }
        launch(&app, &id, &plan_of(&stored)?, client)?;
        view(&app, &find(&app, &id)?)
    });
    Ok(Json(view.await?))
}

/// `DELETE /api/v1/matches/{id}`
pub async fn delete(State(app): State<App>, Path(id): Path<String>) -> Result<StatusCode, ApiError> {
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

/// `GET /api/v1/matches/{id}/games/{number}`: where a game of a match began and how it went.
pub async fn game(
    State(app): State<App>,
    Path((id, number)): Path<(String, usize)>,
) -> Result<Json<Value>, ApiError> {
    let view = blocking::run(move || {
        find(&app, &id)?;
        let records = records(&app, &id)?;
        let record =
            records.get(number).ok_or_else(|| ApiError::missing("the match has no game with this number"))?;
        let chosen = record.played.turns.iter().map(|turn| turn.turn.clone());
        let turns: Vec<String> = record.frame.opening_turns.iter().cloned().chain(chosen).collect();
        Ok(json!({
            "game": record.frame.game,
            "start": record.frame.start,
            "turns": turns,
            "opening": record.frame.opening_turns.len(),
            "players": record.frame.players,
            "result": record.played.result.text(),
            "reason": record.played.reason,
        }))
    });
    Ok(Json(view.await?))
}

/// `GET /api/v1/matches/{id}/events`: the whole match whenever a game of it ends.
pub async fn events(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    feed::follow(app, id.clone(), "match", move |app| view(app, &find(app, &id)?)).await
}
