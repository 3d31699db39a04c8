//! Databases of Amazons: the thermograph and both best moves of every position with one amazon each in a box, in a file.
//!
//! Built from small sets of squares to large ones, symmetric sets once. A reader takes the whole file in and checks all of
//! it first, so that a damaged file is an error and never a wrong value. Nothing here prints.

mod build;
mod file;
pub mod several;
mod space;

pub use build::{Builder, Step};
pub use space::{Needs, check_disk, check_memory};

use crate::{
    exact::{
        ExactError,
        fast::{
            Fast,
            level::{Best, Look, NO_MOVE, squares},
        },
    },
    games::{
        Amazons,
        field::{Field, STRIDE, Squares, around, flooded, indices, square},
    },
    partizan::{Partizan, Player},
    thermograph::{Point, Sketch, Unit, wall::value_at},
};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a database could not be built, opened or asked.
#[derive(Debug, Error)]
pub enum DatabaseError {
    /// The box is not one that databases are made for.
    #[error(
        "'{0}' is no box for a database: use FILESxROWS with 2 to {MOST_SQUARES} squares and at most 8 in a row"
    )]
    Box(String),
    /// Reading or writing went wrong.
    #[error("{0}: {1}")]
    File(PathBuf, std::io::Error),
    /// The file is not what a builder has written.
    #[error("{0} is damaged or no database: {1}; build it again")]
    Damaged(PathBuf, String),
    /// The position is not one of the database.
    #[error("'{0}' is not in the database: it has one 'x' and one 'o' in regions that fit into {1}")]
    Foreign(String, Frame),
    /// So many amazons are not kept.
    #[error("{0} and {1} amazons make no database: use 0 to 2 of each player, and not none at all")]
    Amazons(u8, u8),
    /// The position has too many amazons, is too large or is a sum of fights.
    #[error(
        "'{0}' is not in the database: it has at most {1} 'x' and {2} 'o' in regions that fit into {3}, and only one \
         region with both; ask for the parts of a sum one by one"
    )]
    Beyond(String, u8, u8, Frame),
    /// The disk is too small.
    #[error("{0} needs about {1} bytes, but only {2} are free there; make room or choose another place")]
    NoSpace(PathBuf, u64, u64),
    /// More memory than is allowed.
    #[error(
        "the build needs about {0} bytes of memory, which is more than the {1} allowed; choose a smaller box"
    )]
    NoMemory(u64, u64),
    /// What is stored is not what follows from the moves.
    #[error("the {1} of '{0}' does not follow from its moves; build the database again")]
    Wrong(String, &'static str),
    /// A value could not be computed.
    #[error(transparent)]
    Exact(#[from] ExactError),
}

/// Any database.
pub enum Opened {
    /// One amazon each.
    Duels(Box<Database>),
    /// Other numbers of amazons, or with extras.
    Several(Box<several::Several>),
}

/// Opens a file of either kind after checking all of it.
pub fn open(path: &Path) -> Result<Opened, DatabaseError> {
    if several::Several::is_one(path) {
        return several::Several::open(path).map(|d| Opened::Several(Box::new(d)));
    }
    Database::open(path).map(|d| Opened::Duels(Box::new(d)))
}

/// Most squares of a box: all their subsets are looked at.
pub const MOST_SQUARES: u32 = 20;

/// A box of squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frame {
    files: u8,
    rows: u8,
}

impl std::fmt::Display for Frame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}x{}", self.files, self.rows)
    }
}

impl Frame {
    /// Reads a box such as `4x4`.
    pub fn parse(text: &str) -> Result<Frame, DatabaseError> {
        let numbers = text.split_once('x').and_then(|(f, r)| Some((f.parse().ok()?, r.parse().ok()?)));
        numbers.and_then(|(files, rows)| Frame::new(files, rows)).ok_or(DatabaseError::Box(text.to_owned()))
    }

    fn new(files: u8, rows: u8) -> Option<Frame> {
        let squares = u32::from(files) * u32::from(rows);
        (files <= 8 && rows <= 8 && (2..=MOST_SQUARES).contains(&squares)).then_some(Frame { files, rows })
    }

    fn squares(self) -> u32 {
        u32::from(self.files) * u32::from(self.rows)
    }
}

/// What a database says about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The thermograph, in units.
    pub sketch: Sketch<i32>,
    /// What Left's and Right's best moves lead to: best where the tax on moving is the position's own temperature. None
    /// if there is no move, or if the amazons cannot meet and every question is only one of counting.
    pub best: [Option<Amazons>; 2],
}

/// How much a database holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Connected sets of squares up to symmetry.
    pub shapes: usize,
    /// Positions: pairs of squares of each set, colours not told apart.
    pub positions: usize,
    /// Different thermographs, negatives included: 35,842 for 4x4, as many as another program finds.
    pub thermographs: usize,
    /// Size of the file.
    pub bytes: u64,
}

/// A database in memory.
pub struct Database {
    frame: Frame,
    values: Fast,
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

    /// The box.
    pub fn frame(&self) -> Frame {
        self.frame
    }

    /// How much it holds.
    pub fn stats(&self) -> Stats {
        self.stats
    }

    /// Temperature and mean of a position, in units of [`Unit`]; `None` if it is not in the database.
    pub fn mast(&self, position: &Amazons) -> Option<Point<i32>> {
        Some(match self.look(position)?.1 {
            Look::Graph { graph, .. } => self.values.mast(graph),
            Look::Whole(number) => Point { t: -i32::ONE, v: number * i32::ONE },
        })
    }

    /// Everything about a position.
    pub fn probe(&self, position: &Amazons) -> Result<Entry, DatabaseError> {
        let foreign = || DatabaseError::Foreign(position.text(), self.frame);
        let (view, look) = self.look(position).ok_or_else(foreign)?;
        Ok(match look {
            Look::Whole(number) => Entry { sketch: Sketch::whole(i64::from(number)), best: [None, None] },
            Look::Graph { graph, slot, swapped } => {
                let mut best = self.moves[slot as usize];
                if swapped {
                    best.reverse();
                }
                let after = |player: Player| self.after(position, &view, best[player.index()], player);
                Entry { sketch: self.values.sketch(graph), best: Player::BOTH.map(after) }
            }
        })
    }

    /// All positions that the file holds, in its order.
    pub fn positions(&self) -> impl Iterator<Item = Amazons> {
        self.images.iter().flat_map(|&image| {
            let view = View { empty: image, left: 0, right: 0, shift: 0 };
            let squares: Vec<Squares> = squares(image).into_iter().map(|s| view.back(s)).collect();
            let live = view.back(image);
            let pairs = (0..squares.len()).flat_map(|high| (0..high).map(move |low| (low, high)));
            let positions = pairs.map(|(low, high)| {
                let (left, right) = (squares[low], squares[high]);
                Amazons(Field { empty: live & !left & !right, left, right })
            });
            positions.collect::<Vec<_>>()
        })
    }

    /// Checks that a position's thermograph is that of its options, and that the best moves are as good as any.
    pub fn audit(&self, position: &Amazons) -> Result<(), DatabaseError> {
        let entry = self.probe(position)?;
        let mut sides = [Vec::new(), Vec::new()];
        for player in Player::BOTH {
            let mut options = Vec::new();
            position.options(player, |option| options.push(option));
            for option in &options {
                sides[player.index()].push(self.probe(option)?.sketch);
            }
            let best = entry.best[player.index()];
            let wall = |sketch: &Sketch<i32>| match player {
                Player::Left => value_at(&sketch.right, entry.sketch.mast.t),
                Player::Right => -value_at(&sketch.left, entry.sketch.mast.t),
            };
            let most = sides[player.index()].iter().map(wall).max();
            let found = best.map(|best| self.probe(&best).map(|entry| wall(&entry.sketch))).transpose()?;
            if most != found || best.is_some_and(|best| !options.contains(&best)) {
                return Err(DatabaseError::Wrong(position.text(), "best move"));
            }
        }
        let again = Sketch::from_options(sides[0].iter(), sides[1].iter()).map_err(ExactError::from)?;
        if again != entry.sketch {
            return Err(DatabaseError::Wrong(position.text(), "thermograph"));
        }
        Ok(())
    }

    #[inline]
    fn look(&self, position: &Amazons) -> Option<(View, Look)> {
        let view = View::of(&position.0)?;
        let look = self.values.look(view.empty, view.left, view.right)?;
        Some((view, look))
    }

    /// The position after a move that is given by squares of the image.
    fn after(&self, position: &Amazons, view: &View, best: Best, player: Player) -> Option<Amazons> {
        if best == NO_MOVE {
            return None;
        }
        let live = view.empty | view.left | view.right;
        let place = |nth| self.values.square(live, view.left, nth).map(|s| view.back(s));
        let (to, arrow) = (place(best[0])?, place(best[1])?);
        let mut field = position.0;
        let own = if player == Player::Left { &mut field.left } else { &mut field.right };
        let from = std::mem::replace(own, to);
        field.empty = (field.empty | from) & !to & !arrow;
        Some(Amazons(field))
    }
}

/// A position with one amazon each on a board of eight by eight squares.
struct View {
    empty: u64,
    left: u64,
    right: u64,
    shift: u32,
}

impl View {
    #[inline]
    fn of(field: &Field) -> Option<View> {
        if !field.left.is_power_of_two() || !field.right.is_power_of_two() {
            return None;
        }
        let live = flooded(field.left | field.right, field.live(), around);
        let mut files: Squares = 0;
        let (first, last) = (live.trailing_zeros() / STRIDE, (127 - live.leading_zeros()) / STRIDE);
        for row in first..=last {
            files |= live >> (row * STRIDE) & ((1 << STRIDE) - 1);
        }
        let file = files.trailing_zeros();
        if last - first > 7 || files >> file > 0xff {
            return None;
        }
        let shift = first * STRIDE + file;
        let convert = |set: Squares| {
            let set = (set & live) >> shift;
            (0..=last - first)
                .fold(0, |bits, row| bits | ((set >> (row * STRIDE)) as u64 & 0xff) << (8 * row))
        };
        Some(View {
            empty: convert(field.empty),
            left: convert(field.left),
            right: convert(field.right),
            shift,
        })
    }

    /// A square of the small board as one of the position's.
    fn back(&self, small: u64) -> Squares {
        indices(Squares::from(small)).fold(0, |set, i| set | square(i / 8 * STRIDE + i % 8 + self.shift))
    }
}
