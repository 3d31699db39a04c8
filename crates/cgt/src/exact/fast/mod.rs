//! The fast exact method for regions of Amazons: memoised thermographs of positions up to symmetry, shift and colours.
//!
//! A position is reduced before anything else: squares that no amazon can reach are dropped, parts of one player are
//! counted. What remains is looked up by its representative, and computed from its moves if it is new. Thermographs are
//! interned, so that of many moves only those with different walls are compared.

pub(crate) mod bits;
mod compute;
pub(crate) mod level;
mod shapes;
mod store;
mod table;

use super::ExactError;
use crate::{
    games::{
        Amazons,
        field::{STRIDE, Squares, indices},
    },
    meter::Meter,
    partizan::Partizan,
    thermograph::{Point, Sketch, Unit},
};
use bits::{Bits, Normal, Region, flooded, normal};
use compute::Frame;
use shapes::{NOTHING, Shapes, Spot};
use store::{Store, negative};
use table::{Recent, Table};

/// Positions with one amazon each and at most so many empty squares are kept by shape. Larger regions are looked at too
/// thinly for arrays of all pairs.
const MOST_FOR_SHAPES: u32 = 20;

/// Most amazons that fit into a key.
pub(crate) const MOST_AMAZONS: u32 = 9;

type Wall = Vec<Point<i32>>;

/// A number that no thermograph has.
const UNKNOWN: u32 = NOTHING;

/// A position that a move leads to: its thermograph if that is known, otherwise what is needed to compute it.
#[derive(Clone, Copy, Debug, Default)]
struct Child {
    graph: u32,
    /// Where a position with one amazon each is kept; `normal.swapped` says whether with colours exchanged.
    slot: Option<u32>,
    normal: Normal,
    offset: i32,
    region: Region,
    score: i32,
}

/// Exact thermographs of regions of Amazons; remembers everything it has found.
pub struct Fast {
    store: Store,
    table: Table,
    runs: Table,
    recent: Recent,
    shapes: Shapes,
    computed: usize,
    frames: Vec<Frame>,
    seen: Vec<u32>,
    token: u32,
    scratch: [Wall; 2],
    /// Regions with fewer empty squares are computed move by move: looking for refutations costs more than it saves.
    least_to_refute: u32,
}

impl Default for Fast {
    fn default() -> Fast {
        Fast {
            store: Store::default(),
            table: Table::new(),
            runs: Table::new(),
            recent: Recent::default(),
            shapes: Shapes::new(),
            computed: 0,
            frames: Vec::new(),
            seen: Vec::new(),
            token: 0,
            scratch: Default::default(),
            least_to_refute: LEAST_TO_REFUTE,
        }
    }
}

/// Looking for refutations pays in large regions only. Measured once each in November 2026, in processor time, so that small
/// differences say nothing: a 5x5 board with 16 empty squares takes 4.7 s with this setting, 5.1 s from 12, 6.9 s from 9
/// and 5.7 s without; four 4x4 boards with 14 take 1.8 s with this setting and without, 2.8 s from 9.
const LEAST_TO_REFUTE: u32 = 13;

impl Fast {
    /// The same with refutations looked for in all regions with at least so many empty squares.
    pub fn refuting_from(self, empties: u32) -> Fast {
        Fast { least_to_refute: empties, ..self }
    }

    /// The thermograph of a region.
    pub fn of(&mut self, position: &Amazons, meter: &mut Meter) -> Result<Sketch<i32>, ExactError> {
        let region = Fast::region(position).ok_or(ExactError::TooWide)?;
        let graph = self.lookup(region, 0, meter)?;
        Ok(self.sketch(graph))
    }

    /// Mean and temperature of a position on the small board: the foot of its mast.
    pub(crate) fn mast_of(&mut self, region: Region, meter: &mut Meter) -> Result<Point<i32>, ExactError> {
        let graph = self.lookup(region, 0, meter)?;
        Ok(self.store.graph(graph).mast)
    }

    /// Different positions that were computed.
    pub fn positions(&self) -> usize {
        self.table.held() + self.computed
    }

    /// Different thermographs that were met.
    pub fn thermographs(&self) -> usize {
        self.store.graphs()
    }

    /// A position on the small board, if what is in play fits there.
    pub(crate) fn region(position: &Amazons) -> Option<Region> {
        let mut live: Squares = 0;
        position.parts(|part| live |= part.0.live());
        let field = position.0.within(live);
        if (field.left | field.right).count_ones() > MOST_AMAZONS {
            return None;
        }
        let rows = || indices(live).map(|i| i / STRIDE);
        let files = || indices(live).map(|i| i % STRIDE);
        let (row, file) = (rows().min().unwrap_or(0), files().min().unwrap_or(0));
        if rows().max().is_some_and(|r| r - row > 7) || files().max().is_some_and(|f| f - file > 7) {
            return None;
        }
        let convert = |set: Squares| {
            indices(set).fold(0, |bits: Bits, i| bits | 1 << ((i / STRIDE - row) * 8 + (i % STRIDE - file)))
        };
        Some(Region { empty: convert(field.empty), left: convert(field.left), right: convert(field.right) })
    }

    /// The thermograph of a position as it is.
    fn lookup(&mut self, region: Region, depth: usize, meter: &mut Meter) -> Result<u32, ExactError> {
        let child = self.resolve(region, meter)?;
        self.complete(&child, depth, meter)
    }

    /// Finds out what is known about a position without computing a thermograph.
    #[inline]
    fn resolve(&mut self, region: Region, meter: &mut Meter) -> Result<Child, ExactError> {
        if Fast::is_duel(&region) {
            let shape = self.shapes.shape(region.live());
            let spot = self.shapes.spot(region.live(), shape, region.left, region.right);
            let graph = self.known_duel(spot, region, meter)?;
            return Ok(Fast::duel_child(spot, region, graph));
        }
        if let Some(graph) = self.recent.get(&region) {
            return Ok(Child { graph, ..Child::default() });
        }
        let child = self.reduce(region, meter)?;
        if child.graph != UNKNOWN {
            self.recent.put(&region, child.graph);
        }
        Ok(child)
    }

    /// One amazon each in a region whose pairs of squares are worth an array.
    #[inline]
    fn is_duel(region: &Region) -> bool {
        region.left.is_power_of_two()
            && region.right.is_power_of_two()
            && region.empty.count_ones() <= MOST_FOR_SHAPES
    }

    /// The thermograph of a position with one amazon each, or `UNKNOWN`.
    #[inline]
    fn known_duel(&mut self, spot: Spot, region: Region, meter: &mut Meter) -> Result<u32, ExactError> {
        match spot {
            Spot::Together { slot, swapped, .. } => {
                let number = self.shapes.number(slot);
                Ok(if swapped && number != NOTHING { negative(number) } else { number })
            }
            Spot::Apart { slots, parts } => {
                let mut runs = [0; 2];
                for side in 0..2 {
                    runs[side] = match self.shapes.run(slots[side]) {
                        Some(run) => i32::from(run),
                        None => {
                            let left = if side == 0 { region.left } else { region.right };
                            let alone = Region { empty: region.empty & parts[side], left, right: 0 };
                            let run = self.run(alone, meter)?;
                            self.shapes.set_run(slots[side], run as u8);
                            run as i32
                        }
                    };
                }
                Ok(self.store.whole((runs[0] - runs[1]) * i32::ONE))
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

    /// Drops what is dead, counts what belongs to one player, and looks the rest up.
    fn reduce(&mut self, region: Region, meter: &mut Meter) -> Result<Child, ExactError> {
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
                (_, 0) => offset += self.run(region.within(part), meter)? as i32,
                (0, right) => {
                    let part = Region { empty: region.empty & part, left: right, right: 0 };
                    offset -= self.run(part, meter)? as i32;
                }
                _ => core |= part,
            }
        }
        let offset = offset * i32::ONE;
        if core == 0 {
            return Ok(Child { graph: self.store.whole(offset), ..Child::default() });
        }
        let region = region.within(core);
        let normal = normal(&region);
        let mut child = Child { graph: UNKNOWN, slot: None, normal, offset, region, score: 0 };
        if let Some(graph) = self.table.get(&normal) {
            child.graph = self.seen_from(&child, graph);
        }
        Ok(child)
    }

    /// The thermograph of a position from that of its representative.
    #[inline]
    fn seen_from(&mut self, child: &Child, graph: u32) -> u32 {
        let graph = if child.normal.swapped { negative(graph) } else { graph };
        self.store.moved(graph, child.offset)
    }

    /// The thermograph of a position, computed if it is new.
    fn complete(&mut self, child: &Child, depth: usize, meter: &mut Meter) -> Result<u32, ExactError> {
        if child.graph != UNKNOWN {
            return Ok(child.graph);
        }
        if let Some(slot) = child.slot {
            let mut number = self.shapes.number(slot);
            if number == NOTHING {
                let graph = self.compute(child.region, depth, meter)?;
                number = if child.normal.swapped { negative(graph) } else { graph };
                self.shapes.set_number(slot, number);
                self.computed += 1;
            }
            return Ok(if child.normal.swapped { negative(number) } else { number });
        }
        // It may have been computed since it was put aside.
        let graph = match self.table.get(&child.normal) {
            Some(graph) => graph,
            None => {
                let graph = self.compute(child.normal.region(), depth, meter)?;
                self.table.insert(&child.normal, graph);
                graph
            }
        };
        Ok(self.seen_from(child, graph))
    }

    /// How many moves the only player of a part, here Left, can make.
    fn run(&mut self, region: Region, meter: &mut Meter) -> Result<u32, ExactError> {
        let most = region.empty.count_ones();
        if most <= 1 {
            // One square beside an amazon is one move: there and the arrow back.
            return Ok(most);
        }
        let normal = normal(&region);
        if let Some(run) = self.runs.get(&normal) {
            return Ok(run);
        }
        meter.step()?;
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
                total += self.run(child.within(part), meter)?;
            }
            best = best.max(total);
            if best == most {
                break;
            }
        }
        self.runs.insert(&normal, best);
        Ok(best)
    }
}
