//! Estimated thermographs for regions that are too large for exact ones: a shallow local search that counts each square for
//! the nearer player at its leaves.
//!
//! Inner positions get the thermograph of their options, which tells sente from gote as deep as the search goes.

use crate::{Amazons, OutOfRange, Partizan, Player, Walls, games::amazons::queen_moves};

/// Squares nearer to Left's amazons minus those nearer to Right's.
pub(super) fn lead(position: &Amazons) -> i32 {
    let field = &position.0;
    let (mut left, mut right) = (field.left, field.right);
    let mut open = field.empty;
    let mut lead = 0;
    while open != 0 {
        let (next_left, next_right) =
            (queen_moves(left, field.empty) & open, queen_moves(right, field.empty) & open);
        if next_left | next_right == 0 {
            break;
        }
        lead += (next_left & !next_right).count_ones() as i32;
        lead -= (next_right & !next_left).count_ones() as i32;
        open &= !(next_left | next_right);
        (left, right) = (next_left, next_right);
    }
    lead
}

/// The estimated thermograph after a search to this depth, in turns.
pub(super) fn walls(position: &Amazons, depth: u32) -> Result<Walls<i32>, OutOfRange> {
    if depth == 0 {
        return Ok(Walls::integer(i64::from(lead(position))));
    }
    let mut sides = [Vec::new(), Vec::new()];
    for player in Player::BOTH {
        if depth == 1 {
            // All leaves are integers, so only the best counts.
            let leads = position.all_options(player).into_iter().map(|option| lead(&option));
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
        return Ok(Walls::integer(i64::from(lead(position))));
    }
    Walls::from_options(left.iter(), right.iter())
}
