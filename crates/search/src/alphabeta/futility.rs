//! Futility: near the leaves, quiet actions are skipped when the evaluation is hopelessly below the window. Selective.
//!
//! Source: Schaeffer 1986; Heinz 1998. It returns estimates only, so that a proof stays a proof.
//!
//! Worth (2026-11-17, see the [folder](super)): KnightThrough 0 ± 92, Tzaar −35 ± 66, Amazons +35 ± 122, Arimaa
//! +191 ± 162 Elo.
//! On top of quiescence in Arimaa: 44-16 against 40-20 without (60 games each at 15,000 nodes, seed 3, against neither).

use super::worker::{Node, Worker};
use crate::Window;
use game::{Game, Heuristics, Score};

/// Further from the leaves too much can happen.
const MOST_DEPTH: i32 = 2;

impl<G: Game, H: Heuristics<G>> Worker<'_, G, H> {
    /// What quiet actions are worth at the most, if that is below the window; `None` where all must be searched.
    #[inline]
    pub(super) fn futile_below(&self, node: &Node<'_, G>, window: Window) -> Option<Score> {
        let margin = self.config.futility.0 as i32;
        if margin == 0 || node.depth.0 > MOST_DEPTH || window.alpha.is_decided() {
            return None;
        }
        let score = self.static_score(node);
        let limit = score.plus(margin.saturating_mul(node.depth.0));
        (!score.is_decided() && !limit.is_decided() && limit <= window.alpha).then_some(limit)
    }
}
