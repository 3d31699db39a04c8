//! The evaluation of WALTZ's beginner: material and nothing else, and blind to threats.

use super::waltz::{Waltz, WaltzWeights};
use crate::{phase::Phase, position::Tzaar};
use game::{Evaluation, Score};

/// Material with the height table that was meant for beginners, which a fault kept the program from ever using.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Beginner {
    /// Only its material counts.
    pub waltz: Waltz,
}

impl Default for Beginner {
    fn default() -> Self {
        let height = [0, 10, 50, 110, 180, 250, 300, 350, 400, 450, 500, 550, 600, 650, 700, 700];
        let weights = WaltzWeights { height, ..WaltzWeights::AUGUST_2012 };
        Beginner { waltz: Waltz::new(weights) }
    }
}

impl Evaluation<Tzaar> for Beginner {
    type State = ();

    fn root_state(&self, _: &Tzaar) {}

    fn evaluate(&self, position: &Tzaar, (): &()) -> Score {
        let own = position.side_to_move();
        let value = match position.phase() {
            Phase::Placement => 0,
            _ => self.waltz.material(position, own) - self.waltz.material(position, own.other()),
        };
        Score::estimate(value)
    }
}
