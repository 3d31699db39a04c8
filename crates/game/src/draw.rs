//! Pictures of positions: text for a terminal, SVG for everything else.

use crate::Game;

/// How a text board may be drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextStyle {
    /// Letters only.
    Plain,
    /// With ANSI colours.
    Colour,
}

/// Drawing a position. Squares that should stand out, usually those of the last turn, are given by name.
pub trait Draw: Game {
    /// Names of the squares that an action touches, to mark and to announce them.
    fn squares_of(&self, action: Self::Action) -> Vec<String>;

    /// The board as lines of text with coordinates; the named squares stand out.
    fn text_board(&self, style: TextStyle, marked: &[String]) -> String;

    /// The board as a complete SVG document; the named squares stand out.
    fn svg_board(&self, marked: &[String]) -> String;

    /// Facts about the position for machines, as name and whole number, in a fixed order.
    fn facts(&self) -> Vec<(&'static str, i64)>;
}
