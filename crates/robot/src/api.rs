//! Requests to the club: a small blocking client that turns every failure into one of four kinds of trouble, each with a sentence.
//!
//! The token is in one header and nowhere else; no sentence and no log can hold it.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::{config::Token, wire};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::{
    io::{BufRead, BufReader},
    sync::Arc,
    time::Duration,
};
use ureq::{
    Agent, Body,
    http::{Response, header},
    tls::{Certificate, RootCerts, TlsConfig},
};

/// Longest time for a request.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Longest time for a connection.
const CONNECT: Duration = Duration::from_secs(10);

/// A stream that says nothing for so long is dead: the club sends a line every five seconds.
const SILENCE: Duration = Duration::from_secs(20);

/// The largest answer that is read.
const LARGEST: u64 = 16 << 20;

/// Why a request got no answer that helps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// The club does not answer, or is not able to; the same request may succeed later.
    Down(String),
    /// The club asks to wait for so long.
    Wait(Duration, String),
    /// The token is not accepted any more.
    Locked(String),
    /// The club answered no, in a word for programs and a sentence for people.
    Refused {
        /// The word.
        code: String,
        /// The sentence.
        sentence: String,
    },
}

impl Trouble {
    /// What to tell people.
    pub fn sentence(&self) -> &str {
        match self {
            Trouble::Down(sentence) | Trouble::Wait(_, sentence) | Trouble::Locked(sentence) => sentence,
            Trouble::Refused { sentence, .. } => sentence,
        }
    }
}

/// The result of a request.
pub type Answer<T> = Result<T, Trouble>;

/// The API of a club for one member.
pub struct Api {
    agent: Agent,
    club: String,
    token: Token,
}

/// A stream of lines.
pub type Lines = Box<dyn BufRead + Send>;

impl Api {
    /// A client of a club; nothing is sent yet.
    pub fn new(club: &str, token: &Token) -> Api {
        let mut config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .timeout_connect(Some(CONNECT))
            // The club closes connections that are idle for longer.
            .max_idle_age(Duration::from_secs(4))
            .user_agent(concat!("quadrille-robot/", env!("CARGO_PKG_VERSION")));
        if club.starts_with("https://") {
            config = config.tls_config(tls());
        }
        Api { agent: config.build().into(), club: club.into(), token: token.clone() }
    }

    fn down(&self, problem: &str) -> Trouble {
        Trouble::Down(format!("{} does not answer: {problem}", self.club))
    }

    fn failed(&self, error: &ureq::Error) -> Trouble {
        let text = error.to_string();
        self.down(text.strip_prefix("io: ").unwrap_or(&text))
    }

    /// The response, if it is a good one.
    fn good(&self, response: Result<Response<Body>, ureq::Error>) -> Answer<Response<Body>> {
        let mut response = response.map_err(|error| self.failed(&error))?;
        let status = response.status().as_u16();
        if (200..300).contains(&status) {
            return Ok(response);
        }
        let header =
            |name| response.headers().get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
        let (wait, place) = (header(header::RETRY_AFTER), header(header::LOCATION));
        let text = response.body_mut().with_config().limit(1 << 16).read_to_string().unwrap_or_default();
        let body: Value = serde_json::from_str(&text).unwrap_or_default();
        let field = |name: &str| body.get(name).and_then(Value::as_str).map(str::to_owned);
        let code = field("error").unwrap_or_default();
        let sentence = field("sentence").unwrap_or_else(|| match place {
            Some(place) => format!("{} has moved to {place}", self.club),
            None => {
                format!("{} answers with status {status} and nothing that a robot understands", self.club)
            }
        });
        Err(match status {
            401 => Trouble::Locked(sentence),
            403 if code == "scope" || code == "forbidden" => Trouble::Locked(sentence),
            429 => {
                let seconds = wait.and_then(|text| text.parse().ok()).unwrap_or(5_u64).clamp(1, 3600);
                Trouble::Wait(Duration::from_secs(seconds), sentence)
            }
            500.. => self.down(&sentence),
            _ => Trouble::Refused { code, sentence },
        })
    }

    fn read<T: DeserializeOwned>(&self, response: Result<Response<Body>, ureq::Error>) -> Answer<T> {
        let mut response = self.good(response)?;
        let text = response.body_mut().with_config().limit(LARGEST).read_to_string();
        let text = text.map_err(|error| self.failed(&error))?;
        serde_json::from_str(&text)
            .map_err(|error| self.down(&format!("its answer is not understood: {error}")))
    }

    /// Asks for something.
    pub fn get<T: DeserializeOwned>(&self, path: &str) -> Answer<T> {
        let request = self.agent.get(format!("{}/api/v1{path}", self.club));
        let request = request.header(header::AUTHORIZATION, self.token.header());
        self.read(request.config().timeout_global(Some(TIMEOUT)).build().call())
    }

    /// Changes something.
    pub fn post<T: DeserializeOwned>(&self, path: &str, body: &Value) -> Answer<T> {
        let request = self.agent.post(format!("{}/api/v1{path}", self.club));
        let request = request
            .header(header::AUTHORIZATION, self.token.header())
            .header(header::CONTENT_TYPE, "application/json");
        self.read(request.config().timeout_global(Some(TIMEOUT)).build().send(body.to_string()))
    }

    /// Opens a stream of lines, which ends with an error when nothing comes for a while.
    pub fn lines(&self, path: &str) -> Answer<Lines> {
        let request = self.agent.get(format!("{}/api/v1{path}", self.club));
        let request = request.header(header::AUTHORIZATION, self.token.header());
        let config = request.config().timeout_recv_response(Some(TIMEOUT)).timeout_per_read(Some(SILENCE));
        let response = self.good(config.build().call())?;
        Ok(Box::new(BufReader::new(response.into_body().into_reader())))
    }

    /// The address of the club.
    pub fn club(&self) -> &str {
        &self.club
    }

    /// Who the token belongs to.
    pub fn account(&self) -> Answer<wire::Account> {
        self.get("/account")
    }

    /// Marks the account as a robot's.
    pub fn become_robot(&self) -> Answer<wire::Account> {
        self.post("/bot/account/upgrade", &json!({}))
    }

    /// Events after a number.
    pub fn events(&self, since: i64) -> Answer<wire::Events> {
        self.get(&format!("/account/events?since={since}"))
    }

    /// The running games.
    pub fn playing(&self) -> Answer<Vec<wire::Playing>> {
        self.get::<wire::Games>("/account/playing").map(|answer| answer.games)
    }

    /// A whole game.
    pub fn game(&self, id: &str) -> Answer<wire::Full> {
        self.get(&format!("/club/games/{id}"))
    }

    /// Open challenges to the robot.
    pub fn challenges(&self) -> Answer<Vec<wire::Challenge>> {
        self.get::<wire::Challenges>("/challenges").map(|answer| answer.incoming)
    }

    /// Accepts a challenge.
    pub fn accept(&self, id: &str) -> Answer<wire::Accepted> {
        self.post(&format!("/challenges/{id}/accept"), &json!({}))
    }

    /// Declines a challenge for a reason.
    pub fn decline(&self, id: &str, reason: &str) -> Answer<Value> {
        let reason: String = reason.chars().take(200).collect();
        self.post(&format!("/challenges/{id}/decline"), &json!({ "reason": reason }))
    }

    /// Plays a turn. The same turn for the same version happens once, however often it is sent.
    pub fn play(&self, id: &str, version: u64, turn: &str) -> Answer<Value> {
        let body = json!({ "version": version, "turn": turn, "request": format!("turn-{version}") });
        self.post(&format!("/club/games/{id}/turns"), &body)
    }

    /// Resigns a game at this version.
    pub fn resign(&self, id: &str, version: u64) -> Answer<Value> {
        let body = json!({ "version": version, "request": format!("resign-{version}") });
        self.post(&format!("/club/games/{id}/resign"), &body)
    }

    /// Aborts a game that has hardly begun.
    pub fn abort(&self, id: &str) -> Answer<Value> {
        self.post(&format!("/club/games/{id}/abort"), &json!({}))
    }
}

/// TLS with the certificates that the system trusts.
fn tls() -> TlsConfig {
    let found = rustls_native_certs::load_native_certs().certs;
    let roots: Vec<Certificate<'static>> =
        found.iter().map(|der| Certificate::from_der(der.as_ref()).to_owned()).collect();
    TlsConfig::builder()
        .root_certs(RootCerts::Specific(Arc::new(roots)))
        .unversioned_rustls_crypto_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .build()
}
