//! Quick runs of experiments in the background: started, followed, stopped, resumed. Writes only below the data folder.

use super::results::{Source, check_own, game_of, own_folder};
use crate::{
    blocking,
    error::{ApiError, ApiResult},
    guard::Client,
    searches::{Permit, Purpose},
    state::App,
    updates::Update,
};
use lab::{Conditions, Experiment, LabError, RunConfig, Scale};
use players::Games;
use serde_json::{Value, json};
use std::{
    collections::HashMap,
    num::NonZeroUsize,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Instant,
};

/// The seed of every run, as on the command line.
const SEED: u64 = 1;

/// The experiments of this server and their runs. A run that failed or was stopped stays until the experiment is run again.
pub struct Experiments {
    /// Every experiment on the games that are served.
    pub all: &'static [Experiment],
    runs: Mutex<HashMap<String, Run>>,
}

struct Run {
    stop: Arc<AtomicBool>,
    state: RunState,
    started: Instant,
    /// Cells that are done, those that were done before this run, and all; unknown at first.
    cells: Option<[usize; 3]>,
}

enum RunState {
    Running,
    Stopped,
    Failed(String),
}

impl Experiments {
    /// The experiments on these games. Their list lives as long as the program.
    pub fn new(games: Games) -> Experiments {
        Experiments { all: lab::all(games).leak(), runs: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Run>> {
        self.runs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many experiments are running.
    pub fn running(&self) -> usize {
        self.lock().values().filter(|run| run.is_running()).count()
    }

    /// Stops a run; what is done is kept.
    pub fn stop(&self, name: &str) -> ApiResult<()> {
        match self.lock().get(name) {
            Some(run) if run.is_running() => {
                run.stop.store(true, Ordering::Relaxed);
                Ok(())
            }
            _ => Err(ApiError::conflict("not_running", "this experiment is not running")),
        }
    }
}

impl Run {
    fn is_running(&self) -> bool {
        matches!(self.state, RunState::Running)
    }
}

/// The topic of updates about an experiment.
pub fn topic(experiment: &Experiment) -> String {
    format!("experiment {}", experiment.name)
}

/// The state of an experiment's run on this server.
pub fn state(app: &App, experiment: &Experiment, is_complete: bool) -> Value {
    let runs = app.experiments.lock();
    let run = runs.get(&experiment.name);
    let journal = own_folder(app).join(&experiment.name).join(format!("{}.journal.jsonl", experiment.name));
    let (state, problem) = match run.map(|run| &run.state) {
        Some(RunState::Running) => ("running", None),
        Some(RunState::Failed(problem)) => ("failed", Some(problem.clone())),
        _ if is_complete => ("complete", None),
        Some(RunState::Stopped) => ("stopped", None),
        // Started before the server was restarted.
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
        "left": cells.zip(seconds).and_then(|(cells, seconds)| seconds_left(cells, seconds)),
    })
}

/// Seconds that the remaining cells will take, judging by the cells of this run.
fn seconds_left([done, before, total]: [usize; 3], seconds: f64) -> Option<f64> {
    let own = done.checked_sub(before).filter(|&own| own > 0)?;
    Some(seconds / own as f64 * total.saturating_sub(done) as f64)
}

/// Registers a run within the limits.
fn admit(app: &App, experiment: &Experiment, client: Client) -> ApiResult<(Permit, Arc<AtomicBool>)> {
    if Source::Own.page(app, experiment)?.is_some() {
        let sentence = "this experiment is complete; delete its results to run it again";
        return Err(ApiError::conflict("over", sentence));
    }
    let mut runs = app.experiments.lock();
    if runs.get(&experiment.name).is_some_and(Run::is_running) {
        return Err(ApiError::conflict("running", "this experiment is already running"));
    }
    let most = app.config.limits.experiments;
    if runs.values().filter(|run| run.is_running()).count() >= most {
        return Err(ApiError::too_many("no more experiments may run at the same time; stop one first", 10));
    }
    let stop = Arc::new(AtomicBool::new(false));
    // The lab decides how much its players take; quick versions stay within the limit of one search.
    let memory = app.config.limits.memory_per_search;
    let game = game_of(app.config.games, experiment).unwrap_or("any game");
    let permit =
        app.searches.begin(Purpose::new("experiment", game, &experiment.name, memory, client), &stop)?;
    let run = Run { stop: Arc::clone(&stop), state: RunState::Running, started: Instant::now(), cells: None };
    runs.insert(experiment.name.clone(), run);
    Ok((permit, stop))
}

/// Runs an experiment to its end.
fn work(app: &App, experiment: &Experiment, stop: &AtomicBool) -> Result<(), LabError> {
    let config = RunConfig {
        conditions: Conditions { scale: Scale::Quick, seed: SEED, positions: None },
        concurrency: NonZeroUsize::MIN,
        out: &own_folder(app),
        command: format!("quadrille lab run {} --quick --seed {SEED} --concurrency 1", experiment.name),
    };
    let observer = &mut |progress: lab::Progress| {
        if let Some(run) = app.experiments.lock().get_mut(&experiment.name) {
            let before = run.cells.map_or(progress.done, |[_, before, _]| before);
            run.cells = Some([progress.done, before, progress.total]);
        }
        app.updates.publish(&topic(experiment), || Update::Changed);
    };
    lab::run(experiment, &config, stop, observer).map(drop)
}

/// Why a run failed, without paths of the machine and options of the command line.
fn problem(error: &LabError) -> String {
    match error {
        LabError::OtherRun { .. } | LabError::Corrupt { .. } => {
            "an earlier run left other results here; delete them and start again".into()
        }
        LabError::Locked(_) => "another program is running this experiment in the same folder".into(),
        LabError::Io { source, .. } => format!("the results cannot be written: {source}"),
        other => other.to_string(),
    }
}

/// Starts or resumes the quick version of an experiment.
pub fn start(app: &App, experiment: &'static Experiment, client: Client) -> ApiResult<()> {
    let (permit, stop) = admit(app, experiment, client)?;
    let own = app.clone();
    let started = blocking::spawn("experiment", move || {
        let ended = catch_unwind(AssertUnwindSafe(|| work(&own, experiment, &stop)));
        // The permit is returned before the clients are told.
        drop(permit);
        let state = match ended {
            Ok(Ok(())) => None,
            Ok(Err(LabError::Stopped)) => Some(RunState::Stopped),
            Ok(Err(error)) => Some(RunState::Failed(problem(&error))),
            Err(_) => Some(RunState::Failed("the experiment crashed".into())),
        };
        let mut runs = own.experiments.lock();
        match (state, runs.get_mut(&experiment.name)) {
            (Some(state), Some(run)) => run.state = state,
            _ => drop(runs.remove(&experiment.name)),
        }
        drop(runs);
        own.updates.publish(&topic(experiment), || Update::Changed);
    });
    started.inspect_err(|_| drop(app.experiments.lock().remove(&experiment.name)))
}

/// Deletes the results of runs on this server.
pub fn delete(app: &App, experiment: &Experiment) -> ApiResult<()> {
    check_own(app, experiment)?;
    let mut runs = app.experiments.lock();
    if runs.get(&experiment.name).is_some_and(Run::is_running) {
        return Err(ApiError::conflict("running", "this experiment is running; stop it first"));
    }
    runs.remove(&experiment.name);
    match std::fs::remove_dir_all(own_folder(app).join(&experiment.name)) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(ApiError::internal(format!("the results cannot be deleted: {error}")))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_that_is_left_follows_from_the_cells_of_this_run() {
        assert_eq!(seconds_left([10, 10, 30], 4.0), None, "nothing is known before the first cell");
        assert_eq!(seconds_left([20, 10, 30], 5.0), Some(5.0));
        assert_eq!(seconds_left([30, 10, 30], 5.0), Some(0.0));
    }
}
