//! Randomness is always passed in, from a generator with a name: the same seed gives the same numbers on every machine.

use game::splitmix;
use rand_xoshiro::rand_core::SeedableRng;

/// The generator used everywhere in this project.
pub type Generator = rand_xoshiro::Xoshiro256PlusPlus;

/// An independent generator for each combination of a seed and some numbers that name the purpose (game, side, …).
pub fn generator(seed: u64, purpose: &[u64]) -> Generator {
    Generator::seed_from_u64(derive_seed(seed, purpose))
}

/// A seed for one purpose, mixed from a general seed and the numbers that name the purpose.
pub fn derive_seed(seed: u64, purpose: &[u64]) -> u64 {
    let step = |mut state| splitmix(&mut state);
    purpose.iter().fold(step(seed), |mixed, &number| step(mixed ^ step(number)))
}
