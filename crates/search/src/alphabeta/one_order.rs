//! One order: of two actions of a turn that can be made in either order, the last before the leaves are searched once. Exact.
//!
//! Which pairs these are, the game says ([`Game::commute`]). When the node before has already tried `b`, the turn `a, b` needs
//! no second look: it was found not to be better than alpha. A node that left such turns out therefore claims no more than
//! "at most alpha" when nothing else is better. Further from the leaves the table notices where a second order leads.
//!
//! Worth on Tzaar (2026-11-16, exact techniques, ten middle games of real play to depth 6): 141.7 instead of 176.8 million
//! nodes. A fixed order at all depths, by generation or by hint, took 188 million.
//!
//! Worth (2026-11-17, see the [folder](super)): KnightThrough 0 ± 0 % nodes, 0 ± 92 Elo; Tzaar +3 ± 3 % nodes,
//! +70 ± 92 Elo; Amazons 0 ± 0 % nodes, 0 ± 92 Elo; Arimaa −4 ± 6 % nodes, 0 ± 144 Elo.
//! In Arimaa 29-11 (40 games at 8,000 nodes, random setups, 2026-11-16).

use super::worker::{Node, ReachedBy};
use crate::Depth;
use game::{Action, Game};

/// Actions that the running node at [`PARENT_DEPTH`] has tried, by code; there is never more than one such node at a time.
pub(super) struct Tried {
    stamps: Vec<u32>,
    now: u32,
}

/// Names one node's tried actions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Stamp(u32);

/// The depth of nodes whose tried actions are noted.
const PARENT_DEPTH: i32 = 2;

impl Tried {
    pub(super) fn new(is_on: bool) -> Tried {
        Tried { stamps: vec![0; if is_on { 1 << 16 } else { 0 }], now: 0 }
    }

    /// A node begins to try its actions; `None` where they are not noted.
    #[inline]
    pub(super) fn begin(&mut self, depth: Depth) -> Option<Stamp> {
        if depth.0 != PARENT_DEPTH || self.stamps.is_empty() {
            return None;
        }
        self.now = self.now.wrapping_add(1);
        if self.now == 0 {
            self.stamps.fill(0);
            self.now = 1;
        }
        Some(Stamp(self.now))
    }

    /// The node has tried an action.
    #[inline]
    pub(super) fn note<A: Action>(&mut self, stamp: Option<Stamp>, action: A) {
        if let Some(Stamp(now)) = stamp {
            self.stamps[usize::from(action.code())] = now;
        }
    }

    #[inline]
    fn has<A: Action>(&self, Stamp(now): Stamp, action: A) -> bool {
        self.stamps[usize::from(action.code())] == now
    }

    /// Was the turn in which `next` follows already searched the other way round?
    #[inline]
    pub(super) fn has_other_order<G: Game>(&self, reached_by: ReachedBy<'_, G>, next: G::Action) -> bool {
        match reached_by {
            ReachedBy::Action { parent, action, tried: Some(stamp) } => {
                self.has(stamp, next) && parent.commute(action, next)
            }
            _ => false,
        }
    }
}

impl<'p, G: Game> Node<'p, G> {
    /// How the node was reached, if that was in mid-turn: at the start of a turn it does not matter.
    #[inline]
    pub(super) fn unless_turn_starts(&self) -> ReachedBy<'p, G> {
        if self.position.starts_turn() { ReachedBy::Root } else { self.reached_by }
    }
}
