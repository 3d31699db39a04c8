//! Who is here: when a member last asked for something, and how many streams it follows. Kept in memory only.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// Members count as online this long after their last request, in milliseconds.
const LINGER: u64 = 60_000;

#[derive(Clone, Copy, Default)]
struct Seen {
    last: u64,
    streams: u32,
}

/// Who is here.
#[derive(Default)]
pub struct Presence(Mutex<HashMap<i64, Seen>>);

impl Presence {
    fn lock(&self) -> MutexGuard<'_, HashMap<i64, Seen>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A member has asked for something.
    pub fn seen(&self, member: i64, now: u64) {
        self.lock().entry(member).or_default().last = now;
    }

    /// A member follows a stream until the result is dropped.
    pub fn follow(self: &Arc<Presence>, member: i64, time: Arc<dyn crate::TimeSource>) -> Following {
        self.lock().entry(member).or_default().streams += 1;
        Following { presence: Arc::clone(self), member, time }
    }

    /// Is a member here? One that has not been seen since the server started may be on its way back.
    pub fn is_here(&self, member: i64, now: u64) -> bool {
        let seen = self.lock().get(&member).copied().unwrap_or_default();
        seen.streams > 0 || now < seen.last + LINGER
    }

    /// Has a member been seen lately?
    pub fn is_online(&self, member: i64, now: u64) -> bool {
        self.lock().contains_key(&member) && self.is_here(member, now)
    }
}

/// A stream that a member follows.
pub struct Following {
    presence: Arc<Presence>,
    member: i64,
    time: Arc<dyn crate::TimeSource>,
}

impl Drop for Following {
    fn drop(&mut self) {
        let now = self.time.running();
        if let Some(seen) = self.presence.lock().get_mut(&self.member) {
            *seen = Seen { last: now, streams: seen.streams.saturating_sub(1) };
        }
    }
}
