//! Which positions a database holds, and where in the file: sizes and offsets only, no values.
//!
//! A block holds everything about one connected set of squares: first its territories, then its contested positions. With
//! one amazon each and nothing else there is a smaller layout: a pair of squares is stored once, with Left on the first, and
//! of a thermograph and its negative only one.

use super::{DatabaseError, Part};
use crate::{
    Player,
    exact::amazons::{bits::Region, level::squares},
};
use std::fmt;

/// Most squares of a board: a build enumerates all their subsets.
pub(super) const MAX_SQUARES: u32 = 20;
/// Most amazons of one player.
const MAX_AMAZONS: u8 = 2;
/// In a best move: there is none.
pub(super) const NO_SQUARE: u8 = u8::MAX;

/// The board size up to which a database holds positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardSize {
    pub(super) files: u8,
    pub(super) rows: u8,
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

    pub(super) fn new(files: u8, rows: u8) -> Option<BoardSize> {
        let squares = u32::from(files) * u32::from(rows);
        (files <= 8 && rows <= 8 && (2..=MAX_SQUARES).contains(&squares)).then_some(BoardSize { files, rows })
    }

    pub(super) fn squares(self) -> u32 {
        u32::from(self.files) * u32::from(self.rows)
    }
}

/// What a database holds beside thermographs and best moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Extras {
    /// Canonical forms.
    pub forms: bool,
    /// Scores of alternating play to the end, for each player moving first.
    pub minimax: bool,
}

/// Which positions a database holds, and what it stores of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    size: BoardSize,
    left: u8,
    right: u8,
    extras: Extras,
}

/// The binomial coefficient.
fn choose(all: usize, many: usize) -> usize {
    (0..many).fold(1, |ways, nth| ways * (all - nth) / (nth + 1))
}

/// The rank of a set of numbers, given in ascending order, among all sets of its size.
fn rank(chosen: impl Iterator<Item = usize>) -> usize {
    chosen.enumerate().map(|(nth, at)| if at > nth { choose(at, nth + 1) } else { 0 }).sum()
}

/// The index of a square within a set.
pub(super) fn index(square: u64, image: u64) -> u8 {
    (image & (square - 1)).count_ones() as u8
}

/// The indices of some squares of a set.
fn indices(set: u64, image: u64) -> impl Iterator<Item = usize> {
    squares(set).into_iter().map(move |s| usize::from(index(s, image)))
}

/// All subsets of one or two squares, in the order of their ranks.
pub(super) fn subsets(image: u64, many: usize) -> Vec<u64> {
    let all = squares(image);
    let mut sets = match many {
        1 => all.clone(),
        _ => (0..all.len())
            .flat_map(|high| (0..high).map(move |low| (low, high)))
            .map(|(low, high)| all[low] | all[high])
            .collect(),
    };
    sets.sort_by_key(|&set| rank(indices(set, image)));
    sets
}

impl Plan {
    /// A board size with at most so many amazons of Left and Right, and at least one in all.
    pub fn new(size: BoardSize, left: u8, right: u8, extras: Extras) -> Result<Plan, DatabaseError> {
        if left > MAX_AMAZONS || right > MAX_AMAZONS || left + right == 0 {
            return Err(DatabaseError::Amazons(left, right));
        }
        Ok(Plan { size, left, right, extras })
    }

    /// The board size.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// Most amazons of Left and of Right.
    pub fn amazons(&self) -> (u8, u8) {
        (self.left, self.right)
    }

    /// What is stored beside thermographs.
    pub fn extras(&self) -> Extras {
        self.extras
    }

    /// Does it hold one amazon each and nothing else?
    pub(super) fn is_duel(&self) -> bool {
        (self.left, self.right, self.extras) == (1, 1, Extras::default())
    }

    /// The name of its level files.
    pub(super) fn text(&self) -> String {
        if self.is_duel() {
            return self.size.to_string();
        }
        let more = [(self.extras.forms, "-forms"), (self.extras.minimax, "-minimax")];
        let more: String = more.iter().filter(|(on, _)| *on).map(|(_, name)| *name).collect();
        format!("{}-{}-{}{more}", self.size, self.left, self.right)
    }

    /// Bytes of a territory of `many` amazons: its moves, and in the general layout its moves while each of them guards its
    /// square.
    fn territory_width(&self, many: usize) -> usize {
        if self.is_duel() { 1 } else { 1 + many }
    }

    /// Squares of a stored move: where it ends and shoots, and in the general layout before them where it starts.
    pub(super) fn move_width(&self) -> usize {
        if self.is_duel() { 2 } else { 3 }
    }

    /// Bytes of a contested position: thermograph, two moves, and the extras.
    pub(super) fn fight_width(&self) -> usize {
        let extras = if self.extras.minimax { 2 } else { 0 } + if self.extras.forms { 4 } else { 0 };
        4 + 2 * self.move_width() + extras
    }

    /// Most amazons of a territory.
    pub(super) fn most_alone(&self) -> usize {
        usize::from(self.left.max(self.right))
    }

    /// All numbers of Left's and Right's amazons in contested positions on so many squares.
    fn fights(&self, squares: usize) -> impl Iterator<Item = (usize, usize)> {
        let (left, right) = (usize::from(self.left), usize::from(self.right));
        (1..=left).flat_map(move |l| (1..=right).map(move |r| (l, r))).filter(move |(l, r)| l + r <= squares)
    }

    fn fight_count(squares: usize, left: usize, right: usize) -> usize {
        choose(squares, left) * choose(squares - left, right)
    }

    /// Where the territories of so many amazons begin in a block.
    fn territories(&self, squares: usize, many: usize) -> usize {
        let smaller = (1..many).filter(|&m| m <= squares);
        smaller.map(|m| choose(squares, m) * self.territory_width(m)).sum()
    }

    /// Where a territory is in its block.
    pub(super) fn territory(&self, image: u64, own: u64) -> usize {
        let (squares, many) = (image.count_ones() as usize, own.count_ones() as usize);
        self.territories(squares, many) + rank(indices(own, image)) * self.territory_width(many)
    }

    /// Where a contested position is in its block.
    pub(super) fn fight(&self, image: u64, left: u64, right: u64) -> usize {
        let squares = image.count_ones() as usize;
        let (l, r) = (left.count_ones() as usize, right.count_ones() as usize);
        let nth = if self.is_duel() {
            rank(indices(left | right, image))
        } else {
            let kinds = self.fights(squares).take_while(|&kind| kind != (l, r));
            let before: usize = kinds.map(|(l, r)| Plan::fight_count(squares, l, r)).sum();
            before + rank(indices(left, image)) * choose(squares - l, r) + rank(indices(right, image & !left))
        };
        self.territories(squares, self.most_alone() + 1) + nth * self.fight_width()
    }

    /// The place of a thermograph in the dictionary, and whether the part has its negative.
    pub(super) fn thermograph(&self, number: usize, part: &Part) -> (usize, bool) {
        if self.is_duel() { (number / 2, (number % 2 == 1) != is_swapped(part)) } else { (number, false) }
    }

    /// How many numbers of thermographs there are.
    pub(super) fn thermograph_numbers(&self, listed: usize) -> usize {
        if self.is_duel() { 2 * listed } else { listed }
    }

    /// A player's best move of an entry: the indices of the squares where it starts, ends and shoots.
    pub(super) fn best(&self, entry: &[u8], player: Player, part: &Part) -> [u8; 3] {
        if !self.is_duel() {
            let at = 4 + 3 * player.index();
            return [entry[at], entry[at + 1], entry[at + 2]];
        }
        let own = part.amazons()[player.index()];
        let at = 4 + 2 * (if is_swapped(part) { player.other() } else { player }).index();
        [index(own, part.image), entry[at], entry[at + 1]]
    }

    /// Bytes of a block without its set.
    pub(super) fn block(&self, squares: usize) -> usize {
        self.territories(squares, self.most_alone() + 1) + self.positions(squares) * self.fight_width()
    }

    /// Contested positions on a set of so many squares.
    pub(super) fn positions(&self, squares: usize) -> usize {
        if self.is_duel() {
            return squares * squares.saturating_sub(1) / 2;
        }
        self.fights(squares).map(|(l, r)| Plan::fight_count(squares, l, r)).sum()
    }

    /// All contested positions on a set of squares, in the order of the file.
    pub(super) fn regions(&self, image: u64) -> Vec<Region> {
        let region = |left: u64, right: u64| Region { empty: image & !left & !right, left, right };
        if self.is_duel() {
            let pairs = subsets(image, 2).into_iter();
            return pairs.map(|pair| region(pair & pair.wrapping_neg(), pair & (pair - 1))).collect();
        }
        let mut all = Vec::new();
        for (l, r) in self.fights(image.count_ones() as usize) {
            for left in subsets(image, l) {
                all.extend(subsets(image & !left, r).into_iter().map(|right| region(left, right)));
            }
        }
        all
    }
}

/// Is a position with one amazon each stored with colours exchanged?
fn is_swapped(part: &Part) -> bool {
    let [left, right] = part.amazons();
    left > right
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_has_its_own_place_and_all_are_used() {
        let size = BoardSize::parse("4x4").unwrap();
        for (left, right, forms) in
            [(1, 1, true), (1, 1, false), (2, 1, true), (2, 2, true), (0, 2, true), (1, 0, true)]
        {
            let plan = Plan::new(size, left, right, Extras { forms, minimax: left == 2 }).unwrap();
            assert_eq!(plan.is_duel(), !forms);
            for image in [1u64, 0b11, 0b111, 0b11 | 0b101 << 8, 0b1101_0111] {
                let mut places = Vec::new();
                for many in (1..=plan.most_alone()).filter(|&m| m <= image.count_ones() as usize) {
                    for own in subsets(image, many) {
                        places.push((plan.territory(image, own), plan.territory_width(many)));
                    }
                }
                for Region { left, right, .. } in plan.regions(image) {
                    places.push((plan.fight(image, left, right), plan.fight_width()));
                }
                // In the order in which they are written, one behind the other.
                let mut end = 0;
                for (begin, width) in places {
                    assert_eq!(begin, end, "{left} {right} {image:b}");
                    end = begin + width;
                }
                assert_eq!(end, plan.block(image.count_ones() as usize));
            }
        }
    }
}
