//! Mean and temperature search (MTS): bounds of means and temperatures that close in on the answer, one position at a time.
//!
//! The text asks that positions which are not hot be recognised, and keeps bounds of mean and temperature alone. Here a
//! position that was not looked at yet stands between two whole numbers, so every bound is the thermograph of a real game
//! and nothing has to be recognised but what is settled. With a checker (section 6.1 of Zhang 2015) TDS+ tells which
//! positions are not hot, and these count as their means; then bounds hold from temperature 0 upwards only.

use crate::{
    dyadic::{Dyadic, OutOfRange},
    graph::Place,
    meter::{Meter, Stopped},
    partizan::{Partizan, Player},
    temperature::{Check, TemperatureError, TemperatureSearch},
    thermograph::{
        Point, Sketch, Unit,
        wall::{envelope, value_at},
    },
};
use std::{collections::HashMap, rc::Rc};
use thiserror::Error;

/// How positions are recognised that need no further search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Recognise {
    /// Only those in which nothing is left but counting.
    Settled,
    /// Also all that TDS+ finds not to be hot.
    Checked,
}

/// What a search has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bounded {
    /// Least and largest mean.
    pub mean: [Dyadic; 2],
    /// Least and largest temperature.
    pub temperature: [Dyadic; 2],
    /// Are both known exactly?
    pub exact: bool,
    /// Positions whose moves were looked at.
    pub expanded: usize,
}

/// Why there is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum MeanError {
    /// A number finer or larger than the search can hold.
    #[error(transparent)]
    OutOfRange(#[from] OutOfRange),
    /// The checker cannot look at such a game.
    #[error(transparent)]
    Temperature(#[from] TemperatureError),
    /// The budget ran out before anything was known.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

type Wall = Vec<Point<i32>>;
type Side = [Point<i32>];

/// What is known of a node.
struct Known {
    /// Thermographs that are nowhere above and nowhere below the true one.
    bounds: [Rc<Sketch<i32>>; 2],
    /// Where the mast stands at the lowest and at the highest.
    masts: [Point<i32>; 2],
    /// The moves, once they were looked at.
    moves: Option<[Rc<[Place]>; 2]>,
    /// Is nothing left to find out?
    closed: bool,
}

const LOW: usize = 0;
const HIGH: usize = 1;

/// Mean and temperature searches on the graph of a temperature search, which is also the checker.
pub struct MeanSearch<'a, P> {
    checker: TemperatureSearch<'a, P>,
    recognise: Recognise,
    known: HashMap<u32, Known>,
    expanded: usize,
}

impl<'a, P: Partizan> MeanSearch<'a, P> {
    /// A search that knows nothing yet.
    pub fn new(checker: TemperatureSearch<'a, P>, recognise: Recognise) -> Self {
        MeanSearch { checker, recognise, known: HashMap::new(), expanded: 0 }
    }

    /// Mean and temperature of a position, or their bounds when the budget ends.
    pub fn run(&mut self, position: &P, meter: &mut Meter) -> Result<Bounded, MeanError> {
        let place = self.checker.graph().place(position);
        let before = self.expanded;
        let exact = match self.close(place.node, meter) {
            Ok(()) => true,
            Err(MeanError::Stopped(_)) if self.known.contains_key(&place.node) => false,
            Err(error) => return Err(error),
        };
        let known = &self.known[&place.node];
        let number = |units: i32| Dyadic::from_units(i128::from(units), i32::FRACTION);
        let offset = Dyadic::whole(i64::from(place.offset));
        let mut mean = [number(known.bounds[LOW].mast.v)?, number(known.bounds[HIGH].mast.v)?];
        if exact {
            mean = [number(known.masts[LOW].v)?; 2];
        }
        Ok(Bounded {
            mean: [mean[0].plus(offset)?, mean[1].plus(offset)?],
            temperature: [number(known.masts[LOW].t)?, number(known.masts[HIGH].t)?],
            exact,
            expanded: self.expanded - before,
        })
    }

    /// Runs from the root down until its mast is known.
    fn close(&mut self, node: u32, meter: &mut Meter) -> Result<(), MeanError> {
        self.open(node, meter)?;
        while !self.known[&node].closed {
            let t = self.known[&node].masts[LOW].t;
            self.improve(node, t, Player::Left, meter)?;
        }
        Ok(())
    }

    /// Gives a new node its first bounds.
    fn open(&mut self, node: u32, meter: &mut Meter) -> Result<(), MeanError> {
        if self.known.contains_key(&node) {
            return Ok(());
        }
        let settled = |v: i32, t: i32| {
            let mast = Point { t, v };
            let foot = Point { t: -i32::ONE, v };
            let sketch = Rc::new(Sketch { left: vec![foot], right: vec![foot], mast: foot });
            Known {
                bounds: [Rc::clone(&sketch), sketch],
                masts: [mast; 2],
                moves: Some([Rc::from([]), Rc::from([])]),
                closed: true,
            }
        };
        if node == 0 {
            self.known.insert(0, settled(0, -i32::ONE));
            return Ok(());
        }
        if self.recognise == Recognise::Checked {
            let check = self.checker.check(node, Dyadic::ZERO, meter)?.ok_or(Stopped)?;
            if let Check::Not { mean, temperature } = check {
                let units = |n: Dyadic| n.in_units(i32::FRACTION).and_then(i32::narrow).ok_or(OutOfRange);
                self.known.insert(node, settled(units(mean)?, units(temperature)?));
                return Ok(());
            }
        }
        // Whoever makes every move that there can be wins so many of them.
        let most = i64::from(self.checker.graph().longest(node));
        i32::narrow(i128::from(most + 1) << i32::FRACTION).ok_or(OutOfRange)?;
        let bounds = [-most, most].map(|n| Rc::new(Sketch::whole(n)));
        let least = if self.recognise == Recognise::Checked { 0 } else { -i32::ONE };
        let masts = [least, most as i32 * i32::ONE].map(|t| Point { t, v: 0 });
        self.known.insert(node, Known { bounds, masts, moves: None, closed: false });
        Ok(())
    }

    /// Finds out more about a node where moving costs `t`; `first` is the player whose moves are of interest.
    fn improve(&mut self, node: u32, t: i32, first: Player, meter: &mut Meter) -> Result<(), MeanError> {
        meter.step()?;
        let known = &self.known[&node];
        let Some(moves) = known.moves.clone() else {
            self.expand(node, meter)?;
            return self.update(node);
        };
        // Above its mast a position is worth its mean, which the moves at the mast decide.
        let t = if known.masts[HIGH].t <= t { known.masts[LOW].t } else { t };
        for player in [first, first.other()] {
            if let Some(open) = self.doubtful(&moves[player.index()], player, t) {
                self.improve(open, t, player.other(), meter)?;
                break;
            }
        }
        self.update(node)
    }

    /// The move that might be a player's best where moving costs `t`, if its worth is still in doubt.
    fn doubtful(&self, moves: &[Place], player: Player, t: i32) -> Option<u32> {
        // What a move is sure of and what it may reach at best, both as its player sees them.
        let worth = |place: &Place, hope: bool| {
            let high = hope == (player == Player::Left);
            let sketch = &self.known[&place.node].bounds[usize::from(high)];
            let offset = place.offset * i32::ONE;
            match player {
                Player::Left => value_at(&sketch.right, t) + offset,
                Player::Right => -(value_at(&sketch.left, t) + offset),
            }
        };
        let sure = moves.iter().map(|place| worth(place, false)).max()?;
        let most = moves.iter().max_by_key(|place| worth(place, true))?;
        (worth(most, true) > sure).then_some(most.node)
    }

    fn expand(&mut self, node: u32, meter: &mut Meter) -> Result<(), MeanError> {
        let moves = Player::BOTH.map(|player| self.checker.graph().moves(node, player));
        for place in moves.iter().flat_map(|side| side.iter()) {
            self.open(place.node, meter)?;
        }
        self.expanded += 1;
        if let Some(known) = self.known.get_mut(&node) {
            known.moves = Some(moves);
        }
        Ok(())
    }

    /// Computes the bounds of a node from those of its moves.
    fn update(&mut self, node: u32) -> Result<(), MeanError> {
        let Some(moves) = self.known[&node].moves.clone() else { return Ok(()) };
        let upper = [LOW, HIGH].map(|which| self.best::<true>(&moves[0], which));
        let lower = [LOW, HIGH].map(|which| self.best::<false>(&moves[1], which));
        let pair = |u: usize, l: usize| (upper[u].as_deref(), lower[l].as_deref());
        let low = self.sketch(pair(LOW, LOW), LOW)?;
        let high = self.sketch(pair(HIGH, HIGH), HIGH)?;
        // Good moves of both players make a game hot, bad ones make it cold.
        let coldest = self.sketch(pair(LOW, HIGH), LOW)?.mast;
        let hottest = self.sketch(pair(HIGH, LOW), LOW)?.mast;
        let Some(known) = self.known.get_mut(&node) else { return Ok(()) };
        known.closed = coldest == hottest;
        known.masts = [coldest, hottest];
        known.bounds = [Rc::new(low), Rc::new(high)];
        Ok(())
    }

    /// The best of a side's walls, by one of the bounds.
    fn best<const UPPER: bool>(&self, moves: &[Place], which: usize) -> Option<Wall> {
        let mut best: Option<Wall> = None;
        let mut out = Wall::new();
        for place in moves {
            let sketch = &self.known[&place.node].bounds[which];
            let wall = if UPPER { &sketch.right } else { &sketch.left };
            let by = place.offset * i32::ONE;
            let wall: Wall = wall.iter().map(|p| Point { t: p.t, v: p.v + by }).collect();
            best = Some(match best {
                None => wall,
                Some(mut so_far) => {
                    envelope::<i32, UPPER>(&so_far, &wall, &mut out);
                    std::mem::swap(&mut so_far, &mut out);
                    so_far
                }
            });
        }
        best
    }

    /// The thermograph over two walls. Where a checker has told that the game is hot, walls that do not cross above 0 are
    /// only bounds, and the mean lies beyond the one that it is bounded by.
    fn sketch(
        &self,
        (upper, lower): (Option<&Side>, Option<&Side>),
        which: usize,
    ) -> Result<Sketch<i32>, OutOfRange> {
        if let (Recognise::Checked, Some(upper), Some(lower)) = (self.recognise, upper, lower) {
            let (left, right) = (value_at(upper, 0), value_at(lower, 0));
            if left <= right {
                let foot = Point { t: 0, v: if which == LOW { right } else { left } };
                let start = Point { t: -i32::ONE, ..foot };
                return Ok(Sketch { left: vec![start], right: vec![start], mast: foot });
            }
        }
        Sketch::from_envelopes(upper, lower)
    }
}
