//! Speeds of the rules, printed: step sequences, distinct turns.
#![allow(clippy::print_stdout)]
use arimaa::{Arimaa, rules::perft};
use game::Notation;
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
        println!("{n:8} sequences {:6.1} M/s   {m:6} turns {:5.2} M/s", n as f64 / a.as_secs_f64() / 1e6, m as f64 / b.as_secs_f64() / 1e6);
    }
    println!("{} bytes", size_of::<Arimaa>());
}
