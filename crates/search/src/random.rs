//! Randomness is always passed in, from a generator with a name: the same seed gives the same numbers on every machine.

use rand_xoshiro::rand_core::SeedableRng;

/// The generator used everywhere in this project.
pub type Generator = rand_xoshiro::Xoshiro256PlusPlus;

/// An independent generator for each combination of a seed and some numbers that name the purpose (game, side, …).
pub fn generator(seed: u64, purpose: &[u64]) -> Generator {
    Generator::seed_from_u64(derive_seed(seed, purpose))
}

/// A seed for one purpose, mixed from a general seed and the numbers that name the purpose.
pub fn derive_seed(seed: u64, purpose: &[u64]) -> u64 {
    purpose.iter().fold(split_mix(seed), |mixed, &number| split_mix(mixed ^ split_mix(number)))
}

/// One step of SplitMix64 (Steele, Lea and Flood, 2014).
fn split_mix(state: u64) -> u64 {
    let mut z = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
