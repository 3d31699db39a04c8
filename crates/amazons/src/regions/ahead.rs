//! Games that one side cannot lose any more, though the sides still meet: it has more turns on ground of its own than the
//! enemy can ever make.

use super::{
    fill::{Effort, Ground, count_parts},
    settled_with,
};
use crate::{
    rules::Amazons,
    slides::{neighbours, reached_by_king},
};
use game::{Game, Score, Side};

/// A certain result of an unfinished game: exactly when, if the sides cannot meet any more, and otherwise within how many
/// actions at most.
///
/// Take the empty squares that one side reaches and the other does not. No square of them is next to one that the enemy
/// reaches, so what lies between is burnt or holds amazons of the side itself, its *gates*. As long as it plays there and a gate
/// that leaves burns the square that it leaves, the enemy never gets in, and gets no square that it cannot reach now: it has
/// at most as many turns as it reaches squares, since each burns one.
pub fn decided(position: &Amazons) -> Option<Score> {
    decided_with(position, Effort::QUICK)
}

/// The same with another effort of counting.
pub fn decided_with(position: &Amazons, effort: Effort) -> Option<Score> {
    settled_with(position, effort).or_else(|| ahead(position, effort))
}

fn ahead(position: &Amazons, effort: Effort) -> Option<Score> {
    // The arrow of a turn that is under way may go anywhere; the next position tells.
    if !position.starts_turn() {
        return None;
    }
    let mover = position.to_move();
    let longest = 2 * position.empty().count_ones();
    let reach = Side::BOTH.map(|side| reached_by_king(position.amazons(side), position.empty()));
    for side in Side::BOTH {
        let (own, other) = (reach[side.index()], reach[side.other().index()]);
        // The side that begins needs one turn more than the enemy.
        let wanted = other.count_ones() + u32::from(side == mover);
        let empty = own & !other;
        if empty.count_ones() < wanted {
            continue;
        }
        let amazons = position.amazons(side);
        let gates = amazons & neighbours(other | position.amazons(side.other()));
        let turns = count_parts(Ground { empty, amazons, gates }, None, effort, wanted);
        if turns.least >= wanted {
            return Some(if side == mover { Score::win_in(longest) } else { Score::loss_in(longest) });
        }
    }
    None
}
