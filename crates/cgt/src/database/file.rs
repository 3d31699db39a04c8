//! The file format of databases: a header and one section for each number of squares (a level), each with its length and a
//! checksum over all of its bytes. All numbers are little-endian.
//!
//! A section names its level and how many thermographs came before it, so that swapped sections are detected.

use super::{BoardSize, Database, DatabaseError, Stats};
use crate::{
    Point, Walls,
    exact::amazons::{
        AmazonsThermographs,
        level::{Block, least_image},
    },
};
use search::FilePages;
use std::{
    fs,
    path::{Path, PathBuf},
};

const MAGIC: &[u8; 8] = b"QUADCGDB";
/// The version of both kinds of files.
pub(super) const VERSION: u32 = 1;
/// Magic, version, files, rows, amazons of both players, checksum.
const HEADER: usize = 8 + 4 + 4 + 4;

/// The header of a database.
pub(super) fn header(size: BoardSize) -> Vec<u8> {
    let mut out = MAGIC.to_vec();
    out.extend(VERSION.to_le_bytes());
    out.extend([size.files, size.rows, 1, 1]);
    out.extend(crc32fast::hash(&out).to_le_bytes());
    out
}

/// One level as bytes: the thermographs that are new with it, from number `before` on, and its blocks.
pub(super) fn section(level: u32, before: u32, values: &AmazonsThermographs, blocks: &[Block]) -> Vec<u8> {
    let mut body = Vec::new();
    let mut number = |n: u32| body.extend(n.to_le_bytes());
    number(level);
    number(before);
    number((values.graphs() - before) / 2);
    number(blocks.len() as u32);
    for graph in (before..values.graphs()).step_by(2) {
        write_walls(&mut body, &values.interned(graph));
    }
    for block in blocks {
        body.extend(block.image.to_le_bytes());
        body.extend(&block.runs);
        for (number, moves) in block.numbers.iter().zip(&block.moves) {
            body.extend(number.to_le_bytes());
            body.extend(moves.as_flattened());
        }
    }
    sealed(&body)
}

/// A section: its length, its bytes, and a checksum over both.
pub(super) fn sealed(body: &[u8]) -> Vec<u8> {
    let mut out = (body.len() as u64).to_le_bytes().to_vec();
    out.extend(body);
    out.extend(crc32fast::hash(&out).to_le_bytes());
    out
}

/// The body of the section at the beginning of some bytes, and how long the section is.
pub(super) fn unsealed(level: u32, bytes: &[u8]) -> Result<(&[u8], usize), String> {
    let mut outer = Bytes(bytes);
    let long = usize::try_from(u64::from_le_bytes(outer.array()?)).map_err(|_| "it ends too early")?;
    let body = outer.take(long)?;
    if outer.number()? != crc32fast::hash(&bytes[..8 + long]) {
        return Err(format!("the checksum of level {level} is wrong"));
    }
    Ok((body, 8 + long + 4))
}

/// A thermograph as bytes.
pub(super) fn write_walls(out: &mut Vec<u8>, walls: &Walls<i32>) {
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
    pub(super) fn take(&mut self, many: usize) -> Result<&'a [u8], String> {
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

    pub(super) fn walls(&mut self) -> Result<Walls<i32>, String> {
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

/// Reads one section into `values`; returns its blocks and its length.
pub(super) fn read_section(
    level: u32,
    bytes: &[u8],
    values: &mut AmazonsThermographs,
) -> Result<(Vec<Block>, usize), String> {
    let (body, long) = unsealed(level, bytes)?;
    let mut body = Bytes(body);
    if body.number()? != level {
        return Err(format!("level {level} is out of place"));
    }
    if body.number()? != values.graphs() {
        return Err(format!("level {level} does not follow on the one before"));
    }
    let (graphs, many) = (body.number()?, body.number()?);
    for _ in 0..graphs {
        if !values.restore_graph(&body.walls()?) {
            return Err(format!("level {level} has a thermograph twice"));
        }
    }
    let mut blocks = Vec::new();
    for _ in 0..many {
        let image = u64::from_le_bytes(body.array()?);
        if image.count_ones() != level || least_image(image) != Some(image) {
            return Err(format!("level {level} has a wrong set of squares"));
        }
        let runs = body.take(level as usize)?.to_vec();
        let pairs = level as usize * (level as usize - 1) / 2;
        let mut block =
            Block { image, runs, numbers: Vec::with_capacity(pairs), moves: Vec::with_capacity(pairs) };
        for _ in 0..pairs {
            let number = body.number()?;
            if number >= values.graphs() {
                return Err(format!("level {level} names a thermograph that is not there"));
            }
            block.numbers.push(number);
            block.moves.push([body.array()?, body.array()?]);
        }
        blocks.push(block);
    }
    if !body.0.is_empty() {
        return Err(format!("level {level} is longer than it says"));
    }
    Ok((blocks, long))
}

/// Reads a whole file.
pub(super) fn read(path: &Path) -> Result<Database, DatabaseError> {
    let bytes = FilePages::open(path).map_err(|e| DatabaseError::File(path.to_owned(), e))?;
    parse(&bytes).map_err(|problem| DatabaseError::Damaged(path.to_owned(), problem))
}

/// The first bytes of a file, with the right magic and version.
pub(super) fn read_header<'a>(bytes: &'a [u8], long: usize, magic: &[u8; 8]) -> Result<&'a [u8], String> {
    let head = Bytes(bytes).take(long)?;
    if &head[..8] != magic {
        return Err("it does not begin like a database".to_owned());
    }
    let version = u32::from_le_bytes([head[8], head[9], head[10], head[11]]);
    if version != VERSION {
        return Err(format!("its version is {version}, this program reads {VERSION}"));
    }
    Ok(head)
}

fn parse(bytes: &[u8]) -> Result<Database, String> {
    let head = read_header(bytes, HEADER, MAGIC)?;
    let size = BoardSize::new(head[12], head[13]).ok_or("its board size is impossible")?;
    if head != header(size) {
        return Err("the checksum of the header is wrong".to_owned());
    }
    let mut values = AmazonsThermographs::default();
    let (mut moves, mut images) = (Vec::new(), Vec::new());
    let mut stats = Stats { bytes: bytes.len() as u64, ..Stats::default() };
    let mut rest = &bytes[HEADER..];
    for level in 1..=size.squares() {
        let (blocks, long) = read_section(level, rest, &mut values)?;
        for block in &blocks {
            values.restore(block);
            moves.extend_from_slice(&block.moves);
            images.push(block.image);
            stats.shapes += 1;
            stats.positions += block.numbers.len();
        }
        rest = &rest[long..];
    }
    if !rest.is_empty() {
        return Err("something follows its end".to_owned());
    }
    stats.thermographs = values.different();
    Ok(Database { size, values, moves, images, stats })
}

/// The files of a build: one for each level until all are there.
pub(super) struct LevelFiles {
    path: PathBuf,
    name: String,
    levels: u32,
}

impl LevelFiles {
    /// The files beside `path` for a build of this name.
    pub(super) fn new(path: &Path, name: String, levels: u32) -> LevelFiles {
        LevelFiles { path: path.to_owned(), name, levels }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_would_overflow_are_refused() {
        let read = |t: i32, v: i32| {
            let mut bytes = Vec::new();
            let walls =
                Walls { mast: Point { t: 0, v: 0 }, left: vec![Point { t, v }], right: vec![Point { t, v }] };
            write_walls(&mut bytes, &walls);
            Bytes(&bytes).walls().is_ok_and(|read| read == walls)
        };
        assert!(read(-65536, 20 << 20) && read(0, -(20 << 20)));
        for wrong in [i32::MIN, i32::MIN + 1, i32::MAX, -i32::MAX / 2] {
            assert!(!read(wrong, 0) && !read(0, wrong), "{wrong}");
        }
    }
}
