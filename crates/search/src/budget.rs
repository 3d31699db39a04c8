//! Node budgets: how a search asks for permission to visit nodes without looking at a clock itself.

use crate::{Limits, TimeLimit};
use std::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    time::{Duration, Instant},
};
use thiserror::Error;

/// Hands out nodes to searches.
pub trait NodeSource {
    /// How many more nodes the caller may visit before it must ask again; 0 means stop now.
    fn grant(&self) -> u64;
}

/// The search was told to stop before it had an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the budget of nodes or time ran out before the answer was exact")]
pub struct Stopped;

/// A source without any limit.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unlimited;

impl NodeSource for Unlimited {
    fn grant(&self) -> u64 {
        u64::MAX
    }
}

/// Counts the nodes of one thread and asks its source for more in batches.
pub struct NodeBudget<'a, S: NodeSource + ?Sized = dyn NodeSource + 'a> {
    source: &'a S,
    /// Nodes that may still be visited before the source is asked again.
    granted: u64,
    used: u64,
    most: u64,
    /// Nodes that the source has granted beyond the own limit or to a part of the work, for when that is raised or over.
    spare: u64,
}

impl<'a, S: NodeSource + ?Sized> NodeBudget<'a, S> {
    /// A budget that has used nothing yet.
    pub fn new(source: &'a S) -> Self {
        NodeBudget { source, granted: 0, used: 0, most: u64::MAX, spare: 0 }
    }

    /// The same budget with a limit of its own, besides those of the source.
    pub fn at_most(self, nodes: u64) -> Self {
        NodeBudget { most: nodes, ..self }
    }

    /// Sets a limit of its own besides those of the source, unless there is a lower one, and returns the one before. Nodes that
    /// the source has handed out already remain.
    pub(crate) fn lower_limit(&mut self, nodes: u64) -> u64 {
        let lower = self.most.min(nodes);
        std::mem::replace(&mut self.most, lower)
    }

    /// Sets its own limit back to what it was.
    pub(crate) fn restore_limit(&mut self, nodes: u64) {
        self.most = nodes;
    }

    /// Counts one node.
    #[inline]
    pub fn step(&mut self) -> Result<(), Stopped> {
        if self.granted == 0 {
            self.refill();
            if self.granted == 0 {
                return Err(Stopped);
            }
        }
        self.granted -= 1;
        self.used += 1;
        Ok(())
    }

    /// Takes over what was spared, or else what the source grants, as far as the own limit allows.
    fn refill(&mut self) {
        let allowed = self.left();
        if allowed > 0 {
            let available = if self.spare > 0 { self.spare } else { self.source.grant() };
            self.granted = available.min(allowed);
            self.spare = available - self.granted;
        }
    }

    /// Nodes counted so far.
    #[inline]
    pub fn used(&self) -> u64 {
        self.used
    }

    /// Nodes that its own limit leaves.
    pub fn left(&self) -> u64 {
        self.most.saturating_sub(self.used)
    }

    /// Does a part of the work with at most so many of the nodes that are left.
    pub fn within<T>(&mut self, nodes: u64, work: impl FnOnce(&mut Self) -> T) -> T {
        let most = self.most;
        self.most = most.min(self.used.saturating_add(nodes));
        self.spare += self.granted;
        self.granted = 0;
        let answer = work(self);
        self.most = most;
        answer
    }

    /// Adds nodes that others have counted.
    pub fn add(&mut self, nodes: u64) {
        self.used += nodes;
    }

    /// Where the nodes come from.
    pub fn source(&self) -> &'a S {
        self.source
    }
}

/// Limits of nodes and time, with a stop flag that others may raise. Depth means nothing here.
pub struct Clock<'a> {
    limits: Limits,
    started: Instant,
    granted: AtomicU64,
    /// Nodes to hand out next time, and when that was asked last, in microseconds.
    batch: AtomicU64,
    asked: AtomicU64,
    stop: &'a AtomicBool,
}

impl<'a> Clock<'a> {
    /// Most nodes between two looks at the clock.
    const BATCH: u64 = 256;
    /// The same at the beginning: the first accesses to a large table wait for the system to make its pages.
    const FIRST_BATCH: u64 = 4;
    /// Microseconds that a batch should not take; a slow machine or game gets smaller ones.
    const SLOW: u64 = 1000;

    /// A clock that starts now.
    pub fn new(limits: Limits, stop: &'a AtomicBool) -> Self {
        Clock {
            limits,
            started: Instant::now(),
            granted: AtomicU64::new(0),
            // Without a time limit, the size of batches must not depend on the time.
            batch: AtomicU64::new(if limits.time.is_some() { Self::FIRST_BATCH } else { Self::BATCH }),
            asked: AtomicU64::new(0),
            stop,
        }
    }

    /// The limits it started with.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Time since it started.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Has the stop flag been raised?
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// The used part of the budget, from 0 to 1; 0 without limits of nodes and time.
    pub fn used(&self) -> f64 {
        let part = |used: f64, whole: f64| if whole > 0.0 { (used / whole).min(1.0) } else { 1.0 };
        let time = self.limits.time.map_or(0.0, |t| part(self.elapsed().as_secs_f64(), t.hard.as_secs_f64()));
        let granted = self.granted.load(Relaxed) as f64;
        let nodes = self.limits.nodes.map_or(0.0, |budget| part(granted, budget as f64));
        time.max(nodes)
    }

    /// A clock for a part of the work, which starts now. It has these limits, the same stop flag, and no more time than is
    /// left on this one. It counts its own nodes.
    pub fn part(&self, limits: Limits) -> Clock<'a> {
        let left = self.limits.time.map(|t| TimeLimit::exactly(t.hard.saturating_sub(self.elapsed())));
        Clock::new(limits.and(Limits { time: left, ..Limits::default() }), self.stop)
    }

    /// Nodes until the next look at the clock; 0 if the time is up. Threads that share a clock see each other's looks, which
    /// only makes batches look shorter than they are.
    fn batch(&self) -> u64 {
        let batch = self.batch.load(Relaxed);
        let Some(limit) = self.limits.time else { return batch };
        let now = self.elapsed();
        if now >= limit.hard {
            return 0;
        }
        let now = now.as_micros() as u64;
        let taken = now.saturating_sub(self.asked.swap(now, Relaxed));
        let next = match taken {
            taken if taken > Self::SLOW => (batch / 2).max(1),
            taken if taken < Self::SLOW / 4 => (batch * 2).min(Self::BATCH),
            _ => batch,
        };
        self.batch.store(next, Relaxed);
        next
    }
}

impl NodeSource for Clock<'_> {
    fn grant(&self) -> u64 {
        if self.is_stopped() {
            return 0;
        }
        let batch = self.batch();
        let Some(budget) = self.limits.nodes else { return batch };
        let before = self.granted.fetch_add(batch, Relaxed);
        budget.saturating_sub(before).min(batch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn timed(seconds: u64) -> Limits {
        Limits { time: Some(TimeLimit::exactly(Duration::from_secs(seconds))), ..Limits::default() }
    }

    fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    #[test]
    fn a_part_ends_with_the_whole_and_counts_its_own_nodes() {
        let stop = AtomicBool::new(false);
        let whole = Clock::new(timed(3600).and(nodes(2)), &stop);
        let part = whole.part(nodes(300).and(timed(7200)));
        assert!(part.limits().time.unwrap().hard <= Duration::from_secs(3600));
        assert_eq!(
            std::iter::repeat_with(|| part.grant()).take_while(|&granted| granted > 0).sum::<u64>(),
            300
        );
        assert_eq!([whole.grant(), whole.grant()], [2, 0]);
        assert_eq!(Clock::new(timed(0), &stop).part(timed(1)).grant(), 0, "there is no time left");
        let endless = whole.part(Limits::default());
        assert!(endless.grant() > 0);
        stop.store(true, Relaxed);
        assert_eq!(endless.grant(), 0);
    }

    #[test]
    fn a_part_of_the_work_gets_its_share_and_leaves_the_rest() {
        let stop = AtomicBool::new(false);
        let clock = Clock::new(nodes(1000), &stop);
        for source in [&Unlimited as &dyn NodeSource, &clock] {
            let mut budget = NodeBudget::new(source).at_most(100);
            let spend = |budget: &mut NodeBudget| while budget.step().is_ok() {};
            budget.step().unwrap();
            budget.within(9, spend);
            assert_eq!(budget.used(), 10);
            budget.within(0, spend);
            assert_eq!(budget.used(), 10);
            budget.step().unwrap();
            budget.within(1000, spend);
            assert_eq!(budget.used(), 100);
        }
    }

    #[test]
    fn a_budget_stops_at_its_own_limit_and_at_that_of_its_source() {
        let stop = AtomicBool::new(false);
        let count = |source: &dyn NodeSource, most| {
            let mut budget = NodeBudget::new(source).at_most(most);
            while budget.step().is_ok() {}
            budget.used()
        };
        let [small, large] = [nodes(300), nodes(1000)].map(|limits| Clock::new(limits, &stop));
        assert_eq!(count(&small, 600), 300);
        assert_eq!(count(&large, 600), 600);
        assert_eq!(count(&Unlimited, 70), 70);
    }
}
