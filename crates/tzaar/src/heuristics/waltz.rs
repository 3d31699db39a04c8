//! WALTZ's evaluation: the one of the published program of August 2012, the one released in March 2013, and that of the
//! thesis, by its formulas.
//!
//! Constants are those of the program; where its code was at fault, the intention is followed. Every term is given for one
//! side and mirrored for the other, and the sign follows the side to move. The program's largest term, 20 or 40 million for a
//! threat of the side to move against all stacks of a kind, has no place in the first two: a threat that can be carried out within
//! this turn is a proven win (see `wins`), and one that cannot is worth what it is worth to the other side. The thesis' version has
//! the term and no proofs, as the thesis' experiments with thresholds on the evaluation need it.

use super::actions_above::{self, Limits};
use crate::{
    action::TzaarAction,
    geometry::{DIRECTIONS, Field, each_slot, nearest},
    phase::Phase,
    piece::Kind,
    position::Tzaar,
};
use game::{Evaluation, Score, Side};
use std::ops::ControlFlow;

/// How the stacks of one kind are added up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Material {
    /// The formula of the thesis: each stack counts its height's value times the value of the number of stacks of its kind.
    /// A kind then becomes more valuable to its owner as it is captured, down to three stacks.
    ByCount,
    /// What the program's updates amount to if stacks are lost from the lowest up: the n-th highest stack of a kind counts its
    /// height's value times the value of n stacks, so that losing the lowest of n costs what the program charges for it.
    ByRank,
}

/// The constants of an evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WaltzWeights {
    /// How stacks are added up.
    pub material: Material,
    /// By the height of a stack; the last entry also stands for more.
    pub height: [i32; 16],
    /// By the number of visible stacks of a kind.
    pub count: [i32; 16],
    /// Times the value of the field, for stacks of two or more.
    pub field: i32,
    /// The value of the corners for stacks of exactly two, in place of that of the field.
    pub corner_of_two: i32,
    /// A kind whose highest own stack is higher than all stacks of the opponent.
    pub secure_kind: i32,
    /// All three kinds secure, in addition.
    pub all_secure: i32,
    /// Own stacks of at least two of all three kinds.
    pub all_of_two: i32,
    /// By the number of own stacks that the opponent could capture; nothing beyond.
    pub few_captures: [i32; 5],
    /// All n ≤ 2 stacks of an opponent's kind can be captured, though not within this turn; by n.
    pub threat: [i32; 3],
    /// The same for the side to move with at least n moves left in this turn.
    pub immediate_threat: [i32; 3],
    /// Is the value of the zone of control cut to whole points for each kind (true) or rounded (false)?
    pub zone_is_cut: bool,
    /// An opponent's stack of at least [`WaltzWeights::valuable_height`] can be captured.
    pub valuable_capturable: i32,
    /// What counts as a valuable or high stack.
    pub valuable_height: u8,
    /// An opponent's high stack that cannot move at all, by its height; the last entry also stands for more.
    pub immobile: [i32; 8],
}

impl WaltzWeights {
    /// The program of August 2012.
    pub const AUGUST_2012: WaltzWeights = WaltzWeights {
        material: Material::ByRank,
        height: [0, 10, 100, 150, 155, 160, 160, 160, 160, 150, 140, 130, 100, 90, 60, 60],
        count: [0, 100, 90, 60, 30, 20, 15, 10, 8, 6, 5, 4, 3, 2, 1, 1],
        field: 3,
        corner_of_two: -10,
        secure_kind: 25_000,
        all_secure: 500_000,
        all_of_two: 100_000,
        few_captures: [100_000; 5],
        threat: [0, 2_000, 1_000],
        immediate_threat: [0, 2_000, 1_000],
        zone_is_cut: true,
        valuable_capturable: 0,
        valuable_height: 3,
        immobile: [0; 8],
    };

    /// The version of 2013 in terms of the program. Where the thesis gives a range, the steps within it are ours.
    pub const MARCH_2013: WaltzWeights = WaltzWeights {
        all_secure: 100_000,
        all_of_two: 50_000,
        few_captures: [200_000, 100_000, 50_000, 10_000, 1_000],
        zone_is_cut: false,
        valuable_capturable: 50_000,
        immobile: [0, 0, 0, 1_000, 5_000, 20_000, 50_000, 100_000],
        ..WaltzWeights::AUGUST_2012
    };

    /// The formulas of the thesis (section 3.5).
    pub const THESIS: WaltzWeights = WaltzWeights {
        material: Material::ByCount,
        field: 1,
        corner_of_two: -30,
        threat: [0, 1_000, 1_000],
        immediate_threat: [0, 20_000_000, 20_000_000],
        ..WaltzWeights::MARCH_2013
    };
}

/// Fields of one value for stacks of three and more.
pub(super) struct Ring {
    pub(super) value: i32,
    pub(super) fields: u64,
}

/// All fields by their value, the corners first.
pub(super) const RINGS: [Ring; 6] = [
    Ring::new(-30, &["A1", "E1", "A5", "I1", "E8", "I5"]),
    Ring::new(10, &["B2", "E2", "B5", "H2", "E7", "H5"]),
    Ring::new(15, &["C2", "D2", "B3", "F2", "B4", "G2", "C6", "H3", "D7", "H4", "F7", "G6"]),
    Ring::new(16, &["D4", "E4", "D5", "F4", "E5", "F5"]),
    Ring::new(18, &["C3", "E3", "C5", "G3", "E6", "G5"]),
    Ring::new(25, &["D3", "C4", "F3", "D6", "G4", "F6"]),
];

impl Ring {
    const fn new(value: i32, names: &[&str]) -> Ring {
        let mut fields = 0;
        let mut nth = 0;
        while nth < names.len() {
            let name = names[nth].as_bytes();
            fields |= 1 << Field::slot_of_name(name[0], name[1]);
            nth += 1;
        }
        Ring { value, fields }
    }
}

/// WALTZ's evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Waltz {
    weights: WaltzWeights,
    /// Sums of the first n values of [`WaltzWeights::count`].
    count_sums: [i32; 16],
    /// See `actions_above`.
    pub(super) limits: Option<Limits>,
}

impl Waltz {
    /// The program of August 2012, known bugs fixed.
    pub const AUGUST_2012: Waltz = Waltz::new(WaltzWeights::AUGUST_2012);

    /// The evaluation of March 2013.
    pub const MARCH_2013: Waltz = Waltz::new(WaltzWeights::MARCH_2013);

    /// The evaluation as the thesis describes it.
    pub const THESIS: Waltz = Waltz::new(WaltzWeights::THESIS);

    /// An evaluation with these constants.
    pub const fn new(weights: WaltzWeights) -> Waltz {
        let mut count_sums = [0; 16];
        let mut n = 1;
        while n < 16 {
            count_sums[n] = count_sums[n - 1] + weights.count[n];
            n += 1;
        }
        Waltz { weights, count_sums, limits: Limits::new(&weights) }
    }

    /// The constants of the evaluation.
    pub fn weights(&self) -> &WaltzWeights {
        &self.weights
    }

    /// The evaluation for the side to move, wins within this turn left aside; 0 while pieces are placed.
    pub fn estimate(&self, position: &Tzaar) -> i32 {
        if position.phase() == Phase::Placement {
            return 0;
        }
        let own = position.side_to_move();
        let (mine, theirs) = (SideView::new(position, own), SideView::new(position, own.other()));
        let material = self.material(position, own) - self.material(position, own.other());
        let moves_left = if position.phase() == Phase::First { 2 } else { 1 };
        let mut value =
            material + self.positional(&mine, &theirs, moves_left) - self.positional(&theirs, &mine, 0);
        if self.weights.valuable_capturable != 0 {
            value += self.high_stacks(position, own.other()) - self.high_stacks(position, own);
        }
        value
    }

    /// A side's stacks by height, number and field.
    pub fn material(&self, position: &Tzaar, side: Side) -> i32 {
        let stacks = Kind::ALL.map(|kind| self.stacks(position.heights(side, kind)));
        stacks.into_iter().sum::<i32>() + self.weights.field * self.fields(position, side)
    }

    /// Stacks of one kind, given how many there are of each height, four bits each.
    #[inline]
    pub(super) fn stacks(&self, heights: u64) -> i32 {
        match self.weights.material {
            Material::ByRank => self.stacks_by_rank(heights),
            Material::ByCount => self.stacks_by_count(heights),
        }
    }

    fn stacks_by_count(&self, heights: u64) -> i32 {
        let (mut sum, mut all) = (0, 0);
        for (height, value) in self.weights.height.iter().enumerate() {
            let count = (heights >> (4 * height) & 15) as usize;
            sum += value * count as i32;
            all += count;
        }
        sum * self.weights.count[all & 15]
    }

    #[inline]
    fn stacks_by_rank(&self, heights: u64) -> i32 {
        let (value, sums) = (&self.weights.height, &self.count_sums);
        // Most kinds have nothing higher than two, so that no loop is needed.
        if heights >> 12 == 0 {
            let [ones, twos] = [heights >> 4 & 15, heights >> 8 & 15].map(|count| count as usize);
            return value[2] * sums[twos] + value[1] * (sums[(twos + ones) & 15] - sums[twos]);
        }
        // Highest stacks first, all of one height at a time.
        let (mut digits, mut sum, mut before) = (heights, 0, 0);
        while digits != 0 {
            let height = (63 - digits.leading_zeros() as usize) / 4;
            let upto = before + (digits >> (4 * height)) as usize;
            sum += value[height] * (sums[upto & 15] - sums[before & 15]);
            before = upto;
            digits &= (1 << (4 * height)) - 1;
        }
        sum
    }

    /// The fields of a side's stacks of two and more.
    #[inline]
    pub(super) fn fields(&self, position: &Tzaar, side: Side) -> i32 {
        let tall = position.tall() & position.of_side(side);
        let mut value = 0;
        for ring in &RINGS {
            value += ring.value * (tall & ring.fields).count_ones() as i32;
        }
        // A stack of two is worth something else in a corner.
        each_slot(tall & RINGS[0].fields, |slot| {
            if position.stack(slot).height() == 2 {
                value += self.weights.corner_of_two - RINGS[0].value;
            }
        });
        value
    }

    /// A side's highest stacks by kind against the highest of the other side.
    #[inline]
    pub(super) fn tops(&self, mine: [u8; 3], highest_of_theirs: u8) -> i32 {
        let weights = &self.weights;
        let secure = mine.into_iter().filter(|&top| top > highest_of_theirs).count() as i32;
        let mut value = secure * weights.secure_kind;
        if secure == 3 {
            value += weights.all_secure;
        }
        if mine.into_iter().all(|top| top >= 2) {
            value += weights.all_of_two;
        }
        value
    }

    /// A side that has this many moves left in the running turn.
    fn positional(&self, mine: &SideView, theirs: &SideView, moves_left: u8) -> i32 {
        let weights = &self.weights;
        let mut value = self.tops(mine.tops, theirs.highest);
        let attacked = mine.zone.into_iter().sum::<u8>();
        value += weights.few_captures.get(usize::from(attacked)).copied().unwrap_or(0);
        for kind in Kind::ALL {
            let (count, zone) = (theirs.counts[kind.index()], theirs.zone[kind.index()]);
            if count <= 2 && zone == count {
                let bonus = if count <= moves_left { &weights.immediate_threat } else { &weights.threat };
                value += bonus[usize::from(count)];
            }
            let initial = i32::from(kind.initial_count());
            let points = i32::from(zone) * (initial - i32::from(count));
            value +=
                if weights.zone_is_cut { points / initial } else { (2 * points + initial) / (2 * initial) };
        }
        value
    }

    /// The additions of 2013: what `other`'s high stacks are worth to the opponent because they hang or cannot move.
    fn high_stacks(&self, position: &Tzaar, other: Side) -> i32 {
        let weights = &self.weights;
        let attacked = position.threats().attacked();
        let (mut capturable, mut stuck) = (false, 0);
        each_slot(position.tall() & position.of_side(other), |slot| {
            let height = position.stack(slot).height();
            if height >= weights.valuable_height {
                capturable |= attacked >> slot & 1 != 0;
                if !can_move(position, slot) {
                    stuck += weights.immobile[usize::from(height).min(weights.immobile.len() - 1)];
                }
            }
        });
        stuck + if capturable { weights.valuable_capturable } else { 0 }
    }
}

/// What the evaluation asks about one side, by kind.
struct SideView {
    counts: [u8; 3],
    tops: [u8; 3],
    highest: u8,
    /// Stacks that the other side could capture.
    zone: [u8; 3],
}

impl SideView {
    #[inline(always)]
    fn new(position: &Tzaar, side: Side) -> SideView {
        let attacked = position.threats().attacked();
        let tops = Kind::ALL.map(|kind| position.highest(side, kind));
        SideView {
            counts: Kind::ALL.map(|kind| position.count(side, kind)),
            tops,
            highest: tops[0].max(tops[1]).max(tops[2]),
            zone: Kind::ALL.map(|kind| (attacked & position.stacks_of(side, kind)).count_ones() as u8),
        }
    }
}

/// Could this stack capture or stack if its side were to move?
fn can_move(position: &Tzaar, slot: usize) -> bool {
    let mover = position.stack(slot);
    (0..DIRECTIONS).any(|direction| {
        let next = nearest(position.occupied(), slot, direction);
        position.occupied() >> next & 1 != 0 && {
            let met = position.stack(next);
            met.side() == mover.side() || mover.can_take(met)
        }
    })
}

impl Evaluation<Tzaar> for Waltz {
    type State = ();

    fn root_state(&self, _: &Tzaar) {}

    fn evaluate(&self, position: &Tzaar, (): &()) -> Score {
        Score::estimate(self.estimate(position))
    }

    fn actions_above(
        &self,
        position: &Tzaar,
        alpha: Score,
        visit: impl FnMut(TzaarAction) -> ControlFlow<()>,
    ) -> Option<ControlFlow<()>> {
        actions_above::visit(self, position, alpha, visit)
    }
}
