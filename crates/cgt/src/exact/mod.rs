//! Exact thermographs by memoised search: the method of its own that is better than temperature search on small regions.
//!
//! [`Thermographs`] works for every local game. [`fast`] does the same for Amazons on boards of up to 64 squares, two orders
//! of magnitude faster.

pub mod fast;
mod values;

use crate::{
    dyadic::OutOfRange,
    graph::{Graph, Place},
    meter::{Meter, Stopped},
    partizan::{Partizan, Player},
    short::ValueError,
    thermograph::{Sketch, Unit},
};
use std::rc::Rc;
use thiserror::Error;
pub use values::Values;

/// Why there is no exact answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum ExactError {
    /// The budget ran out.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// A number finer or larger than the search can hold.
    #[error(transparent)]
    OutOfRange(#[from] OutOfRange),
    /// A canonical form that is too large.
    #[error(transparent)]
    Value(#[from] ValueError),
    /// More amazons or a wider region than the fast method is made for.
    #[error("the region is too large for this method: at most 8x8 squares in play and 9 amazons")]
    TooWide,
    /// A sum with larger values than the units hold.
    #[error(
        "the sum is too large for this method: at most {MOST_MOVES} moves where both may play and {MOST_FREE} free ones"
    )]
    TooLong,
}

/// A game of so many moves has no wall whose distance from another, taxes included, is beyond what [`Unit`] for `i32` holds.
const MOST_MOVES: u32 = (1 << 9) - 2;
/// The same for free moves beside it, by which both walls are moved.
const MOST_FREE: u32 = 1 << 9;

/// Thermographs of all positions of a graph met so far.
pub struct Thermographs<P> {
    graph: Graph<P>,
    known: Vec<Option<Rc<Sketch<i32>>>>,
}

impl<P: Partizan> Default for Thermographs<P> {
    fn default() -> Self {
        Thermographs { graph: Graph::default(), known: Vec::new() }
    }
}

impl<P: Partizan> Thermographs<P> {
    /// The thermograph of a sum of positions.
    pub fn of(&mut self, sum: &[P], meter: &mut Meter) -> Result<Sketch<i32>, ExactError> {
        let place = self.graph.place_sum(sum);
        if self.graph.longest(place.node) > MOST_MOVES || place.offset.unsigned_abs() > MOST_FREE {
            return Err(ExactError::TooLong);
        }
        Ok(shifted(&*self.node(place.node, meter)?, place))
    }

    /// How many different positions were looked at.
    pub fn positions(&self) -> usize {
        self.graph.len()
    }

    fn node(&mut self, node: u32, meter: &mut Meter) -> Result<Rc<Sketch<i32>>, ExactError> {
        if let Some(Some(known)) = self.known.get(node as usize) {
            return Ok(Rc::clone(known));
        }
        meter.step()?;
        let mut sides = [Vec::new(), Vec::new()];
        for player in Player::BOTH {
            for &place in self.graph.moves(node, player).iter() {
                let below = self.node(place.node, meter)?;
                sides[player.index()].push(shifted(&below, place));
            }
        }
        let sketch = Rc::new(Sketch::from_options(sides[0].iter(), sides[1].iter())?);
        if self.known.len() <= node as usize {
            self.known.resize(self.graph.len().max(node as usize + 1), None);
        }
        self.known[node as usize] = Some(Rc::clone(&sketch));
        Ok(sketch)
    }
}

fn shifted(sketch: &Sketch<i32>, place: Place) -> Sketch<i32> {
    sketch.moved(place.offset * i32::ONE)
}
