//! A network in floating point, as it is trained: its parameters, its prediction and the gradient of its loss.
//!
//! Parameters lie in one list, so that the optimiser needs to know nothing about them: the weights of all inputs, the biases, and
//! for each bucket the output weights of both sides and the output bias.

use crate::data::Sample;
use network::{Network, PARTS_PER_OUTPUT, Shape};
use players::{LearnedInputs, generator};
use rand::RngExt;

/// Output weights are kept within what the integers of a network hold.
const MOST_OUTPUT: f32 = 127.0 / PARTS_PER_OUTPUT as f32;

/// A network that is being trained.
#[derive(Clone)]
pub struct Model<const WIDTH: usize> {
    inputs: LearnedInputs,
    /// All parameters; see the [module](self).
    pub parameters: Vec<f32>,
}

/// What a prediction needs to remember for its gradient.
struct Pass<const WIDTH: usize> {
    sums: [[f32; WIDTH]; 2],
    logit: f32,
}

impl<const WIDTH: usize> Model<WIDTH> {
    /// An untrained network.
    pub fn new(inputs: LearnedInputs, seed: u64) -> Self {
        let mut random = generator(seed, &[403]);
        let mut parameters = vec![0.0; Self::length(&inputs)];
        // Sums of the usual number of active inputs should begin between 0 and 1, where activations have a slope.
        let spread = 1.0 / (inputs.most_active as f32).sqrt();
        let (first, rest) = parameters.split_at_mut(inputs.count * WIDTH);
        first.iter_mut().for_each(|weight| *weight = spread * (2.0 * random.random::<f32>() - 1.0));
        let (biases, outputs) = rest.split_at_mut(WIDTH);
        biases.iter_mut().for_each(|bias| *bias = 0.3);
        let spread = 1.0 / (2.0 * WIDTH as f32).sqrt();
        for bucket in outputs.chunks_mut(2 * WIDTH + 1) {
            for weight in bucket.iter_mut().take(2 * WIDTH) {
                *weight = spread * (2.0 * random.random::<f32>() - 1.0);
            }
        }
        Model { inputs, parameters }
    }

    fn length(inputs: &LearnedInputs) -> usize {
        (inputs.count + 1) * WIDTH + inputs.buckets * (2 * WIDTH + 1)
    }

    /// Where the output weights of a bucket begin; its bias follows them.
    fn output(&self, bucket: usize) -> usize {
        (self.inputs.count + 1) * WIDTH + bucket * (2 * WIDTH + 1)
    }

    fn row(&self, input: usize) -> &[f32; WIDTH] {
        self.parameters[input * WIDTH..].first_chunk().expect("every input has a row")
    }

    /// The input of a position as a side sees it: the side to move (0) or the other (1), mirrored or not.
    #[inline]
    fn seen(&self, input: u16, side: usize, mirrored: bool) -> usize {
        let input = usize::from(input);
        let input = if mirrored { (self.inputs.mirrored)(input) } else { input };
        if side == 0 { input } else { (self.inputs.seen_by_other)(input) }
    }

    fn pass(&self, sample: &Sample, mirrored: bool) -> Pass<WIDTH> {
        let mut sums = [*self.row(self.inputs.count); 2];
        for (side, sums) in sums.iter_mut().enumerate() {
            for &input in &sample.inputs {
                let row = self.row(self.seen(input, side, mirrored));
                for (sum, weight) in sums.iter_mut().zip(row) {
                    *sum += weight;
                }
            }
        }
        let output = &self.parameters[self.output(usize::from(sample.bucket))..][..2 * WIDTH + 1];
        let mut logit = output[2 * WIDTH];
        for (sums, weights) in sums.iter().zip(output.chunks(WIDTH)) {
            for (sum, weight) in sums.iter().zip(weights) {
                let clipped = sum.clamp(0.0, 1.0);
                logit += clipped * clipped * weight;
            }
        }
        Pass { sums, logit }
    }

    /// The chance of the side to move, from 0 to 1.
    pub fn chance(&self, sample: &Sample) -> f32 {
        sigmoid(self.pass(sample, false).logit)
    }

    /// Adds the gradient of the log loss of a position to `gradient`, and gives the loss.
    pub fn add_gradient(&self, sample: &Sample, target: f32, mirrored: bool, gradient: &mut [f32]) -> f32 {
        let Pass { sums, logit } = self.pass(sample, mirrored);
        let error = sigmoid(logit) - target;
        let at = self.output(usize::from(sample.bucket));
        for (side, sums) in sums.iter().enumerate() {
            let weights = &self.parameters[at + side * WIDTH..][..WIDTH];
            let slopes = &mut gradient[at + side * WIDTH..][..WIDTH];
            let mut back = [0.0; WIDTH];
            for (nth, sum) in sums.iter().enumerate() {
                let clipped = sum.clamp(0.0, 1.0);
                slopes[nth] += error * clipped * clipped;
                let inside = f32::from(u8::from(*sum > 0.0 && *sum < 1.0));
                back[nth] = error * weights[nth] * 2.0 * clipped * inside;
            }
            let mut spread = |row: usize| {
                for (slope, value) in gradient[row * WIDTH..][..WIDTH].iter_mut().zip(&back) {
                    *slope += value;
                }
            };
            spread(self.inputs.count);
            sample.inputs.iter().for_each(|&input| spread(self.seen(input, side, mirrored)));
        }
        gradient[at + 2 * WIDTH] += error;
        log_loss(logit, target)
    }

    /// Keeps the parameters within what the integers of a network hold.
    pub fn clip(&mut self) {
        let most = f32::from(self.shape().most_weight()) / f32::from(network::PARTS_PER_UNIT);
        let outputs = self.output(0);
        let (first, rest) = self.parameters.split_at_mut(outputs);
        first.iter_mut().for_each(|weight| *weight = weight.clamp(-most, most));
        for bucket in rest.chunks_mut(2 * WIDTH + 1) {
            bucket.iter_mut().take(2 * WIDTH).for_each(|w| *w = w.clamp(-MOST_OUTPUT, MOST_OUTPUT));
        }
    }

    fn shape(&self) -> Shape {
        let LearnedInputs { name, count, most_active, buckets, .. } = self.inputs;
        Shape { name, inputs: count, most_active, buckets }
    }

    /// The file of the network in integers, with `points` for one unit of its output.
    pub fn file(&self, points: i32, card: String) -> Vec<u8> {
        let shape = self.shape();
        let rows: Vec<[f32; WIDTH]> = (0..shape.inputs).map(|input| *self.row(input)).collect();
        let half = |bucket: usize, side: usize| {
            let mut weights = [0.0; WIDTH];
            weights.copy_from_slice(&self.parameters[self.output(bucket) + side * WIDTH..][..WIDTH]);
            weights
        };
        let outputs: Vec<_> = (0..shape.buckets).map(|b| [half(b, 0), half(b, 1)]).collect();
        let biases: Vec<f32> =
            (0..shape.buckets).map(|b| self.parameters[self.output(b) + 2 * WIDTH]).collect();
        let network =
            Network::quantised(&shape, points, card, &rows, self.row(shape.inputs), &outputs, &biases);
        network.write(&shape)
    }

    /// The mean log loss of the network in integers.
    pub fn loss_in_integers(&self, samples: &[(&Sample, f32)]) -> f64 {
        /// Enough points that rounding to whole ones does not matter.
        const POINTS: i32 = 10_000;
        let shape = self.shape();
        let network = Network::<WIDTH>::read(&self.file(POINTS, String::new()), &shape);
        let network = network.expect("a network that was just written can be read");
        let loss = |(sample, target): &(&Sample, f32)| {
            let mut accumulator = network.start();
            for side in 0..2 {
                for &input in &sample.inputs {
                    network.add(&mut accumulator, side, self.seen(input, side, false));
                }
            }
            let score = network.score(&accumulator, 0, usize::from(sample.bucket));
            f64::from(log_loss(score as f32 / POINTS as f32, *target))
        };
        samples.iter().map(loss).sum::<f64>() / samples.len().max(1) as f64
    }
}

/// The chance that belongs to a logarithm of odds.
pub fn sigmoid(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// The log loss of a prediction, in a form that does not overflow.
pub fn log_loss(logit: f32, target: f32) -> f32 {
    logit.max(0.0) - logit * target + (-logit.abs()).exp().ln_1p()
}
