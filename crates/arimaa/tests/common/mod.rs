//! What several tests share.
#![allow(dead_code)] // Each test file uses its own part of this.

use arimaa::Arimaa;
use game::{Notation, Setup};

pub fn starts() -> Vec<Arimaa> {
    vec![Arimaa::empty(), Arimaa::start("classic").unwrap(), Arimaa::start("random=5").unwrap()]
}

/// The positions of the perft file in which the game goes on.
pub fn middle() -> Vec<Arimaa> {
    let data = include_str!("../../perft.txt").lines().filter(|l| l.starts_with("g ["));
    let positions = data.map(|l| Arimaa::parse_position(l.split(" ; ").next().unwrap()).unwrap());
    positions.filter(|p| p.result().is_none()).collect()
}
