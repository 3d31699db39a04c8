//! Walls: piecewise-linear functions of temperature with slopes 0 and ±1, from t = -1 upwards, constant after their last
//! point. Their envelopes, and where the scaffolds over two of them meet.

use crate::{Dyadic, OutOfRange};
use std::{
    cmp::Ordering,
    ops::{Add, Neg, Sub},
};

/// Fixed-point numbers that walls are made of: wide ones for any game, narrow ones for fast search.
pub trait Unit:
    Copy + Ord + Add<Output = Self> + Sub<Output = Self> + Neg<Output = Self> + std::hash::Hash + std::fmt::Debug
{
    /// One is two to this power.
    const FRACTION: u32;
    /// Zero.
    const ZERO: Self;
    /// One.
    const ONE: Self;
    /// Half of it, if that is exact.
    fn half(self) -> Option<Self>;
    /// The wide number with the same units.
    fn wide(self) -> i128;
    /// The number with the same units as a wide one, if it fits.
    fn narrow(wide: i128) -> Option<Self>;
    /// An exact number in units.
    fn from_number(number: Dyadic) -> Result<Self, OutOfRange> {
        number.in_units(Self::FRACTION).and_then(Self::narrow).ok_or(OutOfRange)
    }
}

impl Unit for i128 {
    const FRACTION: u32 = Dyadic::FINEST as u32;
    const ZERO: i128 = 0;
    const ONE: i128 = 1 << Self::FRACTION;
    fn half(self) -> Option<i128> {
        (self & 1 == 0).then_some(self >> 1)
    }
    fn wide(self) -> i128 {
        self
    }
    fn narrow(wide: i128) -> Option<i128> {
        Some(wide)
    }
}

impl Unit for i32 {
    const FRACTION: u32 = 20;
    const ZERO: i32 = 0;
    const ONE: i32 = 1 << Self::FRACTION;
    #[inline]
    fn half(self) -> Option<i32> {
        (self & 1 == 0).then_some(self >> 1)
    }
    fn wide(self) -> i128 {
        i128::from(self)
    }
    fn narrow(wide: i128) -> Option<i32> {
        // Two bits are kept free, so that sums of two numbers still fit.
        i32::try_from(wide).ok().filter(|n| n.unsigned_abs() < 1 << 30)
    }
}

/// A corner of a wall in units.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Point<S> {
    /// Temperature.
    pub t: S,
    /// Value.
    pub v: S,
}

/// A wall: its corners in order of temperature.
pub(crate) type Wall<S> = Vec<Point<S>>;

/// The wall of the negative game on the other side.
pub(crate) fn negated<S: Unit>(wall: &[Point<S>]) -> Wall<S> {
    wall.iter().map(|p| Point { t: p.t, v: -p.v }).collect()
}

/// The wall of the game plus a number.
pub(crate) fn shifted<S: Unit>(wall: &[Point<S>], by: S) -> Wall<S> {
    wall.iter().map(|p| Point { t: p.t, v: p.v + by }).collect()
}

/// The largest (`UPPER`) or smallest value of all walls at every temperature; `None` without walls.
pub(crate) fn widest<S: Unit, const UPPER: bool>(
    mut walls: impl Iterator<Item: AsRef<[Point<S>]>>,
) -> Option<Wall<S>> {
    let mut best = walls.next()?.as_ref().to_vec();
    let mut out = Wall::new();
    for wall in walls {
        envelope::<S, UPPER>(&best, wall.as_ref(), &mut out);
        std::mem::swap(&mut best, &mut out);
    }
    Some(best)
}

/// Adds a point; drops the corner before it if that lies on a straight line.
#[inline]
fn push<S: Unit>(out: &mut Vec<Point<S>>, point: Point<S>) {
    if let [.., a, b] = out[..] {
        if b.t == point.t {
            return;
        }
        let flat = a.v == b.v && b.v == point.v;
        let rising = a.v - a.t == b.v - b.t && b.v - b.t == point.v - point.t;
        let falling = a.v + a.t == b.v + b.t && b.v + b.t == point.v + point.t;
        if flat || rising || falling {
            out.pop();
        }
    } else if let [only] = out[..]
        && only.t == point.t
    {
        return;
    }
    out.push(point);
}

/// Drops the last points of a vertical wall, which say nothing.
fn trim<S: Unit>(out: &mut Vec<Point<S>>) {
    while let [.., a, b] = out[..] {
        if a.v != b.v {
            break;
        }
        out.pop();
    }
}

/// A walk along a wall, corner by corner.
struct Walk<'a, S> {
    wall: &'a [Point<S>],
    next: usize,
}

impl<'a, S: Unit> Walk<'a, S> {
    fn new(wall: &'a [Point<S>]) -> Self {
        Walk { wall, next: 1 }
    }

    /// The temperature of the next corner, if there is one.
    #[inline]
    fn corner(&self) -> Option<S> {
        self.wall.get(self.next).map(|p| p.t)
    }

    /// The value at a temperature between the last corner passed and the next one.
    #[inline]
    fn at(&self, t: S) -> S {
        let from = self.wall[self.next - 1];
        match self.wall.get(self.next) {
            None => from.v,
            Some(to) if to.v > from.v => from.v + (t - from.t),
            Some(to) if to.v < from.v => from.v - (t - from.t),
            Some(_) => from.v,
        }
    }

    #[inline]
    fn pass(&mut self, t: S) {
        if self.corner() == Some(t) {
            self.next += 1;
        }
    }
}

#[inline]
fn nearer<S: Ord>(a: Option<S>, b: Option<S>) -> Option<S> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

/// The value of a wall at a temperature at or above its first.
pub fn value_at<S: Unit>(wall: &[Point<S>], t: S) -> S {
    let mut walk = Walk::new(wall);
    while walk.corner().is_some_and(|corner| corner <= t) {
        walk.next += 1;
    }
    walk.at(t)
}

/// All corners of two walls: the temperature, and the values of both there. Walls are linear in between.
#[inline]
fn corners<S: Unit>(a: &[Point<S>], b: &[Point<S>]) -> impl Iterator<Item = (S, S, S)> {
    let (mut x, mut y) = (Walk::new(a), Walk::new(b));
    let mut next = Some(a[0].t);
    std::iter::from_fn(move || {
        let t = next?;
        let values = (t, x.at(t), y.at(t));
        x.pass(t);
        y.pass(t);
        next = nearer(x.corner(), y.corner());
        Some(values)
    })
}

/// Is `a` nowhere above `b`?
pub fn is_below<S: Unit>(a: &[Point<S>], b: &[Point<S>]) -> bool {
    corners(a, b).all(|(_, p, q)| p <= q)
}

/// The highest temperature up to which a reply refutes a move: `reply + t <= bound` (`UPPER`, a left wall after Right's
/// reply) or `reply - t >= bound` (a right wall after Left's reply) at all temperatures up to it. `None` if nowhere.
pub fn refuted_up_to<S: Unit, const UPPER: bool>(reply: &[Point<S>], bound: &[Point<S>]) -> Option<S> {
    // The room shrinks by one for each unit of temperature.
    corners(reply, bound)
        .map(|(t, a, b)| (t, if UPPER { b - (a + t) } else { (a - t) - b }))
        .take_while(|&(_, room)| room >= S::ZERO)
        .last()
        .map(|(t, room)| t + room)
}

/// The larger (`UPPER`) or smaller of two walls at every temperature, written to `out`.
pub fn envelope<S: Unit, const UPPER: bool>(a: &[Point<S>], b: &[Point<S>], out: &mut Vec<Point<S>>) {
    out.clear();
    let (mut here, mut p, mut q) = (a[0].t, a[0].v, b[0].v);
    for (t, p_next, q_next) in corners(a, b) {
        if (p > q && p_next < q_next) || (p < q && p_next > q_next) {
            // Slopes of one family differ by one, so the walls meet after as much temperature as they are apart.
            let gap = if p > q { p - q } else { q - p };
            let v = match p_next.cmp(&p) {
                Ordering::Greater => p + gap,
                Ordering::Less => p - gap,
                Ordering::Equal => p,
            };
            push(out, Point { t: here + gap, v });
        }
        push(out, Point { t, v: if UPPER { p_next.max(q_next) } else { p_next.min(q_next) } });
        (here, p, q) = (t, p_next, q_next);
    }
    trim(out);
}

/// The walls of a game over the scaffolds `upper(t) - t` and `lower(t) + t`, written to `left` and `right`.
///
/// `upper` is the largest Right wall of Left's options, `lower` the smallest Left wall of Right's.
pub fn raise<S: Unit>(
    upper: &[Point<S>],
    lower: &[Point<S>],
    left: &mut Vec<Point<S>>,
    right: &mut Vec<Point<S>>,
) -> Result<Point<S>, OutOfRange> {
    left.clear();
    right.clear();
    let bottom = upper[0].t;
    let (l, r) = (upper[0].v - bottom, lower[0].v + bottom);
    if l <= r {
        // Neither player wants to move: the simplest integer between the scaffolds.
        let value = if l > S::ZERO { l } else { r.min(S::ZERO) };
        let mast = Point { t: bottom, v: value };
        left.push(mast);
        right.push(mast);
        return Ok(mast);
    }
    left.push(Point { t: bottom, v: l });
    right.push(Point { t: bottom, v: r });
    let (mut x, mut y) = (Walk::new(upper), Walk::new(lower));
    let (mut here, mut gap) = (bottom, l - r);
    loop {
        let corner = nearer(x.corner(), y.corner());
        let gap_there = corner.map(|t| (x.at(t) - t) - (y.at(t) + t));
        let meets = match (corner, gap_there) {
            (Some(_), Some(there)) if there > S::ZERO => {
                gap = there;
                None
            }
            // The gap closes with slope one.
            (Some(t), Some(there)) if gap - there == t - here => Some(here + gap),
            // Both scaffolds lean with full slope, as they do above all corners.
            _ => Some(here + gap.half().ok_or(OutOfRange)?),
        };
        if let Some(t) = meets {
            let mast = Point { t, v: x.at(t) - t };
            push(left, mast);
            push(right, mast);
            trim(left);
            trim(right);
            return Ok(mast);
        }
        if let Some(t) = corner {
            push(left, Point { t, v: x.at(t) - t });
            push(right, Point { t, v: y.at(t) + t });
            here = t;
            x.pass(t);
            y.pass(t);
        }
    }
}
