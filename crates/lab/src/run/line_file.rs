//! A file of lines that is only appended to, a whole line at a time, and locked while it is open: a run can be killed at
//! any moment, and at most the line being written is lost.
//!
//! A line is `["CHECKSUM",ENTRY]`, which as a whole is JSON: the CRC-32 of the entry's text in eight hexadecimal digits, and
//! the entry. A line whose checksum is wrong is refused. Files that an earlier version began have entries without checksums;
//! they are read and continued in that form.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::{LabError, files::read_limited};
use serde::Serialize;
use std::{
    fs::{File, OpenOptions, TryLockError},
    io::{self, Write},
    path::{Path, PathBuf},
};

/// The longest file that is read, in bytes.
const MOST_BYTES: u64 = 1 << 28;

/// What lines are written to: a file, or one that fails in a test.
trait Medium: Write + Send {
    /// Cuts off what comes after this many bytes.
    fn cut_off(&mut self, length: u64) -> io::Result<()>;
}

impl Medium for File {
    fn cut_off(&mut self, length: u64) -> io::Result<()> {
        self.set_len(length)
    }
}

/// An open file of lines.
pub(crate) struct LineFile {
    pub(crate) path: PathBuf,
    medium: Box<dyn Medium>,
    /// The bytes of all whole lines.
    length: u64,
    /// Do the lines have checksums?
    pub(crate) is_checked: bool,
    /// Was a torn last line cut off?
    pub(crate) repaired: bool,
}

impl LineFile {
    /// Opens a file, or creates it, and gives the entries of its whole lines.
    pub(crate) fn open(path: &Path) -> Result<(LineFile, Vec<String>), LabError> {
        let file = OpenOptions::new().read(true).append(true).create(true).open(path);
        let mut file = file.map_err(LabError::io(path))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(LabError::Locked(path.into())),
            Err(TryLockError::Error(source)) => return Err(LabError::Io { path: path.into(), source }),
        }
        let bytes = read_limited(path, &mut file, MOST_BYTES)?;
        let is_checked = bytes.starts_with(b"[") || !bytes.contains(&b'\n');
        let (path, medium) = (path.to_path_buf(), Box::new(file));
        let mut lines = LineFile { path, medium, length: 0, is_checked, repaired: false };
        let mut entries = Vec::new();
        for line in bytes.split_inclusive(|&b| b == b'\n') {
            let Some(line) = line.strip_suffix(b"\n") else { break };
            entries.push(lines.entry(entries.len() + 1, line)?);
            lines.length += line.len() as u64 + 1;
        }
        if lines.length < bytes.len() as u64 {
            lines.medium.cut_off(lines.length).map_err(LabError::io(&lines.path))?;
            lines.repaired = true;
        }
        Ok((lines, entries))
    }

    /// The entry of a line.
    fn entry(&self, number: usize, line: &[u8]) -> Result<String, LabError> {
        entry(line, self.is_checked).map_err(|problem| self.corrupt(number, problem))
    }

    /// Appends a line. If that fails, none of it stays.
    pub(crate) fn write(&mut self, entry: &impl Serialize) -> Result<(), LabError> {
        let text = serde_json::to_string(entry).map_err(LabError::cell)?;
        let line = if self.is_checked { checked(&text) } else { text } + "\n";
        if let Err(source) = self.medium.write_all(line.as_bytes()) {
            // What cannot be cut off now is cut off when the file is opened again.
            let _ = self.medium.cut_off(self.length);
            return Err(LabError::Io { path: self.path.clone(), source });
        }
        self.length += line.len() as u64;
        Ok(())
    }

    /// The error of a line that cannot be used.
    pub(crate) fn corrupt(&self, line: usize, problem: String) -> LabError {
        LabError::Corrupt { path: self.path.clone(), line, problem }
    }
}

/// Reads the entries of a file without locking or changing it; a torn last line is an error.
pub(crate) fn read(path: &Path) -> Result<Vec<String>, LabError> {
    let mut file = File::open(path).map_err(LabError::io(path))?;
    let bytes = read_limited(path, &mut file, MOST_BYTES)?;
    let is_checked = bytes.starts_with(b"[");
    let lines = bytes.split_inclusive(|&b| b == b'\n').enumerate();
    let read = |(nth, line): (usize, &[u8])| {
        let line = line.strip_suffix(b"\n").ok_or("is torn: it does not end".to_string());
        let entry = line.and_then(|line| entry(line, is_checked));
        entry.map_err(|problem| LabError::Corrupt { path: path.into(), line: nth + 1, problem })
    };
    lines.map(read).collect()
}

/// The entry of a line, or what is wrong with it.
fn entry(line: &[u8], is_checked: bool) -> Result<String, String> {
    let text = str::from_utf8(line).map_err(|_| "is not UTF-8 text".to_string())?;
    if !is_checked {
        return Ok(text.into());
    }
    let entry = text.strip_suffix(']').and_then(|text| text.get(r#"["01234567","#.len()..));
    match entry.filter(|entry| checked(entry) == text) {
        Some(entry) => Ok(entry.into()),
        None => Err(format!("'{}' is damaged: its checksum is wrong", quoted(text))),
    }
}

/// An entry with its checksum.
fn checked(entry: &str) -> String {
    format!("[\"{:08x}\",{entry}]", crc32fast::hash(entry.as_bytes()))
}

/// The beginning of a line, for quoting.
pub(crate) fn quoted(line: &str) -> String {
    let short: String = line.chars().take(40).collect();
    if short.len() < line.len() { short + "…" } else { short }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing)]

    use super::*;
    use std::fs;

    /// A disk with room for so many bytes, on which files may also refuse to become shorter.
    struct Full {
        file: File,
        room: usize,
        can_cut: bool,
    }

    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let many = bytes.len().min(self.room);
            if many == 0 {
                return Err(io::ErrorKind::StorageFull.into());
            }
            self.room -= many;
            self.file.write_all(&bytes[..many]).map(|()| many)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Medium for Full {
        fn cut_off(&mut self, length: u64) -> io::Result<()> {
            if self.can_cut { self.file.set_len(length) } else { Err(io::ErrorKind::StorageFull.into()) }
        }
    }

    #[test]
    fn a_full_disk_is_reported_and_earlier_lines_stay() {
        let path = std::env::temp_dir().join(format!("quadrille-lab-full-{}.jsonl", std::process::id()));
        for room in 0..120 {
            for can_cut in [false, true] {
                let _ = fs::remove_file(&path);
                let (mut lines, _) = LineFile::open(&path).unwrap();
                let file = OpenOptions::new().append(true).open(&path).unwrap();
                lines.medium = Box::new(Full { file, room, can_cut });
                let mut written = 0;
                let error = loop {
                    match lines.write(&format!("entry {written}")) {
                        Ok(()) => written += 1,
                        Err(error) => break error,
                    }
                };
                assert!(
                    !error.is_bad_input() && error.to_string().contains(path.to_str().unwrap()),
                    "{error}"
                );
                drop(lines);
                let (lines, entries) = LineFile::open(&path).unwrap();
                let expected: Vec<String> = (0..written).map(|nth| format!("\"entry {nth}\"")).collect();
                assert_eq!(entries, expected, "room for {room} bytes");
                assert_eq!(lines.repaired, !can_cut && room % checked("\"entry 0\"\n").len() != 0);
            }
        }
        fs::remove_file(&path).unwrap();
    }
}
