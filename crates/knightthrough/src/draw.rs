//! Pictures of KnightThrough positions: text with coordinates, and SVG that needs nothing else. Decides nothing.

use crate::{
    board::{Jump, Square},
    rules::KnightThrough,
};
use game::{Draw, Game, Outcome, Scene, ScenePiece, Side, TextError, TextStyle, chequered};
use std::{fmt::Write, ops::ControlFlow};

impl Draw for KnightThrough {
    fn squares_of(&self, jump: Jump) -> Vec<String> {
        vec![jump.from().to_string(), jump.to().to_string()]
    }

    fn text_board(&self, style: TextStyle, marked: &[String]) -> String {
        let mut text = String::new();
        for row in (0..self.size().rows()).rev() {
            text += &format!(" {} ", row + 1);
            for file in 0..self.size().files() {
                let square = Square::at(file, row);
                text += &self.text_square(square, style, is_marked(square, marked));
            }
            text.push('\n');
        }
        text += "   ";
        text.extend((0..self.size().files()).map(|file| format!(" {} ", char::from(b'a' + file))));
        let text = text.trim_end();
        format!("{text}\n{}\n", self.state_text())
    }

    fn svg_board(&self, marked: &[String]) -> String {
        svg(self, marked)
    }

    fn scene(&self) -> Scene {
        let size = self.size();
        Scene::of_squares(size.files(), size.rows(), self.state_text(), |file, row| {
            (chequered(file, row), self.knight_on(Square::at(file, row)).map(knight))
        })
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
        KnightThrough::new(self.size(), knights, side)
            .map_err(|problem| TextError::new("position", problem.to_string()))
    }

    fn facts(&self) -> Vec<(&'static str, i64)> {
        let count = |side| i64::from(self.knights(side).count_ones());
        let furthest = |side| match self.knights(side) {
            0 => 0,
            knights if side == Side::First => i64::from((63 - knights.leading_zeros()) / 8 + 1),
            knights => i64::from(knights.trailing_zeros() / 8 + 1),
        };
        let (mut moves, mut captures) = (0, 0);
        let _ = self.actions(|jump| {
            moves += 1;
            captures += i64::from(self.is_capture(jump));
            ControlFlow::Continue(())
        });
        vec![
            ("files", self.size().files().into()),
            ("rows", self.size().rows().into()),
            ("white_knights", count(Side::First)),
            ("black_knights", count(Side::Second)),
            ("white_furthest_row", furthest(Side::First)),
            ("black_furthest_row", furthest(Side::Second)),
            ("moves", moves),
            ("captures", captures),
        ]
    }
}

/// A knight of this side.
fn knight(side: Side) -> ScenePiece {
    let words = format!("{} knight", KnightThrough::SIDES[side.index()].to_lowercase());
    ScenePiece { side: Some(side), kind: "knight", height: 1, words }
}

impl KnightThrough {
    /// Whose move it is, or how the game ended.
    fn state_text(&self) -> String {
        match self.outcome() {
            Some(Outcome::Win(side)) => format!("{} has won", Self::SIDES[side.index()]),
            Some(Outcome::Draw) => "Drawn".into(),
            None => format!("{} to move", Self::SIDES[self.to_move().index()]),
        }
    }

    /// Three columns: in plain text a marked square stands in brackets, in colour it has a ground of its own.
    fn text_square(&self, square: Square, style: TextStyle, marked: bool) -> String {
        let knight = self.knight_on(square);
        match style {
            TextStyle::Plain => {
                let sign = match knight {
                    Some(Side::First) => 'N',
                    Some(Side::Second) => 'n',
                    None => '.',
                };
                if marked { format!("[{sign}]") } else { format!(" {sign} ") }
            }
            TextStyle::Colour => {
                // Numbers of the 256 colours that terminals share.
                let ground = match (marked, is_dark(square)) {
                    (true, _) => 179,
                    (false, true) => 65,
                    (false, false) => 108,
                };
                let (ink, sign) = match knight {
                    Some(Side::First) => (231, '♞'),
                    Some(Side::Second) => (16, '♞'),
                    None => (16, ' '),
                };
                format!("\x1b[48;5;{ground};38;5;{ink}m {sign} \x1b[0m")
            }
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

/// Side of a square in the SVG, and the margin that holds the coordinates.
const SQUARE: u32 = 60;
const MARGIN: u32 = 26;

/// A knight that looks to the left, in a square of 54 by 60.
const KNIGHT: &str = "M17 52H46C47 39 46 29 41 22C38 17 34 14 29 13L27 7L23 13C18 16 13 23 9 31C7 35 8 39 12 40\
                      C14 41 16 39 18 37C22 37 26 36 29 34C27 41 18 43 17 52Z";

fn svg(position: &KnightThrough, marked: &[String]) -> String {
    let (files, rows) = (position.size().files(), position.size().rows());
    let width = u32::from(files) * SQUARE + 2 * MARGIN;
    let height = u32::from(rows) * SQUARE + 2 * MARGIN;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\">\n\
         <title>KnightThrough, {files} by {rows}: {}</title>\n\
         <desc>{}</desc>\n\
         <defs><g id=\"kt-knight\"><path d=\"{KNIGHT}\" stroke-width=\"2\" stroke-linejoin=\"round\"/>\
         <circle cx=\"23\" cy=\"23\" r=\"2\" stroke=\"none\" fill=\"#7a8f74\"/></g></defs>\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"10\" fill=\"#2f3b34\"/>\n",
        position.state_text(),
        described(position, marked),
    );
    let mut knights = String::new();
    for row in (0..rows).rev() {
        for file in 0..files {
            let square = Square::at(file, row);
            let (x, y) = corner(square, rows);
            let fill = if is_dark(square) { "#6f8f78" } else { "#dfe6d5" };
            // Writing to a String cannot fail.
            let _ = writeln!(out, "<rect x=\"{x}\" y=\"{y}\" width=\"60\" height=\"60\" fill=\"{fill}\"/>");
            if is_marked(square, marked) {
                let _ = writeln!(
                    out,
                    "<rect x=\"{}\" y=\"{}\" width=\"54\" height=\"54\" rx=\"4\" fill=\"#e8b84a\" \
                     fill-opacity=\"0.55\" stroke=\"#b07d12\" stroke-width=\"3\"/>",
                    x + 3,
                    y + 3
                );
            }
            let colours = match position.knight_on(square) {
                Some(Side::First) => "fill=\"#fffdf5\" stroke=\"#23302a\"",
                Some(Side::Second) => "fill=\"#23302a\" stroke=\"#fffdf5\"",
                None => continue,
            };
            let _ = writeln!(knights, "<use href=\"#kt-knight\" x=\"{}\" y=\"{y}\" {colours}/>", x + 3);
        }
    }
    out += &knights;
    out += "<g font-family=\"sans-serif\" font-size=\"15\" fill=\"#dfe6d5\" text-anchor=\"middle\" aria-hidden=\"true\">\n";
    for file in 0..files {
        let (x, _) = corner(Square::at(file, 0), rows);
        let (name, y) = (char::from(b'a' + file), height - 8);
        let _ = writeln!(out, "<text x=\"{}\" y=\"{y}\">{name}</text>", x + SQUARE / 2);
    }
    for row in 0..rows {
        let (_, y) = corner(Square::at(0, row), rows);
        let _ = writeln!(out, "<text x=\"{}\" y=\"{}\">{}</text>", MARGIN / 2, y + SQUARE / 2 + 5, row + 1);
    }
    out + "</g>\n</svg>\n"
}

/// Where a square has its upper left corner.
fn corner(square: Square, rows: u8) -> (u32, u32) {
    let from_top = u32::from(rows - 1 - square.row());
    (MARGIN + u32::from(square.file()) * SQUARE, MARGIN + from_top * SQUARE)
}

/// The position in words, for those who cannot see it.
fn described(position: &KnightThrough, marked: &[String]) -> String {
    let names = |side: Side| {
        let squares = (0..64).map(Square::of_bit).filter(|s| position.knights(side) & s.alone() != 0);
        let names: Vec<String> = squares.map(|s| s.to_string()).collect();
        if names.is_empty() { "none".into() } else { names.join(" ") }
    };
    let mut text = format!("White knights: {}. Black knights: {}.", names(Side::First), names(Side::Second));
    let on_board = (0..64).map(Square::of_bit).filter(|s| position.board_mask() & s.alone() != 0);
    let shown: Vec<String> = on_board.filter(|s| is_marked(*s, marked)).map(|s| s.to_string()).collect();
    if !shown.is_empty() {
        text += &format!(" Marked: {}.", shown.join(" "));
    }
    text
}
