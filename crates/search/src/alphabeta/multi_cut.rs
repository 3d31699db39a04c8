//! Multi-cut: where several actions already cut off at a lesser depth, one of them surely will. Selective.
//!
//! Source: Björnsson and Marsland 1999, named as future work in Soemers 2014. Only where a null window expects a cut-off; it
//! returns opinions only, so that a proof stays a proof.

use super::{
    order::Picker,
    worker::{Came, Stopped, Worker},
};
use crate::{Depth, Ply, Window};
use game::{Game, Heuristics, Score};

impl<G: Game, H: Heuristics<G>> Worker<'_, G, H> {
    /// Beta, if enough of the first actions reach it at a lesser depth; else `None`.
    pub(super) fn multi_cut(
        &mut self,
        position: &G,
        window: Window,
        depth: Depth,
        ply: Ply,
        table_action: Option<G::Action>,
    ) -> Result<Option<Score>, Stopped> {
        let needed = self.config.multi_cut.0;
        let reduction = self.config.multi_cut_reduction.0 as i32;
        if needed == 0 || depth.0 <= reduction + 1 || !window.is_null() || window.beta.is_decided() {
            return Ok(None);
        }
        let mut picker = Picker::new(self, position, ply, table_action, depth, Came::Anyhow);
        let mut cuts = 0;
        let mut outcome = Ok(None);
        for _ in 0..self.config.multi_cut_actions.0 {
            let Some(action) = picker.next(self, position, Score::MINUS_INFINITE) else { break };
            let child = position.child(action);
            if child.starts_turn() && self.history.forbids(&child) {
                continue;
            }
            let came = Came::By { parent: position, action, tried: None };
            match self.descend(position, &child, came, window, depth.less(1 + reduction), ply) {
                Err(stopped) => {
                    outcome = Err(stopped);
                    break;
                }
                Ok(score) if score >= window.beta => cuts += 1,
                Ok(_) => (),
            }
            if cuts >= needed {
                outcome = Ok(Some(window.beta));
                break;
            }
        }
        picker.finish(self);
        outcome
    }
}
