//! Databases of Amazons: the thermograph and both best moves of every position up to a board size and a number of amazons,
//! territories, and on request canonical forms and minimax values.
//!
//! They are built from small sets of squares to large ones, symmetric sets once. A reader checks the whole file first, so
//! that a damaged file is an error and never a wrong value. A sum of several contested regions has no entry: thermographs do
//! not add up, so its parts must be probed one by one.

mod build;
mod header;
mod plan;
mod read;
mod space;
mod verify;
mod write;

pub use build::{Builder, Step};
pub use plan::{BoardSize, Extras, Plan};
pub use space::{Requirements, check_disk, check_memory};
pub use verify::Verifier;

use crate::{
    Amazons, ExactError, Partizan, Player, Unit, Walls,
    exact::amazons::{
        bits::{Bits, Region, least_symmetry},
        board::SmallBoard,
        level::{imaged, squares},
        store::Map,
    },
};
use plan::MAX_SQUARES;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a database could not be built, opened or probed.
#[derive(Debug, Error)]
pub enum DatabaseError {
    /// A board size without databases.
    #[error(
        "'{0}' is not a board size for a database: use FILESxROWS with 2 to {MAX_SQUARES} squares and at most 8 in a row"
    )]
    Size(String),
    /// Reading or writing failed.
    #[error("{0}: {1}")]
    File(PathBuf, std::io::Error),
    /// Something else stands where the file should be written.
    #[error("'{0}' is {1} and not a database, so it is not overwritten; choose another file")]
    Occupied(PathBuf, &'static str),
    /// The file is not what a builder wrote.
    #[error("{0} is damaged or not a database: {1}; build it again")]
    Damaged(PathBuf, String),
    /// The position is not in the database.
    #[error(
        "'{0}' is not in the database: it holds positions with one 'x' and one 'o' in regions that fit into {1}"
    )]
    Foreign(String, BoardSize),
    /// A number of amazons without databases.
    #[error("{0} and {1} amazons make no database: use 0 to 2 of each player, and at least one in all")]
    Amazons(u8, u8),
    /// The position has too many amazons, is too large or has several contested regions.
    #[error(
        "'{0}' is not in the database: it holds positions with at most {1} 'x' and {2} 'o' in regions that fit into \
         {3}, and only one region with both; probe the parts of a sum one by one"
    )]
    Beyond(String, u8, u8, BoardSize),
    /// Not enough disk space.
    #[error("{0} needs about {1} bytes, but only {2} are free there; make room or choose another folder")]
    NoSpace(PathBuf, u64, u64),
    /// Not enough memory.
    #[error(
        "the build needs about {0} bytes of memory, which is more than the {1} allowed; choose a smaller board"
    )]
    NoMemory(u64, u64),
    /// An entry that does not follow from the moves.
    #[error("the {1} of '{0}' does not follow from its moves; build the database again")]
    Wrong(String, &'static str),
    /// A value could not be computed.
    #[error(transparent)]
    Exact(#[from] ExactError),
}

/// The entry of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The thermograph, in units.
    pub walls: Walls<i32>,
    /// The positions after Left's and Right's best moves in the contested region at its own temperature. `None` without a
    /// move, or where only counting is left.
    pub best: [Option<Amazons>; 2],
    /// The score of alternating play, Left or Right first, if stored and if the contested region stands alone.
    pub minimax: Option<[i32; 2]>,
    /// The canonical form of the contested region, and the integer beside it.
    pub form: Option<(String, i32)>,
}

/// How much a database holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Connected sets of squares up to symmetry.
    pub shapes: usize,
    /// Contested positions; with one amazon each without regard to colours.
    pub positions: usize,
    /// Different thermographs, negatives included: 35,842 for 4x4 with one amazon each, the same as another program finds.
    pub thermographs: usize,
    /// Size of the file.
    pub bytes: u64,
}

/// Thermographs and forms by number, in the order of the file.
#[derive(Default)]
struct Dictionary {
    thermographs: Vec<Walls<i32>>,
    forms: Vec<String>,
}

/// A database: the bytes of its file in memory, so that nothing that happens to the file afterwards matters.
pub struct Database {
    plan: Plan,
    bytes: Vec<u8>,
    dictionary: Dictionary,
    /// Where the block of each set begins in the file.
    blocks: Map<Bits, usize>,
    /// All sets, in the order of the file.
    images: Vec<Bits>,
}

/// A position as the database sees it: an integer, and what is contested.
struct Found<'a> {
    integer: i32,
    contested: Option<(Part, &'a [u8])>,
    /// How many parts it has.
    parts: usize,
}

impl Database {
    /// Opens a file after checking all of it.
    pub fn open(path: &Path) -> Result<Database, DatabaseError> {
        let bytes = read::read(path).map_err(|e| DatabaseError::File(path.to_owned(), e))?;
        let parsed = bytes.and_then(read::parse);
        parsed.map_err(|problem| DatabaseError::Damaged(path.to_owned(), problem))
    }

    /// Which positions it holds.
    pub fn plan(&self) -> Plan {
        self.plan
    }

    /// How much it holds.
    pub fn stats(&self) -> Stats {
        let all = &self.dictionary.thermographs;
        let unlisted = all.iter().filter(|walls| self.plan.is_duel() && walls.negated() != **walls).count();
        Stats {
            shapes: self.images.len(),
            positions: self.images.iter().map(|i| self.plan.positions(i.count_ones() as usize)).sum(),
            thermographs: all.len() + unlisted,
            bytes: self.bytes.len() as u64,
        }
    }

    /// All contested positions of the file, in its order.
    pub fn positions(&self) -> impl Iterator<Item = Amazons> {
        let regions = self.images.iter().flat_map(|&image| self.plan.regions(image));
        regions.map(|region| SmallBoard::corner(region).position())
    }

    /// How many moves amazons alone in a territory have. If `holding` names one of them, counted from the first, that one
    /// guards its square, so that no enemy comes in behind it; a database with one amazon each does not hold that.
    pub fn territory(&self, position: &Amazons, holding: Option<usize>) -> Result<u32, DatabaseError> {
        let foreign = || self.foreign(position);
        let parts = parts(position).ok_or_else(foreign)?;
        let [part] = &parts[..] else { return Err(foreign()) };
        let Region { left, right, .. } = part.board.region;
        if left != 0 && right != 0 || holding.is_some() && self.plan.is_duel() {
            return Err(foreign());
        }
        let (at, own) = self.territory_at(part).ok_or_else(foreign)?;
        let Some(holding) = holding else { return Ok(u32::from(self.bytes[at])) };
        // `holding` counts on the board of the position, not on its image.
        let square = *squares(left | right).get(holding).ok_or_else(foreign)?;
        let nth = (own & (imaged(square, part.symmetry) - 1)).count_ones() as usize;
        Ok(u32::from(self.bytes[at + 1 + nth]))
    }

    /// The entry of a position.
    pub fn probe(&self, position: &Amazons) -> Result<Entry, DatabaseError> {
        let found = self.find(position).ok_or_else(|| self.foreign(position))?;
        let walls = self.walls_of(&found);
        let Extras { forms, minimax } = self.plan.extras();
        let integer = found.integer;
        let Some((part, entry)) = found.contested else {
            // Where neither player can move the score is zero.
            let minimax = (minimax && found.parts == 0).then_some([0, 0]);
            let form = forms.then(|| ("0".to_owned(), integer));
            return Ok(Entry { walls, best: [None, None], minimax, form });
        };
        let form = forms.then(|| (self.dictionary.forms[number(entry, entry.len() - 4)].clone(), integer));
        let minimax = (minimax && integer == 0 && found.parts == 1)
            .then(|| [i32::from(entry[10] as i8), i32::from(entry[11] as i8)]);
        let best =
            Player::BOTH.map(|player| part.after(position, player, self.plan.best(entry, player, &part)));
        Ok(Entry { walls, best, minimax, form })
    }

    /// The thermograph of a position; `None` if it is not in the database.
    fn walls(&self, position: &Amazons) -> Option<Walls<i32>> {
        self.find(position).map(|found| self.walls_of(&found))
    }

    fn walls_of(&self, found: &Found) -> Walls<i32> {
        let Some((part, entry)) = &found.contested else { return Walls::integer(i64::from(found.integer)) };
        let (at, is_negative) = self.plan.thermograph(number(entry, 0), part);
        let walls = &self.dictionary.thermographs[at];
        let walls = if is_negative { &walls.negated() } else { walls };
        walls.shifted(found.integer * i32::ONE)
    }

    /// Looks a position up; `None` if it is not in the database.
    fn find(&self, position: &Amazons) -> Option<Found<'_>> {
        let is_duel = position.0.left.is_power_of_two() && position.0.right.is_power_of_two();
        if self.plan.is_duel() && !is_duel {
            return None;
        }
        let parts = parts(position)?;
        let mut found = Found { integer: 0, contested: None, parts: parts.len() };
        for part in parts {
            let Region { left, right, .. } = part.board.region;
            if left != 0 && right != 0 {
                let entry = self.entry(&part)?;
                if found.contested.replace((part, entry)).is_some() {
                    return None;
                }
                continue;
            }
            let moves = i32::from(self.bytes[self.territory_at(&part)?.0]);
            found.integer += if left != 0 { moves } else { -moves };
        }
        Some(found)
    }

    /// The bytes of a contested region.
    fn entry(&self, part: &Part) -> Option<&[u8]> {
        let [left, right] = part.amazons();
        let (most_left, most_right) = self.plan.amazons();
        if left.count_ones() > u32::from(most_left) || right.count_ones() > u32::from(most_right) {
            return None;
        }
        let at = self.blocks.get(&part.image)? + self.plan.fight(part.image, left, right);
        Some(&self.bytes[at..at + self.plan.fight_width()])
    }

    /// Where a territory is stored, if the database holds it, and its amazons on the image.
    fn territory_at(&self, part: &Part) -> Option<(usize, Bits)> {
        let [left, right] = part.amazons();
        let own = left | right;
        let begin = *self.blocks.get(&part.image)?;
        let is_held = own.count_ones() as usize <= self.plan.most_alone();
        is_held.then(|| (begin + self.plan.territory(part.image, own), own))
    }

    fn foreign(&self, position: &Amazons) -> DatabaseError {
        let ((left, right), size) = (self.plan.amazons(), self.plan.size());
        match self.plan.is_duel() {
            true => DatabaseError::Foreign(position.text(), size),
            false => DatabaseError::Beyond(position.text(), left, right, size),
        }
    }
}

/// The number at a place of an entry.
fn number(entry: &[u8], at: usize) -> usize {
    u32::from_le_bytes([entry[at], entry[at + 1], entry[at + 2], entry[at + 3]]) as usize
}

/// A connected part of a position, and the least image of its squares.
struct Part {
    board: SmallBoard,
    symmetry: (usize, u32),
    image: Bits,
}

impl Part {
    /// Left's and Right's amazons on the image.
    fn amazons(&self) -> [Bits; 2] {
        [self.board.region.left, self.board.region.right].map(|set| imaged(set, self.symmetry))
    }

    /// The position after a move that is given by squares of the image.
    fn after(&self, position: &Amazons, player: Player, turn: [u8; 3]) -> Option<Amazons> {
        let squares_of_image = squares(self.image);
        let square = |nth: u8| {
            let wanted = *squares_of_image.get(usize::from(nth))?;
            let live = squares(self.board.region.live());
            live.into_iter().find(|&s| imaged(s, self.symmetry) == wanted)
        };
        let [from, to, arrow] = turn.map(square);
        let Region { left, right, .. } = self.board.region;
        let own = if player == Player::Left { left } else { right };
        let from = from.filter(|from| own & from != 0)?;
        Some(self.board.after(position, player, [from, to?, arrow?]))
    }
}

/// The parts with moves; `None` if one does not fit on the small board.
fn parts(position: &Amazons) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    position.parts(|part| parts.push(SmallBoard::new(&part.0)));
    let part = |board: SmallBoard| {
        let (which, shift, image) = least_symmetry(board.region.live());
        Part { board, symmetry: (which, shift), image }
    };
    parts.into_iter().map(|board| board.map(part)).collect()
}
