//! Thermographs at a guess for regions that are too large for exact ones: a local search to a small depth whose leaves are
//! counted, each square for whoever is nearer to it.
//!
//! Every inner position gets the thermograph of its options, so that sente and gote are told apart as far as the search looks.

use crate::{
    dyadic::OutOfRange,
    games::{Amazons, amazons::queen_moves},
    partizan::{Partizan, Player},
    thermograph::{Sketch, Unit},
};

/// Squares nearer to Left's queens minus those nearer to Right's; those as near to both count for nobody.
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

/// The thermograph of a region as far as a search to this depth, in turns, can tell.
pub(super) fn sketch(position: &Amazons, depth: u32) -> Result<Sketch<i32>, OutOfRange> {
    if depth == 0 {
        return Ok(Sketch::whole(i64::from(lead(position))));
    }
    let mut sides = [Vec::new(), Vec::new()];
    for player in Player::BOTH {
        let mut options = Vec::new();
        position.options(player, |option| options.push(option));
        if depth == 1 {
            // All leaves are whole numbers, of which only the best counts.
            let leads = options.iter().map(lead);
            let best = if player == Player::Left { leads.max() } else { leads.min() };
            sides[player.index()].extend(best.map(|best| Sketch::whole(i64::from(best))));
            continue;
        }
        for option in &options {
            sides[player.index()].push(sketch(option, depth - 1)?);
        }
    }
    let [left, right] = &sides;
    if left.is_empty() || right.is_empty() {
        // Only counting is left here, and turns deeper down would only be counted less well.
        return Ok(Sketch::whole(i64::from(lead(position))));
    }
    let found = Sketch::from_options(left.iter(), right.iter())?;
    debug_assert!(found.mast.t >= -i32::ONE);
    Ok(found)
}
