//! Thermographs: what a game is worth to either side when moving costs `t`, exactly, for all t from -1 upwards.
//!
//! [`Sketch`] is the working form in fixed-point units, [`Thermograph`] the exact one for people. Nothing here knows where
//! a game comes from.

mod svg;
pub(crate) mod wall;

use crate::dyadic::{Dyadic, OutOfRange};
use wall::{Mast, envelope, raise};
pub use wall::{Point, Unit};

/// Both walls of a thermograph in units, from t = -1 to where they become vertical for good, and the foot of the mast.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Sketch<S> {
    /// The wall of Left, who moves first: not rising.
    pub left: Vec<Point<S>>,
    /// The wall of Right: not falling.
    pub right: Vec<Point<S>>,
    /// The foot of the mast: temperature and mean.
    pub mast: Point<S>,
}

/// The temperature of whole numbers, where walls begin.
pub(crate) fn bottom<S: Unit>() -> S {
    -S::ONE
}

impl<S: Unit> Sketch<S> {
    /// A whole number: all mast. The number must fit into the units.
    pub fn whole(number: i64) -> Sketch<S> {
        let units = S::narrow(i128::from(number) << S::FRACTION);
        debug_assert!(units.is_some(), "{number} does not fit");
        let mast = Point { t: bottom(), v: units.unwrap_or(S::ZERO) };
        Sketch { left: vec![mast], right: vec![mast], mast }
    }

    /// The thermograph of a game from those of its options.
    pub fn from_options<'a>(
        left: impl Iterator<Item = &'a Sketch<S>>,
        right: impl Iterator<Item = &'a Sketch<S>>,
    ) -> Result<Sketch<S>, OutOfRange>
    where
        S: 'a,
    {
        let upper = combine::<S, true>(left.map(|s| &s.right[..]));
        let lower = combine::<S, false>(right.map(|s| &s.left[..]));
        Sketch::from_envelopes(upper.as_deref(), lower.as_deref())
    }

    /// The thermograph over the best walls of both sides' options; `None` stands for a side without options.
    pub fn from_envelopes(
        upper: Option<&[Point<S>]>,
        lower: Option<&[Point<S>]>,
    ) -> Result<Sketch<S>, OutOfRange> {
        let (upper, lower) = match (upper, lower) {
            (Some(upper), Some(lower)) => (upper, lower),
            // With no reply to fear, the rest is free moves: a whole number.
            (upper, lower) => {
                let value = match (upper, lower) {
                    (Some(upper), _) => (upper[0].v + S::ONE).max(S::ZERO),
                    (_, Some(lower)) => (lower[0].v - S::ONE).min(S::ZERO),
                    _ => S::ZERO,
                };
                let mast = Point { t: bottom(), v: value };
                return Ok(Sketch { left: vec![mast], right: vec![mast], mast });
            }
        };
        let (mut left, mut right) = (Vec::new(), Vec::new());
        match raise(upper, lower, &mut left, &mut right) {
            Mast::At(mast) => Ok(Sketch { left, right, mast }),
            Mast::TooFine => Err(OutOfRange),
        }
    }

    /// The thermograph of the negative game.
    pub fn negated(&self) -> Sketch<S> {
        let turn = |wall: &[Point<S>]| wall.iter().map(|p| Point { t: p.t, v: -p.v }).collect();
        Sketch {
            left: turn(&self.right),
            right: turn(&self.left),
            mast: Point { t: self.mast.t, v: -self.mast.v },
        }
    }

    /// The thermograph of the game plus a whole number.
    pub fn moved(&self, by: S) -> Sketch<S> {
        let shift = |wall: &[Point<S>]| wall.iter().map(|p| Point { t: p.t, v: p.v + by }).collect();
        Sketch {
            left: shift(&self.left),
            right: shift(&self.right),
            mast: Point { t: self.mast.t, v: self.mast.v + by },
        }
    }
}

fn combine<'a, S: Unit + 'a, const UPPER: bool>(
    walls: impl Iterator<Item = &'a [Point<S>]>,
) -> Option<Vec<Point<S>>> {
    let mut best: Option<Vec<Point<S>>> = None;
    let mut out = Vec::new();
    for wall in walls {
        best = Some(match best {
            None => wall.to_vec(),
            Some(mut so_far) => {
                envelope::<S, UPPER>(&so_far, wall, &mut out);
                std::mem::swap(&mut so_far, &mut out);
                so_far
            }
        });
    }
    best
}

/// A corner of a wall as people write it: value first, then temperature.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Corner {
    /// The value.
    pub value: Dyadic,
    /// The temperature.
    pub temperature: Dyadic,
}

/// A thermograph in exact numbers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Thermograph {
    left: Vec<Corner>,
    right: Vec<Corner>,
    foot: Corner,
}

impl Thermograph {
    /// The exact thermograph of a sketch.
    pub fn of<S: Unit>(sketch: &Sketch<S>) -> Result<Thermograph, OutOfRange> {
        let corner = |p: &Point<S>| {
            let number = |n: S| Dyadic::from_units(n.wide(), S::FRACTION);
            Ok(Corner { value: number(p.v)?, temperature: number(p.t)? })
        };
        let exact = |wall: &[Point<S>]| wall.iter().map(corner).collect::<Result<Vec<_>, OutOfRange>>();
        Ok(Thermograph {
            left: exact(&sketch.left)?,
            right: exact(&sketch.right)?,
            foot: corner(&sketch.mast)?,
        })
    }

    /// The corners of Left's wall, from t = -1 to where it becomes vertical for good.
    pub fn left_wall(&self) -> &[Corner] {
        &self.left
    }

    /// The corners of Right's wall, from t = -1 to where it becomes vertical for good.
    pub fn right_wall(&self) -> &[Corner] {
        &self.right
    }

    /// What the game is worth on average.
    pub fn mean(&self) -> Dyadic {
        self.foot.value
    }

    /// What a move is worth.
    pub fn temperature(&self) -> Dyadic {
        self.foot.temperature
    }

    /// The value of Left's wall at a temperature; below -1 that at -1.
    pub fn left_score(&self, t: Dyadic) -> Result<Dyadic, OutOfRange> {
        score(&self.left, t)
    }

    /// The value of Right's wall at a temperature.
    pub fn right_score(&self, t: Dyadic) -> Result<Dyadic, OutOfRange> {
        score(&self.right, t)
    }
}

fn score(wall: &[Corner], t: Dyadic) -> Result<Dyadic, OutOfRange> {
    for pair in wall.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        if t <= from.temperature {
            return Ok(from.value);
        }
        if t < to.temperature {
            let further = t.minus(from.temperature)?;
            return match from.value.cmp(&to.value) {
                std::cmp::Ordering::Less => from.value.plus(further),
                std::cmp::Ordering::Greater => from.value.minus(further),
                std::cmp::Ordering::Equal => Ok(from.value),
            };
        }
    }
    Ok(wall[wall.len() - 1].value)
}
