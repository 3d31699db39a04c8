//! What the threads of one search tell each other besides the table: where they are.
//!
//! Each thread walks from the root by itself. A child that other threads are in counts as harder than it is, so that threads
//! spread over the tree (virtual proof numbers, Kaneko 2010). That changes only where a thread goes next: the numbers it
//! stores are the true ones. A single thread is not affected.

use super::{leaf::PolicySettings, numbers::View, policy::Tally, table::TableKey};
use std::sync::atomic::{AtomicU8, Ordering};

/// Shared by the threads of one search.
pub(super) struct Workers {
    /// How many threads are in a node, by a part of its key; empty for a thread alone.
    visitors: Vec<AtomicU8>,
}

impl Workers {
    /// Counters; two nodes that share one only make each other look busier.
    const PLACES: usize = 1 << 16;

    /// For this many threads.
    pub fn new(threads: usize) -> Workers {
        let places = if threads > 1 { Self::PLACES } else { 0 };
        let visitors = (0..places).map(|_| AtomicU8::new(0)).collect();
        Workers { visitors }
    }

    /// Is there only one thread?
    #[inline]
    pub fn is_alone(&self) -> bool {
        self.visitors.is_empty()
    }

    fn place(&self, key: TableKey) -> Option<&AtomicU8> {
        self.visitors.get(key.raw() as usize % Self::PLACES)
    }

    /// A thread enters a node.
    #[inline]
    pub fn enter(&self, key: TableKey) {
        if let Some(place) = self.place(key) {
            place.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// A thread leaves a node.
    #[inline]
    pub fn leave(&self, key: TableKey) {
        if let Some(place) = self.place(key) {
            place.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// The child to search next, given as `(key, view)`: the best one for a thread alone, otherwise the best one in view of
    /// where the others are.
    #[inline]
    pub fn spread(
        &self,
        children: impl Iterator<Item = (TableKey, View)>,
        limits: View,
        tally: Tally,
        settings: &PolicySettings,
    ) -> Tally {
        if self.is_alone() { tally } else { self.least_crowded(children, limits, tally, settings) }
    }

    fn least_crowded(
        &self,
        children: impl Iterator<Item = (TableKey, View)>,
        limits: View,
        tally: Tally,
        settings: &PolicySettings,
    ) -> Tally {
        let mut best: Option<(u64, usize, View)> = None;
        for (nth, (key, view)) in children.enumerate().filter(|(_, (_, view))| view.phi < limits.phi) {
            let visitors = self.place(key).map_or(0, |place| place.load(Ordering::Relaxed));
            let phi = u64::from(view.phi.raw());
            let crowded = phi + u64::from(visitors) * (phi / 2 + 1);
            if best.is_none_or(|(least, ..)| crowded < least) {
                best = Some((crowded, nth, view));
            }
        }
        let Some((_, nth, view)) = best.filter(|&(_, nth, _)| nth != tally.best) else { return tally };
        let rest = settings.rest_beside(&tally, view);
        // A child that could not be searched at all within the limits would be entered for ever.
        if view.delta >= limits.delta.less(rest) {
            return tally;
        }
        Tally { best: nth, second: tally.second.max(view.phi), rest, ..tally }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::{ProofNumber, config::Weak, policy::tests::settings_with};

    #[test]
    fn threads_avoid_each_other_and_one_alone_does_not_care() {
        let combine = settings_with(Weak::Off, 0);
        let view = |phi, delta| View { phi: ProofNumber::finite(phi), delta: ProofNumber::finite(delta) };
        let children = [(TableKey::new(1, 0), view(4, 3)), (TableKey::new(2, 0), view(5, 7))];
        let tally = combine.tally(children.iter().map(|child| child.1), 0);
        let limits = view(100, 100);
        let workers = Workers::new(2);
        assert_eq!(workers.spread(children.into_iter(), limits, tally, &combine), tally);
        workers.enter(children[0].0);
        let spread = workers.spread(children.into_iter(), limits, tally, &combine);
        assert_eq!((spread.best, spread.rest, spread.view), (1, ProofNumber::finite(3), tally.view));
        assert_eq!(workers.spread(children.into_iter(), view(5, 100), tally, &combine), tally);
        assert_eq!(workers.spread(children.into_iter(), view(100, 10), tally, &combine), tally);
        workers.leave(children[0].0);
        assert_eq!(workers.spread(children.into_iter(), limits, tally, &combine), tally);
        let alone = Workers::new(1);
        alone.enter(children[0].0);
        assert_eq!(alone.spread(children.into_iter(), limits, tally, &combine), tally);
    }
}
