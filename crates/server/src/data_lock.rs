//! The lock on the data folder, held as long as the server runs.

use std::{
    fs::{File, TryLockError},
    path::Path,
};

/// A data folder that no other server may use, until this is dropped or the process ends.
pub struct DataLock(#[expect(dead_code, reason = "the lock lasts as long as the file is open")] File);

impl DataLock {
    /// The lock file. It stays behind, empty; only the lock on it counts.
    pub const FILE: &'static str = "quadrille.lock";

    /// Locks a folder, which is created if it is missing.
    pub fn take(folder: &Path) -> Result<DataLock, String> {
        let shown = folder.display();
        let open = || {
            std::fs::create_dir_all(folder)?;
            File::options().write(true).create(true).truncate(false).open(folder.join(Self::FILE))
        };
        let file = open().map_err(|e| format!("'{shown}' cannot be used as the data folder: {e}"))?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Err(format!(
                "'{shown}' is in use by another server; stop that one, or choose another folder with --data"
            )),
            // Some file systems have no locks; one server is safe there without.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(DataLock(file)),
        }
    }
}
