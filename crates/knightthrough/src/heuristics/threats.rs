//! Wins and losses that can be read off the board, and the few jumps that matter under a threat. All of it is certain.
//!
//! A knight that can jump to its far row threatens to win. Nothing can stand in its way, so it can only be captured; two
//! of them cannot both be. KnightThroughBot called searching just those captures "threat detection".

use crate::{Jump, KnightThrough, Size, Square, Squares, board};
use game::{Game, Proofs, Score, Side};
use std::ops::ControlFlow;

/// How far ahead wins are read off the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Threats {
    /// Wins with the next jump only, as in Soemers' report.
    One,
    /// Wins with the next jump, losses in two, and unstoppable wins with the jump after the next.
    Three,
}

impl Proofs<KnightThrough> for Threats {
    #[inline]
    fn proven_score(&self, position: &KnightThrough) -> Option<Score> {
        match self {
            Threats::One => wins_in_one(position).then_some(Score::win_in(1)),
            Threats::Three => {
                proven(position).or_else(|| wins_in_three(position).then_some(Score::win_in(3)))
            }
        }
    }

    /// Under a single threat that can be met, those are the captures of the threatening knight: any other jump loses in 2, and
    /// no jump loses sooner. Everywhere else all jumps are visited.
    #[inline]
    fn relevant_actions(
        &self,
        position: &KnightThrough,
        visit: impl FnMut(Jump) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let threats = position.goal_threats(position.to_move().other());
        if can_be_met(position, threats) && !wins_in_one(position) && position.outcome().is_none() {
            position.jumps_onto(threats, visit)
        } else {
            position.actions(visit)
        }
    }
}

/// Can the side to move win with its next jump, by reaching the far row or capturing the last enemy?
///
/// On 3 files a side can also win by leaving the enemy without a move; that is not looked for here.
#[inline]
pub fn wins_in_one(position: &KnightThrough) -> bool {
    let side = position.to_move();
    let enemies = position.knights(side.other());
    position.goal_threats(side) != 0 || (enemies.is_power_of_two() && position.attacks(side) & enemies != 0)
}

/// A proven score of an unfinished position, exact in its distance: a win with the next jump, or a loss because the enemy
/// threatens to reach the far row and no jump prevents it. `None` if neither is seen.
///
/// A loss in 2 holds on 3 files as well: after any jump a threatening knight is left, so the enemy has a move and it
/// wins; and for the same reason the side to move could not have won by leaving the enemy without a move.
#[inline]
pub fn proven(position: &KnightThrough) -> Option<Score> {
    if wins_in_one(position) {
        return Some(Score::win_in(1));
    }
    let threats = position.goal_threats(position.to_move().other());
    (threats != 0 && !can_be_met(position, threats)).then_some(Score::loss_in(2))
}

/// Can the side to move jump to a square from which it threatens to win, where nothing can capture it, with no threat of the
/// enemy's to be faster? Then it wins with its second jump. Asked where [`proven`] sees nothing.
///
/// Boards of 3 files are left out: there a side may also win sooner, by leaving the enemy without a move.
#[inline]
pub fn wins_in_three(position: &KnightThrough) -> bool {
    let side = position.to_move();
    let enemy = side.other();
    let entries = position.attacks(side) & doorstep(position, side) & !position.attacks(enemy);
    entries & !position.knights(side) != 0
        && position.goal_threats(enemy) == 0
        && position.size().files() > Size::LEAST_FILES
}

/// The squares from which a knight of `side` could jump to its far row.
#[inline]
pub fn doorstep(position: &KnightThrough, side: Side) -> Squares {
    board::jumps(side.other(), position.size().goal(side)) & position.board_mask()
}

/// Is there just one knight in this set, and can the side to move capture it?
#[inline]
fn can_be_met(position: &KnightThrough, threats: Squares) -> bool {
    threats.is_power_of_two() && position.attackers_of(Square::of_bit(threats.trailing_zeros())) != 0
}
