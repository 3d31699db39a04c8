//! The memory of depth-first proof-number search: positions with their numbers, shared by all threads without a lock.
//!
//! An entry is two words, 16 bytes; four entries are a bucket, one cache line. The first word holds a part of the key and
//! small facts, mixed with the second word, so that halves of two different writes never look like an entry. The other part
//! of the key is the place of the bucket. The table owns layout and replacement; it refuses to know what a position is.
//!
//! Worth (2026-11-17, see the [folder](super)): KnightThrough 0 ± 0, Tzaar 0 ± 0, Amazons +1 ± 1, Arimaa 0 ± 0 % nodes.

use super::{
    config::Replace,
    numbers::{Bound, Numbers, ProofNumber},
};
use crate::{pages::Pages, settings::TableSize};
use game::mix;
use std::sync::atomic::{AtomicU64, Ordering};
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

/// A cache line of four entries.
#[derive(Clone, Copy)]
struct Bucket<'t>(&'t [AtomicU64; 2 * Bucket::ENTRIES]);

/// The first word of an entry, unmixed: 40 bits of the key, 16 of the action, 6 of the size, 2 of the generation.
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

impl Bucket<'_> {
    const ENTRIES: usize = 4;

    /// Makes half-written entries fail the test of the key: a change of any bit of the data changes high bits of this.
    #[inline]
    fn veil(data: u64) -> u64 {
        data.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(32)
    }

    #[inline]
    fn read(self, slot: usize) -> (Facts, u64) {
        let veiled = self.0[2 * slot].load(Ordering::Relaxed);
        let data = self.0[2 * slot + 1].load(Ordering::Relaxed);
        (Facts(veiled ^ Self::veil(data)), data)
    }

    #[inline]
    fn write(self, slot: usize, facts: Facts, data: u64) {
        self.0[2 * slot].store(facts.0 ^ Self::veil(data), Ordering::Relaxed);
        self.0[2 * slot + 1].store(data, Ordering::Relaxed);
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
    buckets: Pages<[AtomicU64; 2 * Bucket::ENTRIES]>,
    replace: Replace,
    generation: u8,
}

impl Table {
    /// Bytes of one entry, for sizes given in entries.
    pub const ENTRY_BYTES: u64 = 16;
    const BUCKET_BYTES: u64 = Self::ENTRY_BYTES * Bucket::ENTRIES as u64;
    const GENERATIONS: u8 = 3;
    /// A decided entry counts as if this many steps more had been searched for it: four doublings.
    const DECIDED_BONUS: u32 = 8;

    /// An empty table of at most this size.
    pub fn new(size: TableSize, replace: Replace) -> Result<Table, MemoryError> {
        let bytes = size.bytes(Self::ENTRY_BYTES);
        let error = MemoryError { bytes };
        if bytes > TableSize::MOST_BYTES {
            return Err(error);
        }
        let count = usize::try_from(bytes / Self::BUCKET_BYTES).map_err(|_| error)?;
        let count = if bytes == 0 { 0 } else { count.max(1) };
        Ok(Table { buckets: Pages::zeroed(count).ok_or(error)?, replace, generation: 0 })
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.generation = 0;
        self.buckets.clear();
    }

    /// A new search begins: what older ones left goes first when room is needed.
    pub fn new_search(&mut self) {
        self.generation = (self.generation + 1) & Self::GENERATIONS;
    }

    /// The bucket of a key: the high bits of the key, scaled to the number of buckets.
    #[inline]
    fn bucket(&self, key: TableKey) -> Option<Bucket<'_>> {
        let place = (u128::from(key.0) * self.buckets.len() as u128) >> 64;
        self.buckets.get(place as usize).map(Bucket)
    }

    /// Fetches the bucket of a key into the cache. The answer means nothing; a caller that asks for several in a row without
    /// looking at the answers waits for memory once, not each time.
    #[inline]
    pub fn touch(&self, key: TableKey) -> u64 {
        self.bucket(key).map_or(0, |bucket| bucket.0[0].load(Ordering::Relaxed))
    }

    /// What is remembered of a position.
    #[inline]
    pub fn probe(&self, key: TableKey) -> Option<Entry> {
        let bucket = self.bucket(key)?;
        for slot in 0..Bucket::ENTRIES {
            let (facts, data) = bucket.read(slot);
            if facts.belongs_to(key) {
                let (numbers, bound) = unpack(data)?;
                return Some(Entry { numbers, bound, action: facts.action() });
            }
        }
        None
    }

    /// Remembers a position for which `work` nodes have been searched.
    pub fn store(&self, key: TableKey, entry: Entry, work: u64) {
        let Some(bucket) = self.bucket(key) else { return };
        let size = size_of_work(work);
        let facts = Facts::new(key, entry.action, size, self.generation);
        let data = pack(entry.numbers, entry.bound);
        let place = (0..Bucket::ENTRIES).find_map(|slot| {
            let (old, old_data) = bucket.read(slot);
            if old.belongs_to(key) { unpack(old_data).map(|(known, _)| (slot, known)) } else { None }
        });
        match (place, self.replace) {
            // Another thread may have decided the position since this one began to search it.
            (Some((_, known)), _) if known.decided().is_some() && entry.numbers.decided().is_none() => (),
            (Some((slot, _)), _) => bucket.write(slot, facts, data),
            (None, Replace::Smallest) => bucket.write(self.cheapest(bucket), facts, data),
            (None, Replace::TwoBig) => self.store_two_big(bucket, key, facts, data),
        }
    }

    /// The slot that is missed least: empty, left by an older search, or little searched.
    fn cheapest(&self, bucket: Bucket<'_>) -> usize {
        let worth = |slot: usize| self.worth(bucket.read(slot));
        (0..Bucket::ENTRIES).min_by_key(|&slot| worth(slot)).unwrap_or(0)
    }

    fn worth(&self, (facts, data): (Facts, u64)) -> u32 {
        let Some((numbers, _)) = unpack(data) else { return 0 };
        let bonus = if numbers.decided().is_some() { Self::DECIDED_BONUS } else { 0 };
        let current = u32::from(facts.generation() == self.generation);
        1 + facts.size() + bonus + current * 2 * Facts::SIZE_MOST
    }

    /// The bucket as two pairs; in each pair the first place is for the larger subtree, the second for any.
    fn store_two_big(&self, bucket: Bucket<'_>, key: TableKey, facts: Facts, data: u64) {
        let big = if key.0 & 1 == 0 { 0 } else { 2 };
        let (old_facts, old_data) = bucket.read(big);
        if self.worth((facts, data)) >= self.worth((old_facts, old_data)) {
            if old_data != 0 {
                bucket.write(big + 1, old_facts, old_data);
            }
            bucket.write(big, facts, data);
        } else {
            bucket.write(big + 1, facts, data);
        }
    }
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

    #[test]
    fn mixed_halves_of_two_writes_are_no_entry() {
        let table = table(64, Replace::Smallest);
        let (key, other) = (TableKey::new(1, 0), TableKey::new(2, 0));
        table.store(key, entry(5, 9), 1);
        let halves: Vec<u64> = table.buckets[0].iter().map(|w| w.load(Ordering::Relaxed)).collect();
        let slot = halves.iter().position(|&w| w != 0).unwrap_or(0);
        for data in [entry(6, 9), entry(5, 8), entry(1, 1)] {
            table.buckets[0][slot + 1].store(pack(data.numbers, data.bound), Ordering::Relaxed);
            assert_eq!((table.probe(key), table.probe(other)), (None, None));
        }
    }
}
