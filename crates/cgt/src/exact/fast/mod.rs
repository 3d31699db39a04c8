//! The fast exact method for regions of Amazons: memoised thermographs of positions up to symmetry, shift and colours.
//!
//! A position is reduced before anything else: squares that no amazon can reach are dropped, parts of one player are
//! counted. What remains is looked up by its representative, and computed from its moves if it is new. Thermographs are
//! interned, so that of many moves only those with different walls are compared.

mod bits;
mod store;

use super::ExactError;
use crate::{
    games::{
        Amazons,
        field::{STRIDE, Squares, indices},
    },
    meter::Meter,
    partizan::Partizan,
    thermograph::{
        Sketch, Unit,
        wall::{Mast, envelope, is_below, raise},
    },
};
use bits::{Bits, Region, flooded, normal};
use store::{Store, Table, mix};

use crate::{dyadic::OutOfRange, thermograph::Point};

/// Most amazons that fit into a key.
const MOST_AMAZONS: u32 = 9;

type Wall = Vec<Point<i32>>;

/// The working space of one level of the recursion.
#[derive(Default)]
struct Frame {
    walls: Vec<u32>,
}

/// Exact thermographs of regions of Amazons; remembers everything it has found.
pub struct Fast {
    store: Store,
    table: Table,
    runs: Table,
    /// Recent positions as they are, so that most need not be reduced again: key and number, overwritten freely.
    recent: Vec<([u64; 3], u32)>,
    frames: Vec<Frame>,
    seen: Vec<u32>,
    token: u32,
    scratch: [Wall; 3],
}

impl Default for Fast {
    fn default() -> Fast {
        Fast {
            store: Store::default(),
            table: Table::new(),
            runs: Table::new(),
            recent: vec![([0; 3], 0); 1 << RECENT_BITS],
            frames: Vec::new(),
            seen: Vec::new(),
            token: 0,
            scratch: Default::default(),
        }
    }
}

/// Two to this power recent positions are remembered as they are.
const RECENT_BITS: u32 = 16;

impl Fast {
    /// The thermograph of a region.
    pub fn of(&mut self, position: &Amazons, meter: &mut Meter) -> Result<Sketch<i32>, ExactError> {
        let mut regions = Vec::new();
        position.parts(|part| regions.push(part));
        // Parts are moved beside each other only in the generic method; here they share one small board.
        let region = Fast::region(position).ok_or(ExactError::TooWide)?;
        let graph = self.lookup(region, 0, meter)?;
        let found = *self.store.graph(graph);
        Ok(Sketch {
            left: self.store.wall(found.left).to_vec(),
            right: self.store.wall(found.right).to_vec(),
            mast: found.mast,
        })
    }

    /// Different positions that were computed.
    pub fn positions(&self) -> usize {
        self.table.held()
    }

    /// Different thermographs that were met.
    pub fn thermographs(&self) -> usize {
        self.store.graphs()
    }

    /// A position on the small board, if what is in play fits there.
    fn region(position: &Amazons) -> Option<Region> {
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
    #[inline]
    fn lookup(&mut self, region: Region, depth: usize, meter: &mut Meter) -> Result<u32, ExactError> {
        let key = [region.empty, region.left, region.right];
        let slot = (mix(key[0] ^ mix(key[1] ^ key[2].rotate_left(32))) >> (64 - RECENT_BITS)) as usize;
        if self.recent[slot].0 == key {
            return Ok(self.recent[slot].1);
        }
        let graph = self.reduce(region, depth, meter)?;
        self.recent[slot] = (key, graph);
        Ok(graph)
    }

    /// Drops what is dead, counts what belongs to one player, and looks the rest up.
    fn reduce(&mut self, region: Region, depth: usize, meter: &mut Meter) -> Result<u32, ExactError> {
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
            return Ok(self.store.whole(offset));
        }
        let normal = normal(&region.within(core));
        let key = [normal.live, normal.queens];
        let graph = match self.table.get(key) {
            Some(graph) => graph,
            None => {
                let graph = self.compute(normal.region(), depth, meter)?;
                self.table.insert(key, graph);
                graph
            }
        };
        let graph = if normal.swapped { self.store.graph(graph).negative } else { graph };
        Ok(self.store.moved(graph, offset))
    }

    /// How many moves the only player of a part, here Left, can make.
    fn run(&mut self, region: Region, meter: &mut Meter) -> Result<u32, ExactError> {
        let most = region.empty.count_ones();
        if most <= 1 {
            // One square beside an amazon is one move: there and the arrow back.
            return Ok(most);
        }
        let normal = normal(&region);
        let key = [normal.live, normal.queens];
        if let Some(run) = self.runs.get(key) {
            return Ok(run);
        }
        meter.step()?;
        let mut children = Vec::new();
        let _ = region.moves(false, |child| -> Result<(), ()> {
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
        self.runs.insert(key, best);
        Ok(best)
    }

    /// The thermograph of a reduced position from those of its moves.
    fn compute(&mut self, region: Region, depth: usize, meter: &mut Meter) -> Result<u32, ExactError> {
        meter.step()?;
        if self.frames.len() <= depth {
            self.frames.push(Frame::default());
        }
        let mut frame = std::mem::take(&mut self.frames[depth]);
        frame.walls.clear();
        region.moves(false, |child| {
            let graph = self.lookup(child, depth + 1, meter)?;
            frame.walls.push(self.store.graph(graph).right);
            Ok::<(), ExactError>(())
        })?;
        let lefts = frame.walls.len();
        region.moves(true, |child| {
            let graph = self.lookup(child, depth + 1, meter)?;
            frame.walls.push(self.store.graph(graph).left);
            Ok::<(), ExactError>(())
        })?;
        let [mut upper, mut lower, mut spare] = std::mem::take(&mut self.scratch);
        self.combine::<true>(&frame.walls[..lefts], &mut upper, &mut spare);
        self.combine::<false>(&frame.walls[lefts..], &mut lower, &mut spare);
        let answer = self.build(&upper, &lower);
        self.scratch = [upper, lower, spare];
        self.frames[depth] = frame;
        answer
    }

    /// The envelope of some walls; empty if there are none.
    fn combine<const UPPER: bool>(&mut self, walls: &[u32], best: &mut Wall, spare: &mut Wall) {
        best.clear();
        self.token += 1;
        if self.seen.len() < self.store.walls() {
            self.seen.resize(self.store.walls() * 2, 0);
        }
        for &id in walls {
            if std::mem::replace(&mut self.seen[id as usize], self.token) == self.token {
                continue;
            }
            let wall = self.store.wall(id);
            if best.is_empty() {
                best.extend_from_slice(wall);
            } else if !(if UPPER { is_below(wall, best) } else { is_below(best, wall) }) {
                envelope::<i32, UPPER>(best, wall, spare);
                std::mem::swap(best, spare);
            }
        }
    }

    fn build(&mut self, upper: &[Point<i32>], lower: &[Point<i32>]) -> Result<u32, ExactError> {
        if upper.is_empty() || lower.is_empty() {
            let side = |wall: &[Point<i32>]| (!wall.is_empty()).then(|| wall.to_vec());
            let sketch = Sketch::from_envelopes(side(upper).as_deref(), side(lower).as_deref())?;
            return Ok(self.store.whole(sketch.mast.v));
        }
        let (mut left, mut right) = (Wall::new(), Wall::new());
        match raise(upper, lower, &mut left, &mut right) {
            Mast::At(mast) => Ok(self.store.intern(&left, &right, mast)),
            Mast::TooFine => Err(OutOfRange.into()),
        }
    }
}
