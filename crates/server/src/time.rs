//! The clocks that the server reads: the time of day, and how long it has been running.
//!
//! The time of day dates what people read; it jumps when it is set. Clocks of games count the time that the server has been
//! running. It stands still while the server is down, while the machine sleeps, and while the process is stopped.

use std::{
    fmt,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

/// Where a server gets the time from.
pub trait TimeSource: fmt::Debug + Send + Sync {
    /// Milliseconds since 1970.
    fn time_of_day(&self) -> u64;

    /// Milliseconds that the server has been running. Never goes back.
    fn running(&self) -> u64;
}

/// The clocks of the system.
///
/// The server reads [`running`](TimeSource::running) at least every [`SystemClocks::BEAT`]. A longer pause means that the
/// process could not run, and counts as [`SystemClocks::LONGEST_PAUSE`] at most.
#[derive(Debug)]
pub struct SystemClocks(Mutex<Counted>);

#[derive(Debug)]
struct Counted {
    last_read: Instant,
    running: Duration,
}

impl SystemClocks {
    /// How often the server reads the time at least.
    pub const BEAT: Duration = Duration::from_millis(250);
    /// What a longer pause counts as.
    pub const LONGEST_PAUSE: Duration = Duration::from_secs(1);
}

impl Default for SystemClocks {
    fn default() -> SystemClocks {
        SystemClocks(Mutex::new(Counted { last_read: Instant::now(), running: Duration::ZERO }))
    }
}

impl Counted {
    fn read(&mut self, now: Instant) -> Duration {
        let pause = now.saturating_duration_since(self.last_read);
        self.last_read = now;
        self.running += pause.min(SystemClocks::LONGEST_PAUSE);
        self.running
    }
}

impl TimeSource for SystemClocks {
    fn time_of_day(&self) -> u64 {
        SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as u64
    }

    fn running(&self) -> u64 {
        let mut counted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Within the lock, so that readings are in order.
        counted.read(Instant::now()).as_millis() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_pause_counts_as_a_short_one() {
        let start = Instant::now();
        let mut counted = Counted { last_read: start, running: Duration::ZERO };
        let at = |ms: u64| start + Duration::from_millis(ms);
        for (ms, running) in [(250, 250), (900, 900), (3_600_900, 1900), (3_601_000, 2000), (3_600_000, 2000)]
        {
            assert_eq!(counted.read(at(ms)), Duration::from_millis(running), "at {ms}");
        }
    }
}
