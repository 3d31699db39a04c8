//! A cache of positions with several amazons; positions with one amazon each are stored by shape instead.

use super::{bits::Region, store::Mixing};
use std::hash::BuildHasher;

/// A cache of recent positions, so that most need not be reduced again.
#[derive(Default)]
pub(super) struct Recent(Vec<([u64; 3], u32)>);

impl Recent {
    /// The cache holds `2^BITS` positions.
    const BITS: u32 = 15;

    #[inline]
    pub(super) fn get(&self, region: &Region) -> Option<u32> {
        let (key, at) = Recent::place(region);
        self.0.get(at).filter(|known| known.0 == key).map(|known| known.1)
    }

    #[inline]
    pub(super) fn put(&mut self, region: &Region, number: u32) {
        if self.0.is_empty() {
            // Not a position: a square cannot be empty and occupied.
            self.0 = vec![([u64::MAX; 3], 0); 1 << Recent::BITS];
        }
        let (key, at) = Recent::place(region);
        self.0[at] = (key, number);
    }

    #[inline]
    fn place(region: &Region) -> ([u64; 3], usize) {
        let key = [region.empty, region.left, region.right];
        (key, Mixing::default().hash_one(region) as usize & ((1 << Recent::BITS) - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_recent_at_first_not_even_an_empty_board() {
        let mut recent = Recent::default();
        let (nothing, other) = (Region::default(), Region { empty: 6, left: 1, right: 8 });
        assert_eq!(recent.get(&nothing), None);
        recent.put(&other, 7);
        assert_eq!((recent.get(&nothing), recent.get(&other)), (None, Some(7)));
    }
}
