//! Thermographs: what a game is worth to either player when each move costs `t`, exactly, for all t from -1 upwards.
//!
//! [`Walls`] is the fixed-point form that searches compute with, [`Thermograph`] the exact one for people.

mod svg;
pub(crate) mod wall;

use crate::{Dyadic, OutOfRange, Player};
pub use wall::{Point, Unit};
use wall::{negated, raise, shifted, value_at, widest};

/// Both walls of a thermograph in units, from t = -1 to where they become vertical for good, and the foot of the mast.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Walls<S> {
    /// The left wall, which never rises with the temperature.
    pub left: Vec<Point<S>>,
    /// The right wall, which never falls.
    pub right: Vec<Point<S>>,
    /// The foot of the mast: temperature and mean.
    pub mast: Point<S>,
}

impl<S: Unit> Walls<S> {
    /// Walls that are vertical from this point on.
    pub(crate) fn mast_only(mast: Point<S>) -> Walls<S> {
        Walls { left: vec![mast], right: vec![mast], mast }
    }

    /// An integer, which must fit into the units: all mast.
    pub fn integer(number: i64) -> Walls<S> {
        let units = S::narrow(i128::from(number) << S::FRACTION);
        debug_assert!(units.is_some(), "{number} does not fit");
        Walls::mast_only(Point { t: -S::ONE, v: units.unwrap_or(S::ZERO) })
    }

    /// The thermograph of a game from those of its options.
    pub fn from_options<'a>(
        left: impl Iterator<Item = &'a Walls<S>>,
        right: impl Iterator<Item = &'a Walls<S>>,
    ) -> Result<Walls<S>, OutOfRange>
    where
        S: 'a,
    {
        let upper = widest::<S, true>(left.map(|walls| &walls.right[..]));
        let lower = widest::<S, false>(right.map(|walls| &walls.left[..]));
        Walls::from_envelopes(upper.as_deref(), lower.as_deref())
    }

    /// The thermograph over the best walls of both players' options; `None` for a player without options.
    pub fn from_envelopes(
        upper: Option<&[Point<S>]>,
        lower: Option<&[Point<S>]>,
    ) -> Result<Walls<S>, OutOfRange> {
        let v = match (upper, lower) {
            (Some(upper), Some(lower)) => {
                let (mut left, mut right) = (Vec::new(), Vec::new());
                let mast = raise(upper, lower, &mut left, &mut right)?;
                return Ok(Walls { left, right, mast });
            }
            // If one player has no moves, the others are free: an integer.
            (Some(upper), None) => (upper[0].v + S::ONE).max(S::ZERO),
            (None, Some(lower)) => (lower[0].v - S::ONE).min(S::ZERO),
            (None, None) => S::ZERO,
        };
        Ok(Walls::mast_only(Point { t: -S::ONE, v }))
    }

    /// The thermograph of the negative game.
    pub fn negated(&self) -> Walls<S> {
        let mast = Point { t: self.mast.t, v: -self.mast.v };
        Walls { left: negated(&self.right), right: negated(&self.left), mast }
    }

    /// The thermograph of the game plus an integer.
    pub fn shifted(&self, by: S) -> Walls<S> {
        let mast = Point { t: self.mast.t, v: self.mast.v + by };
        Walls { left: shifted(&self.left, by), right: shifted(&self.right, by), mast }
    }

    /// The score at temperature `t`, for the player who has just moved here.
    pub(crate) fn score_after(&self, player: Player, t: S) -> S {
        match player {
            Player::Left => value_at(&self.right, t),
            Player::Right => -value_at(&self.left, t),
        }
    }
}

/// A corner of a wall.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Corner {
    /// The value.
    pub value: Dyadic,
    /// The temperature.
    pub temperature: Dyadic,
}

/// A thermograph in exact numbers.
///
/// ```
/// use cgt::{Dyadic, Games};
///
/// let mut games = Games::default();
/// let game = games.parse("{4|{2|-1}}").unwrap();
/// let graph = games.thermograph(game).unwrap();
/// assert_eq!((graph.mean().to_string(), graph.temperature().to_string()), ("9/4".into(), "7/4".into()));
/// // At temperature -1 a move earns one, so Left's wall begins at 5.
/// assert_eq!(graph.left_wall()[0].value, Dyadic::integer(5));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Thermograph {
    left: Vec<Corner>,
    right: Vec<Corner>,
    foot: Corner,
}

impl Thermograph {
    /// The exact form of fixed-point walls.
    pub fn from_walls<S: Unit>(walls: &Walls<S>) -> Result<Thermograph, OutOfRange> {
        let corner = |p: &Point<S>| {
            let number = |n: S| Dyadic::from_units(n.wide(), S::FRACTION);
            Ok(Corner { value: number(p.v)?, temperature: number(p.t)? })
        };
        let exact = |wall: &[Point<S>]| wall.iter().map(corner).collect::<Result<Vec<_>, OutOfRange>>();
        Ok(Thermograph { left: exact(&walls.left)?, right: exact(&walls.right)?, foot: corner(&walls.mast)? })
    }

    /// The corners of the left wall, from t = -1 to where it becomes vertical for good.
    pub fn left_wall(&self) -> &[Corner] {
        &self.left
    }

    /// The corners of the right wall, from t = -1 to where it becomes vertical for good.
    pub fn right_wall(&self) -> &[Corner] {
        &self.right
    }

    /// The mean value of the game.
    pub fn mean(&self) -> Dyadic {
        self.foot.value
    }

    /// The temperature of the game.
    pub fn temperature(&self) -> Dyadic {
        self.foot.temperature
    }
}
