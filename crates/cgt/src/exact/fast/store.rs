//! Walls and thermographs, each once and known by number, and the table from positions to them.

use crate::thermograph::Point;
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

/// A thermograph: the numbers of its walls, the foot of its mast, and the number of the negative's thermograph.
#[derive(Clone, Copy, Debug)]
pub(super) struct Graph {
    pub(super) left: u32,
    pub(super) right: u32,
    pub(super) mast: Point<i32>,
    pub(super) negative: u32,
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
}

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
        self.known.insert(key, id);
        if other == key {
            self.graphs.push(Graph { left: l, right: r, mast, negative: id });
        } else {
            self.graphs.push(Graph { left: l, right: r, mast, negative: id + 1 });
            let mast = Point { t: mast.t, v: -mast.v };
            self.graphs.push(Graph { left: nl, right: nr, mast, negative: id });
            self.known.insert(other, id + 1);
        }
        id
    }

    /// A whole number.
    pub(super) fn whole(&mut self, units: i32) -> u32 {
        let mast = Point { t: crate::thermograph::bottom(), v: units };
        self.intern(&[mast], &[mast], mast)
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

/// From representatives of positions to numbers: open addressing, never full, never forgetting.
pub(super) struct Table {
    keys: Vec<[u64; 2]>,
    values: Vec<u32>,
    held: usize,
}

impl Table {
    const EMPTY: u32 = u32::MAX;

    pub(super) fn new() -> Table {
        let size = 1 << 12;
        Table { keys: vec![[0; 2]; size], values: vec![Table::EMPTY; size], held: 0 }
    }

    #[inline]
    fn slot(&self, key: [u64; 2]) -> usize {
        mix(key[0] ^ mix(key[1])) as usize & (self.values.len() - 1)
    }

    #[inline]
    pub(super) fn get(&self, key: [u64; 2]) -> Option<u32> {
        let mut at = self.slot(key);
        loop {
            if self.values[at] == Table::EMPTY {
                return None;
            }
            if self.keys[at] == key {
                return Some(self.values[at]);
            }
            at = (at + 1) & (self.values.len() - 1);
        }
    }

    pub(super) fn insert(&mut self, key: [u64; 2], value: u32) {
        if self.held * 2 >= self.values.len() {
            self.grow();
        }
        let mut at = self.slot(key);
        while self.values[at] != Table::EMPTY {
            at = (at + 1) & (self.values.len() - 1);
        }
        self.keys[at] = key;
        self.values[at] = value;
        self.held += 1;
    }

    pub(super) fn held(&self) -> usize {
        self.held
    }

    fn grow(&mut self) {
        let size = self.values.len() * 2;
        let keys = std::mem::replace(&mut self.keys, vec![[0; 2]; size]);
        let values = std::mem::replace(&mut self.values, vec![Table::EMPTY; size]);
        self.held = 0;
        for (key, value) in keys.into_iter().zip(values) {
            if value != Table::EMPTY {
                self.insert(key, value);
            }
        }
    }
}
