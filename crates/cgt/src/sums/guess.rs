//! Estimated thermographs for regions that are too large for exact ones: a shallow local search that counts each square for
//! the nearer player at its leaves.
//!
//! Inner positions get the thermograph of their options, which tells sente from gote as deep as the search goes.

use crate::{Amazons, OutOfRange, Partizan, Player, Walls};

/// The estimated thermograph after a search to this depth, in turns.
pub(super) fn walls(position: &Amazons, depth: u32) -> Result<Walls<i32>, OutOfRange> {
    if depth == 0 {
        return Ok(Walls::integer(i64::from(position.estimate())));
    }
    let mut sides = [Vec::new(), Vec::new()];
    for player in Player::BOTH {
        if depth == 1 {
            // All leaves are integers, so only the best counts.
            let leads = position.all_options(player).into_iter().map(|option| option.estimate());
            let best = if player == Player::Left { leads.max() } else { leads.min() };
            sides[player.index()].extend(best.map(|best| Walls::integer(i64::from(best))));
            continue;
        }
        for option in position.all_options(player) {
            sides[player.index()].push(walls(&option, depth - 1)?);
        }
    }
    let [left, right] = &sides;
    if left.is_empty() || right.is_empty() {
        // Only one player can move, and counting here is more accurate than counting deeper.
        return Ok(Walls::integer(i64::from(position.estimate())));
    }
    Walls::from_options(left.iter(), right.iter())
}
