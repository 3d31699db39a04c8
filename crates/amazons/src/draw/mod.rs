//! Pictures of Amazons positions: text with coordinates, SVG that needs nothing else, and facts. Decides nothing.

mod svg;
mod text;

use crate::{act::Act, grid::Square, regions::survey, rules::Amazons};
use game::{Draw, Game, Gesture, Outcome, Scene, ScenePiece, Side, TextError, TextStyle, chequered};

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

    fn scene(&self) -> Scene {
        Scene::of_squares(self.size().files(), self.size().rows(), self.state_text(), |file, row| {
            let square = Square::at(file, row);
            let burnt = is_burnt(self, square).then(|| piece(None));
            (chequered(file, row), self.amazon_on(square).map(|side| piece(Some(side))).or(burnt))
        })
    }

    /// An arrow starts where the amazon stands that shoots it.
    fn gesture(&self, action: Act) -> Gesture {
        let (from, to) = match action {
            Act::Move { from, to } => (Some(from), to),
            Act::Shoot(at) => (self.shooter(), at),
        };
        Gesture { from: from.map(|square| square.to_string()), to: Some(to.to_string()), piece: None }
    }

    fn palette(&self) -> Vec<ScenePiece> {
        [Some(Side::First), Some(Side::Second), None].map(piece).into()
    }

    fn arranged(
        &self,
        pieces: &[(String, ScenePiece)],
        side: Side,
        _phase: &str,
    ) -> Result<Amazons, TextError> {
        let (mut amazons, mut burnt) = ([0; 2], 0);
        for (name, piece) in pieces {
            let on_board = |square: &Square| self.size().board() & square.alone() != 0;
            let square = Square::named(name).filter(on_board);
            let square = square.ok_or_else(|| TextError::new(name, "is not a square of this board"))?;
            match piece.side {
                Some(owner) => amazons[owner.index()] |= square.alone(),
                None => burnt |= square.alone(),
            }
        }
        Amazons::new(self.size(), amazons, burnt, side, None)
            .map_err(|problem| TextError::new("position", problem.to_string()))
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

/// An amazon of a side, or a burnt square, which has no owner.
fn piece(side: Option<Side>) -> ScenePiece {
    let (kind, words) = match side {
        Some(side) => ("amazon", format!("{} amazon", Amazons::SIDES[side.index()].to_lowercase())),
        None => ("burnt", "burnt square".into()),
    };
    ScenePiece { side, kind, height: 1, words }
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
