//! Speeds of the rules, printed: step sequences, distinct turns.
#![allow(clippy::print_stdout)]
use arimaa::{Arimaa, rules::perft};
use game::{Game, Notation};
use std::time::Instant;

fn main() {
    for line in include_str!("../perft.txt").lines().filter(|l| l.starts_with("g [")) {
        let p = Arimaa::parse_position(line.split(" ; ").next().unwrap()).unwrap();
        let t = Instant::now();
        let n = perft::sequences(&p, 4).whole;
        let a = t.elapsed();
        let t = Instant::now();
        let m = perft::turns(&p, 1);
        let b = t.elapsed();
        println!(
            "{n:8} sequences {:6.1} M/s   {m:6} turns {:5.2} M/s",
            n as f64 / a.as_secs_f64() / 1e6,
            m as f64 / b.as_secs_f64() / 1e6
        );
    }
    // Random games: all actions are generated, one is played.
    let mut state = 1u64;
    let (mut actions, mut games) = (0u64, 0);
    let t = Instant::now();
    while t.elapsed().as_secs_f64() < 2.0 {
        let mut p =
            arimaa::lineups::position_of(&game::Side::BOTH.map(|s| arimaa::lineups::shuffled(s, games)))
                .unwrap();
        let mut list = Vec::with_capacity(100);
        while p.outcome().is_none() {
            list.clear();
            let _ = p.actions(|a| {
                list.push(a);
                std::ops::ControlFlow::Continue(())
            });
            if list.is_empty() {
                break;
            }
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            p.play(list[(state >> 33) as usize % list.len()]);
            actions += 1;
        }
        games += 1;
    }
    println!(
        "{games} random games, {:.1} M actions/s, {} a game",
        actions as f64 / t.elapsed().as_secs_f64() / 1e6,
        actions / games
    );
    println!("{} bytes", size_of::<Arimaa>());
}
