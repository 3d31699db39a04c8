//! The member's own account: profile, settings, vacation, becoming a robot, leaving.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use super::{
    auth::{By, Caller, InSession, Reader},
    events,
    members::{self, Member},
    vacations,
};
use crate::{
    blocking,
    error::{ApiError, ApiResult, quoted},
    guard::Body,
    state::App,
    wire,
};
use axum::extract::State;
use jiff::tz::TimeZone;
use rusqlite::{Connection, params};
use serde::Deserialize;
use serde_json::{Value, json};

/// Deviation above which a rating is provisional.
pub const PROVISIONAL: f64 = 110.0;

/// The ratings of a member, by game.
pub fn ratings(connection: &Connection, member: i64) -> ApiResult<Value> {
    let sql =
        "SELECT game, rating, deviation, wins, draws, losses FROM ratings WHERE member = ?1 ORDER BY game";
    let mut statement = connection.prepare_cached(sql)?;
    let rows = statement.query_map([member], |row| {
        let deviation: f64 = row.get(2)?;
        let [wins, draws, losses]: [i64; 3] = [row.get(3)?, row.get(4)?, row.get(5)?];
        Ok((
            row.get::<_, String>(0)?,
            json!({
                "rating": row.get::<_, f64>(1)?, "deviation": deviation, "provisional": deviation > PROVISIONAL,
                "games": wins + draws + losses, "wins": wins, "draws": draws, "losses": losses,
            }),
        ))
    })?;
    Ok(Value::Object(rows.collect::<Result<_, _>>()?))
}

/// What everyone may see of a member.
pub fn profile(app: &App, member: &Member) -> ApiResult<Value> {
    let mut view = member.public();
    let ratings = app.store.read(|connection| ratings(connection, member.id))?;
    let online = app.club()?.presence.is_online(member.id, app.config.time.running());
    wire::merge(&mut view, json!({ "online": online, "ratings": ratings }));
    Ok(view)
}

/// What a member sees of itself.
pub fn own_view(app: &App, caller: &Caller) -> ApiResult<Value> {
    let now = app.config.time.time_of_day();
    let member = app.store.read(|connection| members::by_id(connection, caller.member.id))?;
    let mut view = profile(app, &member)?;
    let (unread, vacation) = app.store.read(|connection| {
        Ok((events::unread(connection, member.id)?, vacations::view(connection, member.id, now)?))
    })?;
    let more = json!({
        "email": member.email, "zone": member.zone, "mails": member.mails, "unread": unread,
        "muted_until": (member.muted_until > now).then_some(member.muted_until),
    });
    wire::merge(&mut view, more);
    wire::merge(&mut view, vacation);
    let how = match &caller.by {
        By::Session { csrf, .. } => json!({ "csrf": csrf }),
        By::Token { scopes, .. } => json!({ "scopes": scopes.iter().map(|s| s.word()).collect::<Value>() }),
    };
    wire::merge(&mut view, how);
    Ok(view)
}

/// `GET /api/v1/account`
pub async fn show(State(app): State<App>, Reader(caller): Reader) -> ApiResult {
    blocking::json(move || own_view(&app, &caller)).await
}

/// What a member may choose.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    zone: Option<String>,
    mails: Option<String>,
}

/// `POST /api/v1/account/settings`
pub async fn settings(
    State(app): State<App>,
    InSession(caller): InSession,
    Body(sent): Body<Settings>,
) -> ApiResult {
    if let Some(zone) = sent.zone.as_deref().filter(|zone| zone.len() > 60 || TimeZone::get(zone).is_err()) {
        return Err(ApiError::bad(format!(
            "{} is not a time zone; write one such as Europe/Prague",
            quoted(zone)
        )));
    }
    if let Some(mails) = sent.mails.as_deref().filter(|mails| !["off", "turns", "daily"].contains(mails)) {
        return Err(ApiError::bad(format!("'mails' is off, turns or daily, not {}", quoted(mails))));
    }
    blocking::json(move || {
        let member = caller.member.id;
        app.store.write(move |connection| {
            let sql =
                "UPDATE members SET zone = coalesce(?2, zone), mails = coalesce(?3, mails) WHERE id = ?1";
            Ok(connection.execute(sql, params![member, sent.zone, sent.mails])?)
        })?;
        own_view(&app, &caller)
    })
    .await
}

/// How long a vacation is to be.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vacation {
    days: u32,
}

/// `POST /api/v1/account/vacation`
pub async fn vacation(
    State(app): State<App>,
    InSession(caller): InSession,
    Body(sent): Body<Vacation>,
) -> ApiResult {
    let (member, now) = (caller.member.id, app.config.time.time_of_day());
    blocking::json(move || {
        app.store.write(move |connection| vacations::set(connection, member, sent.days, now))?;
        app.store.read(|connection| vacations::view(connection, member, now))
    })
    .await
}

/// Nothing.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Empty {}

/// `POST /api/v1/bot/account/upgrade`
pub async fn become_robot(State(app): State<App>, caller: Caller, Body(Empty {}): Body<Empty>) -> ApiResult {
    blocking::json(move || {
        let member = caller.member.id;
        app.store.write(move |connection| {
            let sql = "SELECT EXISTS (SELECT 1 FROM club_games WHERE first = ?1 OR second = ?1)";
            if connection.query_row(sql, [member], |row| row.get::<_, bool>(0))? {
                let sentence = "a member that has played cannot become a robot; register another one";
                return Err(ApiError::conflict("played", sentence));
            }
            Ok(connection.execute("UPDATE members SET robot = 1 WHERE id = ?1", [member])?)
        })?;
        own_view(&app, &caller)
    })
    .await
}
