//! Counting what the rules allow: the yardstick by which a move generator is known to be right. Prints nothing.

use crate::{Game, distinct_turns};
use std::ops::ControlFlow;

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
    if depth == 0 {
        return 1;
    }
    let turns = distinct_turns(position);
    match depth {
        1 => turns.len() as u64,
        _ => turns.iter().map(|turn| perft_turns(&turn.result, depth - 1)).sum(),
    }
}
