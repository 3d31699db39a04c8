//! Pictures of KnightThrough positions: text with coordinates, and SVG that needs nothing else. Decides nothing.

use crate::{
    board::{Jump, Square},
    rules::KnightThrough,
};
use game::{
    Draw, Game, LostPiece, Scene, ScenePiece, Side, SquarePicture, SquareShapes, SquareText, TextError,
    TextStyle, chequered, marked_in_words, text_of_squares,
};

impl Draw for KnightThrough {
    fn squares_of(&self, jump: Jump) -> Vec<String> {
        vec![jump.from().to_string(), jump.to().to_string()]
    }

    fn text_board(&self, style: TextStyle, marked: &[String]) -> String {
        let size = (self.size().files(), self.size().rows());
        text_of_squares(size, style, marked, &self.state_text("to move"), |square: Square, marked| {
            let ground = match (marked, chequered(square.file(), square.row())) {
                (true, _) => 179,
                (false, "dark") => 65,
                (false, _) => 108,
            };
            let (ink, plain, coloured) = match self.knight_on(square) {
                Some(Side::First) => (231, 'N', '♞'),
                Some(Side::Second) => (16, 'n', '♞'),
                None => (16, '.', ' '),
            };
            SquareText { plain, coloured, colours: format!("48;5;{ground};38;5;{ink}") }
        })
    }

    fn svg_board(&self, marked: &[String]) -> String {
        let (files, rows) = (self.size().files(), self.size().rows());
        let picture = SquarePicture {
            size: (files, rows),
            side: 60,
            title: format!("KnightThrough, {files} by {rows}: {}", self.state_text("to move")),
            description: described(self, marked),
            shapes: KNIGHT,
            mark_opacity: "0.55",
        };
        picture.svg(marked, |square: Square| SquareShapes {
            fill: if chequered(square.file(), square.row()) == "dark" { "#6f8f78" } else { "#dfe6d5" },
            under: None,
            piece: self.knight_on(square).map(|side| ("kt-knight", 3, side)),
        })
    }

    fn scene(&self) -> Scene {
        let size = self.size();
        Scene::of_squares(size.files(), size.rows(), self.state_text("to move"), |file, row| {
            (chequered(file, row), self.knight_on(Square::at(file, row)).map(knight))
        })
    }

    fn lost_by(&self, jump: Jump) -> Option<LostPiece> {
        let taken = self.knight_on(jump.to()).filter(|&side| side != self.to_move())?;
        Some(LostPiece { point: jump.to().to_string(), piece: knight(taken) })
    }

    fn palette(&self) -> Vec<ScenePiece> {
        Side::BOTH.map(knight).into()
    }

    fn arranged(
        &self,
        pieces: &[(String, ScenePiece)],
        side: Side,
        _phase: &str,
    ) -> Result<KnightThrough, TextError> {
        let mut knights = [0; 2];
        for (name, piece) in pieces {
            let on_board = |square: &Square| self.board_mask() & square.alone() != 0;
            let Some(square) = Square::named(name).filter(on_board) else {
                return Err(TextError::new(name, "is not a square of this board"));
            };
            let Some(owner) = piece.side else {
                return Err(TextError::new(piece.kind, "has no owner; a knight is White's or Black's"));
            };
            knights[owner.index()] |= square.alone();
        }
        KnightThrough::new(self.size(), knights, side).map_err(|problem| TextError::new("position", problem))
    }

    fn facts(&self) -> Vec<(&'static str, i64)> {
        let count = |side| i64::from(self.knights(side).count_ones());
        let furthest = |side| match self.knights(side) {
            0 => 0,
            knights if side == Side::First => i64::from((63 - knights.leading_zeros()) / 8 + 1),
            knights => i64::from(knights.trailing_zeros() / 8 + 1),
        };
        let jumps = self.action_list();
        let captures = jumps.iter().filter(|&&jump| self.is_capture(jump)).count();
        vec![
            ("files", self.size().files().into()),
            ("rows", self.size().rows().into()),
            ("white_knights", count(Side::First)),
            ("black_knights", count(Side::Second)),
            ("white_furthest_row", furthest(Side::First)),
            ("black_furthest_row", furthest(Side::Second)),
            ("moves", jumps.len() as i64),
            ("captures", captures as i64),
        ]
    }
}

/// A knight of this side.
fn knight(side: Side) -> ScenePiece {
    let words = format!("{} knight", KnightThrough::SIDES[side.index()].to_lowercase());
    ScenePiece { side: Some(side), kind: "knight", height: 1, words }
}

/// A knight that looks to the left, in a square of 54 by 60.
const KNIGHT: &str = "<g id=\"kt-knight\"><path d=\"M17 52H46C47 39 46 29 41 22C38 17 34 14 29 13L27 7L23 13C18 16 13 23 9 31\
                      C7 35 8 39 12 40C14 41 16 39 18 37C22 37 26 36 29 34C27 41 18 43 17 52Z\" stroke-width=\"2\" \
                      stroke-linejoin=\"round\"/><circle cx=\"23\" cy=\"23\" r=\"2\" stroke=\"none\" fill=\"#7a8f74\"/></g>";

/// The position in words, for those who cannot see it.
fn described(position: &KnightThrough, marked: &[String]) -> String {
    let named = |set: u64| (0..64).map(Square::of_bit).filter(move |s| set & s.alone() != 0);
    let names = |side: Side| {
        let names: Vec<String> = named(position.knights(side)).map(|s| s.to_string()).collect();
        if names.is_empty() { "none".into() } else { names.join(" ") }
    };
    format!("White knights: {}. Black knights: {}.", names(Side::First), names(Side::Second))
        + &marked_in_words(named(position.board_mask()), marked)
}
