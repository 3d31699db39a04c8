//! Futility: near the leaves, quiet actions are skipped when the evaluation is hopelessly below the window. Selective.
//!
//! Source: Schaeffer 1986; Heinz 1998. It answers with opinions only, so that a proof stays a proof.

use super::worker::Worker;
use crate::{Depth, Window};
use game::{Game, Heuristics, Score};

/// Further from the leaves too much can happen.
const MOST_DEPTH: i32 = 2;

impl<G: Game, H: Heuristics<G>> Worker<'_, G, H> {
    /// What quiet actions are worth at the most, if that is below the window; `None` where all must be searched.
    #[inline]
    pub(super) fn futile_below(&self, position: &G, window: Window, depth: Depth) -> Option<Score> {
        let margin = self.config.futility.0 as i32;
        if margin == 0 || depth.0 > MOST_DEPTH || window.alpha.is_decided() {
            return None;
        }
        let hope = self.heuristics.evaluate(position);
        let limit = hope.plus(margin.saturating_mul(depth.0));
        (!hope.is_decided() && !limit.is_decided() && limit <= window.alpha).then_some(limit)
    }
}
