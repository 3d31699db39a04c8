//! The independent regions of a board with their exact means, temperatures and thermographs, within a time limit.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::{
    blocking,
    boards::PositionQuery,
    error::ApiResult,
    guard::{Client, Params, in_range},
    searches::{self, Purpose},
    state::App,
};
use axum::extract::State;
use cgt::{Dyadic, Thermograph, thermograph::Corner};
use game::Holder;
use players::{BoardRegion, BoardRegions, TimeLimit};
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;

/// Default time limit, in milliseconds.
const DEFAULT_MS: u64 = 1500;
/// Longest time limit, in milliseconds.
const LONGEST_MS: u64 = 30_000;
/// Most memory that exact values use within that time, in bytes.
const MEMORY: u64 = 256 << 20;

/// Which board, and how long to compute.
#[derive(Deserialize)]
pub struct RegionsQuery {
    #[serde(flatten)]
    position: PositionQuery,
    ms: Option<u64>,
}

/// `GET /api/v1/regions`: `null` where a game has no regions, and in the middle of a turn.
pub async fn regions(
    State(app): State<App>,
    client: Client,
    Params(query): Params<RegionsQuery>,
) -> ApiResult {
    let ms = in_range("ms", query.ms, 1..=LONGEST_MS)?.unwrap_or(DEFAULT_MS);
    let games = app.config.games;
    let reached = blocking::run(move || query.position.reach(games)).await?;
    let purpose = Purpose::new("regions", reached.entry.name(), "exact values", MEMORY, client);
    searches::compute(app, purpose, move |stop| {
        let time = Some(TimeLimit::exactly(Duration::from_millis(ms)));
        let limits = players::Limits { time, ..players::Limits::default() };
        let found = reached.entry.regions(reached.board.as_ref(), limits, stop);
        Ok(found.map_or(Value::Null, |found| whole(&found, reached.board.sides())))
    })
    .await
}

fn whole(found: &BoardRegions, sides: [&str; 2]) -> Value {
    json!({
        "left": found.left.index(),
        "sides": sides,
        "nodes": found.nodes,
        "regions": found.regions.iter().map(region).collect::<Value>(),
    })
}

fn region(region: &BoardRegion) -> Value {
    let holder = match region.holder {
        Holder::Neither => json!("nobody"),
        Holder::One(side) => json!(side.index()),
        Holder::Both => json!("both"),
    };
    json!({
        "squares": region.squares,
        "empty": region.empty,
        "position": region.position,
        "holder": holder,
        "turns": region.turns.map(|span| [span.least, span.most]),
        "graph": region.graph.as_ref().map(graph),
        "hottest": region.hottest,
    })
}

/// A thermograph: mean and temperature as fractions and numbers, walls as corners `[temperature, value]`.
pub fn graph(graph: &Thermograph) -> Value {
    let exact = |number: Dyadic| json!({ "text": number.to_string(), "number": number.to_f64() });
    let wall = |corners: &[Corner]| -> Value {
        corners.iter().map(|c| json!([c.temperature.to_f64(), c.value.to_f64()])).collect()
    };
    json!({
        "mean": exact(graph.mean()),
        "temperature": exact(graph.temperature()),
        "left": wall(graph.left_wall()),
        "right": wall(graph.right_wall()),
    })
}
