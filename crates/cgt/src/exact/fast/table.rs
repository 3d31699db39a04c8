//! Tables from positions with several amazons to numbers; positions with one amazon each are kept by shape instead.

use super::{
    bits::{Normal, Region},
    store::mix,
};

/// From representatives of positions to numbers: open addressing, never full, never forgetting.
pub(super) struct Table {
    keys: Vec<[u64; 2]>,
    values: Vec<u32>,
    held: usize,
}

impl Table {
    const EMPTY: u32 = u32::MAX;
    const FIRST_SIZE: usize = 1 << 12;

    pub(super) fn new() -> Table {
        Table {
            keys: vec![[0; 2]; Table::FIRST_SIZE],
            values: vec![Table::EMPTY; Table::FIRST_SIZE],
            held: 0,
        }
    }

    #[inline]
    fn place(&self, key: [u64; 2]) -> usize {
        mix(key[0] ^ mix(key[1])) as usize & (self.values.len() - 1)
    }

    #[inline]
    pub(super) fn get(&self, normal: &Normal) -> Option<u32> {
        let key = [normal.live, normal.queens];
        let mut at = self.place(key);
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

    pub(super) fn insert(&mut self, normal: &Normal, value: u32) {
        if self.held * 2 >= self.values.len() {
            let size = self.values.len() * 2;
            let keys = std::mem::replace(&mut self.keys, vec![[0; 2]; size]);
            let values = std::mem::replace(&mut self.values, vec![Table::EMPTY; size]);
            for (key, value) in keys.into_iter().zip(values) {
                if value != Table::EMPTY {
                    self.put(key, value);
                }
            }
        }
        self.put([normal.live, normal.queens], value);
        self.held += 1;
    }

    fn put(&mut self, key: [u64; 2], value: u32) {
        let mut at = self.place(key);
        while self.values[at] != Table::EMPTY {
            at = (at + 1) & (self.values.len() - 1);
        }
        self.keys[at] = key;
        self.values[at] = value;
    }

    /// How many entries there are.
    pub(super) fn held(&self) -> usize {
        self.held
    }
}

/// Recent positions as they are, so that most need not be reduced again: overwritten freely.
#[derive(Default)]
pub(super) struct Recent(Vec<([u64; 3], u32)>);

impl Recent {
    /// Two to this power positions are remembered.
    const BITS: u32 = 15;

    #[inline]
    pub(super) fn get(&self, region: &Region) -> Option<u32> {
        let (key, at) = Recent::place(region);
        self.0.get(at).filter(|known| known.0 == key).map(|known| known.1)
    }

    #[inline]
    pub(super) fn put(&mut self, region: &Region, number: u32) {
        if self.0.is_empty() {
            // No position is like this: a square cannot be empty and held by both.
            self.0 = vec![([u64::MAX; 3], 0); 1 << Recent::BITS];
        }
        let (key, at) = Recent::place(region);
        self.0[at] = (key, number);
    }

    #[inline]
    fn place(region: &Region) -> ([u64; 3], usize) {
        let key = [region.empty, region.left, region.right];
        (key, mix(key[0] ^ mix(key[1] ^ key[2].rotate_left(32))) as usize & ((1 << Recent::BITS) - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_keep_everything_while_they_grow() {
        let mut table = Table::new();
        let normal = |n: u64| Normal { live: n % 100, queens: n / 100, swapped: false };
        for n in 0..10_000 {
            table.insert(&normal(n), n as u32 + 1);
        }
        assert_eq!(table.held(), 10_000);
        assert!((0..10_000).all(|n| table.get(&normal(n)) == Some(n as u32 + 1)));
        assert_eq!(table.get(&normal(10_000)), None);
    }

    #[test]
    fn nothing_is_recent_at_first_not_even_an_empty_board() {
        let mut recent = Recent::default();
        let (nothing, other) = (Region::default(), Region { empty: 6, left: 1, right: 8 });
        assert_eq!(recent.get(&nothing), None);
        recent.put(&other, 7);
        assert_eq!((recent.get(&nothing), recent.get(&other)), (None, Some(7)));
    }
}
