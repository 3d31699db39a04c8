//! What a turn must remember of its start: a turn may not leave the board as it found it.
//!
//! Remembered are the squares that differ from the start of the turn with what stood there then, and only for as long as
//! the steps that are left could still lead back. After a capture or a rabbit's step forward nothing leads back, and after
//! three steps only one particular step can; so lines of play that meet mostly meet here, too.

use crate::{
    act::Step,
    piece::{Kind, Piece},
    squares::Square,
};
use game::Side;

/// Up to four squares with what stood there at the start of the turn, in the order of the squares; or nothing.
///
/// One word: ten bits for each square (its number and a code of what stood there), and the highest bit while the memory is
/// alive. Zero where the start of the turn restricts nothing any more.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct TurnStart(u64);

/// What stood on a square: a piece or nothing.
pub(crate) type Content = Option<Piece>;

impl TurnStart {
    /// The start of the turn does not matter.
    pub(crate) const FORGOTTEN: TurnStart = TurnStart(0);

    /// More squares than this cannot be changed back within a turn.
    pub(crate) const MOST: usize = 4;

    const ALIVE: u64 = 1 << 63;
    const BITS: u32 = 10;
    const ENTRY: u64 = (1 << Self::BITS) - 1;

    /// The whole memory as one number, for keys.
    #[inline]
    pub(crate) fn word(self) -> u64 {
        self.0
    }

    /// Does the start of the turn still restrict play?
    #[inline]
    pub(crate) fn is_alive(self) -> bool {
        self.0 != 0
    }

    /// Is the board known to be as it was at the start of the turn?
    #[inline]
    pub(crate) fn is_unchanged(self) -> bool {
        self.0 == Self::ALIVE
    }

    /// The changed squares with what stood there, in the order of the squares.
    pub(crate) fn changes(self) -> impl Iterator<Item = (Square, Content)> {
        self.entries().map(|entry| (square_of(entry), content_of(entry)))
    }

    fn entries(self) -> impl Iterator<Item = u64> {
        let mut rest = self.0 & !Self::ALIVE;
        std::iter::from_fn(move || {
            let entry = rest & Self::ENTRY;
            rest >>= Self::BITS;
            (entry != 0).then_some(entry)
        })
    }

    /// The memory of these changes, which come in the order of their squares; `None` if there are too many.
    pub(crate) fn of_changes(changes: &[(Square, Content)]) -> Option<TurnStart> {
        debug_assert!(changes.is_sorted_by(|a, b| a.0 < b.0));
        if changes.len() > Self::MOST {
            return None;
        }
        let entries = changes.iter().rev().map(|&(square, content)| entry(square, content));
        Some(TurnStart(entries.fold(0, |word, entry| word << Self::BITS | entry) | Self::ALIVE))
    }

    /// What stood on a square, if it has changed.
    #[inline]
    pub(crate) fn was_on(self, square: Square) -> Option<Content> {
        self.entries().find(|&entry| square_of(entry) == square).map(content_of)
    }

    /// The memory after the first step of a turn.
    #[inline]
    pub(crate) fn after_first(piece: Piece, from: Square, to: Square) -> TurnStart {
        let (left, entered) = (entry(from, Some(piece)), entry(to, None));
        let (low, high) = if from < to { (left, entered) } else { (entered, left) };
        TurnStart(Self::ALIVE | high << Self::BITS | low)
    }

    /// The memory after one more step that captures nothing; forgotten if more squares have changed than can be restored.
    #[inline]
    pub(crate) fn after_step(self, piece: Piece, from: Square, to: Square) -> TurnStart {
        debug_assert!(self.is_alive());
        let was_from = self.was_on(from).unwrap_or(Some(piece));
        let was_to = self.was_on(to).unwrap_or(None);
        let mut entries = [0; Self::MOST + 2];
        let mut count = 0;
        let mut insert = |entry: u64| {
            let mut at = count;
            while at > 0 && square_of(entries[at - 1]) > square_of(entry) {
                entries[at] = entries[at - 1];
                at -= 1;
            }
            entries[at] = entry;
            count += 1;
        };
        self.entries().filter(|&e| square_of(e) != from && square_of(e) != to).for_each(&mut insert);
        // The square that was left is empty now, the one that was entered holds the piece.
        if was_from.is_some() {
            insert(entry(from, was_from));
        }
        if was_to != Some(piece) {
            insert(entry(to, was_to));
        }
        if count > Self::MOST {
            return Self::FORGOTTEN;
        }
        let word = entries[..count].iter().rev().fold(0, |word, entry| word << Self::BITS | entry);
        TurnStart(word | Self::ALIVE)
    }

    /// The one step that would restore the start of the turn, if a single step can: the piece and its step.
    #[inline]
    pub(crate) fn way_back(self) -> Option<(Piece, Step)> {
        let mut changes = self.changes();
        let (a, b, None) = (changes.next()?, changes.next()?, changes.next()) else { return None };
        // One square has lost a piece and the other has gained it. Two pieces that changed places need more steps.
        let (piece, home, away) = match (a, b) {
            ((home, Some(piece)), (away, None)) | ((away, None), (home, Some(piece))) => (piece, home, away),
            _ => return None,
        };
        Some((piece, Step::between(away, home)?))
    }
}

const fn square_of(entry: u64) -> Square {
    Square::of_bit(entry as u32 & 63)
}

/// 1 for an empty square, 2 to 13 for pieces; 0 is no entry at all.
#[inline]
fn entry(square: Square, content: Content) -> u64 {
    let code = content.map_or(1, |piece| piece.index() as u64 + 2);
    code << 6 | square.bit() as u64
}

#[inline]
fn content_of(entry: u64) -> Content {
    let index = (entry >> 6).checked_sub(2)? as usize;
    let side = if index < 6 { Side::First } else { Side::Second };
    Some(Piece::new(side, Kind::of_index(index % 6)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ELEPHANT: Piece = Piece::new(Side::First, Kind::Elephant);
    const RABBIT: Piece = Piece::new(Side::Second, Kind::Rabbit);
    const A1: Square = Square::at(0, 0);
    const A2: Square = Square::at(0, 1);
    const B2: Square = Square::at(1, 1);
    const H8: Square = Square::at(7, 7);

    #[test]
    fn out_and_back_is_unchanged() {
        let out = TurnStart::after_first(ELEPHANT, A1, A2);
        assert_eq!(out.changes().collect::<Vec<_>>(), [(A1, Some(ELEPHANT)), (A2, None)]);
        assert_eq!(out.way_back(), Some((ELEPHANT, Step::between(A2, A1).unwrap())));
        let back = out.after_step(ELEPHANT, A2, A1);
        assert!(back.is_unchanged() && back.is_alive());
        assert_eq!(TurnStart::of_changes(&[]), Some(back));
    }

    #[test]
    fn a_detour_remembers_both_ends_only() {
        let detour = TurnStart::after_first(ELEPHANT, A1, A2).after_step(ELEPHANT, A2, B2);
        assert_eq!(detour.changes().collect::<Vec<_>>(), [(A1, Some(ELEPHANT)), (B2, None)]);
        assert_eq!(detour.way_back(), None, "two squares away");
        assert_eq!(TurnStart::of_changes(&[(A1, Some(ELEPHANT)), (B2, None)]), Some(detour));
    }

    #[test]
    fn a_pull_remembers_three_squares() {
        // The elephant leaves a2 for a1, and the rabbit on b2 follows into a2.
        let pull = TurnStart::after_first(ELEPHANT, A2, A1).after_step(RABBIT, B2, A2);
        let expected = [(A1, None), (A2, Some(ELEPHANT)), (B2, Some(RABBIT))];
        assert_eq!(pull.changes().collect::<Vec<_>>(), expected);
        assert_eq!(pull.was_on(A2), Some(Some(ELEPHANT)));
        assert_eq!(pull.was_on(H8), None);
    }

    #[test]
    fn the_last_square_and_the_last_piece_fit() {
        let silver_elephant = Piece::new(Side::Second, Kind::Elephant);
        let word = TurnStart::of_changes(&[(A1, None), (A2, None), (B2, None), (H8, Some(silver_elephant))]);
        assert_eq!(word.unwrap().changes().last(), Some((H8, Some(silver_elephant))));
        let b1 = Square::at(1, 0);
        let five = [(A1, None), (b1, None), (A2, None), (B2, None), (H8, None)];
        assert_eq!(TurnStart::of_changes(&five), None);
    }
}
