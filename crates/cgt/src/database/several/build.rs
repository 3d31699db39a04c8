//! Building a database with several amazons level by level. Each level is a file of its own until all are there, and does
//! not depend on what this process has computed before, so that a killed build goes on and gives the same bytes.

use super::{
    super::{
        DatabaseError, Step,
        build::shapes,
        file::{sealed, write, write_sketch},
    },
    Dictionary, Layout, NO_SQUARE, Plan,
    audit::Minimax,
    layout::subsets,
    position, read_section,
};
use crate::{
    exact::{
        ExactError, Values,
        fast::{
            Fast,
            level::{reached, squares},
        },
    },
    games::Amazons,
    meter::Meter,
    partizan::Player,
    short::Games,
    thermograph::Sketch,
};
use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
};

/// A build that is under way.
pub struct SeveralBuilder {
    plan: Plan,
    path: PathBuf,
    shapes: Vec<Vec<u64>>,
    level: u32,
    fast: Fast,
    values: Values<Amazons>,
    minimax: Minimax,
    held: HashMap<(u64, u64, u64), u8>,
    dictionary: Dictionary,
    /// Numbers of the dictionary's entries.
    sketches: HashMap<Sketch<i32>, u32>,
    forms: HashMap<String, u32>,
    /// The dictionary's number of a thermograph of the fast method.
    known: HashMap<u32, u32>,
}

impl SeveralBuilder {
    /// A build into a file. Levels that an earlier build of the same plan has left beside it are taken over.
    pub fn new(plan: Plan, path: &Path) -> SeveralBuilder {
        SeveralBuilder {
            plan,
            path: path.to_owned(),
            shapes: shapes(plan.frame),
            level: 0,
            fast: Fast::default(),
            values: Values::new(Games::default()),
            minimax: Minimax::default(),
            held: HashMap::new(),
            dictionary: Dictionary::default(),
            sketches: HashMap::new(),
            forms: HashMap::new(),
            known: HashMap::new(),
        }
    }

    fn level_path(&self, level: u32) -> PathBuf {
        PathBuf::from(format!("{}.{}-level-{level:02}", self.path.display(), self.plan.text()))
    }

    /// Does the next level, or puts all of them together.
    pub fn step(&mut self, meter: &mut Meter) -> Result<Step, DatabaseError> {
        if self.level == self.plan.frame.squares() {
            self.finish()?;
            return Ok(Step::Done);
        }
        let level = self.level + 1;
        let path = self.level_path(level);
        let resumed = self.resume(level, &path);
        if !resumed {
            let section = self.compute(level, meter)?;
            write(&path, &[&section])?;
        }
        self.level = level;
        let positions = self.shapes[level as usize].len() * self.plan.layout.positions(level as usize);
        Ok(Step::Level { squares: level, positions, resumed })
    }

    /// Takes over a level that an earlier build has written. A damaged one counts as none.
    fn resume(&mut self, level: u32, path: &Path) -> bool {
        let Ok(bytes) = fs::read(path) else { return false };
        let before = (self.dictionary.sketches.len(), self.dictionary.forms.len());
        let read = read_section(&self.plan, level, &bytes, &mut self.dictionary);
        let is_whole = read.is_ok_and(|(blocks, long)| {
            long == bytes.len() && blocks.iter().map(|b| &b.0).eq(&self.shapes[level as usize])
        });
        if !is_whole {
            self.dictionary.sketches.truncate(before.0);
            self.dictionary.forms.truncate(before.1);
            return false;
        }
        for (nth, sketch) in self.dictionary.sketches.iter().enumerate().skip(before.0) {
            self.sketches.insert(sketch.clone(), nth as u32);
        }
        for (nth, form) in self.dictionary.forms.iter().enumerate().skip(before.1) {
            self.forms.insert(form.clone(), nth as u32);
        }
        true
    }

    fn compute(&mut self, level: u32, meter: &mut Meter) -> Result<Vec<u8>, DatabaseError> {
        let before = (self.dictionary.sketches.len(), self.dictionary.forms.len());
        let layout = self.plan.layout;
        let mut blocks = Vec::new();
        for image in self.shapes[level as usize].clone() {
            blocks.extend(image.to_le_bytes());
            self.territories(image, &mut blocks, meter)?;
            for (l, r) in layout.fights(level as usize) {
                for left in subsets(image, l) {
                    for right in subsets(image & !left, r) {
                        self.fight(image, [image & !left & !right, left, right], &mut blocks, meter)?;
                    }
                }
            }
        }
        let new_sketches = &self.dictionary.sketches[before.0..];
        let new_forms = &self.dictionary.forms[before.1..];
        let mut body = Vec::new();
        let many = self.shapes[level as usize].len();
        for number in [level as usize, before.0, before.1, new_sketches.len(), new_forms.len(), many] {
            body.extend((number as u32).to_le_bytes());
        }
        new_sketches.iter().for_each(|sketch| write_sketch(&mut body, sketch));
        for form in new_forms {
            body.extend((form.len() as u32).to_le_bytes());
            body.extend(form.as_bytes());
        }
        body.extend(blocks);
        Ok(sealed(&body))
    }

    fn territories(&mut self, image: u64, out: &mut Vec<u8>, meter: &mut Meter) -> Result<(), ExactError> {
        let most = self.plan.layout.most_alone().min(image.count_ones() as usize);
        for many in 1..=most {
            for own in subsets(image, many) {
                out.push(self.fast.free_moves(image & !own, own, meter)? as u8);
                debug_assert_eq!(Layout::territory_width(many), 1 + many);
                for holding in squares(own) {
                    out.push(self.held(image & !own, own, holding, meter)?);
                }
            }
        }
        Ok(())
    }

    /// How many moves amazons have of which one holds its square: it may leave only if it shoots back to where it was.
    fn held(&mut self, empty: u64, own: u64, holding: u64, meter: &mut Meter) -> Result<u8, ExactError> {
        let key = (empty, own, holding);
        if let Some(&known) = self.held.get(&key) {
            return Ok(known);
        }
        meter.step()?;
        let mut best = 0;
        for from in squares(own) {
            for to in squares(reached(from, empty)) {
                let vacated = empty & !to | from;
                let arrows = reached(to, vacated) & if from == holding { holding } else { u64::MAX };
                for arrow in squares(arrows) {
                    let (empty, own) = (vacated & !arrow, own & !from | to);
                    // Once the square is burnt, nobody comes in any more and all may move as they like.
                    let rest = if from == holding {
                        self.fast.free_moves(empty, own, meter)? as u8
                    } else {
                        self.held(empty, own, holding, meter)?
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
        image: u64,
        sets: [u64; 3],
        out: &mut Vec<u8>,
        meter: &mut Meter,
    ) -> Result<(), DatabaseError> {
        let (graph, best) = self.fast.judge(sets, meter)?;
        out.extend(self.sketch_number(graph).to_le_bytes());
        let index = |s: u64| (image & (s - 1)).count_ones() as u8;
        for best in best {
            out.extend(best.map_or([NO_SQUARE; 3], |squares| squares.map(index)));
        }
        if self.plan.layout.extras.minimax {
            for player in Player::BOTH {
                let value = self.minimax.value(&position(sets), player, &mut self.fast, meter)?;
                out.push(value as i8 as u8);
            }
        }
        if self.plan.layout.extras.forms {
            let value = self.values.value(&position(sets), meter)?;
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

    fn sketch_number(&mut self, graph: u32) -> u32 {
        if let Some(&known) = self.known.get(&graph) {
            return known;
        }
        let sketch = self.fast.sketch(graph);
        let next = self.dictionary.sketches.len() as u32;
        let number = *self.sketches.entry(sketch.clone()).or_insert(next);
        if number == next {
            self.dictionary.sketches.push(sketch);
        }
        self.known.insert(graph, number);
        number
    }

    fn finish(&self) -> Result<(), DatabaseError> {
        let levels = || (1..=self.plan.frame.squares()).map(|level| self.level_path(level));
        let mut parts = vec![self.plan.header()];
        for path in levels() {
            parts.push(fs::read(&path).map_err(|e| DatabaseError::File(path, e))?);
        }
        write(&self.path, &parts.iter().map(Vec::as_slice).collect::<Vec<_>>())?;
        levels().try_for_each(|path| fs::remove_file(&path).map_err(|e| DatabaseError::File(path, e)))
    }
}
