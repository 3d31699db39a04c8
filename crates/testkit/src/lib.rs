//! What every game is measured against: laws, perft files, a fuzzer for readers of text, and toy games.
//!
//! Everything here is for tests. A check panics with a sentence that names the law, the position and what was found;
//! nothing here keeps a clock or knows a real game, and only [`laws::playouts`] prints.

pub mod brute;
pub mod fuzz;
pub mod laws;
pub mod perft;
pub mod toys;
mod walk;

pub use walk::{Plays, random_games};

/// The generator of every random choice here: the same seed gives the same games on every machine.
pub type Generator = rand_xoshiro::Xoshiro256PlusPlus;

/// How much longer than in CI a long test runs: 1, or 20 when `cargo xtask soak` sets `QUADRILLE_SOAK`.
///
/// Random games and the fuzzer multiply their counts by it; other long tests do so themselves.
pub fn scale() -> u32 {
    if is_soak() { 20 } else { 1 }
}

/// How many random games of each game [`laws::playouts`] plays.
pub fn playouts() -> u32 {
    if is_soak() { 100_000 } else { 300 }
}

fn is_soak() -> bool {
    std::env::var_os("QUADRILLE_SOAK").is_some()
}

/// Mixes numbers into one that looks random: SplitMix64 (Steele, Lea and Flood, 2014) folded over them.
pub fn mix(numbers: &[u64]) -> u64 {
    numbers.iter().fold(0x5EED, |state, &number| game::splitmix(&mut (state ^ number)))
}
