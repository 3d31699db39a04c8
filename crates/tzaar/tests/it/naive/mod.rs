//! A second, slow set of rules that shares nothing with the crate but the texts of positions: a map from coordinates to
//! stacks, walks along lines one step at a time, and every rule spelled out.

use std::collections::{BTreeMap, BTreeSet};

/// What a naive stack is: side `w` or `b`, kind `T`, `A` or `Z`, height.
#[allow(dead_code)]
pub type Piece = (char, char, u32);

/// A position as a map; coordinates are column and row of the sloped array.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Naive {
    pub board: BTreeMap<(i32, i32), Piece>,
    pub side: char,
    pub phase: char,
    pub winner: Option<char>,
}

pub fn other(side: char) -> char {
    if side == 'w' { 'b' } else { 'w' }
}

fn on_board(column: i32, row: i32) -> bool {
    (0..9).contains(&column) && (0..9).contains(&row) && (column - row).abs() <= 4 && (column, row) != (4, 4)
}

/// `E4` for (4, 3): the number within the column, without the hole.
pub fn name(place: (i32, i32)) -> String {
    let below = (0..place.1).filter(|&row| on_board(place.0, row)).count();
    format!("{}{}", (b'A' + place.0 as u8) as char, below + 1)
}

fn coordinates() -> Vec<(i32, i32)> {
    (0..9).flat_map(|c| (0..9).map(move |r| (c, r))).filter(|&(c, r)| on_board(c, r)).collect()
}

const LINES: [(i32, i32); 6] = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)];

#[allow(dead_code)]
impl Naive {
    /// Reads the crate's own texts, which are written for people and easy to take apart.
    pub fn read(text: &str) -> Naive {
        let words: Vec<&str> = text.split(' ').collect();
        let mut board = BTreeMap::new();
        let mut places = coordinates().into_iter();
        let mut letters = words[0].chars().filter(|&c| c != '/').peekable();
        while let Some(letter) = letters.next() {
            let place = places.next().expect("a field");
            let mut height = 0;
            while let Some(digit) = letters.peek().and_then(|c| c.to_digit(10)) {
                height = height * 10 + digit;
                letters.next();
            }
            if letter != '.' {
                let side = if letter.is_uppercase() { 'w' } else { 'b' };
                board.insert(place, (side, letter.to_ascii_uppercase(), height.max(1)));
            }
        }
        let side = words[1].chars().next().expect("a side");
        let phase = words[2].chars().next().expect("a phase");
        let mut position = Naive { board, side, phase, winner: None };
        position.judge();
        position
    }

    pub fn visible(&self, side: char, kind: char) -> usize {
        self.board.values().filter(|p| p.0 == side && p.1 == kind).count()
    }

    /// The next stack on a line, found by walking.
    pub fn neighbour(&self, from: (i32, i32), line: (i32, i32)) -> Option<(i32, i32)> {
        let mut place = (from.0 + line.0, from.1 + line.1);
        while on_board(place.0, place.1) {
            if self.board.contains_key(&place) {
                return Some(place);
            }
            place = (place.0 + line.0, place.1 + line.1);
        }
        None
    }

    pub fn captures(&self, side: char) -> BTreeSet<((i32, i32), (i32, i32))> {
        let mut found = BTreeSet::new();
        for (&from, mover) in self.board.iter().filter(|(_, p)| p.0 == side) {
            for line in LINES {
                if let Some(to) = self.neighbour(from, line)
                    && self.board[&to].0 != side
                    && self.board[&to].2 <= mover.2
                {
                    found.insert((from, to));
                }
            }
        }
        found
    }

    pub fn stackings(&self, side: char) -> BTreeSet<((i32, i32), (i32, i32))> {
        let mut found = BTreeSet::new();
        for &from in self.board.iter().filter(|(_, p)| p.0 == side).map(|(place, _)| place) {
            for line in LINES {
                if let Some(to) = self.neighbour(from, line)
                    && self.board[&to].0 == side
                {
                    found.insert((from, to));
                }
            }
        }
        found
    }

    /// Legal actions in the crate's notation.
    pub fn actions(&self) -> BTreeSet<String> {
        let mut texts = BTreeSet::new();
        if self.winner.is_some() {
            return texts;
        }
        if self.phase == 'p' {
            for (kind, most) in [('T', 15), ('A', 9), ('Z', 6)] {
                if self.visible(self.side, kind) < most {
                    let empty = coordinates().into_iter().filter(|place| !self.board.contains_key(place));
                    texts.extend(empty.map(|place| format!("{kind}@{}", name(place))));
                }
            }
            return texts;
        }
        for (from, to) in self.captures(self.side) {
            texts.insert(format!("{}x{}", name(from), name(to)));
        }
        if self.phase == '2' {
            for (from, to) in self.stackings(self.side) {
                texts.insert(format!("{}+{}", name(from), name(to)));
            }
            texts.insert("-".into());
        }
        texts
    }

    /// Plays an action given in the crate's notation.
    pub fn play(&mut self, text: &str) {
        let place =
            |text: &str| coordinates().into_iter().find(|&place| name(place) == text).expect("a field name");
        if let Some((kind, field)) = text.split_once('@') {
            self.board.insert(place(field), (self.side, kind.chars().next().expect("a kind"), 1));
            self.side = other(self.side);
            if self.board.len() == 60 {
                self.phase = 'o';
            }
            self.judge();
            return;
        }
        if text != "-" {
            let (from, to) = (place(&text[..2]), place(&text[3..]));
            let mover = self.board.remove(&from).expect("a mover");
            let met = self.board.remove(&to).expect("something to move onto");
            let height = if met.0 == mover.0 { mover.2 + met.2 } else { mover.2 };
            self.board.insert(to, (mover.0, mover.1, height));
        }
        let lost_a_kind =
            ['w', 'b'].into_iter().any(|s| ['T', 'A', 'Z'].into_iter().any(|k| self.visible(s, k) == 0));
        if self.phase == '1' && !lost_a_kind {
            self.phase = '2';
        } else {
            self.side = other(self.side);
            self.phase = '1';
        }
        self.judge();
    }

    fn judge(&mut self) {
        if self.phase == 'p' {
            return;
        }
        for side in ['w', 'b'] {
            if ['T', 'A', 'Z'].into_iter().any(|kind| self.visible(side, kind) == 0) {
                self.winner = Some(other(side));
                return;
            }
        }
        if self.phase != '2' && self.captures(self.side).is_empty() {
            self.winner = Some(other(self.side));
        }
    }
}
