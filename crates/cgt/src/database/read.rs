//! Reading the files of databases: a header and one section for each number of squares (a level), each with its length and
//! a checksum over all of its bytes. All numbers are little-endian.
//!
//! Nothing that a section says is believed before its checksum is right. A section names its level and how many thermographs
//! and forms came before it, so that swapped sections are detected.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use super::{Database, Dictionary, Plan, plan::NO_SQUARE};
use crate::{
    Point, Walls,
    exact::amazons::{level::least_image, store::Map},
};
use std::{
    fs,
    io::{self, Read},
    ops::Range,
    path::Path,
};

/// A set of squares, and the range of its block within a section.
pub(super) type Placed = (u64, Range<usize>);

/// The bytes of a file that begins like a database. Of other files only the beginning is read, however large they are.
pub(super) fn read(path: &Path) -> io::Result<Result<Vec<u8>, String>> {
    // Opening a pipe would wait for a writer.
    if !fs::metadata(path)?.is_file() {
        return Ok(Err("it is not an ordinary file".to_owned()));
    }
    let mut file = fs::File::open(path)?;
    let mut bytes = Vec::new();
    file.by_ref().take(Plan::MAX_HEADER).read_to_end(&mut bytes)?;
    if let Err(problem) = Plan::read(&bytes) {
        return Ok(Err(problem));
    }
    file.read_to_end(&mut bytes)?;
    Ok(Ok(bytes))
}

/// A database from the bytes of its file.
pub(super) fn parse(bytes: Vec<u8>) -> Result<Database, String> {
    let plan = Plan::read(&bytes)?;
    let mut dictionary = Dictionary::default();
    let (mut blocks, mut images) = (Map::default(), Vec::new());
    let mut at = plan.header().len();
    for level in 1..=plan.size().squares() {
        let rest = bytes.get(at..).unwrap_or_default();
        let (found, long) = read_section(&plan, level, rest, &mut dictionary)?;
        for (image, place) in found {
            blocks.insert(image, at + place.start);
            images.push(image);
        }
        at += long;
    }
    if at != bytes.len() {
        return Err("something follows its end".to_owned());
    }
    Ok(Database { plan, bytes, dictionary, blocks, images })
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
        /// Far above every value of a board, and far below what would overflow in sums and negatives.
        const MOST: u32 = i32::MAX as u32 / 4;
        let point = Point { t: i32::from_le_bytes(self.array()?), v: i32::from_le_bytes(self.array()?) };
        match point.t.unsigned_abs().max(point.v.unsigned_abs()) > MOST {
            true => Err("a thermograph is out of range".to_owned()),
            false => Ok(point),
        }
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

/// The body of the section at the beginning of some bytes, and how long the section is.
fn unsealed(level: u32, bytes: &[u8]) -> Result<(&[u8], usize), String> {
    let mut outer = Bytes(bytes);
    let long = usize::try_from(u64::from_le_bytes(outer.array()?)).map_err(|_| "it ends too early")?;
    let body = outer.take(long)?;
    let (sealed, _) = bytes.split_at(8 + long);
    if outer.number()? != crc32fast::hash(sealed) {
        return Err(format!("the checksum of level {level} is wrong"));
    }
    Ok((body, 8 + long + 4))
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
    let missing = || format!("level {level} names something that is not there");
    let fights = plan.positions(level as usize) * plan.fight_width();
    let thermographs = plan.thermograph_numbers(dictionary.thermographs.len());
    let (_, fights) = block.split_at_checked(block.len().saturating_sub(fights)).ok_or_else(missing)?;
    let mut rest = Bytes(fights);
    while !rest.0.is_empty() {
        let thermograph = rest.number()? as usize;
        let mut squares = rest.take(2 * plan.move_width())?.iter();
        let squares_exist = squares.all(|&s| s == NO_SQUARE || u32::from(s) < level);
        if plan.extras().minimax {
            rest.take(2)?;
        }
        let form_exists = !plan.extras().forms || (rest.number()? as usize) < dictionary.forms.len();
        if thermograph >= thermographs || !squares_exist || !form_exists {
            return Err(missing());
        }
    }
    Ok(())
}
