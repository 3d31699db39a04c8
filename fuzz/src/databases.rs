//! Files of databases: as they are, and with their checksums corrected, so that damage reaches what lies behind them.

use cgt::database::{Database, DatabaseError};
use std::{
    fs,
    path::{Path, PathBuf},
    sync::atomic::{AtomicU32, Ordering},
};

/// Bytes of the headers without their checksums, by magic.
const HEADERS: [(&[u8], usize); 2] = [(b"QUADCGDB", 16), (b"QUADCGDM", 20)];

/// The bytes of a file.
pub(crate) fn file(input: &[u8]) -> bool {
    let scratch = Scratch::new();
    let mut resealed = input.to_vec();
    reseal(&mut resealed);
    let as_it_is = can_be_probed(&scratch.0, input);
    as_it_is | (resealed != input && can_be_probed(&scratch.0, &resealed))
}

fn can_be_probed(path: &Path, bytes: &[u8]) -> bool {
    fs::write(path, bytes).unwrap_or_else(|error| panic!("a temporary file cannot be written: {error}"));
    let refused = |error: DatabaseError| {
        let sentence = error.to_string();
        assert!(sentence.contains(&*path.to_string_lossy()), "{sentence:?} does not name the file");
        false
    };
    match Database::open(path) {
        Err(error) => refused(error),
        Ok(database) => {
            for position in database.positions() {
                let _ = database.probe(&position);
                let _ = database.territory(&position, Some(0));
            }
            true
        }
    }
}

/// Corrects the checksums of the header and of every section that is there in full.
fn reseal(bytes: &mut [u8]) {
    let Some(&(_, header)) = HEADERS.iter().find(|(magic, _)| bytes.starts_with(magic)) else { return };
    if !seal(bytes, 0, header) {
        return;
    }
    let mut at = header + 4;
    while let Some(length) = bytes.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
        let Some(long) =
            usize::try_from(u64::from_le_bytes(*length)).ok().and_then(|long| long.checked_add(8))
        else {
            return;
        };
        if !seal(bytes, at, long) {
            return;
        }
        at += long + 4;
    }
}

/// Writes the checksum of some bytes behind them; false if there is no room.
fn seal(bytes: &mut [u8], at: usize, long: usize) -> bool {
    let Some((body, behind)) = bytes.get_mut(at..).and_then(|rest| rest.split_at_mut_checked(long)) else {
        return false;
    };
    let Some(place) = behind.first_chunk_mut::<4>() else { return false };
    *place = crc32fast::hash(body).to_le_bytes();
    true
}

/// A file of its own, removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Scratch {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name =
            format!("quadrille-fuzz-{}-{}.cgdb", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        // Where there is a folder in memory, which saves most of the time.
        let memory = Path::new("/dev/shm");
        let folder = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
        Scratch(folder.join(name))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}
