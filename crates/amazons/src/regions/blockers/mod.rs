//! Databases of blocker territories: grounds of one side with amazons that keep enemies out, all that fit into a small box.
//!
//! The seed of the idea is Song's extension of CGDB: a blocker territory holds amazons of one colour and overlaps with an active
//! area on some of them, its *blockers*. Here a blocker is a gate of [`fill`](super::fill): when it leaves, its arrow burns the square
//! that it leaves. A database holds, for every connected set of squares, every place of one or two amazons and every choice of
//! blockers among them, the largest number of turns that the side can make without ever letting an enemy in. That is exact,
//! where [`fill`](super::fill) may stop at a bound.

mod build;
mod compare;
mod file;
mod grid;

pub use compare::Comparison;
pub use file::BlockersError;

use super::fill::Ground;
use crate::{
    Square,
    grid::{Squares, lowest, members},
    slides::slides_from,
};
use grid::Grid;
use std::sync::OnceLock;

/// The exact numbers of turns of all grounds in a box.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blockers {
    grid: Grid,
    amazons: u8,
    /// Where the entries of each set of squares begin; [`NONE`] for sets that are not connected.
    starts: Vec<u32>,
    /// For each connected set: its entries by amazons and blockers.
    turns: Vec<u8>,
}

/// No entries.
const NONE: u32 = u32::MAX;

/// The boxes of the database that players use: built when it is first asked, about as fast as it could be read.
const SHARED: [(u8, u8); 2] = [(4, 4), (5, 3)];

/// The database that players use: all grounds with one or two amazons in boxes of 4x4 and 5x3 squares.
pub(super) fn shared() -> &'static [Blockers; 2] {
    static ALL: OnceLock<[Blockers; 2]> = OnceLock::new();
    ALL.get_or_init(|| {
        SHARED.map(|(files, rows)| Blockers::compute(Grid::new(files, rows), Blockers::MOST_AMAZONS))
    })
}

/// The most turns in a connected ground, after the arrow of an amazon that has moved already, if a shared database has it.
pub(super) fn most_turns(ground: Ground, shooter: Option<Square>) -> Option<u32> {
    if ground.amazons.count_ones() > u32::from(Blockers::MOST_AMAZONS) {
        return None;
    }
    let all = shared();
    let Some(from) = shooter else {
        return all.iter().find_map(|blockers| blockers.turns(ground));
    };
    let mut best = None;
    for at in members(slides_from(from, ground.empty)) {
        let after = Ground { empty: ground.empty ^ at.alone(), ..ground };
        best = best.max(Some(all.iter().find_map(|blockers| blockers.turns_in_parts(after))?));
    }
    best
}

impl Blockers {
    /// Most squares of a box.
    pub const MOST_SQUARES: u8 = 16;
    /// Most amazons of a ground.
    pub const MOST_AMAZONS: u8 = 2;

    /// Computes a database for a box of so many files and rows, and up to so many amazons.
    pub fn build(files: u8, rows: u8, amazons: u8) -> Result<Blockers, BlockersError> {
        Blockers::check(files, rows, amazons)?;
        Ok(Blockers::compute(Grid::new(files, rows), amazons))
    }

    /// Files and rows of the box.
    pub fn size(&self) -> (u8, u8) {
        (self.grid.files(), self.grid.rows())
    }

    /// Most amazons of a ground.
    pub fn amazons(&self) -> u8 {
        self.amazons
    }

    /// How many grounds it holds.
    pub fn grounds(&self) -> usize {
        self.turns.len()
    }

    /// How many of them cannot be filled: the side is short of at least one turn.
    pub fn defective(&self) -> usize {
        let mut many = 0;
        self.visit(|_, empty, turns| many += usize::from(turns < empty));
        many
    }

    /// Does every entry follow from its moves?
    pub fn is_consistent(&self) -> bool {
        *self == Blockers::compute(self.grid, self.amazons)
    }

    /// Calls `visit` with the set of squares, the number of empty squares and the turns of every entry.
    fn visit(&self, mut visit: impl FnMut(u32, u32, u32)) {
        for (set, &start) in self.starts.iter().enumerate().filter(|(_, start)| **start != NONE) {
            let squares = set.count_ones();
            let (ones, twos) = entries(squares, self.amazons);
            for nth in 0..ones + twos {
                let empty = squares - if nth < ones { 1 } else { 2 };
                visit(set as u32, empty, u32::from(self.turns[(start + nth) as usize]));
            }
        }
    }

    /// The most turns in a connected ground, if it fits into the box, as it lies or mirrored at the diagonal.
    pub fn turns(&self, ground: Ground) -> Option<u32> {
        let many = ground.amazons.count_ones();
        if many == 0 || many > u32::from(self.amazons) {
            return None;
        }
        let place = self.grid.place(ground.empty | ground.amazons)?;
        let set = place.shrink(ground.empty | ground.amazons);
        let mut amazons = [(0, false); 2];
        for (slot, square) in amazons.iter_mut().zip(members(ground.amazons)) {
            *slot = (place.shrink(square.alone()).trailing_zeros(), ground.gates & square.alone() != 0);
        }
        self.entry(set, &amazons[..many as usize])
    }

    /// The same for a ground that may have come apart.
    fn turns_in_parts(&self, ground: Ground) -> Option<u32> {
        let (mut total, mut left) = (0, ground.amazons);
        while left != 0 {
            let part = super::component_of(lowest(left).alone(), ground.empty | ground.amazons);
            left &= !part;
            let of_part = |squares: Squares| squares & part;
            total += self.turns(Ground {
                empty: of_part(ground.empty),
                amazons: of_part(ground.amazons),
                gates: of_part(ground.gates),
            })?;
        }
        Some(total)
    }

    /// The entry of a connected set of squares of the box with these amazons, each with whether it is a blocker.
    fn entry(&self, set: u32, amazons: &[(u32, bool)]) -> Option<u32> {
        let start = *self.starts.get(set as usize)?;
        if start == NONE {
            return None;
        }
        Some(u32::from(self.turns[(start + offset(set, amazons)) as usize]))
    }
}

/// How many entries a set of so many squares has with one amazon and with two.
fn entries(squares: u32, amazons: u8) -> (u32, u32) {
    (2 * squares, if amazons > 1 { 4 * (squares * squares.saturating_sub(1) / 2) } else { 0 })
}

/// The place of an entry among those of its set. Amazons stand on squares of the set.
fn offset(set: u32, amazons: &[(u32, bool)]) -> u32 {
    let rank = |square: u32| (set & ((1 << square) - 1)).count_ones();
    match *amazons {
        [(square, gate)] => 2 * rank(square) + u32::from(gate),
        [one, other] => {
            let (low, high) = if one.0 < other.0 { (one, other) } else { (other, one) };
            let (a, b) = (rank(low.0), rank(high.0));
            2 * set.count_ones()
                + 4 * (b * b.saturating_sub(1) / 2 + a)
                + 2 * u32::from(low.1)
                + u32::from(high.1)
        }
        _ => 0,
    }
}
