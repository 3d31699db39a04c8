//! The report's enhanced evaluation, with the progression of knights that are sufficiently protected.

use super::{Ordering, Report, Threats};
use crate::{KnightThrough, Square, Squares};
use game::{Evaluation, Game, HeuristicSet, Score, Side};

/// [`Report`] plus the controlled progression (Soemers 2014, section 7.2): how far the furthest knight has come among those
/// on squares that at least as many own knights as enemy knights can jump to.
///
/// The report found it stronger at equal depth and too slow with its array of squares. Here the attackers of all squares
/// are counted at once, in sets of squares that hold the binary digits of the counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Controlled;

impl Controlled {
    /// The evaluation with the report's move ordering and proofs.
    pub fn heuristics(self) -> HeuristicSet<Controlled, Ordering, Threats> {
        HeuristicSet { evaluation: self, ordering: Ordering::Report, proofs: Threats::One }
    }

    /// Worth of each row that the furthest controlled knight is ahead.
    pub const CONTROLLED_PROGRESSION: i32 = 1;

    /// The sum of the three features, for the side to move.
    #[inline]
    pub fn estimate(position: &KnightThrough) -> i32 {
        let counts = Side::BOTH.map(|side| AttackCounts::new(position, side));
        let ahead = |side: Side| {
            let controlled = counts[side.index()].at_least(&counts[side.other().index()]);
            position.progression_of(side, position.knights(side) & controlled) as i32
        };
        let side = position.to_move();
        let progression = ahead(side) - ahead(side.other());
        Report::estimate(position) + Self::CONTROLLED_PROGRESSION * progression
    }
}

/// How many knights of one side can jump to each square, 0 to 4: each set holds one binary digit of all 64 counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AttackCounts {
    ones: Squares,
    twos: Squares,
    fours: Squares,
}

impl AttackCounts {
    /// Counts the knights of `side` that can jump to each square, occupied or not.
    #[inline]
    pub fn new(position: &KnightThrough, side: Side) -> AttackCounts {
        let [a, b, c, d] = position.attacks_by_direction(side);
        // Two half adders for the pairs, then their sums added. Both pairs full is the only way to reach four.
        let (sum_ab, carry_ab) = (a ^ b, a & b);
        let (sum_cd, carry_cd) = (c ^ d, c & d);
        AttackCounts {
            ones: sum_ab ^ sum_cd,
            twos: (carry_ab ^ carry_cd) | (sum_ab & sum_cd),
            fours: carry_ab & carry_cd,
        }
    }

    /// The squares where this count is not zero.
    #[inline]
    pub fn any(&self) -> Squares {
        self.ones | self.twos | self.fours
    }

    /// The squares where this count is at least the other.
    #[inline]
    pub fn at_least(&self, other: &AttackCounts) -> Squares {
        let ones = self.ones | !other.ones;
        let twos = (self.twos & !other.twos) | (!(self.twos ^ other.twos) & ones);
        (self.fours & !other.fours) | (!(self.fours ^ other.fours) & twos)
    }

    /// The count for one square.
    pub fn on(&self, square: Square) -> u32 {
        let digit = |set: Squares| u32::from(set & square.alone() != 0);
        digit(self.ones) + 2 * digit(self.twos) + 4 * digit(self.fours)
    }
}

impl Evaluation<KnightThrough> for Controlled {
    type State = ();

    fn root_state(&self, _: &KnightThrough) {}

    #[inline]
    fn evaluate(&self, position: &KnightThrough, (): &()) -> Score {
        Score::estimate(Controlled::estimate(position))
    }
}
