//! Powers of up and their sums, and tiny and miny games: infinitesimals for which CGSuite has names.

use super::{GameId, Games, Result};
use crate::Player;

/// Largest power of up that has a name.
pub(super) const MOST_POWERS: u32 = 20;

impl Games<'_> {
    /// `^[n]`, the sum of the first n powers of up: Left moves to `^[n-1]`, Right to `*`.
    pub(super) fn power_sum_of_up(&mut self, n: u32) -> Result<GameId> {
        let (mut game, star) = (self.integer(0)?, self.nimber(1)?);
        for _ in 0..n {
            game = self.game(&[game], &[star])?;
        }
        Ok(game)
    }

    /// `^<n>`, the n-th power of up.
    pub(super) fn power_of_up(&mut self, n: u32) -> Result<GameId> {
        let (all, rest) = (self.power_sum_of_up(n)?, self.power_sum_of_up(n.saturating_sub(1))?);
        self.difference(all, rest)
    }

    /// The tiny game `{0||0|-G}`.
    pub(super) fn tiny(&mut self, game: GameId) -> Result<GameId> {
        let (zero, minus) = (self.integer(0)?, self.negative(game)?);
        let threat = self.game(&[zero], &[minus])?;
        self.game(&[zero], &[threat])
    }

    /// The name of an infinitesimal that is a power of up or a sum of powers, with or without a star: `^[4]`, `v<2>*`.
    pub(super) fn uptimal_name(&mut self, game: GameId) -> Result<Option<String>> {
        // The game or its negative has Left options 0 or ^[n-1], and its depth bounds n.
        let most = self.depths[game.0 as usize].min(MOST_POWERS);
        let star = self.nimber(1)?;
        for n in 2..=most {
            for (game_of_n, [open, close]) in
                [(self.power_sum_of_up(n)?, ["[", "]"]), (self.power_of_up(n)?, ["<", ">"])]
            {
                for (plain, arrow) in [(game_of_n, "^"), (self.negative(game_of_n)?, "v")] {
                    if plain == game {
                        return Ok(Some(format!("{arrow}{open}{n}{close}")));
                    }
                    if self.sum(plain, star)? == game {
                        return Ok(Some(format!("{arrow}{open}{n}{close}*")));
                    }
                }
            }
        }
        Ok(None)
    }

    /// The game of which this one is the tiny (for Left) or the miny (for Right), plus a number: `{x||x|H}` and its negative.
    pub(super) fn tiny_threat(&mut self, game: GameId) -> Result<Option<(Player, GameId)>> {
        for player in Player::BOTH {
            let (own, other) = (self.options(game, player)?, self.options(game, player.other())?);
            let (&[number], &[threat]) = (&own[..], &other[..]) else { continue };
            let Some(x) = self.as_number(number) else { continue };
            let (back, carried) = (self.options(threat, player)?, self.options(threat, player.other())?);
            let ([back], &[carried]) = (&back[..], &carried[..]) else { continue };
            let (left_stop, right_stop) = self.stops(carried)?;
            let threatens = match player {
                Player::Left => left_stop < x,
                Player::Right => right_stop > x,
            };
            if *back == number && threatens {
                let size = match player {
                    Player::Left => self.difference(number, carried)?,
                    Player::Right => self.difference(carried, number)?,
                };
                return Ok(Some((player, size)));
            }
        }
        Ok(None)
    }
}
