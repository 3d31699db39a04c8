//! Wins that can be read off the board: the last stacks of a kind captured within this turn, or a pass that leaves the
//! opponent without a capture. Exact, distances included, and complete for wins by capture; the rarer wins by taking the
//! opponent's captures away with a move are not looked for.

use super::ordering::all_but_suicides;
use crate::{
    action::TzaarAction,
    geometry::{DIRECTIONS, highest, lowest, nearest},
    phase::Phase,
    piece::Kind,
    position::Tzaar,
};
use game::{Proofs, Score};
use std::ops::ControlFlow;

/// Wins within this turn, if they are looked for, and moves that are never worth searching.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WinCheck {
    /// Wins are not looked for.
    Off,
    /// Wins within this turn are proven.
    On,
}

impl Proofs<Tzaar> for WinCheck {
    #[inline]
    fn proven_score(&self, position: &Tzaar) -> Option<Score> {
        match self {
            WinCheck::Off => None,
            WinCheck::On => within_this_turn(position),
        }
    }

    fn relevant_actions(
        &self,
        position: &Tzaar,
        visit: impl FnMut(TzaarAction) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        all_but_suicides(position, visit)
    }
}

/// A win of the side to move within this turn, with its distance in actions, of an unfinished position.
#[inline]
fn within_this_turn(position: &Tzaar) -> Option<Score> {
    let phase = position.phase();
    if phase == Phase::Placement {
        return None;
    }
    let other = position.side_to_move().other();
    let attacked = position.threats().attacked();
    let mut rare = false;
    for kind in Kind::ALL {
        let count = position.count(other, kind);
        rare |= count <= 2;
        if count == 1 && attacked & position.stacks_of(other, kind) != 0 {
            return Some(Score::win_in(1));
        }
    }
    match phase {
        Phase::Second if !position.can_capture(other) => Some(Score::win_in(1)),
        Phase::First if rare && wins_with_two_captures(position) => Some(Score::win_in(2)),
        _ => None,
    }
}

/// Can the side to move capture all stacks of a kind with two captures, though not with one?
fn wins_with_two_captures(position: &Tzaar) -> bool {
    let other = position.side_to_move().other();
    let attacked = position.threats().attacked();
    Kind::ALL.into_iter().any(|kind| {
        let stacks = position.stacks_of(other, kind);
        match position.count(other, kind) {
            1 => gets_at(position, lowest(stacks)),
            2 => {
                let (one, two) = (lowest(stacks), highest(stacks));
                attacked & stacks != 0 && (takes_then(position, one, two) || takes_then(position, two, one))
            }
            _ => false,
        }
    })
}

/// Can a stack be captured after some other capture, though not at once?
///
/// The first capture puts its stack where the captured one stood, which may be next to the target; and it leaves a field,
/// which may open the line of a stack behind it.
fn gets_at(position: &Tzaar, target: usize) -> bool {
    let own = position.of_side(position.side_to_move());
    let occupied = position.occupied();
    let enough = |slot: usize| position.stack(slot).height() >= position.stack(target).height();
    (0..DIRECTIONS).any(|direction| {
        let next = nearest(occupied, target, direction);
        if occupied >> next & 1 == 0 {
            return false;
        }
        if own >> next & 1 == 0 {
            return takers_of(position, next).any(enough);
        }
        let behind = nearest(occupied, next, direction);
        own >> behind & 1 != 0 && enough(behind) && can_capture(position, next)
    })
}

/// Can the side to move capture `first` in such a way that `then` can be captured afterwards? The capturing stack leaves its
/// field, which may open a line, and stands where `first` stood, from where it may go on itself.
fn takes_then(position: &Tzaar, first: usize, then: usize) -> bool {
    let own = position.of_side(position.side_to_move());
    let enough = |slot: usize| position.stack(slot).height() >= position.stack(then).height();
    takers_of(position, first).any(|taker| {
        let occupied = position.occupied() & !(1 << taker);
        (0..DIRECTIONS).any(|direction| {
            let next = nearest(occupied, then, direction);
            if next == first { enough(taker) } else { own >> next & 1 != 0 && enough(next) }
        })
    })
}

/// The stacks that can capture the stack of a slot.
fn takers_of(position: &Tzaar, slot: usize) -> impl Iterator<Item = usize> {
    (0..DIRECTIONS)
        .filter(move |&direction| position.threats().taken_from(direction) >> slot & 1 != 0)
        .map(move |direction| nearest(position.occupied(), slot, direction))
}

/// Can the stack of a slot capture anything?
fn can_capture(position: &Tzaar, slot: usize) -> bool {
    let (mover, occupied) = (position.stack(slot), position.occupied());
    (0..DIRECTIONS).any(|direction| {
        let next = nearest(occupied, slot, direction);
        occupied >> next & 1 != 0 && mover.can_take(position.stack(next))
    })
}
