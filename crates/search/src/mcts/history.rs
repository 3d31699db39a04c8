//! The history heuristic: mean results by kind of action, across positions. Selective.
//!
//! Source: Kozelek 2009; Jakl 2011, 3.2.3. Shared by all threads; additions are atomic. The table has the size of the game's
//! and is not part of the `memory` setting.
//!
//! Worth (2026-11-17, see the [folder](super)): KnightThrough 0 ± 92, Tzaar −35 ± 164, Amazons +70 ± 143, Arimaa
//! −70 ± 196 Elo.

use super::value::Value;
use game::{Game, Side};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A kind of action: whose, and its place in the game's history tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct KindOfAction {
    pub(super) side: Side,
    index: u32,
}

impl KindOfAction {
    #[inline]
    pub(super) fn new<G: Game>(position: &G, action: G::Action) -> KindOfAction {
        let side = position.to_move();
        let index = side.index() * G::HISTORY_SIZE + position.history_index(action);
        KindOfAction { side, index: index as u32 }
    }
}

/// Mean results by kind of action; empty if the technique is off.
pub(super) struct History {
    /// Visits and sum for each kind.
    words: Box<[AtomicU64]>,
}

impl History {
    pub(super) fn new<G: Game>(is_on: bool) -> History {
        let kinds = if is_on { 2 * G::HISTORY_SIZE } else { 0 };
        History { words: (0..2 * kinds).map(|_| AtomicU64::new(0)).collect() }
    }

    pub(super) fn clear(&mut self) {
        self.words.iter_mut().for_each(|word| *word.get_mut() = 0);
    }

    #[inline]
    pub(super) fn is_on(&self) -> bool {
        !self.words.is_empty()
    }

    #[inline]
    pub(super) fn add(&self, kind: KindOfAction, result: Value) {
        if self.is_on() {
            let at = 2 * kind.index as usize;
            self.words[at].fetch_add(1, Relaxed);
            self.words[at + 1].fetch_add(result.fixed() as u64, Relaxed);
        }
    }

    /// The mean result of an action of this kind for the side that chooses it; 0 if there is none.
    #[inline]
    pub(super) fn mean(&self, kind: KindOfAction) -> f64 {
        if !self.is_on() {
            return 0.0;
        }
        let at = 2 * kind.index as usize;
        match self.words[at].load(Relaxed) {
            0 => 0.0,
            visits => {
                Value::from_fixed(self.words[at + 1].load(Relaxed) as i64).for_side(kind.side) / visits as f64
            }
        }
    }
}
