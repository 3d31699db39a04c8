//! The claim of one server to its data folder: a lock that lasts as long as the process that took it. Keeps nothing there.

use std::{
    fs::{File, TryLockError},
    path::Path,
};

/// The name of the file within the data folder. It stays behind, empty; only the lock on it means anything.
const FILE: &str = "quadrille.lock";

/// A data folder that no other server may use. It is given back when this is dropped, or when the process ends, however.
pub struct Claim(#[expect(dead_code, reason = "the lock lasts as long as the file is open")] File);

impl Claim {
    /// Takes a folder, which is made if it is missing, or says who has it.
    pub fn take(folder: &Path) -> Result<Claim, String> {
        let shown = folder.display();
        let open = || {
            std::fs::create_dir_all(folder)?;
            File::options().write(true).create(true).truncate(false).open(folder.join(FILE))
        };
        let file = open().map_err(|e| format!("'{shown}' cannot hold the games: {e}"))?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Err(format!(
                "'{shown}' is used by another server; end that one, or give another folder with --data"
            )),
            // Some file systems know no locks; they are good enough for one server.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(Claim(file)),
        }
    }
}
