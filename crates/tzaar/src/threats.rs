//! Which stacks could be captured by a neighbour, and from where: the zone of control, kept up to date move by move.
//!
//! The neighbours of a stack are the nearest stacks in the six directions. A move empties one field and changes one other,
//! so that it touches at most three lines through each, and only the stacks next to the two fields there. Two stacks that
//! face each other are looked at once, for both directions of capture.

use crate::{
    geometry::{DIRECTIONS, SLOTS, highest, lowest, opposite, ray},
    piece::Stack,
};

/// For each direction the slots whose stacks can be taken by the next stack that way. It does not matter whose turn it is.
/// The slots beyond the margin hold rubbish, so that every use must be cut to stacks of one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Threats {
    taken_from: [u64; DIRECTIONS],
}

/// Can the first of two neighbours take the second, as 0 or 1? An empty slot takes nothing.
#[inline(always)]
fn takes(first: u8, second: u8) -> u64 {
    u64::from((first ^ second) >> 7 & u8::from(first & Stack::HEIGHT >= second & Stack::HEIGHT))
}

impl Threats {
    /// The stacks that the next stack in this direction can take.
    #[inline(always)]
    pub fn taken_from(&self, direction: usize) -> u64 {
        self.taken_from[direction]
    }

    /// The stacks that some stack can take: the zone of control of both sides.
    #[inline(always)]
    pub fn attacked(&self) -> u64 {
        self.taken_from.iter().fold(0, |all, set| all | set)
    }

    /// A stack has gone from one slot, where the stacks on both sides of it now face each other, to another, where a stack
    /// stood before. `cells` and `occupied` are as they are after the move.
    #[inline(always)]
    pub fn move_stack(&mut self, cells: &[u8; SLOTS], occupied: u64, from: usize, to: usize) {
        for ahead in 0..DIRECTIONS / 2 {
            self.join_neighbours(cells, occupied, from, ahead);
            self.set_line(cells, occupied, to, ahead);
        }
    }

    /// A stack has appeared on a slot.
    #[inline(always)]
    pub fn put_stack(&mut self, cells: &[u8; SLOTS], occupied: u64, slot: usize) {
        for ahead in 0..DIRECTIONS / 2 {
            self.set_line(cells, occupied, slot, ahead);
        }
    }

    #[inline(always)]
    fn set_line(&mut self, cells: &[u8; SLOTS], occupied: u64, slot: usize, ahead: usize) {
        let behind = opposite(ahead);
        let next = lowest(occupied & ray(ahead, slot));
        let last = highest(occupied & ray(behind, slot));
        let (own, above, below) = (cells[slot & 63], cells[next & 63], cells[last & 63]);
        self.taken_from[ahead] = self.taken_from[ahead] & !(1 << slot) & !(1 << last)
            | takes(above, own) << slot
            | takes(own, below) << last;
        self.taken_from[behind] = self.taken_from[behind] & !(1 << slot) & !(1 << next)
            | takes(below, own) << slot
            | takes(own, above) << next;
    }

    #[inline(always)]
    fn join_neighbours(&mut self, cells: &[u8; SLOTS], occupied: u64, slot: usize, ahead: usize) {
        let behind = opposite(ahead);
        let next = lowest(occupied & ray(ahead, slot));
        let last = highest(occupied & ray(behind, slot));
        let (above, below) = (cells[next & 63], cells[last & 63]);
        self.taken_from[ahead] =
            self.taken_from[ahead] & !(1 << slot) & !(1 << last) | takes(above, below) << last;
        self.taken_from[behind] =
            self.taken_from[behind] & !(1 << slot) & !(1 << next) | takes(below, above) << next;
    }
}
