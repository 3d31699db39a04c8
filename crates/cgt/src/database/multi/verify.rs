//! Checking the entries of a database with several amazons against the moves of their positions, and the plain minimax that
//! both the builder and the check use.

use super::{DatabaseError, MultiDatabase};
use crate::{Amazons, ExactError, Partizan, Player, Unit, exact::AmazonsThermographs};
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
    ) -> Result<i32, ExactError> {
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
    /// Checks that a position's thermograph is that of its options, that the best moves are as good as any, and that its
    /// minimax values are those of plain search.
    pub fn check(
        &mut self,
        database: &MultiDatabase,
        position: &Amazons,
        budget: &mut NodeBudget,
    ) -> Result<(), DatabaseError> {
        let entry = database.probe(position)?;
        super::super::verify(position, &entry.walls, entry.best, |option| match database.probe(option) {
            Ok(entry) => Ok(entry.walls),
            // A sum of contested regions.
            Err(DatabaseError::Beyond(..)) => Ok(self.fast.walls(option, budget)?),
            Err(error) => Err(error),
        })?;
        for player in Player::BOTH {
            if let Some(minimax) = entry.minimax
                && minimax[player.index()] != self.minimax.value(position, player, &mut self.fast, budget)?
            {
                return Err(DatabaseError::Wrong(position.text(), "minimax value"));
            }
        }
        Ok(())
    }
}
