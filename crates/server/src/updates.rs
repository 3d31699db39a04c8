//! Updates about games, matches and experiments for the clients that follow them, and which engine is thinking in which
//! game. Stores nothing: a client that connects later reads the stored game.

use crate::sse;
use axum::body::Bytes;
use serde_json::{Value, json};
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
    /// A game has reached this version, by this event.
    Version(u64, Bytes),
    /// Another event.
    Event(Bytes),
    /// The last event: the topic is gone.
    Gone(Bytes),
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

/// The view of a topic that its followers share, and after how many changes it was computed.
pub type SharedView = Arc<tokio::sync::Mutex<Option<(u64, Bytes)>>>;

struct Channel {
    sender: broadcast::Sender<Update>,
    changes: u64,
    view: SharedView,
}

#[derive(Default)]
struct Inner {
    channels: HashMap<String, Channel>,
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
        inner.channels.retain(|_, channel| channel.sender.receiver_count() > 0);
        let new = || Channel {
            sender: broadcast::channel(Self::BACKLOG).0,
            changes: 0,
            view: SharedView::default(),
        };
        inner.channels.entry(topic.into()).or_insert_with(new).sender.subscribe()
    }

    /// The view that the followers of a topic share.
    pub fn shared_view(&self, topic: &str) -> SharedView {
        self.lock().channels.get(topic).map(|channel| Arc::clone(&channel.view)).unwrap_or_default()
    }

    /// How often a topic has changed since it was first followed.
    pub fn changes(&self, topic: &str) -> u64 {
        self.lock().channels.get(topic).map_or(0, |channel| channel.changes)
    }

    /// Sends an update to all subscribers of a topic. It is made only if there are any.
    pub fn publish(&self, topic: &str, update: impl FnOnce() -> Update) {
        let sender = match self.lock().channels.get_mut(topic) {
            Some(channel) if channel.sender.receiver_count() > 0 => {
                channel.changes += 1;
                channel.sender.clone()
            }
            _ => return,
        };
        // Sending fails only when the last subscriber has left.
        let _ = sender.send(update());
    }

    /// Tells the subscribers of a game what its engine thinks about the position of this version.
    pub fn report(&self, game: &str, version: u64, info: Value) {
        let info = Arc::new(info);
        if let Some(thinking) = self.lock().thinking.get_mut(game) {
            thinking.latest = Some(Arc::clone(&info));
        }
        self.publish(game, || {
            Update::Event(sse::event("thought", &json!({ "version": version, "thought": *info })))
        });
    }

    /// Tells the subscribers of a game that its engine failed; it can be asked again.
    pub fn report_failure(&self, game: &str, sentence: &str) {
        self.publish(game, || Update::Event(sse::event("failed", &json!({ "sentence": sentence }))));
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

    /// Stops an engine that thinks about an earlier version than this one.
    pub fn stop_thinking_before(&self, game: &str, version: u64) {
        if let Some(thinking) = self.thinking(game).filter(|thinking| thinking.version < version) {
            thinking.stop.store(true, Ordering::Relaxed);
        }
    }

    /// How many topics have subscribers.
    pub fn followed(&self) -> usize {
        self.lock().channels.values().filter(|channel| channel.sender.receiver_count() > 0).count()
    }
}
