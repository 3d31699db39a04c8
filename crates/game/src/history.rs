//! Which positions a game has been through: repetition does not fit in a position.

use crate::{Game, Key};
use std::collections::HashMap;

/// Counts of the positions at which turns have ended. Travels beside a position in matches, records and searches.
#[derive(Clone, Debug, Default)]
pub struct History {
    counts: HashMap<Key, u8>,
}

impl History {
    /// The history of a game that begins at `start`.
    pub fn starting_at<G: Game>(start: &G) -> History {
        let mut history = History::default();
        history.turn_ended(start);
        history
    }

    /// Notes that a turn has ended in this position.
    pub fn turn_ended<G: Game>(&mut self, position: &G) {
        if G::FORBIDDEN_REPETITION.is_some() {
            let count = self.counts.entry(position.key()).or_insert(0);
            *count = count.saturating_add(1);
        }
    }

    /// Would it break the repetition rule to end a turn in this position?
    #[inline]
    pub fn forbids<G: Game>(&self, position: &G) -> bool {
        match G::FORBIDDEN_REPETITION {
            None => false,
            Some(limit) => self.counts.get(&position.key()).is_some_and(|&seen| seen + 1 >= limit),
        }
    }
}
