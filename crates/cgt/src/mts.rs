//! Mean and temperature search (MTS): bounds on mean and temperature that close in on the answer, one position at a time.
//!
//! The original must recognise positions that are not hot, and keeps bounds on mean and temperature alone. Here a position
//! that was not expanded yet lies between two integers, so every bound is the thermograph of a real game, and only ended
//! positions must be recognised. With [`ColdTest::Tds`] (section 6.1 of Zhang 2015) TDS+ finds the positions that are not
//! hot, and these count as their means; bounds then hold from temperature 0 upwards only.

use crate::{
    Dyadic, ExactError, OutOfRange, Partizan, Place, Player, Point, Result, Unit, Walls,
    temperature::{Check, TemperatureSearch},
    thermograph::wall::{Wall, shifted, value_at, widest},
};
use search::{NodeBudget, Stopped};
use std::{collections::HashMap, rc::Rc};

/// Which positions are recognised as needing no further search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColdTest {
    /// Only those that are known integers.
    Ended,
    /// Also all that TDS+ finds not to be hot.
    Tds,
}

/// The result of a mean and temperature search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MeanBounds {
    /// Least and greatest mean.
    pub mean: [Dyadic; 2],
    /// Least and greatest temperature.
    pub temperature: [Dyadic; 2],
    /// Are both known exactly?
    pub exact: bool,
    /// How many positions were expanded.
    pub expanded: usize,
}

/// What is known of a node.
struct Known {
    /// Thermographs nowhere above and nowhere below the true one.
    bounds: [Rc<Walls<i32>>; 2],
    /// The lowest and the highest possible foot of the mast.
    masts: [Point<i32>; 2],
    /// The moves of an expanded node.
    moves: Option<[Rc<[Place]>; 2]>,
    /// Do both masts agree?
    closed: bool,
}

const LOW: usize = 0;
const HIGH: usize = 1;

/// Mean and temperature search on the graph of a temperature search, which also tests for cold positions.
pub struct MeanTemperatureSearch<P> {
    tds: TemperatureSearch<P>,
    cold_test: ColdTest,
    known: HashMap<u32, Known>,
    expanded: usize,
}

impl<P: Partizan> MeanTemperatureSearch<P> {
    /// A search that knows nothing yet.
    pub fn new(tds: TemperatureSearch<P>, cold_test: ColdTest) -> Self {
        MeanTemperatureSearch { tds, cold_test, known: HashMap::new(), expanded: 0 }
    }

    /// Mean and temperature of a position, or their bounds when the budget ends.
    pub fn run(&mut self, position: &P, budget: &mut NodeBudget) -> Result<MeanBounds> {
        let Place { node, offset } = self.tds.graph.place(position);
        let before = self.expanded;
        let exact = match self.close(node, budget) {
            Ok(()) => true,
            Err(ExactError::Stopped(_)) if self.known.contains_key(&node) => false,
            Err(error) => return Err(error),
        };
        let known = &self.known[&node];
        let number = |units: i32| Dyadic::from_units(i128::from(units), i32::FRACTION);
        let mean = |which: usize| {
            let mean = if exact { known.masts[LOW].v } else { known.bounds[which].mast.v };
            number(mean)?.plus(Dyadic::integer(i64::from(offset)))
        };
        Ok(MeanBounds {
            mean: [mean(LOW)?, mean(HIGH)?],
            temperature: [number(known.masts[LOW].t)?, number(known.masts[HIGH].t)?],
            exact,
            expanded: self.expanded - before,
        })
    }

    /// Descends from the root until its mast is known.
    fn close(&mut self, node: u32, budget: &mut NodeBudget) -> Result<()> {
        self.open(node, budget)?;
        while !self.known[&node].closed {
            let t = self.known[&node].masts[LOW].t;
            self.improve(node, t, Player::Left, budget)?;
        }
        Ok(())
    }

    /// Gives a new node its first bounds.
    fn open(&mut self, node: u32, budget: &mut NodeBudget) -> Result<()> {
        if self.known.contains_key(&node) {
            return Ok(());
        }
        let closed = |v: i32, t: i32| Known {
            bounds: [LOW, HIGH].map(|_| Rc::new(Walls::mast_only(Point { t: -i32::ONE, v }))),
            masts: [Point { t, v }; 2],
            moves: Some([Rc::from([]), Rc::from([])]),
            closed: true,
        };
        if node == 0 {
            self.known.insert(0, closed(0, -i32::ONE));
            return Ok(());
        }
        if self.cold_test == ColdTest::Tds {
            let check = self.tds.check(node, Dyadic::ZERO, budget)?.ok_or(Stopped)?;
            if let Check::NotHotter { mean, temperature } = check {
                self.known.insert(node, closed(i32::from_number(mean)?, i32::from_number(temperature)?));
                return Ok(());
            }
        }
        // No player can gain more than all the moves there are.
        let most = i64::from(self.tds.graph.longest(node));
        i32::narrow(i128::from(most + 1) << i32::FRACTION).ok_or(OutOfRange)?;
        let bounds = [-most, most].map(|n| Rc::new(Walls::integer(n)));
        let least = if self.cold_test == ColdTest::Tds { 0 } else { -i32::ONE };
        let masts = [least, most as i32 * i32::ONE].map(|t| Point { t, v: 0 });
        self.known.insert(node, Known { bounds, masts, moves: None, closed: false });
        Ok(())
    }

    /// Improves the bounds of a node at temperature `t`, looking at the moves of `first` first.
    fn improve(&mut self, node: u32, t: i32, first: Player, budget: &mut NodeBudget) -> Result<()> {
        budget.step()?;
        let known = &self.known[&node];
        let Some(moves) = known.moves.clone() else {
            self.expand(node, budget)?;
            return self.update(node);
        };
        // Above its mast a position is worth its mean, which the moves at the mast decide.
        let t = if known.masts[HIGH].t <= t { known.masts[LOW].t } else { t };
        for player in [first, first.other()] {
            if let Some(open) = self.unresolved(&moves[player.index()], player, t) {
                self.improve(open, t, player.other(), budget)?;
                break;
            }
        }
        self.update(node)
    }

    /// The move that may be a player's best at temperature `t`, if its bounds still allow another to be better.
    fn unresolved(&self, moves: &[Place], player: Player, t: i32) -> Option<u32> {
        let score = |place: &Place, optimistic: bool| {
            let high = optimistic == (player == Player::Left);
            let walls = &self.known[&place.node].bounds[usize::from(high)];
            walls.score_after(player, t) + player.sign() * place.offset * i32::ONE
        };
        let sure = moves.iter().map(|place| score(place, false)).max()?;
        let most = moves.iter().max_by_key(|place| score(place, true))?;
        (score(most, true) > sure).then_some(most.node)
    }

    fn expand(&mut self, node: u32, budget: &mut NodeBudget) -> Result<()> {
        let moves = Player::BOTH.map(|player| self.tds.graph.moves(node, player));
        for place in moves.iter().flat_map(|side| side.iter()) {
            self.open(place.node, budget)?;
        }
        self.expanded += 1;
        if let Some(known) = self.known.get_mut(&node) {
            known.moves = Some(moves);
        }
        Ok(())
    }

    /// Computes the bounds of a node from those of its moves.
    fn update(&mut self, node: u32) -> Result<()> {
        let Some([left, right]) = self.known[&node].moves.clone() else { return Ok(()) };
        let upper = [LOW, HIGH].map(|which| self.best::<true>(&left, which));
        let lower = [LOW, HIGH].map(|which| self.best::<false>(&right, which));
        let walls = |u: usize, l: usize, which| self.walls(upper[u].as_deref(), lower[l].as_deref(), which);
        let bounds = [Rc::new(walls(LOW, LOW, LOW)?), Rc::new(walls(HIGH, HIGH, HIGH)?)];
        // Good moves of both players make a game hot, bad ones make it cold.
        let [coldest, hottest] = [walls(LOW, HIGH, LOW)?.mast, walls(HIGH, LOW, LOW)?.mast];
        let Some(known) = self.known.get_mut(&node) else { return Ok(()) };
        known.closed = coldest == hottest;
        known.masts = [coldest, hottest];
        known.bounds = bounds;
        Ok(())
    }

    /// The best of a side's walls, by one of the bounds.
    fn best<const UPPER: bool>(&self, moves: &[Place], which: usize) -> Option<Wall<i32>> {
        let walls = moves.iter().map(|place| {
            let walls = &self.known[&place.node].bounds[which];
            shifted(if UPPER { &walls.right } else { &walls.left }, place.offset * i32::ONE)
        });
        widest::<i32, UPPER>(walls)
    }

    /// The thermograph over two walls. Of a game that TDS+ found hot, walls that do not cross above 0 are only bounds, and
    /// the mean lies beyond the one that bounds it.
    fn walls(
        &self,
        upper: Option<&[Point<i32>]>,
        lower: Option<&[Point<i32>]>,
        which: usize,
    ) -> Result<Walls<i32>, OutOfRange> {
        if let (ColdTest::Tds, Some(upper), Some(lower)) = (self.cold_test, upper, lower) {
            let (left, right) = (value_at(upper, 0), value_at(lower, 0));
            if left <= right {
                let foot = Point { t: 0, v: if which == LOW { right } else { left } };
                return Ok(Walls { mast: foot, ..Walls::mast_only(Point { t: -i32::ONE, ..foot }) });
            }
        }
        Walls::from_envelopes(upper, lower)
    }
}
