//! Building a database level by level. Each level is a file until all are there, and its bytes do not depend on what this
//! process computed before, so that a killed build resumes and gives the same file.

use super::{
    BoardSize, DatabaseError, Dictionary, Plan, number,
    plan::{NO_SQUARE, index, subsets},
    read::read_section,
    verify::Minimax,
    write::{LevelFiles, section, write},
};
use crate::{
    Amazons, ExactError, Player, Result, Walls,
    exact::{
        AmazonsThermographs, Values,
        amazons::{
            bits::{Region, queen},
            board::SmallBoard,
            level::{least_image, squares},
        },
    },
};
use search::NodeBudget;
use std::{
    collections::{BTreeSet, HashMap},
    fs,
    path::Path,
};

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

/// A build in progress.
pub struct Builder {
    plan: Plan,
    files: LevelFiles,
    shapes: Vec<Vec<u64>>,
    level: u32,
    fast: AmazonsThermographs,
    values: Values<'static, Amazons>,
    minimax: Minimax,
    held: HashMap<(u64, u64, u64), u8>,
    dictionary: Dictionary,
    /// Numbers of the dictionary's entries.
    thermographs: HashMap<Walls<i32>, u32>,
    forms: HashMap<String, u32>,
    /// The dictionary's number of an interned thermograph.
    known: HashMap<u32, u32>,
}

impl Builder {
    /// A build into a file, with the levels that an earlier build of the same plan left beside it. An error if something
    /// else than a database stands there.
    pub fn new(plan: Plan, path: &Path) -> Result<Builder, DatabaseError> {
        Ok(Builder {
            plan,
            files: LevelFiles::new(path, &plan)?,
            shapes: shapes(plan.size()),
            level: 0,
            fast: AmazonsThermographs::default(),
            values: Values::default(),
            minimax: Minimax::default(),
            held: HashMap::new(),
            dictionary: Dictionary::default(),
            thermographs: HashMap::new(),
            forms: HashMap::new(),
            known: HashMap::new(),
        })
    }

    /// Does the next level, or joins all of them.
    pub fn step(&mut self, budget: &mut NodeBudget) -> Result<Step, DatabaseError> {
        if self.level == self.plan.size().squares() {
            self.files.join(self.plan.header())?;
            return Ok(Step::Done);
        }
        let level = self.level + 1;
        let path = self.files.level(level);
        let resumed = self.resume(level, &path)?;
        if !resumed {
            let section = self.compute(level, budget)?;
            write(&path, &[&section])?;
        }
        self.level = level;
        let positions = self.shapes[level as usize].len() * self.plan.positions(level as usize);
        Ok(Step::Level { squares: level, positions, resumed })
    }

    /// Reads the level that an earlier build wrote. False if there is none, or if it is damaged.
    fn resume(&mut self, level: u32, path: &Path) -> Result<bool, DatabaseError> {
        let is_file = fs::metadata(path).is_ok_and(|found| found.is_file());
        let Some(bytes) = is_file.then(|| fs::read(path).ok()).flatten() else { return Ok(false) };
        let before = (self.dictionary.thermographs.len(), self.dictionary.forms.len());
        let read = read_section(&self.plan, level, &bytes, &mut self.dictionary).ok();
        let is_whole = |long: usize, sets: &mut dyn Iterator<Item = &u64>| {
            long == bytes.len() && sets.eq(&self.shapes[level as usize])
        };
        let read = read.filter(|(blocks, long)| is_whole(*long, &mut blocks.iter().map(|block| &block.0)));
        let Some((blocks, _)) = read else {
            self.dictionary.thermographs.truncate(before.0);
            self.dictionary.forms.truncate(before.1);
            return Ok(false);
        };
        for (nth, walls) in self.dictionary.thermographs.iter().enumerate().skip(before.0) {
            if !self.plan.is_duel() {
                self.thermographs.insert(walls.clone(), nth as u32);
            } else if !self.fast.restore_graph(walls) {
                let problem = format!("level {level} has a thermograph twice");
                return Err(DatabaseError::Damaged(path.to_owned(), problem));
            }
        }
        for (nth, form) in self.dictionary.forms.iter().enumerate().skip(before.1) {
            self.forms.insert(form.clone(), nth as u32);
        }
        if self.plan.is_duel() {
            for (image, place) in blocks {
                let fights = bytes[place].split_at(level as usize).1;
                let numbers =
                    fights.chunks_exact(self.plan.fight_width()).map(|entry| number(entry, 0) as u32);
                self.fast.restore(image, numbers);
            }
        }
        Ok(true)
    }

    fn compute(&mut self, level: u32, budget: &mut NodeBudget) -> Result<Vec<u8>, DatabaseError> {
        let before = (self.dictionary.thermographs.len(), self.dictionary.forms.len());
        let mut blocks = Vec::new();
        let images = self.shapes[level as usize].clone();
        for &image in &images {
            blocks.extend(image.to_le_bytes());
            self.territories(image, &mut blocks, budget)?;
            for region in self.plan.regions(image) {
                self.fight(region, &mut blocks, budget)?;
            }
        }
        if self.plan.is_duel() {
            // Thermographs keep the numbers that they were interned with, each beside its negative.
            for graph in (2 * before.0 as u32..self.fast.graphs()).step_by(2) {
                self.dictionary.thermographs.push(self.fast.interned(graph));
            }
        }
        Ok(section(&self.plan, level, &self.dictionary, before, (images.len(), &blocks)))
    }

    fn territories(&mut self, image: u64, out: &mut Vec<u8>, budget: &mut NodeBudget) -> Result<()> {
        let most = self.plan.most_alone().min(image.count_ones() as usize);
        for many in 1..=most {
            for own in subsets(image, many) {
                let region = Region { empty: image & !own, left: own, right: 0 };
                out.push(self.fast.run(region, budget)? as u8);
                if !self.plan.is_duel() {
                    for holding in squares(own) {
                        out.push(self.held(region.empty, own, holding, budget)?);
                    }
                }
            }
        }
        Ok(())
    }

    /// How many moves amazons have while one of them guards its square: it may leave only if it shoots back there.
    fn held(&mut self, empty: u64, own: u64, holding: u64, budget: &mut NodeBudget) -> Result<u8> {
        let key = (empty, own, holding);
        if let Some(&known) = self.held.get(&key) {
            return Ok(known);
        }
        budget.step()?;
        let mut best = 0;
        for from in squares(own) {
            for to in squares(queen(from, empty)) {
                let vacated = empty & !to | from;
                let arrows = queen(to, vacated) & if from == holding { holding } else { u64::MAX };
                for arrow in squares(arrows) {
                    let (empty, own) = (vacated & !arrow, own & !from | to);
                    // Once the square is burnt, no enemy comes in and all may move freely.
                    let rest = if from == holding {
                        self.fast.free_moves(empty, own, budget)? as u8
                    } else {
                        self.held(empty, own, holding, budget)?
                    };
                    best = best.max(1 + rest);
                }
            }
        }
        self.held.insert(key, best);
        Ok(best)
    }

    fn fight(
        &mut self,
        region: Region,
        out: &mut Vec<u8>,
        budget: &mut NodeBudget,
    ) -> Result<(), DatabaseError> {
        let (graph, best) = self.fast.best_moves(region, budget)?;
        let walls = if self.plan.is_duel() { graph } else { self.walls_number(graph) };
        out.extend(walls.to_le_bytes());
        for best in best {
            let turn = best.map(|turn| [turn.from, turn.to, turn.arrow].map(|s| index(s, region.live())));
            out.extend(&turn.unwrap_or([NO_SQUARE; 3])[3 - self.plan.move_width()..]);
        }
        let position = SmallBoard::corner(region).position();
        if self.plan.extras().minimax {
            for player in Player::BOTH {
                let value = self.minimax.value(&position, player, &mut self.fast, budget)?;
                out.push(value as i8 as u8);
            }
        }
        if self.plan.extras().forms {
            let value = self.values.value(&position, budget)?;
            let text = self.values.games().text(value).map_err(ExactError::from)?;
            let next = self.dictionary.forms.len() as u32;
            let number = *self.forms.entry(text.clone()).or_insert(next);
            if number == next {
                self.dictionary.forms.push(text);
            }
            out.extend(number.to_le_bytes());
        }
        Ok(())
    }

    fn walls_number(&mut self, graph: u32) -> u32 {
        if let Some(&known) = self.known.get(&graph) {
            return known;
        }
        let walls = self.fast.interned(graph);
        let next = self.dictionary.thermographs.len() as u32;
        let number = *self.thermographs.entry(walls.clone()).or_insert(next);
        if number == next {
            self.dictionary.thermographs.push(walls);
        }
        self.known.insert(graph, number);
        number
    }
}
