//! Killers: actions that cut off in a sibling, tried before any action is generated. Exact: they only change the order.
//!
//! Source: Akl and Newborn 1977; Soemers 2014, 6.2 (two per depth, emptied for each iteration). Killers belong to a ply *and* a
//! side, since the same ply can belong to either side where turns have several actions.
//!
//! Worth (2026-11-17, see the [folder](super)): KnightThrough +31 ± 12 % nodes to depth 8 on 46 positions of games against a
//! random player, 199 – 201 in 400 games at 5,000 nodes (seed 3), so its best settings leave killers out: captures are better
//! first tries there; Tzaar −4 ± 5 % nodes to depth 5 on 48 positions, +83 ± 97 Elo in 60 games; Amazons 0 ± 0 % nodes,
//! 0 ± 92 Elo; Arimaa −3 ± 3 % nodes, +70 ± 92 Elo.

use crate::Ply;
use game::{Game, Side};

/// The most killers of a ply; the setting cannot ask for more.
pub(super) const MOST: usize = 8;

/// The latest killers of each ply and side, newest first.
pub(super) struct Killers<G: Game> {
    slots: Vec<[Option<G::Action>; MOST]>,
    used: usize,
}

impl<G: Game> Killers<G> {
    pub(super) fn new(used: usize, plies: usize) -> Self {
        Killers { slots: vec![[None; MOST]; 2 * plies], used }
    }

    pub(super) fn clear(&mut self) {
        self.slots.fill([None; MOST]);
    }

    /// Actions to try at this ply, newest first; none when killers are off.
    #[inline]
    pub(super) fn at(&self, ply: Ply, side: Side) -> &[Option<G::Action>] {
        &self.slots[2 * ply.index() + side.index()][..self.used]
    }

    /// Notes an action that cut off.
    #[inline]
    pub(super) fn note(&mut self, ply: Ply, side: Side, action: G::Action) {
        let slots = &mut self.slots[2 * ply.index() + side.index()][..self.used];
        let Some(last) = slots.len().checked_sub(1) else { return };
        let from = slots.iter().position(|&k| k == Some(action)).unwrap_or(last);
        slots.copy_within(0..from, 1);
        slots[0] = Some(action);
    }
}
