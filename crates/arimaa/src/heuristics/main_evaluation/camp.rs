//! The features of one side, seen from its own end of the board: the enemy's are looked at on the board turned round.

use super::Weights;
use crate::{
    board::Board,
    piece::Kind,
    squares::{Direction, Squares, TRAPS, each, neighbours},
};
use game::Side;

const OWN: Side = Side::First;
const FOE: Side = Side::Second;

/// The lower half of the board, which is the own one.
const HOME: Squares = 0xFFFF_FFFF;

/// Thousandths of the natural logarithms of 1 to 16; none left is worse than any number.
const LOGARITHM: [i32; 17] =
    [-2000, 0, 693, 1099, 1386, 1609, 1792, 1946, 2079, 2197, 2303, 2398, 2485, 2565, 2639, 2708, 2773];

/// What the numbers of rabbits and of pieces count for a side that has so many.
#[inline]
fn numbers(weights: &Weights, rabbits: usize, pieces: usize) -> i32 {
    weights.numbers * (LOGARITHM[rabbits] + LOGARITHM[pieces]) / 1000
}

impl Weights {
    /// What the first rabbit to be lost is worth, wherever it stands.
    pub fn rabbit(&self) -> i32 {
        numbers(self, 8, 16) - numbers(self, 7, 15)
    }
}

/// One side of a board.
pub(super) struct Camp<'a> {
    weights: &'a Weights,
    board: &'a Board,
    own: Squares,
    foes: Squares,
    /// Own pieces next to a stronger enemy.
    touched: Squares,
    frozen: Squares,
}

impl<'a> Camp<'a> {
    #[inline]
    pub(super) fn new(weights: &'a Weights, board: &'a Board) -> Camp<'a> {
        let (own, foes) = (board.of_side(OWN), board.of_side(FOE));
        let touched = board.displaceable(FOE, foes);
        Camp { weights, board, own, foes, touched, frozen: touched & !neighbours(own) }
    }

    /// The sum of all features.
    #[inline]
    pub(super) fn estimate(&self) -> i32 {
        self.material()
            + self.placement()
            + self.traps()
            + self.frozen_pieces()
            + self.room()
            + self.open_files()
    }

    #[inline]
    fn count(squares: Squares) -> i32 {
        squares.count_ones() as i32
    }

    /// What remains: each piece by how many stronger enemies it has to fear, rabbits and pieces by their numbers.
    #[inline]
    fn material(&self) -> i32 {
        let mut stronger = 0;
        let mut value = 0;
        for kind in Kind::ALL[1..].iter().rev() {
            let of_kind = self.board.of_kind(*kind);
            value += Self::count(self.own & of_kind) * self.weights.piece[(stronger & 7) as usize];
            stronger += (self.foes & of_kind).count_ones();
        }
        let rabbits = self.board.rabbits(OWN).count_ones() as usize & 15;
        value + numbers(self.weights, rabbits, self.own.count_ones().min(16) as usize)
    }

    #[inline]
    fn placement(&self) -> i32 {
        let of_kind = |kind: Kind| {
            let table = &self.weights.placement[kind.index()];
            each(self.board.pieces(OWN, kind)).map(|square| table.0[square.bit()]).sum::<i32>()
        };
        Kind::ALL.into_iter().map(of_kind).sum()
    }

    #[inline]
    fn traps(&self) -> i32 {
        each(TRAPS).map(|trap| self.trap(trap.alone())).sum()
    }

    /// Who holds a trap, and which own pieces stand to be lost there.
    #[inline]
    fn trap(&self, trap: Squares) -> i32 {
        let weights = self.weights;
        let beside = neighbours(trap);
        let guards = beside & self.own;
        let enemies = beside & self.foes;
        let at_home = trap & HOME != 0;
        let by_number = if at_home { &weights.home_trap } else { &weights.away_trap };
        let mut value = by_number[guards.count_ones() as usize];
        if self.holds_strongest(guards, enemies) {
            value += weights.trap_strongest;
        }
        if at_home && guards == 0 && enemies != 0 {
            value += weights.trap_abandoned;
        }
        let number = guards.count_ones() as usize;
        let hostages = self.touched & guards;
        if hostages != 0 {
            value -= self.at_stake(hostages) * weights.beside_trap[(number - 1).min(2)] / 100;
        }
        // Two steps away; the trap itself is two steps from itself, too.
        let near = self.touched & neighbours(beside) & !trap;
        if near != 0 {
            value -= self.at_stake(near) * weights.near_trap[number.min(2)] / 100;
        }
        if trap & self.own != 0 && number == 1 {
            value -= self.at_stake(trap) * weights.framed[usize::from(enemies == 0)] / 100;
        }
        value
    }

    /// Is the strongest piece among these of one's own? Not if the enemy has an equal.
    #[inline]
    fn holds_strongest(&self, guards: Squares, enemies: Squares) -> bool {
        let strongest =
            Kind::ALL.into_iter().rev().find(|&k| self.board.of_kind(k) & (guards | enemies) != 0);
        strongest.is_some_and(|kind| self.board.of_kind(kind) & enemies == 0)
    }

    #[inline]
    fn at_stake(&self, squares: Squares) -> i32 {
        self.by_kind(squares, &self.weights.at_stake)
    }

    #[inline]
    fn by_kind(&self, squares: Squares, worth: &[i32; 6]) -> i32 {
        Kind::ALL.into_iter().map(|k| Self::count(squares & self.board.of_kind(k)) * worth[k.index()]).sum()
    }

    #[inline]
    fn frozen_pieces(&self) -> i32 {
        if self.frozen == 0 { 0 } else { -self.by_kind(self.frozen, &self.weights.frozen) }
    }

    /// Room for the elephant, and how many pieces can step at all.
    #[inline]
    fn room(&self) -> i32 {
        let empty = self.board.empty();
        let movers = self.own & !self.frozen;
        let rabbits = self.board.rabbits(OWN);
        let ways = [Direction::North, Direction::East, Direction::West];
        let room_for_rabbits = ways.iter().fold(0, |all, d| all | d.opposite().shift(empty));
        let able = movers & ((neighbours(empty) & !rabbits) | (room_for_rabbits & rabbits));
        let elephant = self.board.pieces(OWN, Kind::Elephant);
        let mut value = Self::count(able) * self.weights.mobility;
        if elephant != 0 {
            // An elephant can also push what is weaker and has room behind.
            let exits = neighbours(elephant)
                & (empty | (self.foes & !self.board.of_kind(Kind::Elephant) & neighbours(empty)));
            value += self.weights.elephant_room[exits.count_ones() as usize];
        }
        value
    }

    /// Rabbits that have come far and have nothing ahead of them in their file.
    #[inline]
    fn open_files(&self) -> i32 {
        let far = self.board.rabbits(OWN) & !HOME & !self.frozen;
        let mut value = 0;
        for rabbit in each(far) {
            let ahead = (0x0101_0101_0101_0100 << rabbit.bit()) & self.board.occupied();
            if ahead == 0 {
                value += self.weights.open_file[7 - usize::from(rabbit.row())];
            }
        }
        value
    }
}
