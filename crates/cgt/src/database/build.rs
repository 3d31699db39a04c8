//! Building a database level by level. Each level is a file until all are there, so that a killed build can resume.

use super::{
    BoardSize, DatabaseError,
    file::{LevelFiles, header, read_section, section, write},
};
use crate::exact::amazons::{
    AmazonsThermographs,
    level::{Block, least_image},
};
use search::NodeBudget;
use std::{collections::BTreeSet, fs, path::Path};

/// A build in progress.
pub struct Builder {
    size: BoardSize,
    files: LevelFiles,
    values: AmazonsThermographs,
    /// Connected sets of squares by size.
    shapes: Vec<Vec<u64>>,
    level: u32,
}

/// The result of one step of a build.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// A level was computed, or found on the disk.
    Level {
        /// Squares in play.
        squares: u32,
        /// Positions of the level.
        positions: usize,
        /// Did an earlier build write it?
        resumed: bool,
    },
    /// The database is complete.
    Done,
}

/// All connected sets of squares of a board up to symmetry, by size.
pub(super) fn shapes(size: BoardSize) -> Vec<Vec<u64>> {
    let squares = size.squares();
    let mut shapes = vec![BTreeSet::new(); squares as usize + 1];
    for set in 1..1u64 << squares {
        let spread = (0..u32::from(size.rows)).fold(0, |bits, row| {
            let files = u32::from(size.files);
            bits | (set >> (row * files) & ((1 << files) - 1)) << (8 * row)
        });
        if let Some(image) = least_image(spread) {
            shapes[set.count_ones() as usize].insert(image);
        }
    }
    shapes.into_iter().map(|level| level.into_iter().collect()).collect()
}

impl Builder {
    /// A build of this size into a file, with the levels that an earlier build left beside it.
    pub fn new(size: BoardSize, path: &Path) -> Builder {
        let files = LevelFiles::new(path, size.to_string(), size.squares());
        Builder { size, files, values: AmazonsThermographs::default(), shapes: shapes(size), level: 0 }
    }

    /// Does the next level, or joins all of them.
    pub fn step(&mut self, budget: &mut NodeBudget) -> Result<Step, DatabaseError> {
        if self.level == self.size.squares() {
            self.files.join(header(self.size))?;
            return Ok(Step::Done);
        }
        let level = self.level + 1;
        let path = self.files.level(level);
        let blocks = self.resumed(level, &path);
        let resumed = blocks.is_some();
        let blocks = match blocks {
            Some(blocks) => blocks,
            None => self.computed(level, &path, budget)?,
        };
        self.level = level;
        Ok(Step::Level { squares: level, positions: blocks.iter().map(|b| b.numbers.len()).sum(), resumed })
    }

    /// The level that an earlier build wrote, unless it is damaged.
    fn resumed(&mut self, level: u32, path: &Path) -> Option<Vec<Block>> {
        let bytes = fs::read(path).ok()?;
        // A trial first: a section that turns out damaged must leave no thermographs behind.
        let mut trial = AmazonsThermographs::default();
        for graph in (0..self.values.graphs()).step_by(2) {
            trial.restore_graph(&self.values.interned(graph));
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

    fn computed(
        &mut self,
        level: u32,
        path: &Path,
        budget: &mut NodeBudget,
    ) -> Result<Vec<Block>, DatabaseError> {
        let before = self.values.graphs();
        let mut blocks = Vec::new();
        for &image in &self.shapes[level as usize] {
            blocks.push(self.values.block(image, budget)?);
        }
        write(path, &[&section(level, before, &self.values, &blocks)])?;
        Ok(blocks)
    }
}
