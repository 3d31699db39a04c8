//! Which actions look best and which are noisy: the move ordering of section 3.6 of the thesis, with its constants as
//! parameters. Scores no position.

use super::Placing;
use crate::{
    action::{Choice, TzaarAction},
    geometry::FIELDS,
    phase::Phase,
    position::Tzaar,
};
use game::{Game, MoveOrdering};
use std::ops::ControlFlow;

/// Constants of the move ordering. A capture is worth `advantage[height of the captured stack] - capture_count × (visible
/// stacks of the captured kind)`, a stacking `-(stack_bonus + stack_count × (visible stacks of the moving kind))`, and a pass
/// comes last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ordering {
    /// The thesis's CaptureCountMult.
    pub capture_count: i32,
    /// By the height of the captured stack; the last entry also stands for more.
    pub advantage: [i32; 17],
    /// The thesis's StackCountMult.
    pub stack_count: i32,
    /// The thesis's StackBonus.
    pub stack_bonus: i32,
    /// Captures of stacks at least this high are noisy.
    pub noisy_height: u8,
    /// Captures of kinds with at most this many visible stacks are noisy.
    pub noisy_count: u8,
    /// Captures that both sides must have for a null move; `None` for no null moves.
    pub null_move_captures: Option<u32>,
    /// How to order placements; `None` to leave them unordered.
    pub placing: Option<Placing>,
    /// Estimate the time of the next iteration as WALTZ did.
    pub waltz_growth: bool,
}

impl Ordering {
    /// The default constants of WALTZ.
    pub const WALTZ: Ordering = Ordering {
        capture_count: 20,
        advantage: [0, 0, 15, 50, 160, 200, 210, 220, 230, 240, 250, 260, 270, 280, 290, 300, 310],
        stack_count: 3,
        stack_bonus: 6,
        noisy_height: 2,
        noisy_count: 2,
        null_move_captures: Some(8),
        placing: None,
        waltz_growth: true,
    };

    /// The constants that did best in the thesis's tables 4.2 to 4.4.
    pub const WALTZ_TUNED: Ordering =
        Ordering { capture_count: 12, stack_count: 8, stack_bonus: 18, ..Ordering::WALTZ };

    /// The ordering of the main evaluation.
    pub const MAIN: Ordering =
        Ordering { placing: Some(Placing::FITTED), waltz_growth: false, ..Ordering::WALTZ_TUNED };

    /// The ordering of WALTZ's beginner, which knows no noisy moves.
    pub const BEGINNER: Ordering = Ordering {
        noisy_height: u8::MAX,
        noisy_count: 0,
        null_move_captures: None,
        waltz_growth: false,
        ..Ordering::WALTZ
    };

    /// A pass comes after everything else.
    const PASS: i32 = -1_000_000;
    /// A capture of the last stack of a kind wins.
    const WINS: i32 = 1_000_000;
    /// Covering the own last stack of a kind loses.
    const LOSES: i32 = -2_000_000;

    /// Larger is searched earlier.
    #[inline]
    pub fn hint(&self, position: &Tzaar, action: TzaarAction) -> i32 {
        let Choice::Move { from, to } = action.choice() else { return Self::PASS };
        let (mover, met) = (position.stack(from.slot()), position.stack(to.slot()));
        let met_count = position.count(met.side(), met.kind());
        match (met.side() != position.side_to_move(), met_count) {
            (true, 1) => Self::WINS,
            (true, _) => {
                self.advantage[usize::from(met.height()).min(16)] - self.capture_count * i32::from(met_count)
            }
            (false, 1) => Self::LOSES,
            (false, _) => {
                let count = position.count(mover.side(), mover.kind());
                -self.stack_bonus - self.stack_count * i32::from(count)
            }
        }
    }
}

impl MoveOrdering<Tzaar> for Ordering {
    fn order_hint(&self, position: &Tzaar, action: TzaarAction) -> i32 {
        match &self.placing {
            Some(placing) if position.phase() == Phase::Placement => placing.hint(position, action),
            _ => self.hint(position, action),
        }
    }

    /// Visits the captures of high stacks and rare kinds.
    fn noisy_actions(
        &self,
        position: &Tzaar,
        mut visit: impl FnMut(TzaarAction) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if position.outcome().is_some() || position.phase() == Phase::Placement {
            return ControlFlow::Continue(());
        }
        position.captures(|action| {
            if self.is_noisy(position, action) { visit(action) } else { ControlFlow::Continue(()) }
        })
    }

    #[inline]
    fn is_noisy(&self, position: &Tzaar, action: TzaarAction) -> bool {
        match action.choice() {
            Choice::Move { to, .. } if position.is_capture(action) => {
                let met = position.stack(to.slot());
                met.height() >= self.noisy_height
                    || position.count(met.side(), met.kind()) <= self.noisy_count
            }
            _ => false,
        }
    }

    /// WALTZ's time estimation (Veselý 2013, 3.4), by the free fields at the leaves and the kind of the last move; for
    /// placements, that of [`Placing`].
    fn expected_growth(&self, root: &Tzaar, depth: u32) -> Option<f64> {
        /// The program always searched this deep, even past its limit.
        const ALWAYS: u32 = 5;
        if !self.waltz_growth {
            let placing = root.phase() == Phase::Placement && self.placing.is_some();
            return if placing { Placing::expected_growth(depth) } else { None };
        }
        let next = depth + 1;
        if next <= ALWAYS {
            return Some(0.0);
        }
        let growth = if next.is_multiple_of(2) { &GROWTH_TO_EVEN } else { &GROWTH_TO_ODD };
        let free = FIELDS - root.stack_count() as usize + depth as usize;
        Some(f64::from(growth[free.min(growth.len() - 1)]))
    }

    /// WALTZ's estimate of the branching factor, by free fields.
    fn expected_turns(&self, position: &Tzaar) -> Option<u64> {
        let free = FIELDS - position.stack_count() as usize;
        let known = self.waltz_growth && position.phase() == Phase::First;
        known.then(|| u64::from(TURNS[free.min(TURNS.len() - 1)]))
    }

    /// The position with the turn skipped, where both sides have captures to spare: elsewhere the duty to capture may hurt, and
    /// a skipped turn would say nothing about a turn that must be made.
    fn null_move(&self, position: &Tzaar) -> Option<Tzaar> {
        let needed = self.null_move_captures?;
        let spare = |side| position.capture_count(side) >= needed;
        let own = position.side_to_move();
        if spare(own) && spare(own.other()) { position.with_turn_skipped() } else { None }
    }
}

/// Visits all legal actions but suicides: covering the own last stack of a kind loses at once, and one may always pass.
pub(crate) fn all_but_suicides(
    position: &Tzaar,
    mut visit: impl FnMut(TzaarAction) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if position.phase() != Phase::Second {
        return position.actions(visit);
    }
    let own = position.side_to_move();
    position.actions(|action| match action.choice() {
        Choice::Move { to, .. } => {
            let met = position.stack(to.slot());
            let suicide = met.side() == own && position.count(own, met.kind()) == 1;
            if suicide { ControlFlow::Continue(()) } else { visit(action) }
        }
        Choice::Pass | Choice::Place { .. } => visit(action),
    })
}

/// By which factor an iteration takes longer when a second move of a turn becomes the last one, by free fields.
const GROWTH_TO_EVEN: [u8; 62] = [
    200, 180, 160, 140, 120, 110, 105, 100, 98, 96, 96, 95, 94, 92, 91, 90, 89, 88, 86, 85, 83, 82, 81, 80,
    78, 76, 74, 72, 70, 68, 66, 64, 62, 60, 55, 50, 45, 40, 33, 25, 18, 13, 11, 10, 9, 8, 7, 7, 6, 5, 5, 4,
    4, 3, 3, 2, 2, 1, 1, 1, 1, 1,
];

/// The same when a first move becomes the last one.
const GROWTH_TO_ODD: [u8; 62] = [
    100, 100, 100, 100, 80, 60, 50, 40, 35, 30, 29, 28, 27, 26, 26, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17,
    16, 15, 14, 13, 12, 11, 10, 10, 9, 9, 8, 8, 7, 7, 6, 6, 5, 5, 4, 4, 3, 3, 3, 3, 2, 2, 2, 2, 2, 2, 2, 1,
    1, 1, 1, 1, 1,
];

/// About how many turns there are, by free fields.
const TURNS: [u16; 61] = [
    9508, 9204, 9000, 8256, 8000, 7428, 7000, 6839, 6400, 5980, 5700, 5430, 5000, 4779, 4400, 4262, 4000,
    3641, 3400, 3272, 3000, 2745, 2500, 2381, 2100, 1963, 1774, 1652, 1400, 1355, 1154, 1080, 950, 854, 762,
    669, 640, 478, 438, 353, 300, 233, 150, 144, 100, 86, 60, 44, 34, 21, 15, 9, 3, 1, 1, 1, 1, 1, 1, 1, 1,
];
