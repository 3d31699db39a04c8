//! The workbench in the browser: an HTTP API, live event streams, stored games, and the page that uses them.
//!
//! The server sees games and players only as `players` presents them: text and plain data. It owns storage, access checks,
//! limits, and stopping searches whose client has left. It knows no rules and prints nothing.

mod analysis;
mod assets;
mod blocking;
mod boards;
mod catalogue;
mod club;
mod connections;
mod data_lock;
mod engine;
mod error;
mod experiments;
mod games;
mod guard;
mod import;
mod listen;
mod live_boards;
mod live_game;
mod matches;
mod new_game;
mod openapi;
mod openings;
mod plans;
mod policy;
mod regions;
mod review;
mod routes;
mod searches;
mod sse;
mod standings;
mod state;
mod store;
mod time;
mod trainer;
mod updates;
mod warm_players;
mod wire;

pub use club::{
    AddedMember, ClubAdmin, ClubConfig, Delivery, Hashing, ListedMember, Mail, MailConfig, Mailer,
    Registration, Role, restore,
};
pub use listen::{Running, StartError, start};
pub use policy::Limits;
pub use time::{SystemClocks, TimeSource};

use players::Games;
use std::{net::SocketAddr, path::PathBuf, sync::Arc};

/// A time of day in milliseconds since 1970, in words and in UTC.
pub fn utc(ms: u64) -> String {
    club::date(ms, "UTC")
}

/// The configuration of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// The games to serve.
    pub games: Games,
    /// The address to listen on; port 0 takes any free one.
    pub address: SocketAddr,
    /// The folder of the database and of experiments run here; created if it is missing.
    pub data: PathBuf,
    /// A folder with results of experiments, which is only read.
    pub results: Option<PathBuf>,
    /// Host names to accept besides `localhost` and loopback addresses.
    pub hosts: Vec<String>,
    /// The club, if the server is to have one.
    pub club: Option<ClubConfig>,
    /// The limits.
    pub limits: Limits,
    /// The clocks.
    pub time: Arc<dyn TimeSource>,
}

impl Config {
    /// A server of these games for this machine only, on any free port.
    pub fn new(games: Games, data: PathBuf) -> Config {
        Config {
            games,
            address: ([127, 0, 0, 1], 0).into(),
            data,
            results: None,
            hosts: Vec::new(),
            club: None,
            limits: Limits::default(),
            time: Arc::new(SystemClocks::default()),
        }
    }

    /// The address to listen on by default.
    pub const DEFAULT_ADDRESS: &'static str = "127.0.0.1:7878";
}
