//! Live analysis: one search for one client, stopped when the client leaves.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::{
    blocking,
    boards::PositionQuery,
    error::{ApiError, ApiResult},
    guard::{Client, Params, in_range},
    policy::{self, Limits},
    searches::{Purpose, StopOnDrop},
    sse::Events,
    state::App,
    wire,
};
use axum::{extract::State, response::Response};
use players::{Request, SearchInfo, TimeLimit};
use serde::Deserialize;
use serde_json::{Value, json};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};
use tokio::sync::watch;

/// The shortest time between two reports to the client.
const INTERVAL: Duration = Duration::from_millis(60);

/// The time between two node counts while there is nothing to report.
const TICK: Duration = Duration::from_millis(200);

/// What to analyse, and how.
#[derive(Deserialize)]
pub struct AnalysisQuery {
    #[serde(flatten)]
    position: PositionQuery,
    /// The player that analyses.
    spec: Option<String>,
    lines: Option<usize>,
    ms: Option<u64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    /// Repeated in every event, so that the client can tell which position it is about.
    #[serde(default)]
    node: String,
}

impl AnalysisQuery {
    fn limits(&self, most: Duration) -> ApiResult<players::Limits> {
        let longest = most.as_millis() as u64;
        let ms = in_range("ms", self.ms, 1..=longest)?.unwrap_or(longest);
        Ok(players::Limits {
            depth: in_range("depth", self.depth, 1..=200)?,
            nodes: in_range("nodes", self.nodes, 1..=1_000_000_000_000)?,
            time: Some(TimeLimit::exactly(Duration::from_millis(ms))),
        })
    }
}

/// The state of a search, as the client is told next.
#[derive(Clone)]
enum Progress {
    Started,
    Line(Arc<Value>),
    Done(Arc<Value>),
    Failed,
}

/// `GET /api/v1/analysis`
pub async fn stream(
    State(app): State<App>,
    client: Client,
    Params(query): Params<AnalysisQuery>,
) -> ApiResult<Response> {
    let lines = in_range("lines", query.lines, 1..=Limits::LINES)?.unwrap_or(1);
    let limits = query.limits(app.config.limits.time)?;
    if query.node.len() > 64 {
        return Err(ApiError::bad("'node' has at most 64 characters"));
    }
    let own = app.clone();
    let (reached, spec) = blocking::run(move || {
        let reached = query.position.reach(own.config.games)?;
        if reached.board.outcome().is_some() {
            return Err(ApiError::conflict("over", "the game is over in this position"));
        }
        let spec = query.spec.as_deref().unwrap_or("best");
        let spec = policy::approve(reached.entry, spec, &own.config.limits)?;
        Ok((reached, spec))
    })
    .await?;
    let (events, response) = Events::open(&app, client)?;
    let mut player = spec.build(1)?;
    let board = reached.board;
    let hello = json!({ "node": query.node, "player": spec.to_string(), "position": board.position_text() });
    let stop = Arc::new(AtomicBool::new(false));
    let permit =
        app.searches.begin(Purpose::of_player("analysis", reached.entry.name(), &spec, client), &stop)?;
    let counter = Arc::new(AtomicU64::new(0));
    player.count_in(Arc::clone(&counter));
    let (sender, progress) = watch::channel(Progress::Started);
    let flag = Arc::clone(&stop);
    blocking::spawn("analysis", move || {
        let observer = &mut |info: &SearchInfo| {
            let _ = sender.send(Progress::Line(Arc::new(wire::info(board.as_ref(), info))));
        };
        let request = Request { multipv: lines, ..Request::new(limits, &flag) };
        let answer = catch_unwind(AssertUnwindSafe(|| player.choose_turn(board.as_ref(), request, observer)));
        let last = match answer {
            Ok(info) => Progress::Done(Arc::new(wire::info(board.as_ref(), &info))),
            Err(_) => Progress::Failed,
        };
        // The permit is returned before the client is told.
        drop((player, permit));
        let _ = sender.send(last);
    })?;
    tokio::spawn(relay(app, query.node, hello, progress, counter, events, StopOnDrop(stop)));
    Ok(response)
}

/// Passes progress on to the client; stops the search when it ends.
async fn relay(
    app: App,
    node: String,
    hello: Value,
    mut progress: watch::Receiver<Progress>,
    counter: Arc<AtomicU64>,
    events: Events,
    _stop: StopOnDrop,
) {
    let started = Instant::now();
    let mut open = events.send("hello", &hello).await;
    while open {
        let changed = tokio::select! {
            changed = tokio::time::timeout(TICK, progress.changed()) => changed,
            () = events.closed(&app) => return,
        };
        let latest = match changed {
            Err(_) => {
                // A deep search reports seconds apart; its node count shows that it is alive.
                let (ms, nodes) = (started.elapsed().as_millis() as u64, counter.load(Ordering::Relaxed));
                let nps = nodes * 1000 / ms.max(1);
                let tick = json!({ "node": node, "ms": ms, "nodes": nodes, "nps": nps });
                open = events.send("tick", &tick).await;
                continue;
            }
            Ok(Err(_)) => Progress::Failed,
            Ok(Ok(())) => progress.borrow_and_update().clone(),
        };
        let (name, value) = match latest {
            Progress::Started => continue,
            Progress::Line(info) => ("line", json!({ "node": node, "thought": *info })),
            Progress::Done(info) => ("done", json!({ "node": node, "thought": *info })),
            Progress::Failed => {
                let sentence = "the engine crashed; start the analysis again, or choose another player";
                ("failed", json!({ "node": node, "sentence": sentence }))
            }
        };
        open = events.send(name, &value).await && name == "line";
        tokio::time::sleep(INTERVAL).await;
    }
}
