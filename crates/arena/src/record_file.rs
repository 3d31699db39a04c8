//! Files of game records, one line of JSON per game: reading, appending, and going on after an interruption.
//!
//! A file is only ever appended to, a whole line at a time. A program that is killed while it writes leaves a torn last
//! line at worst; a reader is told, and resuming the match cuts that line off.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::{error::ArenaError, record::GameRecord};
use game::TextError;
use std::{
    fs::{File, OpenOptions, TryLockError},
    io::{self, BufRead, BufReader, Read, Write},
    path::{Path, PathBuf},
};

/// Reads all records of a file; the record at index `n` stands in line `n + 1`. A last line that is cut off is an error
/// like any other bad line.
pub fn read_records(path: &Path) -> Result<Vec<GameRecord>, ArenaError> {
    let file = File::open(path).map_err(ArenaError::io(path))?;
    let contents = Contents::read(path, &file)?;
    contents.torn.map_or(Ok(contents.records), |(_, error)| Err(error))
}

/// No record is longer: this is enough for a hundred thousand turns.
const LONGEST_LINE: u64 = 16 << 20;

/// What a file holds.
struct Contents {
    records: Vec<GameRecord>,
    /// Bytes up to the end of the last complete record.
    complete: u64,
    /// The last record lacks nothing but its line end.
    lacks_line_end: bool,
    /// The bytes of a last line without a line end that is no record, and what is wrong with it.
    torn: Option<(usize, ArenaError)>,
}

impl Contents {
    fn read(path: &Path, file: &File) -> Result<Contents, ArenaError> {
        let mut contents = Contents { records: Vec::new(), complete: 0, lacks_line_end: false, torn: None };
        let mut reader = BufReader::new(file);
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            let limited = &mut (&mut reader).take(LONGEST_LINE);
            let read = limited.read_until(b'\n', &mut bytes).map_err(ArenaError::io(path))?;
            if read == 0 {
                return Ok(contents);
            }
            let ended = bytes.last() == Some(&b'\n');
            if !ended && read as u64 == LONGEST_LINE {
                let problem = format!("it has more than {LONGEST_LINE} bytes, which no record has");
                return Err(ArenaError::bad_line(path, contents.records.len() + 1, problem));
            }
            let text = String::from_utf8_lossy(bytes.strip_suffix(b"\n").unwrap_or(&bytes));
            match GameRecord::from_line(&text) {
                Ok(record) => {
                    contents.records.push(record);
                    contents.complete += read as u64;
                    contents.lacks_line_end = !ended;
                }
                Err(problem) => {
                    let line = contents.records.len() + 1;
                    let error = ArenaError::bad_line(path, line, TextError::new(&text, problem));
                    if ended {
                        return Err(error);
                    }
                    contents.torn = Some((read, error));
                }
            }
        }
    }
}

/// A file that records are appended to. No two matches can write the same file at once.
#[derive(Debug)]
pub struct RecordFile {
    path: PathBuf,
    file: File,
    length: u64,
}

/// A file that is resumed.
#[derive(Debug)]
pub struct Resumed {
    /// The file, ready for the next record.
    pub file: RecordFile,
    /// What it holds already.
    pub records: Vec<GameRecord>,
    /// What had to be repaired, as a sentence for people.
    pub warning: Option<String>,
}

impl RecordFile {
    /// Begins a new file; one that exists is left alone.
    pub fn create(path: &Path) -> Result<RecordFile, ArenaError> {
        match OpenOptions::new().append(true).create_new(true).open(path) {
            Ok(file) => RecordFile::lock(path, file, 0),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                let problem = "exists already; resume that match or name another file";
                Err(ArenaError::Input(format!("{} {problem}", path.display())))
            }
            Err(error) => Err(ArenaError::io(path)(error)),
        }
    }

    /// Goes on with a file, or begins it. A torn last line is cut off, with a warning; any other bad line is an error and
    /// leaves the file as it is.
    pub fn resume(path: &Path) -> Result<Resumed, ArenaError> {
        let failed = ArenaError::io(path);
        let file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(&failed)?;
        let mut file = RecordFile::lock(path, file, 0)?;
        let contents = Contents::read(path, &file.file)?;
        file.length = contents.complete;
        let mut warning = None;
        if let Some((bytes, _)) = contents.torn {
            file.file.set_len(contents.complete).map_err(failed)?;
            warning = Some(format!(
                "{}, line {}: the last record was cut off in the middle; its {bytes} bytes are dropped and the game is played again",
                path.display(),
                contents.records.len() + 1
            ));
        } else if contents.lacks_line_end {
            file.write(b"\n")?;
        }
        Ok(Resumed { file, records: contents.records, warning })
    }

    /// Where the file lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds a record. When this returns, the line is with the operating system; if it fails, no part of it is left.
    pub fn append(&mut self, record: &GameRecord) -> Result<(), ArenaError> {
        let line = record.to_line().map_err(|e| ArenaError::io(&self.path)(e.into()))?;
        self.write(line.as_bytes())
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), ArenaError> {
        if let Err(error) = self.file.write_all(bytes).and_then(|()| self.file.flush()) {
            // A full disk may have taken half of the line. If even this fails, a reader finds a torn line.
            let _ = self.file.set_len(self.length);
            return Err(ArenaError::io(&self.path)(error));
        }
        self.length += bytes.len() as u64;
        Ok(())
    }

    fn lock(path: &Path, file: File, length: u64) -> Result<RecordFile, ArenaError> {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                Err(ArenaError::Input(format!("{} is being written by another match", path.display())))
            }
            // Some file systems know no locks; they are good enough for one writer.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(RecordFile { path: path.into(), file, length }),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_is_reported_and_leaves_what_was_there() {
        // Linux has a device that is always full; elsewhere there is nothing to test with.
        let full = Path::new("/dev/full");
        if full.exists() {
            let file = OpenOptions::new().append(true).open(full).unwrap();
            let mut file = RecordFile { path: full.into(), file, length: 0 };
            let error = file.write(b"{}\n").unwrap_err().to_string();
            assert!(error.starts_with("/dev/full: No space left on device"), "{error}");
            assert_eq!(file.length, 0);
        }
    }
}
