//! The log of work that is done in sequence, one line of JSON a step, so that it can be killed at any moment. Does no step.

use crate::LabError;
use serde::{Serialize, de::DeserializeOwned};
use std::{
    fs::{File, OpenOptions, TryLockError},
    io::{Read, Write},
    marker::PhantomData,
    path::{Path, PathBuf},
};

/// An open log: the first line says which run it is of, each further one holds a step.
pub(super) struct Log<T> {
    path: PathBuf,
    file: File,
    steps: PhantomData<T>,
}

impl<T: Serialize + DeserializeOwned> Log<T> {
    /// Opens a log, or begins it, and gives the steps that it has. A torn last line is cut off.
    pub(super) fn open(path: &Path, run: &str) -> Result<(Log<T>, Vec<T>), LabError> {
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
        file.set_len(whole as u64).map_err(LabError::io(path))?;
        let mut log = Log { path: path.into(), file, steps: PhantomData };
        let text = String::from_utf8_lossy(&bytes[..whole]).into_owned();
        let mut lines = text.lines().enumerate();
        match lines.next() {
            None => log.write(&run)?,
            Some((_, first)) => {
                let theirs: String = serde_json::from_str(first).map_err(|e| log.corrupt(1, &e))?;
                if theirs != run {
                    let (theirs, ours) = (format!("'{theirs}'"), format!("'{run}'"));
                    return Err(LabError::OtherRun { path: log.path, field: "settings", theirs, ours });
                }
            }
        }
        let mut steps = Vec::new();
        for (nth, line) in lines {
            steps.push(serde_json::from_str(line).map_err(|e| log.corrupt(nth + 1, &e))?);
        }
        Ok((log, steps))
    }

    /// Writes down a step.
    pub(super) fn append(&mut self, step: &T) -> Result<(), LabError> {
        self.write(step)
    }

    fn write(&mut self, line: &impl Serialize) -> Result<(), LabError> {
        let text = serde_json::to_string(line).map_err(LabError::because)? + "\n";
        self.file.write_all(text.as_bytes()).map_err(LabError::io(&self.path))
    }

    fn corrupt(&self, line: usize, error: &serde_json::Error) -> LabError {
        LabError::Corrupt { path: self.path.clone(), line, problem: format!("is not part of a log: {error}") }
    }
}
