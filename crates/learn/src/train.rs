//! Training: mini-batches with Adam (Kingma and Ba 2015), a falling rate, a held-out loss after every epoch, and the best epoch kept.

use crate::{
    LearnError,
    data::Sample,
    model::{Model, log_loss, sigmoid},
};
use players::{LearnedInputs, derive_seed, generator};
use rand::{RngExt, seq::SliceRandom};
use std::{
    num::NonZeroUsize,
    sync::atomic::{AtomicBool, Ordering},
    thread,
};

/// How to train.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TrainConfig {
    /// Times that every position is seen at most.
    pub epochs: u32,
    /// Epochs without a better held-out loss after which training ends.
    pub patience: u32,
    /// Positions between two updates.
    pub batch: usize,
    /// The first rate of Adam; it falls to a hundredth of this along a half cosine.
    pub rate: f32,
    /// The share of the result in the target; the rest is the search's score.
    pub result_share: f32,
    /// The random seed.
    pub seed: u64,
    /// Threads that share a batch.
    pub threads: NonZeroUsize,
}

/// One game in this many is held out.
pub const HELD_OUT: u32 = 8;

/// Losses after an epoch.
#[derive(Clone, Copy, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Epoch {
    /// Mean log loss of the positions trained on, during the epoch.
    pub train: f64,
    /// Mean log loss of the positions held out, after it.
    pub held_out: f64,
}

/// A trained network.
pub struct Trained {
    /// The file.
    pub file: Vec<u8>,
    /// Losses by epoch.
    pub epochs: Vec<Epoch>,
    /// The held-out loss of the network in integers.
    pub in_integers: f64,
    /// The held-out loss of the search's own scores, to compare with.
    pub of_scores: f64,
    /// The least held-out loss possible: that of the targets themselves.
    pub of_targets: f64,
    /// Positions trained on and held out.
    pub positions: [usize; 2],
}

/// The points that one unit of log odds is worth: the scale with which the search's scores predict results best, by golden
/// section.
pub fn fit_points(samples: &[&Sample]) -> f32 {
    let loss = |log_scale: f32| -> f64 {
        let scale = log_scale.exp();
        let one =
            |s: &&Sample| f64::from(log_loss(f32::from(s.score) / scale, f32::from(s.half_points) / 2.0));
        samples.iter().map(one).sum()
    };
    let (mut low, mut high) = (10f32.ln(), 20_000f32.ln());
    let ratio = (5f32.sqrt() - 1.0) / 2.0;
    for _ in 0..40 {
        let (left, right) = (high - ratio * (high - low), low + ratio * (high - low));
        if loss(left) < loss(right) { high = right } else { low = left }
    }
    f32::midpoint(low, high).exp()
}

/// Trains a network on games, each a number and its positions. `points` is the worth of one unit of log odds.
pub fn train<'a>(
    inputs: LearnedInputs,
    games: impl Iterator<Item = (u32, &'a [Sample])>,
    points: f32,
    config: &TrainConfig,
    card: &dyn Fn(&[Epoch]) -> String,
    stop: &AtomicBool,
    observer: &mut dyn FnMut(u32, f32, Option<Epoch>),
) -> Result<Trained, LearnError> {
    let mut sets: [Vec<(&Sample, f32)>; 2] = [Vec::new(), Vec::new()];
    for (number, samples) in games {
        let held_out =
            derive_seed(config.seed, &[404, u64::from(number)]).is_multiple_of(u64::from(HELD_OUT));
        let target = |sample: &Sample| {
            let (result, share) = (f32::from(sample.half_points) / 2.0, config.result_share);
            share * result + (1.0 - share) * sigmoid(f32::from(sample.score) / points)
        };
        sets[usize::from(held_out)].extend(samples.iter().map(|s| (s, target(s))));
    }
    let [train, held_out] = sets;
    if train.is_empty() || held_out.is_empty() {
        return Err(LearnError::BadInput(format!(
            "{} positions to train on and {} held out are too few; play more games",
            train.len(),
            held_out.len()
        )));
    }
    match inputs.width {
        32 => fit::<32>(inputs, train, &held_out, points, config, card, stop, observer),
        64 => fit::<64>(inputs, train, &held_out, points, config, card, stop, observer),
        128 => fit::<128>(inputs, train, &held_out, points, config, card, stop, observer),
        width => Err(LearnError::BadInput(format!(
            "a network of width {width} cannot be trained; 32, 64 or 128 can"
        ))),
    }
}

#[allow(clippy::too_many_arguments, reason = "one call, by the width alone")]
fn fit<const WIDTH: usize>(
    inputs: LearnedInputs,
    mut train: Vec<(&Sample, f32)>,
    held_out: &[(&Sample, f32)],
    points: f32,
    config: &TrainConfig,
    card: &dyn Fn(&[Epoch]) -> String,
    stop: &AtomicBool,
    observer: &mut dyn FnMut(u32, f32, Option<Epoch>),
) -> Result<Trained, LearnError> {
    let mut model = Model::<WIDTH>::new(inputs, config.seed);
    let mut adam = Adam::new(model.parameters.len());
    let mut random = generator(config.seed, &[405]);
    let batches = train.len().div_ceil(config.batch);
    let steps = (batches as u32 * config.epochs) as f32;
    let mut epochs: Vec<Epoch> = Vec::new();
    let mut best = (f64::INFINITY, model.clone());
    for epoch in 0..config.epochs {
        train.shuffle(&mut random);
        let mut loss = 0.0;
        for (nth, batch) in train.chunks(config.batch).enumerate() {
            if stop.load(Ordering::Relaxed) {
                return Err(LearnError::Stopped);
            }
            let (gradient, of_batch) = gradient(&model, batch, config.threads, random.random());
            loss += of_batch;
            let done = (epoch as usize * batches + nth) as f32 / steps;
            let rate = config.rate * (0.01 + 0.99 * 0.5 * (1.0 + (std::f32::consts::PI * done).cos()));
            adam.step(&mut model.parameters, &gradient, batch.len() as f32, rate);
            model.clip();
            observer(epoch, nth as f32 / batches as f32, None);
        }
        let found = Epoch { train: loss / train.len() as f64, held_out: mean_loss(&model, held_out) };
        epochs.push(found);
        observer(epoch + 1, 0.0, Some(found));
        if found.held_out < best.0 {
            best = (found.held_out, model.clone());
        }
        let best_epoch = epochs.iter().position(|e| e.held_out == best.0).unwrap_or(0);
        if epochs.len() - best_epoch > config.patience as usize {
            break;
        }
    }
    let model = best.1;
    let mean = |loss: &dyn Fn(&(&Sample, f32)) -> f32| {
        held_out.iter().map(|s| f64::from(loss(s))).sum::<f64>() / held_out.len() as f64
    };
    Ok(Trained {
        file: model.file(points.round() as i32, card(&epochs)),
        in_integers: model.loss_in_integers(held_out),
        of_scores: mean(&|(sample, target)| log_loss(f32::from(sample.score) / points, *target)),
        of_targets: mean(&|(_, target)| log_loss((target / (1.0 - target)).ln().clamp(-30.0, 30.0), *target)),
        positions: [train.len(), held_out.len()],
        epochs,
    })
}

fn mean_loss<const WIDTH: usize>(model: &Model<WIDTH>, samples: &[(&Sample, f32)]) -> f64 {
    let loss = |(sample, target): &(&Sample, f32)| {
        let chance = model.chance(sample).clamp(1e-6, 1.0 - 1e-6);
        -f64::from(target * chance.ln() + (1.0 - target) * (1.0 - chance).ln())
    };
    samples.iter().map(loss).sum::<f64>() / samples.len().max(1) as f64
}

/// The gradient of a batch and the sum of its losses. Half of the positions are mirrored, by the bits of `coins`. The parts of a batch are
/// added in their order, so that the same threads give the same network.
fn gradient<const WIDTH: usize>(
    model: &Model<WIDTH>,
    batch: &[(&Sample, f32)],
    threads: NonZeroUsize,
    coins: u64,
) -> (Vec<f32>, f64) {
    let part = |samples: &[(&Sample, f32)], first: usize| {
        let mut gradient = vec![0.0; model.parameters.len()];
        let mut loss = 0.0;
        for (nth, (sample, target)) in samples.iter().enumerate() {
            let mirrored = derive_seed(coins, &[(first + nth) as u64]) % 2 == 1;
            loss += f64::from(model.add_gradient(sample, *target, mirrored, &mut gradient));
        }
        (gradient, loss)
    };
    let size = batch.len().div_ceil(threads.get());
    let mut parts = thread::scope(|scope| {
        let others: Vec<_> = batch
            .chunks(size)
            .enumerate()
            .skip(1)
            .map(|(nth, samples)| scope.spawn(move || part(samples, nth * size)))
            .collect();
        let mut parts = vec![part(&batch[..size.min(batch.len())], 0)];
        parts.extend(
            others.into_iter().map(|thread| thread.join().expect("a part of a batch does not panic")),
        );
        parts
    })
    .into_iter();
    let (mut sum, mut loss) = parts.next().expect("a batch has a first part");
    for (gradient, of_part) in parts {
        sum.iter_mut().zip(gradient).for_each(|(sum, slope)| *sum += slope);
        loss += of_part;
    }
    (sum, loss)
}

/// The optimiser's memory.
struct Adam {
    means: Vec<f32>,
    squares: Vec<f32>,
    steps: i32,
}

impl Adam {
    const MEAN_DECAY: f32 = 0.9;
    const SQUARE_DECAY: f32 = 0.999;

    fn new(length: usize) -> Adam {
        Adam { means: vec![0.0; length], squares: vec![0.0; length], steps: 0 }
    }

    fn step(&mut self, parameters: &mut [f32], gradient: &[f32], count: f32, rate: f32) {
        self.steps += 1;
        let mean_bias = 1.0 - Self::MEAN_DECAY.powi(self.steps);
        let square_bias = 1.0 - Self::SQUARE_DECAY.powi(self.steps);
        let rate = rate * square_bias.sqrt() / mean_bias;
        let memory = self.means.iter_mut().zip(&mut self.squares);
        for ((parameter, slope), (mean, square)) in parameters.iter_mut().zip(gradient).zip(memory) {
            let slope = slope / count;
            *mean += (1.0 - Self::MEAN_DECAY) * (slope - *mean);
            *square += (1.0 - Self::SQUARE_DECAY) * (slope * slope - *square);
            *parameter -= rate * *mean / (square.sqrt() + 1e-8);
        }
    }
}
