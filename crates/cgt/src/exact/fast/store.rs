//! Walls and thermographs, each once and known by number, and the table from positions to them.

use crate::thermograph::{Point, Unit};
use std::{
    collections::HashMap,
    hash::{BuildHasherDefault, Hasher},
};

/// A fast mixing hasher for keys that are already numbers.
#[derive(Default)]
pub(super) struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }
    fn write_u64(&mut self, word: u64) {
        self.0 = mix(self.0 ^ word);
    }
    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }
    fn write_i32(&mut self, word: i32) {
        self.write_u64(word as u32 as u64);
    }
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}

#[inline]
pub(super) fn mix(word: u64) -> u64 {
    let wide = u128::from(word ^ 0x9E37_79B9_7F4A_7C15) * 0xE703_7ED1_A0B4_28DB_u128;
    (wide as u64) ^ ((wide >> 64) as u64)
}

pub(super) type Map<K, V> = HashMap<K, V, BuildHasherDefault<Mixer>>;

/// A thermograph: the numbers of its walls, the foot of its mast, and where Left's and Right's wall begin at the bottom.
/// Walls lean one way, so each lies between its bottom and the mast.
#[derive(Clone, Copy, Debug)]
pub(super) struct Graph {
    pub(super) left: u32,
    pub(super) right: u32,
    pub(super) mast: Point<i32>,
    pub(super) bottoms: [i32; 2],
}

/// The number of the negative's thermograph: numbers are given out in pairs, so that nothing has to be looked up.
#[inline]
pub(super) fn negative(graph: u32) -> u32 {
    graph ^ 1
}

/// Everything that is interned.
#[derive(Default)]
pub(super) struct Store {
    points: Vec<Point<i32>>,
    /// Where each wall begins in `points`; the next entry is its end.
    starts: Vec<u32>,
    walls: Map<Box<[Point<i32>]>, u32>,
    graphs: Vec<Graph>,
    known: Map<(u32, u32, i32, i32), u32>,
    moved: Map<(u32, i32), u32>,
    /// Small whole numbers, the least first.
    wholes: Vec<Option<u32>>,
}

/// Whole numbers of this size and less are found without hashing.
const MOST_WHOLE: i32 = 64;

impl Store {
    #[inline]
    pub(super) fn wall(&self, id: u32) -> &[Point<i32>] {
        let at = id as usize;
        &self.points[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    pub(super) fn walls(&self) -> usize {
        self.starts.len()
    }

    #[inline]
    pub(super) fn graph(&self, id: u32) -> &Graph {
        &self.graphs[id as usize]
    }

    pub(super) fn graphs(&self) -> usize {
        self.graphs.len()
    }

    fn intern_wall(&mut self, wall: &[Point<i32>]) -> u32 {
        if let Some(&id) = self.walls.get(wall) {
            return id;
        }
        if self.starts.is_empty() {
            self.starts.push(0);
        }
        let id = self.starts.len() as u32 - 1;
        self.points.extend_from_slice(wall);
        self.starts.push(self.points.len() as u32);
        self.walls.insert(wall.into(), id);
        id
    }

    /// The number of a thermograph; its negative is interned beside it.
    pub(super) fn intern(&mut self, left: &[Point<i32>], right: &[Point<i32>], mast: Point<i32>) -> u32 {
        let (l, r) = (self.intern_wall(left), self.intern_wall(right));
        let key = (l, r, mast.t, mast.v);
        if let Some(&id) = self.known.get(&key) {
            return id;
        }
        let turn = |wall: &[Point<i32>]| wall.iter().map(|p| Point { t: p.t, v: -p.v }).collect::<Vec<_>>();
        let (nl, nr) = (self.intern_wall(&turn(right)), self.intern_wall(&turn(left)));
        let id = self.graphs.len() as u32;
        let other = (nl, nr, mast.t, -mast.v);
        let [high, low] = [left[0].v, right[0].v];
        self.graphs.push(Graph { left: l, right: r, mast, bottoms: [high, low] });
        let mast = Point { t: mast.t, v: -mast.v };
        self.graphs.push(Graph { left: nl, right: nr, mast, bottoms: [-low, -high] });
        // A thermograph that is its own negative has two numbers; the first of them is the one that is found.
        self.known.insert(other, id + 1);
        self.known.insert(key, id);
        id
    }

    /// A whole number.
    pub(super) fn whole(&mut self, units: i32) -> u32 {
        let at = (units / i32::ONE + MOST_WHOLE) as usize;
        let is_small = units % i32::ONE == 0 && units.abs() <= MOST_WHOLE * i32::ONE;
        if is_small && let Some(&Some(known)) = self.wholes.get(at) {
            return known;
        }
        let mast = Point { t: crate::thermograph::bottom(), v: units };
        let id = self.intern(&[mast], &[mast], mast);
        if is_small {
            self.wholes.resize(2 * MOST_WHOLE as usize + 1, None);
            self.wholes[at] = Some(id);
        }
        id
    }

    /// A thermograph moved by a whole number, in units.
    pub(super) fn moved(&mut self, graph: u32, by: i32) -> u32 {
        if by == 0 {
            return graph;
        }
        if let Some(&id) = self.moved.get(&(graph, by)) {
            return id;
        }
        let shift =
            |wall: &[Point<i32>]| wall.iter().map(|p| Point { t: p.t, v: p.v + by }).collect::<Vec<_>>();
        let g = *self.graph(graph);
        let (left, right) = (shift(self.wall(g.left)), shift(self.wall(g.right)));
        let id = self.intern(&left, &right, Point { t: g.mast.t, v: g.mast.v + by });
        self.moved.insert((graph, by), id);
        id
    }
}
