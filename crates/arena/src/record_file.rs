//! Files of game records, one line of JSON per game: reading, appending, and going on after an interruption.
//!
//! A file is only ever appended to, a whole line at a time. A program that is killed while it writes leaves a torn last
//! line at worst; whoever reads the file is told, and whoever resumes the match has that line cut off.

use crate::record::GameRecord;
use game::TextError;
use std::{
    fs::{File, OpenOptions, TryLockError},
    io::{self, BufRead, BufReader, Write},
    path::{Path, PathBuf},
};
use thiserror::Error;

/// A file of records that could not be read or written. Every message names the file, and the line where there is one.
#[derive(Debug, Error)]
pub enum RecordFileError {
    /// The system refused.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A new file was asked for.
    #[error("{} exists already; resume that match or name another file", .0.display())]
    Exists(PathBuf),
    /// Somebody else has the file locked.
    #[error("{} is being written by another match", .0.display())]
    InUse(PathBuf),
    /// A line is not a record.
    #[error("{}, line {line}: {problem}", path.display())]
    BadLine {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: TextError,
    },
}

/// Reads all records of a file; the record at index `n` stands in line `n + 1`. A last line that is cut off is an error
/// like any other bad line.
pub fn read_records(path: &Path) -> Result<Vec<GameRecord>, RecordFileError> {
    let file = File::open(path).map_err(|source| RecordFileError::Io { path: path.into(), source })?;
    let contents = Contents::read(path, &file)?;
    match contents.torn {
        None => Ok(contents.records),
        Some(torn) => Err(torn.error),
    }
}

/// What a file holds.
struct Contents {
    records: Vec<GameRecord>,
    /// Bytes up to the end of the last complete record.
    complete: u64,
    /// The last record lacks nothing but its line end.
    lacks_line_end: bool,
    torn: Option<Torn>,
}

/// A last line without a line end that is no record.
struct Torn {
    bytes: usize,
    error: RecordFileError,
}

impl Contents {
    fn read(path: &Path, file: &File) -> Result<Contents, RecordFileError> {
        let mut contents = Contents { records: Vec::new(), complete: 0, lacks_line_end: false, torn: None };
        let mut reader = BufReader::new(file);
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            let read = reader.read_until(b'\n', &mut bytes);
            let read = read.map_err(|source| RecordFileError::Io { path: path.into(), source })?;
            if read == 0 {
                return Ok(contents);
            }
            let ended = bytes.last() == Some(&b'\n');
            let text = String::from_utf8_lossy(&bytes[..read - usize::from(ended)]);
            match GameRecord::from_line(&text) {
                Ok(record) => {
                    contents.records.push(record);
                    contents.complete += read as u64;
                    contents.lacks_line_end = !ended;
                }
                Err(problem) => {
                    let error = RecordFileError::BadLine {
                        path: path.into(),
                        line: contents.records.len() + 1,
                        problem: TextError::new(&text, problem),
                    };
                    if ended {
                        return Err(error);
                    }
                    contents.torn = Some(Torn { bytes: read, error });
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

/// A file that is gone on with.
#[derive(Debug)]
pub struct Resumed {
    /// The file, ready for the next record.
    pub file: RecordFile,
    /// What it holds already.
    pub records: Vec<GameRecord>,
    /// What had to be mended, as a sentence for people.
    pub warning: Option<String>,
}

impl RecordFile {
    /// Begins a new file; one that exists is left alone.
    pub fn create(path: &Path) -> Result<RecordFile, RecordFileError> {
        match OpenOptions::new().append(true).create_new(true).open(path) {
            Ok(file) => RecordFile::lock(path, file, 0),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                Err(RecordFileError::Exists(path.into()))
            }
            Err(source) => Err(RecordFileError::Io { path: path.into(), source }),
        }
    }

    /// Goes on with a file, or begins it. A torn last line is cut off, with a warning; any other bad line is an error and
    /// leaves the file as it is.
    pub fn resume(path: &Path) -> Result<Resumed, RecordFileError> {
        let failed = |source| RecordFileError::Io { path: path.into(), source };
        let file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(failed)?;
        let mut file = RecordFile::lock(path, file, 0)?;
        let contents = Contents::read(path, &file.file)?;
        file.length = contents.complete;
        let mut warning = None;
        if let Some(torn) = contents.torn {
            file.file.set_len(contents.complete).map_err(failed)?;
            warning = Some(format!(
                "{}, line {}: the last record was cut off in the middle; its {} bytes are dropped and the game is played again",
                path.display(),
                contents.records.len() + 1,
                torn.bytes
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
    pub fn append(&mut self, record: &GameRecord) -> Result<(), RecordFileError> {
        let line = record.to_line().map_err(|e| self.failed(e.into()))?;
        self.write(line.as_bytes())
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), RecordFileError> {
        if let Err(error) = self.file.write_all(bytes).and_then(|()| self.file.flush()) {
            // A full disk may have taken half of the line. If even this fails, a reader finds a torn line.
            let _ = self.file.set_len(self.length);
            return Err(self.failed(error));
        }
        self.length += bytes.len() as u64;
        Ok(())
    }

    fn lock(path: &Path, file: File, length: u64) -> Result<RecordFile, RecordFileError> {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Err(RecordFileError::InUse(path.into())),
            // Some file systems know no locks; they are good enough for one writer.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(RecordFile { path: path.into(), file, length }),
        }
    }

    fn failed(&self, source: io::Error) -> RecordFileError {
        RecordFileError::Io { path: self.path.clone(), source }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::tests::example;
    use std::fs;

    /// A path that no other test uses; the file is removed when the test is over.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Scratch {
            let path = std::env::temp_dir().join(format!("arena-{}-{name}.jsonl", std::process::id()));
            let _ = fs::remove_file(&path);
            Scratch(path)
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_file(&self.0);
        }
    }

    fn write_three(path: &Path) -> Vec<GameRecord> {
        let records = vec![example(0, 1), example(0, 2), example(1, 1)];
        let mut file = RecordFile::create(path).unwrap();
        records.iter().for_each(|r| file.append(r).unwrap());
        records
    }

    #[test]
    fn what_is_written_is_read() {
        let scratch = Scratch::new("read");
        let records = write_three(&scratch.0);
        assert_eq!(read_records(&scratch.0).unwrap(), records);
    }

    #[test]
    fn an_existing_file_is_not_overwritten() {
        let scratch = Scratch::new("exists");
        write_three(&scratch.0);
        let before = fs::read(&scratch.0).unwrap();
        let error = RecordFile::create(&scratch.0).unwrap_err().to_string();
        assert!(error.ends_with("exists already; resume that match or name another file"), "{error}");
        assert_eq!(fs::read(&scratch.0).unwrap(), before);
    }

    #[test]
    fn a_file_has_one_writer() {
        let scratch = Scratch::new("locked");
        let _writer = RecordFile::create(&scratch.0).unwrap();
        let error = RecordFile::resume(&scratch.0).unwrap_err().to_string();
        assert!(error.ends_with("is being written by another match"), "{error}");
    }

    #[test]
    fn a_cut_last_line_is_an_error_for_readers_and_mended_on_resume() {
        let scratch = Scratch::new("cut");
        let records = write_three(&scratch.0);
        let whole = fs::read(&scratch.0).unwrap();
        let ends: Vec<usize> = (0..whole.len()).filter(|&at| whole[at] == b'\n').map(|at| at + 1).collect();
        // Every byte near the end of a line, and some of the others: each cut costs a few system calls.
        let matters = |cut: &usize| cut.is_multiple_of(7) || ends.iter().any(|end| end.abs_diff(*cut) < 4);
        for cut in (0..=whole.len()).filter(matters) {
            fs::write(&scratch.0, &whole[..cut]).unwrap();
            // A record is complete when nothing but its line end is missing.
            let complete = ends.iter().filter(|&&end| end <= cut + 1).count();
            let is_torn = cut != 0 && !ends.iter().any(|&end| end == cut || end == cut + 1);
            match read_records(&scratch.0) {
                Ok(read) => assert!(!is_torn && read == records[..complete], "cut at {cut}"),
                Err(error) => {
                    let place = format!(".jsonl, line {}: '", complete + 1);
                    assert!(is_torn && error.to_string().contains(&place), "cut at {cut}: {error}");
                }
            }
            let mut resumed = RecordFile::resume(&scratch.0).unwrap();
            assert_eq!(resumed.records, records[..complete], "cut at {cut}");
            assert_eq!(resumed.warning.is_some(), is_torn, "cut at {cut}");
            records[complete..].iter().for_each(|r| resumed.file.append(r).unwrap());
            drop(resumed);
            assert_eq!(fs::read(&scratch.0).unwrap(), whole, "cut at {cut}");
        }
    }

    #[test]
    fn a_bad_line_in_the_middle_is_never_forgiven() {
        let scratch = Scratch::new("middle");
        write_three(&scratch.0);
        let text = fs::read_to_string(&scratch.0).unwrap();
        let broken = text.replacen("\"leg\":2", "\"leg\":", 1);
        fs::write(&scratch.0, &broken).unwrap();
        for error in [read_records(&scratch.0).unwrap_err(), RecordFile::resume(&scratch.0).unwrap_err()] {
            let message = error.to_string();
            assert!(message.contains(".jsonl, line 2: '{"), "{message}");
            assert!(message.contains("is not a game record"), "{message}");
        }
        assert_eq!(fs::read_to_string(&scratch.0).unwrap(), broken);
    }

    #[test]
    fn a_missing_file_is_named() {
        let scratch = Scratch::new("missing");
        let error = read_records(&scratch.0).unwrap_err().to_string();
        assert!(error.contains("missing.jsonl: "), "{error}");
        assert!(RecordFile::resume(&scratch.0).unwrap().records.is_empty());
    }

    #[test]
    fn a_full_disk_is_reported_and_leaves_what_was_there() {
        // Linux has a device that is always full; elsewhere there is nothing to test with.
        let full = Path::new("/dev/full");
        if full.exists() {
            let file = OpenOptions::new().append(true).open(full).unwrap();
            let mut file = RecordFile { path: full.into(), file, length: 0 };
            let error = file.append(&example(0, 1)).unwrap_err().to_string();
            assert!(error.starts_with("/dev/full: No space left on device"), "{error}");
            assert_eq!(file.length, 0);
        }
    }
}
