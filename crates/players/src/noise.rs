//! Evaluation noise: every position's score is off by a random amount, fixed for a game, so that games differ.
//!
//! A randomised root must know the exact score of every turn and loses nearly all cut-offs; with noise the search keeps
//! them. Proven scores are never touched, so no win is missed and no loss is walked into. That random scores do little
//! harm, and even favour positions with more choices, is Beal and Smith's finding (1994, ICCA Journal 17).
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use game::{Evaluation, Game, Score};
use search::{
    random::derive_seed,
    settings::{Number, SettingInfo},
};
use std::ops::ControlFlow;

search::settings! {
    /// Settings that every search with an evaluation takes.
    pub struct NoiseConfig("the evaluation") {
        noise: Number<0, 10_000> = "eval-noise" | "variety", Choice, off Number(0), on Number(5), best Number(0), "0 (none) to 10000",
            "Random evaluation noise, ±N points, fixed for a game (Beal and Smith 1994).";
    }
}

/// Settings that every search with an evaluation takes besides `eval` and weights.
pub const EVALUATION_SETTINGS: &[SettingInfo] = NoiseConfig::LIST;

/// An evaluation with noise; see the [module](self). With none it answers exactly as what it wraps.
#[derive(Clone)]
pub(crate) struct Noisy<E> {
    evaluation: E,
    /// Scores are off by up to this.
    most: i32,
    seed: u64,
}

impl<E> Noisy<E> {
    /// Sets this use of a game's seed apart from others. The former name, so that old seeds give the same games.
    const PURPOSE: u64 = u64::from_be_bytes(*b"variety ");

    pub(crate) fn new(evaluation: E, config: &NoiseConfig, seed: u64) -> Self {
        Noisy { evaluation, most: config.noise.0 as i32, seed: derive_seed(seed, &[Self::PURPOSE]) }
    }

    /// From -`most` to `most`, each as likely as any other.
    #[inline]
    fn offset(&self, key: u64) -> i32 {
        let range = 2 * self.most as u64 + 1;
        // The upper half of a product scales 32 random bits to the range.
        let drawn = ((derive_seed(self.seed, &[key]) >> 32) * range) >> 32;
        drawn as i32 - self.most
    }
}

impl<G: Game, E: Evaluation<G>> Evaluation<G> for Noisy<E> {
    type State = E::State;

    #[inline]
    fn root_state(&self, position: &G) -> E::State {
        self.evaluation.root_state(position)
    }

    #[inline]
    fn child_state(&self, state: &E::State, parent: &G, action: G::Action, child: &G) -> E::State {
        self.evaluation.child_state(state, parent, action, child)
    }

    #[inline]
    fn update_state(&self, state: &E::State, parent: &G, action: G::Action, child: &G, into: &mut E::State) {
        self.evaluation.update_state(state, parent, action, child, into);
    }

    #[inline]
    fn evaluate(&self, position: &G, state: &E::State) -> Score {
        let score = self.evaluation.evaluate(position, state);
        if self.most == 0 || score.is_decided() {
            return score;
        }
        Score::estimate(score.raw().saturating_add(self.offset(position.key().0)))
    }

    /// A score may be better than the one that the bounds were made for.
    #[inline]
    fn actions_above(
        &self,
        position: &G,
        alpha: Score,
        visit: impl FnMut(G::Action) -> ControlFlow<()>,
    ) -> Option<ControlFlow<()>> {
        self.evaluation.actions_above(position, alpha.plus(-self.most), visit)
    }
}

#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "a test may panic")]
#[cfg(test)]
mod tests {
    use super::*;

    fn noisy(most: i64, seed: u64) -> Noisy<()> {
        Noisy::new((), &NoiseConfig { noise: Number(most) }, seed)
    }

    #[test]
    fn offsets_use_the_whole_range_evenly() {
        let evaluation = noisy(2, 5);
        let mut seen = [0; 5];
        for key in 0..10_000 {
            seen[(evaluation.offset(key) + 2) as usize] += 1;
        }
        assert!(seen.iter().all(|&count| (1_800..2_200).contains(&count)), "{seen:?}");
    }

    #[test]
    fn offsets_belong_to_a_position_and_a_seed() {
        let list = |seed| (0..50).map(|key| noisy(1000, seed).offset(key)).collect::<Vec<_>>();
        assert_eq!(list(1), list(1));
        assert_ne!(list(1), list(2));
        assert!((0..50).all(|key| noisy(0, 1).offset(key) == 0));
    }
}
