//! The evaluation of the thesis' program Rabbocop, from its figures: material on tables of squares, traps, frozen pieces.

use super::{Material, for_mover, placing};
use crate::{
    board::Board,
    piece::Kind,
    rules::Arimaa,
    squares::{Squares, TRAPS, each, goal_row, neighbours},
};
use game::{Evaluation, Game, Score, Side};

/// Jakl's evaluation (Prague, 2011). Most results of that work are without a goal check, which was added at its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rabbocop {
    /// Values of the kinds, from rabbits to elephants.
    pub values: [i32; 6],
}

impl Rabbocop {
    /// What the kinds are worth before anything is added.
    pub const VALUES: [i32; 6] = [90, 200, 400, 700, 1100, 1600];
    /// A goal, or the loss of the last rabbit.
    const DECIDED: i32 = 100_000;
    /// By the number of own pieces beside a trap.
    const TRAP: [i32; 5] = [0, 60, 100, 50, 20];
    /// A piece costs this part of its value for each stronger enemy beside its kind, and another part if it is frozen.
    const TOUCHED: i32 = 15;
    const FROZEN: i32 = 10;

    /// Without random additions: the one that the main results are about.
    pub const PLAIN: Rabbocop = Rabbocop { values: Self::VALUES };

    /// The sum of all features from gold's view.
    pub fn gold_estimate(&self, position: &Arimaa) -> i32 {
        let board = position.board();
        if let Some(winner) = decided(position) {
            return if winner == Side::First { Self::DECIDED } else { -Self::DECIDED };
        }
        let silver_board = board.reversed();
        self.camp(board) - self.camp(&silver_board) + self.strongest(board)
    }

    /// Everything that counts for gold; silver's camp is looked at on the board turned round. The turned board exchanges
    /// neither left and right, so the one table that is not symmetric means the same files for both.
    fn camp(&self, board: &Board) -> i32 {
        let rabbit = Material::rabbit(self.values[0], board.rabbits(Side::First).count_ones() as i32);
        let frozen = board.frozen(Side::First);
        let mut value = 0;
        for kind in Kind::ALL {
            let pieces = board.pieces(Side::First, kind);
            let table = &TABLES[kind.index()];
            let worth = if kind == Kind::Rabbit { rabbit } else { self.values[kind.index()] };
            value += each(pieces).map(|s| worth * i32::from(table[s.bit()]) / 100).sum::<i32>();
            let touching = neighbours(pieces) & board.stronger(Side::Second, kind);
            value -= touching.count_ones() as i32 * (self.values[kind.index()] / Self::TOUCHED);
            value -= (pieces & frozen).count_ones() as i32 * (self.values[kind.index()] / Self::FROZEN);
        }
        let guards = |trap: Squares| (neighbours(trap) & board.of_side(Side::First)).count_ones() as usize;
        value + each(TRAPS).map(|trap| Self::TRAP[guards(trap.alone())]).sum::<i32>()
    }

    /// For the two strongest kinds on the board: their value to the side that alone has some.
    fn strongest(&self, board: &Board) -> i32 {
        let present = Kind::ALL[1..].iter().rev().filter(|&&kind| board.of_kind(kind) != 0);
        let worth = present.take(2).map(|&kind| {
            let has = |side| board.pieces(side, kind) != 0;
            match (has(Side::First), has(Side::Second)) {
                (true, false) => self.values[kind.index()],
                (false, true) => -self.values[kind.index()],
                _ => 0,
            }
        });
        worth.sum()
    }
}

/// A goal or a loss of all rabbits in the middle of a turn, where the rules do not look yet; the side to move comes first.
fn decided(position: &Arimaa) -> Option<Side> {
    let board = position.board();
    let sides = [position.to_move(), position.to_move().other()];
    let at_goal = sides.into_iter().find(|&side| board.rabbits(side) & goal_row(side) != 0);
    at_goal.or_else(|| sides.into_iter().find(|&side| board.rabbits(side.other()) == 0))
}

impl Evaluation<Arimaa> for Rabbocop {
    type State = ();

    fn root_state(&self, _: &Arimaa) {}

    fn evaluate(&self, position: &Arimaa, (): &()) -> Score {
        if position.is_setup() {
            return placing::estimate(position);
        }
        Score::estimate(for_mover(position, self.gold_estimate(position)))
    }
}

/// A table as eight rows from rank 8 down, files a to d, and what the letters stand for in hundredths.
const fn table(rows: [&[u8; 4]; 8], letters: &[(u8, u16)]) -> [u16; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (square % 8, square / 8);
        let letter = rows[7 - rank][if file < 4 { file } else { 7 - file }];
        let mut nth = 0;
        while nth < letters.len() {
            if letters[nth].0 == letter {
                table[square] = letters[nth].1;
            }
            nth += 1;
        }
        square += 1;
    }
    table
}

/// Factors in hundredths by square, from gold's view, for each kind.
static TABLES: [[u16; 64]; 6] = {
    let rabbit = table(
        [b"WWWW", b"HGFE", b"GCXA", b"FBAA", b"EBAA", b"DBXA", b"CCBB", b"CCCC"],
        &[
            (b'A', 100),
            (b'B', 110),
            (b'C', 120),
            (b'D', 140),
            (b'E', 145),
            (b'F', 150),
            (b'G', 160),
            (b'H', 170),
            (b'X', 80),
            (b'W', 800),
        ],
    );
    let mut small = table(
        [b"AAAA", b"AAAA", b"AAXA", b"AABA", b"BBCB", b"DFXF", b"BEFC", b"BCDC"],
        &[(b'A', 100), (b'B', 110), (b'C', 120), (b'D', 130), (b'E', 140), (b'F', 150), (b'X', 80)],
    );
    // Rank 2 is not symmetric: a2 is a B, but h2 a C.
    small[15] = 120;
    let letters = &[(b'A', 100), (b'B', 110), (b'C', 120), (b'D', 130), (b'E', 140), (b'X', 80)];
    let horse = table([b"AAAB", b"BCEC", b"BEXD", b"CDCB", b"CDCB", b"BEXD", b"ACEC", b"AABC"], letters);
    let camel = table([b"AABB", b"BBDB", b"BDXB", b"BDBA", b"CDCA", b"BEXD", b"BCEC", b"AABC"], letters);
    let elephant = table(
        [b"AABC", b"AACD", b"BCXE", b"CDEE", b"CDEE", b"BCXE", b"AACD", b"AABC"],
        &[(b'A', 100), (b'B', 110), (b'C', 120), (b'D', 130), (b'E', 150), (b'X', 50)],
    );
    [rabbit, small, small, horse, camel, elephant]
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Square;

    #[test]
    fn every_square_has_a_factor() {
        assert!(TABLES.iter().flatten().all(|&factor| (50..=800).contains(&factor)));
        let on = |kind: Kind, name| TABLES[kind.index()][Square::named(name).unwrap().bit()];
        assert_eq!([on(Kind::Rabbit, "a8"), on(Kind::Rabbit, "h7"), on(Kind::Rabbit, "c6")], [800, 170, 80]);
        assert_eq!([on(Kind::Cat, "a2"), on(Kind::Dog, "h2"), on(Kind::Cat, "c3")], [110, 120, 80]);
        assert_eq!([on(Kind::Elephant, "d4"), on(Kind::Elephant, "e3")], [150, 150]);
        assert_eq!([on(Kind::Camel, "b3"), on(Kind::Horse, "g7")], [140, 120]);
    }
}
