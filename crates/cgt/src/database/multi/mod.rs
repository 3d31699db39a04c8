//! Databases with up to two amazons of each player: thermographs, best moves, territories, and on request canonical forms
//! and minimax values. Read from the bytes of the file, all of which are checked first.
//!
//! A block holds everything about one connected set of squares. A sum of several contested regions has no entry:
//! thermographs do not add up, so its parts must be probed one by one.

mod build;
mod layout;
mod verify;

pub use build::MultiBuilder;
pub use layout::Extras;
pub use verify::Verifier;

use super::{
    BoardSize, DatabaseError, Stats,
    file::{Bytes, VERSION, read_header, unsealed},
};
use crate::{
    Amazons, Partizan, Player, Unit, Walls,
    exact::amazons::{
        bits::{Bits, Region, least_symmetry},
        board::SmallBoard,
        level::{imaged, least_image, squares},
    },
};
use layout::{Layout, MAX_AMAZONS, subsets};
use search::FilePages;
use std::{collections::HashMap, fs, io::Read, ops::Range, path::Path};

const MAGIC: &[u8; 8] = b"QUADCGDM";
const HEADER: usize = 8 + 4 + 8 + 4;
/// In a best move: there is none.
const NO_SQUARE: u8 = u8::MAX;

/// Which positions a database holds, and what it stores of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    size: BoardSize,
    pub(in crate::database) layout: Layout,
}

impl Plan {
    /// A board size with at most so many amazons of Left and Right, and at least one in all.
    pub fn new(size: BoardSize, left: u8, right: u8, extras: Extras) -> Result<Plan, DatabaseError> {
        if left > MAX_AMAZONS || right > MAX_AMAZONS || left + right == 0 {
            return Err(DatabaseError::Amazons(left, right));
        }
        Ok(Plan { size, layout: Layout { left, right, extras } })
    }

    /// The board size.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// Most amazons of Left and of Right.
    pub fn amazons(&self) -> (u8, u8) {
        (self.layout.left, self.layout.right)
    }

    /// What is stored beside thermographs.
    pub fn extras(&self) -> Extras {
        self.layout.extras
    }

    /// The name of its level files.
    fn text(&self) -> String {
        let Layout { left, right, extras } = self.layout;
        let more = [(extras.forms, "-forms"), (extras.minimax, "-minimax")];
        let more: String = more.iter().filter(|(on, _)| *on).map(|(_, name)| *name).collect();
        format!("{}-{left}-{right}{more}", self.size)
    }

    fn header(&self) -> Vec<u8> {
        let Layout { left, right, extras } = self.layout;
        let mut out = MAGIC.to_vec();
        out.extend(VERSION.to_le_bytes());
        let extras = [u8::from(extras.forms), u8::from(extras.minimax)];
        out.extend([self.size.files, self.size.rows, left, right, extras[0], extras[1], 0, 0]);
        out.extend(crc32fast::hash(&out).to_le_bytes());
        out
    }

    fn read(bytes: &[u8]) -> Result<Plan, String> {
        let head = read_header(bytes, HEADER, MAGIC)?;
        let extras = Extras { forms: head[16] == 1, minimax: head[17] == 1 };
        let plan =
            BoardSize::new(head[12], head[13]).and_then(|f| Plan::new(f, head[14], head[15], extras).ok());
        let plan = plan.ok_or("its board size is impossible")?;
        if head != plan.header() {
            return Err("the checksum of the header is wrong".to_owned());
        }
        Ok(plan)
    }
}

/// The entry of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MultiEntry {
    /// The thermograph, in units.
    pub walls: Walls<i32>,
    /// The positions after Left's and Right's best moves in the contested region; `None` where only counting is left.
    pub best: [Option<Amazons>; 2],
    /// The score of alternating play, Left or Right first, if stored and if the contested region stands alone.
    pub minimax: Option<[i32; 2]>,
    /// The canonical form of the contested region, and the integer beside it.
    pub form: Option<(String, i32)>,
}

/// Thermographs and forms by number, in the order of the file.
#[derive(Default)]
struct Dictionary {
    thermographs: Vec<Walls<i32>>,
    forms: Vec<String>,
}

/// A database read straight from its file.
pub struct MultiDatabase {
    plan: Plan,
    bytes: FilePages,
    dictionary: Dictionary,
    /// Where the block of each set begins in the file.
    blocks: HashMap<u64, usize>,
    /// All sets, in the order of the file.
    images: Vec<u64>,
}

impl MultiDatabase {
    /// Opens a file after checking all of it.
    pub fn open(path: &Path) -> Result<MultiDatabase, DatabaseError> {
        let bytes = FilePages::open(path).map_err(|e| DatabaseError::File(path.to_owned(), e))?;
        MultiDatabase::parse(bytes).map_err(|problem| DatabaseError::Damaged(path.to_owned(), problem))
    }

    /// Does a file begin like one of these?
    pub(super) fn is_one(path: &Path) -> bool {
        let mut magic = [0; 8];
        fs::File::open(path).and_then(|mut f| f.read_exact(&mut magic)).is_ok() && &magic == MAGIC
    }

    fn parse(bytes: FilePages) -> Result<MultiDatabase, String> {
        let plan = Plan::read(&bytes)?;
        let mut dictionary = Dictionary::default();
        let (mut blocks, mut images) = (HashMap::new(), Vec::new());
        let mut at = HEADER;
        for level in 1..=plan.size.squares() {
            let (found, long) = read_section(&plan, level, &bytes[at..], &mut dictionary)?;
            for (image, place) in found {
                blocks.insert(image, at + place.start);
                images.push(image);
            }
            at += long;
        }
        if at != bytes.len() {
            return Err("something follows its end".to_owned());
        }
        Ok(MultiDatabase { plan, bytes, dictionary, blocks, images })
    }

    /// Which positions it holds.
    pub fn plan(&self) -> Plan {
        self.plan
    }

    /// How much it holds.
    pub fn stats(&self) -> Stats {
        Stats {
            shapes: self.images.len(),
            positions: self.images.iter().map(|i| self.plan.layout.positions(i.count_ones() as usize)).sum(),
            thermographs: self.dictionary.thermographs.len(),
            bytes: self.bytes.len() as u64,
        }
    }

    /// All contested positions of the file, in its order.
    pub fn positions(&self) -> impl Iterator<Item = Amazons> {
        self.images.iter().flat_map(|&image| {
            let mut all = Vec::new();
            for (l, r) in self.plan.layout.fights(image.count_ones() as usize) {
                for left in subsets(image, l) {
                    for right in subsets(image & !left, r) {
                        let region = Region { empty: image & !left & !right, left, right };
                        all.push(SmallBoard::corner(region).position());
                    }
                }
            }
            all
        })
    }

    /// How many moves amazons alone in a territory have. If `holding` names one of them, counted from the first, that one
    /// guards its square, so that no enemy comes in behind it.
    pub fn territory(&self, position: &Amazons, holding: Option<usize>) -> Result<u32, DatabaseError> {
        let foreign = || self.foreign(position);
        let parts = parts(position).ok_or_else(foreign)?;
        let [part] = &parts[..] else { return Err(foreign()) };
        let (left, right) = (part.board.region.left, part.board.region.right);
        if left != 0 && right != 0 {
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
    pub fn probe(&self, position: &Amazons) -> Result<MultiEntry, DatabaseError> {
        let foreign = || self.foreign(position);
        let (mut integer, mut contested) = (0, None);
        let parts = parts(position).ok_or_else(foreign)?;
        for part in &parts {
            let Region { left, right, .. } = part.board.region;
            if left != 0 && right != 0 {
                if contested.replace(part).is_some() {
                    return Err(foreign());
                }
                continue;
            }
            let (at, _) = self.territory_at(part).ok_or_else(foreign)?;
            let moves = i32::from(self.bytes[at]);
            integer += if left != 0 { moves } else { -moves };
        }
        let Some(part) = contested else {
            let Extras { forms, minimax } = self.plan.layout.extras;
            return Ok(MultiEntry {
                walls: Walls::integer(i64::from(integer)),
                best: [None, None],
                // Where neither player can move the score is zero.
                minimax: (minimax && parts.is_empty()).then_some([0, 0]),
                form: forms.then(|| ("0".to_owned(), integer)),
            });
        };
        self.contested(position, part, integer, parts.len() == 1).ok_or_else(foreign)
    }

    /// The entry of a position with one contested region and an integer beside it.
    fn contested(&self, position: &Amazons, part: &Part, integer: i32, is_alone: bool) -> Option<MultiEntry> {
        let Layout { left: most_left, right: most_right, extras } = self.plan.layout;
        let Region { left, right, .. } = part.board.region;
        if left.count_ones() > u32::from(most_left) || right.count_ones() > u32::from(most_right) {
            return None;
        }
        let image = part.image();
        let [left, right] = [left, right].map(|set| imaged(set, part.symmetry));
        let at = self.blocks.get(&image)? + self.plan.layout.fight(image, left, right);
        let entry = &self.bytes[at..at + self.plan.layout.fight_width()];
        let best = Player::BOTH.map(|player| {
            let from = 4 + 3 * player.index();
            part.after(position, player, image, [entry[from], entry[from + 1], entry[from + 2]])
        });
        let minimax = (extras.minimax && integer == 0 && is_alone)
            .then(|| [i32::from(entry[10] as i8), i32::from(entry[11] as i8)]);
        let form = extras.forms.then(|| {
            let at = self.plan.layout.fight_width() - 4;
            (self.dictionary.forms[number(entry, at)].clone(), integer)
        });
        let walls = self.dictionary.thermographs[number(entry, 0)].shifted(integer * i32::ONE);
        Some(MultiEntry { walls, best, minimax, form })
    }

    fn foreign(&self, position: &Amazons) -> DatabaseError {
        let (left, right) = self.plan.amazons();
        DatabaseError::Beyond(position.text(), left, right, self.plan.size)
    }

    /// Where a territory is stored, if the database holds it, and its amazons on the image.
    fn territory_at(&self, part: &Part) -> Option<(usize, Bits)> {
        let image = part.image();
        let own = imaged(part.board.region.left | part.board.region.right, part.symmetry);
        let begin = *self.blocks.get(&image)?;
        let is_held = own.count_ones() as usize <= self.plan.layout.most_alone();
        is_held.then(|| (begin + self.plan.layout.territory(image, own), own))
    }
}

/// The number at a place of an entry.
fn number(entry: &[u8], at: usize) -> usize {
    u32::from_le_bytes([entry[at], entry[at + 1], entry[at + 2], entry[at + 3]]) as usize
}

/// A set of squares, and the range of its block within a section.
type Placed = (u64, Range<usize>);

/// Reads a section: adds to the dictionary, and returns where its blocks are and its length.
fn read_section(
    plan: &Plan,
    level: u32,
    bytes: &[u8],
    dictionary: &mut Dictionary,
) -> Result<(Vec<Placed>, usize), String> {
    let (body, long) = unsealed(level, bytes)?;
    let mut rest = Bytes(body);
    if rest.number()? != level {
        return Err(format!("level {level} is out of place"));
    }
    let before = [rest.number()?, rest.number()?];
    if before != [dictionary.thermographs.len() as u32, dictionary.forms.len() as u32] {
        return Err(format!("level {level} does not follow on the one before"));
    }
    let (thermographs, forms, many) = (rest.number()?, rest.number()?, rest.number()?);
    for _ in 0..thermographs {
        dictionary.thermographs.push(rest.walls()?);
    }
    for _ in 0..forms {
        let long = rest.number()? as usize;
        let text = std::str::from_utf8(rest.take(long)?).map_err(|_| "a form is no text")?;
        dictionary.forms.push(text.to_owned());
    }
    let mut blocks = Vec::new();
    for _ in 0..many {
        let image = u64::from_le_bytes(rest.array()?);
        if image.count_ones() != level || least_image(image) != Some(image) {
            return Err(format!("level {level} has a wrong set of squares"));
        }
        let start = 8 + body.len() - rest.0.len();
        let block = rest.take(plan.layout.block(level as usize))?;
        check_block(plan, level, block, dictionary)?;
        blocks.push((image, start..start + block.len()));
    }
    if !rest.0.is_empty() {
        return Err(format!("level {level} is longer than it says"));
    }
    Ok((blocks, long))
}

/// Checks that everything an entry refers to exists.
fn check_block(plan: &Plan, level: u32, block: &[u8], dictionary: &Dictionary) -> Result<(), String> {
    let width = plan.layout.fight_width();
    let fights = plan.layout.positions(level as usize) * width;
    for entry in block[block.len() - fights..].chunks_exact(width) {
        let squares_exist = entry[4..10].iter().all(|&s| s == NO_SQUARE || u32::from(s) < level);
        let form_exists = !plan.layout.extras.forms || number(entry, width - 4) < dictionary.forms.len();
        if number(entry, 0) >= dictionary.thermographs.len() || !squares_exist || !form_exists {
            return Err(format!("level {level} names something that is not there"));
        }
    }
    Ok(())
}

/// A connected part of a position.
struct Part {
    board: SmallBoard,
    symmetry: (usize, u32),
}

impl Part {
    /// The least image of its squares.
    fn image(&self) -> Bits {
        imaged(self.board.region.live(), self.symmetry)
    }

    /// The position after a move that is given by squares of the image.
    fn after(&self, position: &Amazons, player: Player, image: Bits, turn: [u8; 3]) -> Option<Amazons> {
        let squares_of_image = squares(image);
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
        let (which, shift, _) = least_symmetry(board.region.live());
        Part { board, symmetry: (which, shift) }
    };
    parts.into_iter().map(|board| board.map(part)).collect()
}
