//! Interned walls and thermographs.

use crate::{
    Point, Unit,
    thermograph::wall::{negated, shifted},
};
use std::collections::HashMap;

/// A fast hasher for keys that are already numbers.
pub(crate) type Mixing = foldhash::fast::FixedState;

pub(crate) type Map<K, V> = HashMap<K, V, Mixing>;

/// A thermograph: the ids of its walls, the foot of its mast, and the first values of both walls. Walls lean one way, so
/// each lies between its first value and the mast.
#[derive(Clone, Copy, Debug)]
pub(super) struct Graph {
    pub(super) left: u32,
    pub(super) right: u32,
    pub(super) mast: Point<i32>,
    pub(super) bottoms: [i32; 2],
}

/// The id of the negative's thermograph: ids are given out in pairs.
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
    shifted: Map<(u32, i32), u32>,
    /// Small integers, the least first.
    integers: Vec<Option<u32>>,
}

/// Integers up to this size are found without hashing.
const MAX_INTEGER: i32 = 64;

impl Store {
    #[inline]
    pub(super) fn wall(&self, id: u32) -> &[Point<i32>] {
        let at = id as usize;
        &self.points[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    pub(super) fn wall_count(&self) -> usize {
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

    /// The id of a thermograph; its negative is interned beside it.
    pub(super) fn intern(&mut self, left: &[Point<i32>], right: &[Point<i32>], mast: Point<i32>) -> u32 {
        let (l, r) = (self.intern_wall(left), self.intern_wall(right));
        let key = (l, r, mast.t, mast.v);
        if let Some(&id) = self.known.get(&key) {
            return id;
        }
        let (nl, nr) = (self.intern_wall(&negated(right)), self.intern_wall(&negated(left)));
        let id = self.graphs.len() as u32;
        let other = (nl, nr, mast.t, -mast.v);
        let [high, low] = [left[0].v, right[0].v];
        self.graphs.push(Graph { left: l, right: r, mast, bottoms: [high, low] });
        let mast = Point { t: mast.t, v: -mast.v };
        self.graphs.push(Graph { left: nl, right: nr, mast, bottoms: [-low, -high] });
        // A thermograph that is its own negative has two ids; look-ups find the first.
        self.known.insert(other, id + 1);
        self.known.insert(key, id);
        id
    }

    /// An integer, in units.
    pub(super) fn integer(&mut self, units: i32) -> u32 {
        let at = (units / i32::ONE + MAX_INTEGER) as usize;
        let is_small = units % i32::ONE == 0 && units.abs() <= MAX_INTEGER * i32::ONE;
        if is_small && let Some(&Some(known)) = self.integers.get(at) {
            return known;
        }
        let mast = Point { t: -i32::ONE, v: units };
        let id = self.intern(&[mast], &[mast], mast);
        if is_small {
            self.integers.resize(2 * MAX_INTEGER as usize + 1, None);
            self.integers[at] = Some(id);
        }
        id
    }

    /// A thermograph plus an integer, in units.
    pub(super) fn shifted(&mut self, graph: u32, by: i32) -> u32 {
        if by == 0 {
            return graph;
        }
        if let Some(&id) = self.shifted.get(&(graph, by)) {
            return id;
        }
        let g = *self.graph(graph);
        let (left, right) = (shifted(self.wall(g.left), by), shifted(self.wall(g.right), by));
        let id = self.intern(&left, &right, Point { t: g.mast.t, v: g.mast.v + by });
        self.shifted.insert((graph, by), id);
        id
    }
}
