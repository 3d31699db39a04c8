//! Counting what the rules allow: how a move generator is known to be right. Prints nothing.

use crate::{Game, Key};
use std::{collections::HashSet, ops::ControlFlow};

/// What a perft counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counted {
    /// Sequences of actions.
    Sequences,
    /// Sequences of whole turns, those of one position with the same result once.
    Turns,
}

/// How many sequences of exactly `depth` actions there are. A finished game is not continued.
pub fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut total = 0;
    // At the last action the children need not be made: each legal action is one sequence.
    let _ = position.actions(|action| {
        total += if depth == 1 { 1 } else { perft(&position.child(action), depth - 1) };
        ControlFlow::Continue(())
    });
    total
}

/// How many sequences of exactly `depth` whole turns there are, where turns of one position that lead to the same
/// position count once. A finished game is not continued.
pub fn perft_turns<G: Game>(position: &G, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ if position.outcome().is_some() || !position.lists_turns() => 0,
        _ => turn_ends(position, depth - 1, &mut HashSet::with_capacity(1 << 10)),
    }
}

/// The sum over the distinct positions at which this turn can end.
fn turn_ends<G: Game>(position: &G, deeper: u32, seen: &mut HashSet<Key>) -> u64 {
    let mut total = 0;
    let _ = position.actions(|action| {
        let child = position.child(action);
        if seen.insert(child.key()) {
            let ends = child.starts_turn() || child.outcome().is_some();
            total += if ends { perft_turns(&child, deeper) } else { turn_ends(&child, deeper, seen) };
        }
        ControlFlow::Continue(())
    });
    total
}
