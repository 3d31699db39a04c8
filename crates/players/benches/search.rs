//! Wall-clock speed of the searches on fixed work: nodes per second and time to depth.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use players::{GAMES, Limits, Request};
use std::{hint::black_box, sync::atomic::AtomicBool};

/// Specs whose speed is compared: the best, exact techniques only, and each preset of a paper that has a depth.
fn specs(game: &dyn players::AnyGame) -> Vec<String> {
    let has_depth = |preset: &&players::Level| !preset.spec.starts_with("mcts");
    let presets = game.info().presets.iter().filter(has_depth).map(|p| format!("level:{}", p.name));
    let exact = "alphabeta:-tt-deeper,-quiescence,-null,-multicut,-lmr,-lmp,-futility".to_owned();
    ["best".to_owned(), exact].into_iter().chain(presets).collect()
}

fn time_to_depth(criterion: &mut Criterion) {
    let stop = AtomicBool::new(false);
    for game in GAMES.iter() {
        let mut group = criterion.benchmark_group(game.name());
        group.sample_size(10);
        let depth = 6;
        let (position, _) = game.info().bench[0];
        let board = game.at_position(position).expect("bench positions are valid");
        for spec in specs(game) {
            let mut player = game.player(&spec, 0).expect("bench specs are valid");
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            let mut run = || {
                player.new_game();
                player.choose_turn(board.as_ref(), Request::new(limits, &stop), &mut |_| ())
            };
            group.throughput(Throughput::Elements(run().nodes));
            group.bench_function(&spec, |bencher| bencher.iter(|| black_box(run())));
        }
        group.finish();
    }
}

criterion_group!(benches, time_to_depth);
criterion_main!(benches);
