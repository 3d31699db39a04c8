//! Entries of two words that threads share without locks: the memory of both tables.
//!
//! The first word of an entry is its head, mixed with the second (after Hyatt and Mann, 2002): a reader that gets halves of two
//! different writes sees a head that belongs to no key. A table must therefore keep its key in the high 40 bits of the head
//! at the least. What heads and data mean, the tables know.

use crate::sync::{AtomicU64, Ordering::Relaxed, Pages};

/// Two words of a table.
pub(crate) type Words = [AtomicU64; 2];

/// What a head is mixed with. Data that differ only in their low or only in their high half, as those of related positions do,
/// differ in the high 40 bits of this: a multiple of the golden ratio below 2^32 is never that close to a whole number.
#[inline]
fn veil(data: u64) -> u64 {
    data.wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// Head and data as they were written together, or a head that means nothing. All zero if the entry is empty.
#[inline]
pub(crate) fn load([head, data]: &Words) -> (u64, u64) {
    let data = data.load(Relaxed);
    (head.load(Relaxed) ^ veil(data), data)
}

/// Writes an entry; others may see one half before the other.
#[inline]
pub(crate) fn save(words: &Words, head: u64, data: u64) {
    words[0].store(head ^ veil(data), Relaxed);
    words[1].store(data, Relaxed);
}

/// Buckets of entries. Without memory there are none.
pub(crate) struct Entries {
    words: Pages<Words>,
    buckets: u64,
    in_bucket: usize,
}

impl Entries {
    /// Bytes of an entry.
    pub(crate) const BYTES: u64 = 16;

    /// Whole buckets of `in_bucket` empty entries in at most this many bytes; `None` if there is too little memory.
    pub(crate) fn new(bytes: u64, in_bucket: usize) -> Option<Entries> {
        let buckets = bytes / (Self::BYTES * in_bucket as u64);
        let words = Pages::zeroed(usize::try_from(buckets).ok()?.checked_mul(in_bucket)?)?;
        Some(Entries { words, buckets, in_bucket })
    }

    /// Makes all empty again.
    pub(crate) fn clear(&mut self) {
        self.words.clear();
    }

    /// The entries in which a key may be, none without memory: the high bits of the key, scaled to the number of buckets.
    #[inline]
    pub(crate) fn bucket(&self, key: u64) -> &[Words] {
        let bucket = (u128::from(key) * u128::from(self.buckets)) >> 64;
        let first = bucket as usize * self.in_bucket;
        self.words.get(first..first + self.in_bucket).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Data that differ in a few bits, as those of neighbouring positions do.
    fn similar() -> impl Iterator<Item = u64> {
        let base = 0x0123_4567_0000_0000;
        (0..64)
            .map(move |bit| base ^ 1 << bit)
            .chain((1..4096).map(move |low| base ^ low))
            .chain((1..4096).map(move |high| base ^ high << 32))
    }

    #[test]
    fn halves_of_two_writes_have_a_head_that_belongs_to_neither() {
        let entry = [0, 0].map(AtomicU64::new);
        let head = 0x7777_0000_0000_1234;
        for data in similar() {
            save(&entry, head, 0x0123_4567_0000_0000);
            entry[1].store(data, Relaxed);
            let (torn, _) = load(&entry);
            assert_ne!(torn >> 24, head >> 24, "{data:x}: the narrowest check is 40 bits");
        }
    }

    #[test]
    fn buckets_cover_everything_and_nothing_more() {
        let entries = Entries::new(10 * Entries::BYTES, 4).expect("a little memory");
        let start = |key| entries.bucket(key).as_ptr_range();
        let [low, middle, high] = [0, u64::MAX / 2, u64::MAX].map(start);
        assert_eq!((low.clone(), low.end), (middle, high.start));
        assert_eq!(entries.words.as_ptr_range().end, high.end, "two buckets of four, and no third");
        let none = Entries::new(0, 4).expect("nothing");
        assert!(none.bucket(u64::MAX).is_empty());
    }
}

/// Run by loom only: `RUSTFLAGS="--cfg loom" cargo test -p quadrille-search --lib models::`.
#[cfg(all(test, loom))]
mod models {
    use super::*;
    use loom::{sync::Arc, thread};

    #[test]
    fn a_reader_sees_one_write_or_a_head_that_is_none() {
        loom::model(|| {
            let entry: Arc<Words> = Arc::new([AtomicU64::new(0), AtomicU64::new(0)]);
            let written = [(0x1111_0000_0000_0001, 7), (0x2222_0000_0000_0002, 8)];
            let writers = written.map(|(head, data)| {
                let entry = entry.clone();
                thread::spawn(move || save(&entry, head, data))
            });
            let seen @ (head, _) = load(&entry);
            let is_torn = written.iter().all(|(known, _)| known >> 24 != head >> 24);
            assert!(written.contains(&seen) || seen == (0, 0) || is_torn, "{seen:x?}");
            writers.into_iter().for_each(|writer| writer.join().expect("no panic"));
        });
    }
}
