//! The tuners: known weights are found again, noise does not lead a climb astray, and a killed run goes on to the same end.

use arena::OpeningSource;
use lab::tune::{
    ConfirmConfig, FitConfig, GridConfig, Parameter, Spsa, SpsaConfig, Tuning, Values, combinations, confirm,
    fit, grid, spsa,
    texel::{self, Sample},
};
use players::{GAMES, derive_seed};
use std::{
    fs,
    num::NonZeroUsize,
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
};

/// An even number between 0 and 1, by name.
fn draw(name: &[u64]) -> f64 {
    (derive_seed(7, name) >> 11) as f64 / (1_u64 << 53) as f64
}

/// Positions of a toy with known weights: results are drawn from the chances that those weights give.
fn toy(many: u64, purpose: u64, truth: &[f64], scale: f64) -> Vec<Sample> {
    (0..many)
        .map(|nth| {
            let slopes: Vec<(u16, f32)> = (0..truth.len() as u64)
                .filter(|&place| draw(&[purpose, nth, place, 0]) < 0.7)
                .map(|place| (place as u16, (6.0 * draw(&[purpose, nth, place, 1]) - 3.0) as f32))
                .collect();
            let value: f64 =
                slopes.iter().map(|&(place, slope)| truth[place as usize] * f64::from(slope)).sum();
            let won = draw(&[purpose, nth, 99]) < texel::chance(scale * value);
            Sample { value: 0.0, slopes, target: f64::from(u8::from(won)) }
        })
        .collect()
}

#[test]
fn a_fit_finds_the_weights_that_made_the_results() {
    let (truth, scale) = ([100.0, -40.0, 15.0, 0.0], 0.01);
    let (train, held_out) = (toy(20_000, 1, &truth, scale), toy(5_000, 2, &truth, scale));
    let found = texel::fit(&train, &held_out, truth.len(), scale, 1.0);
    for (true_weight, weight) in truth.iter().zip(&found.changes) {
        assert!((true_weight - weight).abs() < 6.0, "{:?}", found.changes);
    }
    let (first, last) = (found.steps[0], found.steps[found.steps.len() - 1]);
    assert!((first.train - 2.0_f64.ln()).abs() < 1e-9, "without weights every chance is a half");
    assert!(last.train < first.train - 0.1 && last.held_out < first.held_out - 0.1, "{first:?} {last:?}");
    // No weights could be better than the true ones where nothing was fitted to.
    assert!(last.held_out < texel::mean_loss(&held_out, scale, &truth) + 0.002);
    assert!(found.steps.windows(2).all(|two| two[1].train <= two[0].train + 1e-9));
}

#[test]
fn a_prior_holds_weights_and_a_weight_that_never_matters_stays() {
    let truth = [100.0, -40.0];
    let train = toy(2_000, 3, &truth, 0.01);
    let size = |prior: f64| {
        let found = texel::fit(&train, &train, 3, 0.01, prior).changes;
        assert!(found[2].abs() < 1e-6, "{found:?}");
        found[0].abs() + found[1].abs()
    };
    assert!(size(1e7) < 0.05 * size(1.0));
}

#[test]
fn the_scale_is_found() {
    let mut samples = toy(20_000, 4, &[100.0, -40.0, 15.0], 0.01);
    for sample in &mut samples {
        sample.value =
            sample.slopes.iter().map(|&(p, s)| [100.0, -40.0, 15.0][p as usize] * f64::from(s)).sum();
    }
    assert!((texel::fit_scale(&samples) - 0.01).abs() < 0.0006);
}

#[test]
fn a_climb_gets_to_the_top_of_a_noisy_hill() {
    let parameters = ["a=20:0:100:4", "b=90:0:100:4"].map(|text| Parameter::parse(text).unwrap()).to_vec();
    let mut climb = Spsa::new(parameters, 2_000, 0.3, 5);
    let height = |at: &[f64]| -((at[0] - 70.0).powi(2) + (at[1] - 30.0).powi(2));
    for step in 0..2_000 {
        let [first, second] = climb.ask();
        // A game: the higher point wins more often, no more.
        let chance = texel::chance((height(&first) - height(&second)) / 200.0);
        climb.tell(if draw(&[5, step]) < chance { 1.0 } else { -1.0 });
    }
    let at = climb.values();
    assert!((at[0] - 70.0).abs() < 8.0 && (at[1] - 30.0).abs() < 8.0, "{at:?}");
}

#[test]
fn a_climb_stays_within_its_bounds() {
    let mut climb = Spsa::new(vec![Parameter::parse("a=9:0:10:3").unwrap()], 50, 1.0, 1);
    for _ in 0..50 {
        let [first, second] = climb.ask();
        assert!([first[0], second[0]].iter().all(|v| (0.0..=10.0).contains(v)));
        climb.tell(if first[0] > second[0] { 1.0 } else { -1.0 });
    }
    assert_eq!(climb.values(), [10.0]);
}

#[test]
fn a_grid_has_every_combination_once_the_last_tuning_fastest() {
    let values = ["a=1,2", "b=x,y,z"].map(|text| Values::parse(text).unwrap());
    let all: Vec<String> =
        combinations(&values).iter().map(|point| format!("{}{}", point[0].1, point[1].1)).collect();
    assert_eq!(all, ["1x", "1y", "1z", "2x", "2y", "2z"]);
}

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

fn tuning<'a>(out: &'a Path, name: &str) -> Tuning<'a> {
    Tuning {
        entry: GAMES.find("knightthrough").unwrap(),
        variant: "5x6",
        nodes: 60,
        openings: OpeningSource::Random(4),
        seed: 3,
        concurrency: NonZeroUsize::new(2).unwrap(),
        out,
        name: name.into(),
        command: "quadrille lab tune".into(),
    }
}

const SPEC: &str = "alphabeta:tt=64K";

/// A file of a run.
fn text(out: &Path, name: &str, ending: &str) -> String {
    fs::read_to_string(out.join(name).join(format!("{name}.{ending}"))).unwrap()
}

/// Cuts a file in the middle of a line, as a killed program leaves it.
fn tear(path: &Path) {
    let text = fs::read_to_string(path).unwrap();
    let last = text.trim_end().rfind('\n').unwrap();
    fs::write(path, &text[..last + 2]).unwrap();
}

#[test]
fn a_killed_fit_goes_on_to_the_same_weights() {
    let out = folder("tune-fit");
    let fitting = FitConfig {
        spec: SPEC.into(),
        pairs: 30,
        per_game: 8,
        prior: 5.0,
        blend: 0.25,
        only: Vec::new(),
        without: vec!["knight".into()],
        rounds: 2,
    };
    let stop = AtomicBool::new(false);
    let (page, _, found) = fit(&tuning(&out, "fit"), &fitting, &stop, &mut |_, _| {}).unwrap();
    let (csv, weights) = (text(&out, "fit", "csv"), text(&out, "fit", "weights.csv"));
    assert!(weights.lines().count() > 10 && found.starts_with(SPEC), "{found}\n{weights}");
    assert_eq!(page.provenance.games, 60);
    tear(&out.join("fit/fit.games.jsonl"));
    let again = fit(&tuning(&out, "fit"), &fitting, &stop, &mut |_, _| {}).unwrap();
    assert_eq!((again.2, text(&out, "fit", "csv")), (found.clone(), csv));
    assert_eq!(text(&out, "fit", "weights.csv"), weights);
    // What was found can be played.
    GAMES.find("knightthrough").unwrap().player(&found, 1).unwrap();
    let wrong = FitConfig { only: vec!["nothing".into()], ..fitting };
    let error = fit(&tuning(&out, "fit"), &wrong, &stop, &mut |_, _| {}).unwrap_err();
    assert!(error.is_bad_input() && error.to_string().contains("'nothing'"), "{error}");
}

#[test]
fn a_killed_climb_goes_on_to_the_same_end() {
    let out = folder("tune-spsa");
    let climb = SpsaConfig {
        spec: SPEC.into(),
        parameters: vec![
            Parameter::parse("w.advance=2:0:40:4").unwrap(),
            Parameter::parse("quiescence=4:0:6:1").unwrap(),
        ],
        steps: 12,
        pairs: 2,
        rate: 0.5,
    };
    let stop = AtomicBool::new(false);
    let whole = spsa(&tuning(&out, "whole"), &climb, &stop, &mut |_, _| {}).unwrap();
    // Told to stop half-way, then killed in the middle of a line.
    let halfway = spsa(&tuning(&out, "killed"), &climb, &stop, &mut |done, _| {
        stop.store(done == 6, Ordering::Relaxed);
    });
    assert!(halfway.is_err());
    stop.store(false, Ordering::Relaxed);
    tear(&out.join("killed/killed.journal.jsonl"));
    let killed = spsa(&tuning(&out, "killed"), &climb, &stop, &mut |_, _| {}).unwrap();
    assert_eq!(killed.2, whole.2);
    assert_eq!(text(&out, "killed", "csv"), text(&out, "whole", "csv"));
    let other = SpsaConfig { rate: 0.4, ..climb };
    let error = spsa(&tuning(&out, "killed"), &other, &stop, &mut |_, _| {}).unwrap_err();
    assert!(error.is_bad_input() && error.to_string().contains("settings"), "{error}");
}

/// The log of a climb is a file of the same kind as a journal.
#[test]
fn no_flipped_bit_of_a_log_changes_a_climb() {
    let out = folder("tune-flipped");
    let parameters = vec![Parameter::parse("w.advance=2:0:40:4").unwrap()];
    let climb = SpsaConfig { spec: SPEC.into(), parameters, steps: 3, pairs: 1, rate: 0.5 };
    let stop = AtomicBool::new(false);
    spsa(&tuning(&out, "climb"), &climb, &stop, &mut |_, _| {}).unwrap();
    let (path, expected) = (out.join("climb/climb.journal.jsonl"), text(&out, "climb", "csv"));
    let whole = fs::read(&path).unwrap();
    let (bits, end) = (8 * whole.len(), 8 * (whole.len() - 1));
    // A sample of all bits, and all bits of the steps' results.
    let first_step = 8 * (1 + whole.iter().position(|b| *b == b'\n').unwrap());
    let sample = (0..200).map(|nth| derive_seed(7, &[nth]) as usize % bits);
    for place in sample.chain(first_step..bits) {
        let mut flipped = whole.clone();
        flipped[place / 8] ^= 1 << (place % 8);
        fs::write(&path, &flipped).unwrap();
        match spsa(&tuning(&out, "climb"), &climb, &stop, &mut |_, _| {}) {
            Ok(_) => assert!(place >= end && text(&out, "climb", "csv") == expected, "bit {place}"),
            Err(error) => assert!(error.is_bad_input() && error.to_string().contains("', line "), "{error}"),
        }
    }
}

#[test]
fn grids_and_tests_are_written_and_bad_specs_refused() {
    let out = folder("tune-grid");
    let stop = AtomicBool::new(false);
    let values = vec![Values::parse("w.knight=0,100").unwrap()];
    let config = GridConfig { spec: SPEC.into(), values, pairs: 4 };
    let finished = grid(&tuning(&out, "grid"), &config, &stop, &mut |_| {}).unwrap();
    assert_eq!(finished.page.table.rows.len(), 2);
    let unknown =
        GridConfig { values: vec![Values::parse("w.knigth=1").unwrap()], spec: SPEC.into(), pairs: 1 };
    let error = grid(&tuning(&out, "wrong"), &unknown, &stop, &mut |_| {}).unwrap_err();
    assert!(error.is_bad_input() && error.to_string().contains("'w.knigth'"), "{error}");

    // A random player loses; the test says so, and again when repeated.
    let test = ConfirmConfig {
        specs: [SPEC.into(), "random".into()],
        sprt: "elo0=0,elo1=200".parse().unwrap(),
        most_pairs: 60,
    };
    let (page, _, decision) = confirm(&tuning(&out, "test"), &test, &stop, &mut |_, _| {}).unwrap();
    assert_eq!(decision, Some(arena::Decision::Accepted), "{:?}", page.notes);
    let csv = text(&out, "test", "csv");
    let (again, _, _) = confirm(&tuning(&out, "test"), &test, &stop, &mut |_, _| {}).unwrap();
    assert_eq!((again.notes, text(&out, "test", "csv")), (page.notes, csv));
}
