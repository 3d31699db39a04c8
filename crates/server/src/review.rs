//! A look back at a game: every position searched with the same small budget, so that turns can be compared.

use crate::{
    boards::Place,
    error::ApiError,
    games::{event, live},
    guard::{Client, Params},
    policy,
    searches::{Purpose, StopOnDrop},
    state::App,
    wire,
};
use axum::{
    extract::State,
    response::{Sse, sse::Event},
};
use players::{Board, Request};
use serde::Deserialize;
use serde_json::json;
use std::{
    convert::Infallible,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};
use tokio::sync::mpsc;
use tokio_stream::Stream;

/// Nodes for each position when nobody says otherwise.
const NODES: u64 = 20_000;

/// Which game, and how thoroughly.
#[derive(Deserialize)]
pub struct ReviewQuery {
    game: String,
    #[serde(default)]
    variant: String,
    position: Option<String>,
    #[serde(default)]
    turns: String,
    spec: Option<String>,
    nodes: Option<u64>,
}

/// `GET /api/v1/review`: one event for each position of the game, the first one before any turn.
pub async fn stream(
    State(app): State<App>,
    client: Client,
    Params(query): Params<ReviewQuery>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    let nodes = query.nodes.unwrap_or(NODES);
    if !(1..=100_000_000).contains(&nodes) {
        return Err(ApiError::bad(format!("'nodes={nodes}' is out of range; from 1 to 100000000")));
    }
    let spec = query.spec.unwrap_or_else(|| "alphabeta".into());
    let place =
        Place { game: query.game, variant: query.variant, position: query.position, turns: query.turns };
    let own = app.clone();
    let (boards, entry, approved) = crate::blocking::run(move || {
        let placed = place.reach()?;
        let approved = policy::approve(placed.entry, &spec, &own.config.limits)?;
        let mut board = placed.entry.at_position(&placed.start)?;
        let mut boards: Vec<Box<dyn Board>> = vec![board.copy()];
        for (word, _) in &placed.turns {
            board.play(word)?;
            boards.push(board.copy());
        }
        Ok((boards, placed.entry, approved))
    })
    .await?;
    let mut player = entry.player(&approved.spec, 1)?;
    let purpose = Purpose {
        what: "review",
        game: entry.name(),
        spec: approved.spec,
        memory: approved.memory,
        client: client.0,
    };
    let stop = Arc::new(AtomicBool::new(false));
    let ticket = app.searches.begin(purpose, &stop)?;
    let (out, receiver) = mpsc::channel(8);
    let flag = Arc::clone(&stop);
    let total = boards.len();
    let searching = thread::Builder::new().name("review".into()).spawn(move || {
        let limits = players::Limits { nodes: Some(nodes), ..players::Limits::default() };
        let work = AssertUnwindSafe(|| {
            for (ply, board) in boards.iter().enumerate() {
                let mut news = json!({ "ply": ply, "of": total, "outcome": wire::outcome(board.as_ref()) });
                if board.outcome().is_none() {
                    let request = Request { limits, lines: 1, stop: &flag };
                    let thought = player.choose(board.as_ref(), request, &mut |_| ());
                    news["thought"] = wire::thought(board.as_ref(), &thought);
                }
                // A watcher that has gone needs no more.
                if flag.load(Ordering::Relaxed) || out.blocking_send(Ok(event("position", &news))).is_err() {
                    return;
                }
            }
            let _ = out.blocking_send(Ok(event("done", &json!({ "of": total }))));
        });
        if catch_unwind(work).is_err() {
            let news = json!({ "sentence": "the engine crashed; ask for the review again" });
            let _ = out.blocking_send(Ok(event("failed", &news)));
        }
        drop(ticket);
    });
    if searching.is_err() {
        return Err(ApiError::too_many("the machine has no thread left for a search", 2));
    }
    // The guard travels with a relay that ends when the watcher leaves.
    let (relayed, last) = mpsc::channel(8);
    tokio::spawn(relay(app, receiver, relayed, StopOnDrop(stop)));
    Ok(live(last))
}

async fn relay(
    app: App,
    mut news: mpsc::Receiver<Result<Event, Infallible>>,
    out: mpsc::Sender<Result<Event, Infallible>>,
    _stop: StopOnDrop,
) {
    let mut closing = app.closing.clone();
    loop {
        let next = tokio::select! {
            next = news.recv() => next,
            () = out.closed() => return,
            _ = closing.wait_for(|closing| *closing) => return,
        };
        let Some(next) = next else { return };
        if out.send(next).await.is_err() {
            return;
        }
    }
}
