//! Enhanced transposition cut-offs: one look into the table for every child before any is searched. Exact.
//!
//! Source: Plaat, Schaeffer, Pijls and de Bruin 1996.
//!
//! Worth on KnightThrough (2026-11-15, nodes to depth 7 on the bench positions, all exact techniques on): switching it
//! on takes 0.94 times the nodes, which does not pay for the looks.

use super::worker::Worker;
use crate::{Depth, Ply, Window, table::Bound};
use game::{Game, Heuristics, Score, Turn};
use std::ops::ControlFlow;

/// Nearer to the leaves a look costs more than the search it might save.
const LEAST_DEPTH: i32 = 3;

impl<G: Game, H: Heuristics<G>> Worker<'_, G, H> {
    /// The score of a child that the table knows to cut off, or `None`.
    pub(super) fn child_cutoff(&self, position: &G, window: Window, depth: Depth, ply: Ply) -> Option<Score> {
        if !self.config.cutoff_probe || depth.0 < LEAST_DEPTH {
            return None;
        }
        let mut found = None;
        let _ = position.actions(|action| {
            let child = position.child(action);
            let Some(entry) = self.table.probe::<G::Action>(child.key()) else {
                return ControlFlow::Continue(());
            };
            if entry.depth != depth.less(1) || self.history.forbids(&child) {
                return ControlFlow::Continue(());
            }
            let turn = Turn::between(position.to_move(), child.to_move());
            let good_for_parent = match turn {
                Turn::Continues => Bound::Lower,
                Turn::Passes => Bound::Upper,
            };
            let score = turn.score(entry.score.later_by(ply.next().0));
            if (entry.bound == Bound::Exact || entry.bound == good_for_parent) && score >= window.beta {
                found = Some(score);
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        found
    }
}
