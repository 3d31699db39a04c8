//! A file of JSON lines that is only appended to, a whole line at a time, and locked while it is open: a run can be killed at
//! any moment, and at most the line being written is lost.

use crate::LabError;
use serde::Serialize;
use std::{
    fs::{File, OpenOptions, TryLockError},
    io::{Read, Write},
    path::{Path, PathBuf},
};

/// An open file of lines.
pub(crate) struct LineFile {
    pub(crate) path: PathBuf,
    file: File,
    /// Was a torn last line cut off?
    pub(crate) repaired: bool,
}

impl LineFile {
    /// Opens a file, or creates it, and gives its whole lines.
    pub(crate) fn open(path: &Path) -> Result<(LineFile, String), LabError> {
        let file = OpenOptions::new().read(true).append(true).create(true).open(path);
        let mut file = file.map_err(LabError::io(path))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(LabError::Locked(path.into())),
            Err(TryLockError::Error(source)) => return Err(LabError::Io { path: path.into(), source }),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(LabError::io(path))?;
        let whole = bytes.iter().rposition(|&b| b == b'\n').map_or(0, |end| end + 1);
        let repaired = whole < bytes.len();
        if repaired {
            file.set_len(whole as u64).map_err(LabError::io(path))?;
            bytes.truncate(whole);
        }
        let lines = LineFile { path: path.into(), file, repaired };
        match String::from_utf8(bytes) {
            Ok(text) => Ok((lines, text)),
            Err(_) => Err(lines.corrupt(1, "is not UTF-8 text".into())),
        }
    }

    /// Appends a line.
    pub(crate) fn write(&mut self, line: &impl Serialize) -> Result<(), LabError> {
        let text = serde_json::to_string(line).map_err(LabError::cell)? + "\n";
        self.file.write_all(text.as_bytes()).map_err(LabError::io(&self.path))
    }

    /// The error of a line that cannot be used.
    pub(crate) fn corrupt(&self, line: usize, problem: String) -> LabError {
        LabError::Corrupt { path: self.path.clone(), line, problem }
    }
}
