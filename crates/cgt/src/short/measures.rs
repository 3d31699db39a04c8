//! Stops and thermograph of a game.

use super::{GameId, Games, Result};
use crate::{Dyadic, Thermograph, Walls};
use std::rc::Rc;

impl Games<'_> {
    /// The Left and the Right stop: the numbers that play reaches when that player moves first.
    pub fn stops(&mut self, game: GameId) -> Result<(Dyadic, Dyadic)> {
        if let Some(number) = self.as_number(game) {
            return Ok((number, number));
        }
        if let Some(&stops) = self.stops.get(&game) {
            return Ok(stops);
        }
        self.step()?;
        let (mut most, mut least) = (None, None);
        for option in self.left(game)? {
            most = most.max(Some(self.stops(option)?.1));
        }
        for option in self.right(game)? {
            let stop = self.stops(option)?.0;
            least = Some(least.map_or(stop, |known: Dyadic| known.min(stop)));
        }
        // A canonical form that is no number has options on both sides.
        let stops = (most.unwrap_or(Dyadic::ZERO), least.unwrap_or(Dyadic::ZERO));
        self.stops.insert(game, stops);
        Ok(stops)
    }

    /// The thermograph down to temperature -1.
    pub fn thermograph(&mut self, game: GameId) -> Result<Thermograph> {
        let walls = self.walls(game)?;
        Ok(Thermograph::from_walls(&walls)?)
    }

    fn walls(&mut self, game: GameId) -> Result<Rc<Walls<i128>>> {
        if let Some(found) = self.thermographs.get(&game) {
            return Ok(Rc::clone(found));
        }
        self.step()?;
        let walls = if let Some(whole) = self.as_integer(game) {
            Walls::integer(whole)
        } else {
            let mut sides = [Vec::new(), Vec::new()];
            for (side, options) in [self.left(game)?, self.right(game)?].into_iter().enumerate() {
                for option in options {
                    sides[side].push(self.walls(option)?);
                }
            }
            Walls::from_options(sides[0].iter().map(Rc::as_ref), sides[1].iter().map(Rc::as_ref))?
        };
        let walls = Rc::new(walls);
        self.thermographs.insert(game, Rc::clone(&walls));
        Ok(walls)
    }

    /// Mean and temperature.
    pub fn mean_and_temperature(&mut self, game: GameId) -> Result<(Dyadic, Dyadic)> {
        let graph = self.thermograph(game)?;
        Ok((graph.mean(), graph.temperature()))
    }
}
