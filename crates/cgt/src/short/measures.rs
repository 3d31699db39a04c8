//! What can be measured of a game: stops, birthday, number of positions, thermograph.

use super::{GameId, Games, ValueError};
use crate::{
    dyadic::Dyadic,
    thermograph::{Sketch, Thermograph},
};
use std::{
    collections::{HashMap, HashSet},
    rc::Rc,
};

impl Games {
    /// Where the game stops when Left begins and both play until it is a number.
    pub fn left_stop(&mut self, game: GameId) -> Result<Dyadic, ValueError> {
        Ok(self.stops(game)?.0)
    }

    /// Where the game stops when Right begins.
    pub fn right_stop(&mut self, game: GameId) -> Result<Dyadic, ValueError> {
        Ok(self.stops(game)?.1)
    }

    fn stops(&mut self, game: GameId) -> Result<(Dyadic, Dyadic), ValueError> {
        if let Some(number) = self.as_number(game) {
            return Ok((number, number));
        }
        if let Some(&stops) = self.stops.get(&game) {
            return Ok(stops);
        }
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

    /// On which day the game is born: the depth of its canonical form.
    pub fn birthday(&mut self, game: GameId) -> Result<u64, ValueError> {
        self.birthday_of(game, &mut HashMap::new())
    }

    fn birthday_of(&mut self, game: GameId, known: &mut HashMap<GameId, u64>) -> Result<u64, ValueError> {
        if let Some(number) = self.as_number(game) {
            let size = number.magnitude();
            let day = size.floor() as u64;
            return Ok(if size.is_whole() { day } else { day + 1 + u64::from(size.exponent()) });
        }
        if let Some(&day) = known.get(&game) {
            return Ok(day);
        }
        let mut day = 0;
        for option in [self.left(game)?, self.right(game)?].concat() {
            day = day.max(1 + self.birthday_of(option, known)?);
        }
        known.insert(game, day);
        Ok(day)
    }

    /// How many distinct canonical forms occur in the game, itself included; the inside of numbers is not counted.
    pub fn followers(&mut self, game: GameId) -> Result<usize, ValueError> {
        let mut seen = HashSet::from([game]);
        let mut open = vec![game];
        while let Some(next) = open.pop() {
            if self.as_number(next).is_none() {
                for option in [self.left(next)?, self.right(next)?].concat() {
                    if seen.insert(option) {
                        open.push(option);
                    }
                }
            }
        }
        Ok(seen.len())
    }

    /// The thermograph down to temperature -1.
    pub fn thermograph(&mut self, game: GameId) -> Result<Thermograph, ValueError> {
        let sketch = self.sketch(game)?;
        Ok(Thermograph::of(&sketch)?)
    }

    fn sketch(&mut self, game: GameId) -> Result<Rc<Sketch<i128>>, ValueError> {
        if let Some(found) = self.sketches.get(&game) {
            return Ok(Rc::clone(found));
        }
        let sketch = if let Some(whole) = self.as_whole(game) {
            Sketch::whole(whole)
        } else {
            let mut sides = [Vec::new(), Vec::new()];
            for (side, options) in [self.left(game)?, self.right(game)?].into_iter().enumerate() {
                for option in options {
                    sides[side].push(self.sketch(option)?);
                }
            }
            Sketch::from_options(sides[0].iter().map(Rc::as_ref), sides[1].iter().map(Rc::as_ref))?
        };
        let sketch = Rc::new(sketch);
        self.sketches.insert(game, Rc::clone(&sketch));
        Ok(sketch)
    }

    /// Mean and temperature.
    pub fn mean_and_temperature(&mut self, game: GameId) -> Result<(Dyadic, Dyadic), ValueError> {
        let graph = self.thermograph(game)?;
        Ok((graph.mean(), graph.temperature()))
    }
}
