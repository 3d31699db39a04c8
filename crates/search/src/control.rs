//! The only link between a search and the outside: permission to go on, and reports.

use crate::Report;
use game::Game;
use std::{
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

/// What a search asks and tells while it runs. Shared by all threads of one search.
pub trait Control<G: Game>: Sync {
    /// How many more nodes the asking thread may visit before it must ask again; 0 means stop now.
    fn grant(&self) -> u64;

    /// May another iteration be started? Asked between iterations; after a `false` the search answers.
    fn may_deepen(&self, next_depth: u32) -> bool;

    /// Which part of the whole budget is used, from 0 to 1; 0 as long as nothing but a raised flag ends the search.
    fn used(&self) -> f64 {
        0.0
    }

    /// Does a depth bound the search? A player that can choose then takes a search that counts depth as everybody does.
    fn bounds_depth(&self) -> bool {
        false
    }

    /// The state after an iteration, or whenever something changed that a person would like to see.
    fn report(&self, report: &Report<G>);
}

/// How long a search may think.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeLimit {
    /// No new iteration is begun after this.
    pub soft: Duration,
    /// The search ends here, finished or not.
    pub hard: Duration,
}

impl TimeLimit {
    /// Think for exactly this long.
    pub fn exactly(time: Duration) -> TimeLimit {
        TimeLimit { soft: time, hard: time }
    }
}

/// Limits of one search; `None` means no limit. At least one should be set, or the search may never end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Deepest iteration, in actions.
    pub depth: Option<u32>,
    /// Nodes of all threads together; exact with one thread.
    pub nodes: Option<u64>,
    /// Wall-clock time.
    pub time: Option<TimeLimit>,
}

impl Limits {
    /// Both limits at once: whichever is reached first.
    pub fn and(self, other: Limits) -> Limits {
        fn least<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
            match (a, b) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            }
        }
        let time = match (self.time, other.time) {
            (Some(a), Some(b)) => Some(TimeLimit { soft: a.soft.min(b.soft), hard: a.hard.min(b.hard) }),
            (a, b) => a.or(b),
        };
        Limits { depth: least(self.depth, other.depth), nodes: least(self.nodes, other.nodes), time }
    }

    /// Is there any limit at all?
    pub fn is_unlimited(self) -> bool {
        self == Limits::default()
    }
}

type Observer<'a, G> = Box<dyn FnMut(&Report<G>) + Send + 'a>;

/// The usual [`Control`]: limits, a stop flag that others may raise, and an observer of reports.
pub struct Session<'a, G: Game> {
    limits: Limits,
    started: Instant,
    granted: AtomicU64,
    stop: &'a AtomicBool,
    counter: Option<&'a AtomicU64>,
    observer: Mutex<Observer<'a, G>>,
}

impl<'a, G: Game> Session<'a, G> {
    /// Nodes between two looks at the clock: a few milliseconds even where an evaluation takes ten microseconds.
    const BATCH: u64 = 256;

    /// A session that starts its clock now.
    pub fn new(limits: Limits, stop: &'a AtomicBool) -> Self {
        Session {
            limits,
            started: Instant::now(),
            granted: AtomicU64::new(0),
            stop,
            counter: None,
            observer: Mutex::new(Box::new(|_| ())),
        }
    }

    /// The same session with somebody who sees every report.
    pub fn observed_by(self, observer: impl FnMut(&Report<G>) + Send + 'a) -> Self {
        Session { observer: Mutex::new(Box::new(observer)), ..self }
    }

    /// The same session with a number that others may look at while it runs: the nodes handed out so far, which is at most
    /// one batch for each thread more than were visited.
    pub fn counted_in(self, counter: Option<&'a AtomicU64>) -> Self {
        Session { counter, ..self }
    }

    /// Time since the session started.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

impl<G: Game> Control<G> for Session<'_, G> {
    fn bounds_depth(&self) -> bool {
        self.limits.depth.is_some()
    }

    fn grant(&self) -> u64 {
        if self.stop.load(Ordering::Relaxed) {
            return 0;
        }
        if self.limits.time.is_some_and(|t| self.elapsed() >= t.hard) {
            return 0;
        }
        let nodes = match self.limits.nodes {
            None => Self::BATCH,
            Some(budget) => {
                let before = self.granted.fetch_add(Self::BATCH, Ordering::Relaxed);
                budget.saturating_sub(before).min(Self::BATCH)
            }
        };
        if let Some(counter) = self.counter {
            counter.fetch_add(nodes, Ordering::Relaxed);
        }
        nodes
    }

    fn may_deepen(&self, next_depth: u32) -> bool {
        !self.stop.load(Ordering::Relaxed)
            && self.limits.depth.is_none_or(|deepest| next_depth <= deepest)
            && self.limits.time.is_none_or(|t| self.elapsed() < t.soft)
    }

    fn used(&self) -> f64 {
        let part = |used: f64, whole: f64| if whole > 0.0 { (used / whole).min(1.0) } else { 1.0 };
        let time = self.limits.time.map_or(0.0, |t| part(self.elapsed().as_secs_f64(), t.hard.as_secs_f64()));
        let granted = self.granted.load(Ordering::Relaxed) as f64;
        let nodes = self.limits.nodes.map_or(0.0, |budget| part(granted, budget as f64));
        time.max(nodes)
    }

    fn report(&self, report: &Report<G>) {
        if let Ok(mut observer) = self.observer.lock() {
            observer(report);
        }
    }
}
