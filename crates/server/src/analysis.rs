//! Live analysis: one search for one watcher, which ends when the watcher leaves.

use crate::{
    error::ApiError,
    games::{event, live},
    guard::{Client, Params},
    policy,
    policy::Limits,
    searches::{Purpose, StopOnDrop},
    state::App,
    wire,
};
use axum::{
    extract::State,
    response::{Sse, sse::Event},
};
use players::{Request, Thought, TimeLimit};
use serde::Deserialize;
use serde_json::{Value, json};
use std::{
    convert::Infallible,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};
use tokio::sync::{mpsc, watch};
use tokio_stream::Stream;

/// Lines reach the watcher no more often than this.
const GAP: Duration = Duration::from_millis(60);

/// The clock of the search reaches the watcher this often when there is no line.
const TICK: Duration = Duration::from_millis(200);

/// What to analyse, and how.
#[derive(Deserialize)]
pub struct AnalysisQuery {
    game: String,
    #[serde(default)]
    variant: String,
    position: Option<String>,
    #[serde(default)]
    turns: String,
    /// Who analyses.
    spec: Option<String>,
    lines: Option<usize>,
    ms: Option<u64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    /// Comes back in every event, so that lines of another position are never taken for those of this one.
    #[serde(default)]
    node: String,
}

fn in_range<T: PartialOrd + std::fmt::Display>(
    name: &str,
    value: Option<T>,
    least: T,
    most: T,
) -> Result<Option<T>, ApiError> {
    match value {
        Some(value) if value < least || value > most => {
            Err(ApiError::bad(format!("'{name}={value}' is out of range; from {least} to {most}")))
        }
        value => Ok(value),
    }
}

impl AnalysisQuery {
    fn limits(&self, most: Duration) -> Result<players::Limits, ApiError> {
        let longest = most.as_millis() as u64;
        let ms = in_range("ms", self.ms, 1, longest)?.unwrap_or(longest);
        Ok(players::Limits {
            depth: in_range("depth", self.depth, 1, 200)?,
            nodes: in_range("nodes", self.nodes, 1, 1_000_000_000_000)?,
            time: Some(TimeLimit::exactly(Duration::from_millis(ms))),
        })
    }
}

/// What the watcher sees next.
#[derive(Clone)]
enum Sight {
    Nothing,
    Line(Arc<Value>),
    Done(Arc<Value>),
    Failed,
}

/// `GET /api/v1/analysis`
pub async fn stream(
    State(app): State<App>,
    client: Client,
    Params(query): Params<AnalysisQuery>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    let lines = in_range("lines", query.lines, 1, Limits::LINES)?.unwrap_or(1);
    let limits = query.limits(app.config.limits.time)?;
    if query.node.len() > 64 {
        return Err(ApiError::bad("'node' has at most 64 characters"));
    }
    let place = crate::boards::Place {
        game: query.game,
        variant: query.variant,
        position: query.position,
        turns: query.turns,
    };
    let spec = query.spec.unwrap_or_else(|| "best".into());
    let own = app.clone();
    let (placed, approved) = crate::blocking::run(move || {
        let placed = place.reach()?;
        if placed.board.outcome().is_some() {
            return Err(ApiError::conflict("over", "the game is over here: there is no turn to look for"));
        }
        let approved = policy::approve(placed.entry, &spec, &own.config.limits)?;
        Ok((placed, approved))
    })
    .await?;
    let mut player = placed.entry.player(&approved.spec, 1)?;
    let canonical = player.spec().to_string();
    let purpose = Purpose {
        what: "analysis",
        game: placed.entry.name(),
        spec: approved.spec.clone(),
        memory: approved.memory,
        client: client.0,
    };
    let stop = Arc::new(AtomicBool::new(false));
    let ticket = app.searches.begin(purpose, &stop)?;
    let counter = Arc::new(AtomicU64::new(0));
    player.count_in(Arc::clone(&counter));
    let (sender, sights) = watch::channel(Sight::Nothing);
    let board = placed.board;
    let hello = json!({ "node": query.node, "player": canonical, "position": board.position_text() });
    let flag = Arc::clone(&stop);
    let searching = thread::Builder::new().name("analysis".into()).spawn(move || {
        let observer = &mut |thought: &Thought| {
            let _ = sender.send(Sight::Line(Arc::new(wire::thought(board.as_ref(), thought))));
        };
        let request = Request { limits, lines, stop: &flag };
        let answer = catch_unwind(AssertUnwindSafe(|| player.choose(board.as_ref(), request, observer)));
        let last = match answer {
            Ok(thought) => Sight::Done(Arc::new(wire::thought(board.as_ref(), &thought))),
            Err(_) => Sight::Failed,
        };
        // The place is free before the watcher is told so.
        drop((player, ticket));
        let _ = sender.send(last);
    });
    if searching.is_err() {
        return Err(ApiError::too_many("the machine has no thread left for a search", 2));
    }
    let (out, receiver) = mpsc::channel(4);
    tokio::spawn(relay(app, query.node, hello, sights, counter, out, StopOnDrop(stop)));
    Ok(live(receiver))
}

/// Passes on what the search shows, not more often than a person can read; its end raises the search's flag.
async fn relay(
    app: App,
    node: String,
    hello: Value,
    mut sights: watch::Receiver<Sight>,
    counter: Arc<AtomicU64>,
    out: mpsc::Sender<Result<Event, Infallible>>,
    _stop: StopOnDrop,
) {
    let started = Instant::now();
    let mut closing = app.closing.clone();
    let send = async |name: &str, value: &Value| out.send(Ok(event(name, value))).await.is_ok();
    if !send("hello", &hello).await {
        return;
    }
    loop {
        let changed = tokio::select! {
            changed = tokio::time::timeout(TICK, sights.changed()) => changed,
            () = out.closed() => return,
            _ = closing.wait_for(|closing| *closing) => return,
        };
        let sight = match changed {
            Err(_) => {
                // Between two lines of a deep search there are seconds; how far it is can be seen meanwhile.
                let (ms, nodes) = (started.elapsed().as_millis() as u64, counter.load(Ordering::Relaxed));
                let clock =
                    json!({ "node": node, "ms": ms, "nodes": nodes, "nps": nodes * 1000 / ms.max(1) });
                if !send("tick", &clock).await {
                    return;
                }
                continue;
            }
            Ok(Err(_)) => Sight::Failed,
            Ok(Ok(())) => sights.borrow_and_update().clone(),
        };
        let going = match sight {
            Sight::Nothing => true,
            Sight::Line(thought) => send("line", &json!({ "node": node, "thought": *thought })).await,
            Sight::Done(thought) => {
                send("done", &json!({ "node": node, "thought": *thought })).await;
                false
            }
            Sight::Failed => {
                let sentence = "the engine crashed; switch the analysis on again, or choose another player";
                send("failed", &json!({ "node": node, "sentence": sentence })).await;
                false
            }
        };
        if !going {
            return;
        }
        tokio::time::sleep(GAP).await;
    }
}
