//! Handlers for challenges: to a member by name, or open to everyone; accepting one begins the game.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use super::{
    account::Empty,
    auth::{Anyone, Challenger, Reader},
    challenge_store::{self as rows, Challenge},
    clock::Clock,
    events::{self, Notice},
    members::{self, Member},
    play::{self, ClubGame, Opponent},
    ratings,
};
use crate::{
    blocking,
    error::{ApiError, ApiResult, quoted},
    guard::Body,
    state::App,
    store::{self, Seat, StoredGame},
};
use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
    response::{IntoResponse, Response},
};
use game::Side;
use rusqlite::Connection;
use serde::Deserialize;
use serde_json::{Value, json};

/// Open challenges of one member.
const MOST_CHALLENGES: i64 = 20;

/// Running games of one member.
const MOST_GAMES: i64 = 100;

/// How long challenges stay open, in milliseconds.
const LIVE: u64 = 10 * 60_000;
const TURN_BASED: u64 = 14 * 24 * 3_600_000;

/// A wish for a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewChallenge {
    to: Option<String>,
    game: String,
    #[serde(default)]
    variant: String,
    #[serde(default = "random")]
    side: String,
    #[serde(default)]
    rated: bool,
    clock: Clock,
}

fn random() -> String {
    "random".into()
}

/// `POST /api/v1/challenges`
pub async fn create(
    State(app): State<App>,
    Challenger(caller): Challenger,
    Body(new): Body<NewChallenge>,
) -> ApiResult<Response> {
    let view = blocking::run(move || {
        let entry = app.config.games.find(&new.game)?;
        entry.start(&new.variant)?;
        if !["first", "second", "random"].contains(&new.side.as_str()) {
            return Err(ApiError::bad(format!(
                "{} is not a side; expected first, second or random",
                quoted(&new.side)
            )));
        }
        let challenge = Challenge {
            id: store::new_id()?,
            state: "open".into(),
            challenger: caller.member.id,
            opponent: None,
            accepted_by: None,
            game: entry.name().into(),
            variant: new.variant,
            side: new.side,
            rated: new.rated,
            clock: new.clock.checked()?,
            created: 0,
            expires: 0,
            game_id: None,
            reason: None,
            rematch_of: None,
        };
        propose(&app, &caller.member, challenge, new.to)
    });
    Ok((StatusCode::CREATED, Json(view.await?)).into_response())
}

/// Stores a challenge, to a member if it names one, and tells that member.
pub fn propose(app: &App, from: &Member, new: Challenge, to: Option<String>) -> ApiResult<Value> {
    let now = app.config.time.time_of_day();
    let expires = now + if new.clock.days().is_some() { TURN_BASED } else { LIVE };
    let mut challenge = Challenge { created: now, expires, ..new };
    let from = from.clone();
    let (view, opponent) = app.store.write(move |connection| {
        let open = "SELECT count(*) FROM challenges WHERE challenger = ?1 AND state = 'open'";
        if count(connection, open, from.id)? >= MOST_CHALLENGES {
            let sentence =
                format!("a member has at most {MOST_CHALLENGES} open challenges; cancel some first");
            return Err(ApiError::conflict("full", sentence));
        }
        check_room(connection, from.id)?;
        let opponent = to.map(|name| opponent(connection, &from, &name)).transpose()?;
        challenge.opponent = opponent.as_ref().map(|member| member.id);
        rows::insert(connection, &challenge)?;
        let view = challenge.json(connection)?;
        if let Some(opponent) = &opponent {
            events::push(connection, opponent.id, &json!({ "type": "challenge", "challenge": view }))?;
            let rated = if challenge.rated { "rated" } else { "casual" };
            let text = format!(
                "{} challenges you to a {rated} game of {}, {}",
                from.name,
                challenge.game,
                challenge.clock.words()
            );
            let notice = Notice { kind: "challenge", text, game: None, challenge: Some(&challenge.id) };
            events::notify(connection, opponent.id, &notice, now)?;
        }
        Ok((view, opponent))
    })?;
    events::wake(app, opponent.map(|member| member.id));
    Ok(view)
}

fn count(connection: &Connection, sql: &str, member: i64) -> ApiResult<i64> {
    Ok(connection.prepare_cached(sql)?.query_row([member], |row| row.get(0))?)
}

fn check_room(connection: &Connection, member: i64) -> ApiResult<()> {
    let running = "SELECT count(*) FROM club_games WHERE (first = ?1 OR second = ?1) AND finished IS NULL";
    if count(connection, running, member)? >= MOST_GAMES {
        let sentence = format!("a member has at most {MOST_GAMES} running games; finish some first");
        return Err(ApiError::conflict("full", sentence));
    }
    Ok(())
}

/// The member that is to be challenged.
fn opponent(connection: &Connection, from: &Member, name: &str) -> ApiResult<Member> {
    let member = members::visible(connection, name)?;
    if member.id == from.id {
        return Err(ApiError::bad("you cannot play against yourself"));
    }
    if member.state != "active" || members::is_blocked(connection, from.id, member.id)? {
        let sentence = format!("{} does not take challenges from you", member.name);
        return Err(ApiError::forbidden(sentence).with_code("blocked"));
    }
    Ok(member)
}

/// `GET /api/v1/challenges`
pub async fn list(State(app): State<App>, Anyone(caller): Anyone) -> ApiResult {
    app.club()?;
    // Open seeks are public; the rest is for members that may read.
    let member = caller.map_or(0, |caller| caller.member.id);
    let now = app.config.time.time_of_day();
    blocking::json(move || {
        app.store.read(|connection| {
            Ok(json!({
                "incoming": rows::list_json(connection, &rows::incoming(connection, member, now)?)?,
                "outgoing": rows::list_json(connection, &rows::outgoing(connection, member, now)?)?,
                "open": rows::list_json(connection, &rows::seeks(connection, member, now)?)?,
            }))
        })
    })
    .await
}

/// `GET /api/v1/challenges/{id}`
pub async fn show(State(app): State<App>, Reader(caller): Reader, Path(id): Path<String>) -> ApiResult {
    let me = caller.member.id;
    blocking::json(move || {
        app.store.read(|connection| {
            let challenge = rows::find(connection, &id)?;
            let is_mine = challenge.challenger == me || challenge.opponent == Some(me);
            if !is_mine && challenge.opponent.is_some() {
                return Err(ApiError::not_found("there is no challenge with this id"));
            }
            challenge.json(connection)
        })
    })
    .await
}

fn gone(challenge: &Challenge) -> ApiError {
    ApiError::conflict("gone", format!("the challenge is {}", challenge.state))
}

/// An open challenge within a transaction.
fn open(connection: &Connection, id: &str, now: u64) -> ApiResult<Challenge> {
    let challenge = rows::find(connection, id)?;
    if challenge.state != "open" {
        return Err(gone(&challenge));
    }
    if challenge.expires <= now {
        return Err(gone(&Challenge { state: "expired".into(), ..challenge }));
    }
    Ok(challenge)
}

/// `POST /api/v1/challenges/{id}/accept`
pub async fn accept(
    State(app): State<App>,
    Challenger(caller): Challenger,
    Path(id): Path<String>,
    Body(Empty {}): Body<Empty>,
) -> ApiResult {
    blocking::json(move || begin(&app, &caller.member, &id)).await
}

/// A side at random.
fn any_side() -> ApiResult<Side> {
    let mut byte = [0];
    getrandom::fill(&mut byte).map_err(|_| ApiError::internal("the system gives no random numbers"))?;
    Ok(if byte.iter().sum::<u8>().is_multiple_of(2) { Side::First } else { Side::Second })
}

/// Accepts a challenge: the game begins. Accepting it again gives the same answer.
pub fn begin(app: &App, member: &Member, id: &str) -> ApiResult<Value> {
    let now = app.config.time.time_of_day();
    let challenge = app.store.read(|connection| rows::find(connection, id))?;
    if challenge.accepted_by == Some(member.id) {
        return answer(app, &challenge);
    }
    if challenge.opponent.is_some_and(|opponent| opponent != member.id) {
        return Err(ApiError::not_found("there is no challenge with this id"));
    }
    let side = match challenge.side.as_str() {
        "first" => Side::First,
        "second" => Side::Second,
        _ => any_side()?,
    };
    let seats = app.store.read(|connection| {
        let challenger = members::by_id(connection, challenge.challenger)?;
        opponent(connection, member, &challenger.name)?;
        let seat = |member: &Member| {
            let rating = ratings::of_member(connection, member.id, &challenge.game)?;
            Ok::<_, ApiError>(Opponent {
                member: member.id,
                name: member.name.clone(),
                robot: member.robot,
                rating: rating.rating,
                deviation: rating.deviation,
            })
        };
        Ok(if side == Side::First {
            [seat(&challenger)?, seat(member)?]
        } else {
            [seat(member)?, seat(&challenger)?]
        })
    })?;
    let stored = new_game(app, &challenge, &seats)?;
    let [first, second] = seats;
    let game = ClubGame {
        id: stored.id.clone(),
        game: challenge.game.clone(),
        variant: challenge.variant.clone(),
        first,
        second,
        rated: challenge.rated,
        clock: challenge.clock,
        created: now,
        finished: None,
    };
    let live = app.recent_games.add(app.config.games, stored.clone(), None)?;
    let started =
        |side| game.playing(app, &live, side).map(|view| json!({ "type": "gameStart", "game": view }));
    let bodies = [started(Side::First)?, started(Side::Second)?];
    let (own, me, id) = (game.clone(), member.id, id.to_string());
    let accepted = app.store.write(move |connection| {
        let mut challenge = open(connection, &id, now)?;
        check_room(connection, challenge.challenger)?;
        check_room(connection, me)?;
        store::insert_game(connection, &stored)?;
        play::insert(connection, &own)?;
        challenge.state = "accepted".into();
        challenge.accepted_by = Some(me);
        challenge.game_id = Some(own.id.clone());
        rows::update(connection, &challenge)?;
        for (member, body) in own.members().into_iter().zip(&bodies) {
            events::push(connection, member, body)?;
        }
        let text = format!("your game of {} has begun", own.game);
        let notice = Notice { kind: "start", text, game: Some(&own.id), challenge: Some(&challenge.id) };
        events::notify(connection, challenge.challenger, &notice, now)?;
        Ok(challenge)
    });
    let accepted = accepted.inspect_err(|_| app.recent_games.remove(&game.id))?;
    app.club()?.dues.set(&game.id, live.due());
    events::wake(app, game.members());
    answer(app, &accepted)
}

fn answer(app: &App, challenge: &Challenge) -> ApiResult<Value> {
    let view = app.store.read(|connection| challenge.json(connection))?;
    Ok(json!({ "challenge": view, "game_id": challenge.game_id }))
}

/// The game of a challenge, before its first turn.
fn new_game(app: &App, challenge: &Challenge, [first, second]: &[Opponent; 2]) -> ApiResult<StoredGame> {
    let entry = app.config.games.find(&challenge.game)?;
    let now = app.config.time.time_of_day();
    Ok(StoredGame {
        id: store::new_id()?,
        game: challenge.game.clone(),
        variant: challenge.variant.clone(),
        start: entry.start(&challenge.variant)?.position_text(),
        name: format!("{} - {}", first.name, second.name),
        seats: [Seat::Member(first.name.clone()), Seat::Member(second.name.clone())],
        control: challenge.clock.control(),
        seed: 1,
        version: 1,
        created: now,
        updated: now,
        turn_began: app.config.time.running(),
        boot: app.store.boot.clone(),
        result: None,
        reason: None,
        turns: Vec::new(),
    })
}

/// Why a challenge is declined.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reason {
    reason: Option<String>,
}

/// `POST /api/v1/challenges/{id}/decline`
pub async fn decline(
    State(app): State<App>,
    Challenger(caller): Challenger,
    Path(id): Path<String>,
    Body(sent): Body<Reason>,
) -> ApiResult {
    let reason = sent.reason.unwrap_or_default();
    if reason.chars().count() > 200 || reason.chars().any(char::is_control) {
        return Err(ApiError::bad("a reason has at most 200 characters, all of them visible"));
    }
    let me = caller.member.id;
    let is_mine = move |challenge: &Challenge| challenge.opponent == Some(me);
    close(app, id, "declined", "challengeDeclined", Some(reason), is_mine).await
}

/// `POST /api/v1/challenges/{id}/cancel`
pub async fn cancel(
    State(app): State<App>,
    Challenger(caller): Challenger,
    Path(id): Path<String>,
    Body(Empty {}): Body<Empty>,
) -> ApiResult {
    let me = caller.member.id;
    let is_mine = move |challenge: &Challenge| challenge.challenger == me;
    close(app, id, "cancelled", "challengeCanceled", None, is_mine).await
}

/// Closes a challenge without a game and tells the other member. Closing it again in the same way changes nothing.
async fn close(
    app: App,
    id: String,
    state: &'static str,
    event: &'static str,
    reason: Option<String>,
    is_mine: impl Fn(&Challenge) -> bool + Send + 'static,
) -> ApiResult {
    let now = app.config.time.time_of_day();
    blocking::json(move || {
        let (view, told) = app.store.write(move |connection| {
            let found = rows::find(connection, &id)?;
            if !is_mine(&found) {
                return Err(ApiError::not_found("there is no challenge with this id"));
            }
            if found.state == state {
                return Ok((found.json(connection)?, None));
            }
            let mut challenge = open(connection, &id, now)?;
            challenge.state = state.into();
            challenge.reason = reason.filter(|reason| !reason.is_empty());
            shut(connection, &challenge, event)
        })?;
        events::wake(&app, told);
        Ok(view)
    })
    .await
}

/// Stores the end of a challenge within a transaction; returns its view, and the member that is told.
fn shut(connection: &Connection, challenge: &Challenge, event: &str) -> ApiResult<(Value, Option<i64>)> {
    rows::update(connection, challenge)?;
    let view = challenge.json(connection)?;
    let told = if event == "challengeDeclined" { Some(challenge.challenger) } else { challenge.opponent };
    if let Some(member) = told {
        events::push(connection, member, &json!({ "type": event, "challenge": view }))?;
    }
    Ok((view, told))
}

/// Closes the challenges whose time is up.
pub fn expire(app: &App) -> ApiResult<()> {
    let now = app.config.time.time_of_day();
    if app.store.read(|connection| rows::overdue(connection, now))?.is_empty() {
        return Ok(());
    }
    let told = app.store.write(move |connection| {
        let mut told = Vec::new();
        for mut challenge in rows::overdue(connection, now)? {
            challenge.state = "expired".into();
            told.extend(shut(connection, &challenge, "challengeCanceled")?.1);
        }
        Ok(told)
    })?;
    events::wake(app, told);
    Ok(())
}
