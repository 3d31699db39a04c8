//! Canonical forms of local positions, part by part. Grows with the size of the forms; the arena's limit ends it.

use super::ExactError;
use crate::{
    meter::Meter,
    partizan::{Partizan, Player},
    short::{GameId, Games},
};
use std::collections::HashMap;

/// Values of all parts met so far, in an arena.
pub struct Values<P> {
    games: Games,
    known: HashMap<P, GameId>,
}

impl<P: Partizan> Values<P> {
    /// Values that live in this arena.
    pub fn new(games: Games) -> Self {
        Values { games, known: HashMap::new() }
    }

    /// The arena.
    pub fn games(&mut self) -> &mut Games {
        &mut self.games
    }

    /// The canonical form of a position.
    pub fn value(&mut self, position: &P, meter: &mut Meter) -> Result<GameId, ExactError> {
        let mut parts = Vec::new();
        position.parts(|part| parts.push(part.normal()));
        let mut total = self.games.whole(0)?;
        for part in parts {
            let value = self.part(&part, meter)?;
            total = self.games.sum(total, value)?;
        }
        Ok(total)
    }

    fn part(&mut self, part: &P, meter: &mut Meter) -> Result<GameId, ExactError> {
        if let Some(&known) = self.known.get(part) {
            return Ok(known);
        }
        meter.step()?;
        let mut sides = [Vec::new(), Vec::new()];
        for player in Player::BOTH {
            let mut options = Vec::new();
            part.options(player, |option| options.push(option));
            for option in options {
                let value = self.value(&option, meter)?;
                if !sides[player.index()].contains(&value) {
                    sides[player.index()].push(value);
                }
            }
        }
        let value = self.games.game(&sides[0], &sides[1])?;
        if let Some(negative) = part.swapped() {
            let minus = self.games.negative(value)?;
            self.known.insert(negative.normal(), minus);
        }
        self.known.insert(part.clone(), value);
        Ok(value)
    }
}
