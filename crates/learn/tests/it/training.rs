//! Training: gradients against finite differences, and a function that a network must learn.

use learn::{
    data::Sample,
    model::{Model, log_loss},
    train::{TrainConfig, fit_points, train},
};
use players::{GAMES, LearnedInputs, generator};
use rand::RngExt;
use std::{num::NonZeroUsize, sync::atomic::AtomicBool};

fn inputs() -> LearnedInputs {
    let inputs = GAMES.find("knightthrough").unwrap().learned_inputs().unwrap();
    LearnedInputs { width: 32, ..inputs }
}

/// Random boards; the side to move wins if it has more knights on the right half than the enemy, so that mirrors matter too little to learn.
fn samples(count: usize, seed: u64) -> Vec<Sample> {
    let mut random = generator(seed, &[]);
    let one = |_| {
        let inputs: Vec<u16> = (0..128).filter(|_| random.random_range(0..6) == 0).collect();
        let balance: i32 = inputs.iter().map(|&i| if i < 64 { 1 } else { -1 }).sum();
        let half_points = if balance > 0 {
            2
        } else if balance < 0 {
            0
        } else {
            1
        };
        Sample { bucket: (balance.rem_euclid(4)) as u8, half_points, score: (100 * balance) as i16, inputs }
    };
    (0..count).map(one).collect()
}

#[test]
fn gradients_are_those_of_finite_differences() {
    let mut model = Model::<32>::new(inputs(), 3);
    let sample = &samples(1, 5)[0];
    for mirrored in [false, true] {
        let mut gradient = vec![0.0; model.parameters.len()];
        model.add_gradient(sample, 0.3, mirrored, &mut gradient);
        let mut checked = 0;
        for nth in (0..model.parameters.len()).step_by(37) {
            let step = 1e-3;
            let old = model.parameters[nth];
            let loss = |model: &Model<32>| {
                let mut unused = vec![0.0; model.parameters.len()];
                f64::from(model.add_gradient(sample, 0.3, mirrored, &mut unused))
            };
            model.parameters[nth] = old + step;
            let above = loss(&model);
            model.parameters[nth] = old - step;
            let below = loss(&model);
            model.parameters[nth] = old;
            let slope = (above - below) / f64::from(2.0 * step);
            assert!(
                (slope - f64::from(gradient[nth])).abs() < 2e-3,
                "parameter {nth}: {slope} and {}",
                gradient[nth]
            );
            checked += usize::from(slope.abs() > 1e-3);
        }
        assert!(checked > 5, "some slopes must not be zero: {checked}");
    }
}

#[test]
fn a_simple_function_is_learned_and_survives_integers() {
    let all = samples(4000, 11);
    let games: Vec<(u32, &[Sample])> = all.chunks(10).enumerate().map(|(n, s)| (n as u32, s)).collect();
    let config = TrainConfig {
        epochs: 12,
        patience: 3,
        batch: 64,
        rate: 0.005,
        result_share: 1.0,
        seed: 1,
        threads: NonZeroUsize::new(2).unwrap(),
    };
    let run = |threads| {
        let config = TrainConfig { threads: NonZeroUsize::new(threads).unwrap(), ..config };
        let stop = AtomicBool::new(false);
        let games = games.iter().copied();
        train(inputs(), games, 100.0, &config, &|_| "card".into(), &stop, &mut |_, _, _| ()).unwrap()
    };
    let trained = run(2);
    let last = trained.epochs.iter().map(|e| e.held_out).fold(f64::INFINITY, f64::min);
    assert!(last < 0.35, "held-out loss {last}, of a constant 0.69");
    assert!((trained.in_integers - last).abs() < 0.02, "{} in integers, {last} before", trained.in_integers);
    assert_eq!(run(2).file, trained.file, "the same run gives the same network");
}

#[test]
fn the_scale_of_scores_is_found() {
    let mut random = generator(9, &[]);
    let scale = 250.0_f32;
    let all: Vec<Sample> = (0..20_000)
        .map(|_| {
            let score: f32 = random.random_range(-800.0..800.0);
            let chance = 1.0 / (1.0 + (-score / scale).exp());
            let half_points = if random.random::<f32>() < chance { 2 } else { 0 };
            Sample { bucket: 0, half_points, score: score as i16, inputs: Vec::new() }
        })
        .collect();
    let found = fit_points(&all.iter().collect::<Vec<_>>());
    assert!((found - scale).abs() < 15.0, "{found}");
}

#[test]
fn log_loss_does_not_overflow() {
    assert!(log_loss(1000.0, 1.0).abs() < 1e-6);
    assert_eq!(log_loss(-1000.0, 1.0), 1000.0);
    assert!((log_loss(0.0, 0.5) - 2f32.ln()).abs() < 1e-6);
}
