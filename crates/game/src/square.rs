//! Squares with names such as `a1`, and what all boards of squares share when they are written and drawn. Knows no game.

use crate::{Side, TextStyle};
use std::fmt;

/// A square of a grid of `SIDE` by `SIDE`, in which all boards of a game lie: bit `row * SIDE + file` of a set of squares, so
/// that a1 is bit 0. The largest grids whose sets fit into a machine's integers are 8 by 8 and 11 by 11.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square<const SIDE: u8>(u8);

impl<const SIDE: u8> Square<SIDE> {
    /// Squares of the grid.
    pub const COUNT: usize = SIDE as usize * SIDE as usize;

    /// The square in this file and row, both counted from 0 and below `SIDE`.
    pub const fn at(file: u8, row: u8) -> Self {
        debug_assert!(file < SIDE && row < SIDE);
        Square(row * SIDE + file)
    }

    /// The number of its bit.
    #[inline]
    pub const fn bit(self) -> usize {
        self.0 as usize
    }

    /// Its file, counted from 0.
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 % SIDE
    }

    /// Its row, counted from 0.
    #[inline]
    pub const fn row(self) -> u8 {
        self.0 / SIDE
    }

    /// Reads the name of a square, such as `d1`, `D1` or `j10`, at the beginning of a text, and gives what follows it.
    pub fn leading(text: &str) -> Option<(Self, &str)> {
        let bytes = text.as_bytes();
        let file = bytes.first()?.to_ascii_lowercase().wrapping_sub(b'a');
        let digit = |nth: usize| bytes.get(nth).filter(|b| b.is_ascii_digit()).map(|b| b - b'0');
        let (row, length) = match (digit(1)?, digit(2)) {
            (0, _) => return None,
            (tens, Some(ones)) => (tens * 10 + ones, 3),
            (ones, None) => (ones, 2),
        };
        let fits = file < SIDE && row <= SIDE;
        fits.then(|| (Square::at(file, row - 1), text.get(length..).unwrap_or("")))
    }

    /// Reads the name of a square and nothing else.
    pub fn named(name: &str) -> Option<Self> {
        Square::leading(name).filter(|(_, rest)| rest.is_empty()).map(|(square, _)| square)
    }
}

impl Square<8> {
    /// The square of this bit; larger numbers wrap around.
    #[inline]
    pub const fn of_bit(bit: u32) -> Self {
        Square(bit as u8 & 63)
    }

    /// The set that holds just this square.
    #[inline]
    pub const fn alone(self) -> u64 {
        1 << self.0
    }
}

impl Square<11> {
    /// The square of this bit; larger numbers give the last square.
    #[inline]
    pub const fn of_bit(bit: u32) -> Self {
        const LAST: u32 = Square::<11>::COUNT as u32 - 1;
        Square(if bit < LAST { bit } else { LAST } as u8)
    }

    /// The set that holds just this square.
    #[inline]
    pub const fn alone(self) -> u128 {
        1 << self.0
    }
}

impl<const SIDE: u8> fmt::Display for Square<SIDE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.row() + 1)
    }
}

impl<const SIDE: u8> fmt::Debug for Square<SIDE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Is something with this name among the marked ones? Capitals do not matter.
pub fn is_marked(name: impl fmt::Display, marked: &[String]) -> bool {
    let name = name.to_string();
    marked.iter().any(|m| m.eq_ignore_ascii_case(&name))
}

/// The names of some squares in words, ` Marked: a1 b2.` behind a description, or nothing if there are none.
pub fn marked_in_words(squares: impl Iterator<Item = impl fmt::Display>, marked: &[String]) -> String {
    let shown: Vec<String> = squares.map(|s| s.to_string()).filter(|name| is_marked(name, marked)).collect();
    if shown.is_empty() { String::new() } else { format!(" Marked: {}.", shown.join(" ")) }
}

/// A row of a FEN: the signs of what stands there, and numbers for runs of empty squares.
pub fn fen_row(squares: impl Iterator<Item = Option<char>>) -> String {
    let (mut text, mut empty) = (String::new(), 0);
    for sign in squares.map(Some).chain([None]) {
        if let Some(None) = sign {
            empty += 1;
            continue;
        }
        if empty > 0 {
            text += &empty.to_string();
            empty = 0;
        }
        text.extend(sign.flatten());
    }
    text
}

/// How a square looks in a text board.
pub struct SquareText {
    /// In letters.
    pub plain: char,
    /// In colour.
    pub coloured: char,
    /// The parameters of the terminal's colours, numbers of the 256 that terminals share: `48;5;65;38;5;16`.
    pub colours: String,
}

/// A board of squares as lines of text with coordinates, and a sentence below. Squares take three columns: in plain text a
/// marked square stands in brackets, in colour it has a ground of its own. `on` is asked with the square and whether it is marked.
pub fn text_of_squares<const SIDE: u8>(
    (files, rows): (u8, u8),
    style: TextStyle,
    marked: &[String],
    state: &str,
    on: impl Fn(Square<SIDE>, bool) -> SquareText,
) -> String {
    let mut text = String::new();
    for row in (0..rows).rev() {
        text += &format!("{:>2} ", row + 1);
        for square in (0..files).map(|file| Square::at(file, row)) {
            let stands_out = is_marked(square, marked);
            let SquareText { plain, coloured, colours } = on(square, stands_out);
            text += &match style {
                TextStyle::Plain if stands_out => format!("[{plain}]"),
                TextStyle::Plain => format!(" {plain} "),
                TextStyle::Colour => format!("\x1b[{colours}m {coloured} \x1b[0m"),
            };
        }
        text.push('\n');
    }
    let names: Vec<String> = (0..files).map(|file| format!(" {} ", char::from(b'a' + file))).collect();
    format!("{text}   {}\n{state}\n", names.concat().trim_end())
}

/// A board of squares as an SVG document: what differs from game to game.
pub struct SquarePicture<'a> {
    /// Files and rows.
    pub size: (u8, u8),
    /// The side of a square in the picture.
    pub side: u32,
    /// What the picture shows, in a few words.
    pub title: String,
    /// The position in words, for those who cannot see it.
    pub description: String,
    /// Shapes that [`SquareShapes`] refer to.
    pub shapes: &'a str,
    /// How strongly a marked square is covered.
    pub mark_opacity: &'a str,
}

/// What is drawn on a square, as references to shapes.
pub struct SquareShapes {
    /// The colour of the ground.
    pub fill: &'static str,
    /// A shape on the ground.
    pub under: Option<&'static str>,
    /// A piece, drawn after all squares: its shape, how far it is moved to the right, and whose it is.
    pub piece: Option<(&'static str, u32, Side)>,
}

impl SquarePicture<'_> {
    /// The margin that holds the coordinates.
    const MARGIN: u32 = 26;

    /// The whole document.
    pub fn svg<const GRID: u8>(
        &self,
        marked: &[String],
        on: impl Fn(Square<GRID>) -> SquareShapes,
    ) -> String {
        let ((files, rows), side) = (self.size, self.side);
        let width = u32::from(files) * side + 2 * Self::MARGIN;
        let height = u32::from(rows) * side + 2 * Self::MARGIN;
        let (title, description, shapes) = (&self.title, &self.description, self.shapes);
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" role=\"img\">\n<title>{title}</title>\n<desc>{description}</desc>\n\
             <defs>{shapes}</defs>\n<rect width=\"{width}\" height=\"{height}\" rx=\"10\" fill=\"#2f3b34\"/>\n",
        );
        let mut pieces = String::new();
        for square in
            (0..rows).rev().flat_map(|row| (0..files).map(move |file| Square::<GRID>::at(file, row)))
        {
            let (x, y) = self.corner(square.file(), square.row());
            let SquareShapes { fill, under, piece } = on(square);
            out +=
                &format!("<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" fill=\"{fill}\"/>\n");
            if let Some(shape) = under {
                out += &format!("<use href=\"#{shape}\" x=\"{x}\" y=\"{y}\"/>\n");
            }
            if is_marked(square, marked) {
                let (left, top, inner, opacity) = (x + 3, y + 3, side - 6, self.mark_opacity);
                out += &format!(
                    "<rect x=\"{left}\" y=\"{top}\" width=\"{inner}\" height=\"{inner}\" rx=\"4\" fill=\"#e8b84a\" \
                     fill-opacity=\"{opacity}\" stroke=\"#b07d12\" stroke-width=\"3\"/>\n",
                );
            }
            if let Some((shape, right, owner)) = piece {
                let (fill, edge) = [("#fffdf5", "#23302a"), ("#23302a", "#fffdf5")][owner.index()];
                let x = x + right;
                pieces += &format!(
                    "<use href=\"#{shape}\" x=\"{x}\" y=\"{y}\" fill=\"{fill}\" stroke=\"{edge}\"/>\n"
                );
            }
        }
        out + &pieces + &self.coordinates(height) + "</svg>\n"
    }

    /// Where a square has its upper left corner.
    fn corner(&self, file: u8, row: u8) -> (u32, u32) {
        let from_top = u32::from(self.size.1 - 1 - row);
        (Self::MARGIN + u32::from(file) * self.side, Self::MARGIN + from_top * self.side)
    }

    /// Letters below the files, numbers beside the rows.
    fn coordinates(&self, height: u32) -> String {
        let mut out = String::from(
            "<g font-family=\"sans-serif\" font-size=\"15\" fill=\"#dfe6d5\" text-anchor=\"middle\" aria-hidden=\"true\">\n",
        );
        let mut label =
            |x: u32, y: u32, text: String| out += &format!("<text x=\"{x}\" y=\"{y}\">{text}</text>\n");
        for file in 0..self.size.0 {
            let (x, _) = self.corner(file, 0);
            label(x + self.side / 2, height - 8, char::from(b'a' + file).to_string());
        }
        for row in 0..self.size.1 {
            let (_, y) = self.corner(0, row);
            label(Self::MARGIN / 2, y + self.side / 2 + 5, (row + 1).to_string());
        }
        out + "</g>\n"
    }
}
