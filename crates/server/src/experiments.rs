//! Experiments of the lab: which there are, what came of them, and quick runs in the background that can be followed and
//! stopped.
//!
//! An experiment is named by the lab's own list, so no part of an address ever becomes part of a path. Runs write below the
//! data folder and nowhere else; the folder of results that the server was started with is only read. What an experiment
//! does and how its results are drawn is the lab's business.

use crate::{
    blocking,
    error::ApiError,
    feed,
    guard::Client,
    room::News,
    searches::{Purpose, Ticket},
    state::App,
};
use axum::{
    Json,
    extract::{Path, State},
    http::{StatusCode, header},
    response::{IntoResponse, Response, Sse, sse::Event},
};
use lab::{Conditions, Experiment, LabError, Order, Page, Scale};
use serde_json::{Value, json};
use std::{
    collections::HashMap,
    convert::Infallible,
    fs,
    num::NonZeroUsize,
    panic::{AssertUnwindSafe, catch_unwind},
    path::PathBuf,
    sync::{
        Arc, LazyLock, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Instant,
};
use tokio_stream::Stream;

/// Everything random in a run derives from this, as on the command line.
const SEED: u64 = 1;

/// Plots bring their own colours and nothing else: not even opened on its own can one run a script or ask for a file.
const PLOT_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";

static ALL: LazyLock<Vec<Experiment>> = LazyLock::new(lab::all);

/// Where results are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shelf {
    /// Of runs on this server.
    Own,
    /// In the folder that the server was started with.
    Given,
}

impl Shelf {
    const ALL: [Shelf; 2] = [Shelf::Own, Shelf::Given];

    fn name(self) -> &'static str {
        match self {
            Shelf::Own => "own",
            Shelf::Given => "given",
        }
    }

    fn folder(self, app: &App) -> Option<PathBuf> {
        match self {
            Shelf::Own => Some(own(app)),
            Shelf::Given => app.config.results.clone(),
        }
    }

    /// What is on it of an experiment.
    fn page(self, app: &App, experiment: &Experiment) -> Result<Option<Page>, ApiError> {
        if self == Shelf::Own {
            check_own(app, experiment)?;
        }
        let Some(folder) = self.folder(app) else { return Ok(None) };
        lab::read_page(&folder, &experiment.name)
            .map_err(|_| ApiError::broken(format!("the results of '{}' are damaged", experiment.name)))
    }
}

/// Runs of experiments, those that failed or were stopped included, until the same is run again.
#[derive(Default)]
pub struct Experiments(Mutex<HashMap<String, Run>>);

struct Run {
    stop: Arc<AtomicBool>,
    state: RunState,
    started: Instant,
    /// Cells that are done, those that were there at the beginning, and all; unknown until they have been laid out.
    cells: Option<[usize; 3]>,
}

enum RunState {
    Running,
    Stopped,
    Failed(String),
}

impl Experiments {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Run>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many experiments run.
    pub fn running(&self) -> usize {
        self.lock().values().filter(|run| run.is_running()).count()
    }
}

impl Run {
    fn is_running(&self) -> bool {
        matches!(self.state, RunState::Running)
    }
}

fn find(name: &str) -> Result<&'static Experiment, ApiError> {
    let found = ALL.iter().find(|experiment| experiment.name == name);
    found.ok_or_else(|| ApiError::missing("there is no experiment with this name; see /api/v1/experiments"))
}

fn room(experiment: &Experiment) -> String {
    format!("experiment {}", experiment.name)
}

/// The game that an experiment is about.
fn game_of(experiment: &Experiment) -> Option<&'static str> {
    let about = |name: &str| experiment.name.split('-').any(|word| word == name);
    players::GAMES.iter().map(|game| game.name()).find(|name| about(name))
}

fn own(app: &App) -> PathBuf {
    app.config.data.join("lab")
}

/// Refuses a link where own results belong: it would lead out of the data folder.
fn check_own(app: &App, experiment: &Experiment) -> Result<(), ApiError> {
    let is_link =
        |path: &std::path::Path| fs::symlink_metadata(path).is_ok_and(|known| known.file_type().is_symlink());
    let folder = own(app).join(&experiment.name);
    let within = fs::read_dir(&folder).into_iter().flatten().flatten();
    if is_link(&own(app)) || is_link(&folder) || within.into_iter().any(|entry| is_link(&entry.path())) {
        return Err(ApiError::conflict(
            "link",
            "the data folder has a link where results of experiments belong; remove it first",
        ));
    }
    Ok(())
}

/// All results of an experiment, and what is wrong with one that cannot be read.
fn results(app: &App, experiment: &Experiment) -> (Vec<(Shelf, Page)>, Option<String>) {
    let (mut pages, mut problem) = (Vec::new(), None);
    for shelf in Shelf::ALL {
        match shelf.page(app, experiment) {
            Ok(page) => pages.extend(page.map(|page| (shelf, page))),
            Err(error) => problem = Some(error.sentence),
        }
    }
    (pages, problem)
}

/// What a list shows of an experiment.
fn brief(app: &App, experiment: &Experiment) -> Value {
    let (pages, problem) = results(app, experiment);
    json!({
        "name": experiment.name,
        "title": experiment.title,
        "source": experiment.source,
        "claim": experiment.claim,
        "game": game_of(experiment),
        "problem": problem,
        "run": run_of(app, experiment, pages.iter().any(|(shelf, _)| *shelf == Shelf::Own)),
        "results": pages.iter().map(|(shelf, page)| label(*shelf, page)).collect::<Value>(),
    })
}

fn label(shelf: Shelf, page: &Page) -> Value {
    json!({ "shelf": shelf.name(), "scale": page.provenance.scale, "date": page.provenance.date })
}

/// How the run of an experiment on this server stands.
fn run_of(app: &App, experiment: &Experiment, is_complete: bool) -> Value {
    let runs = app.experiments.lock();
    let run = runs.get(&experiment.name);
    let journal = own(app).join(&experiment.name).join(format!("{}.journal.jsonl", experiment.name));
    let (state, problem) = match run.map(|run| &run.state) {
        Some(RunState::Running) => ("running", None),
        Some(RunState::Failed(problem)) => ("failed", Some(problem.clone())),
        _ if is_complete => ("complete", None),
        Some(RunState::Stopped) => ("stopped", None),
        // Begun before the server was started anew.
        None if journal.is_file() => ("stopped", None),
        None => ("none", None),
    };
    let cells = run.and_then(|run| run.cells);
    let seconds = run.filter(|run| run.is_running()).map(|run| run.started.elapsed().as_secs_f64());
    json!({
        "state": state,
        "problem": problem,
        "done": cells.map(|[done, ..]| done),
        "of": cells.map(|[.., total]| total),
        "seconds": seconds,
        "left": cells.zip(seconds).and_then(|(cells, seconds)| left(cells, seconds)),
    })
}

/// Seconds that the remaining cells will take if they are like those that this run has done.
fn left([done, before, total]: [usize; 3], seconds: f64) -> Option<f64> {
    let own = done.checked_sub(before).filter(|&own| own > 0)?;
    Some(seconds / own as f64 * total.saturating_sub(done) as f64)
}

/// Everything that is shown of an experiment.
fn view(app: &App, experiment: &Experiment) -> Value {
    let mut view = brief(app, experiment);
    view["results"] = results(app, experiment).0.iter().map(|(shelf, page)| whole(*shelf, page)).collect();
    view
}

fn whole(shelf: Shelf, page: &Page) -> Value {
    let column = |(nth, column): (usize, &lab::Column)| json!({ "name": column.name, "number": page.table.is_of_numbers(nth) });
    let mut whole = label(shelf, page);
    whole["plot"] = page.plot.title.clone().into();
    whole["method"] = page.method.clone().into();
    whole["notes"] = page.notes.clone().into();
    whole["table"] = json!({
        "columns": page.table.columns.iter().enumerate().map(column).collect::<Value>(),
        "rows": page.table.shown(),
    });
    whole["provenance"] = serde_json::to_value(&page.provenance).unwrap_or_default();
    whole
}

/// Takes a place for a run, and notes that it runs.
fn admit(app: &App, experiment: &Experiment, client: Client) -> Result<(Ticket, Arc<AtomicBool>), ApiError> {
    check_own(app, experiment)?;
    if Shelf::Own.page(app, experiment)?.is_some() {
        return Err(ApiError::conflict(
            "over",
            "this experiment is complete; delete its results to run it again",
        ));
    }
    let mut runs = app.experiments.lock();
    if runs.get(&experiment.name).is_some_and(Run::is_running) {
        return Err(ApiError::conflict("running", "this experiment is running already"));
    }
    let most = app.config.limits.experiments;
    if runs.values().filter(|run| run.is_running()).count() >= most {
        return Err(ApiError::too_many("as many experiments run as are allowed; stop one first", 10));
    }
    let stop = Arc::new(AtomicBool::new(false));
    let purpose = Purpose {
        what: "experiment",
        game: game_of(experiment).unwrap_or("any game"),
        spec: experiment.name.clone(),
        // What its players take is settled by the lab; quick versions stay below what one search may have.
        memory: app.config.limits.memory_per_search,
        client: client.0,
    };
    let ticket = app.searches.begin(purpose, &stop)?;
    let run = Run { stop: Arc::clone(&stop), state: RunState::Running, started: Instant::now(), cells: None };
    runs.insert(experiment.name.clone(), run);
    Ok((ticket, stop))
}

/// Runs an experiment to its end.
fn work(app: &App, experiment: &Experiment, stop: &AtomicBool) -> Result<(), LabError> {
    let order = Order {
        conditions: Conditions { scale: Scale::Quick, seed: SEED, positions: None },
        concurrency: NonZeroUsize::MIN,
        out: &own(app),
        command: format!("quadrille lab run {} --quick --seed {SEED} --concurrency 1", experiment.name),
    };
    let observer = &mut |progress: lab::Progress| {
        if let Some(run) = app.experiments.lock().get_mut(&experiment.name) {
            let before = run.cells.map_or(progress.done, |[_, before, _]| before);
            run.cells = Some([progress.done, before, progress.total]);
        }
        app.rooms.tell(&room(experiment), News::Changed);
    };
    lab::run(experiment, &order, stop, observer).map(drop)
}

/// Why a run failed, in words that fit a page: paths of the machine and options of the command line are left out.
fn reason(error: &LabError) -> String {
    match error {
        LabError::OtherRun { .. } | LabError::Corrupt { .. } => {
            "what was begun here earlier does not belong to this run; delete it and start again".into()
        }
        LabError::Locked(_) => "another program is running this experiment in the same folder".into(),
        LabError::Io { source, .. } => format!("the results cannot be written: {source}"),
        other => other.to_string(),
    }
}

fn launch(app: &App, experiment: &'static Experiment, client: Client) -> Result<(), ApiError> {
    let (ticket, stop) = admit(app, experiment, client)?;
    let own = app.clone();
    let made = thread::Builder::new().name("experiment".into()).spawn(move || {
        let ended = catch_unwind(AssertUnwindSafe(|| work(&own, experiment, &stop)));
        // The place is free before anybody is told so.
        drop(ticket);
        let state = match ended {
            Ok(Ok(())) => None,
            Ok(Err(LabError::Stopped)) => Some(RunState::Stopped),
            Ok(Err(error)) => Some(RunState::Failed(reason(&error))),
            Err(_) => Some(RunState::Failed("the experiment crashed".into())),
        };
        let mut runs = own.experiments.lock();
        match (state, runs.get_mut(&experiment.name)) {
            (Some(state), Some(run)) => run.state = state,
            _ => drop(runs.remove(&experiment.name)),
        }
        drop(runs);
        own.rooms.tell(&room(experiment), News::Changed);
    });
    if made.is_err() {
        app.experiments.lock().remove(&experiment.name);
        return Err(ApiError::too_many("the machine has no thread left for an experiment", 2));
    }
    Ok(())
}

/// `GET /api/v1/experiments`
pub async fn list(State(app): State<App>) -> Result<Json<Value>, ApiError> {
    let list = blocking::run(move || Ok(ALL.iter().map(|experiment| brief(&app, experiment)).collect()));
    let list: Value = list.await?;
    Ok(Json(json!({ "experiments": list })))
}

/// `GET /api/v1/experiments/{name}`
pub async fn show(State(app): State<App>, Path(name): Path<String>) -> Result<Json<Value>, ApiError> {
    Ok(Json(blocking::run(move || Ok(view(&app, find(&name)?))).await?))
}

/// `POST /api/v1/experiments/{name}/run`: begins the quick version, or goes on with it.
pub async fn run(
    State(app): State<App>,
    client: Client,
    Path(name): Path<String>,
) -> Result<Response, ApiError> {
    let view = blocking::run(move || {
        let experiment = find(&name)?;
        launch(&app, experiment, client)?;
        Ok(view(&app, experiment))
    });
    Ok((StatusCode::ACCEPTED, Json(view.await?)).into_response())
}

/// `POST /api/v1/experiments/{name}/stop`: what is done is kept.
pub async fn stop(State(app): State<App>, Path(name): Path<String>) -> Result<Json<Value>, ApiError> {
    match app.experiments.lock().get(&name) {
        Some(run) if run.is_running() => run.stop.store(true, Ordering::Relaxed),
        _ => return Err(ApiError::conflict("not_running", "this experiment is not running")),
    }
    Ok(Json(json!({ "name": name })))
}

/// `DELETE /api/v1/experiments/{name}`: removes what was run here; results that were given stay.
pub async fn delete(State(app): State<App>, Path(name): Path<String>) -> Result<StatusCode, ApiError> {
    blocking::run(move || {
        let experiment = find(&name)?;
        check_own(&app, experiment)?;
        let mut runs = app.experiments.lock();
        if runs.get(&experiment.name).is_some_and(Run::is_running) {
            return Err(ApiError::conflict("running", "this experiment is running; stop it first"));
        }
        runs.remove(&experiment.name);
        match fs::remove_dir_all(own(&app).join(&experiment.name)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(ApiError::broken(format!("the results cannot be deleted: {error}")))
            }
            _ => Ok(()),
        }
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn page_of(app: App, name: String, shelf: String) -> Result<Page, ApiError> {
    blocking::run(move || {
        let missing = || ApiError::missing("this experiment has no results there");
        let shelf = Shelf::ALL.into_iter().find(|known| known.name() == shelf).ok_or_else(missing)?;
        shelf.page(&app, find(&name)?)?.ok_or_else(missing)
    })
    .await
}

/// `GET /api/v1/experiments/{name}/results/{shelf}/plot`: the plot as SVG, drawn anew from the numbers.
pub async fn plot(
    State(app): State<App>,
    Path((name, shelf)): Path<(String, String)>,
) -> Result<Response, ApiError> {
    let drawing = page_of(app, name, shelf).await?.plot.svg();
    let head = [
        (header::CONTENT_TYPE, "image/svg+xml"),
        (header::CONTENT_SECURITY_POLICY, PLOT_POLICY),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    Ok((head, drawing).into_response())
}

/// `GET /api/v1/experiments/{name}/results/{shelf}/table`: the table as CSV.
pub async fn table(
    State(app): State<App>,
    Path((name, shelf)): Path<(String, String)>,
) -> Result<Response, ApiError> {
    let page = page_of(app, name, shelf).await?;
    let file = format!("attachment; filename=\"{}.csv\"", page.name);
    let head =
        [(header::CONTENT_TYPE, "text/csv; charset=utf-8".to_string()), (header::CONTENT_DISPOSITION, file)];
    Ok((head, page.table.csv()).into_response())
}

/// `GET /api/v1/experiments/{name}/events`: how the experiment stands, whenever a cell is done.
pub async fn events(
    State(app): State<App>,
    Path(name): Path<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    let experiment = find(&name)?;
    feed::follow(app, room(experiment), "experiment", move |app| Ok(brief(app, experiment))).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_experiment_is_about_a_game_and_has_a_plain_name() {
        for experiment in ALL.iter() {
            assert!(game_of(experiment).is_some(), "{}", experiment.name);
            let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '.');
            assert!(
                experiment.name.chars().all(plain) && !experiment.name.contains(".."),
                "{}",
                experiment.name
            );
        }
    }

    #[test]
    fn the_time_that_is_left_follows_from_the_cells_of_this_run() {
        assert_eq!(left([10, 10, 30], 4.0), None, "nothing is known before the first cell");
        assert_eq!(left([20, 10, 30], 5.0), Some(5.0));
        assert_eq!(left([30, 10, 30], 5.0), Some(0.0));
    }
}
