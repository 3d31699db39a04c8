//! Random numbers from which the keys of positions are made. Fixed at compile time: the same on every machine.

use crate::{
    geometry::{FIELDS, SLOTS},
    piece::Stack,
};
use game::{Key, Side, mix};

/// A number for each byte that stands for a stack, on each slot. Nearly all stacks are one to three high, so that the part
/// of the table that is in use stays small.
static STACKS: [[u64; SLOTS]; 256] = {
    let mut numbers = [[0; SLOTS]; 256];
    let mut cell = 0;
    while cell < 256 {
        let mut slot = 1;
        while slot <= FIELDS {
            numbers[cell][slot] = random(cell * SLOTS + slot);
            slot += 1;
        }
        cell += 1;
    }
    numbers
};

/// A number for each combination of side and phase.
const STATES: [u64; 8] = {
    let mut numbers = [0; 8];
    let mut state = 0;
    while state < 8 {
        numbers[state] = random(256 * SLOTS + state);
        state += 1;
    }
    numbers
};

/// The number of a step of the generator, by SplitMix64 (Steele, Lea and Flood, 2014).
const fn random(step: usize) -> u64 {
    const SEED: u64 = 0x007A_4141_5221;
    mix((step as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(SEED))
}

/// The part of a key that a stack on a slot contributes.
#[inline(always)]
pub(crate) fn stack(stack: Stack, slot: usize) -> u64 {
    STACKS[usize::from(stack.cell())][slot & 63]
}

/// The part of a key that the side to move and the phase contribute.
#[inline(always)]
pub(crate) fn state(side: Side, phase: usize) -> u64 {
    STATES[(phase * 2 + side.index()) & 7]
}

/// A key from scratch, from stacks and their slots.
pub(crate) fn key(stacks: impl Iterator<Item = (usize, Stack)>, side: Side, phase: usize) -> Key {
    Key(stacks.fold(state(side, phase), |key, (slot, s)| key ^ stack(s, slot)))
}
