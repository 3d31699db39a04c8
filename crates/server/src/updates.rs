//! Updates about games, matches and experiments for the clients that follow them, and which engine is thinking in which
//! game. Stores nothing: a client that connects later reads the stored game.

use serde_json::Value;
use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};
use tokio::sync::broadcast;

/// An update about one topic: a game, a match or an experiment.
#[derive(Clone, Debug)]
pub enum Update {
    /// The stored state has changed; read it again.
    Changed,
    /// What the engine thinks about the position of this version.
    SearchInfo(u64, Arc<Value>),
    /// An engine failed; it can be asked again.
    Failed(Arc<str>),
}

/// An engine that is thinking.
#[derive(Clone)]
pub struct Thinking {
    /// The version of the game it thinks about.
    pub version: u64,
    /// Makes it play the best turn so far.
    pub stop: Arc<AtomicBool>,
    /// Its latest report.
    pub latest: Option<Arc<Value>>,
}

#[derive(Default)]
struct Inner {
    channels: HashMap<String, broadcast::Sender<Update>>,
    thinking: HashMap<String, Thinking>,
}

/// Subscribers and thinking engines, by topic.
#[derive(Default)]
pub struct Updates(Mutex<Inner>);

impl Updates {
    /// Updates that a slow subscriber may fall behind before it misses some.
    const BACKLOG: usize = 64;

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Subscribes to a topic.
    pub fn subscribe(&self, topic: &str) -> broadcast::Receiver<Update> {
        let mut inner = self.lock();
        // Channels without subscribers are removed here, when another one is needed.
        inner.channels.retain(|_, sender| sender.receiver_count() > 0);
        inner.channels.entry(topic.into()).or_insert_with(|| broadcast::channel(Self::BACKLOG).0).subscribe()
    }

    /// Sends an update to all subscribers of a topic.
    pub fn publish(&self, topic: &str, update: Update) {
        let mut inner = self.lock();
        if let (Update::SearchInfo(_, info), Some(thinking)) = (&update, inner.thinking.get_mut(topic)) {
            thinking.latest = Some(Arc::clone(info));
        }
        if let Some(sender) = inner.channels.get(topic) {
            // Sending fails only when the last subscriber has left.
            let _ = sender.send(update);
        }
    }

    /// Registers a thinking engine; false if one is thinking about this version already.
    pub fn begin_thinking(&self, game: &str, version: u64, stop: &Arc<AtomicBool>) -> bool {
        let mut inner = self.lock();
        if inner.thinking.get(game).is_some_and(|t| t.version == version) {
            return false;
        }
        inner.thinking.insert(game.into(), Thinking { version, stop: Arc::clone(stop), latest: None });
        true
    }

    /// Removes the engine that was thinking about this version.
    pub fn end_thinking(&self, game: &str, version: u64) {
        let mut inner = self.lock();
        if inner.thinking.get(game).is_some_and(|t| t.version == version) {
            inner.thinking.remove(game);
        }
    }

    /// The engine that is thinking in a game.
    pub fn thinking(&self, game: &str) -> Option<Thinking> {
        self.lock().thinking.get(game).cloned()
    }

    /// Stops the engine that is thinking in a game and returns it, if there is one.
    pub fn stop_thinking(&self, game: &str) -> Option<Thinking> {
        let thinking = self.thinking(game)?;
        thinking.stop.store(true, Ordering::Relaxed);
        Some(thinking)
    }

    /// How many topics have subscribers.
    pub fn followed(&self) -> usize {
        self.lock().channels.values().filter(|sender| sender.receiver_count() > 0).count()
    }
}
