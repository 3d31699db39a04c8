//! Writing the files of databases: sections, and files that appear under their names only when they are complete. Nothing
//! but a database is overwritten.

use super::{DatabaseError, Dictionary, Plan};
use crate::{Point, Walls};
use std::{
    ffi::OsString,
    fs,
    io::{ErrorKind, Read, Write},
    path::{Path, PathBuf},
};

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

/// The files of a build: one for each level until all are there.
pub(super) struct LevelFiles {
    path: PathBuf,
    name: String,
    levels: u32,
}

impl LevelFiles {
    /// The files beside `path` for a build of this plan. An error if something else than a database stands at `path`.
    pub(super) fn new(path: &Path, plan: &Plan) -> Result<LevelFiles, DatabaseError> {
        check_target(path)?;
        Ok(LevelFiles { path: path.to_owned(), name: plan.text(), levels: plan.size().squares() })
    }

    pub(super) fn level(&self, level: u32) -> PathBuf {
        beside(&self.path, &format!(".{}-level-{level:02}", self.name))
    }

    /// Joins all levels into the database and removes them.
    pub(super) fn join(&self, header: Vec<u8>) -> Result<(), DatabaseError> {
        let levels = || (1..=self.levels).map(|level| self.level(level));
        let mut parts = vec![header];
        for path in levels() {
            parts.push(fs::read(&path).map_err(|e| DatabaseError::File(path, e))?);
        }
        // The build may have taken hours, and something else may have appeared there.
        check_target(&self.path)?;
        write(&self.path, &parts.iter().map(Vec::as_slice).collect::<Vec<_>>())?;
        levels().try_for_each(|path| fs::remove_file(&path).map_err(|e| DatabaseError::File(path, e)))
    }
}

/// Refuses a path at which something else than a database stands. A link counts as what it leads to.
fn check_target(path: &Path) -> Result<(), DatabaseError> {
    let failed = |error| DatabaseError::File(path.to_owned(), error);
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        found => found.map_err(failed)?,
    };
    let mut magic = [0; 8];
    let what = match fs::metadata(path) {
        Err(_) => "a link that leads nowhere",
        Ok(found) if found.is_dir() => "a folder",
        Ok(found) if !found.is_file() => "a device, pipe or socket",
        Ok(_) => match fs::File::open(path).map_err(failed)?.read_exact(&mut magic) {
            Ok(()) if Plan::is_magic(magic) => return Ok(()),
            _ => "a file of another kind",
        },
    };
    Err(DatabaseError::Occupied(path.to_owned(), what))
}

/// The path with something behind its name.
fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name: OsString = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Writes a temporary file and renames it when it is complete and on the disk.
pub(super) fn write(path: &Path, parts: &[&[u8]]) -> Result<(), DatabaseError> {
    let part = beside(path, ".part");
    let write = || {
        // What a killed build left there goes away. A link does too, and not the file that it leads to.
        match fs::remove_file(&part) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let mut out = fs::File::create_new(&part)?;
        parts.iter().try_for_each(|bytes| out.write_all(bytes))?;
        out.sync_all()?;
        fs::rename(&part, path)
    };
    write().map_err(|e| DatabaseError::File(path.to_owned(), e))
}
