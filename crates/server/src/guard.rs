//! The checks around every request: host name, origin, rate, body size, parameters; and the headers of every response.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::{
    error::{ApiError, ApiResult, quoted},
    policy::Limits,
    state::App,
};
use axum::{
    extract::{FromRequest, FromRequestParts, Query, Request, State},
    http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header, request::Parts},
    middleware::Next,
    response::{IntoResponse, Response},
};
use serde::de::DeserializeOwned;
use std::{
    collections::HashMap,
    fmt::Display,
    net::IpAddr,
    ops::RangeInclusive,
    sync::{Arc, Mutex, PoisonError},
    time::Instant,
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The address that a request came from.
#[derive(Clone, Copy, Debug)]
pub struct Client(pub IpAddr);

impl<S: Sync> FromRequestParts<S> for Client {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> ApiResult<Client> {
        let client = parts.extensions.get::<Client>().copied();
        client.ok_or_else(|| ApiError::internal("the connection has no address"))
    }
}

/// A JSON body of bounded size.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned> FromRequest<App> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> ApiResult<Body<T>> {
        check_body_head(request.headers())?;
        let read = axum::body::to_bytes(request.into_body(), Limits::BODY);
        let late = ApiError::bad("the body did not arrive in time").with_status(StatusCode::REQUEST_TIMEOUT);
        let bytes = tokio::time::timeout(app.config.limits.request_timeout, read)
            .await
            .map_err(|_| late)?
            .map_err(|_| body_too_large())?;
        serde_json::from_slice(&bytes).map(Body).map_err(|error| invalid("body", &error.to_string()))
    }
}

fn body_too_large() -> ApiError {
    ApiError::too_large(format!("a body has at most {} KiB", Limits::BODY >> 10))
}

fn check_body_head(headers: &HeaderMap) -> ApiResult<()> {
    let head = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or("");
    if head(header::CONTENT_TYPE).split(';').next().map(str::trim) != Some("application/json") {
        let error = ApiError::bad("the body must be JSON with content type application/json");
        return Err(error.with_status(StatusCode::UNSUPPORTED_MEDIA_TYPE));
    }
    if head(header::CONTENT_LENGTH).parse().is_ok_and(|length: u64| length > Limits::BODY as u64) {
        return Err(body_too_large());
    }
    Ok(())
}

/// The query parameters of a request.
pub struct Params<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Params<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> ApiResult<Params<T>> {
        let query = Query::<T>::from_request_parts(parts, state).await;
        query.map(|Query(value)| Params(value)).map_err(|error| invalid("query", &error.body_text()))
    }
}

/// An error about a part of a request, with the cause cut and control characters escaped.
fn invalid(part: &str, cause: &str) -> ApiError {
    let cause: String = cause.chars().take(160).flat_map(char::escape_debug).collect();
    ApiError::bad(format!("the {part} is not valid: {cause}"))
}

/// Checks a parameter against its range.
pub fn in_range<T: PartialOrd + Display>(
    name: &str,
    value: Option<T>,
    range: RangeInclusive<T>,
) -> ApiResult<Option<T>> {
    match value {
        Some(value) if !range.contains(&value) => {
            let (least, most) = range.into_inner();
            Err(ApiError::bad(format!("'{name}={value}' is out of range; expected {least} to {most}")))
        }
        value => Ok(value),
    }
}

/// Token buckets that limit how often each client may change something.
#[derive(Default)]
pub struct Rates(Mutex<HashMap<IpAddr, (f64, Instant)>>);

impl Rates {
    /// Beyond this many clients, full buckets are dropped.
    const MOST_CLIENTS: usize = 10_000;

    /// Takes a token from a client's bucket.
    pub fn take(&self, client: IpAddr, limits: &Limits) -> ApiResult<()> {
        let mut buckets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        if buckets.len() > Self::MOST_CLIENTS {
            buckets.retain(|_, (left, at)| *left + at.elapsed().as_secs_f64() * limits.rate < limits.burst);
        }
        let (left, at) = buckets.entry(client).or_insert((limits.burst, now));
        *left = (*left + now.duration_since(*at).as_secs_f64() * limits.rate).min(limits.burst);
        *at = now;
        if *left < 1.0 {
            let wait = ((1.0 - *left) / limits.rate).ceil().max(1.0);
            return Err(ApiError::too_many("too many requests; wait a moment and try again", wait as u64));
        }
        *left -= 1.0;
        Ok(())
    }
}

/// Lets each client have a few requests worked on at a time. The others wait, so that a client that asks for much at once shares
/// the processor fairly.
#[derive(Default)]
pub struct Queues(Mutex<HashMap<IpAddr, Arc<Semaphore>>>);

impl Queues {
    /// Requests of one client that are worked on at the same time.
    const AT_ONCE: usize = 8;

    /// Waits until a request of this client may be worked on.
    async fn wait(&self, client: IpAddr) -> Option<OwnedSemaphorePermit> {
        let queue = {
            let mut queues = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            if queues.len() > Rates::MOST_CLIENTS {
                queues.retain(|_, queue| Arc::strong_count(queue) > 1);
            }
            Arc::clone(queues.entry(client).or_insert_with(|| Arc::new(Semaphore::new(Self::AT_ONCE))))
        };
        queue.acquire_owned().await.ok()
    }
}

/// The middleware around every route.
pub async fn guard(State(app): State<App>, request: Request, next: Next) -> Response {
    let mut response = match check(&app, &request) {
        Ok(()) => {
            let _turn = match request.extensions().get::<Client>() {
                Some(&Client(client)) => app.queues.wait(client).await,
                None => None,
            };
            next.run(request).await
        }
        Err(error) => error.into_response(),
    };
    for (name, value) in HEADERS {
        // A handler may have set a stricter value.
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

/// Headers of every response: the page loads nothing from elsewhere, cannot be framed, and types are not guessed.
const HEADERS: [(header::HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
         manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

fn check(app: &App, request: &Request) -> ApiResult<()> {
    let host = host_of(request.uri(), request.headers()).unwrap_or_default();
    if !is_known_host(app, host) {
        let name = quoted(host);
        return Err(ApiError::forbidden(format!(
            "{name} is not a host name of this server; add it with --host NAME"
        )));
    }
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    // Looking costs time too: a GET starts an analysis. Only the page itself may be opened from elsewhere.
    if changes || request.uri().path().starts_with("/api/") {
        check_origin(request.headers(), host)?;
    }
    if !changes {
        return Ok(());
    }
    if let Some(Client(client)) = request.extensions().get::<Client>() {
        app.rates.take(*client, &app.config.limits)?;
    }
    Ok(())
}

fn host_of<'a>(uri: &'a Uri, headers: &'a HeaderMap) -> Option<&'a str> {
    headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok())
        .or_else(|| uri.authority().map(|a| a.as_str()))
}

/// Another site can point its own name at this machine; it cannot make the browser say `localhost`.
fn is_known_host(app: &App, host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => host,
    };
    let bare = name.trim_start_matches('[').trim_end_matches(']');
    let own = app.config.address.ip();
    bare.eq_ignore_ascii_case("localhost")
        || bare.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback() || ip == own && !own.is_unspecified())
        || app
            .config
            .club
            .as_ref()
            .and_then(|club| club.public_host())
            .is_some_and(|own| own.eq_ignore_ascii_case(bare))
        || app.config.hosts.iter().any(|known| known.eq_ignore_ascii_case(bare))
}

/// Refuses what another site's page asks for.
fn check_origin(headers: &HeaderMap, host: &str) -> ApiResult<()> {
    let refused = || Err(ApiError::forbidden("a browser may ask only from this server's own page"));
    if let Some(origin) = headers.get(header::ORIGIN) {
        let own = origin
            .to_str()
            .ok()
            .and_then(|o| o.strip_prefix("http://").or_else(|| o.strip_prefix("https://")));
        if own != Some(host) {
            return refused();
        }
    }
    match headers.get("sec-fetch-site").and_then(|site| site.to_str().ok()) {
        None | Some("same-origin" | "none") => Ok(()),
        Some(_) => refused(),
    }
}
