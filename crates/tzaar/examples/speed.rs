//! A quick look at the speed of the rules: `cargo run --release -p tzaar --example speed`. Measures, asserts nothing.
#![allow(clippy::print_stdout)]

use game::{Game, Setup};
use std::{hint::black_box, ops::ControlFlow, time::Instant};
use tzaar::Tzaar;

fn main() {
    println!("a position has {} bytes", size_of::<Tzaar>());
    let start = Tzaar::start("").unwrap_or_else(|error| panic!("{error}"));
    let middles: Vec<Tzaar> = (0..5).filter_map(|seed| after_random_play(seed, 24)).collect();
    let ends: Vec<Tzaar> = (0..40).filter_map(|seed| after_random_play(seed, 40)).collect();
    let nodes = |name: &str, positions: &[Tzaar], depth: u32| {
        rate(&format!("perft to {depth}, made leaves, {} {name}", positions.len()), || {
            positions.iter().map(|p| made_perft(p, depth, &mut |p| p.key().0)).sum()
        });
    };
    nodes("start", &[start], 3);
    nodes("middle games", &middles, 3);
    nodes("late positions", &ends, 4);
    rate("copy, play at random until the end", || {
        let mut random = 1;
        (0..2_000).map(|_| playout(&start, &mut random)).sum()
    });
}

/// Runs some work many times and prints its best rate in millions a second: the machine may be busy with other things.
fn rate(name: &str, mut work: impl FnMut() -> u64) {
    let best = (0..25)
        .map(|_| {
            let started = Instant::now();
            work() as f64 / started.elapsed().as_secs_f64() / 1e6
        })
        .fold(0.0, f64::max);
    println!("{name}: {best:.1} M actions/s");
}

/// Counts sequences and makes every child, the last ones too, as a search does.
fn made_perft(position: &Tzaar, depth: u32, leaf: &mut impl FnMut(&Tzaar) -> u64) -> u64 {
    if depth == 0 {
        black_box(leaf(position));
        return 1;
    }
    let mut total = 0;
    let _ = position.actions(|action| {
        total += made_perft(&position.child(action), depth - 1, leaf);
        ControlFlow::Continue(())
    });
    total
}

fn next(random: &mut u64) -> u64 {
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    *random
}

fn playout(start: &Tzaar, random: &mut u64) -> u64 {
    let mut position = *start;
    let mut actions = [None; 256];
    let mut played = 0;
    while position.outcome().is_none() {
        let mut count = 0;
        let _ = position.actions(|action| {
            actions[count & 255] = Some(action);
            count += 1;
            ControlFlow::Continue(())
        });
        let Some(action) = actions[(next(random) % count as u64) as usize] else { break };
        position = position.child(action);
        played += 1;
    }
    black_box(position.key());
    played
}

fn after_random_play(seed: u64, actions: u32) -> Option<Tzaar> {
    let mut position = Tzaar::random_start(seed);
    let mut random = seed * 2 + 1;
    for _ in 0..actions {
        let list = position.action_list();
        // Passing would keep the board full; leave it out where there is a choice.
        let choices = if position.starts_turn() { list.len() } else { list.len().saturating_sub(1).max(1) };
        position.play(*list.get((next(&mut random) % choices.max(1) as u64) as usize)?);
    }
    position.outcome().is_none().then_some(position)
}
