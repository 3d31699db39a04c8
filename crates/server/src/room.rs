//! Who watches which game or match, and the news they get. Keeps nothing: whoever comes late reads the stored game.

use serde_json::Value;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError, atomic::AtomicBool},
};
use tokio::sync::broadcast;

/// News about a game or a match.
#[derive(Clone, Debug)]
pub enum News {
    /// Something stored has changed; read it again.
    Changed,
    /// A player thinks this, in the position of this version.
    Thought(u64, Arc<Value>),
    /// A player has failed; people may try again.
    Failed(Arc<str>),
}

/// The engine that is thinking in a game.
#[derive(Clone)]
pub struct Thinking {
    /// The version of the game it thinks about.
    pub version: u64,
    /// Ends the thinking with the best turn so far.
    pub stop: Arc<AtomicBool>,
    /// The last thing it thought.
    pub last: Option<Arc<Value>>,
}

#[derive(Default)]
struct Inner {
    channels: HashMap<String, broadcast::Sender<News>>,
    thinking: HashMap<String, Thinking>,
}

/// Watchers and thinkers of all games.
#[derive(Default)]
pub struct Rooms(Mutex<Inner>);

impl Rooms {
    /// News that a slow watcher may lag behind before it misses some.
    const BACKLOG: usize = 64;

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Watches a game.
    pub fn watch(&self, id: &str) -> broadcast::Receiver<News> {
        let mut inner = self.lock();
        // Rooms that everybody has left are swept out when somebody enters one.
        inner.channels.retain(|_, sender| sender.receiver_count() > 0);
        inner.channels.entry(id.into()).or_insert_with(|| broadcast::channel(Self::BACKLOG).0).subscribe()
    }

    /// Tells everybody who watches.
    pub fn tell(&self, id: &str, news: News) {
        let mut inner = self.lock();
        if let (News::Thought(_, thought), Some(thinking)) = (&news, inner.thinking.get_mut(id)) {
            thinking.last = Some(Arc::clone(thought));
        }
        if let Some(sender) = inner.channels.get(id) {
            // Without watchers there is nobody to tell.
            let _ = sender.send(news);
        }
    }

    /// Notes that an engine begins to think; false if one is thinking about this version already.
    pub fn begin_thinking(&self, id: &str, version: u64, stop: &Arc<AtomicBool>) -> bool {
        let mut inner = self.lock();
        if inner.thinking.get(id).is_some_and(|t| t.version == version) {
            return false;
        }
        inner.thinking.insert(id.into(), Thinking { version, stop: Arc::clone(stop), last: None });
        true
    }

    /// Notes that the engine has stopped thinking about this version.
    pub fn end_thinking(&self, id: &str, version: u64) {
        let mut inner = self.lock();
        if inner.thinking.get(id).is_some_and(|t| t.version == version) {
            inner.thinking.remove(id);
        }
    }

    /// The engine that thinks in a game.
    pub fn thinking(&self, id: &str) -> Option<Thinking> {
        self.lock().thinking.get(id).cloned()
    }

    /// How many games and matches are watched.
    pub fn watched(&self) -> usize {
        self.lock().channels.values().filter(|sender| sender.receiver_count() > 0).count()
    }
}
