//! Building a database with several amazons level by level. Each level is a file until all are there, and does not depend on
//! what this process computed before, so that a resumed build gives the same bytes.

use super::{
    super::{
        DatabaseError, Step,
        build::shapes,
        file::{LevelFiles, sealed, write, write_walls},
    },
    Dictionary, Layout, NO_SQUARE, Plan,
    layout::subsets,
    read_section,
    verify::Minimax,
};
use crate::{
    Amazons, ExactError, Player, Walls,
    exact::{
        AmazonsThermographs, Values,
        amazons::{
            bits::{Region, queen},
            board::SmallBoard,
            level::squares,
        },
    },
};
use search::NodeBudget;
use std::{collections::HashMap, fs, path::Path};

/// A build in progress.
pub struct MultiBuilder {
    plan: Plan,
    files: LevelFiles,
    shapes: Vec<Vec<u64>>,
    level: u32,
    fast: AmazonsThermographs,
    values: Values<Amazons>,
    minimax: Minimax,
    held: HashMap<(u64, u64, u64), u8>,
    dictionary: Dictionary,
    /// Numbers of the dictionary's entries.
    thermographs: HashMap<Walls<i32>, u32>,
    forms: HashMap<String, u32>,
    /// The dictionary's number of an interned thermograph.
    known: HashMap<u32, u32>,
}

impl MultiBuilder {
    /// A build into a file, with the levels that an earlier build of the same plan left beside it.
    pub fn new(plan: Plan, path: &Path) -> MultiBuilder {
        MultiBuilder {
            plan,
            files: LevelFiles::new(path, plan.text(), plan.size.squares()),
            shapes: shapes(plan.size),
            level: 0,
            fast: AmazonsThermographs::default(),
            values: Values::default(),
            minimax: Minimax::default(),
            held: HashMap::new(),
            dictionary: Dictionary::default(),
            thermographs: HashMap::new(),
            forms: HashMap::new(),
            known: HashMap::new(),
        }
    }

    /// Does the next level, or joins all of them.
    pub fn step(&mut self, budget: &mut NodeBudget) -> Result<Step, DatabaseError> {
        if self.level == self.plan.size.squares() {
            self.files.join(self.plan.header())?;
            return Ok(Step::Done);
        }
        let level = self.level + 1;
        let path = self.files.level(level);
        let resumed = self.resume(level, &path);
        if !resumed {
            let section = self.compute(level, budget)?;
            write(&path, &[&section])?;
        }
        self.level = level;
        let positions = self.shapes[level as usize].len() * self.plan.layout.positions(level as usize);
        Ok(Step::Level { squares: level, positions, resumed })
    }

    /// Reads the level that an earlier build wrote. False if there is none, or if it is damaged.
    fn resume(&mut self, level: u32, path: &Path) -> bool {
        let Ok(bytes) = fs::read(path) else { return false };
        let before = (self.dictionary.thermographs.len(), self.dictionary.forms.len());
        let read = read_section(&self.plan, level, &bytes, &mut self.dictionary);
        let is_integer = read.is_ok_and(|(blocks, long)| {
            long == bytes.len() && blocks.iter().map(|b| &b.0).eq(&self.shapes[level as usize])
        });
        if !is_integer {
            self.dictionary.thermographs.truncate(before.0);
            self.dictionary.forms.truncate(before.1);
            return false;
        }
        for (nth, walls) in self.dictionary.thermographs.iter().enumerate().skip(before.0) {
            self.thermographs.insert(walls.clone(), nth as u32);
        }
        for (nth, form) in self.dictionary.forms.iter().enumerate().skip(before.1) {
            self.forms.insert(form.clone(), nth as u32);
        }
        true
    }

    fn compute(&mut self, level: u32, budget: &mut NodeBudget) -> Result<Vec<u8>, DatabaseError> {
        let before = (self.dictionary.thermographs.len(), self.dictionary.forms.len());
        let layout = self.plan.layout;
        let mut blocks = Vec::new();
        for image in self.shapes[level as usize].clone() {
            blocks.extend(image.to_le_bytes());
            self.territories(image, &mut blocks, budget)?;
            for (l, r) in layout.fights(level as usize) {
                for left in subsets(image, l) {
                    for right in subsets(image & !left, r) {
                        let region = Region { empty: image & !left & !right, left, right };
                        self.fight(region, &mut blocks, budget)?;
                    }
                }
            }
        }
        let new_thermographs = &self.dictionary.thermographs[before.0..];
        let new_forms = &self.dictionary.forms[before.1..];
        let mut body = Vec::new();
        let many = self.shapes[level as usize].len();
        for number in [level as usize, before.0, before.1, new_thermographs.len(), new_forms.len(), many] {
            body.extend((number as u32).to_le_bytes());
        }
        new_thermographs.iter().for_each(|walls| write_walls(&mut body, walls));
        for form in new_forms {
            body.extend((form.len() as u32).to_le_bytes());
            body.extend(form.as_bytes());
        }
        body.extend(blocks);
        Ok(sealed(&body))
    }

    fn territories(
        &mut self,
        image: u64,
        out: &mut Vec<u8>,
        budget: &mut NodeBudget,
    ) -> Result<(), ExactError> {
        let most = self.plan.layout.most_alone().min(image.count_ones() as usize);
        for many in 1..=most {
            for own in subsets(image, many) {
                out.push(self.fast.free_moves(image & !own, own, budget)? as u8);
                debug_assert_eq!(Layout::territory_width(many), 1 + many);
                for holding in squares(own) {
                    out.push(self.held(image & !own, own, holding, budget)?);
                }
            }
        }
        Ok(())
    }

    /// How many moves amazons have while one of them guards its square: it may leave only if it shoots back there.
    fn held(
        &mut self,
        empty: u64,
        own: u64,
        holding: u64,
        budget: &mut NodeBudget,
    ) -> Result<u8, ExactError> {
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
        out.extend(self.walls_number(graph).to_le_bytes());
        let position = SmallBoard::corner(region).position();
        let index = |s: u64| (region.live() & (s - 1)).count_ones() as u8;
        for best in best {
            out.extend(best.map_or([NO_SQUARE; 3], |turn| [turn.from, turn.to, turn.arrow].map(index)));
        }
        if self.plan.layout.extras.minimax {
            for player in Player::BOTH {
                let value = self.minimax.value(&position, player, &mut self.fast, budget)?;
                out.push(value as i8 as u8);
            }
        }
        if self.plan.layout.extras.forms {
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
