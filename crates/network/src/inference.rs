//! Inference: accumulators and the score of a position.

/// One unit of an accumulator is this many integer steps; activations are clipped to the range from 0 to one unit.
pub const PARTS_PER_UNIT: i16 = 255;

/// One unit of an output weight is this many integer steps.
pub const PARTS_PER_OUTPUT: i16 = 64;

/// The largest output weight in steps: with it, no sum over 2 × 128 activations leaves an `i32`, and no product of a weight
/// and an activation leaves an `i16`.
pub(crate) const MOST_OUTPUT: i16 = 127;

/// The most neurons for each side.
pub(crate) const MOST_WIDTH: usize = 128;

/// A network with `WIDTH` neurons for each side.
#[derive(Clone, PartialEq, Debug)]
pub struct Network<const WIDTH: usize> {
    /// What every input adds to the accumulator of a side.
    pub(crate) weights: Vec<[i16; WIDTH]>,
    pub(crate) biases: [i16; WIDTH],
    /// For each bucket, the output weights of the side to move and of the other side.
    pub(crate) outputs: Vec<[[i16; WIDTH]; 2]>,
    pub(crate) output_biases: Vec<i32>,
    /// Points of a score for one unit of the output, which is the logarithm of the odds of winning.
    pub(crate) points: i32,
    pub(crate) card: String,
    pub(crate) digest: u64,
}

/// What the first layer makes of a position, for both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(32))]
pub struct Accumulator<const WIDTH: usize>([[i16; WIDTH]; 2]);

impl<const WIDTH: usize> Accumulator<WIDTH> {
    /// The accumulator of no position.
    pub const EMPTY: Self = Accumulator([[0; WIDTH]; 2]);
}

impl<const WIDTH: usize> Network<WIDTH> {
    /// The accumulator without any active input.
    #[inline]
    pub fn start(&self) -> Accumulator<WIDTH> {
        Accumulator([self.biases; 2])
    }

    /// Adds an active input of a side (0 or 1).
    #[inline]
    pub fn add(&self, accumulator: &mut Accumulator<WIDTH>, side: usize, input: usize) {
        let weights = &self.weights[input];
        for (value, weight) in accumulator.0[side].iter_mut().zip(weights) {
            *value = value.wrapping_add(*weight);
        }
    }

    /// Removes an active input of a side.
    #[inline]
    pub fn remove(&self, accumulator: &mut Accumulator<WIDTH>, side: usize, input: usize) {
        let weights = &self.weights[input];
        for (value, weight) in accumulator.0[side].iter_mut().zip(weights) {
            *value = value.wrapping_sub(*weight);
        }
    }

    /// The score of a position in points for the side to move.
    #[inline]
    pub fn score(&self, accumulator: &Accumulator<WIDTH>, to_move: usize, bucket: usize) -> i32 {
        let [own, other] = &self.outputs[bucket];
        let sum = dot(&accumulator.0[to_move], own) + dot(&accumulator.0[1 - to_move], other);
        let steps = i64::from(sum / i32::from(PARTS_PER_UNIT) + self.output_biases[bucket]);
        (steps * i64::from(self.points) / (i64::from(PARTS_PER_UNIT) * i64::from(PARTS_PER_OUTPUT))) as i32
    }

    /// Points of a score for one unit of the output: a score of this many points means odds of e to 1.
    pub fn points(&self) -> i32 {
        self.points
    }

    /// The card: where the network comes from, in lines `name: value`.
    pub fn card(&self) -> &str {
        &self.card
    }

    /// A digest of the file. Records name the network by it. Not a signature.
    pub fn digest(&self) -> u64 {
        self.digest
    }
}

/// The sum of squared clipped activations times weights, in steps of [`PARTS_PER_UNIT`]² × [`PARTS_PER_OUTPUT`].
#[inline]
fn dot<const WIDTH: usize>(values: &[i16; WIDTH], weights: &[i16; WIDTH]) -> i32 {
    let mut sum = 0;
    for (value, weight) in values.iter().zip(weights) {
        let clipped = (*value).clamp(0, PARTS_PER_UNIT);
        // At most 255 × 127, which an i16 holds.
        sum += i32::from(clipped.wrapping_mul(*weight)) * i32::from(clipped);
    }
    sum
}
