//! The transposition table: what was found out about positions, shared by all threads without locks.
//!
//! The bucket is chosen by the high bits of the key, the check in the head of an entry uses the low 48, so in a table of 2^k
//! buckets 48 + k bits tell positions apart.

use crate::{
    Depth,
    entries::{self, Entries, Words},
    settings::{SettingError, TableSize},
};
use game::{Action, Key, Score};
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

crate::words! {
    /// Which entry makes room when a bucket is full.
    pub enum Scheme {
        /// One entry a bucket, the newest.
        Always = "always",
        /// Two entries, the deeper searches stay; the same position only if strictly deeper (Soemers 2014; Breuker et al. 1994).
        TwoDeep = "twodeep",
        /// Two entries, the larger subtree stays beside the newest (Veselý 2013, 2.1.5; Breuker et al. 1994).
        TwoBig = "twobig",
        /// Four entries in a cache line; shallow entries of earlier searches go first.
        DepthAge = "depth-age",
    }
}

impl Scheme {
    fn slots(self) -> usize {
        match self {
            Scheme::Always => 1,
            Scheme::TwoDeep | Scheme::TwoBig => 2,
            Scheme::DepthAge => 4,
        }
    }
}

/// How a stored score relates to the true value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The value is at most this.
    Upper = 1,
    /// The value is at least this.
    Lower = 2,
    /// The value is this.
    Exact = 3,
}

impl Bound {
    fn from_bits(bits: u64) -> Option<Bound> {
        match bits {
            1 => Some(Bound::Upper),
            2 => Some(Bound::Lower),
            3 => Some(Bound::Exact),
            _ => None,
        }
    }
}

/// What is known about a position. Distances to wins and losses are counted from the position itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry<A> {
    /// Value or bound, for the side to move.
    pub score: Score,
    /// What the score is.
    pub bound: Bound,
    /// Depth of the search that found it.
    pub depth: Depth,
    /// The best action found; it must be checked for legality before use.
    pub action: Option<A>,
}

/// An entry with what only replacement looks at.
#[derive(Clone, Copy)]
struct Stored {
    data: u64,
    size: u16,
}

impl Stored {
    const DEPTH_SHIFT: u32 = 48;
    const BOUND_SHIFT: u32 = 56;
    const AGE_SHIFT: u32 = 58;

    fn depth(self) -> u8 {
        (self.data >> Self::DEPTH_SHIFT) as u8
    }

    fn age(self) -> u8 {
        (self.data >> Self::AGE_SHIFT) as u8
    }
}

/// A table of [`Entry`]s of a fixed size. Without memory it stores nothing and finds nothing.
pub struct Table {
    entries: Entries,
    scheme: Scheme,
    age: AtomicU8,
}

impl Table {
    /// The code for "no action"; games must not use it.
    const NO_ACTION: u16 = u16::MAX;
    const AGES: u8 = 64;

    /// A table of at most the given size, rounded down to whole buckets.
    pub fn new(size: TableSize, scheme: Scheme) -> Result<Table, SettingError> {
        let too_much = SettingError::Conflict { key: "tt", problem: "asks for more memory than there is" };
        let entries = Entries::new(size.bytes(Entries::BYTES), scheme.slots()).ok_or(too_much)?;
        Ok(Table { entries, scheme, age: AtomicU8::new(0) })
    }

    /// Tells the table that a new search begins, so that entries of earlier ones may go first.
    pub fn new_search(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % Self::AGES, Relaxed);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.age.store(0, Relaxed);
    }

    /// What is known about the position with this key.
    #[inline]
    pub fn probe<A: Action>(&self, key: Key) -> Option<Entry<A>> {
        let (_, stored) = find(self.entries.bucket(key.0), key)?;
        let code = (stored.data >> 32) as u16;
        Some(Entry {
            score: Score::from_raw(stored.data as u32 as i32),
            bound: Bound::from_bits((stored.data >> Stored::BOUND_SHIFT) & 3)?,
            depth: Depth(stored.depth().into()),
            action: if code == Self::NO_ACTION { None } else { A::from_code(code) },
        })
    }

    /// Remembers an entry that took `nodes` nodes to find, if the scheme finds room for it.
    #[inline]
    pub fn store<A: Action>(&self, key: Key, entry: Entry<A>, nodes: u64) {
        let bucket = self.entries.bucket(key.0);
        let data = entry.score.raw() as u32 as u64
            | u64::from(entry.action.map_or(Self::NO_ACTION, Action::code)) << 32
            | (entry.depth.0.clamp(0, 255) as u64) << Stored::DEPTH_SHIFT
            | (entry.bound as u64) << Stored::BOUND_SHIFT
            | u64::from(self.age.load(Relaxed)) << Stored::AGE_SHIFT;
        let new = Stored { data, size: size_class(nodes) };
        match self.scheme {
            Scheme::Always => bucket.iter().for_each(|only| save(only, key, new)),
            Scheme::TwoDeep => store_two_deep(bucket, key, new),
            Scheme::TwoBig => store_two_big(bucket, key, new),
            Scheme::DepthAge => self.store_depth_age(bucket, key, new),
        }
    }

    fn store_depth_age(&self, bucket: &[Words], key: Key, new: Stored) {
        if let Some((slot, _)) = find(bucket, key) {
            return save(slot, key, new);
        }
        /// How many plies of depth a search of age is worth.
        const AGE_WEIGHT: i32 = 4;
        let age = self.age.load(Relaxed);
        let worth = |slot| match load(slot) {
            None => i32::MIN,
            Some((_, old)) => {
                let searches_ago = (age + Self::AGES - old.age()) % Self::AGES;
                i32::from(old.depth()) - AGE_WEIGHT * i32::from(searches_ago)
            }
        };
        if let Some(least) = bucket.iter().min_by_key(|&slot| worth(slot)) {
            save(least, key, new);
        }
    }
}

fn store_two_deep(bucket: &[Words], key: Key, new: Stored) {
    let [first, second] = bucket else { return };
    if let Some((slot, old)) = find(bucket, key) {
        if new.depth() > old.depth() {
            save(slot, key, new);
        }
        return;
    }
    let depth_of = |slot| load(slot).map(|(_, old)| old.depth());
    match (depth_of(first), depth_of(second)) {
        (None, _) => save(first, key, new),
        (_, None) => save(second, key, new),
        (Some(a), Some(b)) if a < b => save(first, key, new),
        (Some(a), Some(b)) if a > b => save(second, key, new),
        _ => {
            let (head, data) = entries::load(first);
            entries::save(second, head, data);
            save(first, key, new);
        }
    }
}

fn store_two_big(bucket: &[Words], key: Key, new: Stored) {
    let [first, second] = bucket else { return };
    let size_of = |slot| load(slot).map(|(_, old)| old.size);
    let smaller = if size_of(first) <= size_of(second) { first } else { second };
    save(find(bucket, key).map_or(smaller, |(slot, _)| slot), key, new);
}

/// The entry of a key, if it is there.
#[inline]
fn find(bucket: &[Words], key: Key) -> Option<(&Words, Stored)> {
    bucket.iter().find_map(|slot| {
        let (check, stored) = load(slot)?;
        (check == check_bits(key)).then_some((slot, stored))
    })
}

/// The check bits of an entry and what it holds; `None` if it is empty.
#[inline]
fn load(slot: &Words) -> Option<(u64, Stored)> {
    let (head, data) = entries::load(slot);
    ((data >> Stored::BOUND_SHIFT) & 3 != 0).then_some((head >> 16, Stored { data, size: head as u16 }))
}

#[inline]
fn save(slot: &Words, key: Key, stored: Stored) {
    entries::save(slot, check_bits(key) << 16 | u64::from(stored.size), stored.data);
}

#[inline]
fn check_bits(key: Key) -> u64 {
    key.0 & ((1 << 48) - 1)
}

/// A number of nodes on a logarithmic scale of 16 bits: keeps the order but for differences under a tenth of a per cent.
#[inline]
fn size_class(nodes: u64) -> u16 {
    let nodes = nodes.max(1);
    let power = nodes.ilog2();
    let fraction = if power >= 10 { nodes >> (power - 10) } else { nodes << (10 - power) } & 1023;
    (power << 10) as u16 | fraction as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    struct Code(u16);
    impl Action for Code {
        fn code(self) -> u16 {
            self.0
        }
        fn from_code(code: u16) -> Option<Code> {
            Some(Code(code))
        }
    }

    fn entry(depth: i32, score: i32) -> Entry<Code> {
        Entry {
            score: Score::estimate(score),
            bound: Bound::Exact,
            depth: Depth(depth),
            action: Some(Code(7)),
        }
    }

    /// A table of one bucket, so that all keys meet.
    fn one_bucket(scheme: Scheme) -> Table {
        let size = TableSize::Bytes(Entries::BYTES * scheme.slots() as u64);
        Table::new(size, scheme).expect("a small table")
    }

    fn held(table: &Table, keys: &[u64]) -> Vec<u64> {
        keys.iter().copied().filter(|&k| table.probe::<Code>(Key(k)).is_some()).collect()
    }

    #[test]
    fn entries_come_back_as_they_went_in() {
        for scheme in [Scheme::Always, Scheme::TwoDeep, Scheme::TwoBig, Scheme::DepthAge] {
            let table = Table::new(TableSize::Bytes(1 << 16), scheme).unwrap();
            for key in (0..200u64).map(|n| n.wrapping_mul(0x9E37_79B9_7F4A_7C15)) {
                let score =
                    if key % 2 == 0 { Score::win_in(5) } else { Score::estimate(-(key as u16 as i32)) };
                let entry = Entry { score, bound: Bound::Lower, depth: Depth(9), action: None };
                table.store::<Code>(Key(key), entry, 1000);
                assert_eq!(table.probe(Key(key)), Some(entry));
            }
        }
    }

    #[test]
    fn always_keeps_the_newest() {
        let table = one_bucket(Scheme::Always);
        table.store(Key(1), entry(9, 1), 1000);
        table.store(Key(2), entry(1, 2), 1);
        assert_eq!(held(&table, &[1, 2]), [2]);
    }

    #[test]
    fn two_deep_keeps_the_deeper_ones() {
        let table = one_bucket(Scheme::TwoDeep);
        table.store(Key(1), entry(5, 1), 1);
        table.store(Key(2), entry(3, 2), 1);
        table.store(Key(3), entry(1, 3), 1);
        assert_eq!(held(&table, &[1, 2, 3]), [1, 3]);
        table.store(Key(1), entry(5, 77), 1);
        assert_eq!(
            table.probe::<Code>(Key(1)).unwrap().score,
            Score::estimate(1),
            "same depth must not replace"
        );
        table.store(Key(1), entry(6, 77), 1);
        assert_eq!(table.probe::<Code>(Key(1)).unwrap().score, Score::estimate(77));
    }

    #[test]
    fn two_deep_moves_the_first_slot_down_on_equal_depth() {
        let table = one_bucket(Scheme::TwoDeep);
        for key in 1..=3 {
            table.store(Key(key), entry(4, 0), 1);
        }
        assert_eq!(held(&table, &[1, 2, 3]), [1, 3]);
    }

    #[test]
    fn two_big_keeps_the_larger_subtree_and_the_newest() {
        let table = one_bucket(Scheme::TwoBig);
        table.store(Key(1), entry(1, 1), 5000);
        table.store(Key(2), entry(9, 2), 10);
        table.store(Key(3), entry(2, 3), 1);
        assert_eq!(held(&table, &[1, 2, 3]), [1, 3]);
    }

    #[test]
    fn depth_age_gives_up_shallow_and_old_entries_first() {
        let table = one_bucket(Scheme::DepthAge);
        for (key, depth) in [(1, 8), (2, 2), (3, 6), (4, 7)] {
            table.store(Key(key), entry(depth, 0), 1);
        }
        table.store(Key(5), entry(1, 0), 1);
        assert_eq!(held(&table, &[1, 2, 3, 4, 5]), [1, 3, 4, 5]);
        (0..3).for_each(|_| table.new_search());
        for key in 6..=8 {
            table.store(Key(key), entry(1, 0), 1);
        }
        assert_eq!(held(&table, &[1, 3, 4, 5, 6, 7, 8]), [1, 6, 7, 8]);
    }

    #[test]
    fn sizes_keep_their_order() {
        let sizes = [1, 2, 3, 100, 1000, 1_000_000, 1_001_000, u64::MAX];
        assert!(sizes.windows(2).all(|w| size_class(w[0]) < size_class(w[1])));
    }

    #[test]
    fn a_table_that_is_off_finds_nothing() {
        let table = Table::new(TableSize::Off, Scheme::DepthAge).unwrap();
        table.store(Key(1), entry(1, 1), 1);
        assert_eq!(table.probe::<Code>(Key(1)), None);
    }
}

/// Run by loom only: `RUSTFLAGS="--cfg loom" cargo test -p quadrille-search --lib models::`.
#[cfg(all(test, loom))]
mod models {
    use super::*;
    use loom::{sync::Arc, thread};

    /// An action as its code.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    struct Code(u16);

    impl Action for Code {
        fn code(self) -> u16 {
            self.0
        }
        fn from_code(code: u16) -> Option<Code> {
            Some(Code(code))
        }
    }

    /// Two threads store what differs in a few bits, as results of neighbouring positions do, while a third looks.
    fn a_probe_gives_what_one_store_wrote(scheme: Scheme, keys: [u64; 2]) {
        loom::model(move || {
            let size = TableSize::Bytes(Entries::BYTES * scheme.slots() as u64);
            let table = Arc::new(Table::new(size, scheme).expect("a small table"));
            let entry = |score| Entry {
                score: Score::estimate(score),
                bound: Bound::Exact,
                depth: Depth(3),
                action: Some(Code(5)),
            };
            let stored = [(keys[0], entry(35)), (keys[1], entry(120))];
            let writers = stored.map(|(key, entry)| {
                let table = table.clone();
                thread::spawn(move || table.store(Key(key), entry, 10))
            });
            if let Some(seen) = table.probe::<Code>(Key(keys[0])) {
                assert!(stored.contains(&(keys[0], seen)), "{seen:?}");
            }
            writers.into_iter().for_each(|writer| writer.join().expect("no panic"));
        });
    }

    #[test]
    fn transpositions_always() {
        a_probe_gives_what_one_store_wrote(Scheme::Always, [1, 2]);
        a_probe_gives_what_one_store_wrote(Scheme::Always, [1, 1]);
    }

    #[test]
    fn transpositions_two_deep() {
        a_probe_gives_what_one_store_wrote(Scheme::TwoDeep, [1, 2]);
    }

    #[test]
    fn transpositions_depth_age() {
        a_probe_gives_what_one_store_wrote(Scheme::DepthAge, [1, 2]);
    }
}
