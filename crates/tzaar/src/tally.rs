//! How many stacks of which height each side has of each kind, kept up to date by single additions. Judges nothing.

use crate::piece::Stack;

/// Counts of stacks by sort (see [`Stack::sort`]) and height.
///
/// The counts by height of one sort are the sixteen 4-bit digits of a number: no sort has more than 15 stacks, and the last
/// digit also counts everything higher than 15. The highest stack is then the highest digit that is not zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Tally {
    by_height: [u64; 6],
    counts: [u8; 6],
}

impl Tally {
    #[inline(always)]
    fn unit(height: u8) -> u64 {
        1 << (4 * u32::from(height.min(15)))
    }

    #[inline(always)]
    pub fn add(&mut self, stack: Stack) {
        self.by_height[stack.sort()] += Self::unit(stack.height());
        self.counts[stack.sort()] += 1;
    }

    #[inline(always)]
    pub fn remove(&mut self, stack: Stack) {
        self.by_height[stack.sort()] -= Self::unit(stack.height());
        self.counts[stack.sort()] -= 1;
    }

    /// How many stacks of a sort there are.
    #[inline(always)]
    pub fn count(&self, sort: usize) -> u8 {
        self.counts[sort]
    }

    /// The height of the highest stack of a sort, 0 if there is none; 15 also stands for more.
    #[inline(always)]
    pub fn highest(&self, sort: usize) -> u8 {
        (63 - (self.by_height[sort] | 1).leading_zeros() as u8) / 4
    }

    /// Counts by height of one sort as sixteen 4-bit digits.
    #[inline(always)]
    pub fn digits(&self, sort: usize) -> u64 {
        self.by_height[sort]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::Kind;
    use game::Side;

    #[test]
    fn counts_and_heights_follow_what_is_added_and_removed() {
        let mut tally = Tally::default();
        let low = Stack::new(Side::Second, Kind::Tott, 1);
        let high = Stack::new(Side::Second, Kind::Tott, 14);
        assert_eq!(tally.highest(3), 0);
        for _ in 0..14 {
            tally.add(low);
        }
        tally.add(high);
        assert_eq!((tally.count(3), tally.highest(3)), (15, 14));
        assert_eq!(tally.digits(3), 14 << 4 | 1 << 56);
        tally.remove(high);
        assert_eq!((tally.count(3), tally.highest(3)), (14, 1));
        assert_eq!(tally.count(0), 0);
    }
}
