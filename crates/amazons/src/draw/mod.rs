//! Pictures of Amazons positions: text with coordinates, SVG that needs nothing else, and facts. Decides nothing.

mod svg;
mod text;

use crate::{act::Act, grid::Square, regions::survey, rules::Amazons};
use game::{Draw, Game, Outcome, Side, TextStyle};

impl Draw for Amazons {
    fn squares_of(&self, action: Act) -> Vec<String> {
        match action {
            Act::Move { from, to } => vec![from.to_string(), to.to_string()],
            Act::Shoot(at) => vec![at.to_string()],
        }
    }

    fn text_board(&self, style: TextStyle, marked: &[String]) -> String {
        text::board(self, style, marked)
    }

    fn svg_board(&self, marked: &[String]) -> String {
        svg::board(self, marked)
    }

    fn facts(&self) -> Vec<(&'static str, i64)> {
        let count = |set: u128| i64::from(set.count_ones());
        let survey = survey(self);
        vec![
            ("files", self.size().files().into()),
            ("rows", self.size().rows().into()),
            ("white_amazons", count(self.amazons(Side::First))),
            ("black_amazons", count(self.amazons(Side::Second))),
            ("empty", count(self.empty())),
            ("burnt", count(self.burnt())),
            ("actions", self.action_list().len() as i64),
            ("turns", self.turn_count() as i64),
            ("regions", survey.regions.len() as i64),
            ("contested_regions", survey.contested() as i64),
            ("white_territory", survey.territory(Side::First).into()),
            ("black_territory", survey.territory(Side::Second).into()),
        ]
    }
}

impl Amazons {
    /// How many turns there are, or ways to complete this one; no two of them lead to the same position.
    pub fn turn_count(&self) -> usize {
        if !self.starts_turn() {
            return self.action_list().len();
        }
        self.action_list().into_iter().map(|act| self.child(act).action_list().len()).sum()
    }

    /// Whose move it is, or how the game ended.
    fn state_text(&self) -> String {
        let mover = Self::SIDES[self.to_move().index()];
        match (self.outcome(), self.shooter()) {
            (Some(Outcome::Win(side)), _) => format!("{} has won", Self::SIDES[side.index()]),
            (Some(Outcome::Draw), _) => "Drawn".into(),
            (None, Some(square)) => format!("{mover} to shoot from {square}"),
            (None, None) => format!("{mover} to move"),
        }
    }
}

fn is_marked(square: Square, marked: &[String]) -> bool {
    let name = square.to_string();
    marked.iter().any(|m| m.eq_ignore_ascii_case(&name))
}

/// As on a chess board, a1 is dark.
fn is_dark(square: Square) -> bool {
    (square.file() + square.row()).is_multiple_of(2)
}

/// Is this square burnt?
fn is_burnt(position: &Amazons, square: Square) -> bool {
    position.burnt() & square.alone() != 0
}
