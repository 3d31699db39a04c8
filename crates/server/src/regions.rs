//! The independent regions of a board, each with its exact mean, temperature and thermograph, as far as a short search goes.

use crate::{
    boards::Place,
    error::ApiError,
    guard::{Client, Params},
    searches::{Purpose, StopOnDrop},
    state::App,
};
use axum::{Json, extract::State};
use cgt::{Dyadic, Thermograph, thermograph::Corner};
use game::Holder;
use players::{BoardRegion, BoardRegions, TimeLimit};
use serde::Deserialize;
use serde_json::{Value, json};
use std::{
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

/// How long to think when nobody says otherwise.
const USUAL: u64 = 1500;
/// The longest that may be asked for.
const LONGEST: u64 = 30_000;
/// What exact values of regions take at the most within that time.
const MEMORY: u64 = 256 << 20;

/// Which board, and how long to think.
#[derive(Deserialize)]
pub struct RegionsQuery {
    game: String,
    #[serde(default)]
    variant: String,
    position: Option<String>,
    #[serde(default)]
    turns: String,
    ms: Option<u64>,
}

/// `GET /api/v1/regions`: `null` where a game has no regions, and in the middle of a turn.
pub async fn regions(
    State(app): State<App>,
    client: Client,
    Params(query): Params<RegionsQuery>,
) -> Result<Json<Value>, ApiError> {
    let ms = query.ms.unwrap_or(USUAL);
    if !(1..=LONGEST).contains(&ms) {
        return Err(ApiError::bad(format!("'ms={ms}' is out of range; from 1 to {LONGEST}")));
    }
    let place =
        Place { game: query.game, variant: query.variant, position: query.position, turns: query.turns };
    let stop = Arc::new(AtomicBool::new(false));
    // Whoever does not wait for the answer drops this, and the search ends.
    let _guard = StopOnDrop(Arc::clone(&stop));
    let view = crate::blocking::run(move || {
        let placed = place.reach()?;
        let purpose = Purpose {
            what: "regions",
            game: placed.entry.name(),
            spec: "exact values".into(),
            memory: MEMORY,
            client: client.0,
        };
        let _ticket = app.searches.begin(purpose, &stop)?;
        let limits = players::Limits {
            time: Some(TimeLimit::exactly(Duration::from_millis(ms))),
            ..players::Limits::default()
        };
        let found = placed.entry.regions(placed.board.as_ref(), limits, &stop);
        Ok(found.map_or(Value::Null, |found| whole(&found, placed.board.sides())))
    });
    Ok(Json(view.await?))
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
        Holder::Nobody => json!("nobody"),
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

/// A thermograph: exact numbers as fractions for people, and corners as `[temperature, value]` for whoever draws it.
pub fn graph(graph: &Thermograph) -> Value {
    let exact = |number: Dyadic| json!({ "text": number.to_string(), "number": number.approximate() });
    let wall = |corners: &[Corner]| -> Value {
        corners.iter().map(|c| json!([c.temperature.approximate(), c.value.approximate()])).collect()
    };
    json!({
        "mean": exact(graph.mean()),
        "temperature": exact(graph.temperature()),
        "left": wall(graph.left_wall()),
        "right": wall(graph.right_wall()),
    })
}
