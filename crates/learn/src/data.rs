//! Training data: positions as networks see them, with the search's score and the result of the game.
//!
//! A file begins with a line of JSON that says what the positions are of. Each game follows as one block: its length, its number, its
//! positions and a CRC-32. Games are appended as they end; a torn last block is cut off, a damaged one is refused.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::LearnError;
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    fs::{File, OpenOptions},
    io::{Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

/// The version of the format.
const VERSION: u32 = 1;
/// The largest file that is read.
const MOST_BYTES: u64 = 8 << 30;
/// The longest block: some thousand positions.
const MOST_BLOCK: usize = 8 << 20;

/// What the games of a file have in common.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The version of the format.
    pub version: u32,
    /// The game.
    pub game: String,
    /// The inputs of its networks.
    pub inputs: String,
    /// The player, which plays both sides.
    pub spec: String,
    /// Its limit for a turn.
    pub nodes: u64,
    /// Random turns at the beginning of each game.
    pub opening: u32,
    /// The random seed.
    pub seed: u64,
}

impl Header {
    /// A header of the current version.
    pub fn new(game: &str, inputs: &str, spec: &str, nodes: u64, opening: u32, seed: u64) -> Header {
        let (game, inputs, spec) = (game.into(), inputs.into(), spec.into());
        Header { version: VERSION, game, inputs, spec, nodes, opening, seed }
    }
}

/// A position of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The part of the game.
    pub bucket: u8,
    /// Half points of the side to move at the end of the game.
    pub half_points: u8,
    /// The search's score for the side to move, clamped to 16 bits.
    pub score: i16,
    /// The inputs that are true, seen from the side to move.
    pub inputs: Vec<u16>,
}

/// A file of games that grows.
pub struct DataFile {
    path: PathBuf,
    file: File,
    /// The positions of each game, by its number.
    pub games: BTreeMap<u32, Vec<Sample>>,
}

impl DataFile {
    /// Opens the file of a run, or starts one.
    pub fn open(path: &Path, header: &Header) -> Result<DataFile, LearnError> {
        let io = |error: std::io::Error| LearnError::Io { path: path.into(), error: error.to_string() };
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map_err(io)?;
        let length = file.metadata().map_err(io)?.len();
        if length > MOST_BYTES {
            return Err(LearnError::Corrupt { path: path.into(), problem: format!("has {length} bytes") });
        }
        let mut bytes = Vec::with_capacity(length as usize);
        file.read_to_end(&mut bytes).map_err(io)?;
        let line = serde_json::to_string(header).map_err(|e| LearnError::BadInput(e.to_string()))? + "\n";
        let corrupt = |problem: String| LearnError::Corrupt { path: path.into(), problem };
        let mut games = BTreeMap::new();
        if bytes.is_empty() || !bytes.contains(&b'\n') {
            file.set_len(0).map_err(io)?;
            file.seek(SeekFrom::Start(0)).map_err(io)?;
            file.write_all(line.as_bytes()).map_err(io)?;
            file.sync_data().map_err(io)?;
        } else {
            let mut rest = bytes.strip_prefix(line.as_bytes()).ok_or_else(|| {
                corrupt("holds games of another run; take another folder, or the same settings".into())
            })?;
            while let Some((block, after)) = block(rest).map_err(&corrupt)? {
                let (number, samples) =
                    read_block(block).ok_or_else(|| corrupt("has a malformed block".into()))?;
                games.insert(number, samples);
                rest = after;
            }
            let whole = (bytes.len() - rest.len()) as u64;
            file.set_len(whole).map_err(io)?;
            file.seek(SeekFrom::Start(whole)).map_err(io)?;
        }
        Ok(DataFile { path: path.into(), file, games })
    }

    /// Adds a game. It is on disk when this returns.
    pub fn add(&mut self, number: u32, samples: Vec<Sample>) -> Result<(), LearnError> {
        let io = |error: std::io::Error| LearnError::Io { path: self.path.clone(), error: error.to_string() };
        self.file.write_all(&write_block(number, &samples)).map_err(io)?;
        self.games.insert(number, samples);
        Ok(())
    }

    /// Has everything written to the disk itself.
    pub fn sync(&mut self) -> Result<(), LearnError> {
        self.file
            .sync_data()
            .map_err(|error| LearnError::Io { path: self.path.clone(), error: error.to_string() })
    }
}

/// A block and what follows it.
type Block<'a> = (&'a [u8], &'a [u8]);

/// The next block and what follows it; `None` at the end and before a torn block.
fn block(bytes: &[u8]) -> Result<Option<Block<'_>>, String> {
    let Some((length, rest)) = bytes.split_first_chunk::<4>() else { return Ok(None) };
    let length = u32::from_le_bytes(*length) as usize;
    if length > MOST_BLOCK {
        return Err(format!("has a block of {length} bytes; the longest has {MOST_BLOCK}"));
    }
    let Some((block, rest)) = rest.split_at_checked(length) else { return Ok(None) };
    let Some((checksum, rest)) = rest.split_first_chunk::<4>() else { return Ok(None) };
    match crc32fast::hash(block) == u32::from_le_bytes(*checksum) {
        true => Ok(Some((block, rest))),
        false => Err("has a block with a wrong checksum".into()),
    }
}

fn write_block(number: u32, samples: &[Sample]) -> Vec<u8> {
    let mut block = number.to_le_bytes().to_vec();
    for sample in samples {
        block.extend([sample.bucket, sample.half_points]);
        block.extend(sample.score.to_le_bytes());
        block.push(sample.inputs.len() as u8);
        block.extend(sample.inputs.iter().flat_map(|input| input.to_le_bytes()));
    }
    let mut bytes = (block.len() as u32).to_le_bytes().to_vec();
    bytes.extend(&block);
    bytes.extend(crc32fast::hash(&block).to_le_bytes());
    bytes
}

fn read_block(block: &[u8]) -> Option<(u32, Vec<Sample>)> {
    let (number, mut rest) = block.split_first_chunk::<4>()?;
    let mut samples = Vec::new();
    while !rest.is_empty() {
        let ([bucket, half_points, low, high, count], after) = rest.split_first_chunk::<5>()?;
        let (inputs, after) = after.split_at_checked(2 * usize::from(*count))?;
        let inputs = inputs.as_chunks::<2>().0.iter().map(|pair| u16::from_le_bytes(*pair)).collect();
        let score = i16::from_le_bytes([*low, *high]);
        samples.push(Sample { bucket: *bucket, half_points: *half_points, score, inputs });
        rest = after;
    }
    Some((u32::from_le_bytes(*number), samples))
}
