//! The history heuristic: actions that cut off anywhere are tried earlier everywhere. Exact: it only changes the order.
//!
//! Source: Schaeffer 1989; Veselý 2013, 2.1.7 (counting cut-offs) and 3.3 (only for the first action of a turn: a turn that cuts
//! off with its second action does so for its first one too); Jakl 2011, 3.1.4 (d² or 2^d, best children credited too).
//!
//! Worth on KnightThrough (2026-11-15, nodes to depth 7 on the bench positions, all exact techniques on): leaving it out
//! takes 1.07 times the nodes, 1.2 times without killers; counting takes 1.05, 2^d 1.02 and crediting children 1.01 times as many.
//!
//! Worth (2026-11-17, see the [folder](super)):
//! * `history`: KnightThrough +1 ± 1 % nodes, 0 ± 92 Elo; Tzaar 0 ± 1 % nodes, −35 ± 66 Elo; Amazons 0 ± 0 % nodes,
//!   0 ± 92 Elo; Arimaa −1 ± 1 % nodes, 0 ± 92 Elo.
//! * `history-children`: KnightThrough 0 ± 0 % nodes, −12 ± 39 Elo in 60 games; Tzaar 0 ± 3 % nodes, +47 ± 99 Elo in 60
//!   games; Amazons 0 ± 0 % nodes, −12 ± 39 Elo in 60 games; Arimaa +2 ± 3 % nodes, 0 ± 73 Elo in 60 games.
//! * `history-age`: KnightThrough 0 ± 1 % nodes, 0 ± 92 Elo; Tzaar −1 ± 2 % nodes, −107 ± 113 Elo; Amazons 0 ± 0 % nodes,
//!   0 ± 92 Elo; Arimaa 0 ± 0 % nodes, 0 ± 99 Elo.

use super::config::{Config, HistoryGain};
use crate::Depth;
use game::{Game, Side};

/// HistoryTable of actions by side and [`Game::history_index`].
pub(super) struct HistoryTable {
    counts: Vec<i32>,
    gain: HistoryGain,
    children: bool,
    age: i32,
    weight: i32,
    /// Are later actions of a turn neither counted nor ordered?
    first_only: bool,
}

impl HistoryTable {
    /// No credit grows beyond this, so that ordering sums cannot overflow.
    const MOST: i32 = 1 << 24;

    pub(super) fn new<G: Game>(config: &Config) -> HistoryTable {
        let size = if config.history == HistoryGain::Off { 0 } else { 2 * G::HISTORY_SIZE };
        HistoryTable {
            counts: vec![0; size],
            gain: config.history,
            children: config.history_children,
            age: config.history_age.0 as i32,
            weight: config.history_weight.0 as i32,
            first_only: config.history_first,
        }
    }

    pub(super) fn clear(&mut self) {
        self.counts.fill(0);
    }

    /// Lets older counts weigh less; called before each iteration.
    pub(super) fn age(&mut self) {
        if self.age > 1 {
            self.counts.iter_mut().for_each(|count| *count /= self.age);
        }
    }

    /// Is there anything to order by?
    #[inline]
    pub(super) fn is_on(&self) -> bool {
        !self.counts.is_empty()
    }

    /// The credit of an action in units of ordering hints; 0 when history is off.
    #[inline]
    pub(super) fn get<G: Game>(&self, position: &G, action: G::Action) -> i64 {
        if self.leaves_out(position) {
            return 0;
        }
        let count = self.counts.get(Self::index(position, position.to_move(), action));
        count.map_or(0, |&count| i64::from(count) * i64::from(self.weight))
    }

    /// An action cut off.
    #[inline]
    pub(super) fn note_cutoff<G: Game>(&mut self, position: &G, action: G::Action, depth: Depth) {
        if self.leaves_out(position) {
            return;
        }
        let gain = self.gain(depth);
        if let Some(count) = self.counts.get_mut(Self::index(position, position.to_move(), action)) {
            *count = (*count + gain).min(Self::MOST);
        }
    }

    /// An action was the best of a node that was searched to its end.
    #[inline]
    pub(super) fn note_best<G: Game>(&mut self, position: &G, action: G::Action, depth: Depth) {
        if self.children {
            self.note_cutoff(position, action, depth);
        }
    }

    /// Is this the middle of a turn, which is not looked at?
    #[inline]
    fn leaves_out<G: Game>(&self, position: &G) -> bool {
        self.first_only && !position.starts_turn()
    }

    fn gain(&self, depth: Depth) -> i32 {
        match self.gain {
            HistoryGain::Off => 0,
            HistoryGain::Count => 1,
            HistoryGain::Power => 1 << depth.0.clamp(0, 20),
            HistoryGain::Square => depth.0 * depth.0,
        }
    }

    #[inline]
    fn index<G: Game>(position: &G, side: Side, action: G::Action) -> usize {
        side.index() * G::HISTORY_SIZE + position.history_index(action)
    }
}
