//! The layout of a block of a database with several amazons: offsets only, no files and no values.

use crate::exact::amazons::level::squares;

/// Most amazons of one player.
pub(super) const MAX_AMAZONS: u8 = 2;

/// What a database holds beside thermographs and best moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Extras {
    /// Canonical forms.
    pub forms: bool,
    /// Scores of alternating play to the end, for each player moving first.
    pub minimax: bool,
}

/// How many amazons, and what is stored of each position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::database) struct Layout {
    pub(in crate::database) left: u8,
    pub(in crate::database) right: u8,
    pub(in crate::database) extras: Extras,
}

/// The binomial coefficient.
pub(in crate::database) fn choose(all: usize, many: usize) -> usize {
    (0..many).fold(1, |ways, nth| ways * (all - nth) / (nth + 1))
}

/// The rank of a set of numbers, given in ascending order, among all sets of its size.
fn rank(chosen: impl Iterator<Item = usize>) -> usize {
    chosen.enumerate().map(|(nth, at)| if at > nth { choose(at, nth + 1) } else { 0 }).sum()
}

/// The indices of some squares of a set.
fn indices(set: u64, image: u64) -> impl Iterator<Item = usize> {
    squares(set).into_iter().map(move |s| (image & (s - 1)).count_ones() as usize)
}

/// All subsets of one or two squares, in the order of their ranks.
pub(in crate::database) fn subsets(image: u64, many: usize) -> Vec<u64> {
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

impl Layout {
    /// Bytes of a territory of `many` amazons: its moves, and its moves while each of them guards its square.
    pub(in crate::database) fn territory_width(many: usize) -> usize {
        1 + many
    }

    /// Bytes of a contested position: thermograph, two moves of three squares, and the extras.
    pub(in crate::database) fn fight_width(&self) -> usize {
        4 + 6 + if self.extras.minimax { 2 } else { 0 } + if self.extras.forms { 4 } else { 0 }
    }

    /// Most amazons of a territory.
    pub(in crate::database) fn most_alone(&self) -> usize {
        usize::from(self.left.max(self.right))
    }

    /// All numbers of Left's and Right's amazons in contested positions on so many squares.
    pub(in crate::database) fn fights(&self, squares: usize) -> impl Iterator<Item = (usize, usize)> {
        let (left, right) = (usize::from(self.left), usize::from(self.right));
        (1..=left).flat_map(move |l| (1..=right).map(move |r| (l, r))).filter(move |(l, r)| l + r <= squares)
    }

    fn fight_count(squares: usize, left: usize, right: usize) -> usize {
        choose(squares, left) * choose(squares - left, right)
    }

    /// Where the territories of so many amazons begin in a block.
    fn territories(&self, squares: usize, many: usize) -> usize {
        let smaller = (1..many).filter(|&m| m <= squares);
        smaller.map(|m| choose(squares, m) * Layout::territory_width(m)).sum()
    }

    /// Where a territory is in its block.
    pub(in crate::database) fn territory(&self, image: u64, own: u64) -> usize {
        let (squares, many) = (image.count_ones() as usize, own.count_ones() as usize);
        self.territories(squares, many) + rank(indices(own, image)) * Layout::territory_width(many)
    }

    /// Where a contested position is in its block.
    pub(in crate::database) fn fight(&self, image: u64, left: u64, right: u64) -> usize {
        let squares = image.count_ones() as usize;
        let (l, r) = (left.count_ones() as usize, right.count_ones() as usize);
        let before: usize = self
            .fights(squares)
            .take_while(|&kind| kind != (l, r))
            .map(|(l, r)| Layout::fight_count(squares, l, r))
            .sum();
        let nth = rank(indices(left, image)) * choose(squares - l, r) + rank(indices(right, image & !left));
        self.territories(squares, self.most_alone() + 1) + (before + nth) * self.fight_width()
    }

    /// Bytes of a block without its set.
    pub(in crate::database) fn block(&self, squares: usize) -> usize {
        self.territories(squares, self.most_alone() + 1) + self.positions(squares) * self.fight_width()
    }

    /// Contested positions on a set of so many squares.
    pub(in crate::database) fn positions(&self, squares: usize) -> usize {
        self.fights(squares).map(|(l, r)| Layout::fight_count(squares, l, r)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_has_its_own_place_and_all_are_used() {
        for (left, right) in [(1, 1), (2, 1), (2, 2), (0, 2), (1, 0)] {
            let extras = Extras { forms: true, minimax: left == 2 };
            let layout = Layout { left, right, extras };
            for image in [1u64, 0b11, 0b111, 0b11 | 0b101 << 8, 0b1101_0111] {
                let mut places = Vec::new();
                for many in (1..=layout.most_alone()).filter(|&m| m <= image.count_ones() as usize) {
                    for own in subsets(image, many) {
                        places.push((layout.territory(image, own), Layout::territory_width(many)));
                    }
                }
                for (l, r) in layout.fights(image.count_ones() as usize) {
                    for own in subsets(image, l) {
                        for other in subsets(image & !own, r) {
                            places.push((layout.fight(image, own, other), layout.fight_width()));
                        }
                    }
                }
                // In the order in which they are written, one behind the other.
                let mut end = 0;
                for (begin, width) in places {
                    assert_eq!(begin, end, "{left} {right} {image:b}");
                    end = begin + width;
                }
                assert_eq!(end, layout.block(image.count_ones() as usize));
            }
        }
    }
}
