//! Late move pruning: near the leaves, quiet actions far down the order are not searched at all. Selective.
//!
//! Source: common in chess engines since about 2008 (move-count based pruning). A node whose best line is a loss goes on, so
//! that a loss is only claimed when every action was tried.
//!
//! Worth on Tzaar (2026-11-16, 100 games at 60,000 nodes against the same player without): 68-32 with 4 actions for each
//! action of depth, 59-41 with 10; together with null=2 66-34.
//!
//! Worth (2026-11-17, see the [folder](super)): KnightThrough +35 ± 66, Tzaar 0 ± 99, Amazons −35 ± 66, Arimaa
//! +107 ± 113 Elo.

use super::worker::{Node, Worker};
use game::{Game, Heuristics, MoveOrdering, Score};

/// Further from the leaves too much can happen.
const MOST_DEPTH: i32 = 4;

impl<G: Game, H: Heuristics<G>> Worker<'_, G, H> {
    /// Is the action at this place too far down to be looked at?
    #[inline]
    pub(super) fn is_too_late(
        &self,
        node: &Node<'_, G>,
        action: G::Action,
        place: usize,
        best: Score,
    ) -> bool {
        let limit = self.config.late_pruning.0 as usize;
        limit != 0
            && node.depth.0 <= MOST_DEPTH
            && place >= limit * node.depth.0 as usize
            && !best.is_loss()
            && best > Score::MINUS_INFINITE
            && !self.heuristics.ordering().is_noisy(node.position, action)
    }
}
