//! The positions of single boards that a search of the sum has met, each once: mean, temperature, and the most promising
//! moves of each player.

use super::{super::SumSolver, estimate::estimate};
use crate::{
    ExactError, Player, Point, Result, Unit,
    exact::amazons::bits::{Region, Turn, flooded},
};
use search::NodeBudget;
use std::{collections::HashMap, ops::Range};

/// One, in the units of means and temperatures.
pub(super) const ONE: i32 = <i32 as Unit>::ONE;

/// The number of a position.
pub(super) type Id = u32;

/// What is known of a position.
#[derive(Clone, Copy)]
pub(super) struct Local {
    region: Region,
    /// Mean and temperature.
    pub(super) mast: Point<i32>,
    /// Are they exact? Then those of all positions after it are exact too.
    pub(super) is_exact: bool,
    /// Did an exact search run out of budget before?
    was_tried: bool,
    moves: [Option<(u32, u32)>; 2],
}

/// A move on one board.
#[derive(Clone, Copy)]
pub(super) struct LocalMove {
    /// The position after it.
    pub(super) to: Id,
    /// What it gains for its player after the opponent answers any threat.
    pub(super) gain: i32,
    /// The move itself.
    pub(super) turn: Turn,
}

/// All positions met so far, with the solver that knows exact values.
#[derive(Default)]
pub(super) struct Locals {
    all: Vec<Local>,
    ids: HashMap<Region, Id>,
    moves: Vec<LocalMove>,
    pub(super) solver: SumSolver,
    /// Moves per player and board that are kept.
    width: usize,
    judged: Vec<Judged>,
}

/// A move with its gain and the position after it.
type Judged = (i32, Local, Turn);

/// Regions with at most so many empty squares take microseconds and are always exact.
const SMALL: u32 = 8;
/// Moves kept in memory, some 100 bytes each with the positions that they lead to.
const MAX_MOVES: usize = 1 << 21;

impl Locals {
    pub(super) fn new(width: usize) -> Locals {
        Locals { width, ..Locals::default() }
    }

    /// What is known of a position.
    #[inline]
    pub(super) fn get(&self, id: Id) -> &Local {
        &self.all[id as usize]
    }

    /// Forgets everything if memory is full. Ids are invalid afterwards.
    pub(super) fn tidy(&mut self) {
        if self.moves.len() > MAX_MOVES {
            self.all.clear();
            self.ids.clear();
            self.moves.clear();
        }
    }

    /// Marks a position as tried, and tells whether it was before.
    pub(super) fn was_tried(&mut self, id: Id) -> bool {
        std::mem::replace(&mut self.all[id as usize].was_tried, true)
    }

    /// The id of a position, exact if it is small or `exact` is set.
    pub(super) fn place(&mut self, region: Region, exact: bool, budget: &mut NodeBudget) -> Result<Id> {
        let region = in_play(region);
        let known = self.ids.get(&region).copied();
        if let Some(id) = known.filter(|&id| self.get(id).is_exact || !exact) {
            return Ok(id);
        }
        let fresh = self.judge(region, exact, budget)?;
        Ok(self.keep(fresh))
    }

    fn keep(&mut self, fresh: Local) -> Id {
        match self.ids.get(&fresh.region) {
            Some(&id) => {
                // Its moves are judged again as well, exactly now.
                if fresh.is_exact && !self.get(id).is_exact {
                    self.all[id as usize] = fresh;
                }
                id
            }
            None => {
                let id = self.all.len() as Id;
                self.all.push(fresh);
                self.ids.insert(fresh.region, id);
                id
            }
        }
    }

    /// Mean and temperature of a position without dead squares.
    fn judge(&mut self, region: Region, exact: bool, budget: &mut NodeBudget) -> Result<Local> {
        let known = |mast, is_exact| Local { region, mast, is_exact, was_tried: false, moves: [None, None] };
        if exact || region.empty.count_ones() <= SMALL {
            match self.solver.values.mast_of(region, budget) {
                Ok(mast) => return Ok(known(mast, true)),
                Err(error @ ExactError::Stopped(_)) => return Err(error),
                // Numbers that do not fit are estimated, like those of large boards.
                Err(_) => {}
            }
        }
        Ok(known(estimate(&region), false))
    }

    /// The most promising moves of a player, the best first, as indices into one long list.
    pub(super) fn moves(&mut self, id: Id, player: Player, budget: &mut NodeBudget) -> Result<Range<usize>> {
        if let Some((from, to)) = self.get(id).moves[player.index()] {
            return Ok(from as usize..to as usize);
        }
        let Local { region, mast, is_exact, .. } = *self.get(id);
        let mut judged = std::mem::take(&mut self.judged);
        judged.clear();
        let found = region.moves(player == Player::Right, |after, turn| {
            budget.step()?;
            let after = self.judge(in_play(after), is_exact, budget)?;
            let gained = player.sign() * (after.mast.v - mast.v);
            // The opponent answers a move that makes the board hotter. An estimate of that counts half.
            let answered = (after.mast.t - mast.t.max(0)).max(0);
            let answered = if is_exact { answered } else { answered / 2 };
            judged.push((gained - answered, after, turn));
            Ok::<(), ExactError>(())
        });
        let range = found.map(|()| {
            judged.sort_by_key(|(gain, ..)| -gain);
            let from = self.moves.len();
            for &(gain, after, turn) in &judged {
                let to = self.keep(after);
                if self.moves[from..].iter().all(|known| known.to != to) {
                    self.moves.push(LocalMove { to, gain, turn });
                }
                if self.moves.len() - from == self.width {
                    break;
                }
            }
            from..self.moves.len()
        });
        self.judged = judged;
        let range = range?;
        self.all[id as usize].moves[player.index()] = Some((range.start as u32, range.end as u32));
        Ok(range)
    }

    /// A move of that list.
    #[inline]
    pub(super) fn listed(&self, nth: usize) -> &LocalMove {
        &self.moves[nth]
    }
}

/// The position without squares that no amazon can ever reach.
#[inline]
pub(super) fn in_play(region: Region) -> Region {
    region.within(flooded(region.left | region.right, region.live()))
}

impl Local {
    /// Is it a number? Neither player moves in one while there is anything else.
    #[inline]
    pub(super) fn is_cold(&self) -> bool {
        self.mast.t < 0
    }

    /// Empty squares in play.
    pub(super) fn empties(&self) -> u32 {
        self.region.empty.count_ones()
    }
}
