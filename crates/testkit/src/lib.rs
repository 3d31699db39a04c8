//! What every game is measured against: laws, perft files, a fuzzer for readers of text, and toy games.
//!
//! Everything here is for tests. A check panics with a sentence that names the law, the position and what was found;
//! nothing here prints, keeps a clock, or knows a real game.

pub mod brute;
pub mod fuzz;
pub mod laws;
pub mod perft;
pub mod toys;
mod walk;

pub use walk::{Plays, random_games};

/// The generator of every random choice here: the same seed gives the same games on every machine.
pub type Generator = rand_xoshiro::Xoshiro256PlusPlus;

/// Mixes numbers into one that looks random: SplitMix64 (Steele, Lea and Flood, 2014) folded over them.
pub fn mix(numbers: &[u64]) -> u64 {
    numbers.iter().fold(0x5EED, |state, &number| {
        let mut z = (state ^ number).wrapping_add(0x9E37_79B9_7F4A_7C15);
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    })
}
