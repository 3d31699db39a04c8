//! The reduced canonical form: what is left of a game when infinitesimals do not count (Grossman and Siegel 2009).
//!
//! Two games are equal up to an infinitesimal exactly when their reduced canonical forms are the same game.

use super::{GameId, Games, Result};
use crate::{Dyadic, Player};
use std::collections::HashMap;

impl Games<'_> {
    /// The reduced canonical form.
    ///
    /// ```
    /// let mut games = cgt::Games::default();
    /// let game = games.parse("{3||2*|1*} + ^").unwrap();
    /// let reduced = games.reduced(game).unwrap();
    /// assert_eq!(games.text(reduced).unwrap(), "{3|{2|1}}");
    /// ```
    pub fn reduced(&mut self, game: GameId) -> Result<GameId> {
        self.reduced_known(game, &mut HashMap::new())
    }

    fn reduced_known(&mut self, game: GameId, known: &mut HashMap<GameId, GameId>) -> Result<GameId> {
        let (left_stop, right_stop) = self.stops(game)?;
        if left_stop == right_stop {
            return self.number(left_stop);
        }
        if let Some(&found) = known.get(&game) {
            return Ok(found);
        }
        self.step()?;
        let mut sides = [Vec::new(), Vec::new()];
        for player in Player::BOTH {
            let mut open = Vec::new();
            for option in self.options(game, player)? {
                open.push(self.reduced_known(option, known)?);
            }
            let options = self.without_reversible(game, open, player)?;
            sides[player.index()] = self.without_worse(options, player)?;
        }
        // Nothing is dominated or reversible up to infinitesimals, so the form is canonical as it stands.
        let reduced = self.game(&sides[0], &sides[1])?;
        known.insert(game, reduced);
        Ok(reduced)
    }

    /// Is `a` at least as good as `b` for this player, up to an infinitesimal?
    fn is_nearly_as_good(&mut self, a: GameId, b: GameId, player: Player) -> Result<bool> {
        let difference = self.difference(a, b)?;
        let (left_stop, right_stop) = self.stops(difference)?;
        Ok(match player {
            Player::Left => right_stop >= Dyadic::ZERO,
            Player::Right => left_stop <= Dyadic::ZERO,
        })
    }

    /// Bypasses options whose replies give away, up to an infinitesimal, as much as they gain.
    fn without_reversible(
        &mut self,
        game: GameId,
        mut open: Vec<GameId>,
        player: Player,
    ) -> Result<Vec<GameId>> {
        let mut kept = Vec::new();
        'options: while let Some(option) = open.pop() {
            for reply in self.options(option, player.other())? {
                if self.is_nearly_as_good(reply, game, player.other())? {
                    open.extend(self.options(reply, player)?);
                    continue 'options;
                }
            }
            if !kept.contains(&option) {
                kept.push(option);
            }
        }
        Ok(kept)
    }

    /// The options that no other option beats up to an infinitesimal.
    fn without_worse(&mut self, options: Vec<GameId>, player: Player) -> Result<Vec<GameId>> {
        let mut kept: Vec<GameId> = Vec::new();
        'options: for option in options {
            let mut still = Vec::new();
            for &other in &kept {
                if self.is_nearly_as_good(other, option, player)? {
                    continue 'options;
                }
                if !self.is_nearly_as_good(option, other, player)? {
                    still.push(other);
                }
            }
            still.push(option);
            kept = still;
        }
        Ok(kept)
    }
}
