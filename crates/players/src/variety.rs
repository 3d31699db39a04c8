//! Variety: beliefs whose opinions are a little off, for each position in its own way, in each game in another.
//!
//! A randomised root must know the exact score of every turn, so it loses nearly all cut-offs. Here a search stays what it
//! is: it sees a slightly different evaluation in each game, drawn from the seed, the same whenever it comes to a position
//! again. What is proven is never touched, so no win is missed for variety and no loss is walked into. That random opinions
//! do little harm, and even favour positions with more choices, is Beal and Smith's finding (1994, ICCA Journal 17).

use game::{Game, Heuristics, Score};
use search::{
    random::derive_seed,
    settings::{Number, SettingInfo},
};
use std::ops::ControlFlow;

search::settings! {
    /// How sure the evaluation is of itself: for every search that has one.
    pub struct VarietyConfig("the evaluation") {
        variety: Number<0, 10_000> = "variety", Choice, off Number(0), on Number(5), best Number(0), "0 (none) to 10000",
            "Opinions are off by up to this many points either way, in each game in another way (Beal and Smith 1994).";
    }
}

/// What every search with an evaluation takes beside `eval` and weights.
pub const EVALUATION_SETTINGS: &[SettingInfo] = VarietyConfig::LIST;

/// Beliefs with variety; see the [module](self). With none they answer exactly as what they wrap.
#[derive(Clone)]
pub(crate) struct Varied<H> {
    beliefs: H,
    /// Opinions are off by up to this.
    most: i32,
    seed: u64,
}

impl<H> Varied<H> {
    /// Sets this use of the seed of a game apart from others.
    const PURPOSE: u64 = u64::from_be_bytes(*b"variety ");

    pub(crate) fn new(beliefs: H, config: &VarietyConfig, seed: u64) -> Self {
        Varied { beliefs, most: config.variety.0 as i32, seed: derive_seed(seed, &[Self::PURPOSE]) }
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

/// Every method must stand here: a forgotten one would answer by its default.
impl<G: Game, H: Heuristics<G>> Heuristics<G> for Varied<H> {
    #[inline]
    fn evaluate(&self, position: &G) -> Score {
        let score = self.beliefs.evaluate(position);
        if self.most == 0 || score.is_decided() {
            return score;
        }
        Score::opinion(score.raw().saturating_add(self.offset(position.key().0)))
    }

    #[inline]
    fn recognise(&self, position: &G) -> Option<Score> {
        self.beliefs.recognise(position)
    }

    #[inline]
    fn decided(&self, position: &G) -> Option<Score> {
        self.beliefs.decided(position)
    }

    #[inline]
    fn relevant_actions(
        &self,
        position: &G,
        visit: impl FnMut(G::Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.beliefs.relevant_actions(position, visit)
    }

    /// An opinion may be better than the one that the bounds were made for.
    #[inline]
    fn hopeful_actions(
        &self,
        position: &G,
        least: Score,
        visit: impl FnMut(G::Action) -> ControlFlow<()>,
    ) -> Option<ControlFlow<()>> {
        self.beliefs.hopeful_actions(position, least.plus(-self.most), visit)
    }

    #[inline]
    fn order_hint(&self, position: &G, action: G::Action) -> i32 {
        self.beliefs.order_hint(position, action)
    }

    #[inline]
    fn step_value(&self, position: &G, action: G::Action, previous: Option<G::Action>) -> Option<f32> {
        self.beliefs.step_value(position, action, previous)
    }

    #[inline]
    fn noisy_actions(
        &self,
        position: &G,
        visit: impl FnMut(G::Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.beliefs.noisy_actions(position, visit)
    }

    #[inline]
    fn tactical_actions(
        &self,
        position: &G,
        visit: impl FnMut(G::Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.beliefs.tactical_actions(position, visit)
    }

    #[inline]
    fn is_noisy(&self, position: &G, action: G::Action) -> bool {
        self.beliefs.is_noisy(position, action)
    }

    fn expected_growth(&self, root: &G, depth: u32) -> Option<f64> {
        self.beliefs.expected_growth(root, depth)
    }

    #[inline]
    fn null_move(&self, position: &G) -> Option<G> {
        self.beliefs.null_move(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn varied(most: i64, seed: u64) -> Varied<()> {
        Varied::new((), &VarietyConfig { variety: Number(most) }, seed)
    }

    #[test]
    fn offsets_use_the_whole_range_evenly() {
        let beliefs = varied(2, 5);
        let mut seen = [0; 5];
        for key in 0..10_000 {
            seen[(beliefs.offset(key) + 2) as usize] += 1;
        }
        assert!(seen.iter().all(|&count| (1_800..2_200).contains(&count)), "{seen:?}");
    }

    #[test]
    fn offsets_belong_to_a_position_and_a_seed() {
        let list = |seed| (0..50).map(|key| varied(1000, seed).offset(key)).collect::<Vec<_>>();
        assert_eq!(list(1), list(1));
        assert_ne!(list(1), list(2));
        assert!((0..50).all(|key| varied(0, 1).offset(key) == 0));
    }
}
