//! Positions with one amazon each, by the set of squares in play (the shape).
//!
//! A move burns one square, so the many moves of a position lead to few shapes. Each shape stores its connected parts, its
//! image under the symmetries of the board, and an array with a thermograph for every pair of squares. Exchanging the
//! amazons negates the value, so each pair is stored once.

use super::{
    bits::{Bits, flooded, least_symmetry, turned},
    store::Map,
};

/// No thermograph is known yet.
pub(super) const NOTHING: u32 = u32::MAX;
/// No count of moves is known yet.
const NO_RUN: u8 = u8::MAX;

/// A set of squares.
#[derive(Clone, Copy, Debug)]
struct Shape {
    /// The image in the corner, or 0 if the set is not connected.
    image: Bits,
    /// Where its thermographs begin, or its parts if it is not connected.
    numbers: u32,
    /// Where its counts of moves begin, or the number of its parts.
    runs: u32,
    /// The distance of the image from the corner.
    shift: u8,
    /// The symmetry that leads to the image.
    which: u8,
}

/// Where a position with one amazon each is stored.
#[derive(Clone, Copy, Debug)]
pub(super) enum Spot {
    /// The amazons are in one part: its slot, whether colours are exchanged, and the part.
    Together { slot: u32, swapped: bool, part: Bits },
    /// The amazons are apart: the slots of their counts of moves, and their parts.
    Apart { slots: [u32; 2], parts: [Bits; 2] },
}

/// All shapes met so far.
#[derive(Default)]
pub(super) struct Shapes {
    ids: Map<Bits, u32>,
    shapes: Vec<Shape>,
    parts: Vec<(Bits, u32)>,
    /// Images in the corner, with where their thermographs and counts begin.
    images: Map<Bits, (u32, u32)>,
    numbers: Vec<u32>,
    runs: Vec<u8>,
}

/// Where each square goes under each of eight symmetries of eight by eight squares.
const TURNED: [[u8; 64]; 8] = {
    let mut all = [[0; 64]; 8];
    let mut square = 0;
    while square < 64 {
        let images = turned(1 << square);
        let mut which = 0;
        while which < 8 {
            all[which][square] = images[which].trailing_zeros() as u8;
            which += 1;
        }
        square += 1;
    }
    all
};

impl Shape {
    /// The image of a connected set, without arrays.
    #[inline]
    fn new(live: Bits) -> Shape {
        let (which, shift, image) = least_symmetry(live);
        Shape { image, numbers: 0, runs: 0, shift: shift as u8, which: which as u8 }
    }

    /// The index of a square within the image.
    #[inline]
    fn index(&self, square: Bits) -> u32 {
        let to = TURNED[self.which as usize & 7][square.trailing_zeros() as usize & 63] - self.shift;
        (self.image & ((1 << (to & 63)) - 1)).count_ones()
    }
}

impl Shapes {
    /// The id of a set of squares.
    #[inline]
    pub(super) fn shape(&mut self, live: Bits) -> u32 {
        self.ids.get(&live).copied().unwrap_or_else(|| self.new_shape(live))
    }

    #[inline(never)]
    fn new_shape(&mut self, live: Bits) -> u32 {
        let first = flooded(live & live.wrapping_neg(), live);
        let shape = if first == live { self.connected(live) } else { self.divided(live) };
        let id = self.shapes.len() as u32;
        self.shapes.push(shape);
        self.ids.insert(live, id);
        id
    }

    fn connected(&mut self, live: Bits) -> Shape {
        let plain = Shape::new(live);
        let image = plain.image;
        let (numbers, runs) = match self.images.get(&image) {
            Some(&known) => known,
            None => {
                let known = (self.numbers.len() as u32, self.runs.len() as u32);
                let many = live.count_ones() as usize;
                self.numbers.resize(self.numbers.len() + many * (many - 1) / 2, NOTHING);
                self.runs.resize(self.runs.len() + many, NO_RUN);
                self.images.insert(image, known);
                known
            }
        };
        Shape { numbers, runs, ..plain }
    }

    fn divided(&mut self, live: Bits) -> Shape {
        let mut parts = Vec::new();
        let mut rest = live;
        while rest != 0 {
            let part = flooded(rest & rest.wrapping_neg(), live);
            rest &= !part;
            parts.push((part, self.shape(part)));
        }
        let numbers = self.parts.len() as u32;
        self.parts.extend_from_slice(&parts);
        Shape { image: 0, numbers, runs: parts.len() as u32, shift: 0, which: 0 }
    }

    /// The part of a set that contains a square.
    #[inline]
    fn part(&self, live: Bits, shape: Shape, square: Bits) -> (Bits, Shape) {
        if shape.image != 0 {
            return (live, shape);
        }
        let from = shape.numbers as usize;
        let parts = &self.parts[from..from + shape.runs as usize];
        let found = parts.iter().find(|(part, _)| part & square != 0).unwrap_or(&parts[0]);
        (found.0, self.shapes[found.1 as usize])
    }

    /// Where the thermographs and counts of an image begin.
    pub(super) fn image(&self, image: Bits) -> Option<(u32, u32)> {
        self.images.get(&image).copied()
    }

    #[inline]
    fn together(shape: Shape, part: Bits, left: Bits, right: Bits) -> Spot {
        let (l, r) = (shape.index(left), shape.index(right));
        let (low, high) = (l.min(r), l.max(r));
        Spot::Together { slot: shape.numbers + high * (high.max(1) - 1) / 2 + low, swapped: l > r, part }
    }

    /// Where a position with these amazons on a set of squares is stored.
    #[inline]
    pub(super) fn spot(&self, live: Bits, shape: u32, left: Bits, right: Bits) -> Spot {
        let whole = self.shapes[shape as usize];
        let (part, shape) = self.part(live, whole, left);
        if part & right != 0 {
            return Shapes::together(shape, part, left, right);
        }
        let (other, other_shape) = self.part(live, whole, right);
        Spot::Apart {
            slots: [shape.runs + shape.index(left), other_shape.runs + other_shape.index(right)],
            parts: [part, other],
        }
    }

    #[inline]
    pub(super) fn number(&self, slot: u32) -> u32 {
        self.numbers[slot as usize]
    }

    pub(super) fn set_number(&mut self, slot: u32, number: u32) {
        self.numbers[slot as usize] = number;
    }

    /// How many moves an amazon alone in its part has, if known.
    #[inline]
    pub(super) fn run(&self, slot: u32) -> Option<u8> {
        let run = self.runs[slot as usize];
        (run != NO_RUN).then_some(run)
    }

    pub(super) fn set_run(&mut self, slot: u32, run: u8) {
        self.runs[slot as usize] = run;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_of_squares_has_its_own_place_shared_by_all_images() {
        let mut shapes = Shapes::default();
        // Two rows and a half: no symmetry of its own.
        let live: Bits = 0b0000_0111 | 0b0000_1111 << 8 | 1 << 16;
        let squares: Vec<Bits> = (0..64).map(|s| 1 << s).filter(|s| live & s != 0).collect();
        let mut seen = std::collections::HashMap::new();
        for &left in &squares {
            for &right in squares.iter().filter(|&&r| r != left) {
                let id = shapes.shape(live);
                let Spot::Together { slot, swapped, part } = shapes.spot(live, id, left, right) else {
                    panic!("the set is connected")
                };
                assert_eq!(part, live);
                assert_eq!(seen.insert((slot, swapped), (left, right)), None);
                for (nth, image) in turned(live).into_iter().enumerate() {
                    let turn = |set: Bits| turned(set)[nth];
                    let id = shapes.shape(image);
                    let spot = shapes.spot(image, id, turn(left), turn(right));
                    assert!(
                        matches!(spot, Spot::Together { slot: s, swapped: w, .. } if (s, w) == (slot, swapped))
                    );
                }
            }
        }
        assert_eq!(seen.len(), 8 * 7);
        assert_eq!(shapes.numbers.len(), 8 * 7 / 2);
    }

    #[test]
    fn amazons_in_different_parts_are_apart() {
        let mut shapes = Shapes::default();
        let live: Bits = 0b1_1011;
        let id = shapes.shape(live);
        assert!(
            matches!(shapes.spot(live, id, 1, 8), Spot::Apart { parts: [3, 0b1_1000], slots } if slots[0] == slots[1])
        );
        assert!(matches!(shapes.spot(live, id, 8, 16), Spot::Together { part: 0b1_1000, .. }));
    }
}
