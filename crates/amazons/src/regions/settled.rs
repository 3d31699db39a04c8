//! Games that are only a matter of counting: no empty square is within both sides' reach.

use super::fill::{Effort, Ground, count_parts};
use crate::{
    rules::Amazons,
    slides::{neighbours, reached_by_king},
};
use game::{Game, Score};

/// The exact value of an unfinished game in which the sides cannot meet any more, if their turns can be counted.
///
/// A side is sure of the turns that it can make on its own ground with its gates closed, and the enemy cannot make more than
/// its own ground has while these gates are closed. So if the loser's turns are known exactly and the winner has as many
/// as are needed, the loser makes all of them, the winner needs no more, and the game ends when the loser is stuck:
/// neither can change that number. The loser's count is exact when its ground can be filled completely, or when it has no
/// gates and was searched completely.
#[inline]
pub fn settled(position: &Amazons) -> Option<Score> {
    settled_with(position, Effort::QUICK)
}

/// The same with another effort of counting.
#[inline]
pub fn settled_with(position: &Amazons, effort: Effort) -> Option<Score> {
    let mover = position.to_move();
    let (own, enemy) = (position.amazons(mover), position.amazons(mover.other()));
    let enemy_steps = neighbours(enemy) & position.empty();
    let own_reach = reach_unless_met(own, position.empty(), enemy_steps)?;
    let enemy_reach = if enemy_steps == 0 { 0 } else { reached_by_king(enemy, position.empty()) };
    let grounds = [
        Ground { empty: own_reach, amazons: own, gates: own & neighbours(enemy) },
        Ground { empty: enemy_reach, amazons: enemy, gates: enemy & neighbours(own) },
    ];
    by_count(position, grounds, effort)
}

/// All squares within reach, or `None` as soon as one of the enemy's next steps is among them.
#[inline]
fn reach_unless_met(from: u128, empty: u128, enemy_steps: u128) -> Option<u128> {
    let mut reached = neighbours(from) & empty;
    loop {
        if reached & enemy_steps != 0 {
            return None;
        }
        let next = (reached | neighbours(reached)) & empty;
        if next == reached {
            return Some(reached);
        }
        reached = next;
    }
}

/// Who runs out of turns first? The mover's ground comes first.
fn by_count(position: &Amazons, [own, enemy]: [Ground; 2], effort: Effort) -> Option<Score> {
    // In the middle of a turn the mover's pending arrow burns one of its squares, and then the enemy begins.
    let shooter = position.shooter();
    let pending = u32::from(shooter.is_some());
    let exactly = |ground: Ground, shooter| count_parts(ground, shooter, effort, u32::MAX).exact();
    let at_least = |ground: Ground, shooter, wanted: u32| {
        ground.empty.count_ones() >= wanted && count_parts(ground, shooter, effort, wanted).least >= wanted
    };
    // The mover wins with more turns than the enemy has, or as many if the enemy is to begin.
    let wins_with = |enemy_turns: u32| enemy_turns + 1 - pending;
    let most = own.empty.count_ones() - pending;
    if most >= wins_with(enemy.empty.count_ones()) {
        let enemy_turns = exactly(enemy, None)?;
        let wins = at_least(own, shooter, wins_with(enemy_turns));
        // Turns of both sides, two actions each; the arrow of a turn that is under way counts alone.
        let actions = if pending == 1 { 1 + 4 * enemy_turns } else { 2 + 4 * enemy_turns };
        return wins.then(|| Score::win_in(actions));
    }
    let own_turns = exactly(own, shooter)?;
    let loses = at_least(enemy, None, own_turns + pending);
    let actions = if pending == 1 { 3 + 4 * own_turns } else { 4 * own_turns };
    loses.then(|| Score::loss_in(actions))
}
