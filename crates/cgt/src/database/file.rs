//! The file format of databases: a header and one section for each number of squares (a level), each with its length and a
//! checksum over all of its bytes. All numbers are little-endian.
//!
//! A section names its level and how many thermographs and forms came before it, so that swapped sections are detected.

use super::{DatabaseError, Dictionary, Plan, number, plan::NO_SQUARE};
use crate::{Point, Walls, exact::amazons::level::least_image};
use std::{
    fs,
    ops::Range,
    path::{Path, PathBuf},
};

/// A set of squares, and the range of its block within a section.
pub(super) type Placed = (u64, Range<usize>);

/// One level as bytes: the thermographs and forms that are new with it, and its blocks, each behind its set of squares.
pub(super) fn section(
    plan: &Plan,
    level: u32,
    dictionary: &Dictionary,
    before: (usize, usize),
    (many, blocks): (usize, &[u8]),
) -> Vec<u8> {
    let (thermographs, forms) = (&dictionary.thermographs[before.0..], &dictionary.forms[before.1..]);
    let numbers = match plan.is_duel() {
        true => vec![2 * before.0, thermographs.len(), many],
        false => vec![before.0, before.1, thermographs.len(), forms.len(), many],
    };
    let mut body = level.to_le_bytes().to_vec();
    numbers.iter().for_each(|&number| body.extend((number as u32).to_le_bytes()));
    thermographs.iter().for_each(|walls| write_walls(&mut body, walls));
    for form in forms {
        body.extend((form.len() as u32).to_le_bytes());
        body.extend(form.as_bytes());
    }
    body.extend(blocks);
    let mut out = (body.len() as u64).to_le_bytes().to_vec();
    out.extend(body);
    out.extend(crc32fast::hash(&out).to_le_bytes());
    out
}

/// The body of the section at the beginning of some bytes, and how long the section is.
fn unsealed(level: u32, bytes: &[u8]) -> Result<(&[u8], usize), String> {
    let mut outer = Bytes(bytes);
    let long = usize::try_from(u64::from_le_bytes(outer.array()?)).map_err(|_| "it ends too early")?;
    let body = outer.take(long)?;
    if outer.number()? != crc32fast::hash(&bytes[..8 + long]) {
        return Err(format!("the checksum of level {level} is wrong"));
    }
    Ok((body, 8 + long + 4))
}

/// A thermograph as bytes.
fn write_walls(out: &mut Vec<u8>, walls: &Walls<i32>) {
    let point = |out: &mut Vec<u8>, p: &Point<i32>| {
        out.extend(p.t.to_le_bytes());
        out.extend(p.v.to_le_bytes());
    };
    point(out, &walls.mast);
    for wall in [&walls.left, &walls.right] {
        out.extend((wall.len() as u32).to_le_bytes());
        wall.iter().for_each(|p| point(out, p));
    }
}

/// A reader of bytes that may be damaged: every step returns what is wrong.
pub(super) struct Bytes<'a>(pub(super) &'a [u8]);

impl<'a> Bytes<'a> {
    fn take(&mut self, many: usize) -> Result<&'a [u8], String> {
        let (taken, rest) = self.0.split_at_checked(many).ok_or("it ends too early")?;
        self.0 = rest;
        Ok(taken)
    }

    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N], String> {
        let taken = self.take(N)?;
        taken.try_into().map_err(|_| "it ends too early".to_owned())
    }

    pub(super) fn number(&mut self) -> Result<u32, String> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    fn point(&mut self) -> Result<Point<i32>, String> {
        Ok(Point { t: i32::from_le_bytes(self.array()?), v: i32::from_le_bytes(self.array()?) })
    }

    fn walls(&mut self) -> Result<Walls<i32>, String> {
        let mast = self.point()?;
        Ok(Walls { mast, left: self.wall()?, right: self.wall()? })
    }

    fn wall(&mut self) -> Result<Vec<Point<i32>>, String> {
        let many = self.number()? as usize;
        if many == 0 || many > self.0.len() / 8 {
            return Err("a wall has no end".to_owned());
        }
        (0..many).map(|_| self.point()).collect()
    }
}

/// Reads a section: adds to the dictionary, and returns where its blocks are and its length.
pub(super) fn read_section(
    plan: &Plan,
    level: u32,
    bytes: &[u8],
    dictionary: &mut Dictionary,
) -> Result<(Vec<Placed>, usize), String> {
    let (body, long) = unsealed(level, bytes)?;
    let mut rest = Bytes(body);
    if rest.number()? != level {
        return Err(format!("level {level} is out of place"));
    }
    let listed = plan.thermograph_numbers(dictionary.thermographs.len());
    if rest.number()? as usize != listed
        || !plan.is_duel() && rest.number()? as usize != dictionary.forms.len()
    {
        return Err(format!("level {level} does not follow on the one before"));
    }
    let thermographs = rest.number()?;
    let forms = if plan.is_duel() { 0 } else { rest.number()? };
    let many = rest.number()?;
    for _ in 0..thermographs {
        dictionary.thermographs.push(rest.walls()?);
    }
    for _ in 0..forms {
        let long = rest.number()? as usize;
        let text = std::str::from_utf8(rest.take(long)?).map_err(|_| "a form is no text")?;
        dictionary.forms.push(text.to_owned());
    }
    let mut blocks = Vec::new();
    for _ in 0..many {
        let image = u64::from_le_bytes(rest.array()?);
        if image.count_ones() != level || least_image(image) != Some(image) {
            return Err(format!("level {level} has a wrong set of squares"));
        }
        let start = 8 + body.len() - rest.0.len();
        let block = rest.take(plan.block(level as usize))?;
        check_block(plan, level, block, dictionary)?;
        blocks.push((image, start..start + block.len()));
    }
    if !rest.0.is_empty() {
        return Err(format!("level {level} is longer than it says"));
    }
    Ok((blocks, long))
}

/// Checks that everything an entry refers to exists.
fn check_block(plan: &Plan, level: u32, block: &[u8], dictionary: &Dictionary) -> Result<(), String> {
    let width = plan.fight_width();
    let fights = plan.positions(level as usize) * width;
    let thermographs = plan.thermograph_numbers(dictionary.thermographs.len());
    for entry in block[block.len() - fights..].chunks_exact(width) {
        let mut squares = entry[4..4 + 2 * plan.move_width()].iter();
        let squares_exist = squares.all(|&s| s == NO_SQUARE || u32::from(s) < level);
        let form_exists = !plan.extras().forms || number(entry, width - 4) < dictionary.forms.len();
        if number(entry, 0) >= thermographs || !squares_exist || !form_exists {
            return Err(format!("level {level} names something that is not there"));
        }
    }
    Ok(())
}

/// The files of a build: one for each level until all are there.
pub(super) struct LevelFiles {
    path: PathBuf,
    name: String,
    levels: u32,
}

impl LevelFiles {
    /// The files beside `path` for a build of this plan.
    pub(super) fn new(path: &Path, plan: &Plan) -> LevelFiles {
        LevelFiles { path: path.to_owned(), name: plan.text(), levels: plan.size().squares() }
    }

    pub(super) fn level(&self, level: u32) -> PathBuf {
        PathBuf::from(format!("{}.{}-level-{level:02}", self.path.display(), self.name))
    }

    /// Joins all levels into the database and removes them.
    pub(super) fn join(&self, header: Vec<u8>) -> Result<(), DatabaseError> {
        let levels = || (1..=self.levels).map(|level| self.level(level));
        let mut parts = vec![header];
        for path in levels() {
            parts.push(fs::read(&path).map_err(|e| DatabaseError::File(path, e))?);
        }
        write(&self.path, &parts.iter().map(Vec::as_slice).collect::<Vec<_>>())?;
        levels().try_for_each(|path| fs::remove_file(&path).map_err(|e| DatabaseError::File(path, e)))
    }
}

/// Writes a temporary file and renames it when it is complete and on the disk.
pub(super) fn write(path: &Path, parts: &[&[u8]]) -> Result<(), DatabaseError> {
    use std::io::Write;
    let part = PathBuf::from(format!("{}.part", path.display()));
    let write = || {
        let mut out = fs::File::create(&part)?;
        parts.iter().try_for_each(|bytes| out.write_all(bytes))?;
        out.sync_all()?;
        fs::rename(&part, path)
    };
    write().map_err(|e| DatabaseError::File(path.to_owned(), e))
}
