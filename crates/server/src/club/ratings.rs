//! Ratings: Glicko-2, one for each member and game, changed after every rated game; the graph and the leaderboard.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use super::{
    account::PROVISIONAL,
    members,
    play::{ClubGame, NO_RESULT},
};
use crate::{blocking, error::ApiResult, guard::Params, state::App};
use axum::extract::{Path, State};
use rusqlite::{Connection, OptionalExtension, params};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use skillratings::{
    Outcomes,
    glicko2::{Glicko2Config, Glicko2Rating, glicko2},
};

/// The rating of a member in a game; that of a newcomer if it has played none.
pub fn of_member(connection: &Connection, member: i64, game: &str) -> ApiResult<Glicko2Rating> {
    let sql = "SELECT rating, deviation, volatility FROM ratings WHERE member = ?1 AND game = ?2";
    let mut statement = connection.prepare_cached(sql)?;
    let found = statement.query_row(params![member, game], |row| {
        Ok(Glicko2Rating { rating: row.get(0)?, deviation: row.get(1)?, volatility: row.get(2)? })
    });
    Ok(found.optional()?.unwrap_or_default())
}

/// Rates a finished game within a transaction.
pub fn rate(connection: &Connection, game: &ClubGame, result: &str, now: u64) -> ApiResult<()> {
    let outcome = match result {
        "1-0" => Outcomes::WIN,
        "0-1" => Outcomes::LOSS,
        NO_RESULT => return Ok(()),
        _ => Outcomes::DRAW,
    };
    let before = [
        of_member(connection, game.first.member, &game.game)?,
        of_member(connection, game.second.member, &game.game)?,
    ];
    let [first, second] = &before;
    let after = glicko2(first, second, &outcome, &Glicko2Config::new());
    let of_first = match outcome {
        Outcomes::WIN => (1, 0, 0),
        Outcomes::DRAW => (0, 1, 0),
        Outcomes::LOSS => (0, 0, 1),
    };
    let of_second = (of_first.2, of_first.1, of_first.0);
    for (member, new, (wins, draws, losses)) in
        [(game.first.member, after.0, of_first), (game.second.member, after.1, of_second)]
    {
        connection.execute(
            "INSERT INTO ratings VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT (member, game) DO UPDATE SET \
             rating = ?3, deviation = ?4, volatility = ?5, wins = wins + ?6, draws = draws + ?7, losses = losses + ?8, \
             updated = ?9",
            params![
                member,
                game.game,
                new.rating,
                new.deviation,
                new.volatility,
                wins,
                draws,
                losses,
                now as i64
            ],
        )?;
        connection.execute(
            "INSERT INTO rating_history VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            params![member, game.game, game.id, now as i64, new.rating, new.deviation],
        )?;
    }
    Ok(())
}

/// How the ratings of a member have changed, by game.
pub fn history(connection: &Connection, member: i64) -> ApiResult<Value> {
    let sql = "SELECT game, at, rating, deviation, game_id FROM rating_history WHERE member = ?1 ORDER BY at, game_id";
    let mut statement = connection.prepare_cached(sql)?;
    let rows = statement.query_map([member], |row| {
        Ok((
            row.get::<_, String>(0)?,
            json!({
                "at": row.get::<_, i64>(1)?, "rating": row.get::<_, f64>(2)?,
                "deviation": row.get::<_, f64>(3)?, "game_id": row.get::<_, String>(4)?,
            }),
        ))
    })?;
    let mut by_game = Map::new();
    for row in rows {
        let (game, point) = row?;
        if let Value::Array(points) = by_game.entry(game).or_insert_with(|| json!([])) {
            points.push(point);
        }
    }
    Ok(Value::Object(by_game))
}

/// `GET /api/v1/members/{name}/ratings`
pub async fn graph(State(app): State<App>, Path(name): Path<String>) -> ApiResult {
    app.club()?;
    blocking::json(move || {
        app.store.read(|connection| {
            let member = members::visible(connection, &name)?;
            Ok(json!({ "history": history(connection, member.id)? }))
        })
    })
    .await
}

/// How many members are listed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limit {
    limit: Option<u32>,
}

/// `GET /api/v1/leaderboard/{game}`
pub async fn leaderboard(
    State(app): State<App>,
    Path(game): Path<String>,
    Params(query): Params<Limit>,
) -> ApiResult {
    app.club()?;
    let game = app.config.games.find(&game)?.name();
    let limit = query.limit.unwrap_or(50).clamp(1, 200);
    blocking::json(move || {
        app.store.read(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT name, robot, rating, deviation, wins + draws + losses FROM ratings JOIN members ON id = member \
                 WHERE game = ?1 AND deviation <= ?2 AND state = 'active' ORDER BY rating DESC, name LIMIT ?3",
            )?;
            let mut rank = 0;
            let rows = statement.query_map(params![game, PROVISIONAL, limit], |row| {
                rank += 1;
                Ok(json!({
                    "rank": rank, "name": row.get::<_, String>(0)?, "robot": row.get::<_, bool>(1)?,
                    "rating": row.get::<_, f64>(2)?, "deviation": row.get::<_, f64>(3)?,
                    "games": row.get::<_, i64>(4)?,
                }))
            })?;
            let members = rows.collect::<Result<Vec<_>, _>>()?;
            Ok(json!({ "game": game, "members": members }))
        })
    })
    .await
}
