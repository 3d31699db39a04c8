//! Fast exact thermographs of Amazons regions, memoised up to symmetry, translation and colours.
//!
//! A position is reduced first: squares that no amazon can reach are dropped, territories are counted. The rest is looked
//! up by its representative, and computed from its moves if it is new. Thermographs are interned, so that of many moves
//! only those with different walls are compared.

pub(crate) mod bits;
pub(crate) mod board;
mod compute;
pub(crate) mod level;
mod shapes;
pub(crate) mod store;

use super::ExactError;
use crate::{Amazons, Partizan, Point, Result, Unit, Walls, games::field::Squares};
use bits::{Normal, Region, flooded, normal};
use board::SmallBoard;
use compute::Workspace;
use search::NodeBudget;
use shapes::{NOTHING, Shapes, Spot};
use store::{Map, Store, negative};

/// Positions with one amazon each and at most so many empty squares are stored by shape. Larger regions are visited too
/// sparsely for arrays of all pairs.
const MAX_FOR_SHAPES: u32 = 20;

/// Most positions with several amazons that are kept reduced.
const MAX_RECENT: usize = 1 << 15;

/// Most amazons that fit into a key.
pub(crate) const MAX_AMAZONS: u32 = 9;

type Wall = Vec<Point<i32>>;

/// The id of no thermograph.
const UNKNOWN: u32 = NOTHING;

/// An option: its thermograph if that is known, otherwise what is needed to compute it.
#[derive(Clone, Copy, Debug, Default)]
struct Child {
    graph: u32,
    /// The slot of a position with one amazon each; `normal.swapped` tells whether colours are exchanged.
    slot: Option<u32>,
    normal: Normal,
    offset: i32,
    region: Region,
    score: i32,
}

/// Exact thermographs of Amazons regions; remembers all of them.
#[derive(Default)]
pub struct AmazonsThermographs {
    store: Store,
    table: Map<(u64, u64), u32>,
    runs: Map<(u64, u64), u32>,
    /// Positions with several amazons that were reduced before.
    recent: Map<Region, u32>,
    shapes: Shapes,
    computed: usize,
    frames: Vec<Workspace>,
    seen: Vec<u32>,
    token: u32,
    scratch: [Wall; 2],
    /// Regions with fewer empty squares than this, or [`LEAST_TO_REFUTE`], are computed move by move: a search for
    /// refutations costs more than it saves.
    refuting_from: Option<u32>,
}

/// Searching for refutations pays in large regions only. Measured once each in November 2026, in processor time: a 5x5 board
/// with 16 empty squares takes 4.7 s with this setting, 5.1 s from 12, 6.9 s from 9 and 5.7 s without; four 4x4 boards with
/// 14 take 1.8 s with this setting and without, 2.8 s from 9.
const LEAST_TO_REFUTE: u32 = 13;

impl AmazonsThermographs {
    /// The same with a search for refutations in all regions with at least so many empty squares.
    pub fn refuting_from(self, empties: u32) -> AmazonsThermographs {
        AmazonsThermographs { refuting_from: Some(empties), ..self }
    }

    /// The thermograph of a region.
    pub fn walls(&mut self, position: &Amazons, budget: &mut NodeBudget) -> Result<Walls<i32>> {
        let region = AmazonsThermographs::region(position).ok_or(ExactError::TooWide)?;
        let graph = self.lookup(region, 0, budget)?;
        Ok(self.interned(graph))
    }

    /// Mean and temperature of a position on the small board: the foot of its mast.
    pub(crate) fn mast_of(&mut self, region: Region, budget: &mut NodeBudget) -> Result<Point<i32>> {
        let graph = self.lookup(region, 0, budget)?;
        Ok(self.store.graph(graph).mast)
    }

    /// How many positions it has computed.
    pub fn positions(&self) -> usize {
        self.table.len() + self.computed
    }

    /// A position on the small board, if what is in play fits there.
    pub(crate) fn region(position: &Amazons) -> Option<Region> {
        let mut live: Squares = 0;
        position.parts(|part| live |= part.0.live());
        let field = position.0.within(live);
        let amazons = (field.left | field.right).count_ones();
        SmallBoard::new(&field).map(|board| board.region).filter(|_| amazons <= MAX_AMAZONS)
    }

    /// The thermograph of a position.
    fn lookup(&mut self, region: Region, depth: usize, budget: &mut NodeBudget) -> Result<u32> {
        let child = self.resolve(region, budget)?;
        self.complete(&child, depth, budget)
    }

    /// Looks a position up without computing a thermograph.
    #[inline]
    fn resolve(&mut self, region: Region, budget: &mut NodeBudget) -> Result<Child> {
        if AmazonsThermographs::is_duel(&region) {
            let shape = self.shapes.shape(region.live());
            let spot = self.shapes.spot(region.live(), shape, region.left, region.right);
            let graph = self.known_duel(spot, region, budget)?;
            return Ok(AmazonsThermographs::duel_child(spot, region, graph));
        }
        if let Some(&graph) = self.recent.get(&region) {
            return Ok(Child { graph, ..Child::default() });
        }
        let child = self.reduce(region, budget)?;
        if child.graph != UNKNOWN {
            if self.recent.len() == MAX_RECENT {
                self.recent.clear();
            }
            self.recent.insert(region, child.graph);
        }
        Ok(child)
    }

    /// Does a region have one amazon each, and few enough squares for an array of all pairs?
    #[inline]
    fn is_duel(region: &Region) -> bool {
        region.left.is_power_of_two()
            && region.right.is_power_of_two()
            && region.empty.count_ones() <= MAX_FOR_SHAPES
    }

    /// The thermograph of a position with one amazon each, or `UNKNOWN`.
    #[inline]
    fn known_duel(&mut self, spot: Spot, region: Region, budget: &mut NodeBudget) -> Result<u32> {
        match spot {
            Spot::Together { slot, swapped, .. } => {
                let number = self.shapes.number(slot);
                Ok(if swapped && number != NOTHING { negative(number) } else { number })
            }
            Spot::Apart { slots, parts } => {
                let mut runs = [0; 2];
                for (side, left) in [region.left, region.right].into_iter().enumerate() {
                    let known = self.shapes.run(slots[side]).map(u32::from);
                    let run = match known {
                        Some(run) => run,
                        None => {
                            self.run(Region { empty: region.empty & parts[side], left, right: 0 }, budget)?
                        }
                    };
                    self.shapes.set_run(slots[side], run as u8);
                    runs[side] = run as i32;
                }
                Ok(self.store.integer((runs[0] - runs[1]) * i32::ONE))
            }
        }
    }

    /// A position with one amazon each as a child, given what is known of it.
    #[inline]
    fn duel_child(spot: Spot, region: Region, graph: u32) -> Child {
        match spot {
            Spot::Together { slot, swapped, part } if graph == UNKNOWN => {
                let region = Region { empty: region.empty & part, ..region };
                // The slot tells positions apart as well as a representative does.
                let normal = Normal { live: u64::from(slot), queens: 0, swapped };
                Child { graph, slot: Some(slot), normal, offset: 0, region, score: 0 }
            }
            _ => Child { graph, ..Child::default() },
        }
    }

    /// Drops dead squares, counts territories, and looks the rest up.
    fn reduce(&mut self, region: Region, budget: &mut NodeBudget) -> Result<Child> {
        let live = region.live();
        let mut rest = region.left | region.right;
        let (mut core, mut offset) = (0, 0);
        while rest != 0 {
            let part = flooded(rest & rest.wrapping_neg(), live);
            rest &= !part;
            if part & region.empty == 0 {
                continue;
            }
            match (region.left & part, region.right & part) {
                (_, 0) => offset += self.run(region.within(part), budget)? as i32,
                (0, right) => {
                    let part = Region { empty: region.empty & part, left: right, right: 0 };
                    offset -= self.run(part, budget)? as i32;
                }
                _ => core |= part,
            }
        }
        let offset = offset * i32::ONE;
        if core == 0 {
            return Ok(Child { graph: self.store.integer(offset), ..Child::default() });
        }
        let region = region.within(core);
        let normal = normal(&region);
        let mut child = Child { graph: UNKNOWN, slot: None, normal, offset, region, score: 0 };
        if let Some(&graph) = self.table.get(&normal.key()) {
            child.graph = self.seen_from(&child, graph);
        }
        Ok(child)
    }

    /// The thermograph of a position from that of its representative.
    #[inline]
    fn seen_from(&mut self, child: &Child, graph: u32) -> u32 {
        let graph = if child.normal.swapped { negative(graph) } else { graph };
        self.store.shifted(graph, child.offset)
    }

    /// The thermograph of a position, computed if it is new.
    fn complete(&mut self, child: &Child, depth: usize, budget: &mut NodeBudget) -> Result<u32> {
        if child.graph != UNKNOWN {
            return Ok(child.graph);
        }
        if let Some(slot) = child.slot {
            let mut number = self.shapes.number(slot);
            if number == NOTHING {
                let graph = self.compute(child.region, depth, budget)?;
                number = if child.normal.swapped { negative(graph) } else { graph };
                self.shapes.set_number(slot, number);
                self.computed += 1;
            }
            return Ok(if child.normal.swapped { negative(number) } else { number });
        }
        // It may have been computed in the meantime.
        let graph = match self.table.get(&child.normal.key()) {
            Some(&graph) => graph,
            None => {
                let graph = self.compute(child.normal.region(), depth, budget)?;
                self.table.insert(child.normal.key(), graph);
                graph
            }
        };
        Ok(self.seen_from(child, graph))
    }

    /// How many moves Left can make in a territory.
    pub(crate) fn run(&mut self, region: Region, budget: &mut NodeBudget) -> Result<u32> {
        let most = region.empty.count_ones();
        if most <= 1 {
            // One square beside an amazon is one move: there and the arrow back.
            return Ok(most);
        }
        let normal = normal(&region);
        if let Some(&run) = self.runs.get(&normal.key()) {
            return Ok(run);
        }
        budget.step()?;
        let mut children = Vec::new();
        let _ = region.moves(false, |child, _| -> Result<(), ()> {
            children.push(child);
            Ok(())
        });
        let mut best = 0;
        for child in children {
            let live = child.live();
            let reach = flooded(child.left, live);
            let child = child.within(reach);
            if child.empty.count_ones() < best {
                continue;
            }
            let mut rest = child.left;
            let mut total = 1;
            while rest != 0 {
                let part = flooded(rest & rest.wrapping_neg(), child.live());
                rest &= !part;
                total += self.run(child.within(part), budget)?;
            }
            best = best.max(total);
            if best == most {
                break;
            }
        }
        self.runs.insert(normal.key(), best);
        Ok(best)
    }
}
