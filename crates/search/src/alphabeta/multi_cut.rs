//! Multi-cut: where several actions already cut off at a lesser depth, one of them surely will. Selective.
//!
//! Source: Björnsson and Marsland 1999 and 2001, named as future work in Soemers 2014. Only where a cut-off is expected, which
//! the place in the tree tells (`node_type`), so that it does not need null windows; it returns estimates only, so that a proof
//! stays a proof.

use super::{
    node_type::NodeType,
    order::Picker,
    worker::{Node, ReachedBy, Worker},
};
use crate::{Stopped, Window};
use game::{Game, Heuristics, Score, Turn};

/// Actions that are tried.
const ACTIONS: usize = 10;
/// How much shallower they are searched.
const REDUCTION: i32 = 2;

impl<G: Game, H: Heuristics<G>> Worker<'_, G, H> {
    /// Beta, if enough of the first actions reach it at a lesser depth; else `None`.
    pub(super) fn multi_cut(
        &mut self,
        node: &Node<'_, G>,
        window: Window,
        table_action: Option<G::Action>,
    ) -> Result<Option<Score>, Stopped> {
        let Node { position, depth, ply, .. } = *node;
        let needed = self.config.multi_cut.0;
        if needed == 0
            || depth.0 <= REDUCTION + 1
            || self.node_type(ply) != NodeType::Cut
            || window.beta.is_decided()
        {
            return Ok(None);
        }
        let asked = window.null_below_beta();
        let mut picker = Picker::new(self, node, table_action, ReachedBy::Root);
        let mut cuts = 0;
        let mut outcome = Ok(None);
        for _ in 0..ACTIONS {
            let Some(action) = picker.next(self, position, Score::MINUS_INFINITE) else { break };
            let child = position.child(action);
            if child.starts_turn() && self.history.forbids(&child) {
                continue;
            }
            self.set_child_state(position, action, &child, ply);
            let reached_by = ReachedBy::Action { parent: position, action, tried: None };
            let turn = Turn::between(position.to_move(), child.to_move());
            self.expect(ply.next(), NodeType::Cut.child(0, turn));
            match self.descend(position, &child, reached_by, asked, depth.less(1 + REDUCTION), ply) {
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
