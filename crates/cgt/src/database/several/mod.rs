//! Databases with up to two amazons of each player: thermographs, best moves, territories, and if wanted canonical forms
//! and minimax values. Read from the bytes of the file, all of which are checked first.
//!
//! A block holds everything about one connected set of squares. A sum of several fights has no entry: thermographs do not
//! add up, so its parts have to be asked for one by one.

mod audit;
mod build;
mod layout;

pub use audit::Auditor;
pub use build::SeveralBuilder;
pub use layout::{Extras, MOST_AMAZONS};

use super::{
    DatabaseError, Frame,
    file::{Bytes, checksum, unsealed},
};
use crate::{
    exact::fast::level::{imaged, least_image, squares, symmetry},
    games::{
        Amazons,
        field::{Field, STRIDE, Squares, indices, square},
    },
    partizan::{Partizan, Player},
    thermograph::{Sketch, Unit},
};
use layout::{Layout, subsets};
use search::FilePages;
use std::{collections::HashMap, fs, ops::Range, path::Path};

const MAGIC: &[u8; 8] = b"QUADCGDM";
const VERSION: u32 = 1;
const HEADER: usize = 8 + 4 + 8 + 4;
/// In a best move: there is none.
const NO_SQUARE: u8 = u8::MAX;

/// Which positions a database holds, and what of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    frame: Frame,
    pub(in crate::database) layout: Layout,
}

impl Plan {
    /// A box with at most so many amazons of Left and Right, not both none.
    pub fn new(frame: Frame, left: u8, right: u8, extras: Extras) -> Result<Plan, DatabaseError> {
        if left > MOST_AMAZONS || right > MOST_AMAZONS || left + right == 0 {
            return Err(DatabaseError::Amazons(left, right));
        }
        Ok(Plan { frame, layout: Layout { left, right, extras } })
    }

    /// The box.
    pub fn frame(&self) -> Frame {
        self.frame
    }

    /// Most amazons of Left and of Right.
    pub fn amazons(&self) -> (u8, u8) {
        (self.layout.left, self.layout.right)
    }

    /// What is kept beside thermographs.
    pub fn extras(&self) -> Extras {
        self.layout.extras
    }

    /// What is wanted, for the name of a level and the messages.
    fn text(&self) -> String {
        let Layout { left, right, extras } = self.layout;
        let more = [(extras.forms, "-forms"), (extras.minimax, "-minimax")];
        let more: String = more.iter().filter(|(on, _)| *on).map(|(_, name)| *name).collect();
        format!("{}-{left}-{right}{more}", self.frame)
    }

    fn header(&self) -> Vec<u8> {
        let Layout { left, right, extras } = self.layout;
        let mut out = MAGIC.to_vec();
        out.extend(VERSION.to_le_bytes());
        let extras = [u8::from(extras.forms), u8::from(extras.minimax)];
        out.extend([self.frame.files, self.frame.rows, left, right, extras[0], extras[1], 0, 0]);
        out.extend(checksum(&out).to_le_bytes());
        out
    }

    fn read(bytes: &[u8]) -> Result<Plan, String> {
        let head = Bytes(bytes).take(HEADER)?;
        if &head[..8] != MAGIC {
            return Err("it does not begin as a database does".to_owned());
        }
        let version = u32::from_le_bytes([head[8], head[9], head[10], head[11]]);
        if version != VERSION {
            return Err(format!("its version is {version}, this program reads {VERSION}"));
        }
        let extras = Extras { forms: head[16] == 1, minimax: head[17] == 1 };
        let plan = Frame::new(head[12], head[13]).and_then(|f| Plan::new(f, head[14], head[15], extras).ok());
        let plan = plan.ok_or("its box is impossible")?;
        if head != plan.header() {
            return Err("the checksum of the header is wrong".to_owned());
        }
        Ok(plan)
    }
}

/// What a database says about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The thermograph, in units.
    pub sketch: Sketch<i32>,
    /// What Left's and Right's best moves in the fight lead to; none where only counting is left.
    pub best: [Option<Amazons>; 2],
    /// What is left when both play in turn, Left or Right first, if that is kept and nothing stands beside the fight.
    pub minimax: Option<[i32; 2]>,
    /// The canonical form of the fight, and the whole number beside it.
    pub form: Option<(String, i32)>,
}

/// What a section has brought.
#[derive(Default)]
struct Dictionary {
    sketches: Vec<Sketch<i32>>,
    forms: Vec<String>,
}

/// A database whose file is used as memory.
pub struct Several {
    plan: Plan,
    bytes: FilePages,
    dictionary: Dictionary,
    /// Where the block of each set begins.
    blocks: HashMap<u64, usize>,
    /// All sets, in the order of the file.
    images: Vec<u64>,
}

impl Several {
    /// Opens a file after checking all of it.
    pub fn open(path: &Path) -> Result<Several, DatabaseError> {
        let bytes = FilePages::open(path).map_err(|e| DatabaseError::File(path.to_owned(), e))?;
        Several::parse(bytes).map_err(|problem| DatabaseError::Damaged(path.to_owned(), problem))
    }

    /// Does a file begin as one of these?
    pub(super) fn is_one(path: &Path) -> bool {
        use std::io::Read;
        let mut magic = [0; 8];
        fs::File::open(path).and_then(|mut f| f.read_exact(&mut magic)).is_ok() && &magic == MAGIC
    }

    fn parse(bytes: FilePages) -> Result<Several, String> {
        let plan = Plan::read(&bytes)?;
        let mut dictionary = Dictionary::default();
        let (mut blocks, mut images) = (HashMap::new(), Vec::new());
        let mut at = HEADER;
        for level in 1..=plan.frame.squares() {
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
        Ok(Several { plan, bytes, dictionary, blocks, images })
    }

    /// What it holds.
    pub fn plan(&self) -> Plan {
        self.plan
    }

    /// Sets of squares, fights, thermographs, bytes.
    pub fn stats(&self) -> super::Stats {
        super::Stats {
            shapes: self.images.len(),
            positions: self.images.iter().map(|i| self.plan.layout.positions(i.count_ones() as usize)).sum(),
            thermographs: self.dictionary.sketches.len(),
            bytes: self.bytes.len() as u64,
        }
    }

    /// All fights of the file, in its order.
    pub fn positions(&self) -> impl Iterator<Item = Amazons> {
        self.images.iter().flat_map(|&image| {
            let mut all = Vec::new();
            for (l, r) in self.plan.layout.fights(image.count_ones() as usize) {
                for left in subsets(image, l) {
                    for right in subsets(image & !left, r) {
                        all.push(position([image & !left & !right, left, right]));
                    }
                }
            }
            all
        })
    }

    /// How many moves amazons that are alone on a connected set have; with one of them holding its square, so that
    /// nobody comes in behind it, if `holding` says which, counted from the first.
    pub fn territory(&self, position: &Amazons, holding: Option<usize>) -> Result<u32, DatabaseError> {
        let parts = parts(position);
        let [part] = &parts[..] else { return Err(self.foreign(position)) };
        let own = part.sets[1] | part.sets[2];
        if part.sets[1] != 0 && part.sets[2] != 0 {
            return Err(self.foreign(position));
        }
        let image = imaged(part.live(), part.symmetry);
        // The amazon that holds is counted on the board that was asked for, not on its image.
        let which = holding.map(|nth| squares(own).get(nth).map(|&s| imaged(s, part.symmetry)));
        let own = imaged(own, part.symmetry);
        let begin = self.block(image, own.count_ones()).ok_or_else(|| self.foreign(position))?;
        let at = begin + self.plan.layout.territory(image, own);
        match which {
            None => Ok(u32::from(self.bytes[at])),
            Some(None) => Err(self.foreign(position)),
            Some(Some(which)) => {
                let nth = (own & (which - 1)).count_ones() as usize;
                Ok(u32::from(self.bytes[at + 1 + nth]))
            }
        }
    }

    /// Everything about a position.
    pub fn probe(&self, position: &Amazons) -> Result<Finding, DatabaseError> {
        let foreign = || self.foreign(position);
        let (mut whole, mut fight) = (0, None);
        for part in parts(position) {
            let [_, left, right] = part.sets;
            if left != 0 && right != 0 {
                if fight.replace(part).is_some() {
                    return Err(foreign());
                }
                continue;
            }
            let image = imaged(part.live(), part.symmetry);
            let own = imaged(left | right, part.symmetry);
            let begin = self.block(image, own.count_ones()).ok_or_else(foreign)?;
            let moves = i32::from(self.bytes[begin + self.plan.layout.territory(image, own)]);
            whole += if left != 0 { moves } else { -moves };
        }
        let Some(part) = fight else {
            let sketch = Sketch::whole(i64::from(whole));
            let Extras { forms, minimax } = self.plan.layout.extras;
            let form = forms.then(|| ("0".to_owned(), whole));
            // Where nobody can move nothing is left, whoever is first.
            let minimax = (minimax && parts(position).is_empty()).then_some([0, 0]);
            return Ok(Finding { sketch, best: [None, None], minimax, form });
        };
        let [_, left, right] = part.sets.map(|set| imaged(set, part.symmetry));
        let Layout { left: most_left, right: most_right, extras } = self.plan.layout;
        if left.count_ones() > u32::from(most_left) || right.count_ones() > u32::from(most_right) {
            return Err(foreign());
        }
        let image = imaged(part.live(), part.symmetry);
        let begin = *self.blocks.get(&image).ok_or_else(foreign)?;
        let at = begin + self.plan.layout.fight(image, left, right);
        let entry = &self.bytes[at..at + self.plan.layout.fight_width()];
        let number = |at: usize| u32::from_le_bytes([entry[at], entry[at + 1], entry[at + 2], entry[at + 3]]);
        let sketch = self.dictionary.sketches[number(0) as usize].moved(whole * i32::ONE);
        let back = |nth: u8| part.back(image, nth);
        let best = Player::BOTH.map(|player| {
            let from = 4 + 3 * player.index();
            after(position, player, [back(entry[from])?, back(entry[from + 1])?, back(entry[from + 2])?])
        });
        let alone = whole == 0 && parts(position).len() == 1;
        let minimax =
            (extras.minimax && alone).then(|| [i32::from(entry[10] as i8), i32::from(entry[11] as i8)]);
        let form = extras.forms.then(|| {
            let at = self.plan.layout.fight_width() - 4;
            (self.dictionary.forms[number(at) as usize].clone(), whole)
        });
        Ok(Finding { sketch, best, minimax, form })
    }

    fn foreign(&self, position: &Amazons) -> DatabaseError {
        let (left, right) = self.plan.amazons();
        DatabaseError::Beyond(position.text(), left, right, self.plan.frame)
    }

    /// Where the block of a set begins, if so many amazons alone are kept in it.
    fn block(&self, image: u64, many: u32) -> Option<usize> {
        let begin = *self.blocks.get(&image)?;
        (many as usize <= self.plan.layout.most_alone()).then_some(begin)
    }
}

/// A set of squares, and where its block is within a section.
type Placed = (u64, Range<usize>);

/// Reads a section: new entries of the dictionary, and where the blocks of its sets are within it.
fn read_section(
    plan: &Plan,
    level: u32,
    bytes: &[u8],
    dictionary: &mut Dictionary,
) -> Result<(Vec<Placed>, usize), String> {
    let (body, long) = unsealed(level, bytes)?;
    let mut rest = Bytes(body);
    if rest.number()? != level {
        return Err(format!("level {level} is not in its place"));
    }
    let before = [rest.number()?, rest.number()?];
    if before != [dictionary.sketches.len() as u32, dictionary.forms.len() as u32] {
        return Err(format!("level {level} does not follow on the one before"));
    }
    let (sketches, forms, many) = (rest.number()?, rest.number()?, rest.number()?);
    for _ in 0..sketches {
        dictionary.sketches.push(rest.sketch()?);
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

/// Everything that an entry points to must be there.
fn check_block(plan: &Plan, level: u32, block: &[u8], dictionary: &Dictionary) -> Result<(), String> {
    let width = plan.layout.fight_width();
    let fights = plan.layout.positions(level as usize) * width;
    for entry in block[block.len() - fights..].chunks_exact(width) {
        let number = |at: usize| u32::from_le_bytes([entry[at], entry[at + 1], entry[at + 2], entry[at + 3]]);
        let squares_exist = entry[4..10].iter().all(|&s| s == NO_SQUARE || u32::from(s) < level);
        let form_exists = !plan.layout.extras.forms || (number(width - 4) as usize) < dictionary.forms.len();
        if number(0) as usize >= dictionary.sketches.len() || !squares_exist || !form_exists {
            return Err(format!("level {level} names something that is not there"));
        }
    }
    Ok(())
}

/// A connected part of a position on a board of eight by eight squares.
struct Part {
    /// Empty squares, Left's and Right's amazons.
    sets: [u64; 3],
    shift: u32,
    symmetry: (usize, u32),
}

impl Part {
    fn live(&self) -> u64 {
        self.sets[0] | self.sets[1] | self.sets[2]
    }

    /// The square of the position that becomes the n-th of the image.
    fn back(&self, image: u64, nth: u8) -> Option<Squares> {
        let wanted = *squares(image).get(usize::from(nth))?;
        let small = squares(self.live()).into_iter().find(|&s| imaged(s, self.symmetry) == wanted)?;
        let at = small.trailing_zeros();
        Some(square(at / 8 * STRIDE + at % 8 + self.shift))
    }
}

/// The parts in which somebody can move. One that does not fit on the small board is cut off, so that its set is unknown.
fn parts(position: &Amazons) -> Vec<Part> {
    let mut parts = Vec::new();
    position.parts(|part| {
        let Field { empty, left, right } = part.0;
        let live = part.0.live();
        let row = indices(live).map(|i| i / STRIDE).min().unwrap_or(0);
        let file = indices(live).map(|i| i % STRIDE).min().unwrap_or(0);
        let shift = row * STRIDE + file;
        let fits = |i: &u32| (i / STRIDE - row) < 8 && (i % STRIDE - file) < 8;
        let convert = |set: Squares| {
            indices(set)
                .filter(fits)
                .fold(0, |bits, i| bits | 1 << ((i / STRIDE - row) * 8 + i % STRIDE - file))
        };
        let whole = indices(live).all(|i| fits(&i));
        let sets = [empty, left, right].map(convert);
        let live = sets[0] | sets[1] | sets[2];
        // Nothing that is cut off has an entry: a set of all squares of the board is larger than any box.
        let sets = if whole { sets } else { [!(sets[1] | sets[2]), sets[1], sets[2]] };
        let live = if whole { live } else { u64::MAX };
        parts.push(Part { sets, shift, symmetry: symmetry(live) });
    });
    parts
}

/// A position in the corner of a board.
fn position(sets: [u64; 3]) -> Amazons {
    let back = |set: u64| {
        squares(set).iter().fold(0, |all, s| {
            let at = s.trailing_zeros();
            all | square(at / 8 * STRIDE + at % 8)
        })
    };
    let [empty, left, right] = sets.map(back);
    Amazons(Field { empty, left, right })
}

/// The position after a move.
fn after(position: &Amazons, player: Player, [from, to, arrow]: [Squares; 3]) -> Option<Amazons> {
    let mut field = position.0;
    let own = if player == Player::Left { &mut field.left } else { &mut field.right };
    if *own & from == 0 {
        return None;
    }
    *own = *own & !from | to;
    field.empty = (field.empty | from) & !to & !arrow;
    Some(Amazons(field))
}
