//! Building a database level by level, each level a file of its own until all are there, so that a killed build goes on
//! where it was.

use super::{
    DatabaseError, Frame,
    file::{header, read_section, section, write},
};
use crate::{
    exact::fast::{
        Fast,
        level::{Block, least_image},
    },
    meter::Meter,
};
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// A build that is under way.
pub struct Builder {
    frame: Frame,
    path: PathBuf,
    values: Fast,
    /// Sets of squares by how many they are.
    shapes: Vec<Vec<u64>>,
    level: u32,
}

/// What a step of a build has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// A level is there: so many squares, so many positions, found on the disk or computed.
    Level {
        /// Squares in play.
        squares: u32,
        /// Positions of the level.
        positions: usize,
        /// Whether an earlier build had written it.
        resumed: bool,
    },
    /// The database is complete.
    Done,
}

/// All connected sets of squares of a box up to symmetry, by how many squares they have.
pub(super) fn shapes(frame: Frame) -> Vec<Vec<u64>> {
    let squares = frame.squares();
    let mut shapes = vec![BTreeSet::new(); squares as usize + 1];
    for set in 1..1u64 << squares {
        let spread = (0..u32::from(frame.rows)).fold(0, |bits, row| {
            let files = u32::from(frame.files);
            bits | (set >> (row * files) & ((1 << files) - 1)) << (8 * row)
        });
        if let Some(image) = least_image(spread) {
            shapes[set.count_ones() as usize].insert(image);
        }
    }
    shapes.into_iter().map(|level| level.into_iter().collect()).collect()
}

impl Builder {
    /// A build of this box into a file. Levels that an earlier build has left beside it are taken over.
    pub fn new(frame: Frame, path: &Path) -> Builder {
        let shapes = shapes(frame);
        Builder { frame, path: path.to_owned(), values: Fast::default(), shapes, level: 0 }
    }

    fn level_path(&self, level: u32) -> PathBuf {
        PathBuf::from(format!("{}.{}-level-{level:02}", self.path.display(), self.frame))
    }

    /// Does the next level, or puts all of them together.
    pub fn step(&mut self, meter: &mut Meter) -> Result<Step, DatabaseError> {
        if self.level == self.frame.squares() {
            self.finish()?;
            return Ok(Step::Done);
        }
        let level = self.level + 1;
        let path = self.level_path(level);
        let blocks = self.resumed(level, &path);
        let resumed = blocks.is_some();
        let blocks = match blocks {
            Some(blocks) => blocks,
            None => self.computed(level, &path, meter)?,
        };
        self.level = level;
        Ok(Step::Level { squares: level, positions: blocks.iter().map(|b| b.numbers.len()).sum(), resumed })
    }

    /// A level that an earlier build has written. A damaged one counts as none.
    fn resumed(&mut self, level: u32, path: &Path) -> Option<Vec<Block>> {
        let bytes = fs::read(path).ok()?;
        // A trial first: a section that is refused half-way must leave no thermographs behind.
        let mut trial = Fast::default();
        for graph in (0..self.values.graphs()).step_by(2) {
            trial.restore_graph(&self.values.sketch(graph));
        }
        let (blocks, long) = read_section(level, &bytes, &mut trial).ok()?;
        let same_shapes = blocks.iter().map(|b| &b.image).eq(&self.shapes[level as usize]);
        if long != bytes.len() || !same_shapes {
            return None;
        }
        read_section(level, &bytes, &mut self.values).ok()?;
        blocks.iter().for_each(|block| self.values.restore(block));
        Some(blocks)
    }

    fn computed(&mut self, level: u32, path: &Path, meter: &mut Meter) -> Result<Vec<Block>, DatabaseError> {
        let before = self.values.graphs();
        let mut blocks = Vec::new();
        for &image in &self.shapes[level as usize] {
            blocks.push(self.values.block(image, meter)?);
        }
        write(path, &[&section(level, before, &self.values, &blocks)])?;
        Ok(blocks)
    }

    fn finish(&self) -> Result<(), DatabaseError> {
        let levels = || (1..=self.frame.squares()).map(|level| self.level_path(level));
        let mut parts = vec![header(self.frame)];
        for path in levels() {
            parts.push(fs::read(&path).map_err(|e| DatabaseError::File(path, e))?);
        }
        write(&self.path, &parts.iter().map(Vec::as_slice).collect::<Vec<_>>())?;
        // The file is complete; what is left of its levels is only in the way.
        levels().try_for_each(|path| fs::remove_file(&path).map_err(|e| DatabaseError::File(path, e)))
    }
}
