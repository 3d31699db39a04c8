//! The value of a board on which one player is blocked, without a thermograph: the number of the other player's moves.
//!
//! Exact values of boards with much room are out of reach, yet games end on such boards when an amazon is blocked early. If
//! the other player can burn all squares, or all but one, while the blocked amazons stay blocked, that many moves are the
//! value. As many moves as squares never let the blocked player out, since each of its moves burns a square too; so if all
//! squares cannot be burnt that way, the value is less than their number.

use crate::{
    Amazons, Player,
    exact::amazons::{
        AmazonsThermographs,
        bits::{Region, flooded, grown},
    },
};

use std::collections::HashSet;

/// Positions searched before giving up.
const MAX_POSITIONS: usize = 200_000;

/// The value for Left, in moves, of a component in which `stuck` cannot move; `None` if counting does not decide it.
pub(super) fn blocked_value(component: &Amazons, stuck: Player) -> Option<i32> {
    let region = AmazonsThermographs::region(component)?;
    let (held, free) = match stuck {
        Player::Left => (region.left, region.right),
        Player::Right => (region.right, region.left),
    };
    let region = Region { left: free, right: held, ..region };
    if !is_blocked(&region) {
        return None;
    }
    let region = Region { empty: reachable(&region), ..region };
    let most = region.empty.count_ones();
    for spared in 0..=most.min(1) {
        if burns(region, spared, &mut HashSet::new())? {
            let moves = (most - spared) as i32;
            return Some(-stuck.sign() * moves);
        }
    }
    None
}

fn is_blocked(region: &Region) -> bool {
    grown(region.right) & region.empty == 0
}

fn reachable(region: &Region) -> u64 {
    flooded(region.left, region.left | region.empty) & region.empty
}

/// Can Left burn all squares but `spared` while Right stays blocked? `None` after too long a search.
fn burns(region: Region, spared: u32, seen: &mut HashSet<(Region, u32)>) -> Option<bool> {
    if region.empty.count_ones() <= spared {
        return Some(true);
    }
    if seen.len() >= MAX_POSITIONS {
        return None;
    }
    if !seen.insert((region, spared)) {
        return Some(false);
    }
    let mut answer = Some(false);
    let _ = region.moves(false, |after, _| {
        let kept = reachable(&after);
        let lost = (after.empty & !kept).count_ones();
        if lost > spared || !is_blocked(&after) {
            return Ok(());
        }
        match burns(Region { empty: kept, ..after }, spared - lost, seen) {
            Some(false) => Ok(()),
            other => {
                answer = other;
                Err(())
            }
        }
    });
    answer
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Partizan, Unit, sums::local_board};
    use search::{NodeBudget, Unlimited, random::generator};

    /// On small boards exact values tell; nearly all of them are plain.
    #[test]
    fn counting_agrees_with_exact_values() {
        let mut random = generator(5, &[3]);
        let mut values = AmazonsThermographs::default();
        let (mut stuck_boards, mut plain) = (0, 0);
        for nth in 0..6000 {
            let board = local_board(4, 3, 3 + nth % 5, &mut random);
            for stuck in Player::BOTH {
                let mut can_move = false;
                board.options(stuck, |_| can_move = true);
                if can_move {
                    assert_eq!(blocked_value(&board, stuck), None, "{}", board.text());
                    continue;
                }
                stuck_boards += 1;
                if let Some(value) = blocked_value(&board, stuck) {
                    let exact = values.walls(&board, &mut NodeBudget::new(&Unlimited)).unwrap().mast.v;
                    assert_eq!(value * i32::ONE, exact, "{}", board.text());
                    plain += 1;
                }
            }
        }
        assert!(stuck_boards > 300 && plain * 10 > stuck_boards * 8, "{plain} of {stuck_boards}");
    }

    /// Much room, for which a thermograph would take minutes.
    #[test]
    fn much_room_is_counted() {
        let board = Amazons::parse("xo...|oo...|.....|.....").unwrap();
        assert_eq!(blocked_value(&board, Player::Left), Some(-16));
        let beside = Amazons::parse("x#...|#o...|.....|.....").unwrap();
        assert_eq!(blocked_value(&beside, Player::Left), Some(-16));
    }
}
