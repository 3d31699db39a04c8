//! Every search that runs: how many, for whom, how much memory; and the flags that end them.

use crate::{error::ApiError, policy::Limits};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    net::IpAddr,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Instant,
};

/// What a search is for.
#[derive(Clone, Debug)]
pub struct Purpose {
    /// `analysis`, `play`, `review`, `match` or `experiment`.
    pub what: &'static str,
    /// The game.
    pub game: &'static str,
    /// The player.
    pub spec: String,
    /// Bytes of its tables.
    pub memory: u64,
    /// Who asked.
    pub client: IpAddr,
}

struct Entry {
    purpose: Purpose,
    started: Instant,
    stop: Arc<AtomicBool>,
}

/// The searches of a server.
pub struct Searches {
    limits: Limits,
    running: Mutex<(u64, BTreeMap<u64, Entry>)>,
}

impl Searches {
    /// No search runs.
    pub fn new(limits: Limits) -> Arc<Searches> {
        Arc::new(Searches { limits, running: Mutex::new((0, BTreeMap::new())) })
    }

    fn lock(&self) -> MutexGuard<'_, (u64, BTreeMap<u64, Entry>)> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a place among the running searches, or says why there is none. `stop` ends the search; the place is given back when the ticket is
    /// dropped.
    pub fn begin(self: &Arc<Searches>, purpose: Purpose, stop: &Arc<AtomicBool>) -> Result<Ticket, ApiError> {
        let mut running = self.lock();
        let (next, entries) = &mut *running;
        let of_client = entries.values().filter(|e| e.purpose.client == purpose.client).count();
        if of_client >= self.limits.searches_per_client || entries.len() >= self.limits.searches {
            let sentence = format!(
                "{} searches are running, which is as many as are allowed; end one first",
                entries.len()
            );
            return Err(ApiError::too_many(sentence, 2));
        }
        let memory: u64 = entries.values().map(|e| e.purpose.memory).sum();
        if memory.saturating_add(purpose.memory) > self.limits.memory {
            let most = self.limits.memory >> 20;
            return Err(ApiError::too_many(
                format!("the running searches use the {most}M that all may use together"),
                2,
            ));
        }
        *next += 1;
        let id = *next;
        entries.insert(id, Entry { purpose, started: Instant::now(), stop: Arc::clone(stop) });
        Ok(Ticket { id, searches: Arc::clone(self) })
    }

    /// Ends all searches.
    pub fn stop_all(&self) {
        self.lock().1.values().for_each(|entry| entry.stop.store(true, Ordering::Relaxed));
    }

    /// How many run.
    pub fn running(&self) -> usize {
        self.lock().1.len()
    }

    /// What runs, for the status page.
    pub fn status(&self) -> Value {
        let running = self.lock();
        let list = running.1.iter().map(|(id, entry)| {
            json!({
                "id": id,
                "what": entry.purpose.what,
                "game": entry.purpose.game,
                "player": entry.purpose.spec,
                "memory": entry.purpose.memory,
                "seconds": entry.started.elapsed().as_secs_f64(),
            })
        });
        list.collect()
    }
}

/// A place among the running searches.
pub struct Ticket {
    id: u64,
    searches: Arc<Searches>,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.searches.lock().1.remove(&self.id);
    }
}

/// Raises a flag when it is dropped: held by whoever watches a search.
pub struct StopOnDrop(pub Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
