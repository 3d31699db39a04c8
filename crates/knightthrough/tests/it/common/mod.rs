//! What several tests share: the positions of the literature, random positions, and the rules once more, slowly.
#![allow(dead_code)] // Each test file uses its own part of this.

use game::{Game, Notation, Side};
use knightthrough::{KnightThrough, Size};

/// Three positions from the middle of the game, as counted by an independent program.
pub const MIDDLE: [&str; 3] = [
    "BB.BBBBBBB....BB.B.B.....B..B..........W...WW.WWWWWWW..WWWW..W.. B",
    "BB.B.B.BBB..BBB......B...B.B......W.......W...W..WW..WW.W.WWWWWW W",
    ".B.BBB.BB.B.BB.B.B..B....B..WB.WB........W...W.WW.W...WWWW.WW.WW B",
];

/// Files and rows on which most tests are tried.
pub const SIZES: [(u8, u8); 10] =
    [(3, 4), (3, 5), (3, 6), (4, 4), (4, 5), (5, 6), (6, 6), (8, 5), (7, 8), (8, 8)];

pub fn start(files: u8, rows: u8) -> KnightThrough {
    KnightThrough::start_of(Size::new(files, rows).unwrap())
}

pub fn starts() -> Vec<KnightThrough> {
    SIZES.iter().map(|&(files, rows)| start(files, rows)).collect()
}

pub fn middle() -> Vec<KnightThrough> {
    MIDDLE.iter().map(|text| KnightThrough::parse_position(text).unwrap()).collect()
}

/// The squares whose bits look random, about `share` of 8.
fn some_squares(seed: u64, share: u32) -> u64 {
    let bits = [0, 1, 2].map(|nth| testkit::mix(&[seed, nth]));
    let chosen =
        |bit: u32| (bits[0] >> bit & 1) * 4 + (bits[1] >> bit & 1) * 2 + (bits[2] >> bit & 1) < share.into();
    (0..64).filter(|&bit| chosen(bit)).fold(0, |set, bit| set | 1 << bit)
}

/// Knights strewn over a board, few or many, finished or not: what random games hardly ever reach.
pub fn strewn(size: Size, count: u64) -> impl Iterator<Item = KnightThrough> {
    (0..count).filter_map(move |seed| {
        let share = 1 + (seed % 4) as u32;
        let white = some_squares(seed * 2, share) & size.board();
        let black = some_squares(seed * 2 + 1, share) & size.board() & !white;
        // Most knights keep away from the far rows, or nearly every position would be finished.
        let open = match seed % 8 {
            0 => [white, black],
            _ => [white & !size.goal(Side::First), black & !size.goal(Side::Second)],
        };
        KnightThrough::new(size, open, Side::BOTH[(seed / 8 % 2) as usize]).ok()
    })
}

/// A position as rows of characters, row 1 first, and the rules as one would explain them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Naive {
    pub rows: Vec<Vec<char>>,
    pub white_to_move: bool,
}

/// File and row, counted from 0.
pub type Place = (usize, usize);

impl Naive {
    pub fn new(position: &KnightThrough) -> Naive {
        let text = position.position_text();
        let (board, side) = text.split_once(' ').unwrap();
        let expand = |sign: char| match sign.to_digit(10) {
            Some(count) => vec!['.'; count as usize],
            None => vec![sign],
        };
        let rows = board.split('/').rev().map(|row| row.chars().flat_map(expand).collect()).collect();
        Naive { rows, white_to_move: side == "w" }
    }

    fn own(&self) -> char {
        if self.white_to_move { 'N' } else { 'n' }
    }

    /// Knights of a side: the places that hold this letter.
    pub fn places(&self, knight: char) -> Vec<Place> {
        let files = self.rows[0].len();
        let all = (0..self.rows.len()).flat_map(|row| (0..files).map(move |file| (file, row)));
        all.filter(|&(file, row)| self.rows[row][file] == knight).collect()
    }

    /// Where a knight of this letter may land from a place, occupied or not.
    pub fn landings(&self, knight: char, (file, row): Place) -> Vec<Place> {
        let forward = if knight == 'N' { 1 } else { -1 };
        let mut found = Vec::new();
        for (files, rows) in [(1, 2), (-1, 2), (2, 1), (-2, 1)] {
            let (to_file, to_row) = (file as i32 + files, row as i32 + forward * rows);
            let on_board = (0..self.rows[0].len() as i32).contains(&to_file)
                && (0..self.rows.len() as i32).contains(&to_row);
            if on_board {
                found.push((to_file as usize, to_row as usize));
            }
        }
        found
    }

    fn jumps_even_if_over(&self) -> Vec<(Place, Place)> {
        let mut found = Vec::new();
        for from in self.places(self.own()) {
            for to in self.landings(self.own(), from) {
                if self.rows[to.1][to.0] != self.own() {
                    found.push((from, to));
                }
            }
        }
        found
    }

    /// The winner and why, if the game is over.
    pub fn result(&self) -> Option<(Side, &'static str)> {
        let top = self.rows.last().unwrap();
        let (mover, other) =
            if self.white_to_move { (Side::First, Side::Second) } else { (Side::Second, Side::First) };
        if top.contains(&'N') {
            Some((Side::First, "goal"))
        } else if self.rows[0].contains(&'n') {
            Some((Side::Second, "goal"))
        } else if self.places('n').is_empty() {
            Some((Side::First, "elimination"))
        } else if self.places('N').is_empty() {
            Some((Side::Second, "elimination"))
        } else if self.jumps_even_if_over().is_empty() {
            Some((other, "no move")).filter(|_| mover != other)
        } else {
            None
        }
    }

    pub fn jumps(&self) -> Vec<(Place, Place)> {
        if self.result().is_some() { Vec::new() } else { self.jumps_even_if_over() }
    }

    pub fn after(&self, (from, to): (Place, Place)) -> Naive {
        let mut next = self.clone();
        next.rows[to.1][to.0] = next.rows[from.1][from.0];
        next.rows[from.1][from.0] = '.';
        next.white_to_move = !self.white_to_move;
        next
    }

    pub fn jump_text(&self, (from, to): (Place, Place)) -> String {
        let name = |(file, row): Place| format!("{}{}", (b'a' + file as u8) as char, row + 1);
        let sign = if self.rows[to.1][to.0] == '.' { '-' } else { 'x' };
        format!("{}{sign}{}", name(from), name(to))
    }

    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.jumps().into_iter().map(|jump| self.after(jump).perft(depth - 1)).sum()
    }
}

/// Positions of many sizes: from random games and strewn over the board, unfinished ones only.
pub fn unfinished(strewn_each: u64, games: u32) -> Vec<KnightThrough> {
    let mut found = Vec::new();
    for (files, rows) in SIZES {
        let size = Size::new(files, rows).unwrap();
        found.extend(strewn(size, strewn_each).filter(|p| p.outcome().is_none()));
    }
    testkit::random_games(&starts(), testkit::Plays::new(games, 11), |position, _| {
        if position.outcome().is_none() {
            found.push(*position);
        }
    });
    found
}

/// The files of every row the other way round.
pub fn mirrored(position: &KnightThrough) -> KnightThrough {
    let unused = 8 - position.size().files();
    let flip =
        |squares: u64| u64::from_le_bytes(squares.to_le_bytes().map(|row| row.reverse_bits() >> unused));
    let knights = Side::BOTH.map(|side| flip(position.knights(side)));
    KnightThrough::new(position.size(), knights, position.to_move()).unwrap()
}

/// The board turned upside down, with the colours exchanged.
pub fn reversed(position: &KnightThrough) -> KnightThrough {
    let unused = 8 * (8 - position.size().rows());
    let flip = |squares: u64| squares.swap_bytes() >> unused;
    let knights = [Side::Second, Side::First].map(|side| flip(position.knights(side)));
    KnightThrough::new(position.size(), knights, position.to_move().other()).unwrap()
}
