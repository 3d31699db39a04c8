//! Who may ask, how often and how much: names of the host, origins, rates, bodies, and the headers of every answer.

use crate::{error::ApiError, policy::Limits, state::App};
use axum::{
    extract::{FromRequest, FromRequestParts, Query, Request, State},
    http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header, request::Parts},
    middleware::Next,
    response::{IntoResponse, Response},
};
use serde::de::DeserializeOwned;
use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Mutex, PoisonError},
    time::Instant,
};

/// The address that a request came from.
#[derive(Clone, Copy, Debug)]
pub struct Client(pub IpAddr);

impl<S: Sync> FromRequestParts<S> for Client {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Client, ApiError> {
        parts
            .extensions
            .get::<Client>()
            .copied()
            .ok_or_else(|| ApiError::broken("the connection has no address"))
    }
}

/// A JSON body of bounded size; what is wrong with it is said in one sentence.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned> FromRequest<App> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<Body<T>, ApiError> {
        let kind =
            request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or("");
        if kind.split(';').next().map(str::trim) != Some("application/json") {
            return Err(ApiError {
                status: StatusCode::UNSUPPORTED_MEDIA_TYPE,
                ..ApiError::bad("the body must be JSON, sent as application/json")
            });
        }
        let too_large = || ApiError::too_large(format!("a request has at most {} KiB", Limits::BODY >> 10));
        let announced = request.headers().get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok());
        if announced
            .and_then(|length| length.parse::<u64>().ok())
            .is_some_and(|length| length > Limits::BODY as u64)
        {
            return Err(too_large());
        }
        let read = axum::body::to_bytes(request.into_body(), Limits::BODY);
        let bytes = tokio::time::timeout(app.config.limits.patience, read)
            .await
            .map_err(|_| ApiError {
                status: StatusCode::REQUEST_TIMEOUT,
                ..ApiError::bad("the body of the request did not arrive in time")
            })?
            .map_err(|_| too_large())?;
        match serde_json::from_slice(&bytes) {
            Ok(value) => Ok(Body(value)),
            Err(error) => Err(ApiError::bad(shortened("the body cannot be understood", &error.to_string()))),
        }
    }
}

/// Parameters of an address; what is wrong with them is said in one sentence.
pub struct Params<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Params<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Params<T>, ApiError> {
        match Query::<T>::from_request_parts(parts, state).await {
            Ok(Query(value)) => Ok(Params(value)),
            Err(error) => {
                Err(ApiError::bad(shortened("the address cannot be understood", &error.body_text())))
            }
        }
    }
}

/// A sentence with a part of somebody else's text, cut and with control characters escaped.
fn shortened(sentence: &str, detail: &str) -> String {
    let detail: String = detail.chars().take(160).flat_map(char::escape_debug).collect();
    format!("{sentence}: {detail}")
}

/// Who has asked how often: each client has a bucket that fills with time and is emptied by asking.
#[derive(Default)]
pub struct Rates(Mutex<HashMap<IpAddr, (f64, Instant)>>);

impl Rates {
    /// Clients that are remembered; full buckets are forgotten beyond that.
    const MOST_CLIENTS: usize = 10_000;

    /// Takes one from the bucket of a client, or says that it is empty.
    pub fn take(&self, client: IpAddr, limits: &Limits) -> Result<(), ApiError> {
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
            return Err(ApiError::too_many("that was too fast; wait a moment and try again", wait as u64));
        }
        *left -= 1.0;
        Ok(())
    }
}

/// The middleware around every route.
pub async fn guard(State(app): State<App>, request: Request, next: Next) -> Response {
    let mut response = match check(&app, &request) {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    };
    for (name, value) in HEADERS {
        // An answer that is stricter or needs something of its own has said so already.
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

/// Headers of every answer: the page may load nothing from elsewhere, and nobody may frame it or guess types.
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

fn check(app: &App, request: &Request) -> Result<(), ApiError> {
    let host = host_of(request.uri(), request.headers()).unwrap_or_default();
    if !is_known_host(app, host) {
        return Err(ApiError::forbidden(
            "this server is not known under that name; start it with --host NAME if it should be",
        ));
    }
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if !changes {
        return Ok(());
    }
    check_origin(request.headers(), host)?;
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
        || app.config.hosts.iter().any(|known| known.eq_ignore_ascii_case(bare))
}

/// A page of another site may not change anything here.
fn check_origin(headers: &HeaderMap, host: &str) -> Result<(), ApiError> {
    let refused =
        || Err(ApiError::forbidden("requests that change something must come from the page itself"));
    if let Some(origin) = headers.get(header::ORIGIN) {
        let own = origin
            .to_str()
            .ok()
            .and_then(|o| o.strip_prefix("http://").or_else(|| o.strip_prefix("https://")));
        return if own == Some(host) { Ok(()) } else { refused() };
    }
    match headers.get("sec-fetch-site").and_then(|site| site.to_str().ok()) {
        None | Some("same-origin" | "none") => Ok(()),
        Some(_) => refused(),
    }
}
