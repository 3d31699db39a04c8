//! Wall-clock speed of the rules, of goal and captures within a turn against exhaustive search, and of the evaluations.

#[path = "../tests/it/common/mod.rs"]
mod common;

use arimaa::{
    Arimaa,
    heuristics::{GoalCheck, Main, Material, Plain, Rabbocop, heuristics},
    rules::perft,
    tactics,
};
use common::{at, fights, strewn};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use game::{Game, Heuristics, Setup};
use rand::{SeedableRng, seq::IndexedRandom};
use std::{collections::HashMap, hint::black_box, ops::ControlFlow};
use testkit::Generator;

/// From the middle of a game between people.
const USUAL: &str = "g [rrrddrrrr c mc r h    h    eE                 H RMCH C RRRRDDRRR]";
/// Everything touches everything.
const DENSE: &str = "g [r  rr  r rh  dr  cDEM c   mrH    eHdR h    R  r DR C CR R R  R R]";

fn rules(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("rules");
    group.sample_size(20);
    for (name, text) in [("usual", USUAL), ("dense", DENSE)] {
        let position = at(text);
        group.throughput(Throughput::Elements(perft::sequences(&position, 4).whole));
        group.bench_function(format!("sequences of four steps, {name}"), |bencher| {
            bencher.iter(|| perft::sequences(black_box(&position), 4));
        });
        group.throughput(Throughput::Elements(perft::turns(&position, 1)));
        group.bench_function(format!("distinct turns, {name}"), |bencher| {
            bencher.iter(|| perft::turns(black_box(&position), 1));
        });
    }
    let start = Arimaa::start("random=1").expect("a random setup");
    group.throughput(Throughput::Elements(random_game(&start)));
    group.bench_function("actions of a random game", |bencher| {
        bencher.iter(|| random_game(black_box(&start)))
    });
    group.finish();
}

/// Generates all actions and plays one of them until the game is over: how many were played.
fn random_game(start: &Arimaa) -> u64 {
    let mut random = Generator::seed_from_u64(7);
    let mut position = *start;
    let mut actions = Vec::with_capacity(128);
    let mut played = 0;
    while position.outcome().is_none() {
        actions.clear();
        let _ = position.actions(|action| {
            actions.push(action);
            ControlFlow::Continue(())
        });
        let Some(&action) = actions.choose(&mut random) else { break };
        position.play(action);
        played += 1;
    }
    played
}

fn tactics(criterion: &mut Criterion) {
    let mut random = Generator::seed_from_u64(2);
    let scattered: Vec<Arimaa> = strewn(1000).into_iter().filter(|p| p.outcome().is_none()).collect();
    let fights: Vec<Arimaa> = fights::tactical(500);
    let in_turn: Vec<Arimaa> = fights.iter().map(|p| fights::advanced(p, &mut random)).collect();
    let mut games = Vec::new();
    testkit::random_games(&[at(USUAL), at(DENSE)], testkit::Plays::new(3, 1), |position, _| {
        if position.outcome().is_none() {
            games.push(*position);
        }
    });
    let mut group = criterion.benchmark_group("tactics");
    group.sample_size(20);
    let sets =
        [("scattered", scattered), ("fights", fights), ("fights in mid-turn", in_turn), ("games", games)];
    for (name, positions) in &sets {
        group.throughput(Throughput::Elements(positions.len() as u64));
        group.bench_function(format!("goal, {name}"), |bencher| {
            bencher.iter(|| positions.iter().filter(|p| tactics::goal_in(black_box(p)).is_some()).count());
        });
        group.bench_function(format!("captures at four traps, {name}"), |bencher| {
            bencher
                .iter(|| positions.iter().map(|p| tactics::captures(black_box(p)).count_ones()).sum::<u32>());
        });
        let few = &positions[..50];
        group.throughput(Throughput::Elements(few.len() as u64));
        group.bench_function(format!("exhaustive, {name}"), |bencher| {
            bencher.iter(|| {
                few.iter().filter(|p| fights::exhaustive(p, true, &mut HashMap::new()).goal.is_some()).count()
            });
        });
    }
    group.finish();
}

fn evaluations(criterion: &mut Criterion) {
    let mut positions = Vec::new();
    testkit::random_games(&[at(USUAL), at(DENSE)], testkit::Plays::new(3, 4), |position, _| {
        if position.outcome().is_none() {
            positions.push(*position);
        }
    });
    let mut group = criterion.benchmark_group("evaluations");
    group.throughput(Throughput::Elements(positions.len() as u64));
    fn measure<H: Heuristics<Arimaa>>(
        group: &mut criterion::BenchmarkGroup<'_, criterion::measurement::WallTime>,
        name: &str,
        positions: &[Arimaa],
        heuristics: H,
    ) {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                positions
                    .iter()
                    .map(|p| i64::from(heuristics.static_score_from_scratch(black_box(p)).raw()))
                    .sum::<i64>()
            });
        });
    }
    measure(&mut group, "main", &positions, heuristics(Main::DEFAULT, GoalCheck::On));
    measure(&mut group, "rabbocop", &positions, heuristics(Rabbocop::PLAIN, GoalCheck::Off));
    measure(&mut group, "rabbocop with goal check", &positions, heuristics(Rabbocop::PLAIN, GoalCheck::On));
    measure(&mut group, "plain", &positions, heuristics(Plain, GoalCheck::On));
    measure(&mut group, "material", &positions, heuristics(Material, GoalCheck::Off));
    group.finish();
}

criterion_group!(benches, rules, tactics, evaluations);
criterion_main!(benches);
