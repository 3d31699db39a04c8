//! Canonical forms of local positions, part by part. The arena's limit ends what grows too large.

use crate::{GameId, Games, Partizan, Player, Result};
use search::{NodeBudget, NodeSource};
use std::collections::HashMap;

/// Canonical forms of all parts met so far, in an arena.
///
/// ```
/// use cgt::{Partizan, exact::Values, games::Clobber};
/// use search::{NodeBudget, Unlimited};
///
/// let mut values = Values::default();
/// let game = values.value(&Clobber::parse("xxo").unwrap(), &mut NodeBudget::new(&Unlimited)).unwrap();
/// assert_eq!(values.games().text(game).unwrap(), "^");
/// ```
pub struct Values<'b, P> {
    games: Games<'b>,
    known: HashMap<P, GameId>,
}

impl<P> Default for Values<'_, P> {
    fn default() -> Self {
        Values { games: Games::default(), known: HashMap::new() }
    }
}

impl<'b, P: Partizan> Values<'b, P> {
    /// An arena that stops when a source of nodes does.
    pub fn within(source: &'b (dyn NodeSource + 'b)) -> Self {
        Values { games: Games::within(source), known: HashMap::new() }
    }

    /// The arena that holds the values.
    pub fn games(&mut self) -> &mut Games<'b> {
        &mut self.games
    }

    /// The canonical form of a position.
    pub fn value(&mut self, position: &P, budget: &mut NodeBudget) -> Result<GameId> {
        let mut parts = Vec::new();
        position.parts(|part| parts.push(part.normal()));
        let mut total = self.games.integer(0)?;
        for part in parts {
            let value = self.part(&part, budget)?;
            total = self.games.sum(total, value)?;
        }
        Ok(total)
    }

    fn part(&mut self, part: &P, budget: &mut NodeBudget) -> Result<GameId> {
        if let Some(&known) = self.known.get(part) {
            return Ok(known);
        }
        budget.step()?;
        let mut sides = [Vec::new(), Vec::new()];
        for player in Player::BOTH {
            for option in part.all_options(player) {
                let value = self.value(&option, budget)?;
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
