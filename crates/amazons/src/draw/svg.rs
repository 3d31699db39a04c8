//! A position as an SVG document.

use super::{is_burnt, is_dark, is_marked};
use crate::{
    grid::{Square, members},
    rules::Amazons,
};
use game::Side;
use std::fmt::Write;

/// Side of a square, and the margin that holds the coordinates.
const SQUARE: u32 = 50;
const MARGIN: u32 = 26;

/// A crown with five points, in a square of 50 by 50.
const CROWN: &str = "M14 41H36L37.5 36H12.5ZM12.5 34H37.5L43 15L34 25L31.5 10L25 24L18.5 10L16 25L7 15Z";

pub(super) fn board(position: &Amazons, marked: &[String]) -> String {
    let (files, rows) = (position.size().files(), position.size().rows());
    let width = u32::from(files) * SQUARE + 2 * MARGIN;
    let height = u32::from(rows) * SQUARE + 2 * MARGIN;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\">\n\
         <title>Amazons, {files} by {rows}: {}</title>\n\
         <desc>{}</desc>\n\
         <defs><path id=\"am-crown\" d=\"{CROWN}\" stroke-width=\"1.6\" stroke-linejoin=\"round\"/>\
         <circle id=\"am-fire\" cx=\"25\" cy=\"25\" r=\"13\" fill=\"#8a4b2a\"/></defs>\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"10\" fill=\"#2f3b34\"/>\n",
        position.state_text(),
        described(position, marked),
    );
    let mut amazons = String::new();
    for square in (0..rows).rev().flat_map(|row| (0..files).map(move |file| Square::at(file, row))) {
        let (x, y) = corner(square, rows);
        let burnt = is_burnt(position, square);
        let fill = match (burnt, is_dark(square)) {
            (true, _) => "#3b3733",
            (false, true) => "#6f8f78",
            (false, false) => "#dfe6d5",
        };
        // Writing to a String cannot fail.
        let _ = writeln!(
            out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\" fill=\"{fill}\"/>"
        );
        if burnt {
            let _ = writeln!(out, "<use href=\"#am-fire\" x=\"{x}\" y=\"{y}\"/>");
        }
        if is_marked(square, marked) {
            let _ = writeln!(
                out,
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"4\" fill=\"#e8b84a\" \
                 fill-opacity=\"0.5\" stroke=\"#b07d12\" stroke-width=\"3\"/>",
                x + 3,
                y + 3,
                SQUARE - 6,
                SQUARE - 6,
            );
        }
        let colours = match position.amazon_on(square) {
            Some(Side::First) => "fill=\"#fffdf5\" stroke=\"#23302a\"",
            Some(Side::Second) => "fill=\"#23302a\" stroke=\"#fffdf5\"",
            None => continue,
        };
        let _ = writeln!(amazons, "<use href=\"#am-crown\" x=\"{x}\" y=\"{y}\" {colours}/>");
    }
    out += &amazons;
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
fn described(position: &Amazons, marked: &[String]) -> String {
    let names = |set| {
        let names: Vec<String> = members(set).map(|s| s.to_string()).collect();
        if names.is_empty() { "none".into() } else { names.join(" ") }
    };
    let mut text = format!(
        "White amazons: {}. Black amazons: {}. Burnt: {}.",
        names(position.amazons(Side::First)),
        names(position.amazons(Side::Second)),
        names(position.burnt())
    );
    let shown = members(position.size().board()).filter(|s| is_marked(*s, marked));
    let shown = shown.fold(0, |set, square| set | square.alone());
    if shown != 0 {
        text += &format!(" Marked: {}.", names(shown));
    }
    text
}
