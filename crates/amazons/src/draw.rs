//! Pictures of Amazons positions: text with coordinates, SVG that needs nothing else, and facts. Decides nothing.

use crate::{
    act::Act,
    grid::{Square, members},
    regions::survey,
    rules::Amazons,
};
use game::{
    Draw, Game, Gesture, Holder, LostPiece, Scene, ScenePiece, Side, SquarePicture, SquareShapes, SquareText,
    TextError, TextStyle, chequered, marked_in_words, text_of_squares,
};

impl Draw for Amazons {
    fn squares_of(&self, action: Act) -> Vec<String> {
        match action {
            Act::Move { from, to } => vec![from.to_string(), to.to_string()],
            Act::Shoot(at) => vec![at.to_string()],
        }
    }

    fn text_board(&self, style: TextStyle, marked: &[String]) -> String {
        let size = (self.size().files(), self.size().rows());
        text_of_squares(size, style, marked, &self.state(), |square: Square, marked| {
            let burnt = is_burnt(self, square);
            let ground = match (marked, burnt, chequered(square.file(), square.row())) {
                (true, true, _) => 94,
                (true, false, _) => 179,
                (false, true, _) => 238,
                (false, false, "dark") => 65,
                (false, false, _) => 108,
            };
            let (ink, plain, coloured) = match self.amazon_on(square) {
                Some(Side::First) => (231, 'Q', '♛'),
                Some(Side::Second) => (16, 'q', '♛'),
                None if burnt => (245, '#', '•'),
                None => (16, '.', ' '),
            };
            SquareText { plain, coloured, colours: format!("48;5;{ground};38;5;{ink}") }
        })
    }

    fn svg_board(&self, marked: &[String]) -> String {
        let (files, rows) = (self.size().files(), self.size().rows());
        let picture = SquarePicture {
            size: (files, rows),
            side: 50,
            title: format!("Amazons, {files} by {rows}: {}", self.state()),
            description: described(self, marked),
            shapes: SHAPES,
            mark_opacity: "0.5",
        };
        picture.svg(marked, |square: Square| {
            let burnt = is_burnt(self, square);
            let fill = match (burnt, chequered(square.file(), square.row())) {
                (true, _) => "#3b3733",
                (false, "dark") => "#6f8f78",
                (false, _) => "#dfe6d5",
            };
            let piece = self.amazon_on(square).map(|side| ("am-crown", 0, side));
            SquareShapes { fill, under: burnt.then_some("am-fire"), piece }
        })
    }

    fn scene(&self) -> Scene {
        Scene::of_squares(self.size().files(), self.size().rows(), self.state(), |file, row| {
            let square = Square::at(file, row);
            let burnt = is_burnt(self, square).then(|| piece(None));
            (chequered(file, row), self.amazon_on(square).map(|side| piece(Some(side))).or(burnt))
        })
    }

    /// An arrow starts where the amazon stands that shoots it.
    fn gesture(&self, action: Act) -> Gesture {
        let (from, to, effect) = match action {
            Act::Move { from, to } => (Some(from), to, ""),
            Act::Shoot(at) => (self.shooter(), at, "shoot"),
        };
        let from = from.map(|square| square.to_string());
        Gesture { from, to: Some(to.to_string()), effect, ..Gesture::default() }
    }

    /// Nothing is captured.
    fn lost_by(&self, _action: Act) -> Option<LostPiece> {
        None
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
            .map_err(|problem| TextError::new("position", problem))
    }

    fn facts(&self) -> Vec<(&'static str, i64)> {
        let count = |set: u128| i64::from(set.count_ones());
        let regions = survey(self);
        let held_by = |holder| regions.iter().filter(move |area| area.holder == holder);
        let territory = |side| held_by(Holder::One(side)).map(|area| count(area.empty)).sum();
        vec![
            ("files", self.size().files().into()),
            ("rows", self.size().rows().into()),
            ("white_amazons", count(self.amazons(Side::First))),
            ("black_amazons", count(self.amazons(Side::Second))),
            ("empty", count(self.empty())),
            ("burnt", count(self.burnt())),
            ("actions", self.action_list().len() as i64),
            ("turns", self.turn_count() as i64),
            ("regions", regions.len() as i64),
            ("contested_regions", held_by(Holder::Both).count() as i64),
            ("white_territory", territory(Side::First)),
            ("black_territory", territory(Side::Second)),
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
    fn state(&self) -> String {
        self.state_text(&self.shooter().map_or("to move".into(), |square| format!("to shoot from {square}")))
    }
}

/// Is this square burnt?
fn is_burnt(position: &Amazons, square: Square) -> bool {
    position.burnt() & square.alone() != 0
}

/// A crown with five points, and a fire, in squares of 50 by 50.
const SHAPES: &str = "<path id=\"am-crown\" d=\"M14 41H36L37.5 36H12.5ZM12.5 34H37.5L43 15L34 25L31.5 10L25 24L18.5 10L16 25\
                      L7 15Z\" stroke-width=\"1.6\" stroke-linejoin=\"round\"/><circle id=\"am-fire\" cx=\"25\" cy=\"25\" \
                      r=\"13\" fill=\"#8a4b2a\"/>";

/// The position in words, for those who cannot see it.
fn described(position: &Amazons, marked: &[String]) -> String {
    let names = |set| {
        let names: Vec<String> = members(set).map(|s| s.to_string()).collect();
        if names.is_empty() { "none".into() } else { names.join(" ") }
    };
    let [white, black] = Side::BOTH.map(|side| names(position.amazons(side)));
    format!("White amazons: {white}. Black amazons: {black}. Burnt: {}.", names(position.burnt()))
        + &marked_in_words(members(position.size().board()), marked)
}
