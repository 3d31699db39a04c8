//! A hybrid of local and global play: all boards at once while some are too large for exact values, and local temperatures with
//! a shallow search of the whole sum as soon as none is. Chooses between its two players and nothing else.

use cgt::{
    Partizan,
    exact::ExactError,
    games::Amazons,
    sums::{Chooser, Move, Sum},
};
use search::Limits;

/// The most empty squares of a part for which exact thermographs come in time.
const SMALL: u32 = 12;

/// See the [module](self).
pub(super) struct Switching {
    pub(super) local: Box<dyn Chooser>,
    pub(super) global: Box<dyn Chooser>,
}

impl Chooser for Switching {
    fn choose(
        &mut self,
        sum: &mut Sum<Amazons>,
        limits: Limits,
    ) -> Result<Option<Move<Amazons>>, ExactError> {
        let mut largest = 0;
        for component in &sum.components {
            component.parts(|part| {
                if part.one_sided().is_none() {
                    largest = largest.max(part.longest());
                }
            });
        }
        if largest <= SMALL { self.local.choose(sum, limits) } else { self.global.choose(sum, limits) }
    }

    fn new_sum(&mut self) {
        self.local.new_sum();
        self.global.new_sum();
    }
}
