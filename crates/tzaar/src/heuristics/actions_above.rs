//! Which second moves can lead to an evaluation of WALTZ's above a given one, told from heights alone: exact, and far cheaper
//! than to make the moves. Evaluates nothing itself.
//!
//! Almost all of the evaluation follows from how many stacks of which height each side has of each kind, and a move changes
//! that in a way that depends on the kinds and heights of its two stacks only. What else there is (fields, and who could be
//! captured) is taken at its best.

use super::waltz::{RINGS, Waltz, WaltzWeights};
use crate::{
    action::{Choice, TzaarAction},
    geometry::Field,
    phase::Phase,
    piece::Kind,
    position::Tzaar,
};
use game::{Score, Side};
use std::ops::ControlFlow;

/// What the terms that do not follow from heights can come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Limits {
    /// The most for few captures left, if at least so many own stacks can be captured.
    few_captures: [i32; 6],
    /// The most that the zone of control can be worth.
    zone: i32,
    /// The most for a stack that enters a field.
    entering: i32,
    /// The most for a stack that leaves a corner.
    leaving_corner: i32,
}

impl Limits {
    /// `None` for constants with which the reasoning of this file does not hold.
    pub(super) const fn new(weights: &WaltzWeights) -> Option<Limits> {
        let mut few_captures = [0; 6];
        let mut n = 5;
        while n > 0 {
            n -= 1;
            if weights.few_captures[n] < 0 {
                return None;
            }
            let more = few_captures[n + 1];
            few_captures[n] = if weights.few_captures[n] > more { weights.few_captures[n] } else { more };
        }
        if weights.valuable_capturable != 0
            || weights.immobile[weights.immobile.len() - 1] != 0
            || weights.threat[2] < 0
            || weights.threat[1] < weights.threat[2]
            || weights.immediate_threat[1] < 0
            || weights.immediate_threat[2] < 0
            || weights.field < 0
            || weights.corner_of_two > 0
            || weights.corner_of_two < RINGS[0].value
        {
            return None;
        }
        Some(Limits {
            few_captures,
            // n·(N - n)/N is at most N/4, rounded up and for all three kinds.
            zone: 12,
            entering: RINGS[5].value * weights.field,
            leaving_corner: -RINGS[0].value * weights.field,
        })
    }
}

/// How many numbers [`code`] gives.
const CODES: usize = 3 * 16;

/// A kind and a height as one number.
fn code(kind: usize, height: usize) -> usize {
    kind * 16 + height
}

/// One side's stacks by kind: how many of each height, what they are worth, and how high the highest is.
struct Camp {
    heights: [u64; 3],
    worth: [i32; 3],
    tops: [u8; 3],
}

impl Camp {
    fn new(waltz: &Waltz, position: &Tzaar, side: Side) -> Camp {
        let heights = Kind::ALL.map(|kind| position.heights(side, kind));
        Camp { heights, worth: heights.map(|h| waltz.stacks(h)), tops: heights.map(top) }
    }

    /// Calls back with every kind and height that there is.
    fn each(&self, mut visit: impl FnMut(usize, usize)) {
        for kind in 0..3 {
            let mut digits = self.heights[kind];
            while digits != 0 {
                let height = digits.trailing_zeros() as usize / 4;
                digits &= !(15 << (4 * height));
                visit(kind, height);
            }
        }
    }
}

fn unit(height: usize) -> u64 {
    1 << (4 * height.min(15))
}

fn top(heights: u64) -> u8 {
    (63 - (heights | 1).leading_zeros() as u8) / 4
}

fn highest(tops: [u8; 3]) -> u8 {
    tops[0].max(tops[1]).max(tops[2])
}

/// Own stacks that can be captured and no longer are after a move, at the most: the two that stack, or the one that captures
/// and the neighbours of what it captures.
const FREED_BY_STACKING: usize = 2;
const FREED_BY_CAPTURE: usize = 7;

/// A position before the second move of a turn, with what every limit begins with.
struct Outlook<'a> {
    waltz: &'a Waltz,
    limits: Limits,
    alpha: Score,
    mine: Camp,
    theirs: Camp,
    /// Own stacks that can be captured.
    exposed: usize,
    /// What stands on the board, and the most that fields and zones of control add to it.
    base: i32,
    /// The most for a stack of two or more that leaves its field.
    leaving: i32,
}

impl Outlook<'_> {
    /// `None` where nothing can be said.
    fn new<'a>(waltz: &'a Waltz, position: &Tzaar, alpha: Score) -> Option<Outlook<'a>> {
        let limits = waltz.limits?;
        if position.phase() != Phase::Second {
            return None;
        }
        let own = position.side_to_move();
        let other = own.other();
        let exposed = (position.threats().attacked() & position.of_side(own)).count_ones() as usize;
        if exposed <= FREED_BY_STACKING {
            // A side that cannot capture has lost; the evaluation does not matter.
            return None;
        }
        let (mine, theirs) = (Camp::new(waltz, position, own), Camp::new(waltz, position, other));
        let weights = waltz.weights();
        let rare = Kind::ALL.into_iter().filter(|&kind| position.count(other, kind) <= 3).count() as i32;
        let cornered = position.tall() & position.of_side(own) & RINGS[0].fields != 0;
        let base = mine.worth.iter().sum::<i32>() - theirs.worth.iter().sum::<i32>()
            + weights.field * (waltz.fields(position, own) - waltz.fields(position, other))
            + limits.zone
            + rare * weights.threat[1];
        let leaving = if cornered { limits.leaving_corner } else { 0 };
        Some(Outlook { waltz, limits, alpha, mine, theirs, exposed, base, leaving })
    }

    /// Can a position with these highest stacks, and this much more than the base, be above alpha?
    #[inline]
    fn can_exceed_alpha(&self, mine: [u8; 3], theirs: [u8; 3], freed: usize, more: i32) -> bool {
        let tops = self.waltz.tops(mine, highest(theirs)) - self.waltz.tops(theirs, highest(mine));
        let few_captures = self.limits.few_captures[self.exposed.saturating_sub(freed).min(5)];
        Score::estimate(self.base + few_captures + tops + more) > self.alpha
    }

    fn pass_can_exceed_alpha(&self) -> bool {
        self.can_exceed_alpha(self.mine.tops, self.theirs.tops, 0, 0)
    }

    /// For each kind and height of an own stack, the set of those that can hope to cover it; `None` if there are none.
    fn stackings(&self) -> Option<[u64; CODES]> {
        let (waltz, mine) = (self.waltz, &self.mine);
        let mut covered_by = [0_u64; CODES];
        let mut any = false;
        mine.each(|met_kind, met_height| {
            let without = mine.heights[met_kind] - unit(met_height);
            if without == 0 {
                return; // Covering the last one loses.
            }
            let loss = waltz.stacks(without) - mine.worth[met_kind];
            let mut tops = mine.tops;
            tops[met_kind] = top(without);
            let entering = if met_height == 1 { self.limits.entering } else { 0 };
            mine.each(|kind, height| {
                let before = if kind == met_kind { without } else { mine.heights[kind] };
                if before >> (4 * height) & 15 == 0 {
                    return;
                }
                let after = before - unit(height) + unit(height + met_height);
                let mut tops = tops;
                tops[kind] = top(after);
                let worth = match kind == met_kind {
                    true => waltz.stacks(after) - mine.worth[kind],
                    false => loss + waltz.stacks(after) - mine.worth[kind],
                };
                let leaving = if height > 1 { self.leaving } else { 0 };
                if self.can_exceed_alpha(
                    tops,
                    self.theirs.tops,
                    FREED_BY_STACKING,
                    worth + entering + leaving,
                ) {
                    covered_by[code(met_kind, met_height)] |= 1 << code(kind, height);
                    any = true;
                }
            });
        });
        any.then_some(covered_by)
    }

    /// The set of kinds and heights whose capture is not without hope.
    fn captures(&self) -> u64 {
        let mut captured = 0;
        self.theirs.each(|kind, height| {
            let after = self.theirs.heights[kind] - unit(height);
            let mut tops = self.theirs.tops;
            tops[kind] = top(after);
            let worth = self.theirs.worth[kind] - self.waltz.stacks(after);
            let more = worth + self.leaving + 2 * self.limits.entering;
            let may_win = self.exposed <= FREED_BY_CAPTURE || after == 0;
            if may_win || self.can_exceed_alpha(self.mine.tops, tops, FREED_BY_CAPTURE, more) {
                captured |= 1 << code(kind, height);
            }
        });
        captured
    }
}

/// See [`game::Evaluation::actions_above`].
pub(super) fn visit(
    waltz: &Waltz,
    position: &Tzaar,
    alpha: Score,
    mut visit: impl FnMut(TzaarAction) -> ControlFlow<()>,
) -> Option<ControlFlow<()>> {
    let outlook = Outlook::new(waltz, position, alpha)?;
    let code_at = |field: Field| {
        let stack = position.stack(field.slot());
        code(stack.kind().index(), usize::from(stack.height().min(15)))
    };
    let mut visit_all = || {
        let captured = outlook.captures();
        if captured != 0 {
            position.captures(|action| match action.choice() {
                Choice::Move { to, .. } if captured >> code_at(to) & 1 != 0 => visit(action),
                _ => ControlFlow::Continue(()),
            })?;
        }
        if let Some(covered_by) = outlook.stackings() {
            position.stackings(|action| match action.choice() {
                Choice::Move { from, to } if covered_by[code_at(to)] >> code_at(from) & 1 != 0 => {
                    visit(action)
                }
                _ => ControlFlow::Continue(()),
            })?;
        }
        if outlook.pass_can_exceed_alpha() { visit(TzaarAction::PASS) } else { ControlFlow::Continue(()) }
    };
    Some(visit_all())
}
