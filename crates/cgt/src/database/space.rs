//! How much disk space and memory a build needs. Estimates, on the large side.

use super::{DatabaseError, Extras, Plan, build::shapes};
use std::path::{Path, PathBuf};

/// Bytes that a build needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Requirements {
    /// On the disk, with all levels beside the finished file.
    pub disk: u64,
    /// In memory.
    pub memory: u64,
}

/// Bytes per position of thermographs, forms and walls, which are shared. Measured in November 2026: 4x4 with one amazon each
/// takes 17 bytes per position in all, 8 of them in its block.
const SHARED_BYTES: u64 = 16;
/// Memory per position with one amazon each during a build; 4x4 takes 181.
const SINGLE_MEMORY: u64 = 220;
/// The same with several amazons, where positions are found by hashing. Assumed, not measured yet.
const MULTI_MEMORY: u64 = 300;
/// The same with canonical forms, which grow with the board. Assumed, not measured yet.
const FORM_MEMORY: u64 = 4000;
/// A set of squares with its images.
const SHAPE_MEMORY: u64 = 100;

impl Requirements {
    /// The requirements of a build.
    pub fn new(plan: &Plan) -> Requirements {
        let (mut positions, mut blocks) = (0, 0);
        for (level, sets) in shapes(plan.size()).iter().enumerate() {
            positions += (sets.len() * plan.positions(level)) as u64;
            blocks += (sets.len() * (8 + plan.block(level))) as u64;
        }
        let Extras { forms, minimax } = plan.extras();
        let each =
            MULTI_MEMORY + if forms { FORM_MEMORY } else { 0 } + if minimax { MULTI_MEMORY } else { 0 };
        let own = if plan.is_duel() { positions * SINGLE_MEMORY } else { blocks + positions * each };
        let memory = own + (SHAPE_MEMORY << plan.size().squares());
        Requirements { disk: 2 * (blocks + positions * SHARED_BYTES), memory }
    }
}

/// Refuses a build that does not fit on the disk of its file.
pub fn check_disk(path: &Path, needs: Requirements) -> Result<(), DatabaseError> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    };
    let disk = rustix::fs::statvfs(&folder).map_err(|error| DatabaseError::File(folder, error.into()))?;
    enough_room(path, needs, disk.f_bavail.saturating_mul(disk.f_frsize))
}

/// Refuses a build that needs more memory than is allowed.
pub fn check_memory(needs: Requirements, allowed: u64) -> Result<(), DatabaseError> {
    if needs.memory > allowed { Err(DatabaseError::NoMemory(needs.memory, allowed)) } else { Ok(()) }
}

fn enough_room(path: &Path, needs: Requirements, free: u64) -> Result<(), DatabaseError> {
    if needs.disk > free { Err(DatabaseError::NoSpace(path.to_owned(), needs.disk, free)) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_disk_is_refused_with_both_numbers() {
        let needs = Requirements { disk: 5000, memory: 0 };
        let error = enough_room(Path::new("a.cgdb"), needs, 4999).unwrap_err().to_string();
        assert_eq!(
            error,
            "a.cgdb needs about 5000 bytes, but only 4999 are free there; make room or choose another folder"
        );
        assert!(enough_room(Path::new("a.cgdb"), needs, 5000).is_ok());
        let nowhere = check_disk(Path::new("no such folder/a.cgdb"), needs).unwrap_err().to_string();
        assert!(nowhere.contains("no such folder"), "{nowhere}");
    }

    #[test]
    fn memory_is_compared_with_what_is_allowed() {
        let needs = Requirements { disk: 0, memory: 1001 };
        assert!(check_memory(needs, 1001).is_ok());
        let error = check_memory(needs, 1000).unwrap_err().to_string();
        assert!(error.contains("1001") && error.contains("1000"), "{error}");
    }
}
