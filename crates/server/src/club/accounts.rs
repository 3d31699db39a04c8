//! Joining the club and signing in: registration, confirmation, sessions, passwords.
//!
//! No answer tells whether a mail address is known, and no answer takes longer because a name is: the same request costs the
//! same number of hashes either way.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use super::{
    account,
    attempts::wrong,
    auth::{self, By, InSession},
    config::Registration,
    mail::Mail,
    members::{self, NewMember, Role},
    secrets,
};
use crate::{
    blocking,
    error::{ApiError, ApiResult, quoted},
    guard::{Body, Client},
    state::App,
};
use axum::{
    Json,
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use rusqlite::{Connection, OptionalExtension, params};
use serde::Deserialize;
use serde_json::json;

/// How long a mailed code is valid, in milliseconds.
const CONFIRM: u64 = 2 * 24 * 3_600_000;
const RESET: u64 = 3_600_000;

/// A wish to join.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewAccount {
    name: String,
    password: String,
    email: Option<String>,
    code: Option<String>,
}

/// `POST /api/v1/account/register`
pub async fn register(
    State(app): State<App>,
    client: Client,
    Body(new): Body<NewAccount>,
) -> ApiResult<Response> {
    let club = app.club()?;
    club.admit(&app, client)?;
    if club.config.registration == Registration::Closed {
        return Err(ApiError::forbidden("this club adds its members itself; ask an administrator"));
    }
    members::check_name(&new.name)?;
    members::check_password(&new.password)?;
    let email = match (&new.email, &club.mailer) {
        (Some(email), Some(_)) => Some(email.clone()),
        (None, Some(_)) => return Err(ApiError::bad("'email' is missing; the club confirms it by mail")),
        // A club without mail does not keep addresses that it cannot confirm.
        (_, None) => None,
    };
    email.as_deref().map(members::check_email).transpose()?;
    let own = app.clone();
    let hash = club.hash(&app, new.password.clone()).await?;
    let state = blocking::run(move || join(&own, &new, &hash, email.as_deref())).await?;
    Ok((StatusCode::ACCEPTED, Json(json!({ "state": state }))).into_response())
}

/// Takes one use of a code for registration.
fn use_invitation(connection: &Connection, code: &str, now: u64) -> ApiResult<()> {
    let sql = "UPDATE invitations SET uses = uses - 1 WHERE code = ?1 AND uses > 0 AND expires > ?2";
    let used = connection.execute(sql, params![secrets::stored("invitation", code), now as i64])?;
    (used > 0).then_some(()).ok_or_else(|| {
        ApiError::forbidden(format!("{} is not a code of this club, or it is used up", quoted(code)))
    })
}

fn join(app: &App, new: &NewAccount, hash: &str, email: Option<&str>) -> ApiResult<&'static str> {
    let club = app.club()?;
    let now = app.config.time.time_of_day();
    let with_code = club.config.registration == Registration::Code;
    let invitation = with_code.then(|| new.code.clone().unwrap_or_default());
    let (name, password) = (new.name.clone(), hash.to_string());
    let Some(email) = email else {
        app.store.write(move |connection| {
            invitation.map(|code| use_invitation(connection, &code, now)).transpose()?;
            let new = NewMember {
                name: &name,
                email: None,
                password: Some(&password),
                role: Role::Member,
                robot: false,
            };
            members::insert(connection, &new, now)?.ok_or_else(|| members::taken(&name))
        })?;
        return Ok("active");
    };
    let (address, code) = (email.to_string(), secrets::secret()?);
    let stored = secrets::stored("confirm", &code);
    let known = app.store.write(move |connection| {
        invitation.map(|code| use_invitation(connection, &code, now)).transpose()?;
        // Names are public, addresses are not.
        if members::by_name(connection, &name)?.is_some() {
            return Err(members::taken(&name));
        }
        connection.execute("DELETE FROM pending WHERE expires <= ?1", [now as i64])?;
        let known = members::by_email(connection, &address)?;
        let expires = if known.is_some() { 0 } else { now + CONFIRM };
        connection.execute(
            "INSERT INTO pending VALUES (?1, ?2, ?3, ?4, ?5)",
            params![stored, name, address, password, expires as i64],
        )?;
        Ok(known)
    })?;
    let text = match known {
        None => format!(
            "Welcome, {}!\n\nConfirm your address with this code, which is valid for two days:\n\n    {code}\n\n\
             {}If you did not ask for this, ignore the mail.\n",
            new.name,
            club.page_for("confirm", &code)
        ),
        Some(member) => format!(
            "Hello {},\n\nthis address was used to register again. You are a member already; if you forgot your password, reset \
             it. If it was not you, ignore the mail.\n",
            member.name
        ),
    };
    club.mail(Mail { to: email.into(), subject: "Your registration".into(), text: club.signed(&text) });
    Ok("confirm")
}

/// A code that was mailed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Code {
    code: String,
}

/// `POST /api/v1/account/confirm`
pub async fn confirm(State(app): State<App>, client: Client, Body(sent): Body<Code>) -> ApiResult {
    app.club()?.admit(&app, client)?;
    let now = app.config.time.time_of_day();
    blocking::json(move || {
        let stored = secrets::stored("confirm", &sent.code);
        app.store.write(move |connection| {
            let sql = "SELECT name, email, password FROM pending WHERE code = ?1 AND expires > ?2";
            let row = connection.query_row(sql, params![stored, now as i64], |row| {
                Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?, row.get::<_, String>(2)?))
            });
            let (name, email, password) = row.optional()?.ok_or_else(wrong_code)?;
            let new = NewMember {
                name: &name,
                email: Some(&email),
                password: Some(&password),
                role: Role::Member,
                robot: false,
            };
            members::insert(connection, &new, now)?.ok_or_else(|| members::taken(&name))?;
            connection.execute("DELETE FROM pending WHERE code = ?1", [&stored])?;
            Ok(json!({ "name": name }))
        })
    })
    .await
}

fn wrong_code() -> ApiError {
    ApiError::forbidden("this code is wrong, was used, or is too old").with_code("wrong")
}

/// Name and password.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Login {
    name: String,
    password: String,
}

/// `POST /api/v1/account/login`
pub async fn login(State(app): State<App>, client: Client, Body(sent): Body<Login>) -> ApiResult<Response> {
    let club = app.club()?;
    club.admit(&app, client)?;
    if sent.password.len() > 200 || sent.name.len() > 200 {
        return Err(wrong());
    }
    club.attempts.begin(&sent.name, client.0, app.config.time.running())?;
    let (own, name) = (app.clone(), sent.name.clone());
    let member =
        blocking::run(move || own.store.read(|connection| members::by_name(connection, &name))).await?;
    let stored = member.as_ref().and_then(|member| member.password.clone());
    if !club.verify(&app, stored, sent.password).await? {
        return Err(wrong());
    }
    let member = member.ok_or_else(wrong)?;
    club.attempts.succeeded(&sent.name, client.0);
    if member.state != "active" {
        return Err(ApiError::forbidden("this account is disabled; ask the club's moderators"));
    }
    session_for(app, member.id, false).await
}

/// Begins a session and answers with its cookie; may end all others.
async fn session_for(app: App, member: i64, ends_others: bool) -> ApiResult<Response> {
    let (session, now) = (secrets::secret()?, app.config.time.time_of_day());
    let (own, begun) = (app.clone(), session.clone());
    let view = blocking::run(move || {
        own.store.write(move |connection| {
            if ends_others {
                members::end_sessions(connection, member)?;
            }
            auth::begin_session(connection, member, &begun, now)
        })?;
        account::profile(&own, &own.store.read(|connection| members::by_id(connection, member))?)
    })
    .await?;
    let body = Json(json!({ "csrf": auth::csrf_of(&session), "member": view }));
    Ok(([(header::SET_COOKIE, auth::set_cookie(&app, Some(&session))?)], body).into_response())
}

/// `POST /api/v1/account/logout`
pub async fn logout(State(app): State<App>, InSession(caller): InSession) -> ApiResult<Response> {
    let gone = auth::set_cookie(&app, None)?;
    if let By::Session { hash, .. } = caller.by {
        blocking::run(move || {
            app.store.write(move |connection| {
                Ok(connection.execute("DELETE FROM sessions WHERE hash = ?1", [hash])?)
            })
        })
        .await?;
    }
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, gone)]).into_response())
}

/// A change of the password.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewPassword {
    old: String,
    new: String,
}

/// `POST /api/v1/account/password`
pub async fn change_password(
    State(app): State<App>,
    client: Client,
    InSession(caller): InSession,
    Body(sent): Body<NewPassword>,
) -> ApiResult<Response> {
    let club = app.club()?;
    members::check_password(&sent.new)?;
    club.check_password(&app, client, &caller.member, sent.old).await?;
    let hash = club.hash(&app, sent.new).await?;
    let (own, member) = (app.clone(), caller.member.id);
    blocking::run(move || own.store.write(move |connection| set_password(connection, member, &hash))).await?;
    session_for(app, member, true).await
}

/// Stores the hash of a new password within a transaction, and ends all sessions.
pub fn set_password(connection: &Connection, member: i64, hash: &str) -> ApiResult<()> {
    connection.execute("UPDATE members SET password = ?2 WHERE id = ?1", params![member, hash])?;
    connection.execute("DELETE FROM resets WHERE member = ?1", [member])?;
    members::end_sessions(connection, member)
}

/// An address whose owner has forgotten the password.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Forgot {
    email: String,
}

/// `POST /api/v1/account/password/forgot`
pub async fn forgot(State(app): State<App>, client: Client, Body(sent): Body<Forgot>) -> ApiResult<Response> {
    let club = app.club()?;
    club.admit(&app, client)?;
    members::check_email(&sent.email)?;
    if club.mailer.is_none() {
        return Err(ApiError::forbidden("this club sends no mail; ask an administrator for a new password"));
    }
    let (code, now) = (secrets::secret()?, app.config.time.time_of_day());
    blocking::run(move || {
        let (stored, email) = (secrets::stored("reset", &code), sent.email.clone());
        let member = app.store.write(move |connection| {
            connection.execute("DELETE FROM resets WHERE expires <= ?1", [now as i64])?;
            let member = members::by_email(connection, &email)?;
            if let Some(member) = &member {
                let row = params![stored, member.id, (now + RESET) as i64];
                connection.execute("INSERT INTO resets VALUES (?1, ?2, ?3)", row)?;
            }
            Ok(member)
        })?;
        if let (Some(member), Ok(club)) = (member, app.club()) {
            let text = format!(
                "Hello {},\n\nset a new password with this code, which is valid for an hour:\n\n    {code}\n\n\
                 {}If you did not ask for this, ignore the mail.\n",
                member.name,
                club.page_for("reset", &code)
            );
            club.mail(Mail { to: sent.email, subject: "A new password".into(), text: club.signed(&text) });
        }
        Ok(())
    })
    .await?;
    Ok((StatusCode::ACCEPTED, Json(json!({}))).into_response())
}

/// A new password with a mailed code.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reset {
    code: String,
    new: String,
}

/// `POST /api/v1/account/password/reset`
pub async fn reset(State(app): State<App>, client: Client, Body(sent): Body<Reset>) -> ApiResult<StatusCode> {
    let club = app.club()?;
    club.admit(&app, client)?;
    members::check_password(&sent.new)?;
    let hash = club.hash(&app, sent.new).await?;
    let (stored, now) = (secrets::stored("reset", &sent.code), app.config.time.time_of_day());
    blocking::run(move || {
        app.store.write(move |connection| {
            let sql = "SELECT member FROM resets WHERE code = ?1 AND expires > ?2";
            let member = connection.query_row(sql, params![stored, now as i64], |row| row.get(0));
            set_password(connection, member.optional()?.ok_or_else(wrong_code)?, &hash)
        })
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}
