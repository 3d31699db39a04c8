//! The catalogue of games, levels and players, and the status of the server.

use crate::{policy::Limits, state::App};
use axum::{Json, extract::State};
use players::{ALGORITHMS, GameInfo, Kind, Level};
use serde_json::{Value, json};

/// The version of the API.
pub const API_VERSION: u32 = 1;

/// `GET /api/v1/catalogue`
pub async fn catalogue(State(app): State<App>) -> Json<Value> {
    let games: Value = app.config.games.iter().map(|game| entry(game.info())).collect();
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
        "club": app.0.club.is_some(),
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

fn entry(game: GameInfo) -> Value {
    let level = |level: &Level| json!({ "name": level.name, "help": level.help, "spec": level.spec });
    let start = |(variant, words): &(&str, &str)| json!({ "variant": variant, "words": words });
    json!({
        "name": game.name,
        "sides": game.sides,
        "starts": game.starts.iter().map(start).collect::<Value>(),
        "variants": game.variants,
        "position_example": game.position_example,
        "evaluations": game.evaluations,
        "best": game.best,
        "regions": game.has_regions,
        "levels": game.levels.iter().map(level).collect::<Value>(),
        "presets": game.presets.iter().map(level).collect::<Value>(),
    })
}

/// `GET /api/v1/status`
pub async fn status(State(app): State<App>) -> Json<Value> {
    Json(json!({
        "api": API_VERSION,
        "program": concat!("quadrille ", env!("CARGO_PKG_VERSION")),
        "address": format!("{}:{}", app.config.address.ip(), app.port),
        "seconds": app.started.elapsed().as_secs_f64(),
        "searches": app.searches.status(),
        "players": app.searches.player_status(),
        "replays": app.recent_games.replays(),
        "watched": app.updates.followed(),
        "connections": app.connections.count(),
        "matches": app.matches.running(),
        "experiments": app.experiments.running(),
    }))
}
