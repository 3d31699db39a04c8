//! Games with names: nimbers, and multiples of up with a nimber.

use super::{GameId, Games, Result};
use crate::Dyadic;

impl Games<'_> {
    /// The nimber `*n`: both players may move to every smaller one.
    pub fn nimber(&mut self, n: u32) -> Result<GameId> {
        let mut game = self.integer(0)?;
        let mut smaller = Vec::new();
        for _ in 0..n {
            smaller.push(game);
            // This form is canonical: no option dominates another, and none is reversible.
            game = self.intern(smaller.clone(), smaller.clone())?;
        }
        Ok(game)
    }

    /// Up: the smallest positive game of day two, `{0|*}`.
    pub fn up(&mut self) -> Result<GameId> {
        let (zero, star) = (self.integer(0)?, self.nimber(1)?);
        self.game(&[zero], &[star])
    }

    /// The n of a nimber `*n`, if the game is one.
    pub(super) fn as_nimber(&mut self, game: GameId) -> Result<Option<u32>> {
        Ok(self.ups_and_stars(game)?.filter(|(ups, _)| *ups == 0).map(|(_, stars)| stars))
    }

    /// The name of an infinitesimal such as `^`, `v*`, `*2`, `^3*`, if it has one.
    pub(super) fn infinitesimal_name(&mut self, game: GameId) -> Result<Option<String>> {
        Ok(self.ups_and_stars(game)?.map(|(ups, stars)| name(ups, stars)))
    }

    /// The multiple of up and the nimber of which a game is the sum, if it is one, read off its canonical form.
    pub(super) fn ups_and_stars(&mut self, game: GameId) -> Result<Option<(i64, u32)>> {
        if let Some(number) = self.as_number(game) {
            return Ok((number == Dyadic::ZERO).then_some((0, 0)));
        }
        if let Some(&known) = self.names.get(&game) {
            return Ok(known);
        }
        self.step()?;
        let (zero, star) = (self.integer(0)?, self.nimber(1)?);
        let (left, right) = (self.left(game)?, self.right(game)?);
        let is_up_star = |own: &[GameId], other: &[GameId]| {
            own.len() == 2 && own.contains(&zero) && own.contains(&star) && other == [zero]
        };
        let name = if left == right {
            self.nim_value(&left)?.map(|stars| (0, stars))
        } else if is_up_star(&left, &right) {
            Some((1, 1))
        } else if is_up_star(&right, &left) {
            Some((-1, 1))
        } else {
            // Otherwise n ups and *m are {0 | n-1 ups and *(m xor 1)}.
            match (&left[..], &right[..]) {
                (&[own], &[less]) if own == zero => {
                    self.ups_and_stars(less)?.filter(|n| n.0 >= 0).map(|(ups, stars)| (ups + 1, stars ^ 1))
                }
                (&[more], &[own]) if own == zero => {
                    self.ups_and_stars(more)?.filter(|n| n.0 <= 0).map(|(ups, stars)| (ups - 1, stars ^ 1))
                }
                _ => None,
            }
        };
        self.names.insert(game, name);
        Ok(name)
    }

    /// The nimber with these options for both players, if they are all smaller ones.
    fn nim_value(&mut self, options: &[GameId]) -> Result<Option<u32>> {
        let mut stars = Vec::with_capacity(options.len());
        for &option in options {
            match self.ups_and_stars(option)? {
                Some((0, n)) => stars.push(n),
                _ => return Ok(None),
            }
        }
        stars.sort_unstable();
        Ok(stars.iter().copied().eq(0..options.len() as u32).then_some(options.len() as u32))
    }
}

/// How a multiple of up and a nimber are written together.
fn name(ups: i64, stars: u32) -> String {
    let arrow = if ups < 0 { "v" } else { "^" };
    let ups = match ups.unsigned_abs() {
        n @ 0..=3 => arrow.repeat(n as usize),
        n => format!("{arrow}{n}"),
    };
    match stars {
        0 => ups,
        1 => format!("{ups}*"),
        n => format!("{ups}*{n}"),
    }
}
