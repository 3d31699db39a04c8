//! Null move: if skipping the whole turn is still too good for the opponent, moving will be. Selective.
//!
//! Source: Beal 1989; Jakl 2011, 3.1.4. Never at the root (the root has its own loop), never in mid-turn, never twice
//! running. It returns opinions only, so that a proof stays a proof.

use super::worker::{Came, Stopped, Worker};
use crate::{Depth, Ply, Window};
use game::{Game, Heuristics, Score, Turn};

/// A null move close to the leaves costs more than it saves.
const LEAST_DEPTH: i32 = 2;

impl<G: Game, H: Heuristics<G>> Worker<'_, G, H> {
    /// A score that cuts off because skipping the turn is good enough, or `None`.
    pub(super) fn null_move_cutoff(
        &mut self,
        position: &G,
        window: Window,
        depth: Depth,
        ply: Ply,
        came: Came<'_, G>,
    ) -> Result<Option<Score>, Stopped> {
        let reduction = self.config.null_move.0 as i32;
        if reduction == 0
            || matches!(came, Came::BySkipping)
            || depth.0 < LEAST_DEPTH
            || window.beta.is_decided()
            || !position.starts_turn()
            || self.heuristics.evaluate(position) < window.beta
        {
            return Ok(None);
        }
        let Some(skipped) = self.heuristics.null_move(position) else { return Ok(None) };
        let turn = Turn::between(position.to_move(), skipped.to_move());
        let asked = window.null_below_beta().seen_after(turn);
        let score = turn.score(self.node(
            &skipped,
            asked,
            depth.less(1 + reduction),
            ply.next(),
            Came::BySkipping,
        )?);
        let is_opinion = !score.is_decided();
        Ok((score >= window.beta).then_some(if is_opinion { score } else { window.beta }))
    }
}
