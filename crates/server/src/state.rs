//! The state that all requests share.

use crate::{
    Config,
    club::Club,
    connections::{Connections, Streams},
    experiments::Experiments,
    guard::{Queues, Rates},
    live_game::RecentGames,
    matches::Matches,
    searches::Searches,
    store::Store,
    updates::Updates,
};
use std::{sync::Arc, time::Instant};
use tokio::sync::watch;

/// The shared state. Cheap to clone.
#[derive(Clone)]
pub struct App(pub Arc<Shared>);

/// See [`App`].
pub struct Shared {
    pub config: Config,
    pub port: u16,
    pub store: Arc<Store>,
    /// The club, if the server has one.
    pub club: Option<Club>,
    /// Games that were read last.
    pub recent_games: RecentGames,
    /// Running searches and kept players.
    pub searches: Arc<Searches>,
    /// Updates for clients that follow a game, a match or an experiment.
    pub updates: Updates,
    pub matches: Matches,
    pub experiments: Experiments,
    pub rates: Rates,
    pub queues: Queues,
    pub connections: Arc<Connections>,
    pub streams: Arc<Streams>,
    /// Becomes true when the server shuts down.
    pub closing: watch::Receiver<bool>,
    pub started: Instant,
}

impl std::ops::Deref for App {
    type Target = Shared;
    fn deref(&self) -> &Shared {
        &self.0
    }
}
