//! Counting step sequences within one turn, and distinct whole turns: the yardstick for the rules. Prints nothing.
//!
//! Sequences are counted as written: a push or pull is two steps, there is no pass, a rabbit on its goal row does not end
//! the turn, and the board may return to that of the turn's start. A sequence that ends inside an unfinished push is no
//! sequence but half of one. These are the counts that other programs publish, so they differ from those of actions.

use super::{Arimaa, TurnStart};
use crate::{act::Act, board::Board, piece::Kind};
use game::{Game, Side};
use std::{collections::HashSet, ops::ControlFlow};

/// What step sequences of one length there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sequences {
    /// Those that could be a turn, if the board has changed.
    pub whole: u64,
    /// Those that end inside an unfinished push.
    pub half: u64,
}

/// The sequences of exactly `steps` steps by the side to move. None are longer than the steps it has left in its turn.
pub fn sequences(position: &Arimaa, steps: u32) -> Sequences {
    let mut found = Sequences::default();
    if position.is_setup() || steps > u32::from(position.steps_left()) {
        return found;
    }
    if steps == 0 {
        found.whole = 1;
        return found;
    }
    count(&position.unrestricted(), steps, &mut found);
    found
}

fn count(position: &Arimaa, steps: u32, found: &mut Sequences) {
    let _ = position.steps(|step| {
        if steps > 1 {
            let mut child = *position;
            child.play(Act::Step(step));
            count(&child.unrestricted(), steps - 1, found);
        } else if position.begins_push(step) {
            found.half += 1;
        } else {
            found.whole += 1;
        }
        ControlFlow::Continue(())
    });
}

/// The distinct boards after exactly `steps` steps that could end a turn, the board of `position` among them if it can be
/// restored. For the tables of positions by steps.
pub fn boards(position: &Arimaa, steps: u32) -> HashSet<Board> {
    let mut found = HashSet::new();
    if !position.is_setup() && steps <= u32::from(position.steps_left()) {
        collect(&position.unrestricted(), steps, &mut HashSet::new(), &mut found);
    }
    found
}

fn collect(position: &Arimaa, steps: u32, seen: &mut HashSet<Arimaa>, found: &mut HashSet<Board>) {
    if steps == 0 {
        if position.pending_push().is_none() {
            found.insert(*position.board());
        }
        return;
    }
    let _ = position.steps(|step| {
        let mut child = *position;
        child.play(Act::Step(step));
        let child = child.unrestricted();
        if seen.insert(child) {
            collect(&child, steps - 1, seen, found);
        }
        ControlFlow::Continue(())
    });
}

/// What [`game::perft_turns`] counts. In the setup only setups are counted: further turns would take years.
pub fn turns(position: &Arimaa, turns: u32) -> u64 {
    if !position.is_setup() {
        return game::perft_turns(position, turns);
    }
    let sides = if position.to_move() == Side::First { 2 } else { 1 };
    Side::BOTH[2 - sides..].iter().take(turns as usize).map(|&s| setups(position, s)).product()
}

/// In how many ways `side` can place the pieces that it has not placed yet.
fn setups(position: &Arimaa, side: Side) -> u64 {
    let left =
        |kind: Kind| u64::from(kind.count_at_start() - position.board().pieces(side, kind).count_ones());
    let factorial = |n: u64| (1..=n).product::<u64>();
    let all = Kind::ALL.into_iter().map(left).sum();
    Kind::ALL.into_iter().fold(factorial(all), |ways, kind| ways / factorial(left(kind)))
}

impl Arimaa {
    /// The same position, with leave to end the turn on the board it began with.
    fn unrestricted(mut self) -> Arimaa {
        self.key.0 ^= self.phase_key();
        self.turn_start = TurnStart::FORGOTTEN;
        self.key.0 ^= self.phase_key();
        self
    }

    /// Is this legal step the first half of a push?
    fn begins_push(&self, step: crate::Step) -> bool {
        let enemy = self.board.of_side(self.side.other()) & step.from().alone() != 0;
        let is_pull = || {
            self.pulled_into()
                .is_some_and(|(square, able)| step.to() == Some(square) && able & step.from().alone() != 0)
        };
        enemy && !is_pull()
    }
}
