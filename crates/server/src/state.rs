//! What all requests share.

use crate::{
    Config, experiments::Experiments, guard::Rates, matches::Matches, room::Rooms, searches::Searches,
    store::Store,
};
use std::{sync::Arc, time::Instant};
use tokio::sync::watch;

/// What all requests share. Cheap to clone.
#[derive(Clone)]
pub struct App(pub Arc<Shared>);

/// See [`App`].
pub struct Shared {
    /// How to serve.
    pub config: Config,
    /// The address that is really listened on.
    pub port: u16,
    /// Stored games.
    pub store: Store,
    /// Running searches.
    pub searches: Arc<Searches>,
    /// Watchers of games.
    pub rooms: Rooms,
    /// Running matches.
    pub matches: Matches,
    /// Runs of experiments.
    pub experiments: Experiments,
    /// Who has asked how often.
    pub rates: Rates,
    /// Becomes true when the server ends.
    pub closing: watch::Receiver<bool>,
    /// When the server was started.
    pub started: Instant,
}

impl std::ops::Deref for App {
    type Target = Shared;
    fn deref(&self) -> &Shared {
        &self.0
    }
}
