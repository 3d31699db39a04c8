//! The only link between a search and the outside: permission to go on, and reports.

use crate::{Clock, NodeSource, Report, Unlimited, settings::Milliseconds};
use game::Game;
use std::{
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

/// Permission and reports of a running search, shared by all its threads.
pub trait Control<G: Game>: NodeSource + Sync {
    /// May another iteration be started? Asked between iterations; after a `false` the search answers.
    fn should_deepen(&self, next_depth: u32) -> bool;

    /// The used part of the budget, from 0 to 1; 0 if only the stop flag ends the search.
    fn used(&self) -> f64 {
        0.0
    }

    /// Is there a depth limit? A player with several searches then picks one that counts depth in actions.
    fn bounds_depth(&self) -> bool {
        false
    }

    /// Receives the state after an iteration, or when something worth showing has changed.
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
    /// Limits as settings give them, where 0 means none.
    pub(crate) fn from_settings(depth: i64, nodes: i64, time: Milliseconds) -> Limits {
        let limit = |number: i64| u64::try_from(number).ok().filter(|&number| number > 0);
        let time = Some(time.0).filter(|&time| time > 0).map(Duration::from_millis);
        let depth = limit(depth).and_then(|depth| u32::try_from(depth).ok());
        Limits { depth, nodes: limit(nodes), time: time.map(TimeLimit::exactly) }
    }

    /// Both limits at once.
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
pub struct SearchControl<'a, G: Game> {
    clock: Clock<'a>,
    counter: Option<&'a AtomicU64>,
    observer: Mutex<Observer<'a, G>>,
}

impl<'a, G: Game> SearchControl<'a, G> {
    /// A control that starts its clock now.
    pub fn new(limits: Limits, stop: &'a AtomicBool) -> Self {
        SearchControl {
            clock: Clock::new(limits, stop),
            counter: None,
            observer: Mutex::new(Box::new(|_| ())),
        }
    }

    /// The same control with an observer that sees every report.
    pub fn observed_by(self, observer: impl FnMut(&Report<G>) + Send + 'a) -> Self {
        SearchControl { observer: Mutex::new(Box::new(observer)), ..self }
    }

    /// The same control with a number that others may read while it runs: the nodes handed out so far, which is at most one
    /// batch per thread more than were visited.
    pub fn counted_in(self, counter: Option<&'a AtomicU64>) -> Self {
        SearchControl { counter, ..self }
    }

    /// Time since the control was made.
    pub fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }
}

impl<G: Game> NodeSource for SearchControl<'_, G> {
    fn grant(&self) -> u64 {
        let nodes = self.clock.grant();
        if let Some(counter) = self.counter {
            counter.fetch_add(nodes, Ordering::Relaxed);
        }
        nodes
    }
}

impl<G: Game> Control<G> for SearchControl<'_, G> {
    fn bounds_depth(&self) -> bool {
        self.clock.limits().depth.is_some()
    }

    fn should_deepen(&self, next_depth: u32) -> bool {
        let limits = self.clock.limits();
        !self.clock.is_stopped()
            && limits.depth.is_none_or(|deepest| next_depth <= deepest)
            && limits.time.is_none_or(|t| self.elapsed() < t.soft)
    }

    fn used(&self) -> f64 {
        self.clock.used()
    }

    fn report(&self, report: &Report<G>) {
        if let Ok(mut observer) = self.observer.lock() {
            observer(report);
        }
    }
}

impl<G: Game> Control<G> for Unlimited {
    fn should_deepen(&self, _: u32) -> bool {
        true
    }
    fn report(&self, _: &Report<G>) {}
}

/// The control of a helping thread: it stops with the main thread and reports nothing.
pub(crate) struct HelperControl<'a, G: Game> {
    /// The control of the main thread.
    pub outer: &'a dyn Control<G>,
    /// Raised by the thread that has the answer.
    pub done: &'a AtomicBool,
    /// The nodes handed out to all helpers.
    pub granted: &'a AtomicU64,
}

impl<G: Game> NodeSource for HelperControl<'_, G> {
    fn grant(&self) -> u64 {
        if self.done.load(Ordering::Relaxed) {
            return 0;
        }
        let nodes = self.outer.grant();
        self.granted.fetch_add(nodes, Ordering::Relaxed);
        nodes
    }
}

impl<G: Game> Control<G> for HelperControl<'_, G> {
    fn should_deepen(&self, _: u32) -> bool {
        !self.done.load(Ordering::Relaxed)
    }
    fn report(&self, _: &Report<G>) {}
}
