//! Who asks: the session or the token of a request, and what it may do.
//!
//! Handlers say what they need by the type of their argument, so that none can forget to check it. A session that changes
//! something brings the CSRF text that only the club's own page can know.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use super::{
    members::{self, Member, Role},
    secrets,
};
use crate::{
    blocking,
    error::{ApiError, ApiResult},
    state::App,
};
use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, HeaderValue, Method, StatusCode, header, request::Parts},
};
use rusqlite::{Connection, OptionalExtension, params};

/// The cookie of a session.
const COOKIE: &str = "quadrille_session";

/// How long a session lasts, in milliseconds.
const SESSION: u64 = 30 * 24 * 3_600_000;

/// How often the last use of a token is noted, in milliseconds.
const TOKEN_USE: u64 = 3_600_000;

/// What a token may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    Read,
    Challenge,
    Play,
}

impl Scope {
    pub const ALL: [Scope; 3] = [Scope::Read, Scope::Challenge, Scope::Play];

    /// Its word.
    pub fn word(self) -> &'static str {
        match self {
            Scope::Read => "read",
            Scope::Challenge => "challenge",
            Scope::Play => "play",
        }
    }
}

/// How a request is authenticated.
#[derive(Clone, Debug)]
pub enum By {
    /// By the cookie; the hash of the session and the text against CSRF.
    Session { hash: String, csrf: String },
    /// By a token with these scopes.
    Token { id: String, scopes: Vec<Scope> },
}

/// The member that asks, in any way.
#[derive(Clone, Debug)]
pub struct Caller {
    pub member: Member,
    pub by: By,
}

impl Caller {
    fn may(&self, scope: Scope) -> ApiResult<()> {
        match &self.by {
            By::Token { scopes, .. } if !scopes.contains(&scope) => {
                let word = scope.word();
                let sentence = format!("this token has no scope '{word}'; create one that has");
                Err(ApiError::forbidden(sentence).with_code("scope"))
            }
            _ => Ok(()),
        }
    }

    fn is_session(&self) -> ApiResult<()> {
        match self.by {
            By::Session { .. } => Ok(()),
            By::Token { .. } => {
                Err(ApiError::forbidden("a token cannot do this; sign in with name and password")
                    .with_code("scope"))
            }
        }
    }

    fn has_role(&self, role: Role) -> ApiResult<()> {
        self.is_session()?;
        if self.member.role < role {
            return Err(ApiError::forbidden(format!("this needs the role '{}'", role.word())));
        }
        Ok(())
    }
}

/// The value of the session cookie.
fn cookie(headers: &HeaderMap) -> Option<&str> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|text| text.split(';'))
        .find_map(|pair| pair.trim().strip_prefix(COOKIE)?.strip_prefix('='))
}

/// The text that a session sends with every change.
pub fn csrf_of(session: &str) -> String {
    secrets::stored("csrf", session)
}

impl FromRequestParts<App> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> ApiResult<Caller> {
        let club = app.club()?;
        let bearer = parts.headers.get(header::AUTHORIZATION).map(|value| value.to_str().unwrap_or_default());
        let own = app.clone();
        let caller = match (bearer, cookie(&parts.headers)) {
            (Some(bearer), _) => {
                let token = bearer.strip_prefix("Bearer ").unwrap_or_default().trim().to_string();
                blocking::run(move || by_token(&own, &token)).await?
            }
            (None, Some(session)) => {
                let session = session.to_string();
                let caller = blocking::run(move || by_session(&own, &session)).await?;
                check_csrf(&caller, &parts.method, &parts.headers)?;
                caller
            }
            (None, None) => return Err(ApiError::sign_in("sign in first, or send a token")),
        };
        if caller.member.state != "active" {
            return Err(ApiError::forbidden("this account is disabled; ask the club's moderators"));
        }
        club.presence.seen(caller.member.id, app.config.time.running());
        Ok(caller)
    }
}

fn check_csrf(caller: &Caller, method: &Method, headers: &HeaderMap) -> ApiResult<()> {
    let By::Session { csrf, .. } = &caller.by else { return Ok(()) };
    if matches!(*method, Method::GET | Method::HEAD) {
        return Ok(());
    }
    let sent = headers.get("x-csrf-token").and_then(|value| value.to_str().ok()).unwrap_or_default();
    if secrets::same(sent, csrf) {
        return Ok(());
    }
    Err(ApiError::forbidden("the header X-CSRF-Token is missing or wrong; get it from /api/v1/account")
        .with_code("csrf"))
}

fn by_token(app: &App, token: &str) -> ApiResult<Caller> {
    let (hash, now) = (secrets::stored("token", token), app.config.time.time_of_day());
    let found = app.store.read(|connection| {
        let mut statement =
            connection.prepare_cached("SELECT id, member, scopes, used FROM tokens WHERE hash = ?1")?;
        let row = statement.query_row([&hash], |row| {
            Ok((
                row.get::<_, String>(0)?,
                row.get::<_, i64>(1)?,
                row.get::<_, String>(2)?,
                row.get::<_, Option<i64>>(3)?,
            ))
        });
        let Some((id, member, scopes, used)) = row.optional()? else { return Ok(None) };
        Ok(Some((id, members::by_id(connection, member)?, scopes, used)))
    })?;
    let (id, member, scopes, used) =
        found.ok_or_else(|| ApiError::sign_in("this token does not exist; it may have been revoked"))?;
    if used.is_none_or(|used| now.saturating_sub(used as u64) > TOKEN_USE) {
        let id = id.clone();
        app.store.write(move |c| {
            Ok(c.execute("UPDATE tokens SET used = ?2 WHERE id = ?1", params![id, now as i64])?)
        })?;
    }
    let scopes = Scope::ALL.into_iter().filter(|scope| scopes.split(' ').any(|word| word == scope.word()));
    Ok(Caller { member, by: By::Token { id, scopes: scopes.collect() } })
}

fn by_session(app: &App, session: &str) -> ApiResult<Caller> {
    let (hash, now) = (secrets::stored("session", session), app.config.time.time_of_day());
    let member = app.store.read(|connection| {
        let sql = "SELECT member FROM sessions WHERE hash = ?1 AND expires > ?2";
        let mut statement = connection.prepare_cached(sql)?;
        let member = statement.query_row(params![hash, now as i64], |row| row.get(0)).optional()?;
        member.map(|member| members::by_id(connection, member)).transpose()
    })?;
    let member = member.ok_or_else(|| ApiError::sign_in("the session has ended; sign in again"))?;
    Ok(Caller { member, by: By::Session { hash, csrf: csrf_of(session) } })
}

/// Begins a session of a member within a transaction; returns its secret.
pub fn begin_session(connection: &Connection, member: i64, session: &str, now: u64) -> ApiResult<()> {
    connection.execute("DELETE FROM sessions WHERE expires <= ?1", [now as i64])?;
    connection.execute(
        "INSERT INTO sessions VALUES (?1, ?2, ?3, ?4)",
        params![secrets::stored("session", session), member, now as i64, (now + SESSION) as i64],
    )?;
    Ok(())
}

/// The header that sets the cookie of a session, or removes it.
pub fn set_cookie(app: &App, session: Option<&str>) -> ApiResult<HeaderValue> {
    let secure = if app.club()?.config.is_secure() { "; Secure" } else { "" };
    let (value, age) = session.map_or(("", 0), |session| (session, SESSION / 1000));
    let text = format!("{COOKIE}={value}; Path=/; HttpOnly; SameSite=Strict; Max-Age={age}{secure}");
    HeaderValue::from_str(&text).map_err(|_| ApiError::internal("a session has no cookie"))
}

/// Types of arguments that stand for what a handler needs.
macro_rules! callers {
    ($($(#[$doc:meta])* $name:ident: |$caller:ident| $check:expr;)*) => {$(
        $(#[$doc])*
        #[allow(dead_code, reason = "some handlers need the right and not the member")]
        pub struct $name(pub Caller);

        impl FromRequestParts<App> for $name {
            type Rejection = ApiError;

            async fn from_request_parts(parts: &mut Parts, app: &App) -> ApiResult<$name> {
                let $caller = Caller::from_request_parts(parts, app).await?;
                $check?;
                Ok($name($caller))
            }
        }
    )*};
}

callers! {
    /// A member in a session.
    InSession: |caller| caller.is_session();
    /// A member that may read.
    Reader: |caller| caller.may(Scope::Read);
    /// A member that may challenge others.
    Challenger: |caller| caller.may(Scope::Challenge);
    /// A member that may play.
    Player: |caller| caller.may(Scope::Play);
    /// A moderator in a session.
    Moderator: |caller| caller.has_role(Role::Moderator);
    /// An administrator in a session.
    Administrator: |caller| caller.has_role(Role::Admin);
}

/// A member if the request names one, and anyone else.
pub struct Anyone(pub Option<Caller>);

impl FromRequestParts<App> for Anyone {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> ApiResult<Anyone> {
        match Caller::from_request_parts(parts, app).await {
            Ok(caller) => caller.may(Scope::Read).map(|()| Anyone(Some(caller))),
            Err(error) if error.status == StatusCode::UNAUTHORIZED => Ok(Anyone(None)),
            Err(error) => Err(error),
        }
    }
}
