//! Exact thermographs by memoised search, which beats temperature search on small regions.
//!
//! [`Thermographs`] works for every local game. [`AmazonsThermographs`] does the same for Amazons on boards of up to 64
//! squares, two orders of magnitude faster.

pub(crate) mod amazons;
mod values;

pub use amazons::AmazonsThermographs;
pub use values::Values;

use crate::{
    Dyadic, Graph, OutOfRange, Partizan, Place, Player, Result, Unit, ValueError, Walls,
    born::{FIRST_SAMPLED, LAST_SAMPLED, MAX_WALLS, MOST_SAMPLED},
};
use search::{NodeBudget, Stopped};
use std::rc::Rc;
use thiserror::Error;

/// Why there is no answer.
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
    Value(ValueError),
    /// A region with too many amazons or squares for [`AmazonsThermographs`].
    #[error("the region is too large for this method: at most 8x8 squares in play and 9 amazons")]
    TooWide,
    /// A sum whose values may not fit into the units.
    #[error(
        "the sum is too large for this method: at most {MAX_MOVES} moves where both may play and {MAX_FREE} free ones"
    )]
    TooLong,
    /// A search that takes a single board.
    #[error("a sum needs the exact method")]
    Sum,
    /// A game that may last longer than the finest step of temperature search allows for.
    #[error(
        "the game may last {0} moves, but an exact step is at most 2^-20; set finest to 1 to 20 for an estimate"
    )]
    TooManySteps(u32),
    /// No coupon stack has a coupon as fine as this threshold.
    #[error("'{0}' is too fine a threshold; use a multiple of 2^-24")]
    TooFine(Dyadic),
    /// A day with too many games.
    #[error(
        "day {0} needs more than {MAX_WALLS} envelopes, which is out of reach; use a day from 0 to 4, or --sample"
    )]
    TooLate(u32),
    /// A day that is not sampled.
    #[error("day {0} cannot be sampled; use a day from {FIRST_SAMPLED} to {LAST_SAMPLED}")]
    NotSampled(u32),
    /// Too few or too many games in a sample.
    #[error("'{0}' games are no sample; use 1 to {MOST_SAMPLED}")]
    SampleSize(u32),
}

impl From<ValueError> for ExactError {
    fn from(error: ValueError) -> ExactError {
        match error {
            ValueError::Stopped(stopped) => ExactError::Stopped(stopped),
            error => ExactError::Value(error),
        }
    }
}

/// No two walls of a game of so many moves are further apart, taxes included, than [`Unit`] for `i32` holds.
const MAX_MOVES: u32 = (1 << 9) - 2;
/// The same for free moves beside it, which shift both walls.
const MAX_FREE: u32 = 1 << 9;

/// Thermographs of all positions met so far.
///
/// ```
/// use cgt::{Partizan, Thermograph, exact::Thermographs, games::Domineering};
/// use search::{NodeBudget, Unlimited};
///
/// let square = Domineering::parse("..|..").unwrap(); // ±1
/// let mut thermographs = Thermographs::default();
/// let walls = thermographs.walls(&[square], &mut NodeBudget::new(&Unlimited)).unwrap();
/// let graph = Thermograph::from_walls(&walls).unwrap();
/// assert_eq!((graph.mean().to_string(), graph.temperature().to_string()), ("0".into(), "1".into()));
/// ```
pub struct Thermographs<P> {
    graph: Graph<P>,
    known: Vec<Option<Rc<Walls<i32>>>>,
}

impl<P: Partizan> Default for Thermographs<P> {
    fn default() -> Self {
        Thermographs { graph: Graph::default(), known: Vec::new() }
    }
}

impl<P: Partizan> Thermographs<P> {
    /// The thermograph of a sum of positions.
    pub fn walls(&mut self, sum: &[P], budget: &mut NodeBudget) -> Result<Walls<i32>> {
        let place = self.graph.place_sum(sum);
        if self.graph.longest(place.node) > MAX_MOVES || place.offset.unsigned_abs() > MAX_FREE {
            return Err(ExactError::TooLong);
        }
        self.place(place, budget)
    }

    /// How many positions it has met.
    pub fn positions(&self) -> usize {
        self.graph.len()
    }

    fn place(&mut self, place: Place, budget: &mut NodeBudget) -> Result<Walls<i32>> {
        Ok(self.node(place.node, budget)?.shifted(place.offset * i32::ONE))
    }

    fn node(&mut self, node: u32, budget: &mut NodeBudget) -> Result<Rc<Walls<i32>>> {
        if let Some(Some(known)) = self.known.get(node as usize) {
            return Ok(Rc::clone(known));
        }
        budget.step()?;
        let mut sides = [Vec::new(), Vec::new()];
        for player in Player::BOTH {
            for &place in self.graph.moves(node, player).iter() {
                sides[player.index()].push(self.place(place, budget)?);
            }
        }
        let walls = Rc::new(Walls::from_options(sides[0].iter(), sides[1].iter())?);
        if self.known.len() <= node as usize {
            self.known.resize(self.graph.len().max(node as usize + 1), None);
        }
        self.known[node as usize] = Some(Rc::clone(&walls));
        Ok(walls)
    }
}
