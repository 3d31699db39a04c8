//! The board as an SVG document: round light tiles for gold, eight-sided dark ones for silver, an animal and its letter on
//! each, so that sides and kinds can be told apart without colour.

use crate::{
    piece::{Kind, Piece},
    rules::Arimaa,
    squares::{Square, TRAPS},
};
use game::{Side, chequered, is_marked};
use std::fmt::Write;

/// Side of a square, and the margin that holds the coordinates.
const SQUARE: u32 = 60;
const MARGIN: u32 = 26;

/// Colours: the frame, squares, traps, the ink of both sides.
const FRAME: &str = "#3b2f26";
const LIGHT: &str = "#e9dcc3";
const DARK: &str = "#dccba8";
const TRAP: &str = "#9c5a43";
const LABEL: &str = "#e9dcc3";
const INK: &str = "#3a2406";
const PALE: &str = "#f2f5f7";

/// Animals in a square of 48 by 48; `currentColor` is the ground they stand on.
const RABBIT: &str = "<ellipse cx=\"18\" cy=\"13\" rx=\"4.5\" ry=\"11\" transform=\"rotate(-8 18 13)\"/>\
    <ellipse cx=\"30\" cy=\"13\" rx=\"4.5\" ry=\"11\" transform=\"rotate(8 30 13)\"/>\
    <ellipse cx=\"24\" cy=\"31\" rx=\"12\" ry=\"11\"/>\
    <g fill=\"currentColor\"><circle cx=\"19.5\" cy=\"29\" r=\"1.8\"/><circle cx=\"28.5\" cy=\"29\" r=\"1.8\"/>\
    <path d=\"M22 33H26L24 35.5Z\"/></g>";
const CAT: &str = "<path d=\"M10 30C10 20 11 13 11 8L19 15C22 14 26 14 29 15L37 8C37 13 38 20 38 30\
    C38 38 31 42 24 42C17 42 10 38 10 30Z\"/>\
    <g fill=\"currentColor\"><ellipse cx=\"18.5\" cy=\"27\" rx=\"1.8\" ry=\"2.6\"/>\
    <ellipse cx=\"29.5\" cy=\"27\" rx=\"1.8\" ry=\"2.6\"/><path d=\"M22 32H26L24 34.5Z\"/></g>\
    <path d=\"M18 34L8 32M18 36L9 38M30 34L40 32M30 36L39 38\" fill=\"none\" stroke=\"currentColor\" \
    stroke-width=\"1.2\"/>";
const DOG: &str = "<path d=\"M15 14C18 9 30 9 33 14C39 12 43 17 42 26C42 31 38 34 36 29C36 36 31 43 24 43\
    C17 43 12 36 12 29C10 34 6 31 6 26C5 17 9 12 15 14Z\"/>\
    <g fill=\"currentColor\"><circle cx=\"19\" cy=\"24\" r=\"1.9\"/><circle cx=\"29\" cy=\"24\" r=\"1.9\"/>\
    <ellipse cx=\"24\" cy=\"33\" rx=\"3.4\" ry=\"2.6\"/></g>\
    <path d=\"M14.5 16C13.5 20 13 24 12.5 28M33.5 16C34.5 20 35 24 35.5 28\" fill=\"none\" \
    stroke=\"currentColor\" stroke-width=\"1.2\"/>";
const HORSE: &str = "<path d=\"M15 44H40C41 33 40 25 36 18C33 13 30 11 26 10L24 5L20.5 10.5C16 13 11 19 8 26\
    C6.5 29.5 7.5 33 11 34C13 34.5 15 33 16.5 31C20 31 23 30 26 28C24 34 16 36 15 44Z\"/>\
    <g fill=\"currentColor\"><circle cx=\"20\" cy=\"19\" r=\"1.9\"/><circle cx=\"11\" cy=\"29.5\" r=\"1.2\"/></g>\
    <path d=\"M28 13C34 18 36 27 35 40\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.4\"/>";
const CAMEL: &str = "<path d=\"M5 17C5 13 9 10 14 11C17 11.500 18.500 13 18.500 16C18.500 21 18.500 25 21 26\
    C23 20 26 15 30 15C35 15 37 21 40 26C42.500 30 42.500 36 42 44H37.500L36.500 34H25L24 44H19.500L18.500 33\
    C14.500 30 13 25 13 20L6 20C5.300 19.300 5 18 5 17Z\"/>\
    <g fill=\"currentColor\"><circle cx=\"12\" cy=\"14.5\" r=\"1.4\"/></g>";
const ELEPHANT: &str = "<path d=\"M13 12C6 8 2 15 3 23C4 30 9 33 13 30C14 33 16 35 18.500 36C18.500 41 21 44.500 27 44.500\
    C30 44.500 31.500 42 30.500 40.500C29.500 39.500 28.500 40.500 27 40.500C25 40.500 24.500 38.500 24.500 37C29 37 33 34.500 35 30\
    C39 33 44 30 45 23C46 15 42 8 35 12C31 7 17 7 13 12Z\"/>\
    <path d=\"M13 12C15 17 15 24 13 30M35 12C33 17 33 24 35 30\" fill=\"none\" stroke=\"currentColor\" \
    stroke-width=\"1.4\"/>\
    <g fill=\"currentColor\"><circle cx=\"19.5\" cy=\"21\" r=\"1.8\"/><circle cx=\"28.5\" cy=\"21\" r=\"1.8\"/></g>";

fn animal(kind: Kind) -> &'static str {
    match kind {
        Kind::Rabbit => RABBIT,
        Kind::Cat => CAT,
        Kind::Dog => DOG,
        Kind::Horse => HORSE,
        Kind::Camel => CAMEL,
        Kind::Elephant => ELEPHANT,
    }
}

/// The whole document.
pub(super) fn document(position: &Arimaa, marked: &[String]) -> String {
    let size = 8 * SQUARE + 2 * MARGIN;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" width=\"{size}\" \
         height=\"{size}\" role=\"img\">\n<title>Arimaa: {}</title>\n<desc>{}</desc>\n<defs>\n",
        position.state(),
        position.described(marked),
    );
    // Writing to a String cannot fail.
    for kind in Kind::ALL {
        let _ = writeln!(out, "<g id=\"ar-{}\">{}</g>", kind.letter(), animal(kind));
    }
    let _ = writeln!(out, "</defs>\n<rect width=\"{size}\" height=\"{size}\" rx=\"10\" fill=\"{FRAME}\"/>");
    for bit in 0..64 {
        square(&mut out, Square::of_bit(bit), marked);
    }
    for bit in 0..64 {
        let square = Square::of_bit(bit);
        if let Some(piece) = position.board().at(square) {
            tile(&mut out, square, piece);
        }
    }
    coordinates(&mut out, size);
    out + "</svg>\n"
}

/// Where a square has its upper left corner.
fn corner(square: Square) -> (u32, u32) {
    (MARGIN + u32::from(square.file()) * SQUARE, MARGIN + u32::from(7 - square.row()) * SQUARE)
}

/// A trap is a pit with a cross in it.
fn square(out: &mut String, square: Square, marked: &[String]) {
    let (x, y) = corner(square);
    let fill = if chequered(square.file(), square.row()) == "dark" { DARK } else { LIGHT };
    let _ = writeln!(
        out,
        "<rect x=\"{x}\" y=\"{y}\" width=\"60\" height=\"60\" fill=\"{fill}\" stroke=\"{FRAME}\" stroke-width=\"0.6\"/>"
    );
    if square.alone() & TRAPS != 0 {
        let _ = writeln!(
            out,
            "<g stroke=\"{FRAME}\" stroke-width=\"2\"><rect x=\"{}\" y=\"{}\" width=\"50\" height=\"50\" rx=\"8\" \
             fill=\"{TRAP}\"/><path d=\"M{} {}l24 24m0 -24l-24 24\" stroke=\"{LIGHT}\" stroke-width=\"3\"/></g>",
            x + 5,
            y + 5,
            x + 18,
            y + 18
        );
    }
    if is_marked(square, marked) {
        let _ = writeln!(
            out,
            "<rect x=\"{}\" y=\"{}\" width=\"55\" height=\"55\" rx=\"5\" fill=\"#4f8fb8\" fill-opacity=\"0.35\" \
             stroke=\"#1d5f8c\" stroke-width=\"4\"/>",
            f64::from(x) + 2.5,
            f64::from(y) + 2.5
        );
    }
}

fn tile(out: &mut String, square: Square, piece: Piece) {
    let (x, y) = corner(square);
    let letter = piece.letter();
    let animal = piece.kind.letter();
    // The letter stands where the tile has room for it.
    let (ground, ink, room) = match piece.side {
        Side::First => {
            let _ = writeln!(
                out,
                "<circle cx=\"{}\" cy=\"{}\" r=\"26.5\" fill=\"#f1c84e\" stroke=\"{INK}\" stroke-width=\"2\"/>",
                x + 30,
                y + 30
            );
            ("#f1c84e", INK, 45)
        }
        Side::Second => {
            let _ = writeln!(
                out,
                "<path d=\"M{} {}l31 0l11 11l0 31l-11 11l-31 0l-11 -11l0 -31z\" fill=\"#56616b\" stroke=\"#11161a\" \
                 stroke-width=\"2\"/>",
                f64::from(x) + 14.5,
                f64::from(y) + 3.5
            );
            ("#56616b", PALE, 48)
        }
    };
    let _ = writeln!(
        out,
        "<use href=\"#ar-{animal}\" transform=\"translate({} {}) scale(0.76)\" fill=\"{ink}\" color=\"{ground}\"/>\
         <text x=\"{}\" y=\"{}\" font-family=\"sans-serif\" font-size=\"13\" font-weight=\"bold\" fill=\"{ink}\" \
         text-anchor=\"middle\" aria-hidden=\"true\">{letter}</text>",
        x + 9,
        y + 8,
        x + room,
        y + room + 2
    );
}

fn coordinates(out: &mut String, size: u32) {
    let _ = writeln!(
        out,
        "<g font-family=\"sans-serif\" font-size=\"15\" fill=\"{LABEL}\" text-anchor=\"middle\" aria-hidden=\"true\">"
    );
    for nth in 0..8_u32 {
        let middle = MARGIN + nth * SQUARE + SQUARE / 2;
        let file = char::from(b'a' + nth as u8);
        let _ = writeln!(out, "<text x=\"{middle}\" y=\"{}\">{file}</text>", size - 8);
        let _ = writeln!(out, "<text x=\"{}\" y=\"{}\">{}</text>", MARGIN / 2, middle + 5, 8 - nth);
    }
    *out += "</g>\n";
}
