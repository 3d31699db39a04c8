//! The evaluation of the report on Ser Prunes-a-Lot: material, and how far the furthest knight has come.

use super::{Ordering, Threats};
use crate::KnightThrough;
use game::{Evaluation, Game, HeuristicSet, Score, Side};

/// Material and progression, and a win with the next jump recognised (Soemers 2014, section 5).
///
/// The report counts a knight within two rows of the far row as a win; on narrow boards such a knight may have no jump,
/// so real jumps are looked for. Capturing the last enemy knight, which the report does not mention, is recognised too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Report;

impl Report {
    /// The evaluation with the report's move ordering and proofs.
    pub fn heuristics(self) -> HeuristicSet<Report, Ordering, Threats> {
        HeuristicSet { evaluation: self, ordering: Ordering::Report, proofs: Threats::One }
    }

    /// Worth of a knight.
    pub const MATERIAL: i32 = 100;
    /// Worth of each row that the furthest knight is ahead.
    pub const PROGRESSION: i32 = 35;

    /// The sum of the two features, for the side to move.
    #[inline]
    pub fn estimate(position: &KnightThrough) -> i32 {
        let camp = |side: Side| {
            Self::MATERIAL * position.knights(side).count_ones() as i32
                + Self::PROGRESSION * position.progression_of(side, position.knights(side)) as i32
        };
        let side = position.to_move();
        camp(side) - camp(side.other())
    }
}

impl Evaluation<KnightThrough> for Report {
    type State = ();

    fn root_state(&self, _: &KnightThrough) {}

    #[inline]
    fn evaluate(&self, position: &KnightThrough, (): &()) -> Score {
        Score::estimate(Report::estimate(position))
    }
}
