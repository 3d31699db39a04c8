//! The evaluation of the report on Ser Prunes-a-Lot: material, and how far the furthest knight has come.

use super::{material, progression, threats};
use crate::{Jump, KnightThrough};
use game::{Heuristics, Score};

/// Material and progression, and a win with the next jump recognised (Soemers 2014, section 5).
///
/// The report counts a knight within two rows of the far row as a win; on narrow boards such a knight may have no jump,
/// so real jumps are looked for. Capturing the last enemy knight, which the report does not mention, is recognised too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Report;

impl Report {
    /// Worth of a knight.
    pub const MATERIAL: i32 = 100;
    /// Worth of a row by which the furthest knight is ahead.
    pub const PROGRESSION: i32 = 35;

    /// The sum of the two features, for the side to move.
    #[inline]
    pub fn opinion(position: &KnightThrough) -> i32 {
        Self::MATERIAL * material(position) + Self::PROGRESSION * progression(position)
    }
}

impl Heuristics<KnightThrough> for Report {
    #[inline]
    fn evaluate(&self, position: &KnightThrough) -> Score {
        self.recognise(position).unwrap_or_else(|| Score::opinion(Report::opinion(position)))
    }

    #[inline]
    fn recognise(&self, position: &KnightThrough) -> Option<Score> {
        threats::wins_in_one(position).then_some(Score::win_in(1))
    }

    #[inline]
    fn order_hint(&self, position: &KnightThrough, jump: Jump) -> i32 {
        super::order_hint(position, jump)
    }

    shared_beliefs!();
}
