//! Moves like a queen's and a king's over sets of squares, as shifts. Knows the grid, but neither sides nor turns.

use crate::grid::{COUNT, FILE_A, FILE_K, SIDE, Square, Squares};

/// One row up, in bits.
const ROW: u32 = SIDE as u32;

/// Steps over files and rows: first the four that lead to higher bits, then their opposites.
const DIRECTIONS: [(i8, i8); 8] = [(1, 0), (0, 1), (1, 1), (-1, 1), (-1, 0), (0, -1), (-1, -1), (1, -1)];

/// All squares of the grid in a direction, by direction and square.
static RAYS: [[Squares; COUNT]; 8] = {
    let mut rays = [[0; COUNT]; 8];
    let mut direction = 0;
    while direction < 8 {
        let (files, rows) = DIRECTIONS[direction];
        let mut bit = 0;
        while bit < COUNT {
            let mut file = (bit % SIDE as usize) as i8 + files;
            let mut row = (bit / SIDE as usize) as i8 + rows;
            while 0 <= file && file < SIDE as i8 && 0 <= row && row < SIDE as i8 {
                rays[direction][bit] |= 1 << (row as usize * SIDE as usize + file as usize);
                file += files;
                row += rows;
            }
            bit += 1;
        }
        direction += 1;
    }
    rays
};

/// Where a queen on `from` can go over these empty squares. Squares beyond the board are not empty and need no care.
#[inline]
pub fn slides_from(from: Square, empty: Squares) -> Squares {
    let mut reached = 0;
    for rays in &RAYS[..4] {
        let ray = rays[from.bit()];
        let blocked = ray & !empty;
        // The bits below the lowest blocked one; all bits if none is.
        reached |= ray & !blocked & blocked.wrapping_sub(1);
    }
    for rays in &RAYS[4..] {
        let ray = rays[from.bit()];
        let up_to_highest = u128::MAX.checked_shr((ray & !empty).leading_zeros()).unwrap_or(0);
        reached |= ray & !up_to_highest;
    }
    reached
}

/// What the slides of a queen on `from` stop at: the nearest squares in each direction that are not empty.
#[inline]
pub(crate) fn seen_from(from: Square, empty: Squares) -> Squares {
    let mut seen = 0;
    for rays in &RAYS[..4] {
        let blocked = rays[from.bit()] & !empty;
        seen |= blocked & blocked.wrapping_neg();
    }
    for rays in &RAYS[4..] {
        let blocked = rays[from.bit()] & !empty;
        seen |= blocked & !u128::MAX.checked_shr(blocked.leading_zeros() + 1).unwrap_or(0);
    }
    seen
}

/// Squares that queens on any of these squares can go to in one move; where a source is itself empty, it may be among them.
#[inline]
pub fn slides_of_all(from: Squares, empty: Squares) -> Squares {
    let (no_a, no_k) = (empty & !FILE_A, empty & !FILE_K);
    up::<1>(from, no_a)
        | up::<ROW>(from, empty)
        | up::<{ ROW + 1 }>(from, no_a)
        | up::<{ ROW - 1 }>(from, no_k)
        | down::<1>(from, no_k)
        | down::<ROW>(from, empty)
        | down::<{ ROW + 1 }>(from, no_k)
        | down::<{ ROW - 1 }>(from, no_a)
}

/// Slides towards higher bits in steps of `S`, all sources at once: 1, 2, 4 and 8 steps at a time (Kogge and Stone 1973).
#[inline]
fn up<const S: u32>(from: Squares, empty: Squares) -> Squares {
    let (mut reached, mut open) = (from, empty);
    reached |= open & reached << S;
    open &= open << S;
    reached |= open & reached << (2 * S);
    open &= open << (2 * S);
    reached |= open & reached << (4 * S);
    open &= open << (4 * S);
    reached |= open & reached << (8 * S);
    reached & empty
}

/// The same towards lower bits.
#[inline]
fn down<const S: u32>(from: Squares, empty: Squares) -> Squares {
    let (mut reached, mut open) = (from, empty);
    reached |= open & reached >> S;
    open &= open >> S;
    reached |= open & reached >> (2 * S);
    open &= open >> (2 * S);
    reached |= open & reached >> (4 * S);
    open &= open >> (4 * S);
    reached |= open & reached >> (8 * S);
    reached & empty
}

/// The squares next to these, and possibly some of these.
#[inline]
pub fn neighbours(of: Squares) -> Squares {
    let row = of | (of & !FILE_K) << 1 | (of & !FILE_A) >> 1;
    row | row << ROW | row >> ROW
}

/// All empty squares that kings on these squares can get to, however long it takes. Queens get to the same ones.
#[inline]
pub fn reached_by_king(from: Squares, empty: Squares) -> Squares {
    let mut reached = neighbours(from) & empty;
    loop {
        let next = (reached | neighbours(reached)) & empty;
        if next == reached {
            return reached;
        }
        reached = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::members;

    /// Sets of squares that look random, sparse and dense.
    fn sets() -> impl Iterator<Item = Squares> {
        (0..200_u64).map(|seed| {
            let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
            let mut word = || {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                u128::from(state) << 64
                    | u128::from(state.rotate_left(23).wrapping_mul(0xD134_2543_DE82_EF95))
            };
            let dense = word() | word();
            let set = if seed % 2 == 0 { dense | word() } else { dense };
            set & ((1 << COUNT) - 1)
        })
    }

    /// The definition: step by step, direction by direction.
    fn slow(from: Square, empty: Squares) -> (Squares, Squares) {
        let (mut reached, mut stopped) = (0, 0);
        for (files, rows) in DIRECTIONS {
            let (mut file, mut row) = (from.file() as i8 + files, from.row() as i8 + rows);
            while (0..SIDE as i8).contains(&file) && (0..SIDE as i8).contains(&row) {
                let square = Square::at(file as u8, row as u8);
                if empty & square.alone() == 0 {
                    stopped |= square.alone();
                    break;
                }
                reached |= square.alone();
                file += files;
                row += rows;
            }
        }
        (reached, stopped)
    }

    #[test]
    fn slides_are_queens_moves() {
        for empty in sets() {
            let mut all = 0;
            let some = members(!empty & ((1 << COUNT) - 1)).step_by(3);
            let sources = some.fold(0, |set, square| set | square.alone());
            for from in (0..COUNT as u32).map(Square::of_bit) {
                let (reached, stopped) = slow(from, empty);
                assert_eq!(slides_from(from, empty), reached, "{from} in {empty:x}");
                assert_eq!(seen_from(from, empty), stopped, "{from} in {empty:x}");
                if sources & from.alone() != 0 {
                    all |= reached;
                }
            }
            assert_eq!(slides_of_all(sources, empty), all, "{empty:x}");
        }
    }

    #[test]
    fn kings_get_where_many_slides_get() {
        for empty in sets() {
            let from = Square::at(5, 5).alone();
            let mut reached = slides_of_all(from, empty);
            for _ in 0..COUNT {
                reached |= slides_of_all(reached, empty);
            }
            assert_eq!(reached_by_king(from, empty), reached, "{empty:x}");
        }
    }
}
