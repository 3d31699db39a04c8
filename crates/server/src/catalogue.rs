//! What there is: games, levels, players and their settings; and what the server is doing.

use crate::{policy::Limits, state::App};
use axum::{Json, extract::State};
use players::{ALGORITHMS, GAMES, GameEntry, Kind, Level};
use serde_json::{Value, json};
use std::{fmt::Write, sync::atomic::AtomicBool};

/// The version of the interface.
pub const API_VERSION: u32 = 1;

/// `GET /api/v1/catalogue`
pub async fn catalogue(State(app): State<App>) -> Json<Value> {
    let games: Value = GAMES.iter().map(|game| entry(*game)).collect();
    let algorithms = ALGORITHMS.iter().map(|algorithm| {
        let settings = algorithm.settings.iter().map(|setting| {
            let kind = match setting.kind {
                Kind::Exact => "exact",
                Kind::Selective => "selective",
                Kind::Choice => "choice",
                Kind::Budget => "budget",
            };
            json!({ "key": setting.key, "kind": kind, "values": setting.values, "help": setting.help })
        });
        json!({ "name": algorithm.name, "help": algorithm.help, "settings": settings.collect::<Value>() })
    });
    let limits = &app.config.limits;
    Json(json!({
        "api": API_VERSION,
        "program": concat!("quadrille ", env!("CARGO_PKG_VERSION")),
        "games": games,
        "algorithms": algorithms.collect::<Value>(),
        "limits": {
            "lines": Limits::LINES,
            "threads": limits.threads,
            "memory": limits.memory_per_search,
            "searches": limits.searches_per_client,
            "seconds": limits.time.as_secs(),
            "match_games": Limits::MATCH_GAMES,
        },
    }))
}

fn entry(game: &dyn GameEntry) -> Value {
    let level = |level: &Level| json!({ "name": level.name, "help": level.help, "spec": level.spec });
    let start = |(variant, words): &(&str, &str)| json!({ "variant": variant, "words": words });
    json!({
        "name": game.name(),
        "sides": game.sides(),
        "starts": game.starts().iter().map(start).collect::<Value>(),
        "variants": game.variants(),
        "position_example": game.position_example(),
        "evaluations": game.evaluations(),
        "best": game.best(),
        "regions": has_regions(game),
        "levels": game.levels().iter().map(level).collect::<Value>(),
        "presets": game.presets().iter().map(level).collect::<Value>(),
    })
}

/// Does the game fall apart into regions? Asked of its start, by somebody who does not wait for numbers.
fn has_regions(game: &dyn GameEntry) -> bool {
    let at_once = AtomicBool::new(true);
    game.start("").is_ok_and(|start| game.regions(start.as_ref(), Default::default(), &at_once).is_some())
}

/// `GET /api/v1/status`
pub async fn status(State(app): State<App>) -> Json<Value> {
    let searches = app.searches.status();
    let mut address = String::new();
    // Writing to a String cannot fail.
    let _ = write!(address, "{}:{}", app.config.address.ip(), app.port);
    Json(json!({
        "api": API_VERSION,
        "program": concat!("quadrille ", env!("CARGO_PKG_VERSION")),
        "address": address,
        "seconds": app.started.elapsed().as_secs_f64(),
        "searches": searches,
        "watched": app.rooms.watched(),
        "matches": app.matches.running(),
        "experiments": app.experiments.running(),
    }))
}
