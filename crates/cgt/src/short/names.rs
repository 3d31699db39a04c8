//! Games with names: nimbers and ups.

use super::{GameId, Games, Result};
use std::fmt::Write;

/// The largest multiples of up and nimbers that are printed by name.
const NAMED_UPS: i64 = 9;
const NAMED_NIMBERS: u32 = 8;

impl Games {
    /// The nimber `*n`.
    pub fn nimber(&mut self, n: u32) -> Result<GameId> {
        let mut smaller = Vec::new();
        for _ in 0..=n {
            let next = self.game(&smaller, &smaller)?;
            smaller.push(next);
        }
        Ok(smaller[n as usize])
    }

    /// Up: the smallest positive game of day two, `{0|*}`.
    pub fn up(&mut self) -> Result<GameId> {
        let (zero, star) = (self.integer(0)?, self.nimber(1)?);
        self.game(&[zero], &[star])
    }

    /// The name of an infinitesimal such as `^`, `v*`, `*2`, `^3*`, if it has one.
    pub(super) fn infinitesimal_name(&mut self, game: GameId) -> Result<Option<String>> {
        if self.names.is_empty() {
            self.fill_names()?;
        }
        Ok(self.names.get(&game).cloned())
    }

    fn fill_names(&mut self) -> Result<()> {
        let up = self.up()?;
        for ups in -NAMED_UPS..=NAMED_UPS {
            let body = self.multiple(up, ups)?;
            for stars in 0..=NAMED_NIMBERS {
                let star = self.nimber(stars)?;
                let game = self.sum(body, star)?;
                if self.as_number(game).is_none() {
                    self.names.insert(game, name(ups, stars));
                }
            }
        }
        Ok(())
    }
}

/// How a multiple of up and a nimber are written together.
fn name(ups: i64, stars: u32) -> String {
    let arrow = if ups < 0 { "v" } else { "^" };
    let mut text = match ups.unsigned_abs() {
        n @ 0..=3 => arrow.repeat(n as usize),
        n => format!("{arrow}{n}"),
    };
    match stars {
        0 => {}
        1 => text.push('*'),
        n => {
            let _ = write!(text, "*{n}");
        }
    }
    text
}
