//! The files of the data folder: whether the ones that the server has open are still the ones in the folder.
//!
//! A database that was deleted or replaced takes writes through its open files until the server ends, and all of them are
//! lost then. So nothing is acknowledged while a file is not where it was.

use crate::error::{ApiError, ApiResult};
use std::{
    fs, io,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
};

/// Device and number of a file, which tell it from every other file.
type Identity = (u64, u64);

fn identity(path: &Path) -> io::Result<Identity> {
    fs::metadata(path).map(|file| (file.dev(), file.ino()))
}

/// Files that must stay where they are.
pub struct DataFiles(Vec<(PathBuf, Identity)>);

impl DataFiles {
    /// Remembers the files of these names in a folder.
    pub fn remember(folder: &Path, names: &[&str]) -> io::Result<DataFiles> {
        let file = |name: &&str| {
            let path = folder.join(name);
            identity(&path).map(|identity| (path, identity))
        };
        names.iter().map(file).collect::<io::Result<_>>().map(DataFiles)
    }

    /// Refuses if a file was deleted or replaced.
    pub fn check(&self) -> ApiResult<()> {
        match self.0.iter().find(|(path, known)| !identity(path).is_ok_and(|found| found == *known)) {
            None => Ok(()),
            Some((path, _)) => {
                let name = path.file_name().unwrap_or_default().display();
                Err(ApiError::unavailable(format!(
                    "nothing can be stored: '{name}' was deleted, moved or replaced in the data folder while the server \
                     was running; put it back, or restart the server"
                )))
            }
        }
    }
}
