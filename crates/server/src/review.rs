//! Review of a game: every position searched with the same small budget, so that turns can be compared.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::{
    blocking,
    boards::PositionQuery,
    error::ApiResult,
    guard::{Client, Params, in_range},
    policy,
    searches::{Purpose, StopOnDrop},
    sse::Events,
    state::App,
    wire,
};
use axum::{extract::State, response::Response};
use players::{Board, Player, Request};
use serde::Deserialize;
use serde_json::json;
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};
use tokio::sync::oneshot;

/// Nodes for each position by default.
const NODES: u64 = 20_000;

/// Which game, and how thoroughly.
#[derive(Deserialize)]
pub struct ReviewQuery {
    #[serde(flatten)]
    position: PositionQuery,
    spec: Option<String>,
    nodes: Option<u64>,
}

/// `GET /api/v1/review`: one event for each position of the game, the first one before any turn.
pub async fn stream(
    State(app): State<App>,
    client: Client,
    Params(query): Params<ReviewQuery>,
) -> ApiResult<Response> {
    let nodes = in_range("nodes", query.nodes, 1..=100_000_000)?.unwrap_or(NODES);
    let own = app.clone();
    let (boards, entry, spec) = blocking::run(move || {
        let reached = query.position.reach(own.config.games)?;
        let spec = query.spec.as_deref().unwrap_or("alphabeta");
        let spec = policy::approve(reached.entry, spec, &own.config.limits)?;
        let mut board = reached.entry.at_position(&reached.start)?;
        let mut boards: Vec<Box<dyn Board>> = vec![board.copy()];
        for (word, _) in &reached.turns {
            board.play(word)?;
            boards.push(board.copy());
        }
        Ok((boards, reached.entry, spec))
    })
    .await?;
    let mut player = spec.build(1)?;
    let stop = Arc::new(AtomicBool::new(false));
    let permit = app.searches.begin(Purpose::of_player("review", entry.name(), &spec, client), &stop)?;
    let (events, response) = Events::open(&app, client)?;
    let (client_side, flag) = (events.clone(), Arc::clone(&stop));
    let (finished, ended) = oneshot::channel::<()>();
    blocking::spawn("review", move || {
        let work = AssertUnwindSafe(|| search_all(player.as_mut(), &boards, nodes, &flag, &events));
        if catch_unwind(work).is_err() {
            let sentence = "the engine crashed; start the review again";
            events.blocking_send("failed", &json!({ "sentence": sentence }));
        }
        drop((permit, finished));
    })?;
    tokio::spawn(async move {
        let _stop = StopOnDrop(stop);
        tokio::select! {
            () = client_side.closed(&app) => (),
            _ = ended => (),
        }
    });
    Ok(response)
}

/// Searches every board and sends what is found, until the client has gone.
fn search_all(
    player: &mut dyn Player,
    boards: &[Box<dyn Board>],
    nodes: u64,
    stop: &AtomicBool,
    events: &Events,
) {
    let total = boards.len();
    let limits = players::Limits { nodes: Some(nodes), ..players::Limits::default() };
    for (ply, board) in boards.iter().enumerate() {
        let mut found = json!({ "ply": ply, "of": total, "outcome": wire::outcome(board.as_ref()) });
        if board.outcome().is_none() {
            let request = Request::new(limits, stop);
            let info = player.choose_turn(board.as_ref(), request, &mut |_| ());
            wire::merge(&mut found, json!({ "thought": wire::info(board.as_ref(), &info) }));
        }
        if stop.load(Ordering::Relaxed) || !events.blocking_send("position", &found) {
            return;
        }
    }
    events.blocking_send("done", &json!({ "of": total }));
}
