//! Permission to go on: how the searches of this crate ask for nodes without looking at a clock themselves.

use game::Game;
use search::{Control, Limits};
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
