//! The searches of all robots of a process: so many at a time, in the order in which they were asked for, live games first, within a
//! limit of memory.
//!
//! Players are kept between their turns. When a search needs their memory, the ones that have been idle longest are dropped.

use crate::thinking::{Kept, Question, Thought, think};
use std::{
    collections::VecDeque,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, atomic::AtomicBool},
    thread,
    time::{Duration, Instant},
};

/// An idle player is dropped after this time, an external engine with it.
const IDLE: Duration = Duration::from_secs(600);

/// What the searches of a process may use.
#[derive(Clone, Copy, Debug)]
pub struct PoolLimits {
    /// Searches at the same time.
    pub searches: usize,
    /// Bytes of the tables of all players, idle ones included.
    pub memory: u64,
    /// Idle players, which may be processes of external engines.
    pub idle: usize,
}

/// A search that is asked for.
pub struct Job {
    /// The robot and the game.
    pub key: String,
    pub is_live: bool,
    pub question: Question,
    pub stop: Arc<AtomicBool>,
    /// Gets the answer.
    pub reply: Box<dyn FnOnce(Thought) + Send>,
}

struct Idle {
    key: String,
    bytes: u64,
    since: Instant,
    _kept: Kept,
}

#[derive(Default)]
struct State {
    live: VecDeque<Job>,
    others: VecDeque<Job>,
    /// Bytes of the players that are thinking.
    used: u64,
    /// The one idle longest first.
    idle: Vec<Idle>,
    is_closed: bool,
}

impl State {
    /// The next job, if its memory is there.
    fn next(&mut self, memory: u64) -> Option<Job> {
        let used = self.used;
        let queue = if self.live.is_empty() { &mut self.others } else { &mut self.live };
        queue.pop_front_if(|job| used + job.question.play.memory() <= memory)
    }

    /// Removes the players that have to go.
    fn shrink(&mut self, limits: &PoolLimits) -> Vec<Idle> {
        let mut gone: Vec<Idle> = self.idle.extract_if(.., |idle| idle.since.elapsed() > IDLE).collect();
        while !self.idle.is_empty() {
            let bytes: u64 = self.idle.iter().map(|idle| idle.bytes).sum();
            if self.used + bytes <= limits.memory && self.idle.len() <= limits.idle {
                break;
            }
            gone.push(self.idle.remove(0));
        }
        gone
    }
}

struct Shared {
    state: Mutex<State>,
    changed: Condvar,
    limits: PoolLimits,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The work of a thread.
    fn work(&self) {
        let mut state = self.lock();
        while !state.is_closed {
            let Some(job) = state.next(self.limits.memory) else {
                let gone = state.shrink(&self.limits);
                if !gone.is_empty() {
                    // Ending an engine takes a moment, during which others may go on.
                    drop(state);
                    drop(gone);
                    state = self.lock();
                    continue;
                }
                state = self.changed.wait_timeout(state, IDLE / 10).unwrap_or_else(PoisonError::into_inner).0;
                continue;
            };
            let bytes = job.question.play.memory();
            let own = state.idle.iter().position(|idle| idle.key == job.key);
            let kept = own.map(|at| state.idle.remove(at)._kept);
            state.used += bytes;
            let gone = state.shrink(&self.limits);
            drop(state);
            drop(gone);
            let (thought, kept) = think(&job.question, kept, &job.stop);
            state = self.lock();
            state.used -= bytes;
            if let Some(kept) = kept {
                state.idle.push(Idle { key: job.key, bytes, since: Instant::now(), _kept: kept });
            }
            let gone = state.shrink(&self.limits);
            drop(state);
            drop(gone);
            (job.reply)(thought);
            self.changed.notify_all();
            state = self.lock();
        }
    }
}

/// The searches of a process.
pub struct Pool(Arc<Shared>);

impl Pool {
    /// Starts the threads.
    pub fn start(limits: PoolLimits) -> Result<Pool, String> {
        let shared = Arc::new(Shared { state: Mutex::default(), changed: Condvar::new(), limits });
        for _ in 0..limits.searches.max(1) {
            let own = Arc::clone(&shared);
            let started = thread::Builder::new().name("search".into()).spawn(move || own.work());
            started.map_err(|error| format!("the system gives no thread: {error}"))?;
        }
        Ok(Pool(shared))
    }

    /// Asks for a search.
    pub(crate) fn ask(&self, job: Job) {
        let mut state = self.0.lock();
        if job.is_live {
            state.live.push_back(job)
        } else {
            state.others.push_back(job)
        }
        drop(state);
        self.0.changed.notify_all();
    }

    /// Drops the idle player of a game that is over.
    pub(crate) fn forget(&self, key: &str) {
        let mut state = self.0.lock();
        let own = state.idle.iter().position(|idle| idle.key == key);
        let gone = own.map(|at| state.idle.remove(at));
        drop(state);
        drop(gone);
    }

    /// How many players are idle, and their bytes.
    #[cfg(test)]
    fn idle(&self) -> (usize, u64) {
        let state = self.0.lock();
        (state.idle.len(), state.idle.iter().map(|idle| idle.bytes).sum())
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.0.lock().is_closed = true;
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Play;
    use game::Side;
    use players::{GAMES, Limits};
    use std::sync::mpsc::channel;

    fn job(play: &Arc<Play>, key: &str, is_live: bool, reply: impl FnOnce(Thought) + Send + 'static) -> Job {
        let start = play.game.0.start("").unwrap().position_text();
        let question = Question {
            play: Arc::clone(play),
            start,
            turns: Vec::new(),
            side: Side::First,
            clocks: None,
            elapsed: Duration::ZERO,
            received: Instant::now(),
            lag: Duration::ZERO,
            seed: 1,
            resigns: true,
        };
        Job { key: key.into(), is_live, question, stop: Arc::default(), reply: Box::new(reply) }
    }

    #[test]
    fn live_games_go_first_and_memory_is_bounded() {
        let game = GAMES.find("knightthrough").unwrap();
        let limits = Limits { nodes: Some(2000), ..Limits::default() };
        let play = Arc::new(Play::new(game, "alphabeta:tt=4M", limits).unwrap());
        let bytes = play.memory();
        assert!(bytes >= 4 << 20);
        let pool = Pool::start(PoolLimits { searches: 1, memory: 2 * bytes, idle: 100 }).unwrap();
        let (sender, order) = channel();
        // While the only thread is busy with the first, the others line up.
        let (go, wait) = channel::<()>();
        let (begun, taken) = channel::<()>();
        let own = sender.clone();
        pool.ask(job(&play, "0", false, move |_| {
            begun.send(()).unwrap();
            wait.recv().unwrap();
            own.send("0").unwrap();
        }));
        taken.recv().unwrap();
        for (key, is_live) in [("a", false), ("b", false), ("c", true), ("d", true)] {
            let own = sender.clone();
            pool.ask(job(&play, key, is_live, move |thought| {
                assert!(matches!(thought, Thought::Turn(_)));
                own.send(key).unwrap();
            }));
        }
        go.send(()).unwrap();
        let came: Vec<&str> = (0..5).map(|_| order.recv().unwrap()).collect();
        assert_eq!(came, ["0", "c", "d", "a", "b"]);
        let (count, used) = pool.idle();
        assert!(count <= 2 && used <= 2 * bytes, "{count} players with {used} bytes");
        pool.forget("b");
        assert!(pool.idle().0 < count);
    }
}
