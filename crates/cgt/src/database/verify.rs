//! Checking the entries of a database against the moves of their positions, and the plain minimax that both the builder and
//! the check use.

use super::{Database, DatabaseError};
use crate::{Amazons, ExactError, Partizan, Player, Result, Unit, Walls, exact::AmazonsThermographs};
use search::NodeBudget;
use std::collections::HashMap;

/// Scores of alternating play to the end: the free moves of the player who can still move, Left's counted positive.
#[derive(Default)]
pub(super) struct Minimax(HashMap<(Amazons, Player), i32>);

impl Minimax {
    pub(super) fn value(
        &mut self,
        position: &Amazons,
        player: Player,
        fast: &mut AmazonsThermographs,
        budget: &mut NodeBudget,
    ) -> Result<i32> {
        let position = position.normal();
        if let Some(&known) = self.0.get(&(position, player)) {
            return Ok(known);
        }
        budget.step()?;
        let mut best = None;
        for option in position.all_options(player) {
            best = best.max(Some(player.sign() * self.value(&option, player.other(), fast, budget)?));
        }
        // A player who cannot move leaves an integer to the other.
        let value = match best {
            Some(best) => player.sign() * best,
            None => fast.walls(&position, budget)?.mast.v / i32::ONE,
        };
        self.0.insert((position, player), value);
        Ok(value)
    }
}

/// Verifies positions one by one; remembers what it had to compute.
#[derive(Default)]
pub struct Verifier {
    fast: AmazonsThermographs,
    minimax: Minimax,
}

impl Verifier {
    /// Checks that a position's thermograph is that of its options, that the best moves are as good as any at its
    /// temperature, and that its minimax values are those of plain search.
    pub fn check(
        &mut self,
        database: &Database,
        position: &Amazons,
        budget: &mut NodeBudget,
    ) -> Result<(), DatabaseError> {
        let wrong = |what| Err(DatabaseError::Wrong(position.text(), what));
        let entry = database.probe(position)?;
        let t = entry.walls.mast.t;
        let mut sides = [Vec::new(), Vec::new()];
        for player in Player::BOTH {
            let side = &mut sides[player.index()];
            let mut best_score = None;
            for option in position.all_options(player) {
                budget.step().map_err(ExactError::from)?;
                let after = match database.walls(&option) {
                    Some(walls) => walls,
                    None if database.plan().is_duel() => return Err(database.foreign(&option)),
                    // A sum of contested regions.
                    None => self.fast.walls(&option, budget)?,
                };
                if entry.best[player.index()] == Some(option) {
                    best_score = Some(after.score_after(player, t));
                }
                side.push(after);
            }
            if side.iter().map(|after| after.score_after(player, t)).max() != best_score {
                return wrong("best move");
            }
            if let Some(minimax) = entry.minimax
                && minimax[player.index()] != self.minimax.value(position, player, &mut self.fast, budget)?
            {
                return wrong("minimax value");
            }
        }
        let again = Walls::from_options(sides[0].iter(), sides[1].iter()).map_err(ExactError::from)?;
        if again == entry.walls { Ok(()) } else { wrong("thermograph") }
    }
}
