//! Checking what a database with several amazons says against the moves of its positions, and the plain minimax that both
//! the builder and the check use.

use super::{DatabaseError, Several};
use crate::{
    exact::{ExactError, fast::Fast},
    games::Amazons,
    meter::Meter,
    partizan::{Partizan, Player},
    thermograph::{Sketch, Unit, wall::value_at},
};
use std::collections::HashMap;

/// What is left when both play in turn to the end: the free moves of whoever can still move, Left's counted positive.
#[derive(Default)]
pub(super) struct Minimax(HashMap<(Amazons, Player), i32>);

impl Minimax {
    pub(super) fn value(
        &mut self,
        position: &Amazons,
        player: Player,
        fast: &mut Fast,
        meter: &mut Meter,
    ) -> Result<i32, ExactError> {
        let position = position.normal();
        if let Some(&known) = self.0.get(&(position, player)) {
            return Ok(known);
        }
        meter.step()?;
        let mut options = Vec::new();
        position.options(player, |option| options.push(option));
        let mut best = None;
        for option in &options {
            let value = self.value(option, player.other(), fast, meter)?;
            best = Some(match (best, player) {
                (None, _) => value,
                (Some(so_far), Player::Left) => value.max(so_far),
                (Some(so_far), Player::Right) => value.min(so_far),
            });
        }
        // Who cannot move leaves a whole number to the other.
        let value = match best {
            Some(best) => best,
            None => fast.of(&position, meter)?.mast.v / i32::ONE,
        };
        self.0.insert((position, player), value);
        Ok(value)
    }
}

/// Checks positions one by one; remembers the sums of fights that it had to compute.
#[derive(Default)]
pub struct Auditor {
    fast: Fast,
    minimax: Minimax,
}

impl Auditor {
    /// Checks that a position's thermograph is that of its options, that the best moves are as good as any, and that its
    /// minimax values are those of plain search.
    pub fn check(
        &mut self,
        database: &Several,
        position: &Amazons,
        meter: &mut Meter,
    ) -> Result<(), DatabaseError> {
        let entry = database.probe(position)?;
        let wrong = |what| DatabaseError::Wrong(position.text(), what);
        let mut sides = [Vec::new(), Vec::new()];
        for player in Player::BOTH {
            let mut options = Vec::new();
            position.options(player, |option| options.push(option));
            let wall = |sketch: &Sketch<i32>| match player {
                Player::Left => value_at(&sketch.right, entry.sketch.mast.t),
                Player::Right => -value_at(&sketch.left, entry.sketch.mast.t),
            };
            let best = entry.best[player.index()];
            let mut of_best = None;
            for option in &options {
                let sketch = self.sketch(database, option, meter)?;
                if best == Some(*option) {
                    of_best = Some(wall(&sketch));
                }
                sides[player.index()].push(sketch);
            }
            if sides[player.index()].iter().map(wall).max() != of_best {
                return Err(wrong("best move"));
            }
            if let Some(minimax) = entry.minimax
                && minimax[player.index()] != self.minimax.value(position, player, &mut self.fast, meter)?
            {
                return Err(wrong("minimax value"));
            }
        }
        let again = Sketch::from_options(sides[0].iter(), sides[1].iter()).map_err(ExactError::from)?;
        if again == entry.sketch { Ok(()) } else { Err(wrong("thermograph")) }
    }

    /// What the database says of a position, or, for a sum of fights, what the fast method does.
    fn sketch(
        &mut self,
        database: &Several,
        position: &Amazons,
        meter: &mut Meter,
    ) -> Result<Sketch<i32>, DatabaseError> {
        match database.probe(position) {
            Ok(entry) => Ok(entry.sketch),
            Err(DatabaseError::Beyond(..)) => Ok(self.fast.of(position, meter)?),
            Err(error) => Err(error),
        }
    }
}
