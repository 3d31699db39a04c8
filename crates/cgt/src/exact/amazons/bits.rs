//! Amazons regions on a board of eight by eight squares as bit sets: moves, connected parts, and one representative for all
//! images under symmetry, translation and exchange of colours.

/// A set of squares, eight bits per row.
pub(crate) type Bits = u64;

const NOT_FIRST_FILE: Bits = 0xfefe_fefe_fefe_fefe;
const NOT_LAST_FILE: Bits = 0x7f7f_7f7f_7f7f_7f7f;

/// A position: empty squares and both players' amazons.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Region {
    pub(crate) empty: Bits,
    pub(crate) left: Bits,
    pub(crate) right: Bits,
}

/// A move: the squares that it starts from, ends on and shoots at, each as one bit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Turn {
    pub(crate) from: Bits,
    pub(crate) to: Bits,
    pub(crate) arrow: Bits,
}

/// The set and all squares within one king move of it.
#[inline]
pub(crate) fn grown(set: Bits) -> Bits {
    let row = set | ((set & NOT_LAST_FILE) << 1) | ((set & NOT_FIRST_FILE) >> 1);
    row | (row << 8) | (row >> 8)
}

/// The squares of `live` that are connected to `seed`.
#[inline]
pub(crate) fn flooded(seed: Bits, live: Bits) -> Bits {
    let mut found = seed;
    loop {
        let more = grown(found) & live;
        if more == found {
            return found;
        }
        found = more;
    }
}

macro_rules! slide {
    ($reached:ident, $from:ident, $empty:ident, $op:tt, $by:literal, $mask:expr) => {
        let mut next = (($from & $mask) $op $by) & $empty;
        while next != 0 {
            $reached |= next;
            next = ((next & $mask) $op $by) & $empty;
        }
    };
}

/// Squares that queens on `from` reach over empty squares.
#[inline]
pub(crate) fn queen(from: Bits, empty: Bits) -> Bits {
    let mut reached = 0;
    // Many amazons are hemmed in.
    if grown(from) & empty == 0 {
        return 0;
    }
    slide!(reached, from, empty, <<, 1, NOT_LAST_FILE);
    slide!(reached, from, empty, >>, 1, NOT_FIRST_FILE);
    slide!(reached, from, empty, <<, 8, u64::MAX);
    slide!(reached, from, empty, >>, 8, u64::MAX);
    slide!(reached, from, empty, <<, 9, NOT_LAST_FILE);
    slide!(reached, from, empty, >>, 9, NOT_FIRST_FILE);
    slide!(reached, from, empty, <<, 7, NOT_FIRST_FILE);
    slide!(reached, from, empty, >>, 7, NOT_LAST_FILE);
    reached
}

impl Region {
    #[inline]
    pub(crate) fn live(&self) -> Bits {
        self.empty | self.left | self.right
    }

    #[inline]
    pub(crate) fn within(&self, set: Bits) -> Region {
        Region { empty: self.empty & set, left: self.left & set, right: self.right & set }
    }

    /// The position after a move, if it is legal here.
    #[inline]
    pub(crate) fn after(&self, turn: Turn, for_right: bool) -> Option<Region> {
        let own = if for_right { self.right } else { self.left };
        let possible = own & turn.from != 0
            && self.empty & turn.to != 0
            && queen(turn.from, self.empty) & turn.to != 0
            && queen(turn.to, (self.empty ^ turn.to) | turn.from) & turn.arrow != 0;
        possible.then(|| {
            let moved = own ^ turn.from ^ turn.to;
            let (left, right) = if for_right { (self.left, moved) } else { (moved, self.right) };
            Region { empty: (self.empty ^ turn.to | turn.from) ^ turn.arrow, left, right }
        })
    }

    /// Calls `visit` with each move of Left, or of Right, and the position after it.
    #[inline]
    pub(crate) fn moves<E>(
        &self,
        for_right: bool,
        mut visit: impl FnMut(Region, Turn) -> Result<(), E>,
    ) -> Result<(), E> {
        let own = if for_right { self.right } else { self.left };
        let mut queens = own;
        while queens != 0 {
            let from = queens & queens.wrapping_neg();
            queens ^= from;
            let mut targets = queen(from, self.empty);
            while targets != 0 {
                let to = targets & targets.wrapping_neg();
                targets ^= to;
                let vacated = (self.empty ^ to) | from;
                let moved = own ^ from ^ to;
                let (left, right) = if for_right { (self.left, moved) } else { (moved, self.right) };
                let mut arrows = queen(to, vacated);
                while arrows != 0 {
                    let arrow = arrows & arrows.wrapping_neg();
                    arrows ^= arrow;
                    visit(Region { empty: vacated ^ arrow, left, right }, Turn { from, to, arrow })?;
                }
            }
        }
        Ok(())
    }
}

/// The representative of a position. `swapped` tells whether colours were exchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Normal {
    pub(super) live: u64,
    pub(super) queens: u64,
    pub(super) swapped: bool,
}

#[inline]
const fn mirrored(set: Bits) -> Bits {
    let set = ((set >> 1) & 0x5555_5555_5555_5555) | ((set & 0x5555_5555_5555_5555) << 1);
    let set = ((set >> 2) & 0x3333_3333_3333_3333) | ((set & 0x3333_3333_3333_3333) << 2);
    ((set >> 4) & 0x0f0f_0f0f_0f0f_0f0f) | ((set & 0x0f0f_0f0f_0f0f_0f0f) << 4)
}

#[inline]
const fn transposed(set: Bits) -> Bits {
    let mut x = set;
    let t = (x ^ (x >> 7)) & 0x00aa_00aa_00aa_00aa;
    x ^= t ^ (t << 7);
    let t = (x ^ (x >> 14)) & 0x0000_cccc_0000_cccc;
    x ^= t ^ (t << 14);
    let t = (x ^ (x >> 28)) & 0x0000_0000_f0f0_f0f0;
    x ^ t ^ (t << 28)
}

/// The eight images of a set on the whole board.
#[inline]
pub(super) const fn turned(set: Bits) -> [Bits; 8] {
    let other = transposed(set);
    let (a, b) = (set.swap_bytes(), other.swap_bytes());
    [set, a, mirrored(set), mirrored(a), other, b, mirrored(other), mirrored(b)]
}

/// The distance of a set from the corner.
#[inline]
pub(super) fn distance(set: Bits) -> u32 {
    let rows = set.trailing_zeros() / 8;
    let mut files = set | (set >> 32);
    files |= files >> 16;
    files |= files >> 8;
    rows * 8 + (files & 0xff).trailing_zeros()
}

/// The symmetry that leads from a set to its least image in the corner, how far that is moved, and the image.
#[inline]
pub(crate) fn least_symmetry(set: Bits) -> (usize, u32, Bits) {
    let mut least = (0, 0, Bits::MAX);
    for (which, image) in turned(set).into_iter().enumerate() {
        let by = distance(image);
        if image >> by < least.2 {
            least = (which, by, image >> by);
        }
    }
    least
}

/// Both counts of amazons at the top, then six bits for each amazon's square, one player's first.
#[inline]
fn packed(first: Bits, second: Bits) -> u64 {
    let mut squares = 0;
    for mut set in [first, second] {
        while set != 0 {
            squares = squares << 6 | u64::from(set.trailing_zeros());
            set &= set - 1;
        }
    }
    u64::from(first.count_ones()) << 60 | u64::from(second.count_ones()) << 56 | squares
}

/// The representative of a position with at most nine amazons.
pub(super) fn normal(region: &Region) -> Normal {
    let images = turned(region.live()).map(|image| (image >> distance(image), distance(image)));
    let live = images.iter().fold(u64::MAX, |least, image| least.min(image.0));
    let mut best = Normal { live, queens: u64::MAX, swapped: false };
    for (which, &(_, by)) in images.iter().enumerate().filter(|(_, image)| image.0 == live) {
        let [left, right] = [region.left, region.right].map(|set| turned(set)[which] >> by);
        for (queens, swapped) in [(packed(left, right), false), (packed(right, left), true)] {
            if queens < best.queens {
                (best.queens, best.swapped) = (queens, swapped);
            }
        }
    }
    best
}

impl Normal {
    /// The position without regard to colours, for tables.
    #[inline]
    pub(super) fn key(&self) -> (u64, u64) {
        (self.live, self.queens)
    }

    /// The position that it represents, with its own colours.
    pub(super) fn region(&self) -> Region {
        let (first, second) = (self.queens >> 60, self.queens >> 56 & 15);
        // The last square lies lowest.
        let square = |nth: u64| 1 << (self.queens >> (6 * nth) & 63);
        let right = (0..second).fold(0, |set, nth| set | square(nth));
        let left = (second..first + second).fold(0, |set, nth| set | square(nth));
        Region { empty: self.live & !(left | right), left, right }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::RngExt;
    use search::random::generator;

    #[test]
    fn images_share_one_representative_that_reads_back() {
        let mut random = generator(3, &[1]);
        for _ in 0..2000 {
            let (width, height) = (random.random_range(1..=8_u32), random.random_range(2..=8_u32));
            let mut region = Region { empty: 0, left: 0, right: 0 };
            for row in 0..height {
                for file in 0..width {
                    let bit = 1_u64 << (row * 8 + file);
                    match random.random_range(0..12) {
                        0 if region.left.count_ones() < 4 => region.left |= bit,
                        1 if region.right.count_ones() < 4 => region.right |= bit,
                        2..=6 => region.empty |= bit,
                        _ => {}
                    }
                }
            }
            if region.left == 0 || region.right == 0 {
                continue;
            }
            let first = normal(&region);
            let shifts = turned(region.live()).map(distance);
            for (which, by) in shifts.into_iter().enumerate() {
                let turn = |set: Bits| turned(set)[which] >> by;
                let turned =
                    Region { empty: turn(region.empty), left: turn(region.left), right: turn(region.right) };
                let found = normal(&turned);
                assert_eq!((found.live, found.queens), (first.live, first.queens));
                let exchanged = Region { left: turned.right, right: turned.left, ..turned };
                let found = normal(&exchanged);
                assert_eq!((found.live, found.queens), (first.live, first.queens));
            }
            let back = first.region();
            let again = normal(&back);
            assert_eq!((again.live, again.queens, again.swapped), (first.live, first.queens, false));
        }
    }
}
