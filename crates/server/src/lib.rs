//! The workbench in the browser: an HTTP interface, live streams, stored games, and the page that uses them.
//!
//! The server knows games and players only through the door of crate `players`, as text and plain data. It owns what is
//! particular to serving many people at once: what is kept and when it is safely on disk, who may ask, how much they may
//! ask for, and when a search ends because nobody watches it any more. It refuses to know rules and to print.

mod analysis;
mod assets;
mod blocking;
mod boards;
mod catalogue;
mod claim;
mod engine;
mod error;
mod experiments;
mod feed;
mod games;
mod guard;
mod import;
mod listen;
mod matches;
mod openapi;
mod plans;
mod policy;
mod regions;
mod review;
mod room;
mod routes;
mod searches;
mod standings;
mod state;
mod store;
mod trainer;
mod wire;
mod writer;

pub use listen::{Running, StartError, start};
pub use policy::Limits;

use std::{net::SocketAddr, path::PathBuf};

/// Where and how to serve.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen on; port 0 takes any free one.
    pub address: SocketAddr,
    /// The folder that holds the database and the results of experiments that are run here; made if it is missing.
    pub data: PathBuf,
    /// A folder with results of experiments that are shown and never changed.
    pub results: Option<PathBuf>,
    /// Names under which the server may be asked for besides `localhost` and loopback addresses.
    pub hosts: Vec<String>,
    /// How much may be asked for.
    pub limits: Limits,
}

impl Config {
    /// The address that is listened on when nobody says otherwise.
    pub const DEFAULT_ADDRESS: &'static str = "127.0.0.1:7878";
}
