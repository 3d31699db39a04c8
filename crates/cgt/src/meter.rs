//! Permission to go on: how the searches of this crate ask for nodes without looking at a clock themselves.

use game::Game;
use search::{Control, Limits, TimeLimit};
use std::{
    cell::Cell,
    marker::PhantomData,
    sync::atomic::{AtomicBool, Ordering},
    time::Instant,
};
use thiserror::Error;

/// Something that hands out nodes.
pub trait Permit {
    /// How many more nodes may be visited before asking again; 0 means stop now.
    fn grant(&self) -> u64;
}

/// A search was told to stop before it had an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the budget of nodes or time ran out before the answer was exact")]
pub struct Stopped;

/// No limit at all.
pub struct Unlimited;

impl Permit for Unlimited {
    fn grant(&self) -> u64 {
        u64::MAX
    }
}

/// The control of a search of whole games as a permit, for players that use local searches inside.
pub struct Through<'a, G, C> {
    control: &'a C,
    game: PhantomData<G>,
}

impl<'a, G: Game, C: Control<G>> Through<'a, G, C> {
    /// Nodes come from this control.
    pub fn new(control: &'a C) -> Self {
        Through { control, game: PhantomData }
    }
}

impl<G: Game, C: Control<G>> Permit for Through<'_, G, C> {
    fn grant(&self) -> u64 {
        self.control.grant()
    }
}

/// Limits of nodes and time with a flag that others may raise; depth means nothing here.
pub struct Clock<'a> {
    limits: Limits,
    started: Instant,
    granted: Cell<u64>,
    stop: &'a AtomicBool,
}

impl<'a> Clock<'a> {
    /// Nodes between two looks at the clock: well under a millisecond of search.
    const BATCH: u64 = 256;

    /// A clock that starts now.
    pub fn new(limits: Limits, stop: &'a AtomicBool) -> Self {
        Clock { limits, started: Instant::now(), granted: Cell::new(0), stop }
    }

    /// What it began with.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// A clock for a part of the work, which starts now: it has these limits, the same flag, and no more time than is left on
    /// this one. Nodes are counted apart.
    pub fn part(&self, limits: Limits) -> Clock<'a> {
        let left =
            self.limits.time.map(|t| TimeLimit::exactly(t.hard.saturating_sub(self.started.elapsed())));
        Clock::new(limits.and(Limits { time: left, ..Limits::default() }), self.stop)
    }
}

impl Permit for Clock<'_> {
    fn grant(&self) -> u64 {
        let late = self.limits.time.is_some_and(|t| self.started.elapsed() >= t.hard);
        if late || self.stop.load(Ordering::Relaxed) {
            return 0;
        }
        let Some(budget) = self.limits.nodes else { return Self::BATCH };
        let grant = budget.saturating_sub(self.granted.get()).min(Self::BATCH);
        self.granted.set(self.granted.get() + grant);
        grant
    }
}

/// Counts nodes and asks for more in batches.
pub struct Meter<'a> {
    permit: &'a dyn Permit,
    left: u64,
    used: u64,
}

impl<'a> Meter<'a> {
    /// A meter that has used nothing yet.
    pub fn new(permit: &'a dyn Permit) -> Self {
        Meter { permit, left: 0, used: 0 }
    }

    /// Counts one node.
    #[inline]
    pub fn step(&mut self) -> Result<(), Stopped> {
        if self.left == 0 {
            self.left = self.permit.grant();
            if self.left == 0 {
                return Err(Stopped);
            }
        }
        self.left -= 1;
        self.used += 1;
        Ok(())
    }

    /// Nodes so far.
    pub fn used(&self) -> u64 {
        self.used
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn timed(seconds: u64) -> Limits {
        Limits { time: Some(TimeLimit::exactly(Duration::from_secs(seconds))), ..Limits::default() }
    }

    #[test]
    fn a_part_ends_with_the_whole_and_counts_its_own_nodes() {
        let stop = AtomicBool::new(false);
        let whole = Clock::new(timed(3600).and(Limits { nodes: Some(2), ..Limits::default() }), &stop);
        let part = whole.part(Limits { nodes: Some(300), ..timed(7200) });
        assert!(part.limits().time.unwrap().hard <= Duration::from_secs(3600));
        assert_eq!([part.grant(), part.grant(), part.grant()], [256, 44, 0]);
        assert_eq!([whole.grant(), whole.grant()], [2, 0]);
        assert_eq!(Clock::new(timed(0), &stop).part(timed(1)).grant(), 0, "there is no time left");
        let endless = whole.part(Limits::default());
        assert!(endless.grant() > 0);
        stop.store(true, Ordering::Relaxed);
        assert_eq!(endless.grant(), 0);
    }
}
