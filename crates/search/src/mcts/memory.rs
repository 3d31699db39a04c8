//! What is learned about actions across positions: means by kind of action (history), and by node and kind (RAVE).
//!
//! Shared by all threads; additions are atomic. The history table has the size of the game's and is not part of the
//! `memory` setting; the RAVE table is.

use super::value::Worth;
use crate::{pages::Pages, settings::SettingError};
use game::{Game, Key, Side};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A kind of action: whose, and its place in the game's history tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct KindOfAction {
    pub(super) side: Side,
    index: u32,
}

impl KindOfAction {
    #[inline]
    pub(super) fn of<G: Game>(position: &G, action: G::Action) -> KindOfAction {
        let side = position.to_move();
        let index = side.index() * G::HISTORY_SIZE + position.history_index(action);
        KindOfAction { side, index: index as u32 }
    }
}

/// Mean results by kind of action; empty if the technique is off.
///
/// Source: Kozelek 2009; Jakl 2011, 3.2.3.
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
    pub(super) fn add(&self, kind: KindOfAction, result: Worth) {
        if self.is_on() {
            let at = 2 * kind.index as usize;
            self.words[at].fetch_add(1, Relaxed);
            self.words[at + 1].fetch_add(result.fixed() as u64, Relaxed);
        }
    }

    /// The mean result of an action of this kind for whoever chooses it; 0 without any.
    #[inline]
    pub(super) fn mean(&self, kind: KindOfAction) -> f64 {
        if !self.is_on() {
            return 0.0;
        }
        let at = 2 * kind.index as usize;
        match self.words[at].load(Relaxed) {
            0 => 0.0,
            visits => {
                Worth::from_fixed(self.words[at + 1].load(Relaxed) as i64).for_side(kind.side) / visits as f64
            }
        }
    }
}

/// Mean results of all games below a node in which an action of a kind came up; empty if the technique is off.
///
/// A table by hash: an entry that another one needs is lost, so that the memory is settled beforehand.
pub(super) struct AllMovesAsFirst {
    /// For each entry: a check of the key (32 bits) with the visits (32), and the sum.
    words: Pages<AtomicU64>,
}

impl AllMovesAsFirst {
    const ENTRY_BYTES: u64 = 16;

    pub(super) fn new(bytes: u64) -> Result<AllMovesAsFirst, SettingError> {
        let words = if bytes == 0 { 0 } else { 2 << (bytes / Self::ENTRY_BYTES).max(1).ilog2() };
        let too_much =
            SettingError::Conflict { key: "memory", problem: "asks for more memory than there is" };
        Ok(AllMovesAsFirst { words: Pages::zeroed(words).ok_or(too_much)? })
    }

    pub(super) fn clear(&mut self) {
        self.words.clear();
    }

    #[inline]
    fn place(&self, node: Key, kind: KindOfAction) -> (usize, u64) {
        let mixed = (node.0 ^ u64::from(kind.index).wrapping_mul(0x9E37_79B9_7F4A_7C15))
            .wrapping_mul(0xD6E8_FEB8_6659_FD93);
        // The upper bits are the best mixed ones: some choose the place, others check it.
        let mixed = mixed ^ mixed >> 32;
        ((mixed as usize & (self.words.len() / 2 - 1)) * 2, mixed >> 32 | 1)
    }

    #[inline]
    pub(super) fn add(&self, node: Key, kind: KindOfAction, result: Worth) {
        let (at, check) = self.place(node, kind);
        let head = self.words[at].load(Relaxed);
        if head >> 32 == check {
            self.words[at].fetch_add(1, Relaxed);
            self.words[at + 1].fetch_add(result.fixed() as u64, Relaxed);
        } else {
            self.words[at].store(check << 32 | 1, Relaxed);
            self.words[at + 1].store(result.fixed() as u64, Relaxed);
        }
    }

    /// Visits and sum for the side that acts.
    #[inline]
    pub(super) fn get(&self, node: Key, kind: KindOfAction) -> Option<(f64, f64)> {
        let (at, check) = self.place(node, kind);
        let head = self.words[at].load(Relaxed);
        let sum = Worth::from_fixed(self.words[at + 1].load(Relaxed) as i64).for_side(kind.side);
        (head >> 32 == check).then_some((f64::from(head as u32), sum))
    }
}
