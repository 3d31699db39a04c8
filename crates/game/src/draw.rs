//! Pictures of positions: text for a terminal, SVG for everything else.

use crate::{Game, Gesture, Scene, ScenePiece, Side, TextError};

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

    /// The board as lines of text with coordinates; the named squares stand out. The default draws the scene, in letters.
    fn text_board(&self, _style: TextStyle, marked: &[String]) -> String {
        self.scene().text(marked)
    }

    /// The board as a complete SVG document; the named squares stand out. The default draws the scene.
    fn svg_board(&self, marked: &[String]) -> String {
        self.scene().svg(marked)
    }

    /// Facts about the position for machines, as name and whole number, in a fixed order.
    fn facts(&self) -> Vec<(&'static str, i64)> {
        Vec::new()
    }

    /// The board as data. Either this or both drawings must be written: the default has no points, so that the page shows
    /// the SVG and turns are typed.
    fn scene(&self) -> Scene {
        Scene::default()
    }

    /// The mouse gesture of an action. The default reads the first two squares that it touches as origin and target, and
    /// a single one as target.
    fn gesture(&self, action: Self::Action) -> Gesture {
        let mut squares = self.squares_of(action).into_iter();
        match (squares.next(), squares.next()) {
            (Some(to), None) => Gesture { to: Some(to), ..Gesture::default() },
            (from, to) => Gesture { from, to, piece: None },
        }
    }

    /// What an editor of positions offers to put on the board; nothing means that the game has no editor.
    fn palette(&self) -> Vec<ScenePiece> {
        Vec::new()
    }

    /// Phases of the game that an editor offers, as word in texts and in words for people; the usual one first.
    fn phases(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// The position with exactly these pieces on a board like this one; refuses what could not be played on.
    fn arranged(
        &self,
        _pieces: &[(String, ScenePiece)],
        _side: Side,
        _phase: &str,
    ) -> Result<Self, TextError> {
        Err(TextError::new("arrange", "is not something that this game has; give a position as text instead"))
    }
}
