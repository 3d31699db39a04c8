//! Databases of blocker territories as bytes: magic, version, box and amazons, the entries, and a checksum over all of it. All
//! numbers are little-endian.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use super::{Blockers, NONE, entries, grid::Grid};
use std::fmt;

const MAGIC: [u8; 8] = *b"QUADBLKR";
const VERSION: u32 = 1;

/// Why there is no database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BlockersError {
    /// A box that is too large.
    Size(u8, u8),
    /// Too few or too many amazons.
    Amazons(u8),
    /// Bytes that are no database, or a damaged one.
    Bytes(String),
}

impl fmt::Display for BlockersError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BlockersError::Size(files, rows) => {
                let most = Blockers::MOST_SQUARES;
                write!(
                    f,
                    "'{files}x{rows}' is not a box; use files and rows from 1 to 8 and at most {most} squares"
                )
            }
            BlockersError::Amazons(amazons) => {
                write!(f, "'{amazons}' is not a number of amazons; use 1 to {}", Blockers::MOST_AMAZONS)
            }
            BlockersError::Bytes(problem) => write!(f, "it is no database of blocker territories: {problem}"),
        }
    }
}

impl std::error::Error for BlockersError {}

impl Blockers {
    /// Bytes before the entries.
    const HEADER: usize = 16;

    /// Do some bytes begin like a database?
    pub fn is_magic(bytes: &[u8]) -> bool {
        bytes.starts_with(&MAGIC)
    }

    /// Most bytes of a file.
    pub const MOST_BYTES: usize = 16 << 20;

    /// The database as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        out.extend(VERSION.to_le_bytes());
        let (files, rows) = self.size();
        out.extend([files, rows, self.amazons(), 0]);
        out.extend(&self.turns);
        out.extend(crc32fast::hash(&out).to_le_bytes());
        out
    }

    /// Reads a database. Nothing is believed before the checksum is right, and no entry may promise more turns than squares.
    pub fn from_bytes(bytes: &[u8]) -> Result<Blockers, BlockersError> {
        let bad = |problem: &str| BlockersError::Bytes(problem.to_owned());
        if !Blockers::is_magic(bytes) {
            return Err(bad("it does not begin like one"));
        }
        let (body, sum) = bytes.split_last_chunk::<4>().ok_or_else(|| bad("it ends too early"))?;
        let (header, turns) =
            body.split_at_checked(Blockers::HEADER).ok_or_else(|| bad("it ends too early"))?;
        let [.., v0, v1, v2, v3, files, rows, amazons, _] = *header else {
            return Err(bad("it ends too early"));
        };
        let version = u32::from_le_bytes([v0, v1, v2, v3]);
        if version != VERSION {
            return Err(BlockersError::Bytes(format!(
                "its version is {version}, this program reads {VERSION}"
            )));
        }
        if u32::from_le_bytes(*sum) != crc32fast::hash(body) {
            return Err(bad("its checksum is wrong"));
        }
        Blockers::check(files, rows, amazons)?;
        let blockers = Blockers::empty(Grid::new(files, rows), amazons);
        if blockers.turns.len() != turns.len() {
            return Err(bad("it has another number of entries than its box"));
        }
        let blockers = Blockers { turns: turns.to_vec(), ..blockers };
        let mut possible = true;
        blockers.visit(|_, empty, turns| possible &= turns <= empty);
        if possible { Ok(blockers) } else { Err(bad("an entry promises more turns than squares")) }
    }

    /// Is there a database for this box?
    pub(super) fn check(files: u8, rows: u8, amazons: u8) -> Result<(), BlockersError> {
        let squares = u16::from(files) * u16::from(rows);
        if squares == 0 || squares > u16::from(Blockers::MOST_SQUARES) || files > 8 || rows > 8 {
            return Err(BlockersError::Size(files, rows));
        }
        if amazons == 0 || amazons > Blockers::MOST_AMAZONS {
            return Err(BlockersError::Amazons(amazons));
        }
        Ok(())
    }

    /// A database of zeros: where the entries of each set begin.
    pub(super) fn empty(grid: Grid, amazons: u8) -> Blockers {
        let moves = super::grid::Moves::new(grid);
        let mut end = 0;
        let start = |set: u32| {
            if set == 0 || moves.component(set.trailing_zeros(), set) != set {
                return NONE;
            }
            let (ones, twos) = entries(set.count_ones(), amazons);
            let start = end;
            end += ones + twos;
            start
        };
        let starts = (0..1_u32 << grid.squares()).map(start).collect();
        Blockers { grid, amazons, starts, turns: vec![0; end as usize] }
    }
}
