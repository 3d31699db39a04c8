//! The memory of depth-first proof-number search: positions with their numbers, shared by all threads without a lock.
//!
//! Four entries are a bucket, one cache line. The head of an entry holds a part of the key and small facts; the other part of
//! the key is the place of the bucket. The table owns layout and replacement; it refuses to know what a position is.
//!
//! Worth (2026-11-17, see the [folder](super)): KnightThrough 0 ± 0, Tzaar 0 ± 0, Amazons +1 ± 1, Arimaa 0 ± 0 % nodes.

use super::{
    config::Replace,
    numbers::{Bound, Numbers, ProofNumber},
};
use crate::{
    entries::{self, Entries, Words},
    settings::TableSize,
    sync::Ordering::Relaxed,
};
use game::mix;
use thiserror::Error;

/// The table could not be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("'{bytes}' bytes are more memory than this machine gives to a search; a smaller size would be right")]
pub struct MemoryError {
    /// How much was asked for.
    pub bytes: u64,
}

/// A key that is spread evenly over all 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TableKey(u64);

impl TableKey {
    /// Mixes a key of a game with a salt (the question that is asked). The finisher of SplitMix64: games are free to have
    /// keys that differ in a few bits only.
    #[inline]
    pub fn new(key: u64, salt: u64) -> TableKey {
        TableKey(mix(key ^ salt))
    }

    /// The key of this position for decisions that hold only on the line with these combined keys.
    #[inline]
    pub fn on_line(self, line: u64) -> TableKey {
        const ON_LINE: u64 = 0xD1B5_4A32_D192_ED03;
        TableKey::new(self.0, line ^ ON_LINE)
    }

    /// The bare number, to combine keys from.
    #[inline]
    pub fn raw(self) -> u64 {
        self.0
    }
}

/// What the table remembers of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    pub numbers: Numbers,
    /// Of a decided position: within how many actions its proof ends the game.
    pub bound: Bound,
    /// Code of the action that the side to move there should choose.
    pub action: u16,
}

/// The head of an entry: 40 bits of the key, 16 of the action, 6 of the size, 2 of the generation.
#[derive(Clone, Copy)]
struct Facts(u64);

impl Facts {
    const CHECK: u64 = !0 << 24;
    const SIZE_MOST: u32 = 63;

    fn new(key: TableKey, action: u16, size: u32, generation: u8) -> Facts {
        Facts(
            (key.0 << 24)
                | (u64::from(action) << 8)
                | (u64::from(size) << 2)
                | u64::from(generation & Table::GENERATIONS),
        )
    }

    #[inline]
    fn belongs_to(self, key: TableKey) -> bool {
        (self.0 ^ (key.0 << 24)) & Self::CHECK == 0
    }

    #[inline]
    fn action(self) -> u16 {
        (self.0 >> 8) as u16
    }

    /// Nodes searched for the entry, on a scale where two steps double.
    fn size(self) -> u32 {
        (self.0 >> 2) as u32 & Self::SIZE_MOST
    }

    fn generation(self) -> u8 {
        self.0 as u8 & Table::GENERATIONS
    }
}

/// Numbers in one word: both as they are, or for a decided position a zero and the bound counted down from infinity.
#[inline]
fn pack(numbers: Numbers, bound: Bound) -> u64 {
    let far = u32::MAX - u32::from(bound.raw());
    let (proof, disproof) = match numbers.decided() {
        Some(true) => (0, far),
        Some(false) => (far, 0),
        None => (numbers.proof.raw(), numbers.disproof.raw()),
    };
    u64::from(proof) << 32 | u64::from(disproof)
}

/// The inverse of [`pack`]; `None` for an empty slot.
#[inline]
fn unpack(data: u64) -> Option<(Numbers, Bound)> {
    let bound = |far: u32| Bound::from_raw((u32::MAX - far).min(u32::from(u16::MAX)) as u16);
    match ((data >> 32) as u32, data as u32) {
        (0, 0) => None,
        (0, far) => Some((Numbers::PROVEN, bound(far))),
        (far, 0) => Some((Numbers::DISPROVEN, bound(far))),
        (proof, disproof) => {
            let numbers =
                Numbers { proof: ProofNumber::from_raw(proof), disproof: ProofNumber::from_raw(disproof) };
            Some((numbers, Bound::ENDLESS))
        }
    }
}

/// The shared memory of a search.
pub(super) struct Table {
    entries: Entries,
    replace: Replace,
    generation: u8,
}

impl Table {
    const IN_BUCKET: usize = 4;
    const GENERATIONS: u8 = 3;
    /// A decided entry counts as if this many steps more had been searched for it: four doublings.
    const DECIDED_BONUS: u32 = 8;

    /// An empty table of at most this size.
    pub fn new(size: TableSize, replace: Replace) -> Result<Table, MemoryError> {
        let bytes = size.bytes(Entries::BYTES);
        let entries = Some(bytes).filter(|&bytes| bytes <= TableSize::MOST_BYTES);
        let entries = entries.and_then(|bytes| Entries::new(bytes, Self::IN_BUCKET));
        Ok(Table { entries: entries.ok_or(MemoryError { bytes })?, replace, generation: 0 })
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.generation = 0;
        self.entries.clear();
    }

    /// A new search begins: what older ones left goes first when room is needed.
    pub fn new_search(&mut self) {
        self.generation = (self.generation + 1) & Self::GENERATIONS;
    }

    /// Fetches the bucket of a key into the cache. The answer means nothing; a caller that asks for several in a row without
    /// looking at the answers waits for memory once, not each time.
    #[inline]
    pub fn touch(&self, key: TableKey) -> u64 {
        self.entries.bucket(key.0).first().map_or(0, |[head, _]| head.load(Relaxed))
    }

    /// What is remembered of a position.
    #[inline]
    pub fn probe(&self, key: TableKey) -> Option<Entry> {
        for slot in self.entries.bucket(key.0) {
            let (facts, data) = read(slot);
            if facts.belongs_to(key) {
                let (numbers, bound) = unpack(data)?;
                return Some(Entry { numbers, bound, action: facts.action() });
            }
        }
        None
    }

    /// Remembers a position for which `work` nodes have been searched.
    pub fn store(&self, key: TableKey, entry: Entry, work: u64) {
        let bucket = self.entries.bucket(key.0);
        let size = size_of_work(work);
        let facts = Facts::new(key, entry.action, size, self.generation);
        let data = pack(entry.numbers, entry.bound);
        let place = bucket.iter().find_map(|slot| {
            let (old, old_data) = read(slot);
            if old.belongs_to(key) { unpack(old_data).map(|(known, _)| (slot, known)) } else { None }
        });
        match (place, self.replace) {
            // Another thread may have decided the position since this one began to search it.
            (Some((_, known)), _) if known.decided().is_some() && entry.numbers.decided().is_none() => (),
            (Some((slot, _)), _) => entries::save(slot, facts.0, data),
            (None, Replace::Smallest) => {
                // The slot that is missed least: empty, left by an older search, or little searched.
                if let Some(slot) = bucket.iter().min_by_key(|&slot| self.worth(read(slot))) {
                    entries::save(slot, facts.0, data);
                }
            }
            // Two pairs; in each the first place is for the larger subtree, the second for any.
            (None, Replace::TwoBig) => {
                if let Some([big, any]) = bucket.chunks_exact(2).nth((key.0 & 1) as usize) {
                    self.store_two_big(big, any, facts, data);
                }
            }
        }
    }

    fn worth(&self, (facts, data): (Facts, u64)) -> u32 {
        let Some((numbers, _)) = unpack(data) else { return 0 };
        let bonus = if numbers.decided().is_some() { Self::DECIDED_BONUS } else { 0 };
        let current = u32::from(facts.generation() == self.generation);
        1 + facts.size() + bonus + current * 2 * Facts::SIZE_MOST
    }

    fn store_two_big(&self, big: &Words, any: &Words, facts: Facts, data: u64) {
        let (old_facts, old_data) = read(big);
        if self.worth((facts, data)) >= self.worth((old_facts, old_data)) {
            if old_data != 0 {
                entries::save(any, old_facts.0, old_data);
            }
            entries::save(big, facts.0, data);
        } else {
            entries::save(any, facts.0, data);
        }
    }
}

#[inline]
fn read(slot: &Words) -> (Facts, u64) {
    let (head, data) = entries::load(slot);
    (Facts(head), data)
}

/// The size of a searched subtree on a scale where two steps double: 0 for one node, 63 for three billion and more.
fn size_of_work(work: u64) -> u32 {
    let work = work.max(1);
    let doublings = work.ilog2();
    let half = (work >> doublings.saturating_sub(1)) & u64::from(doublings > 0);
    (2 * doublings + half as u32).min(Facts::SIZE_MOST)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(proof: u64, disproof: u64) -> Entry {
        let numbers = Numbers { proof: ProofNumber::finite(proof), disproof: ProofNumber::finite(disproof) };
        Entry { numbers, bound: Bound::ENDLESS, action: 7 }
    }

    fn table(bytes: u64, replace: Replace) -> Table {
        Table::new(TableSize::Bytes(bytes), replace).expect("a small table")
    }

    #[test]
    fn entries_come_back_as_they_went_in() {
        let table = table(1 << 16, Replace::Smallest);
        let proven = Entry { numbers: Numbers::PROVEN, bound: Bound::within(13), action: u16::MAX };
        let dead = Entry { numbers: Numbers::DISPROVEN, bound: Bound::DEAD_END, action: 0 };
        let large = entry(u64::MAX, 1);
        for (nth, e) in [proven, dead, large, entry(3, 4)].into_iter().enumerate() {
            let key = TableKey::new(nth as u64, 1);
            assert_eq!(table.probe(key), None);
            table.store(key, e, 5);
            assert_eq!(table.probe(key), Some(e));
        }
    }

    #[test]
    fn the_smallest_subtree_goes_first_and_decided_ones_stay_longer() {
        let table = table(64, Replace::Smallest);
        let keys: Vec<_> = (0..6).map(|k| TableKey::new(k, 9)).collect();
        let proven = Entry { numbers: Numbers::PROVEN, bound: Bound::NOW, action: 1 };
        table.store(keys[0], proven, 10);
        for (nth, work) in [(1, 100), (2, 20), (3, 50)] {
            table.store(keys[nth], entry(2, 2), work);
        }
        table.store(keys[4], entry(2, 2), 1);
        assert_eq!(table.probe(keys[2]), None);
        table.store(keys[5], entry(2, 2), 1000);
        assert_eq!(table.probe(keys[4]), None);
        assert!([0, 1, 3, 5].iter().all(|&nth| table.probe(keys[nth]).is_some()));
    }

    #[test]
    fn a_decision_is_not_overwritten_by_numbers() {
        let table = table(64, Replace::Smallest);
        let key = TableKey::new(3, 3);
        let proven = Entry { numbers: Numbers::PROVEN, bound: Bound::within(3), action: 1 };
        table.store(key, entry(2, 2), 1);
        table.store(key, proven, 1);
        table.store(key, entry(2, 2), 1000);
        assert_eq!(table.probe(key), Some(proven));
    }

    #[test]
    fn what_an_older_search_left_makes_room() {
        let mut table = table(64, Replace::Smallest);
        for key in 0..4 {
            table.store(TableKey::new(key, 9), entry(2, 2), 1_000_000);
        }
        table.new_search();
        for key in 4..8 {
            table.store(TableKey::new(key, 9), entry(2, 2), 1);
        }
        assert!((4..8).all(|key| table.probe(TableKey::new(key, 9)).is_some()));
    }

    #[test]
    fn two_big_keeps_the_larger_and_the_latest() {
        let table = table(64, Replace::TwoBig);
        let keys: Vec<_> = (0..).map(|k| TableKey::new(k, 9)).filter(|k| k.0 & 1 == 0).take(4).collect();
        for (nth, work) in [(0, 1000), (1, 10), (2, 20)] {
            table.store(keys[nth], entry(2, 2), work);
        }
        let found = |table: &Table, nth: usize| table.probe(keys[nth]).is_some();
        assert!(found(&table, 0) && !found(&table, 1) && found(&table, 2));
        table.store(keys[3], entry(2, 2), 5000);
        assert!(found(&table, 0) && !found(&table, 2) && found(&table, 3));
    }

    #[test]
    fn absurd_sizes_are_refused_and_none_means_none() {
        let absurd = Table::new(TableSize::Entries(u64::MAX / 2), Replace::Smallest);
        assert!(absurd.err().is_some_and(|e| e.to_string().contains("more memory")));
        let none = Table::new(TableSize::Off, Replace::Smallest).expect("no table");
        none.store(TableKey::new(1, 1), entry(1, 1), 1);
        assert_eq!(none.probe(TableKey::new(1, 1)), None);
    }

    #[test]
    fn sizes_grow_with_the_work() {
        let sizes: Vec<u32> = [1, 2, 3, 4, 6, 8, 1 << 20, u64::MAX].map(size_of_work).to_vec();
        assert_eq!(sizes, [0, 2, 3, 4, 5, 6, 40, 63]);
    }
}

/// Run by loom only: `RUSTFLAGS="--cfg loom" cargo test -p quadrille-search --lib models::`.
#[cfg(all(test, loom))]
mod models {
    use super::*;
    use loom::{sync::Arc, thread};

    #[test]
    fn proofs_are_read_as_one_thread_wrote_them() {
        for replace in [Replace::Smallest, Replace::TwoBig] {
            loom::model(move || {
                let table = Arc::new(Table::new(TableSize::Bytes(64), replace).expect("a small table"));
                let entry = |proof, action| {
                    let numbers =
                        Numbers { proof: ProofNumber::finite(proof), disproof: ProofNumber::finite(1) };
                    Entry { numbers, bound: Bound::ENDLESS, action }
                };
                let key = TableKey::new(3, 3);
                let stored = [entry(5, 7), entry(6, 8)];
                let writers = stored.map(|entry| {
                    let table = table.clone();
                    thread::spawn(move || table.store(key, entry, 1))
                });
                if let Some(seen) = table.probe(key) {
                    assert!(stored.contains(&seen), "{seen:?}");
                }
                writers.into_iter().for_each(|writer| writer.join().expect("no panic"));
            });
        }
    }
}
