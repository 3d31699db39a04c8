//! Which jumps to try first, which are captures, and what skipping a turn means.

use crate::{Jump, KnightThrough, Square};
use game::{EitherSideCanMove, Game, MoveOrdering, Side};
use std::ops::ControlFlow;

/// The move ordering of an evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ordering {
    /// Captures first, those of the most dangerous enemies before others; quiet jumps to attacked squares last.
    Main,
    /// Captures first, then by the row that the jump reaches (Soemers 2014).
    Report,
}

impl MoveOrdering<KnightThrough> for Ordering {
    #[inline]
    fn order_hint(&self, position: &KnightThrough, jump: Jump) -> i32 {
        const CLASS: i32 = 1 << 26;
        let side = position.to_move();
        let to = jump.to();
        let advance = rows_out(position, side, to);
        match self {
            Ordering::Report => advance + if position.is_capture(jump) { 100 } else { 0 },
            Ordering::Main if position.is_capture(jump) => CLASS + rows_out(position, side.other(), to) * 64,
            Ordering::Main => {
                let enemy_can_take = position.can_reach(side.other(), to) != 0;
                let safe = !enemy_can_take || (position.attackers_of(to) ^ jump.from().alone()) != 0;
                advance * 4 - if safe { 0 } else { CLASS }
            }
        }
    }

    #[inline]
    fn noisy_actions(
        &self,
        position: &KnightThrough,
        visit: impl FnMut(Jump) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if position.outcome().is_some() {
            return ControlFlow::Continue(());
        }
        let side = position.to_move();
        position.jumps_onto(position.attacks(side) & position.knights(side.other()), visit)
    }

    #[inline]
    fn is_noisy(&self, position: &KnightThrough, jump: Jump) -> bool {
        position.is_capture(jump)
    }

    #[inline]
    fn null_move(&self, position: &KnightThrough) -> Option<KnightThrough> {
        position.turn_skipped()
    }
}

/// Rows between the first row of `side` and a square.
#[inline]
fn rows_out(position: &KnightThrough, side: Side, square: Square) -> i32 {
    let row = i32::from(square.row());
    match side {
        Side::First => row,
        Side::Second => i32::from(position.size().rows()) - 1 - row,
    }
}
