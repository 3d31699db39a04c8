//! Logistic regression of game results on the weights of an evaluation (Österlund's "Texel's tuning method", 2014), as pure
//! mathematics.
//!
//! The chance of winning is taken to be `1 / (1 + exp(-scale · value))`. The evaluation is linear in its weights, so the log loss is
//! convex and Newton's method finds its minimum in a few steps. A prior pulls each weight towards its old value as
//! strongly as `prior` positions in which it matters.

/// A position as the fit sees it.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// The evaluation with the initial weights, for the side to move.
    pub value: f64,
    /// The index and gradient of each weight that matters here.
    pub slopes: Vec<(u16, f32)>,
    /// The target for the side to move, from 0 (loss) to 1 (win).
    pub target: f64,
}

/// The errors after a step.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Step {
    /// Mean log loss of the training positions.
    pub train: f64,
    /// Mean log loss of the held-out positions.
    pub held_out: f64,
}

/// The result of a fit.
#[derive(Clone, PartialEq, Debug)]
pub struct Fit {
    /// What to add to each weight.
    pub changes: Vec<f64>,
    /// The errors before the first step and after each.
    pub steps: Vec<Step>,
}

/// The most Newton steps.
const MOST_STEPS: usize = 30;
/// The fit ends with a step that gains less than this.
const ENOUGH: f64 = 1e-7;

/// The scale that explains the results best with unchanged weights; never negative.
pub fn fit_scale(samples: &[Sample]) -> f64 {
    // The loss is convex in the scale: a section search over its logarithm cannot miss the minimum.
    let (mut low, mut high) = ((1e-6f64).ln(), (1e2f64).ln());
    for _ in 0..80 {
        let third = (high - low) / 3.0;
        let loss = |at: f64| mean_loss(samples, at.exp(), &[]);
        if loss(low + third) < loss(high - third) { high -= third } else { low += third }
    }
    ((low + high) / 2.0).exp()
}

/// Mean log loss after changes of the weights; an empty list means no changes.
pub fn mean_loss(samples: &[Sample], scale: f64, changes: &[f64]) -> f64 {
    let total: f64 = samples.iter().map(|s| log_loss(scale * moved(s, changes), s.target)).sum();
    total / samples.len().max(1) as f64
}

fn moved(sample: &Sample, changes: &[f64]) -> f64 {
    let change =
        |&(place, slope): &(u16, f32)| changes.get(place as usize).map_or(0.0, |c| c * f64::from(slope));
    sample.value + sample.slopes.iter().map(change).sum::<f64>()
}

/// `-t ln p - (1 - t) ln (1 - p)` where p is the probability of these log odds.
fn log_loss(odds: f64, target: f64) -> f64 {
    // Written so that it cannot overflow.
    odds.max(0.0) - odds * target + (-odds.abs()).exp().ln_1p()
}

/// The probability of log odds.
pub fn chance(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}

/// Fits `count` weights. `scale` stays fixed, since it only multiplies all weights.
pub fn fit(train: &[Sample], held_out: &[Sample], count: usize, scale: f64, prior: f64) -> Fit {
    let spread = spreads(train, count);
    let penalty: Vec<f64> = spread.iter().map(|s| prior * (scale * s).powi(2)).collect();
    let objective = |changes: &[f64]| {
        let held: f64 = changes.iter().zip(&penalty).map(|(c, p)| p * c * c).sum();
        mean_loss(train, scale, changes) + held / (2.0 * train.len().max(1) as f64)
    };
    let errors = |changes: &[f64]| Step {
        train: mean_loss(train, scale, changes),
        held_out: mean_loss(held_out, scale, changes),
    };
    let mut changes = vec![0.0; count];
    let mut steps = vec![errors(&changes)];
    let mut best = objective(&changes);
    for _ in 0..MOST_STEPS {
        let direction = newton(train, scale, &changes, &penalty);
        let mut length = 1.0;
        let gained = loop {
            let tried: Vec<f64> = changes.iter().zip(&direction).map(|(c, d)| c + length * d).collect();
            let now = objective(&tried);
            if now < best {
                changes = tried;
                break std::mem::replace(&mut best, now) - now;
            }
            length /= 2.0;
            if length < 1e-4 {
                break 0.0;
            }
        };
        if gained <= 0.0 {
            break;
        }
        steps.push(errors(&changes));
        if gained < ENOUGH {
            break;
        }
    }
    Fit { changes, steps }
}

/// Root mean square of each slope over the positions where it is not zero.
fn spreads(samples: &[Sample], count: usize) -> Vec<f64> {
    let mut squares = vec![(0.0, 0.0); count];
    for &(place, slope) in samples.iter().flat_map(|s| &s.slopes) {
        let (sum, many) = &mut squares[place as usize];
        *sum += f64::from(slope).powi(2);
        *many += 1.0;
    }
    squares.into_iter().map(|(sum, many): (f64, f64)| (sum / many.max(1.0)).sqrt()).collect()
}

/// The step of Newton's method.
fn newton(samples: &[Sample], scale: f64, changes: &[f64], penalty: &[f64]) -> Vec<f64> {
    let count = changes.len();
    let mut gradient: Vec<f64> = changes.iter().zip(penalty).map(|(c, p)| c * p).collect();
    let mut curvature = vec![0.0; count * count];
    for sample in samples {
        let chance = chance(scale * moved(sample, changes));
        let (error, bend) = (scale * (chance - sample.target), scale * scale * chance * (1.0 - chance));
        for &(row, slope) in &sample.slopes {
            let (row, slope) = (row as usize, f64::from(slope));
            gradient[row] += error * slope;
            // Indices ascend within a sample, so this fills the lower half.
            for &(column, other) in sample.slopes.iter().take_while(|(column, _)| *column as usize <= row) {
                curvature[row * count + column as usize] += bend * slope * f64::from(other);
            }
        }
    }
    for (place, held) in penalty.iter().enumerate() {
        // A weight that never matters has no curvature; a little keeps the equations solvable.
        curvature[place * count + place] += held + 1e-9;
    }
    solve(&mut curvature, &gradient).into_iter().map(|x| -x).collect()
}

/// Solves `A x = b` for a symmetric positive matrix given by its lower half (Cholesky), which is overwritten.
fn solve(matrix: &mut [f64], right: &[f64]) -> Vec<f64> {
    let count = right.len();
    for row in 0..count {
        for column in 0..=row {
            let dot: f64 = (0..column).map(|k| matrix[row * count + k] * matrix[column * count + k]).sum();
            let rest = matrix[row * count + column] - dot;
            matrix[row * count + column] = match row == column {
                true => rest.max(1e-12).sqrt(),
                false => rest / matrix[column * count + column],
            };
        }
    }
    let mut x = right.to_vec();
    for row in 0..count {
        let dot: f64 = (0..row).map(|k| matrix[row * count + k] * x[k]).sum();
        x[row] = (x[row] - dot) / matrix[row * count + row];
    }
    for row in (0..count).rev() {
        let dot: f64 = (row + 1..count).map(|k| matrix[k * count + row] * x[k]).sum();
        x[row] = (x[row] - dot) / matrix[row * count + row];
    }
    x
}
