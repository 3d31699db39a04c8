//! Null move: if skipping the whole turn is still too good for the opponent, moving will be. Selective.
//!
//! Source: Beal 1989; Jakl 2011, 3.1.4. Never at the root (the root has its own loop), never in mid-turn, never twice
//! running. It returns estimates only, so that a proof stays a proof.
//!
//! Worth (2026-11-17, see the [folder](super)): KnightThrough 0 ± 92, Tzaar 0 ± 92, Amazons −35 ± 66, Arimaa 0 ± 92 Elo.
//! In Arimaa 16-24 (40 games at 80,000 nodes, seed 5).

use super::{
    node_type::NodeType,
    worker::{Node, ReachedBy, Worker},
};
use crate::{Stopped, Window};
use game::{Game, Heuristics, MoveOrdering, Score, Turn};

/// A null move close to the leaves costs more than it saves.
const LEAST_DEPTH: i32 = 2;

impl<G: Game, H: Heuristics<G>> Worker<'_, G, H> {
    /// A score that cuts off because skipping the turn is good enough, or `None`.
    pub(super) fn null_move_cutoff(
        &mut self,
        node: &Node<'_, G>,
        window: Window,
    ) -> Result<Option<Score>, Stopped> {
        let Node { position, depth, ply, .. } = *node;
        let reduction = self.config.null_move.0 as i32;
        if reduction == 0
            || matches!(node.reached_by, ReachedBy::NullMove)
            || depth.0 < LEAST_DEPTH
            || window.beta.is_decided()
            || !position.starts_turn()
            || self.static_score(node) < window.beta
        {
            return Ok(None);
        }
        let Some(skipped) = self.heuristics.ordering().null_move(position) else { return Ok(None) };
        self.set_state(&skipped, ply.next());
        let asked = window.null_below_beta();
        let turn = Turn::between(position.to_move(), skipped.to_move());
        self.expect(ply.next(), NodeType::Cut.child(0, turn));
        let depth = depth.less(1 + reduction);
        let score = self.descend(position, &skipped, ReachedBy::NullMove, asked, depth, ply)?;
        let is_estimate = !score.is_decided();
        Ok((score >= window.beta).then_some(if is_estimate { score } else { window.beta }))
    }
}
