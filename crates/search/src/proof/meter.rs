//! Counts nodes for one thread of a search, asks for permission in batches and says when a report is due.

use crate::Control;
use game::Game;

/// The node counter of one thread.
pub(super) struct Meter<'a, G: Game> {
    control: &'a dyn Control<G>,
    /// Nodes that may still be visited before the control is asked again.
    left: u64,
    nodes: u64,
    most: u64,
    next_report: u64,
}

impl<'a, G: Game> Meter<'a, G> {
    /// Reports become due at this many nodes and at each doubling.
    const FIRST_REPORT: u64 = 1 << 12;

    /// A meter that also stops after `most` nodes.
    pub fn new(control: &'a dyn Control<G>, most: Option<u64>) -> Self {
        Meter { control, left: 0, nodes: 0, most: most.unwrap_or(u64::MAX), next_report: Self::FIRST_REPORT }
    }

    /// The one to report to.
    pub fn control(&self) -> &'a dyn Control<G> {
        self.control
    }

    /// Nodes counted so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Counts one node; false means that it must not be visited.
    #[inline]
    pub fn count(&mut self) -> bool {
        if self.left == 0 {
            self.left = self.control.grant().min(self.most - self.nodes);
            if self.left == 0 {
                return false;
            }
        }
        self.left -= 1;
        self.nodes += 1;
        true
    }

    /// Is it time to tell what has been found? True once for each doubling of the nodes.
    #[inline]
    pub fn report_is_due(&mut self) -> bool {
        let due = self.nodes >= self.next_report;
        if due {
            self.next_report = self.next_report.saturating_mul(2);
        }
        due
    }
}
