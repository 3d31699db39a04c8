//! Matches in the background: started, followed live, stopped, gone on with after a restart; their games can be replayed.

use crate::{
    blocking,
    error::ApiError,
    games::{event, live},
    guard::{Body, Client},
    policy,
    policy::Limits,
    room::News,
    searches::Purpose,
    state::App,
    store::{self, StoredMatch},
};
use arena::{
    AfterCrash, GameRecord, MatchEnd, MatchPlan, Openings, Progress, Tally, TimeControl, WallClock, run_match,
};
use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
    response::{IntoResponse, Response, Sse, sse::Event},
};
use players::find_game;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::{
    collections::HashMap,
    convert::Infallible,
    num::NonZeroUsize,
    ops::ControlFlow,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};
use tokio::sync::{broadcast::error::RecvError, mpsc};
use tokio_stream::Stream;

/// Turns after which a game of a match is a draw.
const MOST_TURNS: u32 = 2000;

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

/// What is to be played; also the form in which it is stored.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    game: String,
    #[serde(default)]
    variant: String,
    players: [String; 2],
    games: u64,
    /// `100ms`, `10s+0.1s`, `nodes=10000` or `depth=4`.
    control: String,
    #[serde(default = "usual_openings")]
    openings: String,
    #[serde(default = "one")]
    seed: u64,
    #[serde(default = "one")]
    concurrency: u64,
}

fn usual_openings() -> String {
    "random:4".into()
}

fn one() -> u64 {
    1
}

impl Plan {
    /// The plan as the arena wants it, and the memory that its players take; or what is wrong with it.
    fn check(&self, limits: &Limits) -> Result<(MatchPlan<'static>, u64), ApiError> {
        let entry = find_game(&self.game)?;
        if self.games == 0 || !self.games.is_multiple_of(2) || self.games > Limits::MATCH_GAMES {
            let most = Limits::MATCH_GAMES;
            return Err(ApiError::bad(format!(
                "'{}' is not an even number of games from 2 to {most}",
                self.games
            )));
        }
        let most = u64::from(limits.threads);
        if self.concurrency == 0 || self.concurrency > most {
            return Err(ApiError::bad(format!(
                "'{}' games at once is out of range; from 1 to {most}",
                self.concurrency
            )));
        }
        let control: TimeControl = self.control.parse()?;
        // A file of openings would be a file of this machine.
        if self.openings != "start" && !self.openings.starts_with("random:") {
            return Err(ApiError::bad("openings are 'start' or 'random:K' here"));
        }
        let mut memory = 0_u64;
        for spec in &self.players {
            memory = memory.saturating_add(policy::approve(entry, spec, limits)?.memory);
        }
        let plan = MatchPlan {
            entry,
            variant: self.variant.clone(),
            specs: self.players.clone(),
            pairs: self.games / 2,
            control,
            openings: self.openings.parse()?,
            seed: self.seed,
            concurrency: NonZeroUsize::new(self.concurrency as usize).unwrap_or(NonZeroUsize::MIN),
            max_turns: Some(MOST_TURNS),
            after_crash: AfterCrash::GoOn,
        };
        let wrong = |error: arena::OpeningError| ApiError::bad(error.to_string());
        Openings::new(entry, &plan.variant, plan.openings.clone(), plan.seed)
            .map_err(wrong)?
            .of_pair(0)
            .map_err(wrong)?;
        Ok((plan, memory.saturating_mul(self.concurrency)))
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
    let (arena_plan, memory) = plan.check(&app.config.limits)?;
    let done = records(app, id)?;
    let stop = Arc::new(AtomicBool::new(false));
    let purpose = Purpose {
        what: "match",
        game: arena_plan.entry.name(),
        spec: plan.players.join(" against "),
        memory,
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
        let mut trouble = None;
        let observer = &mut |progress: Progress<'_>| {
            let line = progress.record.to_line().unwrap_or_default();
            if let Err(error) = own.store.add_match_game(&name, &line) {
                trouble = Some(error.sentence);
                return ControlFlow::Break(());
            }
            own.rooms.tell(&name, News::Changed);
            ControlFlow::Continue(())
        };
        let clock = WallClock::start();
        let work = AssertUnwindSafe(|| run_match(&arena_plan, &clock, None, &done, &stop, observer));
        let (state, problem) = match catch_unwind(work) {
            Err(_) => ("failed", Some("the match crashed".to_string())),
            Ok(Err(error)) => ("failed", Some(error.to_string())),
            Ok(Ok(_)) if trouble.is_some() => ("failed", trouble),
            Ok(Ok(summary)) => match summary.end {
                MatchEnd::Complete | MatchEnd::Enough => ("complete", None),
                MatchEnd::Crashed => ("failed", Some("a player crashed".to_string())),
                MatchEnd::Stopped if *own.closing.borrow() => ("interrupted", None),
                MatchEnd::Stopped => ("stopped", None),
            },
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

fn view(app: &App, stored: &StoredMatch) -> Result<Value, ApiError> {
    let records = records(app, &stored.id)?;
    let plan: Value = serde_json::from_str(&stored.plan).unwrap_or_default();
    let tally = Tally::of(&records);
    let pentanomial = tally.pentanomial();
    let estimate = |e: Option<arena::Estimate>| e.map(|e| json!({ "value": e.value, "error": e.error }));
    let games = records.iter().enumerate().map(|(number, record)| {
        let first = record.side_of_first_player().index();
        json!({
            "number": number,
            "result": record.played.result.text(),
            "reason": record.played.reason,
            "forfeit": arena::reason::FORFEITS.contains(&record.played.reason.as_str()),
            "late": record.played.late,
            "turns": record.played.turns.len(),
            "pair": record.frame.pair,
            "side_of_first_player": first,
            "points_of_first_player": f64::from(record.half_points_of_first_player()) / 2.0,
        })
    });
    Ok(json!({
        "id": stored.id,
        "plan": plan,
        "created": stored.created,
        "state": stored.state,
        "problem": stored.problem,
        "wins": tally.wins(),
        "losses": tally.losses(),
        "draws": tally.draws(),
        "played": tally.games(),
        "points": tally.points(),
        "pairs": pentanomial.0,
        "elo": estimate(pentanomial.elo()),
        "normalised_elo": estimate(pentanomial.normalised_elo()),
        "superiority": pentanomial.likelihood_of_superiority(),
        "games": games.collect::<Value>(),
    }))
}

fn find(app: &App, id: &str) -> Result<StoredMatch, ApiError> {
    let found = if store::is_id(id) { app.store.find_match(id)? } else { None };
    found.ok_or_else(|| ApiError::missing("there is no match with this name"))
}

/// `GET /api/v1/matches`
pub async fn list(State(app): State<App>) -> Result<Json<Value>, ApiError> {
    let matches = blocking::run(move || {
        let brief = |stored: &StoredMatch| {
            let mut view = view(&app, stored)?;
            view["games"] = Value::Null;
            Ok(view)
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
        plan.check(&app.config.limits)?;
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
        let plan: Plan = serde_json::from_str(&stored.plan)
            .map_err(|_| ApiError::broken("the plan of this match is damaged"))?;
        launch(&app, &id, &plan, client)?;
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
    let mut news = app.rooms.watch(&id);
    let read =
        move |app: App, id: String| async move { blocking::run(move || view(&app, &find(&app, &id)?)).await };
    let first = read(app.clone(), id.clone()).await?;
    let (sender, receiver) = mpsc::channel(4);
    tokio::spawn(async move {
        let mut closing = app.closing.clone();
        if sender.send(Ok(event("match", &first))).await.is_err() {
            return;
        }
        loop {
            let heard = tokio::select! {
                heard = news.recv() => heard,
                () = sender.closed() => return,
                _ = closing.wait_for(|closing| *closing) => return,
            };
            if matches!(heard, Err(RecvError::Closed)) {
                return;
            }
            // One look shows everything that has come since the last.
            while news.try_recv().is_ok() {}
            let Ok(view) = read(app.clone(), id.clone()).await else { return };
            if sender.send(Ok(event("match", &view))).await.is_err() {
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        }
    });
    Ok(live(receiver))
}
