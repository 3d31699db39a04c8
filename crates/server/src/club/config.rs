//! The configuration of a club: who may join, where people find it, which proxy is trusted, how passwords are hashed.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use super::mail::MailConfig;
use std::{
    net::IpAddr,
    str::FromStr,
    sync::{Arc, atomic::AtomicU64},
};

/// Who may register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Registration {
    /// Administrators add members.
    Closed,
    /// People with a code.
    Code,
    /// Everyone.
    Open,
}

impl Registration {
    /// Its word.
    pub fn word(self) -> &'static str {
        match self {
            Registration::Closed => "closed",
            Registration::Code => "code",
            Registration::Open => "open",
        }
    }
}

impl FromStr for Registration {
    type Err = String;

    fn from_str(text: &str) -> Result<Registration, String> {
        [Registration::Closed, Registration::Code, Registration::Open]
            .into_iter()
            .find(|registration| registration.word() == text)
            .ok_or_else(|| format!("'{text}' is not a kind of registration; expected closed, code or open"))
    }
}

/// How passwords are hashed with argon2id.
#[derive(Clone, Debug)]
pub struct Hashing {
    /// Memory in KiB.
    pub memory: u32,
    /// Passes over it.
    pub passes: u32,
    /// How many hashes were computed; equal requests must cost the same number.
    pub computed: Arc<AtomicU64>,
}

impl Default for Hashing {
    /// What OWASP recommends for argon2id with 19 MiB.
    fn default() -> Hashing {
        Hashing { memory: 19 << 10, passes: 2, computed: Arc::default() }
    }
}

/// The configuration of a club.
#[derive(Clone, Debug)]
pub struct ClubConfig {
    /// Who may register.
    pub registration: Registration,
    /// The address at which people find the club, such as `https://club.example`.
    pub public_url: Option<String>,
    /// The proxy whose `X-Forwarded-For` is believed.
    pub trusted_proxy: Option<IpAddr>,
    /// Whether to listen beyond loopback without a proxy.
    pub insecure_http: bool,
    /// How mails are sent, if any are.
    pub mail: Option<MailConfig>,
    /// How passwords are hashed.
    pub hashing: Hashing,
    /// Requests about accounts (signing in, registering, passwords) per second and client address.
    pub account_rate: f64,
    /// Such requests in one burst.
    pub account_burst: f64,
}

impl Default for ClubConfig {
    fn default() -> ClubConfig {
        ClubConfig {
            registration: Registration::Closed,
            public_url: None,
            trusted_proxy: None,
            insecure_http: false,
            mail: None,
            hashing: Hashing::default(),
            account_rate: 0.5,
            account_burst: 60.0,
        }
    }
}

impl ClubConfig {
    /// The host of the public address, without its port.
    pub(crate) fn public_host(&self) -> Option<&str> {
        let url = self.public_url.as_deref()?;
        let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
        let authority = rest.split(['/', '?', '#']).next().unwrap_or(rest);
        match authority.rsplit_once(':') {
            Some((host, port)) if port.bytes().all(|b| b.is_ascii_digit()) => Some(host),
            _ => Some(authority),
        }
    }

    /// Do people reach the club by TLS?
    pub(crate) fn is_secure(&self) -> bool {
        self.public_url.as_deref().is_some_and(|url| url.starts_with("https://"))
    }

    /// What is wrong with the configuration.
    pub(crate) fn problem(&self) -> Option<String> {
        let url = self.public_url.as_deref()?;
        let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
        let is_whole = rest.is_some_and(|rest| {
            let host = rest.trim_end_matches('/');
            !host.is_empty() && !host.contains(['/', '?', '#', '@', ' '])
        });
        (!is_whole).then(|| format!("'{url}' is not a public address; write https://club.example"))
    }
}
