//! What a node takes from the transposition table and leaves there. Exact, but for `tt-deeper`.
//!
//! Source: Greenblatt et al. 1967. Deeper entries change values at a fixed depth: 40 of 200 in a trial.
//!
//! Worth (2026-11-17, see the [folder](super)):
//! * `tt`: KnightThrough −12 ± 13 % nodes, 0 ± 92 Elo; Tzaar −9 ± 3 % nodes, +35 ± 66 Elo; Amazons −3 ± 4 % nodes,
//!   +35 ± 122 Elo; Arimaa −46 ± 9 % nodes, −70 ± 143 Elo.
//! * `tt-scheme`: KnightThrough −3 ± 3 % nodes, 0 ± 92 Elo; Tzaar −1 ± 1 % nodes, 0 ± 92 Elo; Amazons 0 ± 0 % nodes,
//!   0 ± 92 Elo; Arimaa −8 ± 6 % nodes, 0 ± 92 Elo.
//! * `tt-deeper`: KnightThrough 0 ± 92, Tzaar 0 ± 92, Amazons 0 ± 92, Arimaa 0 ± 92 Elo.

use super::worker::{Node, Tried, Worker};
use crate::{
    Depth, Ply, Window,
    table::{Bound, Entry},
};
use game::{Game, Heuristics, Score};

impl<G: Game, H: Heuristics<G>> Worker<'_, G, H> {
    /// A score from the table that settles the node. Exact for entries of equal depth, and for proven ends that lie within
    /// the depth asked for: a search of any depth that reaches them finds the same.
    #[inline]
    pub(super) fn table_cutoff(
        &self,
        entry: Entry<G::Action>,
        window: Window,
        depth: Depth,
        ply: Ply,
    ) -> Option<Score> {
        let score = entry.score.later_by(ply.0);
        let is_proof = match entry.bound {
            Bound::Exact => entry.score.is_decided(),
            Bound::Lower => entry.score.is_win(),
            Bound::Upper => entry.score.is_loss(),
        } && entry.score.distance().is_some_and(|actions| actions as i32 <= depth.0);
        let deep_enough =
            entry.depth == depth || is_proof || (self.config.deeper_entries && entry.depth > depth);
        let settles = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => score >= window.beta,
            Bound::Upper => score <= window.alpha,
        };
        (deep_enough && settles).then_some(score)
    }

    /// Notes what a node has found for killers, history and table.
    #[inline]
    pub(super) fn remember(
        &mut self,
        node: &Node<'_, G>,
        entered: Window,
        score: Score,
        tried: &Tried<G>,
        nodes: u64,
    ) {
        let Node { position, depth, ply, .. } = *node;
        if let Some(action) = tried.best_action {
            if tried.cut {
                self.memory.killers.note(ply, position.to_move(), action);
                self.memory.history.note_cutoff(position, action, depth);
            } else if score > entered.alpha {
                self.memory.history.note_best(position, action, depth);
            }
        }
        if !self.depends_on_history {
            let bound = match score {
                s if s >= entered.beta => Bound::Lower,
                s if s <= entered.alpha => Bound::Upper,
                _ => Bound::Exact,
            };
            let entry = Entry { score: score.sooner_by(ply.0), bound, depth, action: tried.best_action };
            self.table.store(position.key(), entry, nodes);
        }
    }
}
