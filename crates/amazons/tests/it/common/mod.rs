//! What several tests share: positions from random play and strewn at random, images of positions, and the rules once more,
//! slowly.
#![allow(dead_code)] // Each test file uses its own part of this.

use amazons::{Amazons, Size, Square, Squares, members};
use game::{Game, Notation, Setup, Side};

/// Variants on which most tests are tried.
pub const VARIANTS: [&str; 8] = ["3x3", "4x4", "5x5", "5x6", "6x4", "8x8", "10x10", "11x11"];

pub fn start(variant: &str) -> Amazons {
    Amazons::start(variant).unwrap()
}

pub fn starts() -> Vec<Amazons> {
    VARIANTS.map(start).to_vec()
}

pub fn read(text: &str) -> Amazons {
    Amazons::parse_position(text).unwrap()
}

/// Boards of this size with a few amazons and many burnt squares, finished or not, at the start of a turn.
pub fn strewn(files: u8, rows: u8, count: u64) -> impl Iterator<Item = Amazons> {
    let size = Size::new(files, rows).unwrap();
    (0..count).map(move |seed| {
        let chosen = |salt: u64, most: u64| {
            let wanted = testkit::mix(&[seed, salt]) % (most + 1);
            members(size.board()).fold(0, |set: Squares, square| {
                let draw = testkit::mix(&[seed, salt, square.bit() as u64]) % u64::from(size.area());
                if draw < wanted { set | square.alone() } else { set }
            })
        };
        let white = chosen(1, 4);
        let black = chosen(2, 4) & !white;
        let burnt = chosen(3, u64::from(size.area())) & !(white | black);
        let side = Side::BOTH[(seed % 2) as usize];
        Amazons::new(size, [white, black], burnt, side, None).unwrap()
    })
}

/// The position with each square moved by `place` and each amazon given to `owner`.
fn image(
    position: &Amazons,
    size: Size,
    place: impl Fn(Square) -> Square,
    owner: impl Fn(Side) -> Side,
) -> Amazons {
    let moved = |set: Squares| members(set).fold(0, |set: Squares, s| set | place(s).alone());
    let mut amazons = [0; 2];
    for side in Side::BOTH {
        amazons[owner(side).index()] = moved(position.amazons(side));
    }
    let shooter = position.shooter().map(&place);
    Amazons::new(size, amazons, moved(position.burnt()), owner(position.to_move()), shooter).unwrap()
}

/// Left and right exchanged.
pub fn mirrored(position: &Amazons) -> Amazons {
    let size = position.size();
    image(position, size, |s| Square::at(size.files() - 1 - s.file(), s.row()), |side| side)
}

/// Upside down, with the sides exchanged.
pub fn reversed(position: &Amazons) -> Amazons {
    let size = position.size();
    image(position, size, |s| Square::at(s.file(), size.rows() - 1 - s.row()), Side::other)
}

/// Files become rows.
pub fn transposed(position: &Amazons) -> Amazons {
    let size = Size::new(position.size().rows(), position.size().files()).unwrap();
    image(position, size, |s| Square::at(s.row(), s.file()), |side| side)
}

/// A position as rows of characters, row 1 first, and the rules as one would explain them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Naive {
    pub rows: Vec<Vec<char>>,
    pub white_to_move: bool,
    pub shooter: Option<Place>,
}

/// File and row, counted from 0.
pub type Place = (usize, usize);

impl Naive {
    pub fn new(position: &Amazons) -> Naive {
        let grid = position.grid_text();
        let place = |square: Square| (usize::from(square.file()), usize::from(square.row()));
        Naive {
            rows: grid.split('|').rev().map(|row| row.chars().collect()).collect(),
            white_to_move: position.to_move() == Side::First,
            shooter: position.shooter().map(place),
        }
    }

    /// Where a queen on this place can go.
    pub fn queen_moves(&self, (file, row): Place) -> Vec<Place> {
        let mut found = Vec::new();
        for (files, rows) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
            let (mut file, mut row) = (file as i32 + files, row as i32 + rows);
            while self.at(file, row) == Some('.') {
                found.push((file as usize, row as usize));
                file += files;
                row += rows;
            }
        }
        found
    }

    fn at(&self, file: i32, row: i32) -> Option<char> {
        self.rows.get(usize::try_from(row).ok()?)?.get(usize::try_from(file).ok()?).copied()
    }

    /// The actions as texts, sorted.
    pub fn actions(&self) -> Vec<String> {
        let name = |(file, row): Place| format!("{}{}", char::from(b'a' + file as u8), row + 1);
        let mut found = Vec::new();
        match self.shooter {
            Some(from) => found.extend(self.queen_moves(from).into_iter().map(|at| format!("/{}", name(at)))),
            None => {
                for (row, squares) in self.rows.iter().enumerate() {
                    for (file, &sign) in squares.iter().enumerate() {
                        if sign == self.own() {
                            let from = (file, row);
                            let moves = self.queen_moves(from).into_iter();
                            found.extend(moves.map(|to| format!("{}-{}", name(from), name(to))));
                        }
                    }
                }
            }
        }
        found.sort();
        found
    }

    fn own(&self) -> char {
        if self.white_to_move { 'o' } else { 'x' }
    }

    /// The position after an action given as text.
    pub fn child(&self, action: &str) -> Naive {
        let place = |name: &str| {
            let file = usize::from(name.as_bytes()[0] - b'a');
            (file, name[1..].parse::<usize>().unwrap() - 1)
        };
        let mut child = self.clone();
        if let Some(at) = action.strip_prefix('/') {
            let (file, row) = place(at);
            child.rows[row][file] = '#';
            child.white_to_move = !self.white_to_move;
            child.shooter = None;
        } else {
            let (from, to) = action.split_once('-').unwrap();
            let (file, row) = place(from);
            child.rows[row][file] = '.';
            let (file, row) = place(to);
            child.rows[row][file] = self.own();
            child.shooter = Some((file, row));
        }
        child
    }

    pub fn perft(&self, depth: u32) -> u64 {
        let actions = self.actions();
        match depth {
            0 => 1,
            1 => actions.len() as u64,
            _ => actions.iter().map(|action| self.child(action).perft(depth - 1)).sum(),
        }
    }

    /// Which side wins with best play: true for White. Only for small boards.
    pub fn white_wins(&self, known: &mut std::collections::HashMap<(Vec<Vec<char>>, bool), bool>) -> bool {
        assert_eq!(self.shooter, None);
        let key = (self.rows.clone(), self.white_to_move);
        if let Some(&answer) = known.get(&key) {
            return answer;
        }
        let good = |child: &Naive, known: &mut _| child.white_wins(known) == self.white_to_move;
        let mut answer = !self.white_to_move;
        'search: for action in self.actions() {
            let moved = self.child(&action);
            for arrow in moved.actions() {
                if good(&moved.child(&arrow), known) {
                    answer = self.white_to_move;
                    break 'search;
                }
            }
        }
        known.insert(key, answer);
        answer
    }
}

/// The texts of a position's legal actions, sorted.
pub fn action_texts(position: &Amazons) -> Vec<String> {
    let mut texts: Vec<String> =
        position.action_list().into_iter().map(|act| position.action_text(act)).collect();
    texts.sort();
    texts
}
