//! Databases of Amazons: the thermograph and both best moves of every position with one amazon each up to a board size.
//!
//! They are built from small sets of squares to large ones, symmetric sets once. A reader loads and checks the whole file
//! first, so that a damaged file is an error and never a wrong value.

mod build;
mod file;
pub mod multi;
mod space;

pub use build::{Builder, Step};
pub use space::{Requirements, check_disk, check_memory};

use crate::{
    Amazons, ExactError, Partizan, Player, Point, Unit, Walls,
    exact::{
        AmazonsThermographs,
        amazons::{
            bits::Region,
            board::SmallBoard,
            level::{Best, Look, NO_MOVE, squares},
        },
    },
    games::field::{Field, around, flooded},
};
use multi::MultiDatabase;
use std::{
    fmt,
    path::{Path, PathBuf},
};
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

/// A database of either kind.
pub enum AnyDatabase {
    /// One amazon each.
    Single(Box<Database>),
    /// Other numbers of amazons, or with extras.
    Multi(Box<MultiDatabase>),
}

/// Opens a file of either kind after checking all of it.
pub fn open(path: &Path) -> Result<AnyDatabase, DatabaseError> {
    if MultiDatabase::is_one(path) {
        return MultiDatabase::open(path).map(|d| AnyDatabase::Multi(Box::new(d)));
    }
    Database::open(path).map(|d| AnyDatabase::Single(Box::new(d)))
}

/// Most squares of a board: a build enumerates all their subsets.
const MAX_SQUARES: u32 = 20;

/// The board size up to which a database holds positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardSize {
    files: u8,
    rows: u8,
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.files, self.rows)
    }
}

impl BoardSize {
    /// Reads a size such as `4x4`.
    pub fn parse(text: &str) -> Result<BoardSize, DatabaseError> {
        let numbers = text.split_once('x').and_then(|(f, r)| Some((f.parse().ok()?, r.parse().ok()?)));
        let size = numbers.and_then(|(files, rows)| BoardSize::new(files, rows));
        size.ok_or(DatabaseError::Size(text.to_owned()))
    }

    fn new(files: u8, rows: u8) -> Option<BoardSize> {
        let squares = u32::from(files) * u32::from(rows);
        (files <= 8 && rows <= 8 && (2..=MAX_SQUARES).contains(&squares)).then_some(BoardSize { files, rows })
    }

    fn squares(self) -> u32 {
        u32::from(self.files) * u32::from(self.rows)
    }
}

/// The entry of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The thermograph, in units.
    pub walls: Walls<i32>,
    /// The positions after Left's and Right's best moves at the position's own temperature. `None` without a move, or if the
    /// amazons cannot meet and only counting is left.
    pub best: [Option<Amazons>; 2],
}

/// How much a database holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Connected sets of squares up to symmetry.
    pub shapes: usize,
    /// Positions: pairs of squares of each set, without regard to colours.
    pub positions: usize,
    /// Different thermographs, negatives included: 35,842 for 4x4, the same as another program finds.
    pub thermographs: usize,
    /// Size of the file.
    pub bytes: u64,
}

/// A database in memory.
pub struct Database {
    size: BoardSize,
    values: AmazonsThermographs,
    moves: Vec<[Best; 2]>,
    /// All sets of squares, in the order of the file.
    images: Vec<u64>,
    stats: Stats,
}

impl Database {
    /// Opens a file after checking all of it.
    pub fn open(path: &Path) -> Result<Database, DatabaseError> {
        file::read(path)
    }

    /// The board size.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// How much it holds.
    pub fn stats(&self) -> Stats {
        self.stats
    }

    /// Temperature and mean of a position, in units; `None` if it is not in the database.
    pub fn mast(&self, position: &Amazons) -> Option<Point<i32>> {
        Some(match self.look(position)?.1 {
            Look::Graph { graph, .. } => self.values.mast(graph),
            Look::Integer(number) => Point { t: -i32::ONE, v: number * i32::ONE },
        })
    }

    /// The entry of a position.
    pub fn probe(&self, position: &Amazons) -> Result<Entry, DatabaseError> {
        let foreign = || DatabaseError::Foreign(position.text(), self.size);
        let (board, look) = self.look(position).ok_or_else(foreign)?;
        Ok(match look {
            Look::Integer(number) => Entry { walls: Walls::integer(i64::from(number)), best: [None, None] },
            Look::Graph { graph, slot, swapped } => {
                let mut best = self.moves[slot as usize];
                if swapped {
                    best.reverse();
                }
                let after = |player: Player| self.after(position, &board, best[player.index()], player);
                Entry { walls: self.values.interned(graph), best: Player::BOTH.map(after) }
            }
        })
    }

    /// All positions of the file, in its order.
    pub fn positions(&self) -> impl Iterator<Item = Amazons> {
        self.images.iter().flat_map(|&image| {
            let squares = squares(image);
            let pairs = (0..squares.len()).flat_map(|high| (0..high).map(move |low| (low, high)));
            let positions = pairs.map(|(low, high)| {
                let (left, right) = (squares[low], squares[high]);
                SmallBoard::corner(Region { empty: image ^ left ^ right, left, right }).position()
            });
            positions.collect::<Vec<_>>()
        })
    }

    /// Checks that a position's thermograph is that of its options, and that the best moves are as good as any.
    pub fn verify(&self, position: &Amazons) -> Result<(), DatabaseError> {
        let entry = self.probe(position)?;
        verify(position, &entry.walls, entry.best, |option| Ok(self.probe(option)?.walls))
    }

    #[inline]
    fn look(&self, position: &Amazons) -> Option<(SmallBoard, Look)> {
        let field: &Field = &position.0;
        if !field.left.is_power_of_two() || !field.right.is_power_of_two() {
            return None;
        }
        let live = flooded(field.left | field.right, field.live(), around);
        let board = SmallBoard::new(&field.within(live))?;
        let look = self.values.look(board.region)?;
        Some((board, look))
    }

    /// The position after a move that is given by squares of the image.
    fn after(&self, position: &Amazons, board: &SmallBoard, best: Best, player: Player) -> Option<Amazons> {
        if best == NO_MOVE {
            return None;
        }
        let region = board.region;
        let place = |nth| self.values.square(region.live(), region.left, nth);
        let from = if player == Player::Left { region.left } else { region.right };
        Some(board.after(position, player, [from, place(best[0])?, place(best[1])?]))
    }
}

/// Checks that a thermograph is that of the options, and that the best moves are as good as any at its temperature.
fn verify(
    position: &Amazons,
    walls: &Walls<i32>,
    best: [Option<Amazons>; 2],
    mut probe: impl FnMut(&Amazons) -> Result<Walls<i32>, DatabaseError>,
) -> Result<(), DatabaseError> {
    let wrong = |what| Err(DatabaseError::Wrong(position.text(), what));
    let mut sides = [Vec::new(), Vec::new()];
    for player in Player::BOTH {
        let side = &mut sides[player.index()];
        let mut best_score = None;
        for option in position.all_options(player) {
            let after = probe(&option)?;
            if best[player.index()] == Some(option) {
                best_score = Some(after.score_after(player, walls.mast.t));
            }
            side.push(after);
        }
        if side.iter().map(|after| after.score_after(player, walls.mast.t)).max() != best_score {
            return wrong("best move");
        }
    }
    let again = Walls::from_options(sides[0].iter(), sides[1].iter()).map_err(ExactError::from)?;
    if again == *walls { Ok(()) } else { wrong("thermograph") }
}
