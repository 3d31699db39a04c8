//! Tables from positions to numbers. Most positions fit into a word together with their number: a look then touches one
//! line of memory, and looks are what the method spends its time on.

use super::{
    bits::{Bits, Normal, Region},
    store::mix,
};

/// Numbers have so many bits beside a narrow key. Thermographs would fill ten gigabytes before there are as many.
const NUMBER_BITS: u32 = 29;
const NUMBER: u64 = (1 << NUMBER_BITS) - 1;
/// A place without an entry. As a key it would be two amazons on one square.
const VACANT: u64 = u64::MAX;
/// Squares that narrow keys can tell apart: a corner of five by five.
const CORNER: Bits = 0x0000_001f_1f1f_1f1f;

/// The squares of the corner in 25 bits.
#[inline]
fn squeezed(set: Bits) -> u64 {
    (set & 0x1f) | (set >> 3 & 0x3e0) | (set >> 6 & 0x7c00) | (set >> 9 & 0xf_8000) | (set >> 12 & 0x1f0_0000)
}

/// A square of eight by eight as one of five by five.
#[inline]
fn narrowed(square: u64) -> u64 {
    square - 3 * (square >> 3)
}

/// A representative in 35 bits: one amazon each within five by five squares.
#[inline]
fn narrow(normal: &Normal) -> Option<u64> {
    (normal.live & !CORNER == 0 && normal.queens >> 12 == 0x11).then(|| {
        let (left, right) = (normal.queens >> 6 & 63, normal.queens & 63);
        squeezed(normal.live) << 10 | narrowed(left) << 5 | narrowed(right)
    })
}

/// A position as it is in 35 bits, if it has one amazon each within the corner.
#[inline]
fn narrow_region(region: &Region) -> Option<u64> {
    let Region { empty, left, right } = *region;
    ((empty | left | right) & !CORNER == 0 && left.is_power_of_two() && right.is_power_of_two()).then(|| {
        let (l, r) = (u64::from(left.trailing_zeros()), u64::from(right.trailing_zeros()));
        squeezed(empty) << 10 | narrowed(l) << 5 | narrowed(r)
    })
}

#[inline]
fn word(key: u64, number: u32) -> u64 {
    debug_assert!(u64::from(number) < NUMBER, "there are too many thermographs");
    key << NUMBER_BITS | u64::from(number)
}

#[inline]
fn place(key: u64, size: usize) -> usize {
    mix(key) as usize & (size - 1)
}

/// From representatives of positions to numbers: open addressing, never full, never forgetting.
pub(super) struct Table {
    /// Narrow keys with their numbers.
    words: Vec<u64>,
    narrow: usize,
    keys: Vec<[u64; 2]>,
    values: Vec<u32>,
    wide: usize,
}

const FIRST_SIZE: usize = 1 << 12;

impl Table {
    const EMPTY: u32 = u32::MAX;

    pub(super) fn new() -> Table {
        Table {
            words: vec![VACANT; FIRST_SIZE],
            narrow: 0,
            keys: vec![[0; 2]; FIRST_SIZE],
            values: vec![Table::EMPTY; FIRST_SIZE],
            wide: 0,
        }
    }

    #[inline]
    pub(super) fn get(&self, normal: &Normal) -> Option<u32> {
        let Some(key) = narrow(normal) else { return self.get_wide([normal.live, normal.queens]) };
        let mut at = place(key, self.words.len());
        loop {
            let word = self.words[at];
            if word >> NUMBER_BITS == key {
                return Some((word & NUMBER) as u32);
            }
            if word == VACANT {
                return None;
            }
            at = (at + 1) & (self.words.len() - 1);
        }
    }

    pub(super) fn insert(&mut self, normal: &Normal, number: u32) {
        let Some(key) = narrow(normal) else { return self.insert_wide([normal.live, normal.queens], number) };
        if self.narrow * 2 >= self.words.len() {
            let size = self.words.len() * 2;
            for word in std::mem::replace(&mut self.words, vec![VACANT; size]) {
                if word != VACANT {
                    self.put(word);
                }
            }
        }
        self.put(word(key, number));
        self.narrow += 1;
    }

    fn put(&mut self, word: u64) {
        let mut at = place(word >> NUMBER_BITS, self.words.len());
        while self.words[at] != VACANT {
            at = (at + 1) & (self.words.len() - 1);
        }
        self.words[at] = word;
    }

    /// How many entries there are.
    pub(super) fn held(&self) -> usize {
        self.narrow + self.wide
    }

    #[inline]
    fn wide_place(&self, key: [u64; 2]) -> usize {
        place(key[0] ^ mix(key[1]), self.values.len())
    }

    fn get_wide(&self, key: [u64; 2]) -> Option<u32> {
        let mut at = self.wide_place(key);
        loop {
            if self.values[at] == Table::EMPTY {
                return None;
            }
            if self.keys[at] == key {
                return Some(self.values[at]);
            }
            at = (at + 1) & (self.values.len() - 1);
        }
    }

    fn insert_wide(&mut self, key: [u64; 2], value: u32) {
        if self.wide * 2 >= self.values.len() {
            let size = self.values.len() * 2;
            let keys = std::mem::replace(&mut self.keys, vec![[0; 2]; size]);
            let values = std::mem::replace(&mut self.values, vec![Table::EMPTY; size]);
            for (key, value) in keys.into_iter().zip(values) {
                if value != Table::EMPTY {
                    self.put_wide(key, value);
                }
            }
        }
        self.put_wide(key, value);
        self.wide += 1;
    }

    fn put_wide(&mut self, key: [u64; 2], value: u32) {
        let mut at = self.wide_place(key);
        while self.values[at] != Table::EMPTY {
            at = (at + 1) & (self.values.len() - 1);
        }
        self.keys[at] = key;
        self.values[at] = value;
    }
}

/// Recent positions as they are, so that most need not be reduced again: overwritten freely.
pub(super) struct Recent {
    words: Vec<u64>,
    wide: Vec<([u64; 3], u32)>,
}

/// Two to this power positions are remembered.
const NARROW_BITS: u32 = 16;
const WIDE_BITS: u32 = 15;

impl Recent {
    pub(super) fn new() -> Recent {
        Recent { words: vec![VACANT; 1 << NARROW_BITS], wide: Vec::new() }
    }

    #[inline]
    pub(super) fn get(&self, region: &Region) -> Option<u32> {
        if let Some(key) = narrow_region(region) {
            let word = self.words[place(key, 1 << NARROW_BITS)];
            return (word >> NUMBER_BITS == key).then_some((word & NUMBER) as u32);
        }
        let (key, at) = Recent::wide_place(region);
        self.wide.get(at).filter(|known| known.0 == key).map(|known| known.1)
    }

    #[inline]
    pub(super) fn put(&mut self, region: &Region, number: u32) {
        if let Some(key) = narrow_region(region) {
            self.words[place(key, 1 << NARROW_BITS)] = word(key, number);
            return;
        }
        if self.wide.is_empty() {
            self.wide = vec![([0; 3], 0); 1 << WIDE_BITS];
        }
        let (key, at) = Recent::wide_place(region);
        self.wide[at] = (key, number);
    }

    #[inline]
    fn wide_place(region: &Region) -> ([u64; 3], usize) {
        let key = [region.empty, region.left, region.right];
        (key, place(key[0] ^ mix(key[1] ^ key[2].rotate_left(32)), 1 << WIDE_BITS))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn normal(live: u64, left: u64, right: u64) -> Normal {
        Normal { live, queens: 0x11 << 12 | left << 6 | right, swapped: false }
    }

    #[test]
    fn every_narrow_key_is_its_own() {
        let mut keys = std::collections::HashSet::new();
        let squares: Vec<u64> = (0..40).filter(|s| s % 8 < 5).collect();
        for &a in &squares {
            for &b in squares.iter().filter(|&&b| b != a) {
                assert!(keys.insert(narrow(&normal(CORNER, a, b)).unwrap()));
                let all_but = |s: u64| CORNER & !(1 << s);
                assert!(keys.insert(narrow(&normal(all_but((a + b) % 5), a, b)).unwrap()));
            }
        }
        assert!(keys.iter().all(|key| *key < 1 << 35));
        assert_eq!(narrow(&normal(1 << 5, 0, 1)), None, "the sixth file is outside");
        assert_eq!(narrow(&Normal { live: 7, queens: 0x21 << 18 | 1, swapped: false }), None);
    }

    #[test]
    fn tables_keep_everything_while_they_grow() {
        let mut table = Table::new();
        let wide = |n: u64| Normal { live: n | 1 << 60, queens: 0x12 << 18 | n, swapped: false };
        for n in 0..10_000 {
            table.insert(&normal(squeezed_back(n), 0, 1), n as u32);
            table.insert(&wide(n), n as u32 + 1);
        }
        assert_eq!(table.held(), 20_000);
        for n in 0..10_000 {
            assert_eq!(table.get(&normal(squeezed_back(n), 0, 1)), Some(n as u32));
            assert_eq!(table.get(&wide(n)), Some(n as u32 + 1));
        }
        assert_eq!(table.get(&normal(CORNER, 1, 0)), None);
    }

    /// A set of the corner from the 25 bits of it.
    fn squeezed_back(bits: u64) -> Bits {
        (0..5).fold(0, |set, row| set | (bits >> (5 * row) & 0x1f) << (8 * row))
    }

    #[test]
    fn squeezing_keeps_every_square() {
        for n in 0..25 {
            assert_eq!(squeezed(squeezed_back(1 << n)), 1 << n);
        }
    }
}
