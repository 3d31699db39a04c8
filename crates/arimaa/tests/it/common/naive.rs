//! The rules once more, on a grid of letters, as one would explain them: slow, and sharing no code with the crate.

use std::collections::BTreeSet;

/// File and rank, counted from 0.
pub type Place = (usize, usize);

/// A position, with the whole board of the turn's start and not just what could still be restored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Naive {
    /// By rank and file; `.` is an empty square.
    pub grid: [[char; 8]; 8],
    pub gold_to_move: bool,
    pub steps: usize,
    pub turn_start: [[char; 8]; 8],
    /// Where an enemy was just pushed from, and its letter.
    pub pushed: Option<(Place, char)>,
    /// Where an own piece has just made a plain step from, and its letter.
    pub stepped: Option<(Place, char)>,
}

const TRAPS: [Place; 4] = [(2, 2), (5, 2), (2, 5), (5, 5)];
const DIRECTIONS: [(char, i32, i32); 4] = [('n', 0, 1), ('s', 0, -1), ('e', 1, 0), ('w', -1, 0)];

pub fn name((file, rank): Place) -> String {
    format!("{}{}", (b'a' + file as u8) as char, rank + 1)
}

fn strength(piece: char) -> usize {
    "RCDHME".find(piece.to_ascii_uppercase()).unwrap()
}

fn is_gold(piece: char) -> bool {
    piece.is_ascii_uppercase()
}

fn beside((file, rank): Place) -> Vec<(char, Place)> {
    let mut found = Vec::new();
    for (letter, files, ranks) in DIRECTIONS {
        let (to_file, to_rank) = (file as i32 + files, rank as i32 + ranks);
        if (0..8).contains(&to_file) && (0..8).contains(&to_rank) {
            found.push((letter, (to_file as usize, to_rank as usize)));
        }
    }
    found
}

impl Naive {
    /// Reads `g [64 characters]` at the start of a turn.
    pub fn new(text: &str) -> Naive {
        let (side, rest) = text.split_once(" [").unwrap();
        let mut grid = [['.'; 8]; 8];
        for (nth, sign) in rest.chars().take(64).enumerate() {
            grid[7 - nth / 8][nth % 8] = if sign == ' ' { '.' } else { sign };
        }
        assert!(rest.ends_with(']'), "{text} should be at the start of a turn");
        Naive { grid, gold_to_move: side == "g", steps: 0, turn_start: grid, pushed: None, stepped: None }
    }

    /// The board as 64 characters from a8 to h1.
    pub fn board_text(&self) -> String {
        let rows = self.grid.iter().rev().flatten();
        rows.map(|&sign| if sign == '.' { ' ' } else { sign }).collect()
    }

    fn at(&self, (file, rank): Place) -> char {
        self.grid[rank][file]
    }

    fn places(&self) -> Vec<Place> {
        let all = (0..8).flat_map(|rank| (0..8).map(move |file| (file, rank)));
        all.filter(|&place| self.at(place) != '.').collect()
    }

    fn has_friend(&self, place: Place, gold: bool) -> bool {
        beside(place).iter().any(|&(_, near)| self.at(near) != '.' && is_gold(self.at(near)) == gold)
    }

    pub fn is_frozen(&self, place: Place) -> bool {
        let piece = self.at(place);
        let threatened = beside(place).iter().any(|&(_, near)| {
            let other = self.at(near);
            other != '.' && is_gold(other) != is_gold(piece) && strength(other) > strength(piece)
        });
        threatened && !self.has_friend(place, is_gold(piece))
    }

    fn own(&self, place: Place) -> bool {
        is_gold(self.at(place)) == self.gold_to_move
    }

    /// Every step that is right in itself, even if the turn cannot be completed: from, direction, to.
    fn candidate_steps(&self) -> Vec<(Place, char, Place)> {
        let mut found = Vec::new();
        for from in self.places() {
            for (direction, to) in beside(from) {
                if self.at(to) == '.' && self.is_possible(from, direction, to) {
                    found.push((from, direction, to));
                }
            }
        }
        found
    }

    fn is_possible(&self, from: Place, direction: char, to: Place) -> bool {
        let piece = self.at(from);
        if self.own(from) {
            if self.is_frozen(from) {
                return false;
            }
            if let Some((square, pushed)) = self.pushed {
                return to == square && strength(piece) > strength(pushed);
            }
            return !matches!((piece, direction), ('R', 's') | ('r', 'n'));
        }
        if self.pushed.is_some() {
            return false;
        }
        if self.is_pull(from, to) {
            return true;
        }
        // A push: some piece must be able to follow, and a step must be left for it.
        let pusher = |near: Place| {
            self.at(near) != '.'
                && self.own(near)
                && strength(self.at(near)) > strength(piece)
                && !self.is_frozen(near)
        };
        self.steps < 3 && beside(from).iter().any(|&(_, near)| pusher(near))
    }

    fn is_pull(&self, from: Place, to: Place) -> bool {
        self.stepped.is_some_and(|(square, puller)| {
            to == square && !self.own(from) && strength(puller) > strength(self.at(from))
        })
    }

    /// The position after a step; the turn goes on even after the fourth.
    fn stepped_to(&self, from: Place, to: Place) -> Naive {
        let mut next = self.clone();
        let piece = self.at(from);
        next.grid[from.1][from.0] = '.';
        next.grid[to.1][to.0] = piece;
        for trap in TRAPS {
            let there = next.at(trap);
            if there != '.' && !next.has_friend(trap, is_gold(there)) {
                next.grid[trap.1][trap.0] = '.';
            }
        }
        next.steps += 1;
        next.pushed = None;
        next.stepped = None;
        if self.own(from) {
            if self.pushed.is_none() {
                next.stepped = Some((from, piece));
            }
        } else if !self.is_pull(from, to) {
            next.pushed = Some((from, piece));
        }
        next
    }

    pub fn may_end(&self) -> bool {
        self.steps > 0 && self.pushed.is_none() && self.grid != self.turn_start
    }

    /// Can the turn still end legally, with the steps that are left?
    fn can_be_completed(&self) -> bool {
        self.may_end()
            || (self.steps < 4
                && self
                    .candidate_steps()
                    .into_iter()
                    .any(|(from, _, to)| self.stepped_to(from, to).can_be_completed()))
    }

    fn turn_over(&self) -> Naive {
        let mut next = self.clone();
        next.gold_to_move = !self.gold_to_move;
        next.steps = 0;
        next.turn_start = self.grid;
        next.pushed = None;
        next.stepped = None;
        next
    }

    /// Who has won and how, at the start of a turn: gold or not.
    pub fn result(&self) -> Option<(bool, &'static str)> {
        if self.steps > 0 {
            return None;
        }
        let has = |piece: char, rank: usize| self.grid[rank].contains(&piece);
        let goal = |gold: bool| if gold { has('R', 7) } else { has('r', 0) };
        let rabbits = |gold: bool| self.places().iter().any(|&p| self.at(p) == if gold { 'R' } else { 'r' });
        let (mover, other) = (!self.gold_to_move, self.gold_to_move);
        if goal(mover) {
            Some((mover, "goal"))
        } else if goal(other) {
            Some((other, "goal"))
        } else if !rabbits(other) {
            Some((mover, "elimination"))
        } else if !rabbits(mover) {
            Some((other, "elimination"))
        } else if self.candidate_steps().is_empty() {
            Some((mover, "immobilisation"))
        } else {
            None
        }
    }

    /// Every legal action as text with the position after it.
    pub fn actions(&self) -> Vec<(String, Naive)> {
        let mut found = Vec::new();
        if self.result().is_some() {
            return found;
        }
        for (from, direction, to) in self.candidate_steps() {
            let next = self.stepped_to(from, to);
            if !next.can_be_completed() {
                continue;
            }
            let text = format!("{}{}{direction}", self.at(from), name(from));
            found.push((text, if next.steps == 4 { next.turn_over() } else { next }));
        }
        if self.may_end() {
            found.push(("pass".into(), self.turn_over()));
        }
        found
    }

    /// The distinct boards after a whole turn.
    pub fn turn_ends(&self) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        for (_, next) in self.actions() {
            if next.steps == 0 {
                found.insert(next.board_text());
            } else {
                found.extend(next.turn_ends());
            }
        }
        found
    }

    /// The fewest steps after which the side to move has a rabbit on its goal row outside a push, if it can.
    pub fn goal_in(&self) -> Option<usize> {
        let (rabbit, rank) = if self.gold_to_move { ('R', 7) } else { ('r', 0) };
        if self.grid[rank].contains(&rabbit) && self.pushed.is_none() {
            return Some(0);
        }
        if self.steps == 4 {
            return None;
        }
        let deeper = self
            .candidate_steps()
            .into_iter()
            .filter_map(|(from, _, to)| self.stepped_to(from, to).goal_in().map(|steps| steps + 1));
        deeper.min()
    }
}
